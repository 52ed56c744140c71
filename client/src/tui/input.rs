//! What the full-screen client starts with, and what happens to it.

use crossterm::event::KeyEvent;
use reversi_client_core::files::{GameList, Opened};
use reversi_client_core::intent::NewRoom;
use reversi_client_core::server_url::RoomRef;
use reversi_client_core::session::News;
use reversi_client_core::texts::Spoken;
use reversi_protocol::RoleWish;

use super::canvas::Hit;
use super::record::Replay;

/// What to do first.
#[derive(Clone, Debug, PartialEq)]
pub enum Start {
    Lobby,
    Open(NewRoom),
    Enter(RoomRef, RoleWish),
    /// Open a room that goes on with the game of a file.
    PlayFrom(Box<Opened>),
    /// Choose one of the games of a file, to look at it or to go on with it.
    Choose {
        list: GameList,
        is_to_look: bool,
    },
    /// Look at a game; no server is asked.
    Replay(Box<Replay>),
}

/// Something that happened.
#[derive(Debug)]
pub enum Input {
    Key(KeyEvent),
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
    /// The games of a file that was to be read.
    Games(GameList),
    /// Something beside the game went wrong.
    Warning(Spoken),
    /// Time went by.
    Tick,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wheel {
    /// Away from the person.
    Up,
    /// Towards the person.
    Down,
}
