//! Threads that search one position together. Where the first move of a position has not decided it, a
//! thread that has nothing to do takes moves that are left, too (young brothers wait).

use std::sync::atomic::{AtomicIsize, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use reversi_game::Square;

use super::tables::LocalTable;
use crate::control::{StopFlag, Stopped};

/// What the threads of one search have in common, beside the table.
pub(crate) struct Crew {
    /// Threads that may be started, those in whose place one waits for another among them.
    idle: AtomicIsize,
    /// Nodes that all of them entered.
    pub(crate) nodes: AtomicU64,
    /// Small tables of those that have ended.
    locals: Mutex<Vec<LocalTable>>,
}

/// A value and the move that has it.
pub(crate) type Best = (i32, Option<Square>);

/// The moves of a position that no thread has taken yet, and what those that are done came to.
struct Left<M> {
    moves: M,
    best: Best,
    is_stopped: bool,
}

impl Crew {
    /// Returns a crew of so many threads, the caller's among them.
    pub(crate) fn new(threads: usize) -> Self {
        Self {
            idle: AtomicIsize::new(threads as isize - 1),
            nodes: AtomicU64::new(0),
            locals: Mutex::default(),
        }
    }

    /// Tells whether there is a thread for [`Crew::share`], and keeps it for the caller.
    pub(crate) fn take(&self) -> bool {
        let taken = |idle| (idle > 0).then(|| idle - 1);
        self.idle.load(Ordering::Relaxed) > 0
            && self.idle.fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken).is_ok()
    }

    /// Returns a small table for a thread.
    pub(crate) fn local(&self) -> LocalTable {
        lock(&self.locals).pop().unwrap_or_default()
    }

    /// Keeps the table of a thread that has ended.
    pub(crate) fn keep(&self, local: LocalTable) {
        lock(&self.locals).push(local);
    }

    /// Searches the moves that are left on two threads, until one is worth `beta`, and returns the best.
    /// `value` is told the best value so far. `done` has to end the search of either.
    ///
    /// # Errors
    /// [`Stopped`] if the search has to end first.
    pub(crate) fn share<S: Send, M>(
        &self,
        [own, other]: [&mut S; 2],
        moves: impl Iterator<Item = M> + Send,
        (best, beta): (Best, i32),
        done: &StopFlag,
        value: impl Fn(&mut S, &M, i32) -> Result<Best, Stopped> + Sync,
    ) -> Result<Best, Stopped> {
        let left = Mutex::new(Left { moves, best, is_stopped: false });
        let next = || {
            let mut left = lock(&left);
            let low = left.best.0;
            left.moves.next().map(|mv| (mv, low))
        };
        let work = |searcher: &mut S| {
            while !done.is_stopped()
                && let Some((mv, low)) = next()
            {
                let found = value(searcher, &mv, low);
                let mut left = lock(&left);
                match found {
                    Ok(found) if found.0 > left.best.0 => left.best = found,
                    Ok(_) => {}
                    Err(Stopped) => left.is_stopped = true,
                }
                if left.is_stopped || left.best.0 >= beta {
                    done.stop();
                }
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(|| {
                work(other);
                self.idle.fetch_add(1, Ordering::Relaxed);
            });
            work(own);
            // The other one may ask for help while this one waits.
            self.idle.fetch_add(1, Ordering::Relaxed);
        });
        self.idle.fetch_sub(1, Ordering::Relaxed);
        let Left { best, is_stopped, .. } =
            left.into_inner().unwrap_or_else(PoisonError::into_inner);
        if is_stopped && best.0 < beta { Err(Stopped) } else { Ok(best) }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shares moves with these values between two threads, each of which notes what it has searched.
    fn share(
        values: &[i32],
        beta: i32,
        value: impl Fn(i32, &StopFlag) -> Result<i32, Stopped> + Sync,
    ) -> (Result<i32, Stopped>, Vec<i32>) {
        let crew = Crew::new(2);
        assert_eq!([crew.take(), crew.take()], [true, false]);
        let (mut own, mut other) = (Vec::new(), Vec::new());
        let done = StopFlag::default();
        let found = crew.share(
            [&mut own, &mut other],
            values.iter(),
            ((-64, None), beta),
            &done,
            |searched: &mut Vec<i32>, &&mv, _| {
                searched.push(mv);
                Ok((value(mv, &done)?, None))
            },
        );
        assert_eq!([crew.take(), crew.take()], [true, false]);
        own.extend(other);
        own.sort_unstable();
        (found.map(|best| best.0), own)
    }

    #[test]
    fn every_move_is_searched_once_and_the_best_is_found() {
        let values: Vec<i32> = (0..60).collect();
        assert_eq!(share(&values, 64, |value, _| Ok(value)), (Ok(59), values));
    }

    /// Of two moves the first one takes until the search is told to end.
    fn decided_by_the_second(second: Result<i32, Stopped>) -> (Result<i32, Stopped>, Vec<i32>) {
        share(&[0, 1, 2], 10, |mv, done| {
            if mv == 1 {
                return second;
            }
            while !done.is_stopped() {
                std::thread::yield_now();
            }
            Err(Stopped)
        })
    }

    #[test]
    fn a_move_that_decides_ends_the_search_of_the_others() {
        assert_eq!(decided_by_the_second(Ok(10)), (Ok(10), vec![0, 1]));
    }

    #[test]
    fn one_thread_that_has_to_end_ends_both() {
        assert_eq!(decided_by_the_second(Err(Stopped)), (Err(Stopped), vec![0, 1]));
    }
}
