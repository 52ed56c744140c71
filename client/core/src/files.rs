//! What comes of files: a game that was read, and why something could not be read or kept. The
//! files themselves are read and written outside.

use std::io;
use std::path::{Path, PathBuf};

use reversi_game::formats::{CannotHold, Detail, Format, FormatError, Loaded};
use thiserror::Error;

/// What the operating system says about a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct SystemError {
    pub kind: io::ErrorKind,
    pub text: String,
}

impl From<io::Error> for SystemError {
    fn from(error: io::Error) -> Self {
        Self { kind: error.kind(), text: error.to_string() }
    }
}

/// Why a file of games cannot be read or written. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameFileError {
    /// The system does not let it be read.
    Unreadable { path: PathBuf, source: SystemError },
    /// It does not hold the game that was asked for.
    Broken {
        path: PathBuf,
        /// Where, and what was expected there.
        source: FormatError,
        /// The format for which it was taken by its content alone.
        guessed: Option<Format>,
    },
    /// Its name does not tell in which format it is to be written.
    UnknownEnding { path: PathBuf },
    /// The game would be another one after reading it back.
    CannotHold { format: Format, source: CannotHold },
    /// There is a file of that name, and it was not said that it may be replaced.
    Exists { path: PathBuf },
    /// The system does not let it be written.
    Unwritable { path: PathBuf, source: SystemError },
}

impl GameFileError {
    /// Returns the file, if it holds several games and one has to be chosen.
    pub fn to_choose_from(&self) -> Option<&Path> {
        let Self::Broken { path, source: FormatError::SeveralGames { .. }, .. } = self else {
            return None;
        };
        Some(path)
    }

    /// Returns the stable word for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "file_unreadable",
            Self::Broken { .. } => "bad_file",
            Self::UnknownEnding { .. } => "unknown_format",
            Self::CannotHold { .. } => "cannot_hold",
            Self::Exists { .. } => "file_exists",
            Self::Unwritable { .. } => "file_unwritable",
        }
    }
}

/// A game as it came out of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    pub path: PathBuf,
    pub format: Format,
    /// The game, and what is to be known of it.
    pub loaded: Loaded,
}

/// The games of a file, one of which is to be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameList {
    pub path: PathBuf,
    pub format: Format,
    /// Each of them, or why it cannot be read.
    pub games: Vec<Result<Loaded, FormatError>>,
}

/// What became of a game that was written to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    pub format: Format,
    /// What the format has no place for.
    pub left_out: Vec<Detail>,
}

/// Why seats cannot be kept.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SeatStoreError {
    Io {
        path: PathBuf,
        source: SystemError,
    },
    /// The file is not one of ours.
    Damaged {
        path: PathBuf,
        source: SystemError,
    },
    /// A token cannot be made.
    NoRandomness(#[from] NoRandomness),
}

/// Why what the user chose cannot be read or kept.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingsError {
    Io {
        path: PathBuf,
        source: SystemError,
    },
    /// The file is no TOML from this line on.
    NotToml {
        path: PathBuf,
        line: usize,
    },
}

/// The operating system gave no random bytes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct NoRandomness(#[source] pub SystemError);
