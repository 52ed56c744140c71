//! The journal: every event of every room, durable before it is shown. One writer thread commits
//! what has gathered while it was busy in one transaction (group commit).

#[cfg(test)]
mod failing;
mod sqlite;
#[cfg(test)]
mod tests;
mod writer;

use reversi_protocol::{Nick, RoomId};
use thiserror::Error;

use reversi_room::{Entry, FinishedGame};

#[cfg(test)]
pub use failing::FailingStorage;
pub use sqlite::{Author, GamesQuery, OpenError, Overwrite, Saved, SqliteStorage};
pub use writer::{Journal, JournalMetrics};

/// Entries that belong together: all of them become durable, or none.
#[derive(Clone, Debug)]
pub struct Append {
    /// Which room.
    pub room: RoomId,
    /// The entries, with consecutive numbers.
    pub entries: Vec<Entry>,
    /// The game that one of them ends.
    pub finished: Option<FinishedGame>,
}

/// What the journal keeps of one room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRoom {
    /// Which room.
    pub room: RoomId,
    /// Its entries in order.
    pub entries: Vec<Entry>,
}

/// The best score of a nick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// Who.
    pub nick: Nick,
    /// The score.
    pub score: i32,
}

/// Why entries did not become durable.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AppendError {
    /// An entry with that number is there already: someone else wrote to the room.
    #[error("the room has an entry with that number already")]
    Conflict,
    /// The nick of the competition belongs to someone else.
    #[error("the nick belongs to someone else")]
    NickTaken,
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
    /// A row of a table does not hold what this program writes.
    #[error("{key:?} in the table {table} cannot be read")]
    Damaged {
        /// The table.
        table: &'static str,
        /// What names the row.
        key: String,
    },
    /// The writer has stopped.
    #[error("the storage has stopped")]
    Stopped,
    /// A row does not hold what this program writes.
    #[error("event {seq} of room {room} cannot be read")]
    Row {
        /// Which room.
        room: String,
        /// The number of the event.
        seq: u64,
    },
}

impl LoadError {
    /// Tells whether it is about an event of this room.
    fn is_about(&self, id: &RoomId) -> bool {
        matches!(self, Self::Row { room, .. } if room == id.as_str())
    }
}

/// Where entries are kept. Used by one thread at a time.
pub trait Storage: Send {
    /// Makes a batch durable in one go. Answers for each append by itself: one that conflicts
    /// does not keep the others from being stored.
    fn commit(&mut self, batch: &[Append]) -> Vec<Result<(), AppendError>>;

    /// Returns the database, to read from, and for what needs no batch.
    fn database(&mut self) -> &mut SqliteStorage;
}
