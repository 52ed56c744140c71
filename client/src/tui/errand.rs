//! What goes in and out of the client: inputs of people, the server and time on one side, errands
//! for the shell on the other.

use std::path::PathBuf;

use crossterm::event::KeyEvent;
use reversi_game::formats::{Format, SavedGame};
use reversi_protocol::{PlayerName, RoleWish, RoomId, SeatToken, ServerMessage};

use super::canvas::Hit;
use super::config::Setting;
use super::record::Replay;
use crate::net::NetEnd;
use reversi_client_core::files::Opened;
use reversi_client_core::server_url::ServerUrl;
use reversi_client_core::session::{Effect, NewRoom};
use reversi_client_core::words::{Export, Import};

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
    /// The line to the server has news.
    Net(NetNews),
    /// The token of a seat was fetched.
    Token(SeatFor, Result<SeatToken, String>),
    /// The rooms in which a seat was kept from earlier.
    KeptSeats(Vec<RoomId>),
    /// A game was read from a file, or could not be.
    GameRead(Result<Box<Opened>, String>),
    /// A game was written to a file.
    GameWritten {
        /// The file.
        path: PathBuf,
        /// Its format.
        format: Format,
        /// What the format does not hold of the game, in words for people.
        left_out: Vec<String>,
    },
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

/// News of the line to the server.
#[derive(Debug)]
pub enum NetNews {
    /// The server said welcome.
    Connected {
        /// The name as the server took it.
        name: PlayerName,
    },
    /// The server sent something.
    Message(ServerMessage),
    /// The first connection could not be made.
    Unreachable {
        /// Why, for people.
        reason: String,
        /// Whether another try can help.
        is_final: bool,
    },
    /// The connection is lost.
    Offline {
        /// Why, for people.
        reason: String,
        /// When the next try comes.
        retry_in_ms: u64,
        /// How many tries there were, from 1.
        attempt: u32,
    },
    /// There is no coming back.
    Ended(NetEnd),
}

/// A seat that a token is fetched for.
#[derive(Clone, Debug, PartialEq)]
pub enum SeatFor {
    /// In a room that is opened.
    New(NewRoom),
    /// In a room that is entered.
    Room(RoomId, RoleWish),
}

/// Something for the shell to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Errand {
    /// Connect to this server, in place of any other.
    Connect(ServerUrl),
    /// Do what the session wants.
    Session(Effect),
    /// Fetch or make the token of a seat, and bring it back.
    FetchToken(SeatFor),
    /// Find the rooms in which a seat was kept.
    FindKeptSeats,
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
    /// Read a game from a file, and bring it back.
    ReadGame(Import),
    /// Write a game to a file.
    WriteGame(Box<SavedGame>, Export),
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
