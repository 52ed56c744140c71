//! The storage of one server: a SQLite database in the data folder.

mod carry;
mod error;
mod files;
mod games;
mod keys;
mod log;
mod open;
mod prune;
mod ranking;
mod read;
mod rows;
mod write;

pub use error::OpenError;
pub use open::SqliteStorage;
