//! Bringing pictures onto the terminal: only what changed, and nothing if nothing did.

use std::io::{self, Write};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::queue;
use crossterm::style::{Attribute, Print, SetAttribute};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, SetTitle,
};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr as _;

/// A picture: cells, where the cursor stands if it is shown, and the window's title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub cells: Buffer,
    pub cursor: Option<Position>,
    pub title: String,
}

/// A terminal that pictures are brought onto.
#[derive(Debug)]
pub struct Screen<W> {
    out: W,
    shown: Frame,
}

impl<W: Write> Screen<W> {
    /// Starts on a terminal whose content is not known.
    pub fn new(out: W) -> Self {
        let cells = Buffer::empty(Rect::ZERO);
        Self { out, shown: Frame { cells, cursor: None, title: String::new() } }
    }

    /// Forgets what is on the terminal, so that the next picture is drawn whole.
    pub fn forget(&mut self) {
        self.shown.cells = Buffer::empty(Rect::ZERO);
    }

    /// Shows a picture: writes what differs from the one before, in one synchronized update.
    ///
    /// # Errors
    /// That of the terminal.
    pub fn show(&mut self, next: Frame) -> io::Result<()> {
        if next == self.shown {
            return Ok(());
        }
        queue!(self.out, BeginSynchronizedUpdate)?;
        if next.cells.area != self.shown.cells.area {
            queue!(self.out, Hide, SetAttribute(Attribute::Reset), Clear(ClearType::All))?;
            self.shown = Frame {
                cells: Buffer::empty(next.cells.area),
                cursor: None,
                title: std::mem::take(&mut self.shown.title),
            };
        }
        if next.title != self.shown.title {
            queue!(self.out, SetTitle(&next.title))?;
        }
        self.paint(&next.cells)?;
        match next.cursor {
            Some(at) => queue!(self.out, MoveTo(at.x, at.y), Show)?,
            None if self.shown.cursor.is_some() => queue!(self.out, Hide)?,
            None => {}
        }
        queue!(self.out, EndSynchronizedUpdate)?;
        self.shown = next;
        self.out.flush()
    }

    fn paint(&mut self, next: &Buffer) -> io::Result<()> {
        let mut brush = Brush::default();
        let mut follows_on = None;
        for (x, y, cell) in self.shown.cells.diff_iter(next) {
            if follows_on != Some((x, y)) {
                queue!(self.out, MoveTo(x, y))?;
            }
            brush.take(&mut self.out, cell)?;
            queue!(self.out, Print(cell.symbol()))?;
            follows_on = next_column(cell.symbol()).map(|columns| (x + columns, y));
        }
        brush.put_down(&mut self.out)
    }

    /// Writes something that is not seen, such as the bell.
    ///
    /// # Errors
    /// That of the terminal.
    pub fn write(&mut self, command: impl crossterm::Command) -> io::Result<()> {
        queue!(self.out, command)?;
        self.out.flush()
    }
}

/// Returns how far a symbol moves the terminal's cursor; nothing if terminals disagree (Unicode,
/// annex 11: ambiguous width), so that what follows is put in its place by its coordinates. Lines of
/// boxes count as known: a terminal that draws them wide has no use for boxes.
fn next_column(symbol: &str) -> Option<u16> {
    let (narrow, wide) = (symbol.width(), symbol.width_cjk());
    let is_line = symbol.chars().all(|c| matches!(c, '\u{2500}'..='\u{257F}'));
    (narrow == wide || is_line).then(|| u16::try_from(narrow).unwrap_or(1))
}

/// The style that the terminal writes with.
#[derive(Default, PartialEq)]
struct Brush {
    foreground: Color,
    background: Color,
    modifier: Modifier,
}

impl Brush {
    /// Takes the style of a cell. Each style is written from plain text on: modifiers cannot be
    /// taken away one by one everywhere.
    fn take(&mut self, out: &mut impl Write, cell: &Cell) -> io::Result<()> {
        let next = Self { foreground: cell.fg, background: cell.bg, modifier: cell.modifier };
        if next == *self {
            return Ok(());
        }
        write!(out, "\x1b[0")?;
        for (modifier, code) in MODIFIER_CODES {
            if next.modifier.contains(modifier) {
                write!(out, ";{code}")?;
            }
        }
        write_color(out, next.foreground, FOREGROUND)?;
        write_color(out, next.background, BACKGROUND)?;
        *self = next;
        write!(out, "m")
    }

