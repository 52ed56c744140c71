//! The client against rooms and servers that the tests play.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod commands;
mod common;
mod following;
mod line;
mod reconnect;
mod resuming;
mod seat_store;
mod sentences;
