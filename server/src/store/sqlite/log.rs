//! The log: events in the order in which they were stored, until they are put beside the others of their
//! rooms. A closed room has none in it that count.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reversi_protocol::RoomId;
use reversi_room::Entry;
use rusqlite::{Connection, OptionalExtension as _, params};

/// Rows of the log before they are put beside the others of their rooms: so many for each room that has
/// any, from so many to so many in all. Chosen: a page of the event table is then written for some ten events,
/// and a start reads the whole log within 0.1 s.
const ROWS_PER_ROOM: usize = 16;
const ROWS_MIN: usize = if cfg!(test) { 64 } else { 16_384 };
const ROWS_MAX: usize = 131_072;

/// Rows that a commit moves and removes beside its own, and so many times its own. Chosen: the log is
/// emptied faster than it is filled, and no commit takes a millisecond longer for it.
const ROWS_A_COMMIT: usize = 16;
const TIMES_ITS_OWN: usize = 3;

/// Where the log has the events of each room. Clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Index(Arc<Mutex<HashMap<RoomId, Rows>>>);

/// The rows of a room, oldest first.
#[derive(Clone, Debug, Default)]
struct Rows {
    ids: Vec<i64>,
    last_seq: u64,
}

impl Index {
    /// Returns the rows of a room that are committed, and perhaps some that were moved since.
    pub(super) fn rows(&self, room: &RoomId) -> Vec<i64> {
        self.rooms().get(room).map_or_else(Vec::new, |rows| rows.ids.clone())
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<RoomId, Rows>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The log, as the writer knows it.
#[derive(Debug)]
pub(super) struct Log {
    pub(super) index: Index,
    /// The first row, and the one that comes after the last.
    first: i64,
    next: i64,
    sweep: Option<Sweep>,
}

/// What is moved out of the log bit by bit: all up to a row; then these rows are removed.
#[derive(Debug)]
struct Sweep {
    last: i64,
    /// The rooms whose events are still to be moved, the next one last.
    rooms: Vec<RoomId>,
}

impl Log {
    /// Reads where the log has which events.
    pub(super) fn of(connection: &Connection) -> rusqlite::Result<Self> {
        let mut rooms = HashMap::<RoomId, Rows>::new();
        let mut statement = connection.prepare("SELECT id, room, seq FROM log ORDER BY id")?;
        let mut found = statement.query([])?;
        let (mut first, mut next) = (None, 1);
        while let Some(row) = found.next()? {
            let id: i64 = row.get(0)?;
            first.get_or_insert(id);
            next = id + 1;
            // A name that is damaged is nobody's.
            let room = row.get_ref(1)?.as_str().ok().and_then(|room| room.parse().ok());
            let Some(room) = room else { continue };
            let rows = rooms.entry(room).or_default();
            rows.last_seq = row.get::<_, i64>(2)?.cast_unsigned();
            // What stands before the first event was another room, which is no more.
            if rows.last_seq == 1 {
                rows.ids.clear();
            }
            rows.ids.push(id);
        }
        let mut open = connection.prepare("SELECT 1 FROM room WHERE id = ?1 AND closed = 0")?;
        for room in rooms.keys().cloned().collect::<Vec<_>>() {
            if !open.exists([room.as_str()])? {
                rooms.remove(&room);
            }
        }
        let index = Index(Arc::new(Mutex::new(rooms)));
        Ok(Self { index, first: first.unwrap_or(next), next, sweep: None })
    }

    /// Takes note of what a transaction has done, once it is durable.
    pub(super) fn apply(&mut self, changes: Changes) {
        let mut rooms = self.index.rooms();
        for (room, moved) in changes.moved {
            if let Some(rows) = rooms.get_mut(&room) {
                rows.ids.drain(..moved);
                if rows.ids.is_empty() {
                    rooms.remove(&room);
                }
            }
        }
        for (room, Rows { ids, last_seq }) in changes.added {
            let rows = rooms.entry(room).or_default();
            rows.ids.extend(ids);
            rows.last_seq = last_seq;
        }
        if changes.begins_sweep {
            let mut names: Vec<RoomId> = rooms.keys().cloned().collect();
            names.sort_unstable_by(|a, b| b.cmp(a));
            self.sweep = Some(Sweep { last: changes.next - 1, rooms: names });
        } else if let Some(sweep) = &mut self.sweep {
            sweep.rooms.truncate(sweep.rooms.len() - changes.swept);
        }
        self.sweep.take_if(|sweep| changes.first > sweep.last);
        (self.first, self.next) = (changes.first, changes.next);
    }
}

/// What one transaction does to the log.
#[derive(Debug)]
pub(super) struct Changes {
    first: i64,
    next: i64,
    /// The rows that it adds.
    added: HashMap<RoomId, Rows>,
    /// How many rows that were there it moves, the oldest ones of each room.
    moved: HashMap<RoomId, usize>,
    /// Rooms that the sweep is through with.
    swept: usize,
    begins_sweep: bool,
}

/// A transaction that stores events.
pub(super) struct Step<'a> {
    pub(super) connection: &'a Connection,
    log: &'a Log,
    changes: Changes,
}

/// How a room was in a transaction, to go back to.
pub(super) struct Before {
    rows: Option<Rows>,
    next: i64,
}

impl<'a> Step<'a> {
    pub(super) fn new(connection: &'a Connection, log: &'a Log) -> Self {
        let changes = Changes {
            first: log.first,
            next: log.next,
            added: HashMap::new(),
            moved: HashMap::new(),
            swept: 0,
            begins_sweep: false,
        };
        Self { connection, log, changes }
    }

