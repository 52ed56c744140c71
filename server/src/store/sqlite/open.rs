//! The database file: one in the data folder, WAL, every commit synced.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;

use super::error::OpenError;
use super::files::{CLOSED, Files, Mark, OPEN};
use super::log::Log;
use super::ranking;
use super::read::{self, SqliteReader};
use super::write::{self, trouble_of};
use crate::health::Trouble;
use crate::store::storage::{Fault, OpenRooms, ReadError, Storage, Write, WriteError};

/// The steps from an empty database to the current version; step `i` leads to version `i + 1`.
const MIGRATIONS: [&str; 9] = [
    include_str!("schema.sql"),
    include_str!("requests.sql"),
    include_str!("ranked.sql"),
    include_str!("games.sql"),
    include_str!("ages.sql"),
    include_str!("log.sql"),
    include_str!("complaints.sql"),
    include_str!("keys.sql"),
    include_str!("alive.sql"),
];

/// The name of the database in its folder.
const FILE: &str = "reversi.db";

/// The first version that knows ranked games by their moves, and nicks by what looks alike.
const RANKED_BY_MOVES: u32 = 3;

/// The version of the database that this program writes.
const VERSION: u32 = MIGRATIONS.len() as u32;

/// How long a commit waits for another program that has locked the database. Chosen: longer than a
/// copy of one takes to begin, shorter than people wait for an answer.
const LOCKED_MAX: Duration = Duration::from_secs(2);

/// Statements that are kept prepared: as many as there are.
const STATEMENTS_KEPT: usize = 64;

/// Keeps everything in a SQLite database.
#[derive(Debug)]
pub struct SqliteStorage {
    connection: Connection,
    log: Log,
    file: PathBuf,
    files: Files,
    mark: Mark,
    bytes_max: u64,
}

impl SqliteStorage {
    /// Opens the database in a folder, making both where they are missing and bringing an older
    /// version up to date.
    ///
    /// # Errors
    /// [`OpenError`] in every case in which the folder cannot be used.
    pub fn open(folder: &Path) -> Result<Self, OpenError> {
        let mut mark = Mark::of(folder)?;
        let file = folder.join(FILE);
        mark.expect_database(&file)?;
        let database = |cause: rusqlite::Error| match trouble_of(&cause) {
            Some(Trouble::Locked) => OpenError::Locked { file: file.clone() },
            Some(Trouble::DiskFull) => OpenError::Full { file: file.clone() },
            Some(Trouble::Gone | Trouble::Away) | None => {
                OpenError::Database { file: file.clone(), cause: Fault::new(cause) }
            }
        };
        let mut connection = Connection::open(&file).map_err(database)?;
        connection.busy_timeout(LOCKED_MAX).map_err(database)?;
        let found: u32 =
            connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(database)?;
        // Before anything is set: what a newer program keeps is left as it is.
        if found > VERSION {
            return Err(OpenError::Newer { file, found, known: VERSION });
        }
        connection
            .execute_batch(
                "PRAGMA journal_mode = WAL;
                 PRAGMA synchronous = FULL;
                 PRAGMA wal_autocheckpoint = 4000;
                 PRAGMA foreign_keys = ON;",
            )
            .map_err(database)?;
        migrate(&mut connection, found).map_err(database)?;
        connection.set_prepared_statement_cache_capacity(STATEMENTS_KEPT);
        let log = Log::of(&connection).map_err(database)?;
        // The database and its log are there and synced by now.
        mark.write(OPEN)?;
        let files = Files::of(&file);
        Ok(Self { connection, log, file, files, mark, bytes_max: u64::MAX })
    }

    /// Tells whether a folder has a database.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(FILE).exists()
    }

    /// Returns the connection that writes.
    pub(super) const fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Takes no new rooms and saves where the database has this many bytes; what goes on goes on.
    #[must_use]
    pub const fn limited_to(mut self, bytes_max: u64) -> Self {
        self.bytes_max = bytes_max;
        self
    }
}

impl Drop for SqliteStorage {
    fn drop(&mut self) {
        // A mark that cannot be written makes the next start more careful than it need be.
        let _ = self.mark.write(CLOSED);
    }
}

impl Storage for SqliteStorage {
    type Reader = SqliteReader;

    fn commit(&mut self, batch: &[Write]) -> Vec<Result<u64, WriteError>> {
        if self.files.are_gone() {
            return batch.iter().map(|_| Err(WriteError::NotNow(Trouble::Gone))).collect();
        }
        write::commit(&mut self.connection, &mut self.log, batch, self.bytes_max)
    }

    /// The lock on the folder keeps others out, so each room is whose it was.
    fn adopt(&mut self) -> Result<OpenRooms, ReadError> {
        read::open_rooms(&self.connection)
    }

    fn reader(&self) -> Result<SqliteReader, Fault> {
        SqliteReader::open(&self.file, self.log.index.clone()).map_err(Fault::new)
    }
}

fn migrate(connection: &mut Connection, from: u32) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    for step in &MIGRATIONS[from as usize..] {
        transaction.execute_batch(step)?;
    }
    if from < RANKED_BY_MOVES {
        ranking::bring_up_to_date(&transaction)?;
    }
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}
