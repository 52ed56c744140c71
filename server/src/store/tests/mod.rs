//! What every storage does alike, what only the database does, and the journal in front of them.

mod fixtures;
mod journal;
mod log;
mod migrate;
mod postgres;
mod sqlite;
mod suite;
