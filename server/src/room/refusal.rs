//! A command declined by the rules of the room.

use reversi_game::PlacementError;
use reversi_protocol::RefusalCode;
use thiserror::Error;

/// Why a command is declined. The room is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The game cannot start where the creator wants.
    #[error("{0}")]
    BadStart(BadStart),
    /// A bot plays in the actor's seat.
    #[error("a bot plays for you")]
    BotPlays,
    /// The room takes no more commands.
    #[error("the room is closed")]
    Closed,
    /// A game for the ranking does not allow that.
    #[error("a game for the ranking does not allow that")]
    Competing,
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// The room does not allow hints.
    #[error("the room does not allow hints")]
    HintsForbidden,
    /// The actor is neither the host nor a player.
    #[error("only the host or a player can do that")]
    NotHost,
    /// The game has not begun.
    #[error("the game has not begun")]
    NotStarted,
    /// The actor holds no seat.
    #[error("spectators cannot do that")]
    NotSeated,
    /// It is the other side's turn.
    #[error("it is the other side's turn")]
    NotYourTurn,
    /// The rules forbid the square.
    #[error(transparent)]
    Placement(PlacementError),
    /// Both seats are taken.
    #[error("both seats are taken")]
    RoomFull,
    /// The seat is taken by someone else.
    #[error("the seat is taken")]
    SeatTaken,
    /// The command was meant for another ply.
    #[error("the game is at ply {now}, not {meant}")]
    StalePly {
        /// The ply that the command names.
        meant: u32,
        /// The ply of the game.
        now: u32,
    },
    /// Taking a seat needs a token.
    #[error("taking a seat needs a token")]
    TokenMissing,
    /// The token holds no seat here.
    #[error("the token holds no seat in this room")]
    WrongToken,
}

/// Why a game cannot start there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadStart {
    /// The transcript cannot be read.
    #[error(transparent)]
    Transcript(#[from] reversi_game::ParseTranscriptError),
    /// A move of the transcript is illegal.
    #[error(transparent)]
    Illegal(#[from] reversi_game::IllegalAction),
    /// Neither side has a legal square there.
    #[error("the game is over there: neither side can place")]
    Over,
}

impl Refusal {
    /// Returns the stable word for the wire.
    pub const fn code(&self) -> RefusalCode {
        match self {
            Self::BadStart(_) => RefusalCode::BadStart,
            Self::BotPlays => RefusalCode::BotPlays,
            Self::Closed => RefusalCode::RoomClosed,
            Self::Competing => RefusalCode::Competing,
            Self::GameOver | Self::Placement(PlacementError::GameOver) => RefusalCode::GameOver,
            Self::HintsForbidden => RefusalCode::HintsForbidden,
            Self::NotHost => RefusalCode::NotHost,
            Self::NotStarted => RefusalCode::NotStarted,
            Self::NotSeated => RefusalCode::NotSeated,
            Self::NotYourTurn => RefusalCode::NotYourTurn,
            Self::Placement(PlacementError::Occupied(_)) => RefusalCode::Occupied,
            Self::Placement(PlacementError::TurnsNothing { .. }) => RefusalCode::TurnsNothing,
            Self::RoomFull => RefusalCode::RoomFull,
            Self::SeatTaken => RefusalCode::SeatTaken,
            Self::StalePly { .. } => RefusalCode::StalePly,
            Self::TokenMissing => RefusalCode::TokenMissing,
            Self::WrongToken => RefusalCode::WrongToken,
        }
    }

    /// Returns the sentence for people: the code's, with what is known of this case.
    pub fn message(&self) -> String {
        let sentence = self.code().sentence();
        match self {
            Self::BadStart(_) | Self::Placement(_) | Self::StalePly { .. } => {
                format!("{sentence} ({self})")
            }
            Self::BotPlays
            | Self::Closed
            | Self::Competing
            | Self::GameOver
            | Self::HintsForbidden
            | Self::NotHost
            | Self::NotStarted
            | Self::NotSeated
            | Self::NotYourTurn
            | Self::RoomFull
            | Self::SeatTaken
            | Self::TokenMissing
            | Self::WrongToken => sentence.to_owned(),
        }
    }
}
