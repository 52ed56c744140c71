//! Writing on a picture: text that is cut where there is no room, frames, and what a click hits.
//! Nothing is ever written outside the picture.

use std::fmt::Display;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Style};
use ratatui::widgets::{Block, Widget as _};
use reversi_client_core::voice::texts::{Language, Text};
use reversi_game::{Color as Side, Square};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::action::Action;
use super::ascii::folded;
use super::glyphs::Glyphs;
use super::theme::{Role, Theme};

/// Something that answers to clicks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    Square(Square),
    Moves,
    /// The position before a ply.
    Ply(usize),
    Action(Action),
    List,
    /// A row of a list.
    Row(usize),
}

/// What was drawn, besides cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// What answers to clicks; later ones lie over earlier ones.
    pub hits: Vec<(Rect, Hit)>,
    pub cursor: Option<Position>,
}

impl Picture {
    /// Returns what lies at a place.
    pub fn hit(&self, at: Position) -> Option<Hit> {
        self.hits.iter().rev().find(|(area, _)| area.contains(at)).map(|&(_, hit)| hit)
    }
}

/// In what everything is drawn: glyphs, colours and language.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub glyphs: &'static Glyphs,
    pub theme: Theme,
    pub language: Language,
}

impl Look {
    /// Returns a disc of one row, as it is drawn in its own role.
    pub fn disc(&self, color: Side) -> &'static str {
        self.glyphs.disc(color, self.theme.has_felt())
    }
}

/// Cells that are drawn on, and what was drawn besides.
#[derive(Debug)]
pub struct Canvas<'a> {
    cells: &'a mut Buffer,
    pub look: Look,
    pub picture: Picture,
}

impl<'a> Canvas<'a> {
    pub fn new(cells: &'a mut Buffer, look: Look) -> Self {
        Self { cells, look, picture: Picture::default() }
    }

    pub const fn area(&self) -> Rect {
        self.cells.area
    }

    /// Returns a text in the language of the screen.
    pub const fn text(&self, text: Text) -> &'static str {
        self.look.language.text(text)
    }

    /// Returns a text with its places filled.
    pub fn fill(&self, text: Text, places: &[(&str, &dyn Display)]) -> String {
        self.look.language.fill(text, places)
    }

    /// Writes a text into a row; one that is too long ends in an ellipsis. Returns the columns used.
    pub fn write(&mut self, row: Rect, text: &str, role: Role) -> u16 {
        self.write_styled(row, text, self.look.theme.style(role))
    }

    pub fn write_styled(&mut self, row: Rect, text: &str, style: Style) -> u16 {
        let text = if self.look.glyphs.is_ascii { folded(text) } else { text.into() };
        self.write_verbatim(row, &text, style)
    }

    /// Writes a text that says what the terminal can show, in glyphs of any set.
    pub fn write_verbatim(&mut self, row: Rect, text: &str, style: Style) -> u16 {
        let row = row.intersection(self.cells.area);
        if row.is_empty() {
            return 0;
        }
        let text = fit(text, usize::from(row.width), self.look.glyphs.ellipsis);
        let (end, _) = self.cells.set_stringn(row.x, row.y, &text, usize::from(row.width), style);
        end - row.x
    }

    /// Writes texts one after the other into a row.
    pub fn write_all(&mut self, row: Rect, parts: &[(&str, Role)]) -> u16 {
        let mut used = 0;
        for (text, role) in parts {
            used += self.write(after(row, used), text, *role);
        }
        used
    }

    /// Writes texts into columns of these widths, each of which ends in a blank.
    pub fn write_cells(&mut self, row: Rect, cells: &[(u16, &str, Role)]) {
        let mut rest = row;
        for &(width, text, role) in cells {
            self.write(Rect { width: rest.width.min(width.saturating_sub(1)), ..rest }, text, role);
            rest = after(rest, width);
        }
    }

    /// Writes lines below each other, a column from the left edge.
    pub fn write_lines<S: AsRef<str>>(
        &mut self,
        area: Rect,
        lines: impl IntoIterator<Item = S>,
        role: Role,
    ) {
        for (row, line) in rows(area).zip(lines) {
            self.write(after(row, 1), line.as_ref(), role);
        }
    }

    /// Writes a text at the right end of a row.
    pub fn write_right(&mut self, row: Rect, text: &str, role: Role) -> u16 {
        let columns = columns(text).min(row.width);
        self.write(Rect { x: row.x + row.width - columns, width: columns, ..row }, text, role)
    }

    /// Lays a style over an area.
    pub fn lay(&mut self, area: Rect, role: Role) {
        self.cells.set_style(area.intersection(self.cells.area), self.look.theme.style(role));
    }

    /// Marks a row as the chosen one. What is written in it loses its colours: reversed, they would
    /// make a patchwork of it.
    pub fn choose(&mut self, row: Rect) {
        let style = Style::default().fg(Color::Reset).bg(Color::Reset);
        self.cells.set_style(row.intersection(self.cells.area), style);
        self.lay(row, Role::Chosen);
    }

    pub fn clear(&mut self, area: Rect) {
        for at in area.intersection(self.cells.area).positions() {
            self.cells[at].reset();
        }
    }

    /// Draws a frame with a title and returns the room inside it.
    pub fn frame(&mut self, area: Rect, title: &str) -> Rect {
        let area = area.intersection(self.cells.area);
        let block = Block::bordered()
            .border_set(self.look.glyphs.frame)
            .border_style(self.look.theme.style(Role::Frame));
        let inside = block.inner(area);
        block.render(area, self.cells);
        self.title(area, title);
        inside
    }

    /// Writes a title into the upper line of a frame.
    fn title(&mut self, frame: Rect, title: &str) {
        if title.is_empty() || frame.width < 6 {
            return;
        }
        let row = Rect { x: frame.x + 2, width: frame.width - 4, height: 1, ..frame };
        let blank = format!(" {title} ");
        self.write(row, &blank, Role::Heading);
    }

    /// Draws a line with a title through a frame.
    pub fn divider(&mut self, frame: Rect, y: u16, title: &str) {
        let row = Rect { y, height: 1, ..frame };
        let grid = &self.look.glyphs.grid;
        let [left, _, right] = grid.middle;
        let inner = usize::from(row.width.saturating_sub(2));
        let line = format!("{left}{}{right}", grid.horizontal.repeat(inner));
        self.write(row, &line, Role::Frame);
        self.title(row, title);
    }

    /// Draws a line across a row, with a title in it.
    pub fn rule(&mut self, row: Rect, title: &str) {
        let line = self.look.glyphs.grid.horizontal.repeat(usize::from(row.width));
        self.write(row, &line, Role::Frame);
        self.title(row, title);
    }

    /// Shows the terminal's cursor here.
    pub fn put_cursor(&mut self, at: Rect) {
        self.picture.cursor = (!at.is_empty()).then_some(Position { x: at.x, y: at.y });
    }

    /// Makes an area answer to clicks. Later areas lie over earlier ones.
    pub fn hit(&mut self, area: Rect, hit: Hit) {
        self.picture.hits.push((area.intersection(self.cells.area), hit));
    }
}

