//! The journal in SQLite: one file in the data folder, WAL, every commit synced.

mod games;

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use reversi_protocol::{Nick, RequestId, RoomId, SessionId};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, Transaction, params};
use thiserror::Error;

use crate::store::{Append, AppendError, LoadError, Ranked, Storage, StoredRoom};
use reversi_room::Timestamp;
use reversi_room::{Competition, Entry, Event, RequestKey};

pub use games::{Author, GamesQuery, Overwrite, Saved};
use games::{insert_game, to_json};

/// The steps from an empty database to the current version; step `i` leads to version `i + 1`.
const MIGRATIONS: [&str; 2] = [include_str!("schema.sql"), include_str!("requests.sql")];

/// The version of the database that this program writes.
const VERSION: u32 = MIGRATIONS.len() as u32;

/// Why the data folder cannot be used; each message says what to do.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The folder cannot be made or written.
    #[error("cannot write the data folder {folder}: {cause}; choose another one with --data")]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// Another server uses the folder.
    #[error(
        "another server uses the data folder {folder}; stop it, or choose another one with --data"
    )]
    InUse {
        /// The folder.
        folder: PathBuf,
    },
    /// A newer program wrote the database.
    #[error(
        "the database {file} has version {found}, this program knows versions up to {VERSION}; \
         use the newer program that wrote it, or another folder with --data"
    )]
    Newer {
        /// The database.
        file: PathBuf,
        /// Its version.
        found: u32,
    },
    /// SQLite cannot open the file.
    #[error(
        "cannot open the database {file}: {cause}; restore it from a copy, or choose another folder with --data"
    )]
    Database {
        /// The database.
        file: PathBuf,
        /// Why.
        cause: rusqlite::Error,
    },
}

/// Keeps entries in a SQLite database.
#[derive(Debug)]
pub struct SqliteStorage {
    pub(super) connection: Connection,
    /// Held as long as the storage lives, so that no second server writes to the folder.
    _lock: Option<File>,
}

impl SqliteStorage {
    /// Opens the database in a folder, making both where they are missing and bringing an older
    /// version up to date.
    ///
    /// # Errors
    /// [`OpenError`] in every case in which the folder cannot be used.
    pub fn open(folder: &Path) -> Result<Self, OpenError> {
        let lock = lock(folder)?;
        let file = folder.join("reversi.db");
        let database = |cause| OpenError::Database { file: file.clone(), cause };
        let mut connection = Connection::open(&file).map_err(database)?;
        let found: u32 =
            connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(database)?;
        // Before anything is set: what a newer program keeps is left as it is.
        if found > VERSION {
            return Err(OpenError::Newer { file, found });
        }
        connection
            .execute_batch(
                "PRAGMA journal_mode = WAL;
                 PRAGMA synchronous = FULL;
                 PRAGMA wal_autocheckpoint = 4000;
                 PRAGMA foreign_keys = ON;
                 PRAGMA busy_timeout = 5000;",
            )
            .map_err(database)?;
        migrate(&mut connection, found).map_err(database)?;
        Ok(Self { connection, _lock: Some(lock) })
    }

    /// Makes an empty database in memory.
    #[cfg(test)]
    pub(super) fn in_memory() -> rusqlite::Result<Self> {
        let mut connection = Connection::open_in_memory()?;
        migrate(&mut connection, 0)?;
        Ok(Self { connection, _lock: None })
    }
}

fn lock(folder: &Path) -> Result<File, OpenError> {
    let unwritable = |cause| OpenError::Folder { folder: folder.to_owned(), cause };
    fs::create_dir_all(folder).map_err(unwritable)?;
    let lock = File::create(folder.join("reversi.lock")).map_err(unwritable)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse { folder: folder.to_owned() }),
        Err(TryLockError::Error(cause)) => Err(unwritable(cause)),
    }
}

fn migrate(connection: &mut Connection, from: u32) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    for step in &MIGRATIONS[from as usize..] {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}

