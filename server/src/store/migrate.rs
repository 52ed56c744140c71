//! Everything that one storage keeps, carried over to another one that is empty, row by row.

use std::path::PathBuf;

use thiserror::Error;

use super::carry::{Carried, TABLES};
use super::postgres::{DatabaseError, PostgresStorage};
use super::sqlite::{OpenError, SqliteStorage};
use super::storage::Fault;

/// Where everything is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A folder with a SQLite database.
    Folder(PathBuf),
    /// The address of a PostgreSQL database.
    Database(String),
}

impl From<&str> for Place {
    fn from(text: &str) -> Self {
        let is_address = ["postgres://", "postgresql://"].iter().any(|it| text.starts_with(it));
        if is_address { Self::Database(text.to_owned()) } else { Self::Folder(text.into()) }
    }
}

/// Why nothing was carried over.
#[derive(Debug, Error)]
pub enum MigrateError {
    #[error(
        "there is no database in the folder {folder}; give the one that a server has used by --from"
    )]
    Missing { folder: PathBuf },
    #[error("there is something in the database of --to already; give an empty one")]
    NotEmpty,
    #[error(transparent)]
    Folder(#[from] OpenError),
    #[error(transparent)]
    Database(#[from] DatabaseError),
    #[error("nothing was carried over: {0}")]
    Failed(#[from] Fault),
}

/// Carries everything over, to where nothing is kept yet; either all of it is there afterwards, or nothing. Returns
/// how many rows of each table. `number` is one that no server has had. It waits for databases, so it is for a thread
/// that serves nothing else.
///
/// # Errors
/// [`MigrateError`]; both are as they were then.
pub fn migrate(
    from: &Place,
    to: &Place,
    number: u64,
) -> Result<Vec<(&'static str, u64)>, MigrateError> {
    if let Place::Folder(folder) = from
        && !SqliteStorage::is_in(folder)
    {
        return Err(MigrateError::Missing { folder: folder.clone() });
    }
    let (mut from, mut to) = (opened(from, number)?, opened(to, number.wrapping_add(2))?);
    if !to.is_empty()? {
        return Err(MigrateError::NotEmpty);
    }
    Ok(carry(&mut *from, &mut *to)?)
}

fn opened(kept: &Place, number: u64) -> Result<Box<dyn Carried>, MigrateError> {
    Ok(match kept {
        Place::Folder(folder) => Box::new(SqliteStorage::open(folder)?),
        Place::Database(address) => Box::new(PostgresStorage::open_alone(address, number)?),
    })
}

/// Carries the rows of all tables over.
pub(super) fn carry(
    from: &mut dyn Carried,
    to: &mut dyn Carried,
) -> Result<Vec<(&'static str, u64)>, Fault> {
    let mut counts = Vec::new();
    from.begin()?;
    to.begin()?;
    for table in &TABLES {
        let mut count = 0;
        from.give(table, &mut |rows| {
            count += rows.len() as u64;
            to.take(table, rows)
        })?;
        counts.push((table.name, count));
    }
    to.finish()?;
    Ok(counts)
}
