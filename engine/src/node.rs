//! A position in the tree together with the pattern indices that follow it.
#![expect(
    clippy::inline_always,
    reason = "what is not part of a kernel's `run` misses the instructions of its processor"
)]

use reversi_game::Square;

use crate::kernel::{Kernel, Sides};
use crate::pattern::Indices;

#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) sides: Sides,
    pub(crate) indices: Indices,
}

impl Node {
    /// Returns the node of a position, its indices counted from nothing.
    pub(crate) fn of(sides: Sides) -> Self {
        Self { sides, indices: Indices::of(sides) }
    }

    /// Returns the node after a move on `square` that led to `after`.
    #[inline(always)]
    pub(crate) fn moved(&self, square: Square, after: Sides) -> Self {
        let flips = after.mover ^ self.sides.opponent;
        Self { sides: after, indices: self.indices.placed(square, flips) }
    }

    /// Returns the node after the mover placed on a legal square.
    #[inline(always)]
    pub(crate) fn placed(&self, kernel: impl Kernel, square: Square) -> Self {
        let flips = kernel.flips(self.sides, square);
        Self {
            sides: self.sides.placed(square, flips),
            indices: self.indices.placed(square, flips),
        }
    }

    /// Returns the node with the other side to move.
    #[inline(always)]
    pub(crate) fn passed(&self) -> Self {
        Self { sides: self.sides.passed(), indices: self.indices.passed() }
    }
}
