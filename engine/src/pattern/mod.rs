//! Pattern tables: a position is worth the sum of what its edges, corners, rows and diagonals are
//! worth, and the moves that each side has, each looked up in a table that training has filled.

mod mobility;
mod shapes;
mod sharing;
mod stages;
#[cfg(test)]
mod tests;
mod weights;

pub(crate) use mobility::Mobility;
pub(crate) use shapes::Indices;
pub use sharing::{Slots, slots_count, slots_of};
pub use stages::{ParseStagesError, Stages};
pub use weights::{UNITS_PER_DISC, Weights, WeightsError};

#[cfg(test)]
use sharing::sharing;
