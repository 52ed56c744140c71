//! The journal: every event of every room, durable before it is shown, and what is kept beside it.
//! One writer thread commits what has gathered while it was busy in one transaction (group commit);
//! reads go on beside it.

mod carry;
mod decode;
mod journal;
mod keeping;
#[cfg(test)]
mod memory;
mod migrate;
mod postgres;
mod readers;
mod sqlite;
mod storage;
#[cfg(test)]
mod tests;
mod writer;

pub use journal::Journal;
pub use keeping::{Keep, Kept, keep_small};
#[cfg(test)]
pub use memory::MemoryStorage;
pub use migrate::{MigrateError, Place, migrate};
pub use postgres::{DatabaseError, PostgresStorage};
pub use sqlite::{OpenError, SqliteStorage};
pub use storage::{
    Append, Author, Complaint, Epoch, Fault, GamesQuery, Membership, OpenRoom, OpenRooms,
    Overwrite, Owner, Peer, Ranked, ReadError, Reader, Remove, ReplaceKey, Save, Storage,
    StoredRoom, Takeovers, Write, WriteError,
};
pub use writer::JournalMetrics;
