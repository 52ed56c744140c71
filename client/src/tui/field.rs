//! One line of text that a person edits, and such a line at the bottom of the screen. Pure.

use crossterm::event::{KeyCode, KeyModifiers};
use ratatui::layout::Rect;
use reversi_client_core::voice::texts::{Language, Text};
use reversi_game::Color;
use unicode_width::UnicodeWidthChar as _;

use super::canvas::Canvas;
use super::chord::Chord;
use super::config::Setting;
use super::theme::Role;

/// The text and the place of the cursor in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    chars: Vec<char>,
    cursor: usize,
    /// Whether the text is one that was offered and not touched yet: it is shown as selected, and what
    /// is typed takes its place.
    is_offered: bool,
}

/// Longest text that is taken, in characters. Chosen: longer than any command.
const CHARS_MAX: usize = 400;

impl Field {
    /// Starts with a text, the cursor at its end.
    pub fn with(text: &str) -> Self {
        let mut field = Self::default();
        field.insert(text);
        field
    }

    /// Starts with a text that what is typed replaces.
    fn offering(text: &str) -> Self {
        Self { is_offered: !text.is_empty(), ..Self::with(text) }
    }

    pub fn text(&self) -> String {
        self.chars.iter().collect()
    }

    pub fn is_empty(&self) -> bool {
        self.chars.is_empty()
    }

    /// Inserts what was typed or pasted, without characters that a terminal might obey.
    pub fn insert(&mut self, text: &str) {
        self.take_place();
        for c in text.chars().filter(|c| !c.is_control()) {
            if self.chars.len() < CHARS_MAX {
                self.chars.insert(self.cursor, c);
                self.cursor += 1;
            }
        }
    }

    /// Does what an editing key does; tells whether it is one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most keys do not edit")]
    pub fn edit(&mut self, chord: Chord) -> bool {
        if let Some(c) = chord.typed() {
            self.insert(c.encode_utf8(&mut [0; 4]));
            return true;
        }
        match chord.code {
            KeyCode::Char('u') if chord.held == KeyModifiers::CONTROL => {
                self.chars.drain(..self.cursor);
                self.cursor = 0;
            }
            KeyCode::Char('w') if chord.held == KeyModifiers::CONTROL => self.delete_word(),
            _ if !chord.held.is_empty() => return false,
            KeyCode::Backspace | KeyCode::Delete if self.is_offered => self.clear(),
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right => self.cursor = (self.cursor + 1).min(self.chars.len()),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.chars.len(),
            KeyCode::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.chars.remove(self.cursor);
            }
            KeyCode::Delete if self.cursor < self.chars.len() => {
                self.chars.remove(self.cursor);
            }
            KeyCode::Backspace | KeyCode::Delete => {}
            _ => return false,
        }
        self.is_offered = false;
        true
    }

    /// Draws the text with the terminal's cursor in it.
    pub fn draw(&self, canvas: &mut Canvas<'_>, row: Rect) {
        if row.is_empty() {
            return;
        }
        let (text, column) = self.visible(usize::from(row.width.saturating_sub(1)).max(1));
        let used = canvas.write(row, &text, Role::Text);
        if self.is_offered {
            canvas.lay(Rect { width: used, ..row }, Role::Chosen);
        }
        let column = u16::try_from(column).unwrap_or(u16::MAX).min(row.width - 1);
        canvas.put_cursor(Rect { x: row.x + column, width: 1, ..row });
    }

    /// Lets what comes take the place of an offered text.
    fn take_place(&mut self) {
        if std::mem::take(&mut self.is_offered) {
            self.clear();
        }
    }

    fn clear(&mut self) {
        self.chars.clear();
        self.cursor = 0;
    }

    fn delete_word(&mut self) {
        let before = &self.chars[..self.cursor];
        let trimmed = before.iter().rposition(|c| *c != ' ').map_or(0, |last| last + 1);
        let start = before[..trimmed].iter().rposition(|c| *c == ' ').map_or(0, |blank| blank + 1);
        self.chars.drain(start..self.cursor);
        self.cursor = start;
    }

    /// Returns the part of the text that fits into so many columns with the cursor in view, and the
    /// cursor's column in it.
    pub fn visible(&self, columns: usize) -> (String, usize) {
        let width = |c: &char| c.width().unwrap_or(0);
        let mut start = 0;
        while self.chars[start..self.cursor].iter().map(width).sum::<usize>() >= columns.max(1) {
            start += 1;
        }
        let column = self.chars[start..self.cursor].iter().map(width).sum();
        let mut used = 0;
        let fits = self.chars[start..].iter().take_while(|c| {
            used += width(c);
            used <= columns
        });
        (fits.collect(), column)
    }
}

