//! A fixed number of threads that search, one for what is soon done while all of those are at long
//! searches, and one in place of a thread that is at what takes its time. A watchdog gives up on a search that does not end, and replaces its thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use reversi_engine::book::Book;
use reversi_engine::pattern::Weights;
use reversi_engine::{Control, Memory};
use reversi_room::Timestamp;
use rustix::process::{Pid, setpriority_process};
use rustix::thread::gettid;
use tracing::{debug, error, warn};

use super::job::{Answer, SearchError, job};
use super::memories::{Memories, Seated};
use super::queue::{Effort, Owner, Queue, Task, Urgency};
use crate::clock::Clock;
use crate::process;

/// A search is given up on when it has not ended so long after its budget. The time in which its thread
/// waits for a processor does not count: a crowded machine leaves the threads next to nothing.
const GRACE: Duration = Duration::from_secs(2);

/// The same where a search has no budget of time. Chosen: far more than any takes where the machine
/// is not held up for good.
const PATIENCE: Duration = Duration::from_mins(10);

/// One that takes spare time is let go on for so long before it gives way.
const SPARE_MIN: Duration = Duration::from_millis(800);

/// The watchdog looks this often.
const WATCH_INTERVAL: Duration = Duration::from_millis(200);

/// Priority of the threads (`nice`): connections are served first.
const NICE: i32 = 19;

#[derive(Clone, Debug, Default)]
pub struct PoolMetrics {
    /// Searches that wait or run.
    pub searches: Gauge,
    /// Searches that panicked or were given up on.
    pub failures: Counter,
}

/// The threads that search. Clones share them; they end with the last clone.
#[derive(Clone)]
pub struct SearchPool {
    shared: Arc<Shared>,
    _watchdog_lives: Sender<()>,
}

/// What a thread takes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Worker {
    Any,
    /// Only what is soon done, and only while the others are all at long searches: nobody waits a
    /// second for a move that takes a moment.
    Relief,
    /// Only what somebody waits for, and only while the others are busy and one of them has no budget
    /// of time.
    StandIn,
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
    /// Threads that take on anything.
    threads: usize,
    budget: Duration,
    clock: Clock,
    metrics: PoolMetrics,
    memories: Memories,
}

#[derive(Default)]
struct State {
    waiting: Queue,
    running: Vec<Running>,
    next_run: u64,
    is_closed: bool,
}

/// A search that a thread is at. Whoever takes it out of the list sees to it that it is answered.
struct Running {
    run: u64,
    worker: Worker,
    task: Task,
    thread: Pid,
    /// How long the thread had waited for a processor when the watchdog looked last.
    held_up: Option<Duration>,
    gives_way_at: Timestamp,
    give_up_at: Timestamp,
}

impl SearchPool {
    /// Starts `threads` threads. A search has `budget`, counted from when it starts to run.
    pub fn start(threads: usize, budget: Duration, clock: Clock, metrics: PoolMetrics) -> Self {
        let (state, wake, memories) = (Mutex::default(), Condvar::new(), Memories::default());
        let threads = threads.max(1);
        let shared = Arc::new(Shared { state, wake, threads, budget, clock, metrics, memories });
        for _ in 0..threads {
            spawn_worker(Arc::clone(&shared), Worker::Any);
        }
        spawn_worker(Arc::clone(&shared), Worker::Relief);
        spawn_worker(Arc::clone(&shared), Worker::StandIn);
        let (watchdog_lives, on_end) = channel();
        let watched = Arc::clone(&shared);
        thread::spawn(move || watch(&watched, &on_end));
        Self { shared, _watchdog_lives: watchdog_lives }
    }

    /// Returns what a bot remembers of its searches before a move of its game.
    pub fn memory_of(&self, seated: Seated, ply: usize) -> Arc<Memory> {
        self.shared.memories.of(seated, ply)
    }

    /// Asks for a search, which is told its budget; it finds nothing when it fails. One whose
    /// answer nobody waits for any more is not begun.
    pub fn search<A: Send + 'static>(
        &self,
        owner: Owner,
        urgency: Urgency,
        effort: Effort,
        search: impl FnOnce(Duration, Control<'_>) -> Option<A> + Send + 'static,
    ) -> Answer<A> {
        let (job, answer) = job(search);
        let task = Task { owner, urgency, effort, job: Arc::new(job) };
        self.shared.metrics.searches.inc();
        let declined = self.shared.state().waiting.push(task);
        if let Some(declined) = declined {
            self.shared.metrics.searches.dec();
            declined.job.give_up(SearchError::Busy);
        }
        self.shared.wake.notify_all();
        answer
    }
}

impl std::fmt::Debug for SearchPool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchPool").field("budget", &self.shared.budget).finish_non_exhaustive()
    }
}

