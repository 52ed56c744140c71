//! The midgame search, which ends in the exact solver.

pub(crate) mod moves;
mod pvs;
mod root;
mod selective;
mod split;
#[cfg(test)]
mod tests;

pub(crate) use root::{Aim, RootMove, search};
pub use selective::error_terms;
