//! The journal: every event of every room, durable before it is shown. One writer thread commits
//! what has gathered while it was busy in one transaction (group commit).

mod memory;
mod sqlite;
#[cfg(test)]
mod tests;
mod writer;

use reversi_protocol::RoomId;
use thiserror::Error;

use crate::room::Entry;

pub use memory::MemoryStorage;
pub use sqlite::{OpenError, SqliteStorage};
pub use writer::{Journal, JournalMetrics};

/// Entries that belong together: all of them become durable, or none.
#[derive(Clone, Debug)]
pub struct Append {
    /// Which room.
    pub room: RoomId,
    /// The entries, with consecutive numbers.
    pub entries: Vec<Entry>,
}

/// What the journal keeps of one room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRoom {
    /// Which room.
    pub room: RoomId,
    /// Its entries in order.
    pub entries: Vec<Entry>,
}

/// Why entries did not become durable.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AppendError {
    /// An entry with that number is there already: someone else wrote to the room.
    #[error("the room has an entry with that number already")]
    Conflict,
    /// The storage failed; nothing is known to be durable, and nothing more is accepted.
    #[error("the storage failed: {0}")]
    Failed(String),
    /// There is no room on the disk; the entries are not stored, later ones may be.
    #[error("no room on the disk")]
    Full,
}

/// Why rooms could not be read.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The database failed.
    #[error("cannot read the database")]
    Database(#[from] rusqlite::Error),
    /// A row does not hold what this program writes.
    #[error("event {seq} of room {room} cannot be read")]
    Row {
        /// Which room.
        room: String,
        /// The number of the event.
        seq: u64,
    },
}

/// Where entries are kept. Used by one thread at a time.
pub trait Storage: Send {
    /// Makes a batch durable in one go. Answers for each append by itself: one that conflicts
    /// does not keep the others from being stored.
    fn commit(&mut self, batch: &[Append]) -> Vec<Result<(), AppendError>>;

    /// Reads one room.
    ///
    /// # Errors
    /// [`LoadError`].
    fn load(&mut self, room: &RoomId) -> Result<Option<StoredRoom>, LoadError>;

    /// Reads the rooms that are not closed.
    ///
    /// # Errors
    /// [`LoadError`].
    fn load_open(&mut self) -> Result<Vec<StoredRoom>, LoadError>;
}
