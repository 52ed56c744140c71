//! Principal-variation search with a transposition table.
#![expect(
    clippy::inline_always,
    reason = "what is not part of a kernel's `run` misses the instructions of its processor"
)]

use reversi_game::{Square, SquareSet};

use super::moves::{self, Moves};
use super::probcut;
use crate::control::{Meter, StopFlag, Stopped};
use crate::endgame::{Crew, LocalTable, Solver};
use crate::eval::{Evaluation, Node};
use crate::kernel::Kernel;
use crate::score::{DISC, INFINITE, Value};
use crate::selectivity::Selectivity;
use crate::transposition::{Entry, TranspositionTable};

/// One search: its tables, its limits, its evaluation.
pub(crate) struct Search<'a, K> {
    pub(super) kernel: K,
    pub(super) table: &'a TranspositionTable,
    pub(super) local: LocalTable,
    pub(super) meter: Meter<'a>,
    pub(super) evaluation: Evaluation<'a>,
    /// How readily lines that end before the game does are left out.
    pub(super) selectivity: Selectivity,
    /// The same of lines that reach its end.
    pub(super) end_selectivity: Selectivity,
    /// The threads that search with this one, if any do.
    pub(super) crew: Option<&'a Crew>,
}

/// From this depth on moves are ordered by what each is worth without looking ahead; below, by
/// the replies they leave.
const VALUE_ORDER_PLIES: u32 = 3;

/// A side with so few discs may soon lose them all, which the evaluation does not see: no line is
/// left out then.
const FEW_DISCS: u32 = 6;

/// How much nearer to the window than a shallow search has to come out the value without looking ahead may
/// lie, for that search to be worth its time. Chosen by matches.
const GATE: Value = DISC / 2;

/// From this depth on positions are looked up in the table and remembered: below, searching again
/// costs less than fetching a line of memory.
const REMEMBERED_PLIES: u32 = 3;

/// With so many empties or fewer the end is solved whatever may be left out: that costs less.
const SOLVED_EMPTIES: u32 = 12;

/// From this depth on all moves are looked up in the table before one is searched.
const LOOK_UP_PLIES: u32 = 4;

/// From this depth on the moves of a position may be shared with another thread: the least that takes much longer
/// than to start one.
const SHARED_PLIES: u32 = 10;

impl<'a, K: Kernel> Search<'a, K> {
    /// Returns the mover's value from looking `depth_plies` ahead: exact between `alpha` and
    /// `beta`, else a bound beyond the one it passed. A pass costs no depth; where the depth
    /// reaches the end of the game the value is exact.
    ///
    /// # Errors
    /// [`Stopped`] if the search has to end first.
    pub(super) fn value(
        &mut self,
        node: &Node,
        depth_plies: u32,
        alpha: Value,
        beta: Value,
    ) -> Result<Value, Stopped> {
        self.kernel.run_with(
            #[inline(always)]
            |search: &mut Self, node, depth_plies, window| {
                search.value_inlined(node, depth_plies, window)
            },
            (self, node, depth_plies, (alpha, beta)),
        )
    }

