//! What a client is shown of a room: everything needed to draw it without knowing the rules.

use std::borrow::Cow;

use reversi_game::{Action, Board, Color, DiscCounts, Outcome, Position, Square, SquareSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clocks::Clocks;
use crate::ids::RoomId;
use crate::names::{BotName, Nick, PlayerName, RoomName, SaveName};
use crate::offer::PendingOffer;
use crate::opening::Opening;
use crate::opponents::Opponents;
use crate::settings::RoomRules;
use crate::time_control::TimeControl;
use crate::watching::Watch;

/// A full view of a room as of event number `seq`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Snapshot {
    /// Which room.
    pub room: RoomId,
    /// The number of the last event that this view includes.
    pub seq: u64,
    /// The room's name.
    pub name: RoomName,
    /// What holds in it.
    #[serde(flatten)]
    pub rules: RoomRules,
    /// The offer that waits for an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<PendingOffer>,
    /// The nick that plays for the ranking here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub competition: Option<Nick>,
    /// What can happen in the room.
    pub phase: Phase,
    /// Who sits in the black seat.
    #[serde(default)]
    pub black: Option<SeatView>,
    /// Who sits in the white seat.
    #[serde(default)]
    pub white: Option<SeatView>,
    /// Whether the open seat is kept for someone who was invited.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reserved: bool,
    /// People in the room without a seat.
    pub spectators: u32,
    /// The names of those of them who wish to be named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub watchers: Vec<PlayerName>,
    /// The position before the first action.
    pub start: Position,
    /// Every action so far.
    pub actions: Vec<Action>,
    /// The position: the one the game will start from, is at, or ended in.
    pub position: PositionView,
    /// How the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// When the room was opened, in milliseconds since 1970.
    pub opened_at_ms: u64,
}

impl Snapshot {
    /// Returns who sits in a seat.
    pub const fn seat(&self, color: Color) -> Option<&SeatView> {
        match color {
            Color::Black => self.black.as_ref(),
            Color::White => self.white.as_ref(),
        }
    }

    /// Tells whether whoever comes picks the side, also the one where somebody sits.
    pub fn may_pick_side(&self) -> bool {
        let is_bid = matches!(self.rules.opening, Some(Opening::Bid { .. }));
        is_bid && self.phase == Phase::Open && self.actions.is_empty()
    }

    pub(crate) const fn seat_mut(&mut self, color: Color) -> &mut Option<SeatView> {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }

    /// Takes note of who is connected, Black first, as [`ServerMessage::Presence`] tells it.
    ///
    /// [`ServerMessage::Presence`]: crate::ServerMessage::Presence
    pub fn attend(
        &mut self,
        presence: [Option<Presence>; 2],
        spectators: u32,
        watchers: Option<Vec<PlayerName>>,
    ) {
        for (color, presence) in Color::BOTH.into_iter().zip(presence) {
            if let (Some(seat), Some(presence)) = (self.seat_mut(color), presence) {
                seat.presence = presence;
            }
        }
        self.spectators = spectators;
        if let Some(watchers) = watchers {
            self.watchers = watchers;
        }
    }
}

/// What can happen in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Seats are being filled.
    Open,
    /// A game is running.
    Playing,
    /// The game waits for both players to go on.
    Adjourned,
    /// The game has ended.
    Finished,
    /// The room takes no more commands.
    Closed,
}

/// An occupied seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatView {
    /// Who sits there.
    pub occupant: Occupant,
    /// Whether the occupant is connected.
    pub presence: Presence,
}

/// Who sits in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Occupant {
    /// A person.
    Human {
        /// The name that the person gave.
        name: PlayerName,
    },
    /// A bot.
    Bot {
        /// The kind of bot.
        bot: BotName,
        /// The player whose seat it keeps meanwhile.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stands_in_for: Option<PlayerName>,
    },
    /// A kind of a later server.
    #[serde(other)]
    #[schemars(skip)]
    Unknown,
}

impl Occupant {
    /// Returns the name to show.
    pub fn name(&self) -> &str {
        match self {
            Self::Human { name } => name.as_str(),
            Self::Bot { bot, .. } => bot.as_str(),
            Self::Unknown => "?",
        }
    }
}

/// Whether the occupant of a seat is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Presence {
    /// At least one connection holds the seat, or a bot plays in it.
    Connected,
    /// No connection holds the seat, and no bot plays in it.
    Absent {
        /// Since when, in milliseconds since 1970.
        since_ms: u64,
        /// When the player loses the game by it, if nothing changes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        loses_at_ms: Option<u64>,
    },
}

/// A position with everything needed to draw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PositionView {
    /// Actions so far, passes included.
    pub ply: u32,
    /// The discs.
    pub board: Board,
    /// Who has to place or pass; nobody when the game is over.
    pub to_move: Option<Color>,
    /// Disc counts as they lie.
    pub discs: DiscCounts,
    /// The last placement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<LastPlacement>,
    /// The legal squares of the side to move, in scan order: none where it has to pass. Left out
    /// where the room does not show them or no game is running.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<LegalSquare>>,
    /// What players call the last opening with a name that the game has gone through.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<Cow<'static, str>>,
    /// What the clocks show, where the game has some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Box<Clocks>>,
}

