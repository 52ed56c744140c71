//! The evaluation: what a position is worth before anything is searched, and a position in the tree together
//! with the pattern indices that follow it. Trained pattern weights decide; the lowest levels mix in what a
//! beginner sees.
#![expect(
    clippy::inline_always,
    reason = "what is not part of a kernel's `run` misses the instructions of its processor"
)]

use reversi_game::{Square, SquareSet};

use crate::kernel::{Kernel, Sides};
use crate::pattern::{Indices, Mobility, Weights};
use crate::score::{DISC, Value};

/// How positions are evaluated at the end of a line.
#[derive(Clone, Copy)]
pub(crate) struct Evaluation<'w> {
    weights: &'w Weights,
    /// How much of it is the plain disc count, as beginners count: 0 to 100 per cent.
    disc_percent: Value,
}

impl Evaluation<'static> {
    /// Returns the engine's own evaluation.
    pub(crate) fn engine() -> Self {
        Self::trained(Weights::embedded())
    }
}

impl<'w> Evaluation<'w> {
    /// Returns the evaluation by these weights.
    pub(crate) const fn trained(weights: &'w Weights) -> Self {
        Self { weights, disc_percent: 0 }
    }

    /// Returns the same evaluation with so much of the plain disc count in it.
    pub(crate) const fn with_discs(self, disc_percent: Value) -> Self {
        Self { disc_percent, ..self }
    }

    /// Returns the mover's value of a position that is not over, given its legal squares.
    #[expect(clippy::inline_always, reason = "part of a kernel's `run` in the search")]
    #[inline(always)]
    pub(crate) fn value(self, kernel: impl Kernel, node: &Node, legal: SquareSet) -> Value {
        let Node { sides, indices, .. } = node;
        let mobility = Mobility::of(kernel, *sides, legal);
        let trained = self.weights.value(*sides, indices, mobility);
        if self.disc_percent == 0 {
            return trained;
        }
        let counted = sides.disc_difference() * DISC;
        (trained * (100 - self.disc_percent) + counted * self.disc_percent) / 100
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) sides: Sides,
    pub(crate) indices: Indices,
    /// The mover's value without looking ahead, where it has been worked out.
    pub(crate) estimate: Option<Value>,
}

impl Node {
    /// Returns the node of a position, its indices counted from nothing.
    pub(crate) fn of(sides: Sides) -> Self {
        Self { sides, indices: Indices::of(sides), estimate: None }
    }

    /// Returns the node after a move on `square` that led to `after`.
    #[inline(always)]
    pub(crate) fn moved(&self, square: Square, after: Sides) -> Self {
        let flips = after.mover ^ self.sides.opponent;
        Self { sides: after, indices: self.indices.placed(square, flips), estimate: None }
    }

    /// Returns the node after the mover placed on a legal square.
    #[inline(always)]
    pub(crate) fn placed(&self, kernel: impl Kernel, square: Square) -> Self {
        let flips = kernel.flips(self.sides, square);
        Self {
            sides: self.sides.placed(square, flips),
            indices: self.indices.placed(square, flips),
            estimate: None,
        }
    }

    /// Returns the node with the other side to move.
    #[inline(always)]
    pub(crate) fn passed(&self) -> Self {
        Self { sides: self.sides.passed(), indices: self.indices.passed(), estimate: None }
    }
}

#[cfg(test)]
mod tests {
    use reversi_game::Square;

    use super::*;
    use crate::kernel::Portable;

    fn value(evaluation: Evaluation<'_>, own: &[Square]) -> Value {
        let sides = Sides {
            mover: own.iter().map(|square| square.bit()).sum::<u64>() | Square::D4.bit(),
            opponent: Square::E4.bit() | Square::E5.bit(),
        };
        evaluation.value(Portable, &Node::of(sides), sides.legal())
    }

    #[test]
    fn a_corner_beats_its_x_square_unless_only_discs_count() {
        let trained = Evaluation::engine();
        assert!(value(trained, &[Square::A1]) > value(trained, &[Square::B2]) + 6 * DISC);
        let counted = trained.with_discs(100);
        assert_eq!(value(counted, &[Square::A1]), value(counted, &[Square::B2]));
    }
}
