//! A fixed number of threads that think, at a lower priority than those that serve connections.
//! A watchdog gives up on a search that does not end, and replaces its thread.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use reversi_engine::StopFlag;
use thiserror::Error;
use tokio::time::Instant;
use tracing::{error, warn};

use super::{Question, Thought, think};
use crate::room_task::outbox::ConnectionId;

/// Hints that may wait; anything else always may, since a room or a connection has one at most.
const HINTS_WAITING_MAX: usize = 64;

/// Hints of one connection that may wait: it is in many rooms, but others are, too.
const HINTS_WAITING_EACH: usize = 2;

/// A search is given up on when it has not ended so long after its budget.
const GRACE: Duration = Duration::from_secs(2);

/// The watchdog looks this often.
const WATCH_INTERVAL: Duration = Duration::from_millis(200);

/// Priority of the threads (`nice`): connections are served first.
const NICE: i32 = 19;

/// What the pool counts.
#[derive(Clone, Debug, Default)]
pub struct PoolMetrics {
    /// Searches that wait or run.
    pub searches: Gauge,
    /// Searches that panicked or were given up on.
    pub failures: Counter,
}

/// Told what came of a search.
type Done = Box<dyn FnOnce(Thought) + Send>;

/// The threads that think. Clones share them; they end with the last clone.
#[derive(Clone)]
pub struct BotPool {
    shared: Arc<Shared>,
    _watchdog_lives: Sender<()>,
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
    budget: Duration,
    metrics: PoolMetrics,
}

#[derive(Default)]
struct State {
    /// Moves that a person waits for.
    moves: VecDeque<Job>,
    hints: VecDeque<(ConnectionId, Job)>,
    /// Moves of games between bots, which people only watch, and steps of reviews: when nothing
    /// else waits.
    leisurely: VecDeque<Job>,
    /// Whether the last search taken was a hint, so that both kinds get their turn.
    hint_was_last: bool,
    running: Vec<Running>,
    next_run: u64,
    is_closed: bool,
}

/// How soon a thought is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// A person waits to place.
    Turn,
    /// People only look on: at a game between bots, or back at a finished one.
    Leisure,
}

struct Job {
    question: Question,
    stop: StopFlag,
    done: Done,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Move,
    Hint,
}

/// A search that a thread is at. Whoever takes it out of the list tells its asker.
struct Running {
    run: u64,
    stop: StopFlag,
    give_up_at: Instant,
    done: Done,
}

/// Too many hints wait already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the engine has too much to do")]
pub struct PoolFull;

impl BotPool {
    /// Starts `threads` threads. A search has `budget`, counted from when it starts to run.
    pub fn start(threads: usize, budget: Duration, metrics: PoolMetrics) -> Self {
        let shared =
            Arc::new(Shared { state: Mutex::default(), wake: Condvar::new(), budget, metrics });
        for _ in 0..threads.max(1) {
            spawn_worker(Arc::clone(&shared));
        }
        let (watchdog_lives, on_end) = channel();
        let watched = Arc::clone(&shared);
        thread::spawn(move || watch(&watched, &on_end));
        Self { shared, _watchdog_lives: watchdog_lives }
    }

    /// Asks for a bot's move or a step of a review. `done` is called once, in another thread, unless
    /// the flag was set before the search began to run. Whoever asks has one such question at a time.
    pub fn ask(
        &self,
        question: Question,
        urgency: Urgency,
        stop: StopFlag,
        done: impl FnOnce(Thought) + Send + 'static,
    ) {
        let job = Job { question, stop, done: Box::new(done) };
        let mut state = self.shared.state();
        match urgency {
            Urgency::Turn => state.moves.push_back(job),
            Urgency::Leisure => state.leisurely.push_back(job),
        }
        drop(state);
        self.shared.metrics.searches.inc();
        self.shared.wake.notify_one();
    }

    /// Asks for a hint for a connection. `done` is called once, in another thread; a stopped hint is
    /// what was found until then.
    ///
    /// # Errors
    /// [`PoolFull`] if too many wait, in all or of this connection; `done` is not called then.
    pub fn ask_hint(
        &self,
        asker: ConnectionId,
        question: Question,
        stop: StopFlag,
        done: impl FnOnce(Thought) + Send + 'static,
    ) -> Result<(), PoolFull> {
        let mut state = self.shared.state();
        let own = state.hints.iter().filter(|(connection, _)| *connection == asker).count();
        if state.hints.len() >= HINTS_WAITING_MAX || own >= HINTS_WAITING_EACH {
            return Err(PoolFull);
        }
        state.hints.push_back((asker, Job { question, stop, done: Box::new(done) }));
        drop(state);
        self.shared.metrics.searches.inc();
        self.shared.wake.notify_one();
        Ok(())
    }
}

