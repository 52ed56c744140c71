//! Training: weights are fitted to positions of games that the engine has played against itself.

mod errors;
mod example;
mod fit;
mod selfplay;

pub(crate) use errors::{fit_errors, search_pairs};
pub(crate) use example::{read_examples, write_examples};
pub(crate) use fit::{Schedule, fit};
pub(crate) use selfplay::SelfPlay;
