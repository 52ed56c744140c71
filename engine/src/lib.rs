//! Bots, search and analysis over the rules of `reversi-game`. Knows nothing of rooms or wires: a
//! caller brings the position, the limits, a stop flag and a clock. A search has no threads beyond
//! those that its limits grant, and none outlives it.
//!
//! ```
//! use reversi_engine::{Bot, Control, Request, StopFlag};
//! use reversi_game::Position;
//!
//! let stop = StopFlag::default();
//! let bot: Bot = "level-3".parse()?;
//! let request = Request::new(Position::START).with_seed(7);
//! let answer = bot.choose(&request, Control::timeless(&stop));
//! assert!(answer.is_some_and(|answer| Position::START.legal().contains(answer.square)));
//! # Ok::<(), reversi_engine::UnknownBot>(())
//! ```

mod analysis;
pub mod book;
mod bots;
mod control;
mod endgame;
mod eval;
mod kernel;
pub mod measure;
mod openings;
pub mod pace;
pub mod pattern;
mod player;
mod review;
mod score;
mod search;
mod symmetry;

pub use analysis::{Analysis, Hint, analyse, analyse_deepening, near_best};
pub use bots::{Bot, UnknownBot};
pub use control::{Confidence, Control, Limits, StopFlag, stopwatch};
pub use kernel::{Sides, perft};
pub use openings::{Opening, opening_name, opening_of, random_opening, random_openings};
pub use player::{Answer, BookUse, Request};
pub use review::{GraphPoint, Label, Review, ReviewStep, ReviewedMove, UnfinishedReview, review};
pub use score::Score;
pub use search::error_terms;

use eval::Evaluation;
use pattern::Weights;
use reversi_game::Position;

/// Returns the engine's best move under the request's limits, or nothing if the mover has no legal
/// square. A search that is stopped answers with the best it has found.
pub fn best_move(request: &Request, control: Control<'_>) -> Option<Answer> {
    best_move_by(Weights::embedded(), request, control)
}

/// Like [`best_move`], with other weights than the engine's own.
pub fn best_move_by(weights: &Weights, request: &Request, control: Control<'_>) -> Option<Answer> {
    let aim = search::Aim::best(Evaluation::trained(weights));
    let sides = Sides::of(&request.position);
    search::search(sides, aim, &request.limits, control, |_| {}).answer()
}

/// Returns what the mover of a position can expect, judged without looking ahead.
pub fn evaluate(position: &Position) -> Score {
    Weights::embedded().evaluate(Sides::of(position))
}
