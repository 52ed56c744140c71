//! Why a file of games cannot be read, and why a game cannot be written.

use std::fmt;

use thiserror::Error;

use crate::color::Color;
use crate::record::IllegalAction;

/// Where in a file something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a binary file: bytes from 0.
    Byte(usize),
    /// In a text.
    Text {
        /// From 1.
        line: usize,
        /// Characters from 1.
        column: usize,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Byte(offset) => write!(f, "byte {offset}"),
            Self::Text { line, column } => write!(f, "line {line}, column {column}"),
        }
    }
}

/// Why a file of games cannot be read. Nothing of it is used then.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// The file is larger than [`FILE_BYTES_MAX`](super::FILE_BYTES_MAX).
    #[error("the file has {bytes} bytes, {} are allowed", super::FILE_BYTES_MAX)]
    TooLarge {
        /// Bytes of the file.
        bytes: usize,
    },
    /// Neither the name nor the content of the file tells its format.
    #[error("the format of the file cannot be told from its name or its content")]
    UnknownFormat,
    /// The file holds several games and none was chosen.
    #[error("the file holds {count} games: choose one, from 1 to {count}")]
    SeveralGames {
        /// Games in the file.
        count: usize,
    },
    /// The file has no game of the number chosen.
    #[error("there is no game {number}: the file holds {count}")]
    NoSuchGame {
        /// The number chosen, from 1.
        number: usize,
        /// Games in the file.
        count: usize,
    },
    /// The text is not what the format asks for.
    #[error("{place}: expected {expected}, found {}", shown(found))]
    Syntax {
        /// Where.
        place: Place,
        /// What should stand there.
        expected: &'static str,
        /// What stands there, cut to a printable length; empty at the end of the text.
        found: String,
    },
    /// The text is not JSON of the right shape.
    #[error("line {line}, column {column}: {problem}")]
    Json {
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What the JSON reader says.
        problem: String,
    },
    /// A move breaks the rules.
    #[error("{place}: {source}")]
    Illegal {
        /// Where the move stands.
        place: Place,
        /// The move and what is wrong with it.
        source: IllegalAction,
    },
    /// A move is written for the side whose turn it is not.
    #[error("{place}: a move of {written}, but it is not {written}'s turn")]
    WrongColor {
        /// Where the move stands.
        place: Place,
        /// The side that it is written for.
        written: Color,
    },
    /// The file is sound but holds something that is not played here.
    #[error("{place}: {what}")]
    Unsupported {
        /// Where that is stated.
        place: Place,
        /// What it is.
        what: Unsupported,
    },
    /// A WTHOR file is broken or of another kind.
    #[error(transparent)]
    Wthor(#[from] WthorError),
}

/// Why bytes are not a WTHOR file that can be read. Offsets count bytes from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WthorError {
    /// The file ends within its header.
    #[error("byte {found}: a WTHOR header has 16 bytes, the file ends before")]
    ShortHeader {
        /// Bytes found.
        found: usize,
    },
    /// The number of records that the header states does not fit the size of the file.
    #[error("{records} records make a file of {expected} bytes, this one has {found}")]
    Length {
        /// Records, by the header (bytes 4–7 for games, 8–9 for names).
        records: usize,
        /// Bytes that they need, the header included.
        expected: u64,
        /// Bytes found.
        found: usize,
    },
    /// The games are played on a board of another size.
    #[error("byte 12: games on a {size}x{size} board cannot be read, only 8x8")]
    BoardSize {
        /// Squares a side.
        size: u8,
    },
    /// The file holds solitaire problems (`.pzz`).
    #[error("byte 13: the file holds solitaire problems, not games")]
    Solitaires,
    /// A move byte is no square.
    #[error("byte {offset}: {found} is not a square (10 x row + column, 11 to 88)")]
    Square {
        /// Where it stands.
        offset: usize,
        /// What stands there.
        found: u8,
    },
    /// A score is more than the board holds.
    #[error("byte {offset}: a score of {found}, expected at most 64 discs")]
    Score {
        /// Where.
        offset: usize,
        /// What stands there.
        found: u8,
    },
    /// A move follows the zero that ends a game.
    #[error("byte {offset}: expected 0 after the last move, found {found}")]
    AfterLastMove {
        /// Where it stands.
        offset: usize,
        /// What stands there.
        found: u8,
    },
}

/// What a sound file may hold that is not played here.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unsupported {
    /// The game in which the fewest discs win.
    #[error("an anti game, in which the fewest discs win, cannot be read")]
    AntiGame,
    /// A board of another size.
    #[error("a {size}x{size} board cannot be read, only 8x8")]
    BoardSize {
        /// Squares a side.
        size: u32,
    },
    /// Another game altogether.
    #[error("the game is {name:?}, not Othello")]
    OtherGame {
        /// As the file names it, cut to a printable length.
        name: String,
    },
    /// Discs put on the board or taken off it after the first move.
    #[error("discs set up in the middle of a game cannot be read")]
    SetupInGame,
    /// A start position in another notation than 64 squares and the side to move.
    #[error("the start position cannot be read, only 64 of X O - and the side to move, X or O")]
    StartNotation,
    /// The file was written by a newer version of this program.
    #[error("version {version} of the format is newer than {known}, the last one known")]
    Version {
        /// What the file states.
        version: u32,
        /// The newest that can be read.
        known: u32,
    },
}

/// Why a game cannot be written in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CannotHold {
    /// The format has no place for a start position.
    #[error("the format can hold only games from the standard start")]
    Start,
    /// The format needs a score, and the game was not played to its end.
    #[error("the format needs the final score, and the game has none")]
    Score,
}

fn shown(found: &str) -> String {
    if found.is_empty() { "the end".to_owned() } else { format!("{found:?}") }
}
