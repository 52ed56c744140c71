//! Whether the user looks at the screen, and whether there is something to look at.

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