    #[inline(always)]
    fn value_inlined(
        &mut self,
        node: &Node,
        depth_plies: u32,
        (alpha, beta): (Value, Value),
    ) -> Result<Value, Stopped> {
        let sides = node.sides;
        let empties_count = sides.empties_count();
        if depth_plies >= empties_count
            && (self.end_selectivity == Selectivity::Off || empties_count <= SOLVED_EMPTIES)
        {
            return self.solver().value(sides, alpha, beta);
        }
        self.meter.enter()?;
        if depth_plies == 0 {
            return Ok(self.leaf(node));
        }
        let legal = self.kernel.legal(sides);
        if legal.is_empty() {
            return self.passed(node, depth_plies, (alpha, beta));
        }
        if depth_plies == 1 {
            return self.last_ply(node, legal, beta);
        }
        let wanted = (depth_plies, self.selectivity_of(depth_plies, empties_count));
        let is_remembered = depth_plies >= REMEMBERED_PLIES;
        let known = if is_remembered { self.table.probe(sides) } else { None };
        if let Some(value) = known.and_then(|known| known.cutoff(wanted, (alpha, beta))) {
            return Ok(value);
        }
        let is_null_window = beta - alpha == 1;
        if is_null_window && let Some(value) = self.prob_cut(node, legal, wanted, beta)? {
            return Ok(value);
        }
        let mut moves = Moves::new();
        moves::fill(&mut moves, self.kernel, sides, legal);
        if depth_plies >= LOOK_UP_PLIES
            && let Some(value) = self.enhanced_transposition_cutoff(&moves, wanted, beta)
        {
            return Ok(value);
        }
        let hash_move = known.and_then(|known| known.best);
        let best = self.try_moves(node, &mut moves, depth_plies, (alpha, beta), hash_move)?;
        if is_remembered {
            self.table.store(sides, Entry::from_search(best, wanted, (alpha, beta)));
        }
        Ok(best.0)
    }

    /// Returns how readily a search of this depth leaves lines out.
    #[inline(always)]
    fn selectivity_of(&self, depth_plies: u32, empties_count: u32) -> Selectivity {
        if depth_plies >= empties_count { self.end_selectivity } else { self.selectivity }
    }

    /// Returns the solver with this search's memory and limits.
    const fn solver(&mut self) -> Solver<'_, 'a, K> {
        let Self { kernel, table, local, meter, evaluation, crew, .. } = self;
        Solver::new(*kernel, table, local, meter, *evaluation).in_crew(*crew)
    }

    /// Returns the value where the mover has no legal square: a pass costs no depth.
    fn passed(
        &mut self,
        node: &Node,
        depth_plies: u32,
        (alpha, beta): (Value, Value),
    ) -> Result<Value, Stopped> {
        let passed = node.passed();
        if passed.sides.legal().is_empty() {
            Ok(node.sides.final_discs() * DISC)
        } else {
            Ok(-self.value(&passed, depth_plies, -beta, -alpha)?)
        }
    }

    /// Tries every move, the promising ones first.
    #[inline(always)]
    fn try_moves(
        &mut self,
        node: &Node,
        moves: &mut Moves,
        depth_plies: u32,
        (alpha, beta): (Value, Value),
        hash_move: Option<Square>,
    ) -> Result<(Value, Option<Square>), Stopped> {
        if depth_plies < VALUE_ORDER_PLIES {
            moves::rate_by_replies(self.kernel, moves, hash_move);
        } else {
            let evaluation = self.evaluation;
            let kernel = self.kernel;
            moves::rate_by_value(moves, hash_move, |mv| {
                let after = node.moved(mv.square, mv.after);
                evaluation.value(kernel, &after, kernel.legal(mv.after))
            });
        }
        let mut best = (-INFINITE, None);
        while let Some(mv) = moves::take_best(moves) {
            let low = alpha.max(best.0);
            let is_first = best.1.is_none();
            let value = self.move_value(
                &Node { estimate: mv.estimate, ..node.moved(mv.square, mv.after) },
                depth_plies - 1,
                (low, beta),
                is_first,
            )?;
            if value > best.0 {
                best = (value, Some(mv.square));
            }
            if value >= beta {
                break;
            }
            if depth_plies >= SHARED_PLIES
                && let Some(crew) = self.crew
                && moves.len() > 1
                && crew.take()
            {
                return self.share_moves(crew, node, moves, (depth_plies, alpha, beta), best);
            }
        }
        Ok(best)
    }

