//! Training: weights are fitted to positions of games that the engine has played against itself.

mod errors;
mod example;
mod fit;
mod selfplay;

pub(crate) use errors::{fit_errors, search_pairs};
pub(crate) use example::{Example, read_examples, write_examples};
pub(crate) use fit::{Model, Ridge};
pub(crate) use selfplay::SelfPlay;
