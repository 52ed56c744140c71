//! What the user is told. Each report is one line of JSON: its shape here is the one documented in
//! `README.md`.

use reversi_game::{Action, Color, Game, GameRecord, Position, Square};
use reversi_protocol::{
    BotKind, BotName, ChatLine, Command, Durability, GameSummary, InvitationEnd, Invited, Offer,
    OfferKind, PlayerName, Presence, RankingLine, RefusalCode, ReviewedMove, RoomEvent, RoomId,
    RoomSummary, SaveName, SavedGame, Snapshot, SquareValue, TimeControl,
};
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

use crate::not_done::NotDone;
use crate::texts::Spoken;

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
        /// When moves are confirmed there.
        durability: Durability,
    },
    /// There is no connection; the client goes on trying.
    Offline {
        /// Why, for people.
        reason: Spoken,
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
    /// Other seats than before are this client's, by something else than its own request.
    Seats {
        /// Which room.
        room: RoomId,
        /// The seats that this client holds now.
        seats: Vec<Color>,
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
        /// Whether an offer waits for this client's answer.
        your_answer: bool,
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
    /// The open seat is kept for whoever gets this link.
    Invitation {
        /// Which room.
        room: RoomId,
        /// The link, with what the seat is kept for.
        link: String,
    },
    /// Somebody was told that they are invited.
    Calling {
        /// Into which room.
        room: RoomId,
        /// By which name.
        name: PlayerName,
    },
    /// Somebody invites this client to a game.
    Invited {
        /// Who, to which, and in which seat.
        #[serde(flatten)]
        invited: Box<Invited>,
    },
    /// An invitation to a name stands no longer.
    InvitationOver {
        /// Into which room.
        room: RoomId,
        /// Who was invited.
        name: PlayerName,
        /// Who invited this client; null if it was this client that invited.
        by: Option<PlayerName>,
        /// Why.
        why: InvitationEnd,
    },
    /// A side is low on time; told once each at 60, 30 and 10 seconds.
    TimeLeft {
        /// Which room.
        room: RoomId,
        /// Whose, and how low.
        #[serde(flatten)]
        low: TimeLow,
    },
    /// A game is saved.
    Saved {
        /// The user's words.
        request: String,
        /// The room.
        room: RoomId,
        /// The number of the room's last event.
        seq: u64,
        /// Under which name.
        name: SaveName,
    },
    /// The client is no longer in a room.
    Left {
        /// Which room.
        room: RoomId,
        /// Whether a seat stays reserved for its token.
        seat_kept: bool,
    },
    /// The client waits for an opponent.
    Pairing {
        /// The time that it waits for.
        time: TimeControl,
        /// The kind of bot that would play at once; null before one is offered.
        bot: Option<BotName>,
    },
    /// The client does not wait for an opponent.
    Unpaired,
    /// The listed rooms.
    Rooms {
        /// Those that fit.
        rooms: Vec<RoomSummary>,
        /// How many fit, those left out included.
        total: u32,
    },
    /// What the legal squares are worth.
    Hint {
        /// Which room.
        room: RoomId,
        /// The ply that it is about.
        ply: u32,
        /// The square to play.
        best: Square,
        /// The kind of bot that was asked; null for the engine.
        bot: Option<BotName>,
        /// What each legal square is worth, the best first; empty where a kind of bot was asked.
        values: Vec<SquareValue>,
        /// Whether it takes the place of the last one, of which it knows more.
        is_deeper: bool,
    },
    /// The kinds of bots.
    Bots {
        /// The ladder from weak to strong, then the others.
        bots: Vec<BotKind>,
    },
    /// The ranking.
    Ranking {
        /// The best nicks, the highest score first.
        lines: Vec<RankingLine>,
    },
    /// The player's saved games.
    Saves {
        /// The one that was removed just now.
        removed: Option<SaveName>,
        /// Those that there are, by name.
        saves: Vec<SavedGame>,
    },
    /// Finished games.
    Games {
        /// The newest first.
        games: Vec<GameSummary>,
    },
    /// What the moves of a finished game were worth.
    Review {
        /// The last named opening that the game went through.
        opening: Option<String>,
        /// Every placement, in order.
        moves: Vec<ReviewedMove>,
        /// What Black could expect before each ply and at the end, in hundredths of a disc.
        black_values_centidiscs: Vec<i32>,
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
    /// Somebody says something in a room.
    Chat {
        /// Which room.
        room: RoomId,
        /// What, by whom, and when.
        #[serde(flatten)]
        line: ChatLine,
    },
    /// Whom the client follows from game to game.
    Following {
        /// The player's name; null where it is nobody.
        name: Option<PlayerName>,
    },
    /// The player whom the client follows has sat down in another room, where it goes once this game is over.
    Followed {
        /// Which room.
        room: RoomId,
        /// The player's name there.
        name: PlayerName,
    },
    /// A complaint is with the operator of the server.
    Complained {
        /// Which room.
        room: RoomId,
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
    /// By opening it with colours drawn by lot.
    Drawn,
    /// By waiting for an opponent.
    Paired,
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
    /// Who asked.
    #[serde(skip)]
    pub asker: Asker,
    /// What was asked of the server, if it was asked.
    #[serde(skip)]
    pub command: Option<Box<Command>>,
    /// Why: for programs a `code`, for people a `message`.
    #[serde(flatten)]
    pub reason: Reason,
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

/// Who asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asker {
    Person,
    /// What keeps a list on the screen fresh; it asks again by itself.
    Screen,
    /// The session, to come back to a room or to catch up.
    Session,
}

/// Why a request is declined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    Server { code: RefusalCode, message: String },
    Client(NotDone),
}

impl Reason {
    /// Returns the stable word for programs: one of the protocol or one of the client's own.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Server { code, .. } => code.as_str(),
            Self::Client(not_done) => not_done.code(),
        }
    }

    /// Returns why and what to do, in English.
    pub fn message(&self) -> String {
        match self {
            Self::Server { message, .. } => message.clone(),
            Self::Client(not_done) => not_done.to_string(),
        }
    }
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Reason", 2)?;
        fields.serialize_field("code", self.code())?;
        fields.serialize_field("message", &self.message())?;
        fields.end()
    }
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
    /// What else is to be known of the offer that the event makes or ends.
    #[serde(flatten)]
    pub note: Option<OfferNote>,
    /// The name of the opening, if the event gave the game one or another one.
    #[serde(skip)]
    pub new_opening: Option<String>,
    /// Which room.
    pub room: RoomId,
    /// Its number.
    pub seq: u64,
    /// When, in milliseconds since 1970.
    pub at_ms: u64,
    /// Whether this client has to place now.
    pub your_turn: bool,
    /// Whether an offer waits for this client's answer now.
    pub your_answer: bool,
}

