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
    /// The game waits for both players to go on.
    #[error("the game is adjourned")]
    Adjourned,
    /// A bot does not agree to that.
    #[error("a bot does not agree to that")]
    BotDeclines,
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
    /// The player has no saved game of that name.
    #[error("there is no such saved game")]
    NoSuchSave,
    /// Nothing was taken back.
    #[error("there is nothing to make again")]
    NothingToRedo,
    /// The actor has not placed.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// The game does not allow that as it stands.
    #[error("the game does not allow that as it stands")]
    NotNow,
    /// An offer waits for its answer already.
    #[error("an offer waits for its answer already")]
    OfferPending,
    /// The same offer was declined or withdrawn just now.
    #[error("that was declined or withdrawn just now")]
    OfferTooSoon {
        /// When it may be made again.
        retry_after_ms: u64,
    },
    /// The offer is gone, or is not the actor's to answer.
    #[error("the offer is gone")]
    StaleOffer,
    /// The room does not allow undo.
    #[error("the room does not allow undo")]
    UndoOff,
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
    /// The seat is kept for a player who is away.
    #[error("the seat is kept for {} s more", .retry_after_ms.div_ceil(1000))]
    SeatKept {
        /// Until a bot may play in it.
        retry_after_ms: u64,
    },
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
            Self::Adjourned => RefusalCode::Adjourned,
            Self::BotDeclines => RefusalCode::BotDeclines,
            Self::BotPlays => RefusalCode::BotPlays,
            Self::NoSuchSave => RefusalCode::NoSuchSave,
            Self::NothingToRedo => RefusalCode::NothingToRedo,
            Self::NothingToUndo => RefusalCode::NothingToUndo,
            Self::NotNow => RefusalCode::NotNow,
            Self::OfferPending => RefusalCode::OfferPending,
            Self::OfferTooSoon { .. } => RefusalCode::OfferTooSoon,
            Self::StaleOffer => RefusalCode::StaleOffer,
            Self::UndoOff => RefusalCode::UndoOff,
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
            Self::SeatKept { .. } => RefusalCode::SeatKept,
            Self::SeatTaken => RefusalCode::SeatTaken,
            Self::StalePly { .. } => RefusalCode::StalePly,
            Self::TokenMissing => RefusalCode::TokenMissing,
            Self::WrongToken => RefusalCode::WrongToken,
        }
    }

    /// Returns when to try again, where that helps.
    pub const fn retry_after_ms(&self) -> Option<u64> {
        if let Self::OfferTooSoon { retry_after_ms } | Self::SeatKept { retry_after_ms } = self {
            Some(*retry_after_ms)
        } else {
            None
        }
    }

    /// Returns the sentence for people: the code's, with what is known of this case.
    pub fn message(&self) -> String {
        let sentence = self.code().sentence();
        match self {
            Self::BadStart(_)
            | Self::Placement(_)
            | Self::SeatKept { .. }
            | Self::StalePly { .. } => format!("{sentence} ({self})"),
            Self::Adjourned
            | Self::BotDeclines
            | Self::NoSuchSave
            | Self::NothingToRedo
            | Self::NothingToUndo
            | Self::NotNow
            | Self::OfferPending
            | Self::OfferTooSoon { .. }
            | Self::StaleOffer
            | Self::UndoOff
            | Self::BotPlays
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
