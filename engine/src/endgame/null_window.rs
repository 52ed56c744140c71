//! Six empties and more: what is remembered of the position, what is remembered of those after
//! each move, then the moves in a careful order.

use reversi_game::SquareSet;

use super::children::{Child, Children};
use super::crew::{Best, Crew};
use super::ordering::EVALUATED_EMPTIES;
use super::solver::{Solver, stable_bound};
use super::tables::Tables;
use crate::control::{StopFlag, Stopped};
use crate::kernel::{Kernel, Sides};

/// With this many empties or more, the positions after each move are looked up before any is searched:
/// the fewest whose children lie in the shared table.
const LOOK_UP_EMPTIES: u32 = 12;

/// From so many empties on, after the move, it may be searched beside another: the fewest whose search takes
/// much longer than to start a thread.
const SHARED_EMPTIES: u32 = 16;

impl<K: Kernel> Solver<'_, '_, K> {
    /// Returns a bound of the mover's result with six empties or more.
    pub(super) fn null_window(
        &mut self,
        sides: Sides,
        legal: SquareSet,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        self.kernel.run_with(
            #[inline(always)]
            |solver: &mut Self, sides, legal, alpha| {
                solver.null_window_inlined(sides, legal, alpha)
            },
            (self, sides, legal, alpha),
        )
    }

    #[inline(always)]
    fn null_window_inlined(
        &mut self,
        sides: Sides,
        legal: SquareSet,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        self.meter.enter()?;
        let empties_count = sides.empties_count();
        if let Some(bound) = stable_bound(sides, empties_count, alpha) {
            return Ok(bound);
        }
        if legal.is_empty() {
            return self.null_window_passed(sides, alpha);
        }
        let known = self.tables.probe(sides, empties_count);
        if let Some(bound) = known.beyond(alpha) {
            return Ok(bound);
        }
        let mut children = Children::default();
        children.fill(self.kernel, sides, legal, known.best);
        if empties_count >= LOOK_UP_EMPTIES
            && let Some(bound) =
                self.enhanced_transposition_cutoff(&children, empties_count - 1, alpha)
        {
            return Ok(bound);
        }
        if empties_count >= EVALUATED_EMPTIES {
            self.order_by_evaluation(sides, &mut children);
        }
        let best = self.try_children(&mut children, empties_count - 1, alpha)?;
        self.tables.store(sides, empties_count, known.narrowed(alpha, best));
        Ok(best.0)
    }

    fn null_window_passed(&mut self, sides: Sides, alpha: i32) -> Result<i32, Stopped> {
        let passed = sides.passed();
        let replies = self.kernel.legal(passed);
        if replies.is_empty() {
            Ok(sides.final_discs())
        } else {
            Ok(-self.null_window(passed, replies, -alpha - 1)?)
        }
    }

    /// Returns a bound above `alpha` if a move is already known to reach one.
    #[inline]
    fn enhanced_transposition_cutoff(
        &self,
        children: &Children,
        empties_count: u32,
        alpha: i32,
    ) -> Option<i32> {
        children.iter().for_each(|child| self.tables.table.fetch(self.kernel, child.sides));
        let known = |sides| -i32::from(self.tables.probe(sides, empties_count).upper);
        children.iter().map(|child| known(child.sides)).find(|&discs| discs > alpha)
    }

    /// Tries the moves until one is more than `alpha`; returns the best bound and its move.
    #[inline(always)]
    fn try_children(
        &mut self,
        children: &mut Children,
        empties_count: u32,
        alpha: i32,
    ) -> Result<Best, Stopped> {
        let mut best = (-64, None);
        while let Some(child) = children.take_best() {
            let discs = -self.bound(child.sides, child.replies, empties_count, -alpha - 1)?;
            if discs > best.0 || best.1.is_none() {
                best = (discs, Some(child.square));
            }
            if discs > alpha {
                break;
            }
            if empties_count >= SHARED_EMPTIES
                && let Some(crew) = self.crew
                && children.count() > 1
                && crew.take()
            {
                return self.share_children(crew, children, (empties_count, alpha), best);
            }
        }
        Ok(best)
    }

    /// Tries the other moves beside another thread.
    #[cold]
    fn share_children(
        &mut self,
        crew: &Crew,
        children: &mut Children,
        (empties_count, alpha): (u32, i32),
        best: Best,
    ) -> Result<Best, Stopped> {
        let done = StopFlag::default();
        self.meter.heed(&done);
        let (mut local, mut meter) = (crew.local(), self.meter.another());
        let Self { kernel, tables: Tables { table, local: own_local }, evaluation, .. } = self;
        let solver = |local, meter| {
            Solver::new(*kernel, table, local, meter, *evaluation).in_crew(Some(crew))
        };
        let mut own = solver(own_local, self.meter);
        let mut other = solver(&mut local, &mut meter);
        let children = std::iter::from_fn(|| children.take_best());
        let value = |solver: &mut Solver<'_, '_, K>, child: &Child, _: i32| {
            let discs = -solver.bound(child.sides, child.replies, empties_count, -alpha - 1)?;
            Ok((discs, Some(child.square)))
        };
        let outcome = crew.share([&mut own, &mut other], children, (best, alpha + 1), &done, value);
        meter.nodes();
        crew.keep(local);
        self.meter.let_go();
        outcome
    }
}
