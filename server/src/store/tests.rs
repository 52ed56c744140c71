//! The journal in a real database: what is stored comes back, and what cannot be used is named.

use reversi_game::{Color, GameRecord, Position};
use reversi_protocol::{
    ClosedReason, LegalSquares, RequestId, RoomName, SessionId, UnseatedReason, Visibility,
};
use rusqlite::Connection;
use tempfile::TempDir;

use super::*;
use crate::room::{Cause, Event};
use crate::time::Timestamp;

fn room(name: &str) -> RoomId {
    name.parse().unwrap()
}

fn opened() -> Event {
    Event::Opened {
        name: RoomName::new("a room").unwrap(),
        visibility: Visibility::Listed,
        legal_squares: LegalSquares::Shown,
        start: GameRecord { start: Position::START, actions: Vec::new() },
    }
}

fn left() -> Event {
    Event::Unseated { color: Color::White, reason: UnseatedReason::Left }
}

fn closed() -> Event {
    Event::Closed { reason: ClosedReason::Idle }
}

fn append(name: &str, first: u64, events: Vec<Event>) -> Append {
    let cause = Some(Cause { session: SessionId::from_bytes([7; 16]), request: RequestId(9) });
    let entries = (first..)
        .zip(events)
        .map(|(seq, event)| Entry { seq, at: Timestamp(seq * 10), cause, event })
        .collect();
    Append { room: room(name), entries }
}

#[test]
fn entries_come_back_as_they_were_after_the_file_was_closed() {
    let folder = TempDir::new().unwrap();
    let first = append("AAAA", 1, vec![opened(), left()]);
    let second = append("AAAA", 3, vec![left()]);
    {
        let mut storage = SqliteStorage::open(folder.path()).unwrap();
        assert_eq!(
            storage.commit(&[first.clone(), append("BBBB", 1, vec![opened()])]),
            [Ok(()), Ok(())]
        );
        assert_eq!(storage.commit(std::slice::from_ref(&second)), [Ok(())]);
        assert_eq!(storage.commit(&[append("BBBB", 2, vec![closed()])]), [Ok(())]);
    }
    let mut storage = SqliteStorage::open(folder.path()).unwrap();
    let entries: Vec<Entry> = [first.entries, second.entries].concat();
    let stored = StoredRoom { room: room("AAAA"), entries };
    assert_eq!(storage.load_open().unwrap(), std::slice::from_ref(&stored));
    assert_eq!(storage.load(&room("AAAA")).unwrap(), Some(stored));
    assert_eq!(storage.load(&room("BBBB")).unwrap().unwrap().entries.len(), 2);
    assert_eq!(storage.load(&room("CCCC")).unwrap(), None);
}

#[test]
fn a_number_that_is_taken_conflicts_and_takes_nothing_else_along() {
    let folder = TempDir::new().unwrap();
    let mut storage = SqliteStorage::open(folder.path()).unwrap();
    storage.commit(&[append("AAAA", 1, vec![opened(), left()])]);
    let results = storage.commit(&[
        // Its first entry is new, its second is not: neither is stored.
        Append {
            room: room("AAAA"),
            entries: [append("AAAA", 3, vec![left()]), append("AAAA", 2, vec![left()])]
                .into_iter()
                .flat_map(|append| append.entries)
                .collect(),
        },
        append("BBBB", 1, vec![opened()]),
        append("AAAA", 1, vec![opened()]),
        // An event of a room that was never opened.
        append("CCCC", 1, vec![left()]),
    ]);
    let conflict = Err(AppendError::Conflict);
    assert_eq!(results, [conflict.clone(), Ok(()), conflict.clone(), conflict]);
    assert_eq!(storage.load(&room("AAAA")).unwrap().unwrap().entries.len(), 2);
    assert_eq!(storage.load_open().unwrap().len(), 2);
}

#[test]
fn a_folder_that_cannot_be_used_says_what_to_do() {
    let folder = TempDir::new().unwrap();
    let held = SqliteStorage::open(folder.path()).unwrap();
    let error = SqliteStorage::open(folder.path()).unwrap_err();
    assert!(matches!(error, OpenError::InUse { .. }), "{error}");
    drop(held);

    let file = folder.path().join("reversi.db");
    Connection::open(&file).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let error = SqliteStorage::open(folder.path()).unwrap_err();
    assert!(matches!(error, OpenError::Newer { found: 99, .. }), "{error}");

    std::fs::write(&file, "this is no database, whatever its name says").unwrap();
    let error = SqliteStorage::open(folder.path()).unwrap_err();
    assert!(matches!(error, OpenError::Database { .. }), "{error}");

    let error = SqliteStorage::open(&file.join("inside")).unwrap_err();
    assert!(matches!(error, OpenError::Folder { .. }), "{error}");
}

#[test]
fn a_row_that_makes_no_sense_is_named() {
    let folder = TempDir::new().unwrap();
    let mut storage = SqliteStorage::open(folder.path()).unwrap();
    storage.commit(&[append("AAAA", 1, vec![opened(), left()])]);
    let other = Connection::open(folder.path().join("reversi.db")).unwrap();
    other.execute("UPDATE event SET body = '{' WHERE seq = 2", []).unwrap();
    let error = storage.load_open().unwrap_err();
    assert!(matches!(&error, LoadError::Row { room, seq: 2 } if room == "AAAA"), "{error}");
}

#[tokio::test]
async fn appends_of_many_rooms_share_commits_and_each_is_answered() {
    let folder = TempDir::new().unwrap();
    let metrics = JournalMetrics::default();
    let storage = SqliteStorage::open(folder.path()).unwrap();
    let (journal, ended) = Journal::start(storage, metrics.clone());
    let appends = (0..200).map(|i| {
        let journal = journal.clone();
        async move { journal.append(append(&format!("R{i:03}"), 1, vec![opened()])).await }
    });
    let results = futures::future::join_all(appends).await;
    assert!(results.iter().all(Result::is_ok));
    assert_eq!(metrics.entries.get(), 200);
    assert!(metrics.commits.get() < 100, "{} commits", metrics.commits.get());
    drop(journal);
    assert_eq!(ended.await.unwrap(), Ok(()));
    assert_eq!(SqliteStorage::open(folder.path()).unwrap().load_open().unwrap().len(), 200);
}