    /// Goes back to plain text.
    fn put_down(&self, out: &mut impl Write) -> io::Result<()> {
        if *self == Self::default() { Ok(()) } else { write!(out, "\x1b[0m") }
    }
}

/// The codes of modifiers (ECMA-48, 8.3.117).
const MODIFIER_CODES: [(Modifier, u8); 4] =
    [(Modifier::BOLD, 1), (Modifier::DIM, 2), (Modifier::UNDERLINED, 4), (Modifier::REVERSED, 7)];

/// What is added to the number of a colour.
const FOREGROUND: u8 = 30;
const BACKGROUND: u8 = 40;

/// Writes the code of a colour: those of the palette by the codes that every terminal with colours
/// knows, so that a terminal of 16 colours understands a theme of 16.
fn write_color(out: &mut impl Write, color: Color, base: u8) -> io::Result<()> {
    let palette = match color {
        Color::Reset => return Ok(()),
        Color::Rgb(r, g, b) => return write!(out, ";{};2;{r};{g};{b}", base + 8),
        Color::Indexed(index) => return write!(out, ";{};5;{index}", base + 8),
        Color::Black => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 60,
        Color::LightRed => 61,
        Color::LightGreen => 62,
        Color::LightYellow => 63,
        Color::LightBlue => 64,
        Color::LightMagenta => 65,
        Color::LightCyan => 66,
        Color::White => 67,
    };
    write!(out, ";{}", base + palette)
}

#[cfg(test)]
mod tests {
    use ratatui::style::Style;

    use super::*;

    fn frame(line: &str, style: Style) -> Frame {
        let mut cells = Buffer::empty(Rect::new(0, 0, 8, 1));
        cells.set_string(0, 0, line, style);
        Frame { cells, cursor: None, title: "t".to_owned() }
    }

    /// Shows pictures one after the other and returns what was written for the last one.
    fn written(frames: &[Frame]) -> String {
        let mut screen = Screen::new(Vec::new());
        for frame in frames {
            screen.out.clear();
            screen.show(frame.clone()).unwrap();
        }
        String::from_utf8(screen.out).unwrap()
    }

    #[test]
    fn the_same_picture_writes_nothing() {
        let same = frame("reversi", Style::new());
        assert_eq!(written(&[same.clone(), same]), "");
    }

    #[test]
    fn only_what_changed_is_written() {
        let text = written(&[frame("reversi", Style::new()), frame("revelsi", Style::new())]);
        assert_eq!(text, "\x1b[?2026h\x1b[1;5Hl\x1b[?2026l");
    }

    #[test]
    fn what_follows_a_glyph_of_unknown_width_is_placed_by_its_column() {
        let text = written(&[frame("", Style::new()), frame("●x", Style::new())]);
        assert_eq!(text, "\x1b[?2026h\x1b[1;1H●\x1b[1;2Hx\x1b[?2026l");
        let text = written(&[frame("", Style::new()), frame("│x⚫y", Style::new())]);
        assert_eq!(text, "\x1b[?2026h\x1b[1;1H│x⚫y\x1b[?2026l");
    }

    #[test]
    fn colours_of_the_palette_have_the_old_codes() {
        let style = Style::new().red().on_light_blue().bold().reversed();
        let text = written(&[frame("", Style::new()), frame("x", style)]);
        assert_eq!(text, "\x1b[?2026h\x1b[1;1H\x1b[0;1;7;31;104mx\x1b[0m\x1b[?2026l");
        let style = Style::new().fg(Color::Indexed(29)).bg(Color::Rgb(1, 2, 3));
        let text = written(&[frame("", Style::new()), frame("x", style)]);
        assert!(text.contains("\x1b[0;38;5;29;48;2;1;2;3mx"), "{text:?}");
    }

    #[test]
    fn without_colours_no_colour_is_written() {
        let style = Style::new().bold().underlined().dim();
        let text = written(&[frame("", Style::new()), frame("x", style)]);
        assert!(text.contains("\x1b[0;1;2;4mx\x1b[0m"), "{text:?}");
    }
}
