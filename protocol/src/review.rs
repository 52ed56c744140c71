//! A finished game looked back at: what every move was worth beside the best one.

use reversi_game::{Color, Square};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::RoomId;

/// Which finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ReviewSubject {
    /// One by its number, if it is for the asker to see.
    Game {
        /// Its number.
        game: u64,
    },
    /// The last one of a room.
    Room {
        /// A room that the asker is in.
        room: RoomId,
    },
}

/// A placement, beside the best one that was found. Values are what the side that placed could expect
/// at the end, empties to the winner, in hundredths of a disc.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewedMove {
    /// Actions before it, passes included.
    pub ply: u32,
    /// Who placed.
    pub color: Color,
    /// Where.
    pub square: Square,
    /// What it was worth.
    pub value_centidiscs: i32,
    /// The best square; the one of the placement if nothing is better.
    pub best: Square,
    /// What that was worth; never less than the placement.
    pub best_value_centidiscs: i32,
    /// Plies looked ahead.
    pub depth_plies: u32,
    /// Whether both values are what best play by both sides leads to.
    pub is_exact: bool,
    /// How good the placement was.
    pub label: MoveLabel,
}

/// How good a placement was, by what it lost on the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MoveLabel {
    /// Nothing better was found.
    Best,
    /// Less than 2 discs lost.
    Fine,
    /// From 2 discs.
    Inaccuracy,
    /// From 4 discs.
    Mistake,
    /// From 8 discs.
    Blunder,
    /// A label of a later server.
    #[serde(other)]
    #[schemars(skip)]
    Unknown,
}
