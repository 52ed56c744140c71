//! What was stored is read back whole while it is moved from the log to where the others of its room are.

use std::collections::BTreeMap;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use reversi_protocol::RoomId;
use rusqlite::Connection;
use tempfile::TempDir;

use super::fixtures::{append, closed, entries, left, opened, placed, prune, room};
use crate::store::sqlite::SqliteStorage;
use crate::store::storage::{Reader, Storage, Write, WriteError};

/// Rooms that a run has at a time; their names come again.
const ROOMS: usize = 12;

#[test]
fn every_room_is_whole_at_any_time_through_restarts_and_removals() {
    for seed in 0..4 {
        Run::new(seed).go(250);
    }
}

/// A storage, and what it has to hold: the number of events of each room, and whether it is closed.
struct Run {
    random: StdRng,
    folder: TempDir,
    storage: Option<SqliteStorage>,
    rooms: BTreeMap<RoomId, (u64, bool)>,
}

impl Run {
    fn new(seed: u64) -> Self {
        let folder = TempDir::new().unwrap();
        let storage = Some(SqliteStorage::open(folder.path()).unwrap());
        let (random, rooms) = (StdRng::seed_from_u64(seed), BTreeMap::new());
        Self { random, folder, storage, rooms }
    }

    fn go(mut self, commits: usize) {
        let mut stored = 0;
        for _ in 0..commits {
            match self.random.random_range(0..20) {
                0 => self.restart(),
                1 => self.remove(),
                _ => stored += self.append(),
            }
            self.check_one();
        }
        for name in 0..ROOMS {
            self.check(&Self::name(name));
        }
        let rows = |table: &str| -> u64 {
            let database = Connection::open(self.folder.path().join("reversi.db")).unwrap();
            let count = format!("SELECT count(*) FROM {table}");
            database.query_row(&count, [], |row| row.get(0)).unwrap()
        };
        assert!(rows("log") < stored / 2, "{} of {stored} are in the log", rows("log"));
        let open: u64 = self.rooms.values().map(|(events, _)| *events).sum();
        assert!(rows("journal") >= open);
    }

    fn name(number: usize) -> RoomId {
        room(&format!("R{number:03}"))
    }

    /// Stores a batch of some events, some of which are declined.
    fn append(&mut self) -> u64 {
        let (mut batch, mut expected) = (Vec::<Write>::new(), Vec::new());
        for _ in 0..self.random.random_range(1..9) {
            let id = Self::name(self.random.random_range(0..ROOMS));
            let known = self.rooms.get(&id).copied();
            let last = known.map_or(0, |(events, _)| events);
            let mut events = if known.is_none() { vec![opened()] } else { Vec::new() };
            events.extend((0..self.random.random_range(1..4)).map(|_| placed()));
            let closes = self.random.random_bool(0.05);
            events.extend(closes.then(closed));
            let (new, is_next) = (last + events.len() as u64, self.random.random_bool(0.9));
            let first = if is_next { last + 1 } else { last + 2 };
            batch.push(append(id.as_str(), first, events));
            let is_stored = is_next && !known.is_some_and(|(_, is_closed)| is_closed);
            if is_stored {
                self.rooms.insert(id, (new, closes));
            }
            expected.push(if is_stored { Ok(new) } else { Err(WriteError::Conflict) });
        }
        let results = self.storage.as_mut().unwrap().commit(&batch);
        assert_eq!(results, expected);
        results.iter().flatten().count() as u64
    }

    /// Opens the database anew, as after the end of a process.
    fn restart(&mut self) {
        self.storage = None;
        self.storage = Some(SqliteStorage::open(self.folder.path()).unwrap());
    }

    /// Removes all closed rooms, so that their names are free.
    fn remove(&mut self) {
        let forever = u64::MAX >> 1;
        let storage = self.storage.as_mut().unwrap();
        while storage.commit(&[prune([forever, forever, 0, 0])]) != [Ok(0)] {}
        self.rooms.retain(|_, (_, is_closed)| !*is_closed);
    }

    fn check_one(&mut self) {
        let id = Self::name(self.random.random_range(0..ROOMS));
        self.check(&id);
    }

    fn check(&self, id: &RoomId) {
        let reader = self.storage.as_ref().unwrap().reader().unwrap();
        let stored = reader.room(id).unwrap().map(|stored| stored.entries);
        let seqs = stored.map(|entries| entries.iter().map(|entry| entry.seq).collect::<Vec<_>>());
        let expected = self.rooms.get(id).map(|(events, _)| (1..=*events).collect());
        assert_eq!(seqs, expected, "{id}");
    }
}

#[test]
fn what_is_moved_stays_what_it_was() {
    let folder = TempDir::new().unwrap();
    let mut storage = SqliteStorage::open(folder.path()).unwrap();
    let reader = storage.reader().unwrap();
    storage.commit(&[append("AAAA", 1, vec![opened()])]);
    for seq in 2..400 {
        assert_eq!(storage.commit(&[append("AAAA", seq, vec![left()])]), [Ok(seq)]);
    }
    let events = std::iter::once(opened()).chain((2..400).map(|_| left())).collect();
    let stored = reader.room(&room("AAAA")).unwrap().unwrap();
    assert_eq!(stored.entries, entries(1, events));
    let database = Connection::open(folder.path().join("reversi.db")).unwrap();
    let moved: u64 =
        database.query_row("SELECT count(*) FROM event", [], |row| row.get(0)).unwrap();
    assert!(moved > 200, "{moved} were moved");
}
