//! A game step by step.

use reversi_game::{Action, Color, DiscCounts, Game, SquareSet, Turn};
use reversi_protocol::{LastPlacement, PositionView};
use serde::Serialize;

/// An action of a game and what it did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Its ply.
    pub ply: u32,
    /// Who acted.
    pub color: Color,
    /// A placement's square, or `pass`.
    pub action: Action,
    /// The discs that it turned, in scan order.
    pub flips: SquareSet,
    /// Disc counts after it.
    pub discs: DiscCounts,
}

/// Returns every step of a game.
pub fn steps(game: &Game) -> Vec<Step> {
    let step = |(ply, (color, action)): (usize, (Color, Action))| {
        let (before, after) = (game.position_at(ply)?, game.position_at(ply + 1)?);
        let placement = action.square().and_then(|square| before.place(square).ok());
        let flips = placement.map(|it| it.flips).unwrap_or_default();
        Some(Step { ply: ply as u32, color, action, flips, discs: after.counts() })
    };
    game.actions_by_side().enumerate().filter_map(step).collect()
}

/// Returns the position before a ply, if the game has come so far. Legal squares are left out: in
/// a game that was played there is nothing to choose.
pub fn position_at(game: &Game, ply: u32) -> Option<PositionView> {
    let position = game.position_at(ply as usize)?;
    Some(PositionView {
        ply,
        board: position.board,
        to_move: (position.turn() != Turn::Over).then_some(position.to_move),
        discs: position.counts(),
        last: last_placement(game, ply as usize),
        legal: None,
        opening: game.opening_at(ply as usize).map(|opening| opening.name.into()),
        clocks: None,
    })
}

/// Returns the last placement before a ply.
fn last_placement(game: &Game, ply: usize) -> Option<LastPlacement> {
    let at = game.actions().get(..ply)?.iter().rposition(|action| *action != Action::Pass)?;
    let placement = game.position_at(at)?.place(game.actions()[at].square()?).ok()?;
    let (color, square) = (placement.color, placement.square);
    Some(LastPlacement { color, square, flips: placement.flips })
}

#[cfg(test)]
mod tests {
    use reversi_game::{Position, Square};

    use super::*;

    #[test]
    fn steps_name_what_each_turned_and_passes_turn_nothing() {
        // Black must pass after ply 15 (see `reversi-game`, `record.rs`).
        let transcript = "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8".parse().unwrap();
        let game = Game::replay(Position::START, &transcript).unwrap();
        let steps = steps(&game);
        assert_eq!(steps.len(), 17);
        assert_eq!(steps[0].flips, [Square::E5].into_iter().collect());
        assert_eq!((steps[16].color, steps[16].action), (Color::Black, Action::Pass));
        assert!(steps[16].flips.is_empty());
        assert_eq!(steps[16].discs, steps[15].discs);
        assert_eq!(steps[16].discs, game.counts());
    }

    #[test]
    fn a_position_has_the_last_placement_before_it() {
        let game = Game::replay(Position::START, &"f5d6".parse().unwrap()).unwrap();
        let last = |ply| position_at(&game, ply).unwrap().last.map(|last| last.square);
        assert_eq!([last(0), last(1), last(2)], [None, Some(Square::F5), Some(Square::D6)]);
        assert_eq!(position_at(&game, 2).unwrap().board, game.position().board);
        assert_eq!(position_at(&game, 3), None);
    }
}
