//! A position in the tree together with the pattern indices that follow it.
#![expect(
    clippy::inline_always,
    reason = "what is not part of a kernel's `run` misses the instructions of its processor"
)]

use reversi_game::Square;

use super::moves::Move;
use crate::kernel::{Kernel, Sides};
use crate::pattern::Indices;

#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) sides: Sides,
    pub(super) indices: Indices,
}

impl Node {
    /// Returns the node of a position, its indices counted from nothing.
    pub(super) fn of(sides: Sides) -> Self {
        Self { sides, indices: Indices::of(sides) }
    }

    /// Returns the node after one of its moves.
    #[inline(always)]
    pub(super) fn after(&self, mv: &Move) -> Self {
        let flips = mv.after.mover ^ self.sides.opponent;
        Self { sides: mv.after, indices: self.indices.placed(mv.square, flips) }
    }

    /// Returns the node after the mover placed on a legal square.
    #[inline(always)]
    pub(super) fn placed(&self, kernel: impl Kernel, square: Square) -> Self {
        let flips = kernel.flips(self.sides, square);
        Self {
            sides: self.sides.placed(square, flips),
            indices: self.indices.placed(square, flips),
        }
    }

    /// Returns the node with the other side to move.
    #[inline(always)]
    pub(super) fn passed(&self) -> Self {
        Self { sides: self.sides.passed(), indices: self.indices.passed() }
    }
}