#[derive(Clone, Debug)]
pub struct Typing {
    pub kind: TypingKind,
    pub field: Field,
}

#[derive(Clone, Copy, Debug)]
pub enum TypingKind {
    /// The text that rooms have to contain.
    Filter,
    RoomId,
    /// Who is invited, and to what.
    Invitee,
    Address,
    /// The value of a setting that takes any text.
    Setting(&'static Setting),
    /// The nick that a game for the ranking counts for.
    Nick {
        bot_color: Color,
    },
    /// What others are to call the user, who is asked for it once.
    FirstName,
}

impl Typing {
    pub fn new(kind: TypingKind, text: &str) -> Self {
        Self { kind, field: Field::offering(text) }
    }
}

impl TypingKind {
    pub fn label(self, language: Language) -> String {
        let text = match self {
            Self::Filter => Text::InputFilter,
            Self::RoomId => Text::InputRoom,
            Self::Invitee => Text::InputInvitee,
            Self::Address => Text::InputAddress,
            Self::Setting(setting) => return format!("{}:", language.text(setting.help)),
            Self::Nick { .. } => Text::InputNick,
            Self::FirstName => Text::InputFirstName,
        };
        language.text(text).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &str) -> (String, usize) {
        let mut field = Field::default();
        for key in keys.split_whitespace() {
            assert!(field.edit(key.parse().unwrap()), "{key}");
        }
        (field.text(), field.cursor)
    }

    #[test]
    fn text_is_edited_where_the_cursor_is() {
        assert_eq!(typed("f 5"), ("f5".to_owned(), 2));
        assert_eq!(typed("a b left x"), ("axb".to_owned(), 2));
        assert_eq!(typed("a b home delete end c"), ("bc".to_owned(), 2));
        assert_eq!(typed("backspace a left backspace delete right"), (String::new(), 0));
        assert_eq!(typed("j o i n space x ctrl-w"), ("join ".to_owned(), 5));
        assert_eq!(typed("a space ctrl-w"), (String::new(), 0));
        assert_eq!(typed("a b left ctrl-u"), ("b".to_owned(), 0));
    }

    #[test]
    fn what_is_typed_takes_the_place_of_an_offered_text_that_nothing_touched() {
        for (keys, text) in [
            ("b e n", "ben"),
            ("end s", "annas"),
            ("left s", "annsa"),
            ("backspace", ""),
            ("delete b", "b"),
            ("right backspace", "ann"),
        ] {
            let mut field = Field::offering("anna");
            for key in keys.split_whitespace() {
                assert!(field.edit(key.parse().unwrap()), "{key}");
            }
            assert_eq!(field.text(), text, "{keys}");
        }
    }

    #[test]
    fn keys_that_do_not_edit_are_left_to_others() {
        let mut field = Field::default();
        for key in ["enter", "esc", "up", "f1", "ctrl-c", "alt-x", "tab"] {
            assert!(!field.edit(key.parse().unwrap()), "{key}");
        }
        assert!(field.is_empty());
    }

    #[test]
    fn pasted_text_holds_nothing_that_a_terminal_obeys() {
        let mut field = Field::default();
        field.insert("a\x1b[2J\r\nb");
        assert_eq!(field.text(), "a[2Jb");
        field.insert(&"x".repeat(1000));
        assert_eq!(field.text().len(), CHARS_MAX);
    }

    #[test]
    fn the_cursor_stays_in_view() {
        let field = Field::with("abcdefgh");
        assert_eq!(field.visible(20), ("abcdefgh".to_owned(), 8));
        assert_eq!(field.visible(4), ("fgh".to_owned(), 3));
        let mut wide = Field::with("李伟李");
        assert_eq!(wide.visible(4), ("李".to_owned(), 2));
        wide.edit("home".parse().unwrap());
        assert_eq!(wide.visible(5), ("李伟".to_owned(), 0));
        assert_eq!(wide.visible(0), (String::new(), 0));
    }
}