/// The last placement and what it turned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LastPlacement {
    /// Who placed.
    pub color: Color,
    /// Where.
    pub square: Square,
    /// The discs it turned, in scan order.
    pub flips: SquareSet,
}

/// A square where the side to move may place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LegalSquare {
    /// Where.
    pub square: Square,
    /// The discs that placing there would turn, in scan order.
    pub flips: SquareSet,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameResult {
    /// Who won.
    pub outcome: Outcome,
    /// Why the game ended.
    pub reason: EndReason,
    /// Discs as they lie at the end.
    pub discs: DiscCounts,
    /// The score with the empties given to the winner; only where the board decided, or the room
    /// scores games that are lost on time. What an opening gives to a side on top is counted with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<DiscCounts>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Neither side has a legal square.
    NoMovesLeft,
    /// A player gave up.
    Resignation,
    /// A player stayed away, or did not move, for too long.
    Abandonment,
    /// The players agreed on a draw.
    Agreement,
    /// A player's time ran out.
    Time,
    /// A side did not begin in time. The game does not count, and nobody has won.
    CalledOff,
    /// A reason of a later server.
    #[serde(other)]
    #[schemars(skip)]
    Unknown,
}

/// Why a room closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClosedReason {
    /// Nothing happened in it for too long.
    Idle,
    /// Its record could not be read back.
    Damaged,
    /// A reason of a later server.
    #[serde(other)]
    #[schemars(skip)]
    Unknown,
}

/// A saved game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SavedGame {
    /// Its name.
    pub name: SaveName,
    /// When it was saved, in milliseconds since 1970.
    pub saved_at_ms: u64,
    /// Actions in it, passes included.
    pub ply: u32,
    /// Disc counts as they lie.
    pub discs: DiscCounts,
    /// Who sat in the black seat, if someone did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<Occupant>,
    /// Who sat in the white seat, if someone did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white: Option<Occupant>,
}

/// A line in the list of finished games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GameSummary {
    /// Its number.
    pub game: u64,
    /// The room that it was played in.
    pub room: RoomId,
    /// Who played Black.
    pub black: Occupant,
    /// Who played White.
    pub white: Occupant,
    /// How it ended.
    pub result: GameResult,
    /// How it began, if not from the start alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<Opening>,
    /// When, in milliseconds since 1970.
    pub ended_at_ms: u64,
}

/// What a legal square is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SquareValue {
    /// Where.
    pub square: Square,
    /// What the side to move can expect at the end, empties to the winner, in hundredths of a disc.
    pub value_centidiscs: i32,
    /// Plies looked ahead for it, this placement included.
    pub depth_plies: u32,
    /// Whether the value is what best play by both sides leads to.
    pub is_exact: bool,
}

/// A kind of bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BotKind {
    /// Its name.
    pub name: BotName,
    /// One line that says how it plays.
    pub description: String,
}

/// A line of the ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RankingLine {
    /// The place, from 1; equal scores share it.
    pub place: u32,
    /// Who.
    pub nick: Nick,
    /// The best score of the nick; it may be negative.
    pub score: i32,
}

/// A line in the list of rooms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoomSummary {
    /// Which room.
    pub room: RoomId,
    /// Its name.
    pub name: RoomName,
    /// What can happen in it.
    pub phase: Phase,
    /// Who sits in the black seat; who played there if the game is finished.
    #[serde(default)]
    pub black: Option<Occupant>,
    /// Who sits in the white seat; who played there if the game is finished.
    #[serde(default)]
    pub white: Option<Occupant>,
    /// Whether the open seat is kept for someone who was invited.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reserved: bool,
    /// Actions so far, passes included.
    pub ply: u32,
    /// Disc counts as they lie.
    pub discs: DiscCounts,
    /// People in the room without a seat.
    pub spectators: u32,
    /// The seats whose players are away.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub away: Vec<Color>,
    /// How much time the players have.
    #[serde(default, skip_serializing_if = "TimeControl::is_none")]
    pub time: TimeControl,
    /// Who may watch.
    #[serde(default, skip_serializing_if = "Watch::is_everyone")]
    pub watch: Watch,
    /// Whom the open seat is for.
    #[serde(default, skip_serializing_if = "Opponents::is_anyone")]
    pub opponents: Opponents,
    /// How its game began, if not from the start alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<Opening>,
    /// When it was opened, in milliseconds since 1970.
    pub opened_at_ms: u64,
}

impl RoomSummary {
    /// Returns who sits in a seat, or played there if the game is finished.
    pub const fn seat(&self, color: Color) -> Option<&Occupant> {
        match color {
            Color::Black => self.black.as_ref(),
            Color::White => self.white.as_ref(),
        }
    }

    /// Tells whether none of the people who play in it is there.
    pub fn is_deserted(&self) -> bool {
        let is_there = |color| {
            matches!(self.seat(color), Some(Occupant::Human { .. })) && !self.away.contains(&color)
        };
        !Color::BOTH.into_iter().any(is_there)
    }
}
