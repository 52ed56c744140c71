//! The client against rooms and servers that the tests play.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;
mod following;
mod resuming;
mod seat_store;
