//! Five empties: legal squares, tried in the order of parity alone. Neither a table nor a better
//! order pays.

use reversi_game::SquareSet;

use super::parity::odd_quadrants;
use super::solver::{FIVE_EMPTIES, Solver, stable_bound};
use crate::kernel::{Kernel, Sides};

impl<K: Kernel> Solver<'_, '_, K> {
    /// Returns a bound of the mover's result with five empties.
    pub(super) fn five_empties(&mut self, sides: Sides, legal: SquareSet, alpha: i32) -> i32 {
        self.kernel.run_with(
            #[inline(always)]
            |solver: &mut Self, sides, legal, alpha| {
                solver.five_empties_inlined(sides, legal, alpha)
            },
            (self, sides, legal, alpha),
        )
    }

    #[inline(always)]
    fn five_empties_inlined(&mut self, sides: Sides, legal: SquareSet, alpha: i32) -> i32 {
        self.meter.enter_unpolled();
        let empties = sides.empties();
        if let Some(bound) = stable_bound(sides, FIVE_EMPTIES, alpha) {
            return bound;
        }
        if legal.is_empty() {
            return self.five_empties_passed(sides, alpha);
        }
        let odd = odd_quadrants(empties);
        let mut best = -64;
        for squares in [legal.0 & odd, legal.0 & !odd] {
            for square in SquareSet(squares) {
                let after = sides.placed(square, self.kernel.flips(sides, square));
                let discs = -self.few_empties(after, -alpha - 1);
                if discs > alpha {
                    return discs;
                }
                best = best.max(discs);
            }
        }
        best
    }

    fn five_empties_passed(&mut self, sides: Sides, alpha: i32) -> i32 {
        let passed = sides.passed();
        let replies = self.kernel.legal(passed);
        if replies.is_empty() {
            sides.final_discs()
        } else {
            -self.five_empties(passed, replies, -alpha - 1)
        }
    }
}
