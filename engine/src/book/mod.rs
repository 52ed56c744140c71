//! The opening book: positions from the start of the game on, each with what its mover can expect
//! when both sides play on well.

mod positions;
#[cfg(test)]
mod tests;

pub use positions::{Book, BookError, BookMove, Next, Reached, start};
