//! What the moves of a finished game were worth.

use reversi_game::{Game, Square};
use reversi_protocol::ReviewedMove;

use super::Model;

/// A finished game as the server looked back at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// Every placement, in order.
    pub moves: Vec<ReviewedMove>,
    /// What Black could expect before each ply and at the end, in hundredths of a disc.
    pub black_values_centidiscs: Vec<i32>,
}

impl Review {
    /// Tells whether it is about this game.
    pub fn is_of(&self, game: &Game) -> bool {
        let placed = game.actions().iter().filter_map(|action| action.square());
        let reviewed = self.moves.iter().map(|reviewed| reviewed.square);
        reviewed.eq(placed) && self.black_values_centidiscs.len() == game.ply() + 1
    }

    /// Returns what is said of the placement at a ply.
    pub fn at(&self, ply: usize) -> Option<&ReviewedMove> {
        self.moves.iter().find(|reviewed| usize::try_from(reviewed.ply) == Ok(ply))
    }

    /// Returns the better square that there was instead of a placement, if there was one.
    pub fn better(reviewed: &ReviewedMove) -> Option<Square> {
        (reviewed.best != reviewed.square).then_some(reviewed.best)
    }
}

impl Model {
    /// Returns the review of the game on the screen.
    pub(in crate::tui) const fn review(&self) -> Option<&Review> {
        self.table.review.as_ref()
    }
}
