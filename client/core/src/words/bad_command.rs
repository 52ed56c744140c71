//! Lines that are not commands.

use reversi_game::formats::UnknownFormatName;
use reversi_game::{ParseBoardError, ParseSquareError};
use reversi_protocol::{BadName, ParseBotNameError};
use thiserror::Error;

use crate::server_url::ParseRoomRefError;
use crate::symbols::BadSymbols;
use crate::texts::Text;

/// Characters of a wrong word that are repeated to the user.
const WORD_CHARS_MAX: usize = 20;

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadCommand {
    /// The first word is no command.
    Unknown {
        /// The word, cut to a printable length.
        word: String,
    },
    /// What follows does not fit the command.
    Usage {
        /// The command of the table.
        command: &'static str,
    },
    /// A move that names no square.
    Square(#[from] ParseSquareError),
    /// A square, and more behind it.
    MoreThanASquare,
    /// A move by line and column that is off the board.
    LineColumn {
        /// What stands for the line.
        line: String,
        /// What stands for the column.
        column: String,
    },
    /// No room has such an identifier or link.
    Room(#[from] ParseRoomRefError),
    /// A setting has a value that it cannot have.
    Value {
        /// The setting.
        key: &'static str,
        /// The value, cut to a printable length.
        value: String,
        /// What it can have.
        expected: Text,
    },
    /// No setting has such a name.
    Setting {
        /// The word, cut to a printable length.
        word: String,
    },
    /// Settings that say the same thing in two ways, or a half of one.
    Together(Text),
    /// A room, a nick or a saved game cannot have that name.
    Name(#[from] BadName),
    /// A name of several words that is not quoted.
    NameOfWords,
    /// No bot can have that name.
    Bot(#[from] ParseBotNameError),
    /// No format has that name.
    Format(#[from] UnknownFormatName),
    /// Discs cannot be drawn with these.
    Symbols(#[from] BadSymbols),
    /// The start board cannot be read.
    Board(#[from] ParseBoardError),
    /// A quotation that does not end.
    Quote,
    /// More than a line may hold.
    TooLong {
        /// Bytes allowed.
        max: usize,
    },
}

impl BadCommand {
    pub(super) fn unknown(word: &str) -> Self {
        Self::Unknown { word: cut(word) }
    }

    /// Says how a command of the table is meant.
    pub(super) fn usage(command: &'static str) -> Self {
        Self::Usage { command }
    }

    pub(super) fn value(key: &'static str, value: &str, expected: Text) -> Self {
        Self::Value { key, value: cut(value), expected }
    }

    pub(super) fn setting(word: &str) -> Self {
        Self::Setting { word: cut(word) }
    }

    /// Returns the stable word for programs.
    pub const fn code(&self) -> &'static str {
        if let Self::Unknown { .. } = self {
            "unknown_command"
        } else if let Self::Square(_) | Self::LineColumn { .. } | Self::MoreThanASquare = self {
            "bad_square"
        } else {
            "bad_argument"
        }
    }

    /// Returns what was typed as a move, if it was one.
    pub fn square(&self) -> Option<String> {
        if let Self::Square(error) = self {
            Some(error.text.clone())
        } else if let Self::LineColumn { line, column } = self {
            Some(format!("{line},{column}"))
        } else {
            None
        }
    }
}

pub(super) fn cut(word: &str) -> String {
    word.chars().take(WORD_CHARS_MAX).collect()
}