impl SqliteStorage {
    /// Reads one room.
    ///
    /// # Errors
    /// [`LoadError`].
    pub fn load(&mut self, room: &RoomId) -> Result<Option<StoredRoom>, LoadError> {
        let known = self
            .connection
            .prepare_cached("SELECT 1 FROM room WHERE id = ?1")?
            .query_row([room.as_str()], |_| Ok(()))
            .optional()?;
        if known.is_none() {
            return Ok(None);
        }
        let mut statement = self.connection.prepare_cached(
            "SELECT room, seq, at_ms, session, request, body FROM event WHERE room = ?1 ORDER BY seq",
        )?;
        let rows = statement.query_map([room.as_str()], read_row)?;
        let entries =
            rows.map(|row| row?.map(|(_, entry)| entry)).collect::<Result<Vec<_>, LoadError>>()?;
        Ok(Some(StoredRoom { room: room.clone(), entries }))
    }

    /// Reads the best score of each nick, the highest first, at most `lines_max`.
    ///
    /// # Errors
    /// [`LoadError`].
    pub fn ranking(&mut self, lines_max: usize) -> Result<Vec<Ranked>, LoadError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT shown, score FROM ranking ORDER BY score DESC, nick LIMIT ?1",
        )?;
        let rows = statement.query_map([lines_max], |row| {
            Ok((row.get::<_, String>("shown")?, row.get("score")?))
        })?;
        rows.map(|row| {
            let (shown, score) = row?;
            let nick = Nick::new(&shown)
                .map_err(|_bad| LoadError::Damaged { table: "ranking", key: shown })?;
            Ok(Ranked { nick, score })
        })
        .collect()
    }

    /// Reads the rooms that are not closed. The second value names the rows that cannot be read;
    /// their rooms are left out, and do not keep the others from coming back.
    ///
    /// # Errors
    /// [`LoadError::Database`].
    pub fn load_open(&mut self) -> Result<(Vec<StoredRoom>, Vec<LoadError>), LoadError> {
        let mut statement = self.connection.prepare(
            "SELECT event.room, seq, at_ms, session, request, body
             FROM event JOIN room ON room.id = event.room
             WHERE room.closed = 0 ORDER BY event.room, seq",
        )?;
        let (mut rooms, mut damaged): (Vec<StoredRoom>, Vec<LoadError>) = (Vec::new(), Vec::new());
        for row in statement.query_map([], read_row)? {
            match row? {
                Err(unreadable) => damaged.push(unreadable),
                Ok((room, entry)) => match rooms.last_mut().filter(|last| last.room == room) {
                    Some(last) => last.entries.push(entry),
                    None => rooms.push(StoredRoom { room, entries: vec![entry] }),
                },
            }
        }
        rooms.retain(|stored| !damaged.iter().any(|error| error.is_about(&stored.room)));
        Ok((rooms, damaged))
    }
}

impl Storage for SqliteStorage {
    fn commit(&mut self, batch: &[Append]) -> Vec<Result<(), AppendError>> {
        let outcome = self.connection.transaction().and_then(|mut transaction| {
            let results = batch
                .iter()
                .map(|append| insert(&mut transaction, append))
                .collect::<Result<_, _>>()?;
            transaction.commit()?;
            Ok(results)
        });
        outcome.unwrap_or_else(|error: rusqlite::Error| {
            let failure = match error.sqlite_error_code() {
                Some(ErrorCode::DiskFull) => AppendError::Full,
                _ => AppendError::Failed(error.to_string()),
            };
            batch.iter().map(|_| Err(failure.clone())).collect()
        })
    }

    fn database(&mut self) -> &mut SqliteStorage {
        self
    }
}

/// Stores one append inside a transaction, or undoes all of it.
fn insert(
    transaction: &mut Transaction<'_>,
    append: &Append,
) -> rusqlite::Result<Result<(), AppendError>> {
    let savepoint = transaction.savepoint()?;
    for entry in &append.entries {
        let done = insert_event(&savepoint, &append.room, entry)
            .and_then(|()| project(&savepoint, append, entry));
        match done {
            Ok(Projected::Done) => {}
            // Dropping the savepoint takes the append back.
            Ok(Projected::NickTaken) => return Ok(Err(AppendError::NickTaken)),
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                return Ok(Err(AppendError::Conflict));
            }
            Err(error) => return Err(error),
        }
    }
    savepoint.commit().map(Ok)
}

