//! The midgame search, which ends in the exact solver.

pub(crate) mod moves;
mod passes;
mod probcut;
mod pvs;
mod root;
#[cfg(test)]
mod tests;

pub use probcut::error_terms;
pub(crate) use root::{Aim, RootMove, search};
