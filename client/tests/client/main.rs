//! The client against rooms and servers that the tests play.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod agreeing;
mod agreeing_sentences;
mod bridging;
mod command_line;
mod commands;
mod common;
mod files;
mod following;
mod going_after;
mod inviting;
mod kept;
mod line;
mod line_start;
mod reconnect;
mod resuming;
mod sentences;
mod tui;
mod waiting;
