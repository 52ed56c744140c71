//! Mobility: what it is worth that a side can place on so many squares.
#![expect(
    clippy::inline_always,
    reason = "what is not part of a kernel's `run` misses the instructions of its processor"
)]

use reversi_game::SquareSet;

use super::shapes::CONFIGURATIONS;
use crate::kernel::{Kernel, Sides};

/// More than the squares on which a side can place.
const COUNTS: usize = 64;

/// Places in a stage's table, behind the configurations: for an even and for an odd number of discs, one for
/// each count of the mover's and then of the opponent's squares. Who will move last is worth something, too.
pub(super) const PLACES: usize = 2 * 2 * COUNTS;

/// On how many squares each side could place, were it to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mobility {
    mover: u32,
    opponent: u32,
}

impl Mobility {
    /// Returns the mobility of a position whose mover has these legal squares.
    #[inline(always)]
    pub(crate) fn of(kernel: impl Kernel, sides: Sides, legal: SquareSet) -> Self {
        let opponent = kernel.legal(sides.passed()).0.count_ones();
        Self { mover: legal.0.count_ones(), opponent }
    }

    /// Returns where in the table of a stage the mover's and the opponent's weights lie.
    #[inline(always)]
    pub(super) const fn places(self, discs: u32) -> [usize; 2] {
        let own = CONFIGURATIONS + (discs % 2) as usize * 2 * COUNTS;
        [own + self.mover as usize, own + COUNTS + self.opponent as usize]
    }
}
