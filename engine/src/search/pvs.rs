//! Principal-variation search with a transposition table.

use reversi_game::Square;

use super::moves;
use super::table::{Known, Table};
use crate::control::{Meter, Stopped};
use crate::endgame::{LocalTable, Solver};
use crate::eval::Evaluation;
use crate::kernel::Sides;
use crate::score::{DISC, INFINITE, Value};

/// One search: its memory, its limits, its judgement.
pub(crate) struct Search<'a> {
    pub(super) table: Table,
    pub(super) local: LocalTable,
    pub(super) meter: Meter<'a>,
    pub(super) evaluation: Evaluation,
}

/// Below this depth a probe of the table costs more than it saves.
const TABLE_PLIES: u32 = 2;

impl Search<'_> {
    /// Returns the mover's value from looking `depth_plies` ahead: exact between `alpha` and
    /// `beta`, else a bound beyond the one it passed. A pass costs no depth; where the depth
    /// reaches the end of the game the value is exact.
    ///
    /// # Errors
    /// [`Stopped`] if the search has to end first.
    pub(super) fn value(
        &mut self,
        sides: Sides,
        depth_plies: u32,
        alpha: Value,
        beta: Value,
    ) -> Result<Value, Stopped> {
        if depth_plies >= sides.empties_count() {
            return Solver::new(&self.table, &mut self.local, &mut self.meter)
                .value(sides, alpha, beta);
        }
        self.meter.enter()?;
        if depth_plies == 0 {
            return Ok(self.leaf(sides));
        }
        if sides.legal().is_empty() {
            let passed = sides.passed();
            return if passed.legal().is_empty() {
                Ok(sides.final_discs() * DISC)
            } else {
                Ok(-self.value(passed, depth_plies, -beta, -alpha)?)
            };
        }
        let known = if depth_plies < TABLE_PLIES { None } else { self.table.probe(sides) };
        if let Some(value) = known.and_then(|known| known.cut(depth_plies, alpha, beta)) {
            return Ok(value);
        }
        let best = known.and_then(|known| known.best);
        self.best_value(sides, depth_plies, (alpha, beta), best)
    }

    /// Tries every move, the promising ones first, and remembers the outcome.
    fn best_value(
        &mut self,
        sides: Sides,
        depth_plies: u32,
        (alpha, beta): (Value, Value),
        likely: Option<Square>,
    ) -> Result<Value, Stopped> {
        let mut moves = moves::moves(sides);
        if depth_plies < TABLE_PLIES {
            moves::order_by_square(&mut moves, likely);
        } else {
            moves::order(&mut moves, likely, 0);
        }
        let mut best = (-INFINITE, None);
        for (i, mv) in moves.iter().enumerate() {
            let low = alpha.max(best.0);
            let value = self.move_value(mv.after, depth_plies - 1, (low, beta), i == 0)?;
            if value > best.0 {
                best = (value, Some(mv.square));
            }
            if value >= beta {
                break;
            }
        }
        if depth_plies >= TABLE_PLIES {
            self.table.store(sides, Known::from_search(best, depth_plies, alpha, beta));
        }
        Ok(best.0)
    }

    /// Returns the value of a move for the side that made it. All but the first are only asked
    /// whether they beat `low`; one that does is searched again for its value.
    pub(super) fn move_value(
        &mut self,
        after: Sides,
        depth_plies: u32,
        (low, beta): (Value, Value),
        is_first: bool,
    ) -> Result<Value, Stopped> {
        if !is_first {
            let value = -self.value(after, depth_plies, -low - 1, -low)?;
            if value <= low || value >= beta {
                return Ok(value);
            }
        }
        Ok(-self.value(after, depth_plies, -beta, -low)?)
    }

    /// Returns the value without looking ahead; exact if the game is over.
    pub(super) fn leaf(&self, sides: Sides) -> Value {
        if sides.is_over() { sides.final_discs() * DISC } else { self.evaluation.value(sides) }
    }
}