    /// Returns the number of the last event of a room that is open.
    pub(super) fn last_seq(&self, room: &RoomId) -> rusqlite::Result<Option<u64>> {
        let known = self.changes.added.get(room).map(|rows| rows.last_seq);
        if let Some(seq) = known.or_else(|| self.log.index.rooms().get(room).map(|it| it.last_seq))
        {
            return Ok(Some(seq));
        }
        let last = self
            .connection
            .prepare_cached(
                "SELECT (SELECT max(seq) FROM event WHERE room = ?1) FROM room
                 WHERE id = ?1 AND closed = 0",
            )?
            .query_row([room.as_str()], |row| row.get::<_, Option<i64>>(0))
            .optional()?;
        Ok(last.map(|seq| seq.unwrap_or_default().cast_unsigned()))
    }

    pub(super) fn add(&mut self, room: &RoomId, entry: &Entry, body: &str) -> rusqlite::Result<()> {
        let Entry { seq, at, key, event: _ } = entry;
        let id = self.changes.next;
        self.connection
            .prepare_cached(
                "INSERT INTO log (id, room, seq, at_ms, session, request, body)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                id,
                room.as_str(),
                seq,
                at.0,
                key.as_ref().map(|key| key.session.as_bytes()),
                key.map(|key| key.request.0),
                body,
            ])?;
        self.changes.next += 1;
        if !self.changes.added.contains_key(room) {
            self.changes.added.insert(room.clone(), Rows::default());
        }
        if let Some(rows) = self.changes.added.get_mut(room) {
            rows.ids.push(id);
            rows.last_seq = *seq;
        }
        Ok(())
    }

    /// Remembers how a room is, so that what is declined can be taken back.
    pub(super) fn before(&self, room: &RoomId) -> Before {
        Before { rows: self.changes.added.get(room).cloned(), next: self.changes.next }
    }

    pub(super) fn take_back(&mut self, room: &RoomId, before: Before) {
        self.changes.next = before.next;
        match before.rows {
            Some(rows) => self.changes.added.insert(room.clone(), rows),
            None => self.changes.added.remove(room),
        };
    }

    /// Moves all events of a room out of the log.
    pub(super) fn empty(&mut self, room: &RoomId) -> rusqlite::Result<()> {
        let added = self.changes.added.remove(room).unwrap_or_default().ids;
        let known = self.log.index.rows(room);
        let moved = self.changes.moved.insert(room.clone(), known.len()).unwrap_or_default();
        known[moved..].iter().chain(&added).try_for_each(|&id| self.move_row(id))
    }

    /// Moves and removes some of what has gathered in the log, so that it stays short.
    pub(super) fn tidy(&mut self) -> rusqlite::Result<()> {
        let own = usize::try_from(self.changes.next - self.log.next).unwrap_or_default();
        let rows_max = ROWS_A_COMMIT + TIMES_ITS_OWN * own;
        let Some(Sweep { last, rooms }) = &self.log.sweep else {
            let rows = usize::try_from(self.changes.next - self.log.first).unwrap_or_default();
            let known = self.log.index.rooms().len();
            let limit = (ROWS_PER_ROOM * known).clamp(ROWS_MIN, ROWS_MAX);
            self.changes.begins_sweep = rows > limit;
            return Ok(());
        };
        let mut moved = 0;
        let mut left = rooms.iter().rev();
        while let Some(room) = left.next().filter(|_| moved < rows_max) {
            let known = self.log.index.rows(room);
            let before = self.changes.moved.get(room).copied().unwrap_or_default();
            let due = known[before..].iter().take_while(|&id| id <= last).take(rows_max - moved);
            let due: Vec<i64> = due.copied().collect();
            due.iter().try_for_each(|&id| self.move_row(id))?;
            moved += due.len();
            self.changes.moved.insert(room.clone(), before + due.len());
            if known.get(before + due.len()).is_some_and(|id| id <= last) {
                return Ok(());
            }
            self.changes.swept += 1;
        }
        if self.changes.swept == rooms.len() && moved == 0 {
            self.changes.first = (self.log.first + rows_max as i64).min(last + 1);
            self.connection
                .prepare_cached("DELETE FROM log WHERE id < ?1")?
                .execute([self.changes.first])?;
        }
        Ok(())
    }

    fn move_row(&self, id: i64) -> rusqlite::Result<()> {
        // It may have been moved before the last start already.
        self.connection
            .prepare_cached(
                "INSERT OR IGNORE INTO event (room, seq, at_ms, session, request, body)
                 SELECT room, seq, at_ms, session, request, body FROM log WHERE id = ?1",
            )?
            .execute([id])?;
        Ok(())
    }

    pub(super) fn done(self) -> Changes {
        self.changes
    }
}
