//! Where things are on the screen, by its size.

use ratatui::layout::Rect;

/// Fewer columns than this show only how many are needed.
pub const COLUMNS_MIN: u16 = 36;
/// Fewer rows than this show only how many are needed.
pub const ROWS_MIN: u16 = 14;

/// From so many columns and rows on there is room for the lines of a board, and for panels.
const NORMAL: (u16, u16) = (72, 23);

/// From so many rows on there is a line above the status.
const RULE_ROWS: u16 = 24;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// Nothing but words.
    TooSmall,
    /// What is needed most.
    Compact,
    Normal,
}

impl Space {
    pub fn of(area: Rect) -> Self {
        let has = |(columns, rows): (u16, u16)| area.width >= columns && area.height >= rows;
        if !has((COLUMNS_MIN, ROWS_MIN)) {
            Self::TooSmall
        } else if has(NORMAL) {
            Self::Normal
        } else {
            Self::Compact
        }
    }
}

/// The rows that every screen has. A row without room is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    /// What is going on, at the top.
    pub title: Rect,
    /// Everything between.
    pub body: Rect,
    /// A line above the rows below.
    pub rule: Rect,
    pub status: Rect,
    /// A question; always kept free, so that nothing moves when one comes.
    pub prompt: Rect,
    pub input: Rect,
    pub keys: Rect,
}

impl Rows {
    pub fn of(area: Rect) -> Self {
        let row = |y: u16, is_there: bool| Rect { y, height: u16::from(is_there), ..area };
        let title = row(area.y, true);
        let mut bottom = area.bottom();
        let mut from_below = |is_there: bool| {
            bottom = bottom.saturating_sub(u16::from(is_there)).max(title.bottom());
            row(bottom, is_there && bottom > area.y)
        };
        let keys = from_below(true);
        let input = from_below(true);
        let prompt = from_below(true);
        let status = from_below(true);
        let rule = from_below(area.height >= RULE_ROWS);
        let body =
            Rect { y: title.bottom(), height: bottom.saturating_sub(title.bottom()), ..area };
        Self { title, body, rule, status, prompt, input, keys }
    }
}
