//! What has happened in a room.

use reversi_game::{Color, Square};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::schema;
use crate::view::{ClosedReason, GameResult, Occupant, PositionView};

/// One numbered event of a room, as a viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RoomEvent {
    /// The room was opened.
    Opened,
    /// Someone took a seat.
    Seated {
        /// Which seat.
        #[schemars(with = "schema::Color")]
        color: Color,
        /// Who.
        occupant: Occupant,
    },
    /// A seat became free.
    Unseated {
        /// Which seat.
        #[schemars(with = "schema::Color")]
        color: Color,
        /// Why.
        reason: UnseatedReason,
    },
    /// The game began.
    Started {
        /// Where it begins.
        position: PositionView,
    },
    /// A disc was placed.
    Placed {
        /// The ply it was placed at.
        ply: u32,
        /// Who placed.
        #[schemars(with = "schema::Color")]
        color: Color,
        /// Where.
        #[schemars(with = "schema::Square")]
        square: Square,
        /// The discs it turned, in scan order.
        #[schemars(with = "Vec<schema::Square>")]
        flips: Vec<Square>,
        /// The position after it.
        position: PositionView,
    },
    /// A side without a legal square lost its turn.
    Passed {
        /// The ply of the pass.
        ply: u32,
        /// Who passed.
        #[schemars(with = "schema::Color")]
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
            Self::Started { position }
            | Self::Placed { position, .. }
            | Self::Passed { position, .. }
            | Self::Ended { position, .. } => Some(position),
            Self::Opened
            | Self::Seated { .. }
            | Self::Unseated { .. }
            | Self::Closed { .. }
            | Self::Withheld
            | Self::Unknown => None,
        }
    }
}

/// Why a seat became free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnseatedReason {
    /// The occupant left the room.
    Left,
    /// The occupant was away for too long before the game began.
    Absent,
    /// A reason of a later server.
    #[serde(other)]
    #[schemars(skip)]
    Unknown,
}
