//! The writer thread: takes appends from the rooms, commits them in batches, answers each.

use std::thread;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tracing::error;

use super::{Append, AppendError, LoadError, SqliteStorage, Storage};

/// Appends that one transaction takes at most, and that may wait for the writer.
const BATCH_MAX: usize = 1024;

/// What the writer counts.
#[derive(Clone, Debug)]
pub struct JournalMetrics {
    /// Seconds that a commit took.
    pub commit_seconds: Histogram,
    /// Entries made durable.
    pub entries: Counter,
    /// Commits.
    pub commits: Counter,
}

impl Default for JournalMetrics {
    fn default() -> Self {
        Self {
            commit_seconds: Histogram::new(exponential_buckets(0.000_25, 2.0, 14)),
            entries: Counter::default(),
            commits: Counter::default(),
        }
    }
}

/// A handle to the writer thread, shared by all rooms.
#[derive(Clone, Debug)]
pub struct Journal {
    jobs: mpsc::Sender<Job>,
}

enum Job {
    Append(Box<Append>, oneshot::Sender<Result<(), AppendError>>),
    Ask(Box<dyn FnOnce(&mut SqliteStorage) + Send>),
}

impl Journal {
    /// Starts the writer thread. The second value resolves when the thread has ended: after a
    /// failure of the storage, or when every handle is gone and everything is committed.
    pub fn start(
        storage: impl Storage + 'static,
        metrics: JournalMetrics,
    ) -> (Self, oneshot::Receiver<Result<(), AppendError>>) {
        let (jobs, queue) = mpsc::channel(BATCH_MAX);
        let (ended, on_end) = oneshot::channel();
        thread::spawn(move || {
            let outcome = write(queue, storage, &metrics);
            // Nobody waits for the end in tests.
            let _ = ended.send(outcome);
        });
        (Self { jobs }, on_end)
    }

    /// Makes entries durable.
    ///
    /// # Errors
    /// [`AppendError`]; nothing of the append is stored then.
    pub async fn append(&self, append: Append) -> Result<(), AppendError> {
        let (answer, on_answer) = oneshot::channel();
        let stopped = || AppendError::Failed("the writer has stopped".to_owned());
        self.jobs.send(Job::Append(Box::new(append), answer)).await.map_err(|_closed| stopped())?;
        on_answer.await.map_err(|_closed| stopped())?
    }

    /// Asks the database something, between two commits.
    ///
    /// # Errors
    /// [`LoadError`]: what the question answers, or that the writer has stopped.
    pub async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut SqliteStorage) -> Result<T, LoadError> + Send + 'static,
    ) -> Result<T, LoadError> {
        let (answer, on_answer) = oneshot::channel();
        let question = Box::new(move |database: &mut SqliteStorage| {
            // Whoever asked may have gone.
            let _ = answer.send(question(database));
        });
        self.jobs.send(Job::Ask(question)).await.map_err(|_closed| LoadError::Stopped)?;
        on_answer.await.map_err(|_closed| LoadError::Stopped)?
    }
}

/// Serves jobs until all handles are gone or the storage fails. After a failure nothing more is
/// acknowledged: what an earlier write left behind is unknown until the next start.
fn write(
    mut queue: mpsc::Receiver<Job>,
    mut storage: impl Storage,
    metrics: &JournalMetrics,
) -> Result<(), AppendError> {
    let mut jobs = Vec::with_capacity(BATCH_MAX);
    while queue.blocking_recv_many(&mut jobs, BATCH_MAX) > 0 {
        let (mut batch, mut answers) = (Vec::new(), Vec::new());
        for job in jobs.drain(..) {
            match job {
                Job::Append(append, answer) => {
                    batch.push(*append);
                    answers.push(answer);
                }
                Job::Ask(question) => question(storage.database()),
            }
        }
        if batch.is_empty() {
            continue;
        }
        let started = Instant::now();
        let results = storage.commit(&batch);
        metrics.commit_seconds.observe(started.elapsed().as_secs_f64());
        metrics.commits.inc();
        let failure = results.iter().find_map(|result| match result {
            Err(error @ AppendError::Failed(_)) => Some(error.clone()),
            Ok(()) | Err(AppendError::Conflict | AppendError::NickTaken | AppendError::Full) => {
                None
            }
        });
        for ((append, answer), result) in batch.iter().zip(answers).zip(results) {
            if result.is_ok() {
                metrics.entries.inc_by(append.entries.len() as u64);
            }
            let _ = answer.send(result);
        }
        if let Some(failure) = failure {
            error!(error = %failure, "the storage failed; nothing more is accepted");
            return Err(failure);
        }
    }
    Ok(())
}
