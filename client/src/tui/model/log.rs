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

/// Something to be read in place of the status, until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The text.
    pub text: String,
    /// Whether it is about something that went wrong.
    pub is_bad: bool,
    /// Since when it is shown.
    pub since_ms: u64,
}

/// A notice stays so long whatever is pressed, in milliseconds. Chosen: nobody reads faster than
/// they type.
const NOTICE_MS_MIN: u64 = 700;

impl Model {
    /// Tells something in the list of what happened.
    pub(in crate::tui) fn tell(&mut self, text: String) {
        self.add(LogLine { text, is_bad: false });
    }

    /// Tells something in the status row, and keeps it in the list.
    pub(in crate::tui) fn notify(&mut self, text: String) {
        self.add(LogLine { text: text.clone(), is_bad: false });
        self.notice = Some(Notice { text, is_bad: false, since_ms: self.now_ms });
    }

    /// Tells that something went wrong, and keeps that in the list.
    pub(in crate::tui) fn complain(&mut self, text: String) {
        self.add(LogLine { text: text.clone(), is_bad: true });
        self.notice = Some(Notice { text, is_bad: true, since_ms: self.now_ms });
    }

    /// Takes away a notice that has been seen.
    pub(in crate::tui) fn drop_seen_notice(&mut self) {
        let now_ms = self.now_ms;
        self.notice.take_if(|notice| now_ms >= notice.since_ms + NOTICE_MS_MIN);
    }

    fn add(&mut self, line: LogLine) {
        if self.log.len() == LINES_MAX {
            self.log.pop_front();
        }
        self.log.push_back(line);
    }
}
