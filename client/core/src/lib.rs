//! What every face of the client shares: the [`session`] with a server, the [`words`] that people
//! type and the [`voice`] that answers them in the user's language. It waits for nothing and touches no file, clock or
//! terminal.

#![allow(missing_docs, reason = "the two faces of the client are its only users")]

pub mod answer;
pub mod date;
pub mod files;
pub mod games;
pub mod intent;
pub mod matches;
pub mod not_done;
pub mod printable;
pub mod replay;
pub mod report;
pub mod saved_game;
pub mod server_url;
pub mod session;
pub mod symbols;
pub mod texts;
pub mod voice;
pub mod words;
