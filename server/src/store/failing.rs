//! A storage that can be told to fail, for tests of what the server makes of it.

use super::{Append, AppendError, SqliteStorage, Storage};

/// Keeps entries in a database in memory, and fails where it is told to.
#[derive(Debug)]
pub struct FailingStorage {
    database: SqliteStorage,
    /// What the next commits answer instead of storing, the next one last.
    pub failures: Vec<AppendError>,
}

impl FailingStorage {
    /// Starts empty.
    ///
    /// # Errors
    /// If SQLite cannot make a database in memory.
    pub fn new() -> rusqlite::Result<Self> {
        Ok(Self { database: SqliteStorage::in_memory()?, failures: Vec::new() })
    }
}

impl Storage for FailingStorage {
    fn commit(&mut self, batch: &[Append]) -> Vec<Result<(), AppendError>> {
        match self.failures.pop() {
            Some(failure) => batch.iter().map(|_| Err(failure.clone())).collect(),
            None => self.database.commit(batch),
        }
    }

    fn database(&mut self) -> &mut SqliteStorage {
        &mut self.database
    }
}
