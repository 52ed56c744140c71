//! Why a command is not done, whoever says so: the reader, the session or the disk.

use thiserror::Error;

use super::bad_command::BadCommand;
use crate::seat_store::SeatStoreError;
use crate::state::{Declined, Refused};

/// Why a command is not done. Nothing has changed.
#[derive(Debug, Error)]
pub(super) enum NotDone {
    /// It is no command.
    #[error(transparent)]
    Bad(#[from] BadCommand),
    /// The session knows the answer without asking.
    #[error(transparent)]
    Declined(#[from] Declined),
    /// The room keeps its legal squares to itself.
    #[error("This room does not tell the legal squares.")]
    LegalHidden,
    /// The secret of the seat cannot be kept, so the seat is not taken.
    #[error(transparent)]
    SeatStore(#[from] SeatStoreError),
}

impl NotDone {
    /// Returns what to tell the user who typed `words`.
    pub(super) fn refused(&self, words: &str) -> Refused {
        let (code, square) = match self {
            Self::Bad(bad) => (bad.code(), bad.square()),
            Self::Declined(declined) => (declined.code(), None),
            Self::LegalHidden => ("legal_hidden", None),
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
