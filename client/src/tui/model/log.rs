//! What was told lately.

use super::Model;

/// Lines that are kept. Chosen: more than any screen shows.
const LINES_MAX: usize = 200;

/// One line of what happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// The text.
    pub text: String,
    /// Whether it is about something that went wrong.
    pub is_bad: bool,
}

/// Something to be read in place of the status, until the next key or for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The text.
    pub text: String,
    /// Whether it is about something that went wrong.
    pub is_bad: bool,
    /// Since when it is shown.
    pub since_ms: u64,
    /// When it goes by itself, if that is known yet.
    pub until_ms: Option<u64>,
}

/// A notice stays so long whatever is pressed, in milliseconds. Chosen: nobody reads faster than
/// they type.
const NOTICE_MS_MIN: u64 = 700;

/// A notice that nobody has to act on is shown for so long, in milliseconds. Chosen: time to read a
/// short sentence.
const NOTICE_MS: u64 = 3_000;

impl Notice {
    /// Lets the notice go at this time, unless it goes earlier anyway.
    fn until(self, at_ms: u64) -> Self {
        let until_ms = self.until_ms.map_or(at_ms, |until_ms| until_ms.min(at_ms));
        Self { until_ms: Some(until_ms), ..self }
    }
}

impl Model {
    /// Tells something in the list of what happened.
    pub(in crate::tui) fn tell(&mut self, text: String) {
        self.add(LogLine { text, is_bad: false });
    }

    /// Tells something in the status row, and keeps it in the list.
    pub(in crate::tui) fn notify(&mut self, text: String) {
        self.add(LogLine { text: text.clone(), is_bad: false });
        self.show_notice(text, false);
    }

    /// Tells something in the status row that goes by itself, and keeps it in the list.
    pub(in crate::tui) fn notify_for_a_while(&mut self, text: String) {
        self.notify(text);
        let until_ms = self.now_ms + NOTICE_MS;
        self.notice = self.notice.take().map(|notice| notice.until(until_ms));
    }

    /// Tells that something went wrong, and keeps that in the list.
    pub(in crate::tui) fn complain(&mut self, text: String) {
        self.add(LogLine { text: text.clone(), is_bad: true });
        self.show_notice(text, true);
    }

    /// Shows something in the status row that the list has already.
    pub(in crate::tui) fn show_notice(&mut self, text: String, is_bad: bool) {
        self.notice = Some(Notice { text, is_bad, since_ms: self.now_ms, until_ms: None });
    }

    /// Takes away a notice that has been seen, or will when there was time to read it.
    pub(in crate::tui) fn drop_seen_notice(&mut self) {
        self.notice = self.notice.take().map(|notice| {
            let read_ms = notice.since_ms + NOTICE_MS_MIN;
            notice.until(read_ms)
        });
        self.drop_old_notice();
    }

    /// Takes away a notice whose time is over.
    pub(in crate::tui) fn drop_old_notice(&mut self) {
        let now_ms = self.now_ms;
        self.notice.take_if(|notice| notice.until_ms.is_some_and(|until_ms| now_ms >= until_ms));
    }

    fn add(&mut self, line: LogLine) {
        if self.log.len() == LINES_MAX {
            self.log.pop_front();
        }
        self.log.push_back(line);
    }
}
