//! Reads beside the writer: a few threads, each with a reader of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tokio::sync::{mpsc, oneshot};
use tracing::error;

use super::storage::{Fault, ReadError, Reader, Storage};

/// Readers. Chosen: one that makes a long list keeps nobody else waiting, and reads take no more than
/// this many cores from those who play.
pub(super) const READERS: usize = 2;

/// Reads that may wait.
pub(super) const READS_WAITING_MAX: usize = 256;

type Job = Box<dyn FnOnce(&dyn Reader) + Send>;

/// The way to the readers. They end when every handle is gone.
#[derive(Clone, Debug)]
pub(super) struct Readers {
    jobs: mpsc::Sender<Job>,
}

impl Readers {
    pub(super) fn of(storage: &impl Storage) -> Result<Self, Fault> {
        let (jobs, queue) = mpsc::channel(READS_WAITING_MAX);
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..READERS {
            let (reader, queue) = (storage.reader()?, Arc::clone(&queue));
            thread::spawn(move || serve(&reader, &queue));
        }
        Ok(Self { jobs })
    }

    /// Reads something, unless too many reads wait already.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&dyn Reader) -> Result<T, ReadError> + Send + 'static,
    ) -> Result<T, ReadError> {
        let place = self.jobs.try_reserve().map_err(|_full| ReadError::Busy)?;
        let (job, on_read) = job(read);
        place.send(job);
        on_read.await.map_err(broken_off)?
    }

    /// Reads something, however many reads wait already.
    pub(super) async fn read_in_turn<T: Send + 'static>(
        &self,
        read: impl FnOnce(&dyn Reader) -> Result<T, ReadError> + Send + 'static,
    ) -> Result<T, ReadError> {
        let (job, on_read) = job(read);
        // Readers that have ended drop the job, and so break it off.
        let _ = self.jobs.send(job).await;
        on_read.await.map_err(broken_off)?
    }
}

fn job<T: Send + 'static>(
    read: impl FnOnce(&dyn Reader) -> Result<T, ReadError> + Send + 'static,
) -> (Job, oneshot::Receiver<Result<T, ReadError>>) {
    let (answer, on_read) = oneshot::channel::<Result<T, ReadError>>();
    let job = Box::new(move |reader: &dyn Reader| {
        // Whoever asked may have gone.
        if !answer.is_closed() {
            let _ = answer.send(read(reader));
        }
    });
    (job, on_read)
}

fn broken_off(cause: oneshot::error::RecvError) -> ReadError {
    ReadError::Failed(Fault::new(cause))
}

fn serve(reader: &impl Reader, queue: &Mutex<mpsc::Receiver<Job>>) {
    // One reader waits for a job, the others for their turn to wait.
    let take = || queue.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
    while let Some(job) = take() {
        if catch_unwind(AssertUnwindSafe(|| job(reader))).is_err() {
            error!("a read panicked");
        }
    }
}
