//! The last five empties, without a table and with no order but parity. With five, legal squares are
//! tried; with four, trying every empty square is cheaper than finding the legal ones.

use reversi_game::{Square, SquareSet};

use super::parity::{by_region, odd_quadrants};
use super::solver::{FEW_EMPTIES, FIVE_EMPTIES, Solver, stable_bound};
use crate::kernel::{Kernel, Sides, neighbourhood, turned_by_last};

/// The squares around each square.
static NEIGHBOURS: [u64; 64] = neighbours();

const fn neighbours() -> [u64; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = neighbourhood(1 << i) & !(1 << i);
        i += 1;
    }
    table
}

/// Below every result: the mover has no move.
const NO_MOVE: i32 = -65;

/// The empty squares in the order of trial; those behind the number of empties mean nothing.
type Squares = [Square; FEW_EMPTIES as usize];

impl<K: Kernel> Solver<'_, '_, K> {
    /// Returns a bound of the mover's result with at most four empties.
    #[inline(always)]
    pub(super) fn few_empties(&mut self, sides: Sides, alpha: i32) -> i32 {
        let empties = sides.empties();
        let squares = by_region(empties);
        match empties.count_ones() {
            0 => sides.final_discs(),
            1 => self.last_one(sides.mover, squares[0], alpha),
            2 => self.last_n::<2>(sides, squares, alpha),
            3 => self.last_n::<3>(sides, squares, alpha),
            _ => self.last_n::<4>(sides, squares, alpha),
        }
    }

    /// Returns a bound of the mover's result with `N` empties, two to four.
    fn last_n<const N: usize>(&mut self, sides: Sides, squares: Squares, alpha: i32) -> i32 {
        self.kernel.run_with(
            #[inline(always)]
            |solver: &mut Self, sides, squares, alpha| {
                solver.last_n_inlined::<N>(sides, squares, alpha)
            },
            (self, sides, squares, alpha),
        )
    }

    #[inline(always)]
    fn last_n_inlined<const N: usize>(
        &mut self,
        sides: Sides,
        squares: Squares,
        alpha: i32,
    ) -> i32 {
        self.meter.enter_unpolled();
        let best = self.best_of::<N>(sides, squares, alpha);
        if best != NO_MOVE {
            return best;
        }
        let passed = self.best_of::<N>(sides.passed(), squares, -alpha - 1);
        if passed == NO_MOVE { sides.final_discs() } else { -passed }
    }

    /// Returns a bound of the mover's result, or [`NO_MOVE`].
    #[inline(always)]
    fn best_of<const N: usize>(&mut self, sides: Sides, squares: Squares, alpha: i32) -> i32 {
        let mut best = NO_MOVE;
        let mut rest = squares;
        for i in 0..N {
            // The square at `i` comes to the front, those before it move up by one.
            let square = squares[i];
            rest[i] = if i == 0 { square } else { squares[i - 1] };
            if NEIGHBOURS[square.index()] & sides.opponent == 0 {
                continue;
            }
            let flips = self.kernel.flips(sides, square);
            if flips == 0 {
                continue;
            }
            let after = sides.placed(square, flips);
            let left = [rest[1], rest[2], rest[3], square];
            let discs = -match N {
                2 => self.last_one(after.mover, left[0], -alpha - 1),
                3 => self.last_n::<2>(after, left, -alpha - 1),
                _ => self.last_n::<3>(after, left, -alpha - 1),
            };
            if discs > alpha {
                return discs;
            }
            best = best.max(discs);
        }
        best
    }

    /// Returns a bound of the mover's result with one empty square: the side that can fill it does. The
    /// opponent's turn is not looked at if the mover stays at or below `alpha` without it.
    #[inline(always)]
    fn last_one(&mut self, mover: u64, square: Square, alpha: i32) -> i32 {
        self.meter.enter_unpolled();
        let discs = 2 * mover.count_ones() as i32 - 62;
        let turned = turned_by_last(mover, square);
        if turned > 0 {
            return discs + 2 * turned;
        }
        if discs <= alpha {
            return discs;
        }
        let opponent = !mover & !square.bit();
        let lost = turned_by_last(opponent, square);
        // The empty square goes to the winner; 32 discs are a win.
        if lost > 0 || discs <= 0 { discs - 2 - 2 * lost } else { discs }
    }
}

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
