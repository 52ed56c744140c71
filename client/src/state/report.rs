//! What the user is told. Each report is one line of JSON: its shape here is the one documented in
//! `README.md`.

use reversi_game::Color;
use reversi_protocol::{PlayerName, Presence, RoomEvent, RoomId, RoomSummary, Snapshot};
use serde::Serialize;

/// Something that the user is told.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Report {
    /// There is a connection.
    Connected {
        /// The server's address.
        server: String,
        /// The name as the server took it.
        name: PlayerName,
        /// Whether there was one before.
        again: bool,
    },
    /// There is no connection; the client goes on trying.
    Offline {
        /// Why, for people.
        reason: String,
        /// When the next try comes.
        retry_in_ms: u64,
        /// How many tries there were, from 1.
        attempt: u32,
    },
    /// A request waits for the connection to come back.
    Pending {
        /// The user's words.
        request: String,
    },
    /// The client is in a room.
    Joined {
        /// Which room.
        room: RoomId,
        /// The number of the room's last event.
        seq: u64,
        /// The seats that this client holds.
        seats: Vec<Color>,
        /// How it came there.
        entered: Entered,
    },
    /// The whole state of a room.
    Snapshot {
        /// The state.
        #[serde(flatten)]
        view: Box<Snapshot>,
        /// Actions so far.
        ply: u32,
        /// The seats that this client holds.
        seats: Vec<Color>,
        /// Whether this client has to place.
        your_turn: bool,
    },
    /// A request is done and its events have been told.
    Accepted {
        /// The user's words.
        request: String,
        /// The room.
        room: RoomId,
        /// The number of the last event that it caused.
        seq: u64,
    },
    /// The client is no longer in a room.
    Left {
        /// Which room.
        room: RoomId,
        /// Whether a seat stays reserved for its token.
        seat_kept: bool,
    },
    /// The listed rooms.
    Rooms {
        /// Those that fit.
        rooms: Vec<RoomSummary>,
        /// How many fit, those left out included.
        total: u32,
    },
    /// Who is connected.
    Presence {
        /// Which room.
        room: RoomId,
        /// The black seat's.
        black: Option<Presence>,
        /// The white seat's.
        white: Option<Presence>,
        /// People without a seat.
        spectators: u32,
        /// The seats in which someone came or went.
        changed: Vec<Color>,
    },
    /// The server will close the connection.
    Closing {
        /// Why, for people.
        message: String,
        /// When it will be back, if it will.
        #[serde(skip_serializing_if = "Option::is_none")]
        retry_after_ms: Option<u64>,
    },
    /// A request is declined and changed nothing.
    Refused(Refused),
    /// Something happened in a room.
    #[serde(untagged)]
    Event(EventReport),
}

/// How a client came into a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Entered {
    /// By opening it.
    Created,
    /// By joining it.
    Joined,
    /// Again, after the connection was lost.
    Resumed,
}

/// A declined request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// The request that it answers: the user's words.
    pub request: Option<String>,
    /// Why, for programs: a word of the protocol or one of the client's own.
    pub code: String,
    /// Why and what to do, for people.
    pub message: String,
    /// The room that it was about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room: Option<RoomId>,
    /// When to try again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
    /// The move, if it was one.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub square: Option<String>,
}

/// A numbered event of a room; its `type` is the event's.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EventReport {
    /// What happened.
    #[serde(flatten)]
    pub event: RoomEvent,
    /// The ply of the position that the event brings, where it names none of its own.
    #[serde(skip_serializing_if = "Option::is_none", rename = "ply")]
    pub position_ply: Option<u32>,
    /// Which room.
    pub room: RoomId,
    /// Its number.
    pub seq: u64,
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
    /// Whether this client has to place now.
    pub your_turn: bool,
}
