//! What goes in and out of the client: inputs of people, the server and time on one side, errands
//! for the shell on the other.

use std::path::PathBuf;

use crossterm::event::KeyEvent;
use reversi_client_core::intent::NewRoom;
use reversi_client_core::server_url::ServerUrl;
use reversi_client_core::session::{Effect, News};
use reversi_protocol::{RoleWish, RoomId};

use super::canvas::Hit;
use super::config::Setting;
use super::record::Replay;

/// What to do first.
#[derive(Clone, Debug, PartialEq)]
pub enum Start {
    /// Show the lobby.
    Lobby,
    /// Open a room.
    Open(NewRoom),
    /// Enter a room.
    Enter(RoomId, RoleWish),
    /// Look at a game; no server is asked.
    Replay(Box<Replay>),
}

/// Something that happened.
#[derive(Debug)]
pub enum Input {
    /// A key was pressed.
    Key(KeyEvent),
    /// Text was pasted.
    Paste(String),
    /// The left button was pressed on something that was drawn.
    Click(Option<Hit>),
    /// The wheel was turned over something that was drawn.
    Wheel(Wheel, Option<Hit>),
    /// The screen has these columns and rows.
    Resize(u16, u16),
    /// The window is looked at, or no longer.
    Focus(bool),
    /// The terminal was given back for a while and is taken again.
    Resumed,
    /// What the session hears.
    News(News),
    /// Something beside the game went wrong, in words for people.
    Warning(String),
    /// Time went by.
    Tick,
}

/// A turn of the wheel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wheel {
    /// Away from the person.
    Up,
    /// Towards the person.
    Down,
}

/// Something for the shell to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Errand {
    /// Connect to this server, in place of any other.
    Connect(ServerUrl),
    /// Do what the session wants.
    Session(Effect),
    /// Put a text on the clipboard.
    Copy(String),
    /// Ring the bell.
    Bell,
    /// Take the mouse, or release it.
    UseMouse(bool),
    /// Write one setting into the configuration file.
    SaveSetting {
        /// The file.
        path: PathBuf,
        /// Which setting.
        key: &'static str,
        /// Its value, as the configuration writes it.
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
    /// By an interrupt.
    Interrupted,
}

impl Errand {
    /// Makes the errand that keeps a setting.
    pub(super) fn save(path: PathBuf, setting: &'static Setting, value: String) -> Self {
        Self::SaveSetting { path, key: setting.key, value }
    }
}
