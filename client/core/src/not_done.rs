//! Why the client does not do what it was asked, whoever says so: the reader of commands, the
//! session or the disk.

use std::path::PathBuf;

use reversi_game::{IllegalAction, Square};
use reversi_protocol::RefusalCode;
use thiserror::Error;

use crate::files::{GameFileError, SeatStoreError, SettingsError};
use crate::words::BadCommand;

/// Why something is not done, and not asked of the server either. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotDone {
    /// It is no command.
    #[error(transparent)]
    Bad(#[from] BadCommand),
    #[error("You are in no room. `new` opens one, `join ROOM` enters one.")]
    NoRoom,
    /// The room was entered and its board is still on the way.
    #[error("The board has not arrived yet. Wait a moment.")]
    NoBoard,
    /// The server has not answered the last move; a second one would be meant for a board that
    /// nobody has seen.
    #[error("{0} is still unanswered. Wait for its answer before you move again.")]
    MoveUnanswered(Square),
    /// No offer of the other side is there to be answered.
    #[error("No offer waits for your answer.")]
    NoOffer,
    /// The client has made no offer that is still open.
    #[error("You have made no offer that waits for an answer.")]
    NoOwnOffer,
    /// What the server would say, known beforehand.
    #[error("{}", .0.sentence())]
    Rule(RefusalCode),
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
    NoSuchPly { ply: u32, last: u32 },
    /// The server's record of a game breaks the rules.
    #[error("The record of the game breaks the rules: {0}")]
    BadRecord(#[from] IllegalAction),
    /// A file of games cannot be read or written.
    #[error(transparent)]
    GameFile(#[from] GameFileError),
    /// What the user chose cannot be kept.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The secret of the seat cannot be kept, so the seat is not taken.
    #[error(transparent)]
    SeatStore(#[from] SeatStoreError),
}

impl NotDone {
    /// Returns the stable word for programs; the server's where it has one.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Bad(bad) => bad.code(),
            Self::NoRoom => RefusalCode::NotInRoom.as_str(),
            Self::NoBoard => "no_board",
            Self::MoveUnanswered(_) => "move_unanswered",
            Self::NoOffer | Self::NoOwnOffer => RefusalCode::StaleOffer.as_str(),
            Self::Rule(code) => code.as_str(),
            Self::LegalHidden => "legal_hidden",
            Self::NoFile => "no_file",
            Self::OverAlready(_) => "game_over",
            Self::NoSuchPly { .. } => "no_such_ply",
            Self::BadRecord(_) => "bad_record",
            Self::GameFile(error) => error.code(),
            Self::Settings(_) => "settings_not_kept",
            Self::SeatStore(_) => "seat_not_kept",
        }
    }

    /// Returns the move that was meant, if it was one.
    pub(crate) fn square(&self) -> Option<String> {
        if let Self::Bad(bad) = self { bad.square() } else { None }
    }
}
