//! What end-to-end tests are written with: the real programs as processes, WebSocket clients that
//! check everything they are told, and deadlines for every wait.
//!
//! Whatever goes against the protocol or the rules is a panic here: each such thing is a failed
//! test, and its message says what was expected.
#![allow(clippy::missing_panics_doc, reason = "a panic is how a test fails")]

mod binaries;
mod browser;
mod cable;
mod connection;
mod firefox;
mod http;
mod line_client;
mod mirror;
mod player;
mod screen_svg;
mod server_process;
pub mod sources;
mod table;
mod terminal_client;

pub use binaries::{PATIENCE, binary, within};
pub use browser::{Browser, Page};
pub use cable::{Cable, Held};
pub use connection::{Connection, Ended};
pub use firefox::Firefox;
pub use http::{Answer, get, raw_request};
pub use line_client::{LineClient, run_line_script};
pub use mirror::{Mirror, RoomState};
pub use player::{Identity, Player, Refused};
pub use server_process::{ServerProcess, run_server_to_end};
pub use table::Table;
pub use terminal_client::TerminalClient;
