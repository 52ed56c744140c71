//! Which configuration lies on each instance of each shape, followed move by move.
#![expect(
    clippy::inline_always,
    reason = "what is not part of a kernel's `run` misses the instructions of its processor"
)]

use reversi_game::{Square, SquareSet};

use super::shapes::{DELTAS, LANES};
use crate::kernel::Sides;

/// The configuration of every instance as a number in balanced ternary: a disc of the mover counts
/// its square's power of three, one of the opponent the negative of it, an empty square nothing.
/// So the other side's view is the negative, and one table serves both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Indices([i16; LANES]);

impl Indices {
    /// Returns the indices of a position for its mover.
    pub(crate) fn of(sides: Sides) -> Self {
        let (mover, opponent) = (sum(sides.mover), sum(sides.opponent));
        Self(std::array::from_fn(|i| mover[i] - opponent[i]))
    }

    /// Returns the indices after the mover placed on `square` and turned `flips`, for the other
    /// side, which is to move then.
    #[inline(always)]
    pub(crate) fn placed(&self, square: Square, flips: u64) -> Self {
        let (placed, flipped) = (&DELTAS[square.index()], sum(flips));
        // A flip takes the opponent's disc away, then puts one of the mover's there. Twice the sum
        // in one step might not fit.
        Self(std::array::from_fn(|i| -(self.0[i] + placed[i] + flipped[i] + flipped[i])))
    }

    /// Returns the indices for the other side.
    #[inline(always)]
    pub(crate) fn passed(&self) -> Self {
        Self(self.0.map(|index| -index))
    }

    /// Returns the index of every instance, and unused lanes of 0 after them.
    #[inline]
    pub(crate) const fn lanes(&self) -> &[i16; LANES] {
        &self.0
    }
}

/// Returns the indices of a board with these discs of the mover alone.
#[inline(always)]
fn sum(discs: u64) -> [i16; LANES] {
    let mut sum = [0; LANES];
    for square in SquareSet(discs) {
        for (lane, delta) in sum.iter_mut().zip(&DELTAS[square.index()]) {
            *lane += delta;
        }
    }
    sum
}
