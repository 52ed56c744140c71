//! A value for every move, by several threads: each takes the next move that no other has taken,
//! and they share nothing but the table.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::pvs::Search;
use super::root::{Plan, RootMove, best_first, depths};
use crate::control::{Control, Limits, Meter};
use crate::endgame::Role;
use crate::kernel::Kernel;
use crate::score::INFINITE;

impl<'a, K: Kernel> Plan<'a, K> {
    /// Searches ever deeper until the limits or the caller end it, and returns the nodes of all
    /// threads. Of a limit of nodes each thread has an even part.
    pub(super) fn split(
        &self,
        moves: &mut [RootMove],
        control: Control<'a>,
        mut report: impl FnMut(&[RootMove]),
    ) -> u64 {
        let threads = self.limits.threads;
        let part = self.limits.nodes.map(|nodes| nodes.div_ceil(threads as u64));
        let limits = Limits { nodes: part, ..self.limits.clone() };
        let search = || self.search(Meter::new(&limits, control), Role::Main);
        let mut searches: Vec<Search<'a, K>> = (0..threads).map(|_| search()).collect();
        for depth_plies in depths(self.limits, self.sides.empties_count()) {
            if searches[0].meter.is_late() {
                break;
            }
            let ended = split_depth(&mut searches, moves, depth_plies);
            best_first(moves);
            report(moves);
            if ended {
                break;
            }
        }
        searches.iter().map(|search| search.meter.nodes()).sum()
    }
}

/// Searches every move to this depth, and tells whether the search had to end before all were done.
fn split_depth<K: Kernel>(
    searches: &mut [Search<'_, K>],
    moves: &mut [RootMove],
    depth_plies: u32,
) -> bool {
    let left = Mutex::new(moves.iter_mut());
    let ended = AtomicBool::new(false);
    let work = |search: &mut Search<'_, K>| {
        while !ended.load(Ordering::Relaxed) {
            let next = left.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(mv) = next else { break };
            match search.move_value(&mv.after, depth_plies - 1, (-INFINITE, INFINITE), true) {
                Ok(value) => mv.learn(value, depth_plies),
                Err(_) => ended.store(true, Ordering::Relaxed),
            }
        }
    };
    std::thread::scope(|scope| {
        let mut searches = searches.iter_mut();
        let own = searches.next();
        for search in searches {
            scope.spawn(|| work(search));
        }
        own.map(work);
    });
    ended.into_inner()
}
