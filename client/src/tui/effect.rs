//! What the full-screen client wants done outside of it.

use std::path::PathBuf;

use crate::driver::own_server::Reach;
use reversi_client_core::server_url::ServerUrl;
use reversi_client_core::session;
use reversi_protocol::PlayerName;

/// Something for the shell to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Be called by this name from the next connection on.
    Rename(PlayerName),
    /// Connect to this server, in place of any other.
    Connect(ServerUrl),
    /// Start a server on this machine and connect to it, in place of any other.
    ServeHere(Reach),
    /// Read all games of a file, so that one is chosen.
    ListGames(PathBuf),
    /// Do what the session wants.
    Session(session::Effect),
    /// Put a text on the clipboard.
    Copy(String),
    Bell,
    /// Take the mouse, or release it.
    UseMouse(bool),
    /// Write one setting into the configuration file, as the file has it.
    SaveSetting {
        path: PathBuf,
        key: &'static str,
        value: String,
    },
    /// Draw everything anew.
    Redraw,
    /// Give the terminal back and stop, until the user brings the client to the front again.
    Suspend,
    /// End when the rooms are left.
    Quit(Exit),
}

/// How the client ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// As the user wished.
    Done,
    Interrupted,
}
