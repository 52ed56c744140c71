//! What the moves of a finished game were worth.

use reversi_client_core::voice::discs_lost;
use reversi_client_core::voice::texts::Text;
use reversi_game::{Color, Game, Square};
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
        let lost = |color| format!("{:.1}", discs_lost(&self.moves, color));
        let (black, white) = (lost(Color::Black), lost(Color::White));
        let told = context.fill(Text::Reviewed, &[("black", &black), ("white", &white)]);
        let opening = self.opening.as_ref().map(|opening| format!(" {opening}."));
        told + &opening.unwrap_or_default()
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
