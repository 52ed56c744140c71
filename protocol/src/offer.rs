//! What players offer each other.

use reversi_game::{Board, Color};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::names::SaveName;

/// Something that a player offers to the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Offer {
    /// Who made it.
    pub by: Color,
    /// What is offered.
    pub kind: OfferKind,
    /// The ply that an undo goes back to; what is placed from there on is taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_ply: Option<u32>,
    /// The game that a load goes on from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saved: Option<OfferedGame>,
    /// When it dies by itself, in milliseconds since 1970.
    pub expires_at_ms: u64,
}

/// A saved game as it would be gone on with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OfferedGame {
    /// What its owner calls it.
    pub name: SaveName,
    /// Actions in it, passes included.
    pub ply: u32,
    /// The discs.
    pub board: Board,
    /// Whose turn it is; nobody's where the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Color>,
}

/// An offer that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PendingOffer {
    /// The number of the event that made it.
    #[serde(rename = "offer")]
    pub id: u64,
    /// What it is.
    #[serde(flatten)]
    pub offer: Offer,
}

/// What a player can offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    /// To go back to the offerer's own last decision.
    Undo,
    /// To end the game as a draw.
    Draw,
    /// To play again with changed colours, after the end.
    Rematch,
    /// To stop now and go on another time.
    Adjourn,
    /// To change seats, before the first placement or after the end.
    SwapSeats,
    /// To allow hints from now on.
    AllowHints,
    /// To go on from a saved game; made by `load`.
    Load,
    /// A kind of a later server.
    #[serde(other)]
    #[schemars(skip)]
    Unknown,
}

/// What is said to an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OfferAnswer {
    /// Yes.
    Accept,
    /// No.
    Decline,
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
