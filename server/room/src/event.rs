//! What the journal keeps of a room.

use reversi_game::{Color, GameRecord, Outcome, Square};
use reversi_protocol::{
    BotName, Clock, ClosedReason, EndReason, Nick, OfferEndReason, Opening, PlayerName, RequestId,
    RoomName, RoomRules, SessionId, UnseatedReason,
};
use serde::{Deserialize, Serialize};

use super::competition::Competition;
use super::offer::Offer;
use super::secret::SecretHash;
use super::time::Timestamp;

/// A numbered event with its time and the request that caused it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number in the room, from 1 without gaps.
    pub seq: u64,
    /// When it happened.
    pub at: Timestamp,
    /// The request that caused it; nothing for what time alone caused.
    pub key: Option<RequestKey>,
    /// What happened.
    pub event: Event,
}

/// A request, named so that sending it twice can be noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RequestKey {
    /// The session of the client.
    pub session: SessionId,
    /// The number of the request in it.
    pub request: RequestId,
}

/// Something that has happened in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The room was opened.
    Opened {
        /// Its name.
        name: RoomName,
        /// What holds in it.
        #[serde(flatten)]
        rules: RoomRules,
        /// Where the game starts, with the moves of a transcript.
        start: GameRecord,
        /// The least time that a bot takes for a move, in milliseconds.
        think_ms_min: u32,
        /// What the host shows to be known.
        host: Option<SecretHash>,
        /// The competition that the game is played in.
        competition: Option<Competition>,
        /// How the clocks of the first game stand at its start, Black's first, where it was saved with some.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<[Clock; 2]>,
    },
    /// A person took a seat.
    Seated {
        /// Which seat.
        color: Color,
        /// The name that the person gave.
        name: PlayerName,
        /// What holds the seat.
        token: SecretHash,
        /// Which player it is, for the list of their games.
        player: Option<SecretHash>,
    },
    /// A bot took a seat, or plays for the person who holds it.
    BotSeated {
        /// Which seat.
        color: Color,
        /// Which kind of bot.
        bot: BotName,
    },
    /// The person who holds a seat plays again instead of the bot.
    TookBack {
        /// Which seat.
        color: Color,
    },
    /// A seat became free.
    Unseated {
        /// Which seat.
        color: Color,
        /// Why.
        reason: UnseatedReason,
    },
    /// The open seat is kept for whoever was invited.
    Reserved {
        /// What whoever was invited shows.
        invitation: SecretHash,
    },
    /// The open seat is for everyone again.
    Released,
    /// Both seats are taken and a game began.
    Started {
        /// What this game and later ones start from, where it was drawn by lot anew.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        drawn: Option<GameRecord>,
    },
    /// A game began that goes on from a saved one.
    Loaded {
        /// The saved game.
        record: GameRecord,
        /// How its clocks stood, Black's first, where they are those of the room.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<[Clock; 2]>,
        /// How it began.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opening: Option<Opening>,
    },
    /// A player offers something. The number of this event names the offer.
    OfferMade(Offer),
    /// An offer is no longer there to be answered.
    OfferEnded {
        /// The number of the event that made it.
        offer: u64,
        /// Why.
        reason: OfferEndReason,
    },
    /// The game went back.
    Undone {
        /// Who took back.
        by: Color,
        /// The ply that it went back to.
        to_ply: u32,
        /// The placements taken back.
        placements: u32,
    },
    /// What undo took back was made again.
    Redone {
        /// The ply that it started from.
        from_ply: u32,
        /// The ply that it goes forward to.
        to_ply: u32,
    },
    /// The players changed seats.
    SeatsSwapped,
    /// Players may ask for hints from now on.
    HintsAllowed,
    /// The game waits for both players to go on.
    Adjourned,
    /// An adjourned game goes on.
    Resumed,
    /// The server was not running: the clock stood, and goes on.
    ClockHeld {
        /// What the turn took before that, in milliseconds.
        spent_ms: u64,
        /// For how long the clock stood, in milliseconds.
        held_ms: u64,
    },
    /// A disc was placed.
    Placed {
        /// The ply it was placed at.
        ply: u32,
        /// Who placed.
        color: Color,
        /// Where.
        square: Square,
        /// The clock of who placed, as it is after it, where time is counted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<Clock>,
    },
    /// A side without a legal square lost its turn.
    Passed {
        /// The ply of the pass.
        ply: u32,
        /// Who passed.
        color: Color,
    },
    /// The game ended.
    Ended {
        /// Who won.
        outcome: Outcome,
        /// Why it ended.
        reason: EndReason,
    },
    /// The game was scored for the ranking.
    Ranked {
        /// Whose score it is.
        nick: Nick,
        /// The score.
        score: i32,
    },
    /// The room closed.
    Closed {
        /// Why.
        reason: ClosedReason,
    },
}

impl Event {
    /// Tells whether other people may hold the seats after it.
    pub const fn changes_holders(&self) -> bool {
        matches!(self, Self::Seated { .. } | Self::Unseated { .. } | Self::SeatsSwapped)
    }
}
