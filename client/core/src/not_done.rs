//! Why the client does not do what it was asked, whoever says so: the reader of commands, the
//! session or the disk.

use reversi_game::{IllegalAction, Square};
use reversi_protocol::{RefusalCode, RoomId};
use thiserror::Error;

use crate::files::{GameFileError, SeatStoreError, SettingsError};
use crate::server_url::{RoomRef, ServerUrl};
use crate::words::BadCommand;

/// Why something is not done, and not asked of the server either. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotDone {
    /// It is no command.
    Bad(#[from] BadCommand),
    NoRoom,
    /// The link leads to another server than the one that the client is connected to.
    OtherServer {
        link: RoomRef,
        here: ServerUrl,
    },
    /// The room was entered and its board is still on the way.
    NoBoard,
    /// The server has not answered the last move; a second one would be meant for a board that
    /// nobody has seen.
    MoveUnanswered(Square),
    /// No offer of the other side is there to be answered.
    NoOffer,
    /// The invitation lets one pick the side, which a yes does not.
    NoSide(RoomId),
    /// The client has made no offer that is still open.
    NoOwnOffer,
    /// What the server would say, known beforehand.
    Rule(RefusalCode),
    /// The room keeps its legal squares to itself.
    LegalHidden,
    /// No file was imported.
    NoFile,
    /// No game has ended here that could be reviewed.
    NotOver,
    /// In no other room is there anything to do.
    NoOtherBoard,
    /// The game has not come so far.
    NoSuchPly {
        ply: u32,
        last: u32,
    },
    /// The server's record of a game breaks the rules.
    BadRecord(#[from] IllegalAction),
    /// A file of games cannot be read or written.
    GameFile(#[from] GameFileError),
    /// What the user chose cannot be kept.
    Settings(#[from] SettingsError),
    /// The secret of the seat cannot be kept, so the seat is not taken.
    SeatStore(#[from] SeatStoreError),
}

impl NotDone {
    /// Returns the stable word for programs; the server's where it has one.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Bad(bad) => bad.code(),
            Self::NoRoom => RefusalCode::NotInRoom.as_str(),
            Self::OtherServer { .. } => "other_server",
            Self::NoBoard => "no_board",
            Self::MoveUnanswered(_) => "move_unanswered",
            Self::NoOffer | Self::NoOwnOffer => RefusalCode::StaleOffer.as_str(),
            Self::NoSide(_) => "no_side",
            Self::Rule(code) => code.as_str(),
            Self::LegalHidden => "legal_hidden",
            Self::NoFile => "no_file",
            Self::NotOver => "not_over",
            Self::NoOtherBoard => "no_other_board",
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
