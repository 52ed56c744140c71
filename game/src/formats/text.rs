//! Texts and places in them, and the replay of moves that were read from one.

use std::borrow::Cow;
use std::ops::Range;

use super::error::{FormatError, Place, Unsupported};
use crate::board::Board;
use crate::color::Color;
use crate::position::Position;
use crate::record::Game;
use crate::transcript::{Action, PASS_SPELLINGS};

/// Most characters of a file that an error repeats.
const FOUND_CHARS_MAX: usize = 16;

/// A part of a file that holds one game. Offsets into it count bytes from its first one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    file: &'a str,
    start: usize,
    end: usize,
}

impl<'a> Part<'a> {
    /// Takes a whole file.
    pub(super) fn whole(file: &'a str) -> Self {
        Self { file, start: 0, end: file.len() }
    }

    /// Takes a range of bytes within this part.
    pub(super) fn within(self, range: Range<usize>) -> Self {
        Self { file: self.file, start: self.start + range.start, end: self.start + range.end }
    }

    /// Returns the text.
    pub(super) fn text(self) -> &'a str {
        self.file.get(self.start..self.end).unwrap_or_default()
    }

    /// Returns the place of an offset in the file.
    pub(super) fn place(self, offset: usize) -> Place {
        let before = self.file.get(..self.start + offset).unwrap_or(self.file);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Place::Text {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }

    /// Returns the error that something else was expected at an offset.
    pub(super) fn syntax(self, offset: usize, expected: &'static str) -> FormatError {
        let rest = self.text().get(offset..).unwrap_or_default();
        let found = rest.lines().next().unwrap_or_default();
        let found = if found.is_empty() { rest } else { found };
        let found = found.chars().take(FOUND_CHARS_MAX).collect();
        FormatError::Syntax { place: self.place(offset), expected, found }
    }

    /// Returns the error that what stands at an offset is not played here.
    pub(super) fn unsupported(self, offset: usize, what: Unsupported) -> FormatError {
        FormatError::Unsupported { place: self.place(offset), what }
    }

    /// Returns the lines and their offsets, without line ends and the blanks before them.
    pub(super) fn lines(self) -> impl Iterator<Item = (usize, &'a str)> {
        let mut next = 0;
        self.text().split_inclusive('\n').map(move |line| {
            let offset = next;
            next += line.len();
            (offset, line.trim_end())
        })
    }

    /// Plays the moves from a start. Passes may be written or left out, and may follow the end.
    ///
    /// # Errors
    /// The first move that is illegal or written for the wrong side.
    pub(super) fn replay(
        self,
        start: Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Game, FormatError> {
        let mut game = Game::new(start);
        // The rules pass at once; a pass that the file writes then confirms it.
        let mut unconfirmed_pass = game.ply() > 0;
        for Move { offset, color, action } in moves {
            let turn = if action == Action::Pass && unconfirmed_pass {
                game.position().to_move.opponent()
            } else {
                game.position().to_move
            };
            if let Some(written) = color.filter(|&color| color != turn && !game.is_over()) {
                return Err(FormatError::WrongColor { place: self.place(offset), written });
            }
            let played = match action {
                Action::Pass if unconfirmed_pass || game.is_over() => Ok(()),
                Action::Pass => game.apply(action),
                Action::Place(square) => game.play(square).map(|_| ()),
            };
            played.map_err(|source| FormatError::Illegal { place: self.place(offset), source })?;
            unconfirmed_pass =
                action != Action::Pass && game.actions().last() == Some(&Action::Pass);
        }
        Ok(game)
    }
}

/// A move as a file writes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    /// Where it stands.
    pub(super) offset: usize,
    /// The side it is written for, in formats that say so.
    pub(super) color: Option<Color>,
    /// What is done.
    pub(super) action: Action,
}

/// Returns the text of a file: UTF-16 if it begins like that, or UTF-8 with or without a mark, or
/// else Latin-1, which older programs write.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let units = |bytes: &[u8], unit: fn([u8; 2]) -> u16| -> Cow<'_, str> {
        let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
        Cow::Owned(String::from_utf16_lossy(&units))
    };
    match bytes {
        [0xFF, 0xFE, text @ ..] => return units(text, u16::from_le_bytes),
        [0xFE, 0xFF, text @ ..] => return units(text, u16::from_be_bytes),
        // Without a mark, every other byte of a Western text is zero.
        [first, 0, second, 0, ..] if *first > 0 && *second > 0 => {
            return units(bytes, u16::from_le_bytes);
        }
        [0, first, 0, second, ..] if *first > 0 && *second > 0 => {
            return units(bytes, u16::from_be_bytes);
        }
        _ => {}
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    }
}

/// Reads a square or a pass in any of its spellings.
pub(super) fn action_of(text: &str) -> Option<Action> {
    if PASS_SPELLINGS.iter().any(|pass| pass.eq_ignore_ascii_case(text)) {
        return Some(Action::Pass);
    }
    text.parse().ok().map(Action::Place)
}

/// Reads 64 characters, blanks and the side to move, at the front of a text; returns the bytes used.
pub(super) fn leading_position(text: &str) -> Option<(Position, usize)> {
    let (cells, rest) = text.split_at_checked(64)?;
    let board: Board = cells.parse().ok()?;
    let side = rest.trim_start_matches([' ', '\t']);
    let to_move = side.chars().next().and_then(Color::from_symbol)?;
    Some((Position { board, to_move }, text.len() - side.len() + 1))
}
