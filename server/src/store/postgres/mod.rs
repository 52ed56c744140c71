//! The storage of servers that keep everything in a PostgreSQL database: many machines can reach it, and
//! rooms have an owner there.

mod address;
mod adopt;
mod append;
mod beat;
mod carry;
mod error;
mod keys;
mod line;
mod open;
mod prune;
mod ranking;
mod read;
mod saves;
mod write;

pub use error::DatabaseError;
pub use open::PostgresStorage;
