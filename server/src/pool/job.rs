//! A search with an answer of its own type, as the asker holds it and as the threads do.

use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use reversi_engine::{Control, StopFlag, stopwatch};
use thiserror::Error;
use tokio::sync::oneshot;

/// Why a search has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SearchError {
    #[error("too many searches wait already")]
    Busy,
    #[error("the search panicked, did not end, or found nothing")]
    Failed,
}

/// What a search will have found. Dropping it ends the search.
#[derive(Debug)]
pub struct Answer<A> {
    found: oneshot::Receiver<Result<A, SearchError>>,
    stop: StopFlag,
}

impl<A> Answer<A> {
    /// Hurries the search: the answer is what it has found until now.
    pub fn hurry(&self) {
        self.stop.stop();
    }
}

impl<A> Future for Answer<A> {
    type Output = Result<A, SearchError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let found = Pin::new(&mut self.found).poll(cx);
        found.map(|found| found.unwrap_or(Err(SearchError::Failed)))
    }
}

impl<A> Drop for Answer<A> {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// A search as the threads see it, whatever it answers with.
pub(super) trait Job: Send + Sync {
    /// Tells whether somebody still waits for the answer.
    fn is_wanted(&self) -> bool;

    /// Searches in this thread and answers.
    fn run(&self, budget: Duration);

    /// Hurries the search: it answers with what it has found until now.
    fn hurry(&self);

    /// Ends the search, and answers in its place if it has not answered.
    fn give_up(&self, why: SearchError);
}

struct Search<S, A> {
    work: Mutex<Option<S>>,
    found: Mutex<Option<oneshot::Sender<Result<A, SearchError>>>>,
    stop: StopFlag,
}

/// Makes a job of a search, and the answer to wait for.
pub(super) fn job<S, A>(search: S) -> (impl Job, Answer<A>)
where
    S: FnOnce(Duration, Control<'_>) -> Option<A> + Send,
    A: Send,
{
    let (sender, found) = oneshot::channel();
    let stop = StopFlag::default();
    let job = Search {
        work: Mutex::new(Some(search)),
        found: Mutex::new(Some(sender)),
        stop: stop.clone(),
    };
    (job, Answer { found, stop })
}

impl<S, A> Search<S, A> {
    fn answer(&self, found: Result<A, SearchError>) {
        if let Some(sender) = take(&self.found) {
            // Whoever asked may have gone.
            let _ = sender.send(found);
        }
    }
}

impl<S, A> Job for Search<S, A>
where
    S: FnOnce(Duration, Control<'_>) -> Option<A> + Send,
    A: Send,
{
    fn is_wanted(&self) -> bool {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.as_ref().is_some_and(|sender| !sender.is_closed())
    }

    fn run(&self, budget: Duration) {
        let Some(search) = take(&self.work) else { return };
        let clock = stopwatch();
        let found = search(budget, Control::new(&self.stop, &clock));
        self.answer(found.ok_or(SearchError::Failed));
    }

    fn hurry(&self) {
        self.stop.stop();
    }

    fn give_up(&self, why: SearchError) {
        self.stop.stop();
        self.answer(Err(why));
    }
}

fn take<T>(slot: &Mutex<Option<T>>) -> Option<T> {
    slot.lock().unwrap_or_else(PoisonError::into_inner).take()
}
