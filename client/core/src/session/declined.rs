//! What the client refuses by itself, without asking the server.

use reversi_game::Square;
use reversi_protocol::RefusalCode;
use thiserror::Error;

/// Why a wish is not sent to the server. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Declined {
    /// The client is in no room.
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
}

impl Declined {
    /// Returns the stable word for programs; the server's where it has one.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NoRoom => RefusalCode::NotInRoom.as_str(),
            Self::NoBoard => "no_board",
            Self::MoveUnanswered(_) => "move_unanswered",
            Self::NoOffer | Self::NoOwnOffer => RefusalCode::StaleOffer.as_str(),
            Self::Rule(code) => code.as_str(),
        }
    }
}
