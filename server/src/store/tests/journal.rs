//! The journal: commits are shared, and reads go on beside them.

use std::sync::mpsc;
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::join_all;
use reversi_protocol::Durability;
use tempfile::TempDir;
use tokio::sync::mpsc::unbounded_channel;
use tokio::sync::oneshot;

use super::fixtures::{append, entries, opened, room};
use crate::health::Trouble;
use crate::store::journal::Journal;
use crate::store::memory::MemoryStorage;
use crate::store::readers::{READERS, READS_WAITING_MAX, Readers};
use crate::store::sqlite::SqliteStorage;
use crate::store::storage::{Append, Epoch, ReadError, Storage, WriteError};
use crate::store::writer::{JournalMetrics, Writer};

#[tokio::test]
async fn appends_of_many_rooms_share_commits_and_each_is_answered() {
    let folder = TempDir::new().unwrap();
    let metrics = JournalMetrics::default();
    let storage = SqliteStorage::open(folder.path()).unwrap();
    let (journal, ended) = Journal::start(storage, metrics.clone(), Durability::Full).unwrap();
    let appends = (0..200).map(|i| {
        let journal = journal.clone();
        let (room, entries) = (room(&format!("R{i:03}")), entries(1, vec![opened()]));
        async move {
            journal.append(Append { room, epoch: Epoch::FIRST, entries, finished: None }).await
        }
    });
    let results = join_all(appends).await;
    assert!(results.iter().all(Result::is_ok));
    assert_eq!(metrics.entries.get(), 200);
    assert!(metrics.commits.get() < 100, "{} commits", metrics.commits.get());
    drop(journal);
    assert_eq!(ended.await.unwrap(), Ok(()));
    let mut storage = SqliteStorage::open(folder.path()).unwrap();
    assert_eq!(storage.adopt().unwrap().rooms.len(), 200);
}

#[tokio::test]
async fn what_somebody_waits_for_ends_the_gathering_of_what_nobody_does() {
    let metrics = JournalMetrics::default();
    let (writer, _ended) =
        Writer::start(MemoryStorage::default(), metrics.clone(), Some(Duration::from_hours(1)));
    let (failure, _failures) = unbounded_channel();
    for name in ["AAAA", "BBBB"] {
        writer.write_soon(append(name, 1, vec![opened()]), failure.clone()).await.unwrap();
    }
    assert_eq!(writer.write(append("CCCC", 1, vec![opened()])).await, Ok(1));
    assert_eq!(metrics.entries.get(), 3);
}

#[tokio::test]
async fn who_reads_long_holds_up_neither_a_commit_nor_who_reads_soon_after() {
    let folder = TempDir::new().unwrap();
    let mut storage = SqliteStorage::open(folder.path()).unwrap();
    let readers = Readers::of(&storage).unwrap();
    let held = hold_a_reader(&readers).await;
    assert_eq!(storage.commit(&[append("AAAA", 1, vec![opened()])]), [Ok(1)]);
    assert!(readers.read(|reader| reader.room(&room("AAAA"))).await.unwrap().is_some());
    drop(held);
}

#[tokio::test]
async fn more_reads_than_may_wait_are_declined_and_a_rooms_own_waits_its_turn() {
    let readers = Readers::of(&MemoryStorage::default()).unwrap();
    let mut held = Vec::new();
    for _ in 0..READERS {
        held.push(hold_a_reader(&readers).await);
    }
    let waiting = join_all((0..READS_WAITING_MAX).map(|_| readers.read(|it| it.ranking(1))));
    let mut waiting = Box::pin(waiting);
    assert_eq!(waiting.as_mut().now_or_never(), None);
    assert_eq!(readers.read(|reader| reader.ranking(1)).await, Err(ReadError::Busy));
    let mut own = Box::pin(readers.read_in_turn(|reader| reader.room(&room("AAAA"))));
    assert_eq!(own.as_mut().now_or_never(), None);
    drop(held);
    let (read, own) = tokio::join!(waiting, own);
    assert!(read.into_iter().all(|read| read == Ok(vec![])));
    assert_eq!(own, Ok(None));
}

/// Keeps a reader busy until what is returned is dropped.
async fn hold_a_reader(readers: &Readers) -> mpsc::Sender<()> {
    let (release, on_release) = mpsc::channel::<()>();
    let (begun, on_begun) = oneshot::channel();
    let readers = readers.clone();
    tokio::spawn(async move {
        let holding = readers.read(move |_reader| {
            let _ = begun.send(());
            let _ = on_release.recv();
            Ok(())
        });
        holding.await
    });
    on_begun.await.unwrap();
    release
}

#[tokio::test]
async fn a_read_that_panics_or_is_given_up_costs_no_reader() {
    let readers = Readers::of(&MemoryStorage::default()).unwrap();
    for _ in 0..10 {
        let panicked = readers.read(|_reader| -> Result<(), ReadError> { panic!("a defect") });
        assert!(matches!(panicked.await, Err(ReadError::Failed(_))));
        let given_up = readers.read(|reader| reader.ranking(1));
        // Answered or not by now: nobody waits for it.
        let _ = given_up.now_or_never();
    }
    assert_eq!(readers.read(|reader| reader.ranking(1)).await, Ok(vec![]));
}

#[tokio::test]
async fn after_a_failure_nothing_more_is_accepted() {
    let storage = MemoryStorage::default();
    let failure = WriteError::Failed(crate::store::storage::Fault::new("fsync"));
    storage.fail([Some(WriteError::NotNow(Trouble::DiskFull)), Some(failure.clone())]);
    let (journal, ended) =
        Journal::start(storage, JournalMetrics::default(), Durability::Full).unwrap();
    let append = || {
        let entries = entries(1, vec![opened()]);
        journal.append(Append { room: room("AAAA"), epoch: Epoch::FIRST, entries, finished: None })
    };
    assert_eq!(append().await, Err(WriteError::NotNow(Trouble::DiskFull)));
    assert_eq!(append().await, Err(failure.clone()));
    assert_eq!(append().await, Err(WriteError::Stopped));
    assert_eq!(ended.await.unwrap(), Err(failure));
}
