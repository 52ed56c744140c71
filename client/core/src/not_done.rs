//! Why a command is not done, whoever says so: the reader, the session or the disk.

use std::path::PathBuf;

use reversi_game::IllegalAction;
use thiserror::Error;

use crate::files::{GameFileError, PreferencesError, SeatStoreError};
use crate::session::{Declined, Refused};
use crate::words::BadCommand;

/// Why a command is not done. Nothing has changed.
#[derive(Debug, Error)]
pub enum NotDone {
    /// It is no command.
    #[error(transparent)]
    Bad(#[from] BadCommand),
    /// The session knows the answer without asking.
    #[error(transparent)]
    Declined(#[from] Declined),
    /// The room keeps its legal squares to itself.
    #[error("This room does not tell the legal squares.")]
    LegalHidden,
    /// No file was imported.
    #[error("No game was imported from a file yet. `import FILE` does.")]
    NoFile,
    /// A game from a file that is to be played is over.
    #[error("The game in {} is over. `import` it, and `replay file` tells it.", .0.display())]
    OverAlready(PathBuf),
    /// The game has not come so far.
    #[error("There is no ply {ply}: the game has {last}.")]
    NoSuchPly {
        /// What was asked for.
        ply: u32,
        /// The last one.
        last: u32,
    },
    /// The server's record of a game breaks the rules.
    #[error("The record of the game breaks the rules: {0}")]
    BadRecord(#[from] IllegalAction),
    /// A file of games cannot be read or written.
    #[error(transparent)]
    GameFile(#[from] GameFileError),
    /// What the user chose cannot be kept.
    #[error(transparent)]
    Preferences(#[from] PreferencesError),
    /// The secret of the seat cannot be kept, so the seat is not taken.
    #[error(transparent)]
    SeatStore(#[from] SeatStoreError),
}

impl NotDone {
    /// Returns what to tell the user who typed `words`.
    pub fn refused(&self, words: &str) -> Refused {
        let (code, square) = match self {
            Self::Bad(bad) => (bad.code(), bad.square()),
            Self::Declined(declined) => (declined.code(), None),
            Self::LegalHidden => ("legal_hidden", None),
            Self::NoFile => ("no_file", None),
            Self::OverAlready(_) => ("game_over", None),
            Self::NoSuchPly { .. } => ("no_such_ply", None),
            Self::BadRecord(_) => ("bad_record", None),
            Self::GameFile(error) => (file_code(error), None),
            Self::Preferences(_) => ("settings_not_kept", None),
            Self::SeatStore(_) => ("seat_not_kept", None),
        };
        Refused {
            request: Some(words.to_owned()),
            code: code.to_owned(),
            message: self.to_string(),
            room: None,
            retry_after_ms: None,
            square,
        }
    }
}

const fn file_code(error: &GameFileError) -> &'static str {
    match error {
        GameFileError::Unreadable { .. } => "file_unreadable",
        GameFileError::Broken { .. } => "bad_file",
        GameFileError::UnknownEnding { .. } => "unknown_format",
        GameFileError::CannotHold { .. } => "cannot_hold",
        GameFileError::Exists { .. } => "file_exists",
        GameFileError::Unwritable { .. } => "file_unwritable",
    }
}
