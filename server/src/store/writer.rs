//! The writer thread: takes what is to be stored, commits it in batches, answers each.

use std::thread::{self, Thread};
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use tokio::sync::{mpsc, oneshot};
use tracing::error;

use super::storage::{Storage, Write, WriteError};
use crate::clock::timed;
use crate::health::{Health, Trouble};

/// Writes that one transaction takes at most, and that may wait for the writer.
const BATCH_MAX: usize = 1024;

#[derive(Clone, Debug)]
pub struct JournalMetrics {
    pub commit_seconds: Histogram,
    /// Entries made durable.
    pub entries: Counter,
    pub commits: Counter,
    /// The size of the database.
    pub bytes: Gauge,
    /// Whether anything can be stored.
    pub health: Health,
}

impl Default for JournalMetrics {
    fn default() -> Self {
        Self {
            commit_seconds: Histogram::new(exponential_buckets(0.000_25, 2.0, 14)),
            entries: Counter::default(),
            commits: Counter::default(),
            bytes: Gauge::default(),
            health: Health::default(),
        }
    }
}

/// How long writes are gathered while nobody waits for any. Chosen: with the time of a commit, less than the 10 ms
/// that are promised.
pub(super) const GATHERED: Duration = Duration::from_millis(4);

/// Who hears what comes of a write.
#[derive(Debug)]
enum Answer {
    /// Somebody who waits.
    Whatever(oneshot::Sender<Result<u64, WriteError>>),
    /// Somebody who has gone on, and has to know if it fails.
    Failure(mpsc::UnboundedSender<WriteError>),
}

impl Answer {
    const fn is_awaited(&self) -> bool {
        matches!(self, Self::Whatever(_))
    }

    fn send(self, result: Result<u64, WriteError>) {
        // Whoever asked may have gone.
        match (self, result) {
            (Self::Whatever(answer), result) => drop(answer.send(result)),
            (Self::Failure(answer), Err(error)) => drop(answer.send(error)),
            (Self::Failure(_), Ok(_)) => {}
        }
    }
}

/// The way to the writer thread.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    writes: mpsc::Sender<(Write, Answer)>,
    /// To wake it while it gathers.
    thread: Thread,
}

impl Writer {
    /// Starts the thread. Writes are gathered for as long as is said, if at all, or until somebody waits for one.
    pub(super) fn start(
        storage: impl Storage,
        metrics: JournalMetrics,
        gathered: Option<Duration>,
    ) -> (Self, oneshot::Receiver<Result<(), WriteError>>) {
        let (writes, queue) = mpsc::channel(BATCH_MAX);
        let (ended, on_end) = oneshot::channel();
        let serving = thread::spawn(move || {
            let outcome = serve(queue, storage, &metrics, gathered);
            // Nobody waits for the end in tests.
            let _ = ended.send(outcome);
        });
        (Self { writes, thread: serving.thread().clone() }, on_end)
    }

    /// Makes something durable, and returns the number that the reply names.
    pub(super) async fn write(&self, write: Write) -> Result<u64, WriteError> {
        let (answer, on_answer) = oneshot::channel();
        self.send(write, Answer::Whatever(answer)).await?;
        self.thread.unpark();
        on_answer.await.map_err(|_closed| WriteError::Stopped)?
    }

    /// Makes something durable soon, and tells if that fails.
    pub(super) async fn write_soon(
        &self,
        write: Write,
        failure: mpsc::UnboundedSender<WriteError>,
    ) -> Result<(), WriteError> {
        self.send(write, Answer::Failure(failure)).await
    }

    async fn send(&self, write: Write, answer: Answer) -> Result<(), WriteError> {
        self.writes.send((write, answer)).await.map_err(|_closed| WriteError::Stopped)
    }
}

/// Serves writes until all handles are gone or the storage fails. After a failure nothing more is
/// acknowledged: what an earlier write left behind is unknown until the next start.
fn serve(
    mut queue: mpsc::Receiver<(Write, Answer)>,
    mut storage: impl Storage,
    metrics: &JournalMetrics,
    gathered: Option<Duration>,
) -> Result<(), WriteError> {
    let mut waiting = Vec::with_capacity(BATCH_MAX);
    while queue.blocking_recv_many(&mut waiting, BATCH_MAX) > 0 {
        if let Some(gathered) = gathered
            && !waiting.iter().any(|(_, answer)| answer.is_awaited())
        {
            thread::park_timeout(gathered);
            let more = std::iter::from_fn(|| queue.try_recv().ok());
            waiting.extend(more.take(BATCH_MAX - waiting.len()));
        }
        let (batch, answers): (Vec<Write>, Vec<Answer>) = waiting.drain(..).unzip();
        let mut refuse = || refuse_all(&mut queue);
        let (results, taken) = timed(|| storage.commit_at_last(&batch, &mut refuse));
        metrics.commit_seconds.observe(taken.as_secs_f64());
        metrics.commits.inc();
        let trouble = results.iter().find_map(|result| match result {
            Err(WriteError::NotNow(trouble)) => Some(*trouble),
            Ok(_) | Err(_) => None,
        });
        if trouble.is_some() || results.iter().any(Result::is_ok) {
            metrics.health.set(trouble);
        }
        let failure = results.iter().find_map(|result| match result {
            Err(error @ WriteError::Failed(_)) => Some(error.clone()),
            Ok(_) | Err(_) => None,
        });
        for ((write, answer), result) in batch.iter().zip(answers).zip(results) {
            if let (Write::Append(append), Ok(_)) = (write, &result) {
                metrics.entries.inc_by(append.entries.len() as u64);
            }
            answer.send(result);
        }
        if let Some(failure) = failure {
            error!(error = %failure, "the storage failed; nothing more is accepted");
            return Err(failure);
        }
    }
    Ok(())
}

/// Refuses what the storage has not been given yet.
fn refuse_all(queue: &mut mpsc::Receiver<(Write, Answer)>) {
    while let Ok((_, answer)) = queue.try_recv() {
        answer.send(Err(WriteError::NotNow(Trouble::Away)));
    }
}