impl std::fmt::Debug for BotPool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BotPool").field("budget", &self.shared.budget).finish_non_exhaustive()
    }
}

impl Shared {
    /// A panic while the lock is held cannot leave the lists half changed: nothing that can panic
    /// runs under it.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a search and takes it; nothing when the pool has ended.
    fn take(&self) -> Option<(u64, Question, StopFlag)> {
        let mut state = self.state();
        loop {
            if state.is_closed {
                return None;
            }
            let Some((kind, job)) = state.next() else {
                state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            // A hint is answered whatever happens: its asker is promised a reply.
            if kind == Kind::Move && job.stop.is_stopped() {
                self.metrics.searches.dec();
                continue;
            }
            let run = state.next_run;
            state.next_run += 1;
            state.running.push(Running {
                run,
                stop: job.stop.clone(),
                give_up_at: Instant::now() + self.budget + GRACE,
                done: job.done,
            });
            return Some((run, job.question, job.stop));
        }
    }
}

impl State {
    /// Takes the search whose turn it is: moves that people wait for and hints alternate, each in
    /// the order asked; what is leisurely gets what is left.
    fn next(&mut self) -> Option<(Kind, Job)> {
        let hint_first = !self.hint_was_last;
        let hint = |state: &mut Self| Some((Kind::Hint, state.hints.pop_front()?.1));
        let awaited = |state: &mut Self| Some((Kind::Move, state.moves.pop_front()?));
        let taken = if hint_first {
            hint(self).or_else(|| awaited(self))
        } else {
            awaited(self).or_else(|| hint(self))
        };
        let taken = taken.or_else(|| Some((Kind::Move, self.leisurely.pop_front()?)));
        if let Some((kind, _)) = &taken {
            self.hint_was_last = *kind == Kind::Hint;
        }
        taken
    }

    fn finish(&mut self, run: u64) -> Option<Running> {
        let index = self.running.iter().position(|running| running.run == run)?;
        Some(self.running.swap_remove(index))
    }
}

fn spawn_worker(shared: Arc<Shared>) {
    thread::spawn(move || {
        lower_priority();
        while let Some((run, question, stop)) = shared.take() {
            let thinking = AssertUnwindSafe(|| think(&question, shared.budget, &stop));
            let thought = catch_unwind(thinking).unwrap_or_else(|_panic| {
                error!(?question, "a search panicked");
                shared.metrics.failures.inc();
                Thought::Failed
            });
            let finished = shared.state().finish(run);
            match finished {
                Some(running) => {
                    shared.metrics.searches.dec();
                    (running.done)(thought);
                }
                // The watchdog has given up on this thread and started another one.
                None => return,
            }
        }
    });
}

/// Linux keeps a priority for each thread.
fn lower_priority() {
    let thread = rustix::thread::gettid();
    if let Err(error) = rustix::process::setpriority_process(Some(thread), NICE) {
        warn!(%error, "bots think at the priority of everything else");
    }
}

/// Gives up on searches that do not end.
fn watch(shared: &Arc<Shared>, on_end: &Receiver<()>) {
    while on_end.recv_timeout(WATCH_INTERVAL) == Err(RecvTimeoutError::Timeout) {
        let now = Instant::now();
        let mut state = shared.state();
        let hung: Vec<u64> = state
            .running
            .iter()
            .filter(|running| now > running.give_up_at)
            .map(|running| running.run)
            .collect();
        let given_up: Vec<Running> = hung.into_iter().filter_map(|run| state.finish(run)).collect();
        drop(state);
        for running in given_up {
            error!("a search does not end; its thread is replaced");
            running.stop.stop();
            shared.metrics.failures.inc();
            shared.metrics.searches.dec();
            spawn_worker(Arc::clone(shared));
            (running.done)(Thought::Failed);
        }
    }
    let mut state = shared.state();
    state.is_closed = true;
    state.running.iter().for_each(|running| running.stop.stop());
    drop(state);
    shared.wake.notify_all();
}