/// Returns the rest of a row after so many columns.
pub fn after(row: Rect, columns: u16) -> Rect {
    let columns = columns.min(row.width);
    Rect { x: row.x + columns, width: row.width - columns, ..row }
}

/// Returns the rest of an area below so many rows.
pub fn below(area: Rect, used: u16) -> Rect {
    let used = used.min(area.height);
    Rect { y: area.y + used, height: area.height - used, ..area }
}

pub fn rows(area: Rect) -> impl DoubleEndedIterator<Item = Rect> + ExactSizeIterator {
    (area.y..area.bottom()).map(move |y| Rect { y, height: 1, ..area })
}

/// Returns an area of this size in the middle of another one, as far as it has room.
pub fn middle(of: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(of.width), height.min(of.height));
    Rect { x: of.x + (of.width - width) / 2, y: of.y + (of.height - height) / 2, width, height }
}

pub fn columns(text: &str) -> u16 {
    u16::try_from(text.width()).unwrap_or(u16::MAX)
}

/// Cuts a text to so many columns; one that is cut ends in the ellipsis.
pub fn fit(text: &str, columns: usize, ellipsis: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    if text.width() <= columns {
        return text;
    }
    let room = columns.saturating_sub(ellipsis.width());
    let mut used = 0;
    let kept = text.chars().take_while(|c| {
        used += c.width().unwrap_or(0);
        used <= room
    });
    let mut kept: String = kept.collect();
    kept.truncate(kept.trim_end().len());
    if columns > 0 {
        kept.push_str(ellipsis);
    }
    kept
}

/// Breaks a text into lines of at most so many columns, at blanks; a word that is longer than a line
/// goes on in the next one.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    let mut add = |part: &str, width: usize, blank: &str| {
        let breaks = used > 0 && used + blank.len() + width > columns;
        if breaks {
            lines.push(String::new());
        }
        let before = if breaks || used == 0 { "" } else { blank };
        used = if breaks { width } else { used + before.len() + width };
        if let Some(line) = lines.last_mut() {
            line.extend([before, part]);
        }
    };
    for word in text.split_whitespace() {
        if word.width() <= columns {
            add(word, word.width(), " ");
            continue;
        }
        for (index, c) in word.chars().enumerate() {
            let blank = if index == 0 { " " } else { "" };
            add(c.encode_utf8(&mut [0; 4]), c.width().unwrap_or(0), blank);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_by_columns_and_not_by_characters() {
        assert_eq!(fit("reversi", 7, "…"), "reversi");
        assert_eq!(fit("reversi", 5, "…"), "reve…");
        assert_eq!(fit("a reversi", 3, "…"), "a…");
        assert_eq!(fit("李伟李", 5, "…"), "李伟…");
        assert_eq!(fit("x\x1b[2Jy", 9, "…"), "x[2Jy");
        assert_eq!(fit("reversi", 0, "…"), "");
    }

    #[test]
    fn lines_break_at_blanks() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("an unbreakable", 4), ["an u", "nbre", "akab", "le"]);
        assert_eq!(wrap("李伟", 1), ["李", "伟"]);
        assert_eq!(wrap("", 4), [""]);
    }
}
