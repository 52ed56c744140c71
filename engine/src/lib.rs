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
mod selectivity;
mod transposition;

pub use analysis::{
    Analysis, Hint, analyse, analyse_deepening, best_move, best_move_by, evaluate, near_best,
};
pub use bots::{Bot, UnknownBot};
pub use control::{Control, Limits, StopFlag, stopwatch};
pub use kernel::{Sides, perft};
pub use openings::{even_opening, random_opening, random_openings, write_openings};
pub use player::{Answer, BookUse, Request};
pub use review::{GraphPoint, Label, Review, ReviewStep, ReviewedMove, UnfinishedReview, review};
pub use score::Score;
pub use search::error_terms;
pub use selectivity::Selectivity;
pub use transposition::Memory;
