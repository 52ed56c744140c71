//! The storage of one server: a SQLite database in the data folder.

mod files;
mod open;
mod ranking;
mod read;
mod write;

pub use open::{OpenError, SqliteStorage};