/// What an event does not say of the offer that it makes or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum OfferNote {
    /// Of an offer to undo: what would be taken back.
    Made {
        /// Placements.
        takes_back: usize,
    },
    /// Of an offer that has ended: what it was.
    Ended {
        /// Who made it.
        by: Color,
        /// What was offered.
        kind: OfferKind,
    },
}

impl OfferNote {
    /// Makes the note to an event from the view that it has not changed yet.
    pub(crate) fn of(event: &RoomEvent, before: Option<&Snapshot>) -> Option<Self> {
        let before = before?;
        if let RoomEvent::Offered(Offer { to_ply: Some(to_ply), .. }) = event {
            Some(Self::Made { takes_back: taken_back(before, *to_ply).len() })
        } else if let RoomEvent::OfferEnded { .. } = event {
            before.offer.as_ref().map(|it| Self::Ended { by: it.offer.by, kind: it.offer.kind })
        } else {
            None
        }
    }
}

/// Returns the placements that going back to a ply takes back, the last one first.
pub fn taken_back(view: &Snapshot, to_ply: u32) -> Vec<(Color, Square)> {
    let record = GameRecord { start: view.start, actions: view.actions.clone() };
    // A server that sends an illegal record has nothing that could be taken back.
    let Ok(game) = Game::try_from(record) else { return Vec::new() };
    let later = game.actions_by_side().skip(to_ply as usize);
    let placed = later.filter_map(|(color, action)| Some((color, action.square()?)));
    let mut placed: Vec<_> = placed.collect();
    placed.reverse();
    placed
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// Who played, and how it ended.
    pub summary: GameSummary,
    /// The position before the first action.
    pub start: Position,
    /// Every action.
    pub actions: Vec<Action>,
}

/// A side's time that has become low.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TimeLow {
    /// Whose.
    pub color: Color,
    /// What is left.
    pub seconds: u64,
    /// Whether the side has not placed yet: the game is then called off, and nobody has lost.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_first: bool,
}
