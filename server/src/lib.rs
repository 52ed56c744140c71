//! The Reversi server, from the outside in: `server` starts and stops it, `net` serves connections,
//! `lobby` opens and finds rooms, a `room_task` owns each of them, and `store` and `pool` are what
//! rooms need: a journal that makes their events durable, and threads for searches.

#![expect(missing_docs, reason = "only the program in `main.rs` uses this crate")]
#![expect(clippy::missing_errors_doc, clippy::missing_panics_doc, reason = "as above")]

pub mod clock;
pub mod config;
pub mod following;
pub mod health;
pub mod link;
pub mod lobby;
pub mod log;
pub mod metrics;
pub mod neighbours;
pub mod net;
pub mod people;
pub mod pool;
pub mod process;
pub mod room_task;
pub mod server;
pub mod store;