    /// Tries the other moves beside another thread.
    #[cold]
    fn share_moves(
        &mut self,
        crew: &'a Crew,
        node: &Node,
        moves: &mut Moves,
        (depth_plies, alpha, beta): (u32, Value, Value),
        best: (Value, Option<Square>),
    ) -> Result<(Value, Option<Square>), Stopped> {
        let done = StopFlag::default();
        self.meter.heed(&done);
        let mut other = Self { local: crew.local(), meter: self.meter.another(), ..*self };
        let moves = std::iter::from_fn(|| moves::take_best(moves));
        let value = |search: &mut Self, mv: &moves::Move, best: Value| {
            let after = Node { estimate: mv.estimate, ..node.moved(mv.square, mv.after) };
            let window = (alpha.max(best), beta);
            let value = search.move_value(&after, depth_plies - 1, window, false)?;
            Ok((value, Some(mv.square)))
        };
        let outcome = crew.share([self, &mut other], moves, (best, beta), &done, value);
        other.meter.nodes();
        crew.keep(other.local);
        self.meter.let_go();
        outcome
    }

    /// Returns the value of one ply: the best of all evaluations after it, corners tried first.
    #[inline(always)]
    fn last_ply(&mut self, node: &Node, legal: SquareSet, beta: Value) -> Result<Value, Stopped> {
        let mut best = -INFINITE;
        for group in moves::GROUPS {
            for square in SquareSet(legal.0 & group) {
                self.meter.enter()?;
                best = best.max(-self.leaf(&node.placed(self.kernel, square)));
                if best >= beta {
                    return Ok(best);
                }
            }
        }
        Ok(best)
    }

    /// Tells on which side of the window below `beta` the value lies, if a shallow search says so
    /// clearly: returns `beta` or the value below it.
    #[inline(always)]
    fn prob_cut(
        &mut self,
        node: &Node,
        legal: SquareSet,
        (depth_plies, selectivity): (u32, Selectivity),
        beta: Value,
    ) -> Result<Option<Value>, Stopped> {
        let sides = node.sides;
        if sides.mover.count_ones().min(sides.opponent.count_ones()) <= FEW_DISCS {
            return Ok(None);
        }
        let discs = 64 - sides.empties_count();
        let Some(shallow) = probcut::shallow_search(selectivity, discs, depth_plies) else {
            return Ok(None);
        };
        let (plies, margin) = (shallow.depth_plies, shallow.margin);
        let estimate = node.estimate.unwrap_or_else(
            #[inline(always)]
            || self.evaluation.value(self.kernel, node, legal),
        );
        let mut value = |alpha, beta| match plies {
            0 => Ok(estimate),
            _ => self.value(node, plies, alpha, beta),
        };
        // The value without looking ahead says on which side to try, and whether that is likely to tell.
        let found = if estimate >= beta {
            let high = beta + margin;
            let may_tell = high < INFINITE && estimate >= high - GATE;
            (may_tell && value(high - 1, high)? >= high).then_some(beta)
        } else {
            let low = beta - 1 - margin;
            let may_tell = low > -INFINITE && estimate <= low + GATE;
            (may_tell && value(low, low + 1)? <= low).then_some(beta - 1)
        };
        Ok(found)
    }

    /// Returns a bound that is too good to be allowed, if the table has one after some move.
    #[inline(always)]
    fn enhanced_transposition_cutoff(
        &self,
        moves: &Moves,
        (depth_plies, selectivity): (u32, Selectivity),
        beta: Value,
    ) -> Option<Value> {
        let bound = |known: Entry| {
            let serves = known.serves(depth_plies - 1, selectivity);
            (serves && -known.upper >= beta).then_some(-known.upper)
        };
        moves.iter().for_each(|mv| self.table.fetch(self.kernel, mv.after));
        moves.iter().find_map(|mv| self.table.probe(mv.after).and_then(bound))
    }

    /// Returns the value of a move for the side that made it. All but the first are only asked
    /// whether they beat `low`; one that does is searched again for its value.
    #[inline(always)]
    pub(super) fn move_value(
        &mut self,
        after: &Node,
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
    #[inline(always)]
    pub(super) fn leaf(&self, node: &Node) -> Value {
        let sides = node.sides;
        let legal = self.kernel.legal(sides);
        if legal.is_empty() && self.kernel.legal(sides.passed()).is_empty() {
            sides.final_discs() * DISC
        } else {
            self.evaluation.value(self.kernel, node, legal)
        }
    }
}
