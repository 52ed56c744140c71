//! The Reversi server: rooms that are pure state machines, a journal that makes their events
//! durable, and the HTTP and WebSocket face. `ARCHITECTURE.md` at the top draws how they hang
//! together.

pub mod bots;
pub mod config;
pub mod connection;
pub mod directory;
pub mod http;
pub mod limiter;
pub mod lobby;
pub mod metrics;
pub mod outbox;
pub mod room_task;
pub mod server;
pub mod store;
pub mod text;
pub mod time;
