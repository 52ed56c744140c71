//! Training: weights are fitted to positions of games that the engine has played against itself.

mod errors;
mod example;
mod fit;
mod selfplay;

pub use errors::{Pair, fit_errors, search_pairs};
pub use example::{Example, ExamplesError, read_examples, write_examples};
pub use fit::{Quality, Schedule, fit};
pub use selfplay::SelfPlay;