fn insert_event(connection: &Connection, room: &RoomId, entry: &Entry) -> rusqlite::Result<()> {
    if let Event::Opened { .. } = entry.event {
        connection
            .prepare_cached("INSERT INTO room (id, opened_at_ms) VALUES (?1, ?2)")?
            .execute(params![room.as_str(), entry.at.0])?;
    }
    connection
        .prepare_cached(
            "INSERT INTO event (room, seq, at_ms, session, request, body)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            room.as_str(),
            entry.seq,
            entry.at.0,
            entry.key.map(|key| *key.session.as_bytes()),
            entry.key.map(|key| key.request.0),
            to_json(&entry.event)?,
        ])?;
    Ok(())
}

/// Whether an event could be taken into the tables that are derived from events.
enum Projected {
    Done,
    NickTaken,
}

/// Keeps the tables that are derived from events: which rooms are closed, whose a nick is, and
/// the best score of each.
fn project(connection: &Connection, append: &Append, entry: &Entry) -> rusqlite::Result<Projected> {
    let room = append.room.as_str();
    match &entry.event {
        Event::Opened { competition: Some(Competition { nick, owner }), .. } => {
            let owner = String::from(*owner);
            connection
                .prepare_cached(
                    "INSERT INTO nick (nick, owner) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                )?
                .execute(params![nick.folded(), owner])?;
            let holder: String = connection
                .prepare_cached("SELECT owner FROM nick WHERE nick = ?1")?
                .query_row([nick.folded()], |row| row.get(0))?;
            return Ok(if holder == owner { Projected::Done } else { Projected::NickTaken });
        }
        Event::Ranked { nick, score } => {
            connection
                .prepare_cached(
                    "INSERT INTO ranking (nick, shown, score, room) VALUES (?1, ?2, ?3, ?4)
                     ON CONFLICT (nick) DO UPDATE
                     SET shown = excluded.shown, score = excluded.score, room = excluded.room
                     WHERE excluded.score > ranking.score",
                )?
                .execute(params![nick.folded(), nick.as_str(), score, room])?;
        }
        Event::Closed { .. } => {
            connection
                .prepare_cached("UPDATE room SET closed = 1 WHERE id = ?1")?
                .execute([room])?;
        }
        Event::Ended { .. } => {
            if let Some(game) = &append.finished {
                insert_game(connection, room, entry.seq, entry.at, game)?;
            }
        }
        Event::Opened { competition: None, .. }
        | Event::Loaded { .. }
        | Event::OfferMade { .. }
        | Event::OfferEnded { .. }
        | Event::Undone { .. }
        | Event::Redone { .. }
        | Event::SeatsSwapped
        | Event::HintsAllowed
        | Event::Adjourned
        | Event::Resumed
        | Event::Seated { .. }
        | Event::BotSeated { .. }
        | Event::TookBack { .. }
        | Event::Unseated { .. }
        | Event::Started
        | Event::Placed { .. }
        | Event::Passed { .. } => {}
    }
    Ok(Projected::Done)
}

/// Reads a row of the event table; the inner result tells whether its content makes sense.
fn read_row(row: &Row<'_>) -> rusqlite::Result<Result<(RoomId, Entry), LoadError>> {
    let (room, seq): (String, u64) = (row.get("room")?, row.get("seq")?);
    let session: Option<[u8; 16]> = row.get("session")?;
    let request: Option<u32> = row.get("request")?;
    let body: String = row.get("body")?;
    let key = session.zip(request).map(|(session, request)| RequestKey {
        session: SessionId::from_bytes(session),
        request: RequestId(request),
    });
    let at = Timestamp(row.get("at_ms")?);
    let Some((id, event)) = room.parse().ok().zip(serde_json::from_str(&body).ok()) else {
        return Ok(Err(LoadError::Row { room, seq }));
    };
    Ok(Ok((id, Entry { seq, at, key, event })))
}
