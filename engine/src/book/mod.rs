//! The opening book: positions from the start of the game on, each with what its mover can expect
//! when both sides play on well.

mod file;
mod positions;
#[cfg(test)]
mod tests;

pub use file::BookError;
pub use positions::{Book, BookMove, Next, Reached, start};
