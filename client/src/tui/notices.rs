//! What was told lately, what is told below the status, and whether the user looks at the screen.

use std::collections::VecDeque;

/// Lines that are kept. Chosen: more than any screen shows.
const LINES_MAX: usize = 200;

/// A notice stays so long whatever is pressed, in milliseconds. Chosen: nobody reads faster than
/// they type.
const NOTICE_MS_MIN: u64 = 700;

/// A notice that nobody has to act on is shown for so long, in milliseconds. Chosen: time to read a
/// short sentence.
const NOTICE_MS: u64 = 3_000;

/// One line of what happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    pub text: String,
    /// Whether it is about something that went wrong.
    pub is_bad: bool,
}

/// Something to be read at once, until the next key or for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub line: LogLine,
    since_ms: u64,
    /// When it goes by itself, if that is known yet.
    pub until_ms: Option<u64>,
}

impl Notice {
    /// Lets the notice go at this time, unless it goes earlier anyway.
    fn end_by(&mut self, at_ms: u64) {
        self.until_ms = Some(self.until_ms.map_or(at_ms, |until_ms| until_ms.min(at_ms)));
    }
}

#[derive(Clone, Debug, Default)]
pub struct Notices {
    /// The newest time that came in, in milliseconds since 1970.
    now_ms: u64,
    pub log: VecDeque<LogLine>,
    pub shown: Option<Notice>,
}

impl Notices {
    pub fn new(now_ms: u64) -> Self {
        Self { now_ms, ..Self::default() }
    }

    /// Tells something in the list of what happened.
    pub fn tell(&mut self, text: String) {
        self.add(LogLine { text, is_bad: false });
    }

    /// Tells something to be read at once, and keeps it in the list.
    pub fn notify(&mut self, text: impl Into<String>) {
        self.add_and_show(LogLine { text: text.into(), is_bad: false });
    }

    /// Tells something that goes by itself, and keeps it in the list.
    pub fn notify_for_a_while(&mut self, text: impl Into<String>) {
        let line = LogLine { text: text.into(), is_bad: false };
        self.add(line.clone());
        self.show_for_a_while(line);
    }

    /// Tells that something went wrong, and keeps that in the list.
    pub fn complain(&mut self, text: impl Into<String>) {
        self.add_and_show(LogLine { text: text.into(), is_bad: true });
    }

    /// Shows something that the list has already, or is better without.
    pub fn show(&mut self, line: LogLine) {
        self.shown = Some(Notice { line, since_ms: self.now_ms, until_ms: None });
    }

    /// Says something again, of which more is known.
    pub fn amend(&mut self, before: &str, text: &str) {
        let shown = self.shown.iter_mut().map(|notice| &mut notice.line);
        for line in self.log.iter_mut().chain(shown).filter(|line| line.text == before) {
            text.clone_into(&mut line.text);
        }
    }

    /// Shows something that goes by itself.
    pub fn show_for_a_while(&mut self, line: LogLine) {
        let until_ms = Some(self.now_ms + NOTICE_MS);
        self.shown = Some(Notice { line, since_ms: self.now_ms, until_ms });
    }

    /// Takes away a notice that has been seen, or will when there was time to read it.
    pub fn drop_seen(&mut self) {
        if let Some(notice) = &mut self.shown {
            notice.end_by(notice.since_ms + NOTICE_MS_MIN);
        }
        self.pass_time(self.now_ms);
    }

    /// Takes away a notice whose time is over.
    pub fn pass_time(&mut self, now_ms: u64) {
        self.now_ms = now_ms;
        self.shown.take_if(|notice| notice.until_ms.is_some_and(|until_ms| now_ms >= until_ms));
    }

    fn add_and_show(&mut self, line: LogLine) {
        self.add(line.clone());
        self.show(line);
    }

    fn add(&mut self, line: LogLine) {
        if self.log.len() == LINES_MAX {
            self.log.pop_front();
        }
        self.log.push_back(line);
    }
}

/// Who has not touched a key for so long may be looking elsewhere, in milliseconds. Chosen: longer
/// than one thinks without looking away.
const AWAY_MS: u64 = 20_000;

#[derive(Debug)]
pub struct Attention {
    is_focused: bool,
    /// When the user last touched a key or the mouse.
    touched_ms: u64,
    /// Whether something happened that the user has not seen.
    is_wanted: bool,
}

impl Attention {
    pub const fn new(now_ms: u64) -> Self {
        Self { is_focused: true, touched_ms: now_ms, is_wanted: false }
    }

    pub const fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    pub const fn touched(&mut self, now_ms: u64) {
        self.touched_ms = now_ms;
        self.is_wanted = false;
    }

    /// Takes note that the window is looked at, or no longer.
    pub const fn focus(&mut self, is_focused: bool, now_ms: u64) {
        self.is_focused = is_focused;
        if is_focused {
            self.touched(now_ms);
        }
    }

    /// Calls the user, who may be looking elsewhere: the window is not looked at, or nobody has
    /// touched a key for a while. Not every terminal tells the first. Tells whether that is news.
    pub const fn call(&mut self, now_ms: u64) -> bool {
        let is_here = self.is_focused && now_ms < self.touched_ms + AWAY_MS;
        let is_news = !is_here && !self.is_wanted;
        self.is_wanted |= is_news;
        is_news
    }
}
