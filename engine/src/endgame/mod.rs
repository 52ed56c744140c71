//! The exact solver: the result of best play by both sides, in discs, empties to the winner.
#![expect(
    clippy::inline_always,
    reason = "what is not part of a kernel's `run` misses the instructions of its processor"
)]

mod children;
mod crew;
mod few_empties;
mod null_window;
mod ordering;
mod parity;
mod solver;
mod tables;
#[cfg(test)]
mod tests;

pub(crate) use children::mobility;
pub(crate) use crew::Crew;
pub(crate) use solver::Solver;
pub(crate) use tables::LocalTable;
