//! Pattern tables: a position is worth the sum of what its edges, corners, rows and diagonals are
//! worth, each looked up in a table that training has filled.

mod shapes;
mod sharing;
mod stages;
#[cfg(test)]
mod tests;
mod weights;

pub(crate) use shapes::Indices;
pub use sharing::{Slots, slots_count, slots_of};
pub use stages::{ParseStagesError, Stages};
pub use weights::{UNITS_PER_DISC, Weights, WeightsError};

#[cfg(test)]
use sharing::sharing;
