//! The database file: one in the data folder, WAL, every commit synced.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use thiserror::Error;

use super::read::SqliteReader;
use super::write;
use crate::store::storage::{Fault, Storage, Write, WriteError};

/// The steps from an empty database to the current version; step `i` leads to version `i + 1`.
const MIGRATIONS: [&str; 2] = [include_str!("schema.sql"), include_str!("requests.sql")];

/// The version of the database that this program writes.
const VERSION: u32 = MIGRATIONS.len() as u32;

/// Why the data folder cannot be used; each message says what to do.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The folder cannot be made or written.
    #[error("cannot write the data folder {folder}: {cause}; choose another one with --data")]
    Folder { folder: PathBuf, cause: std::io::Error },
    /// Another server uses the folder.
    #[error(
        "another server uses the data folder {folder}; stop it, or choose another one with --data"
    )]
    InUse { folder: PathBuf },
    /// A newer program wrote the database.
    #[error(
        "the database {file} has version {found}, this program knows versions up to {VERSION}; \
         use the newer program that wrote it, or another folder with --data"
    )]
    Newer { file: PathBuf, found: u32 },
    /// SQLite cannot open the file.
    #[error(
        "cannot open the database {file}: {cause}; restore it from a copy, or choose another folder with --data"
    )]
    Database { file: PathBuf, cause: Fault },
}

/// Keeps everything in a SQLite database.
#[derive(Debug)]
pub struct SqliteStorage {
    connection: Connection,
    file: PathBuf,
    /// Held as long as the storage lives, so that no second server writes to the folder.
    _lock: File,
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
        let database = |cause: rusqlite::Error| OpenError::Database {
            file: file.clone(),
            cause: Fault::new(cause),
        };
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
        Ok(Self { connection, file, _lock: lock })
    }
}

impl Storage for SqliteStorage {
    type Reader = SqliteReader;

    fn commit(&mut self, batch: &[Write]) -> Vec<Result<u64, WriteError>> {
        write::commit(&mut self.connection, batch)
    }

    fn reader(&self) -> Result<SqliteReader, Fault> {
        SqliteReader::open(&self.file).map_err(Fault::new)
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
