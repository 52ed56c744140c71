//! The engine's own move, and its evaluation of a position.

use reversi_game::Position;

use crate::control::Control;
use crate::eval::Evaluation;
use crate::kernel::Sides;
use crate::pattern::Weights;
use crate::player::{Answer, Request};
use crate::score::Score;
use crate::search::{self, Aim};

/// Returns the engine's best move under the request's limits, or nothing if the mover has no legal
/// square. A search that is stopped answers with the best it has found.
pub fn best_move(request: &Request, control: Control<'_>) -> Option<Answer> {
    best_move_by(Weights::embedded(), request, control)
}

/// Like [`best_move`], with other weights than the engine's own.
pub fn best_move_by(weights: &Weights, request: &Request, control: Control<'_>) -> Option<Answer> {
    let aim = Aim::best(Evaluation::trained(weights));
    let sides = Sides::of(&request.position);
    search::search(sides, aim, &request.limits, control, |_| {}).answer()
}

/// Returns what the mover of a position can expect, without looking ahead.
pub fn evaluate(position: &Position) -> Score {
    Weights::embedded().evaluate(Sides::of(position))
}