impl Shared {
    /// A panic while the lock is held cannot leave the lists half changed: nothing that can panic
    /// runs under it.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a search and takes it; nothing when the pool has ended.
    fn take(&self, worker: Worker) -> Option<(u64, Task)> {
        let mut state = self.state();
        loop {
            if state.is_closed {
                return None;
            }
            let next = match worker {
                Worker::Any => state.waiting.pop(Effort::Counted),
                Worker::Relief if state.is_held_up(self.threads) => {
                    state.waiting.pop(Effort::Quick)
                }
                Worker::StandIn if state.is_held_up(self.threads) && state.is_patient() => {
                    state.waiting.pop_awaited(Effort::Long)
                }
                Worker::Relief | Worker::StandIn => None,
            };
            let Some(task) = next else {
                state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            if !task.job.is_wanted() {
                self.metrics.searches.dec();
                continue;
            }
            state.waiting.begin(&task);
            let run = state.next_run;
            state.next_run += 1;
            let now = self.clock.now();
            let budget = if task.effort > Effort::Long { PATIENCE } else { self.budget };
            state.running.push(Running {
                run,
                worker,
                task: task.clone(),
                thread: gettid(),
                held_up: None,
                gives_way_at: now.after(SPARE_MIN),
                give_up_at: now.after(budget + GRACE),
            });
            if !state.waiting.is_empty() {
                // Another thread may have to come in.
                self.wake.notify_all();
            }
            return Some((run, task));
        }
    }
}

impl State {
    /// Tells whether all of so many threads are at long searches.
    fn is_held_up(&self, threads: usize) -> bool {
        let long = self.running.iter().filter(|running| running.task.effort >= Effort::Long);
        long.count() >= threads
    }

    /// Tells whether a thread is at a search that has no budget of time.
    fn is_patient(&self) -> bool {
        self.running.iter().any(|running| running.task.effort > Effort::Long)
    }

    /// Gives the searches the time back in which their threads waited for a processor.
    fn count_waiting(&mut self) {
        for running in &mut self.running {
            let held_up = process::held_up(running.thread);
            let before = running.held_up.replace(held_up).unwrap_or(held_up);
            running.give_up_at = running.give_up_at.after(held_up.saturating_sub(before));
        }
    }

    /// Ends what takes spare time for what waits.
    fn give_way(&self, now: Timestamp) {
        let is_spare = |it: &&Running| it.task.effort == Effort::Spare && now > it.gives_way_at;
        if !self.waiting.is_empty() {
            self.running.iter().filter(is_spare).for_each(|running| running.task.job.hurry());
        }
    }

    fn finish(&mut self, run: u64) -> Option<Running> {
        let index = self.running.iter().position(|running| running.run == run)?;
        Some(self.running.swap_remove(index))
    }
}

fn spawn_worker(shared: Arc<Shared>, worker: Worker) {
    thread::spawn(move || {
        lower_priority();
        // What is unpacked once is no part of anybody's search.
        let _ = (Weights::embedded(), Book::embedded());
        debug!("what searches need is unpacked");
        while let Some((run, Task { owner, urgency, job, .. })) = shared.take(worker) {
            let searched = catch_unwind(AssertUnwindSafe(|| job.run(shared.budget)));
            if searched.is_err() {
                error!(?owner, ?urgency, "a search panicked");
                shared.metrics.failures.inc();
            }
            let finished = shared.state().finish(run);
            if finished.is_none() {
                // The watchdog has given up on this thread and started another one.
                return;
            }
            shared.metrics.searches.dec();
            job.give_up(SearchError::Failed);
        }
    });
}

/// Linux keeps a priority for each thread.
fn lower_priority() {
    if let Err(error) = setpriority_process(Some(gettid()), NICE) {
        warn!(%error, "bots search at the priority of everything else");
    }
}

/// Ends searches that take spare time where there is none, and gives up on those that do not end.
fn watch(shared: &Arc<Shared>, on_end: &Receiver<()>) {
    while on_end.recv_timeout(WATCH_INTERVAL) == Err(RecvTimeoutError::Timeout) {
        let now = shared.clock.now();
        let mut state = shared.state();
        state.count_waiting();
        state.give_way(now);
        let hung: Vec<u64> = state
            .running
            .iter()
            .filter(|running| now > running.give_up_at)
            .map(|running| running.run)
            .collect();
        let given_up: Vec<Running> = hung.into_iter().filter_map(|run| state.finish(run)).collect();
        drop(state);
        for Running { worker, task: Task { owner, urgency, job, .. }, .. } in given_up {
            error!(?owner, ?urgency, "a search does not end; its thread is replaced");
            shared.metrics.failures.inc();
            shared.metrics.searches.dec();
            spawn_worker(Arc::clone(shared), worker);
            job.give_up(SearchError::Failed);
        }
    }
    let mut state = shared.state();
    state.is_closed = true;
    state.running.iter().for_each(|running| running.task.job.give_up(SearchError::Failed));
    drop(state);
    shared.wake.notify_all();
}
