//! The terminal client of the Reversi server: the line to the server ([`net`]), what the client
//! knows (the crate `reversi-client-core`), and the faces that people and programs use ([`mod@line`]).

#![allow(missing_docs, reason = "the program and its tests are the only users")]

pub mod bridge;
pub mod cli;
pub mod driver;
pub mod failure;
pub mod game_file;
pub mod line;
pub mod manual;
pub mod net;
pub mod player_key;
mod private_file;
pub mod random;
pub mod replace_key;
mod replacement;
pub mod seat_store;
pub mod settings;
pub mod tui;
