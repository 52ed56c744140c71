//! The exact solver: the result of best play by both sides, in discs, empties to the winner.

mod few;

use crate::control::{Meter, Stopped};
use crate::kernel::Sides;
use crate::score::{DISC, Value};
use crate::search::moves;
use crate::search::table::{Known, Table};
use few::odd_quadrants;

/// Up to so many empties the game is played out without a table, ordering or a look at the stop
/// flag; measured on 18 empties.
const FEW_EMPTIES: u32 = 5;

/// From so many empties on the table is used; below, a probe costs more than it saves.
const TABLE_EMPTIES: u32 = 8;

/// Solves positions by alpha-beta to the end of the game.
pub(crate) struct Solver<'s, 'm> {
    table: &'s Table,
    meter: &'s mut Meter<'m>,
}

impl<'s, 'm> Solver<'s, 'm> {
    pub(crate) const fn new(table: &'s Table, meter: &'s mut Meter<'m>) -> Self {
        Self { table, meter }
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

    fn discs(&mut self, sides: Sides, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        let empties_count = sides.empties_count();
        if empties_count <= FEW_EMPTIES {
            return Ok(few::discs(self.meter, sides, alpha, beta));
        }
        self.meter.enter()?;
        if let Some(bound) = stability_bound(sides, empties_count, alpha) {
            return Ok(bound);
        }
        if sides.legal().is_empty() {
            let passed = sides.passed();
            return if passed.legal().is_empty() {
                Ok(sides.final_discs())
            } else {
                Ok(-self.discs(passed, -beta, -alpha)?)
            };
        }
        if empties_count < TABLE_EMPTIES {
            return Ok(self.best(sides, (alpha, beta), None)?.0);
        }
        let known = self.table.probe(sides);
        let cut = known.and_then(|known| known.cut(empties_count, alpha * DISC, beta * DISC));
        if let Some(value) = cut {
            return Ok(value / DISC);
        }
        let (discs, square) = self.best(sides, (alpha, beta), known.and_then(|k| k.best))?;
        let found =
            Known::from_search((discs * DISC, square), empties_count, alpha * DISC, beta * DISC);
        self.table.store(sides, found);
        Ok(discs)
    }

    /// Tries every move, those first that leave the fewest replies.
    fn best(
        &mut self,
        sides: Sides,
        (alpha, beta): (i32, i32),
        likely: Option<reversi_game::Square>,
    ) -> Result<(i32, Option<reversi_game::Square>), Stopped> {
        let mut moves = moves::moves(sides);
        moves::order(&mut moves, likely, odd_quadrants(sides.empties()));
        let mut best = (-65, None);
        for (i, mv) in moves.iter().enumerate() {
            let low = alpha.max(best.0);
            let mut discs = -self.discs(mv.after, if i == 0 { -beta } else { -low - 1 }, -low)?;
            if i > 0 && low < discs && discs < beta {
                discs = -self.discs(mv.after, -beta, -low)?;
            }
            if discs > best.0 {
                best = (discs, Some(mv.square));
            }
            if discs >= beta {
                break;
            }
        }
        Ok(best)
    }
}

/// Returns the most that the mover can reach if that is no better than `alpha`: the opponent's
/// stable discs stay. Looked at only where `alpha` is high enough for it to succeed now and then
/// (about the thresholds that Edax uses, 6 at 4 empties to 22 at 11).
fn stability_bound(sides: Sides, empties_count: u32, alpha: i32) -> Option<i32> {
    if alpha < 2 * empties_count as i32 - 2 {
        return None;
    }
    let most = 64 - 2 * sides.passed().stable().count_ones() as i32;
    (most <= alpha).then_some(most)
}
