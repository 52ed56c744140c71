//! The exact solver: the result of best play by both sides, in discs, empties to the winner.
#![expect(
    clippy::inline_always,
    reason = "what is not part of a kernel's `run` misses the instructions of its processor"
)]

mod children;
mod few;
mod judge;
mod memory;
mod parity;
mod shallow;
mod solver;
#[cfg(test)]
mod tests;
mod wide;

pub(crate) use memory::LocalTable;
pub(crate) use solver::{Role, Solver};
