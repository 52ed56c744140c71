//! What has happened in a room.

use reversi_game::{Action, Color, Position, Square};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::names::Nick;
use crate::request::OfferKind;
use crate::view::{ClosedReason, GameResult, Occupant, PositionView};

/// One numbered event of a room, as a viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RoomEvent {
    /// The room was opened.
    Opened,
    /// Someone took a seat, or a bot and a player took turns in it.
    Seated {
        /// Which seat.
        color: Color,
        /// Who.
        occupant: Occupant,
    },
    /// A seat became free.
    Unseated {
        /// Which seat.
        color: Color,
        /// Why.
        reason: UnseatedReason,
    },
    /// A game began: the first one, or another one after it.
    Started {
        /// The position before its first action.
        start: Position,
        /// The actions that it begins with: those of a transcript or a saved game.
        actions: Vec<Action>,
        /// Where it stands.
        position: PositionView,
    },
    /// A player offers something to the other. The number of this event names the offer.
    Offered {
        /// Who.
        by: Color,
        /// What.
        kind: OfferKind,
        /// The ply that an undo goes back to; what is placed from there on is taken back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to_ply: Option<u32>,
        /// When it dies by itself, in milliseconds since 1970.
        expires_at_ms: u64,
    },
    /// An offer is no longer there to be answered.
    OfferEnded {
        /// The number of the event that made it.
        offer: u64,
        /// Why.
        reason: OfferEndReason,
    },
    /// The game went back.
    Undone {
        /// Who decides anew.
        by: Color,
        /// The placements taken back.
        placements: u32,
        /// The position that it went back to; actions from its ply on are no longer there.
        position: PositionView,
    },
    /// What undo took back was made again.
    Redone {
        /// The actions made again.
        actions: Vec<Action>,
        /// The position after them.
        position: PositionView,
    },
    /// The players changed seats.
    SeatsSwapped,
    /// Players may ask for hints from now on.
    HintsAllowed,
    /// The game waits for both players to go on.
    Adjourned {
        /// Where it stands.
        position: PositionView,
    },
    /// An adjourned game goes on.
    Resumed {
        /// Where it stands.
        position: PositionView,
    },
    /// A disc was placed.
    Placed {
        /// The ply it was placed at.
        ply: u32,
        /// Who placed.
        color: Color,
        /// Where.
        square: Square,
        /// The discs it turned, in scan order.
        flips: Vec<Square>,
        /// The position after it.
        position: PositionView,
    },
    /// A side without a legal square lost its turn.
    Passed {
        /// The ply of the pass.
        ply: u32,
        /// Who passed.
        color: Color,
        /// The position after it.
        position: PositionView,
    },
    /// The game ended.
    Ended {
        /// Who won and why.
        result: GameResult,
        /// The final position.
        position: PositionView,
    },
    /// A game for the ranking was scored.
    Ranked {
        /// Whose score it is.
        nick: Nick,
        /// The score of this game.
        score: i32,
    },
    /// The room closed.
    Closed {
        /// Why.
        reason: ClosedReason,
    },
    /// Something that this viewer may not see; it keeps its number.
    Withheld,
    /// An event of a later server; a client that cannot draw it asks for a resync.
    #[serde(other)]
    #[schemars(skip)]
    Unknown,
}

impl RoomEvent {
    /// Returns the position after the event, where it changed it.
    pub const fn position(&self) -> Option<&PositionView> {
        match self {
            Self::Started { position, .. }
            | Self::Undone { position, .. }
            | Self::Redone { position, .. }
            | Self::Adjourned { position }
            | Self::Resumed { position }
            | Self::Placed { position, .. }
            | Self::Passed { position, .. }
            | Self::Ended { position, .. } => Some(position),
            Self::Opened
            | Self::Seated { .. }
            | Self::Unseated { .. }
            | Self::Offered { .. }
            | Self::OfferEnded { .. }
            | Self::SeatsSwapped
            | Self::HintsAllowed
            | Self::Ranked { .. }
            | Self::Closed { .. }
            | Self::Withheld
            | Self::Unknown => None,
        }
    }
}

/// Why an offer is no longer there to be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OfferEndReason {
    /// The other player said yes; what was offered follows.
    Accepted,
    /// The other player said no.
    Declined,
    /// Its maker took it back.
    Withdrawn,
    /// Nobody answered in time.
    Expired,
    /// The other player moved on instead, or one left after the end.
    Overtaken,
    /// The game ended, or the room closed.
    GameEnded,
    /// A reason of a later server.
    #[serde(other)]
    #[schemars(skip)]
    Unknown,
}

/// Why a seat became free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnseatedReason {
    /// The occupant left the room.
    Left,
    /// The occupant was away for too long before the game began.
    Absent,
    /// The host took the bot out.
    Removed,
    /// A reason of a later server.
    #[serde(other)]
    #[schemars(skip)]
    Unknown,
}
