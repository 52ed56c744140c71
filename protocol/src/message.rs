//! What the server sends after the handshake: replies, snapshots, events, notices.

use reversi_game::{Action, Color, Position, Square};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::chat::ChatLine;
use crate::event::RoomEvent;
use crate::ids::{RequestId, RoomId};
use crate::inviting::{InvitationEnd, Invited};
use crate::names::{BotName, PlayerName};
use crate::refusal::{Refusal, RefusalCode};
use crate::review::ReviewedMove;
use crate::time_control::TimeControl;
use crate::view::{
    BotKind, GameSummary, Presence, RankingLine, RoomSummary, SavedGame, Snapshot, SquareValue,
};

/// A frame of the server. Those with an `id` are replies; a request gets exactly one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// Reply: done, and durable.
    Accepted {
        /// The request.
        id: RequestId,
        /// Its room.
        room: RoomId,
        /// The number of the last event that it caused, or of the room's last event.
        seq: u64,
    },
    /// Reply: done, and no room has changed.
    Done {
        /// The request.
        id: RequestId,
    },
    /// Reply to `create`, `join` and `pair`: the connection is in the room.
    Joined {
        /// The request.
        id: RequestId,
        /// Which room.
        room: RoomId,
        /// The number of the room's last event; what follows brings the client up to it.
        seq: u64,
        /// The seats that the connection holds; none for a spectator.
        seats: Vec<Color>,
    },
    /// The seats that the connection holds from now on, where they change otherwise than by its own
    /// `create` or `join`; comes just before the event that shows it to all.
    Seats {
        /// Which room.
        room: RoomId,
        /// The seats; none for a spectator.
        seats: Vec<Color>,
    },
    /// Reply: the request is declined and changed nothing.
    Refused {
        /// The request; null if its number could not be read.
        id: Option<RequestId>,
        /// Why, for programs.
        code: RefusalCode,
        /// Why and what to do, for people.
        message: String,
        /// The room it was about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        room: Option<RoomId>,
        /// When to try again, where that helps.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after_ms: Option<u64>,
    },
    /// Reply to `rooms`.
    Rooms {
        /// The request.
        id: RequestId,
        /// Listed rooms: open ones first, then running, adjourned, finished; newest first.
        rooms: Vec<RoomSummary>,
        /// Listed rooms that fit the filter, including those left out.
        total: u32,
    },
    /// Reply to `hint`.
    Hint {
        /// The request.
        id: RequestId,
        /// Which room.
        room: RoomId,
        /// The ply that it is about.
        ply: u32,
        /// The square to play.
        best: Square,
        /// The kind of bot that was asked; absent for the engine.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<BotName>,
        /// What each legal square is worth, the best first; empty where a kind of bot was asked.
        values: Vec<SquareValue>,
    },
    /// Reply to `saves` and `remove`.
    Saves {
        /// The request.
        id: RequestId,
        /// The player's saved games, by name.
        saves: Vec<SavedGame>,
    },
    /// Reply to `games`.
    Games {
        /// The request.
        id: RequestId,
        /// Finished games, the newest first.
        games: Vec<GameSummary>,
    },
    /// Reply to `game`.
    Game {
        /// The request.
        id: RequestId,
        /// Who played, and how it ended.
        summary: Box<GameSummary>,
        /// The position before the first action.
        start: Position,
        /// Every action.
        actions: Vec<Action>,
    },
    /// Reply to `review`.
    Review {
        /// The request.
        id: RequestId,
        /// The last named opening that the game went through.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opening: Option<String>,
        /// Every placement, in order.
        moves: Vec<ReviewedMove>,
        /// What Black could expect before each ply and at the end, in hundredths of a disc: a graph
        /// of the game.
        black_values_centidiscs: Vec<i32>,
    },
    /// Reply to `bots`.
    Bots {
        /// The request.
        id: RequestId,
        /// Every kind of bot: the ladder from weak to strong, then the others.
        bots: Vec<BotKind>,
    },
    /// Reply to `ranking`.
    Ranking {
        /// The request.
        id: RequestId,
        /// The best nicks, the highest score first.
        lines: Vec<RankingLine>,
    },
    /// Reply to `ping`.
    Pong {
        /// The request.
        id: RequestId,
        /// The server's clock, in milliseconds since 1970.
        now_ms: u64,
        /// The rooms that the connection is in, each with the number of its last event: every one up to it
        /// was sent before this.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rooms: Vec<RoomSeq>,
    },
    /// The whole state of a room; replaces what the client knew of it.
    Snapshot(Box<Snapshot>),
    /// Something happened in a room.
    Event {
        /// Which room.
        room: RoomId,
        /// Its number in the room: one more than the one before.
        seq: u64,
        /// When, in milliseconds since 1970.
        at_ms: u64,
        /// What.
        event: RoomEvent,
    },
    /// Who is in the room, whenever that changes. It has no number: only the newest counts.
    Presence {
        /// Which room.
        room: RoomId,
        /// The black seat's, if it is taken.
        black: Option<Presence>,
        /// The white seat's, if it is taken.
        white: Option<Presence>,
        /// People without a seat.
        spectators: u32,
        /// The names of those who watch and wish to be named; left out where they are as told before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        watchers: Option<Vec<PlayerName>>,
        /// The number of the room's last event, so that a client notices that it lacks one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seq: Option<u64>,
    },
    /// The connection waits for an opponent.
    Pairing {
        /// The time that it waits for.
        #[serde(default, skip_serializing_if = "TimeControl::is_none")]
        time: TimeControl,
        /// The kind of bot that would play at once, where nobody has come for a while.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<BotName>,
    },
    /// Somebody invites the player to a game. To take it is to join the room with the same key; no other word of
    /// it comes but `invitation_over`.
    Invited(Box<Invited>),
    /// An invitation stands no longer: told to whoever made it and to whoever was invited, unless it was
    /// their own doing.
    InvitationOver {
        /// Which room.
        room: RoomId,
        /// Who was invited, by the name that was used.
        name: PlayerName,
        /// Why.
        why: InvitationEnd,
    },
    /// What was said in a room: once, or before the client came. A line that it has comes again where it joins
    /// again; go by `at_ms`.
    Chat {
        /// Which room.
        room: RoomId,
        /// The lines, the oldest first.
        lines: Vec<ChatLine>,
    },
    /// The player whom the connection follows has sat down in another room.
    Followed {
        /// Which room.
        room: RoomId,
        /// The player's name there.
        name: PlayerName,
    },
    /// The connection will be closed.
    Closing {
        /// Why, for people.
        message: String,
        /// When to connect again, in milliseconds; absent where that is no use.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after_ms: Option<u64>,
    },
    /// A message of a later server; a client ignores it.
    #[serde(other)]
    #[schemars(skip)]
    Unknown,
}

impl ServerMessage {
    /// Makes the reply to a declined request.
    pub fn refused(id: Option<RequestId>, room: Option<RoomId>, refusal: &Refusal) -> Self {
        Self::Refused {
            id,
            code: refusal.code,
            message: refusal.message(),
            room,
            retry_after_ms: refusal.retry_after_ms(),
        }
    }
}

/// How far a room is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoomSeq {
    /// Which room.
    pub room: RoomId,
    /// The number of its last event.
    pub seq: u64,
}
