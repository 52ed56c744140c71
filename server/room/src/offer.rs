//! What is on the table between the players of a room.

use reversi_game::{Color, Game, GameRecord, Position};
use reversi_protocol::{Clock, OfferKind, OfferedGame, Opening, SaveName};
use serde::{Deserialize, Serialize};

use super::time::Timestamp;

/// Something that a player offers to the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// Who made it.
    pub by: Color,
    /// What is offered.
    pub kind: OfferKind,
    /// The ply that an undo goes back to.
    pub to_ply: Option<u32>,
    /// The game that a load goes on from.
    pub record: Option<GameRecord>,
    /// How its clocks stood, Black's first, where they are those of the room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<[Clock; 2]>,
    /// How it began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<Opening>,
    /// What its owner calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<SaveName>,
    /// When it dies by itself.
    pub expires_at: Timestamp,
}

impl Offer {
    /// Tells whether another offer is by the same player and would do the same.
    pub(super) fn asks_for_the_same(&self, other: &Self) -> bool {
        (self.by, self.kind, self.to_ply) == (other.by, other.kind, other.to_ply)
    }

    /// Returns the offer as clients are shown it.
    pub fn shown(&self) -> reversi_protocol::Offer {
        let &Self { by, kind, to_ply, expires_at, .. } = self;
        let saved = self.saved();
        reversi_protocol::Offer { by, kind, to_ply, saved, expires_at_ms: expires_at.0 }
    }

    fn saved(&self) -> Option<OfferedGame> {
        let game = Game::try_from(self.record.clone()?).ok()?;
        let Position { board, to_move } = game.position();
        let to_move = (!game.is_over()).then_some(to_move);
        Some(OfferedGame { name: self.name.clone()?, ply: game.ply() as u32, board, to_move })
    }
}

/// An offer that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingOffer {
    /// The number of the event that made it.
    pub id: u64,
    /// What it is.
    pub offer: Offer,
}

impl PendingOffer {
    /// Returns the offer as clients are shown it.
    pub fn shown(&self) -> reversi_protocol::PendingOffer {
        reversi_protocol::PendingOffer { id: self.id, offer: self.offer.shown() }
    }
}

/// The offers of a room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    /// The one that waits for an answer.
    pub pending: Option<PendingOffer>,
    /// Those that were declined or withdrawn, and when: the last that asked for each thing, so that none
    /// is made again at once.
    pub rejected: Vec<(Offer, Timestamp)>,
}
