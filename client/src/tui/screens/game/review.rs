//! What the moves of a finished game were worth.

use reversi_client_core::voice::lost;
use reversi_client_core::voice::texts::Text;
use reversi_game::{Game, Square};
use reversi_protocol::ReviewedMove;

use crate::tui::context::Context;

/// A finished game as the server looked back at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Review {
    /// The name of the opening, if it has one.
    pub opening: Option<String>,
    pub moves: Vec<ReviewedMove>,
    /// What Black could expect before each ply and at the end, in hundredths of a disc.
    pub black_values_centidiscs: Vec<i32>,
}

impl Review {
    pub(super) fn is_of(&self, game: &Game) -> bool {
        let placed = game.actions().iter().filter_map(|action| action.square());
        let reviewed = self.moves.iter().map(|reviewed| reviewed.square);
        reviewed.eq(placed) && self.black_values_centidiscs.len() == game.ply() + 1
    }

    pub(super) fn told(&self, context: &Context) -> String {
        let opening = self.opening.as_ref();
        let opening = opening.map(|name| context.fill(Text::OpeningWas, &[("opening", name)]));
        let parts = [Some(lost(context.language(), &self.moves)), opening];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// Returns what is said of the placement at a ply.
    pub(super) fn at(&self, ply: usize) -> Option<&ReviewedMove> {
        self.moves.iter().find(|reviewed| usize::try_from(reviewed.ply) == Ok(ply))
    }

    /// Returns the better square that there was instead of a placement, if there was one.
    pub(super) fn better(reviewed: &ReviewedMove) -> Option<Square> {
        (reviewed.best != reviewed.square).then_some(reviewed.best)
    }
}
