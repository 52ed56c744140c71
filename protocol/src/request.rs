//! What a client asks for after the handshake.

use reversi_game::{Board, Color, Square};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::{RequestId, RoomId, SeatToken};
use crate::names::RoomName;
use crate::schema;

/// A numbered request. It gets exactly one reply with the same `id`; sent again in the same
/// session it has no second effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Request {
    /// Unique within the session.
    pub id: RequestId,
    /// What is asked.
    #[serde(flatten)]
    pub command: Command,
}

/// What a request asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Command {
    /// Opens a room and enters it. Answered by `joined`, then the room's snapshot.
    Create {
        /// How the room is.
        #[serde(default)]
        settings: RoomSettings,
        /// Who sits where.
        #[serde(default)]
        seats: SeatChoices,
        /// The secret that will hold the creator's seats.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<SeatToken>,
    },
    /// Enters a room: takes a seat, comes back to one, or watches. Answered by `joined`, then the
    /// events after `seen` or a snapshot.
    Join {
        /// Which room.
        room: RoomId,
        /// As what.
        #[serde(rename = "as", default)]
        role: RoleWish,
        /// The secret that holds the seat, or will hold it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<SeatToken>,
        /// The last event number that the client has seen of this room.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<u64>,
    },
    /// Leaves the room. A seat in a game that is not running becomes free; in a running game it
    /// stays reserved for its token.
    Leave {
        /// Which room.
        room: RoomId,
    },
    /// Places a disc.
    Place {
        /// Which room.
        room: RoomId,
        /// The ply it is meant for (actions so far, passes included); another one is stale.
        ply: u32,
        /// Where.
        #[schemars(with = "schema::Square")]
        square: Square,
    },
    /// Gives the game up.
    Resign {
        /// Which room.
        room: RoomId,
    },
    /// Asks for a snapshot of a room that the connection is in. Answered by `accepted`, then the
    /// snapshot.
    Resync {
        /// Which room.
        room: RoomId,
    },
    /// Lists the listed rooms.
    Rooms {
        /// Only rooms whose identifier, name or players contain this text, in any case.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        filter: Option<String>,
    },
    /// Measures the way to the server and back. Answered by `pong`.
    Ping,
}

impl Command {
    /// The `type` of every command, in the order of the enum.
    pub const TYPES: [&str; 8] =
        ["create", "join", "leave", "place", "resign", "resync", "rooms", "ping"];
}

/// How a room is. Everything has a default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoomSettings {
    /// The room's name; the creator's name if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<RoomName>,
    /// Whether the room is in the list, or entered only by those who know its identifier.
    #[serde(default)]
    pub visibility: Visibility,
    /// Whether players and spectators are told the legal squares.
    #[serde(default)]
    pub legal_squares: LegalSquares,
    /// Where the game starts.
    #[serde(default)]
    pub start: Start,
}

impl Default for RoomSettings {
    fn default() -> Self {
        Self {
            name: None,
            visibility: Visibility::Listed,
            legal_squares: LegalSquares::Shown,
            start: Start::default(),
        }
    }
}

/// Who finds a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everyone, in the list of rooms.
    #[default]
    Listed,
    /// Only those who know its identifier.
    Private,
}

/// Whether the room tells the legal squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LegalSquares {
    /// Everyone in the room is told.
    #[default]
    Shown,
    /// Only those who hold a seat are told.
    Players,
    /// Nobody is told.
    Hidden,
}

/// Where a game starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Start {
    /// The four discs of the standard start.
    Standard {
        /// Who moves first.
        #[serde(default = "black")]
        #[schemars(with = "schema::Color")]
        first: Color,
    },
    /// The standard start and these moves; they belong to the game.
    Transcript {
        /// Such as `f5d6c3`; passes may be left out.
        moves: String,
    },
    /// Any position in which a side can place.
    Board {
        /// The discs.
        #[schemars(with = "schema::Board")]
        board: Board,
        /// Whose turn it is.
        #[schemars(with = "schema::Color")]
        to_move: Color,
    },
}

const fn black() -> Color {
    Color::Black
}

impl Default for Start {
    fn default() -> Self {
        Self::Standard { first: Color::Black }
    }
}

/// Who sits where in a room that is created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatChoices {
    /// The black seat.
    #[serde(default)]
    pub black: SeatChoice,
    /// The white seat.
    #[serde(default)]
    pub white: SeatChoice,
}

impl SeatChoices {
    /// Returns the choice for one seat.
    pub const fn of(&self, color: Color) -> SeatChoice {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }
}

/// The creator in the black seat, the white one open.
impl Default for SeatChoices {
    fn default() -> Self {
        Self { black: SeatChoice::Me, white: SeatChoice::Open }
    }
}

/// Who sits in one seat of a room that is created.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatChoice {
    /// The creator.
    Me,
    /// Whoever comes.
    #[default]
    Open,
}

/// As what a client wants to be in a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoleWish {
    /// In a seat: the ones that the token holds, else the first open one.
    #[default]
    Player,
    /// In the black seat.
    Black,
    /// In the white seat.
    White,
    /// Without a seat.
    Spectator,
}
