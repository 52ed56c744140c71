//! Somebody is invited to a game by name.

use reversi_game::Color;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::RoomId;
use crate::names::PlayerName;
use crate::opening::Opening;
use crate::settings::RoomRules;

/// An invitation to a game, as whoever is invited is told of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Invited {
    /// Which room.
    pub room: RoomId,
    /// Who invites.
    pub by: PlayerName,
    /// The colour of the open seat.
    pub color: Color,
    /// What holds in the room.
    #[serde(flatten)]
    pub rules: RoomRules,
    /// Until when an answer is waited for, in milliseconds since 1970.
    pub expires_at_ms: u64,
}

impl Invited {
    /// Tells whether whoever takes it picks the side: the colour is but the one that is open until then.
    pub const fn may_pick_side(&self) -> bool {
        matches!(self.rules.opening, Some(Opening::Bid { .. }))
    }
}

/// Why an invitation stands no longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InvitationEnd {
    /// Whoever was invited does not want to.
    Declined,
    /// No answer came in time.
    Expired,
    /// Whoever was invited has gone.
    Gone,
    /// Whoever invited has gone, or the seat is not kept any more.
    Withdrawn,
    /// For a reason of a later server.
    #[serde(other)]
    #[schemars(skip)]
    Unknown,
}
