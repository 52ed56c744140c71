//! The exact solver: the result of best play by both sides, in discs, empties to the winner.
//!
//! Everything below [`Solver::value`] answers one question, whether the mover reaches more than
//! `alpha` discs: a null window. The value is found by asking a few times. A returned bound that is
//! more than `alpha` is a lower bound of the mover's result, any other an upper one.

use reversi_game::SquareSet;

use super::crew::Crew;
use super::tables::{LocalTable, Tables};
use crate::control::{Meter, Stopped};
use crate::eval::Evaluation;
use crate::kernel::{Kernel, Sides};
use crate::score::{DISC, Value};
use crate::transposition::TranspositionTable;

/// Up to this many empties every empty square is tried, without looking for the legal ones.
pub(super) const FEW_EMPTIES: u32 = 4;

/// With this many, moves are tried in the order of parity alone.
pub(super) const FIVE_EMPTIES: u32 = FEW_EMPTIES + 1;

/// Solves positions to the end of the game.
pub(crate) struct Solver<'s, 'm, K> {
    pub(super) kernel: K,
    pub(super) tables: Tables<'s>,
    pub(super) meter: &'s mut Meter<'m>,
    pub(super) evaluation: Evaluation<'s>,
    /// The threads that search with this one, if any do.
    pub(super) crew: Option<&'s Crew>,
}

impl<'s, 'm, K: Kernel> Solver<'s, 'm, K> {
    pub(crate) const fn new(
        kernel: K,
        table: &'s TranspositionTable,
        local: &'s mut LocalTable,
        meter: &'s mut Meter<'m>,
        evaluation: Evaluation<'s>,
    ) -> Self {
        Self { kernel, tables: Tables { table, local }, meter, evaluation, crew: None }
    }

    /// Returns the same solver as one of a crew.
    pub(crate) const fn in_crew(mut self, crew: Option<&'s Crew>) -> Self {
        self.crew = crew;
        self
    }

    /// Returns the mover's exact value if it is between `alpha` and `beta`, else a bound beyond
    /// the one it passed; all in the search's unit.
    ///
    /// # Errors
    /// [`Stopped`] if the search has to end first.
    pub(crate) fn value(
        &mut self,
        sides: Sides,
        alpha: Value,
        beta: Value,
    ) -> Result<Value, Stopped> {
        // Results are whole discs, so the window may be widened to whole discs.
        let beta_discs = -(-beta).div_euclid(DISC);
        Ok(self.discs(sides, alpha.div_euclid(DISC), beta_discs)? * DISC)
    }

    /// Returns the mover's exact result if it is inside the window, else a bound beyond the end
    /// that it passed. Asks first whether the result is what the table remembers, then goes from
    /// bound to bound (Plaat's MTD(f)).
    pub(super) fn discs(&mut self, sides: Sides, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        let legal = self.kernel.legal(sides);
        let empties_count = sides.empties_count();
        let (mut low, mut high) = (alpha.max(-65), beta.min(64));
        let mut discs = high;
        let mut asked = self.tables.guess(sides).max(low + 1).min(high);
        while low < high {
            discs = self.bound(sides, legal, empties_count, asked - 1)?;
            if discs >= asked {
                low = discs;
                // Results are even.
                asked = (low + 2).min(high);
            } else {
                high = discs;
                asked = high;
            }
        }
        Ok(discs)
    }

    /// Returns a bound of the mover's result, by the functions for this number of empties.
    #[inline]
    pub(super) fn bound(
        &mut self,
        sides: Sides,
        legal: SquareSet,
        empties_count: u32,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        if empties_count > FIVE_EMPTIES {
            self.null_window(sides, legal, alpha)
        } else if empties_count > FEW_EMPTIES {
            Ok(self.five_empties(sides, legal, alpha))
        } else {
            Ok(self.few_empties(sides, alpha))
        }
    }
}

/// Returns the most that the mover can reach if that is no better than `alpha`: the opponent's
/// stable discs stay. Looked at only where `alpha` is high enough for it to succeed now and then
/// (about the thresholds that Edax uses, 6 at 4 empties to 22 at 11).
pub(super) fn stable_bound(sides: Sides, empties_count: u32, alpha: i32) -> Option<i32> {
    if alpha < 2 * empties_count as i32 - 2 {
        return None;
    }
    let most = 64 - 2 * sides.passed().stable().count_ones() as i32;
    (most <= alpha).then_some(most)
}
