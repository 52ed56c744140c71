//! What the client tells without asking the server, and everything that can be printed.

use std::fmt::Display;
use std::path::PathBuf;

use reversi_game::formats::{self, Detail, StatedResult};
use reversi_game::{Action, Color, DiscCounts, Position, Square};
use reversi_protocol::{
    ChatLine, Clocks, GameResult, GameSummary, LastPlacement, LegalSquare, PlayerName,
    PositionView, RoomId, SeatView, Strength, TimeControl,
};
use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::files::SeatStoreError;
use crate::matches::{MatchGame, MatchTable};
use crate::replay::Step;
use crate::report::Report;
use crate::texts::{Spoken, Text};
use crate::words::CommandSpec;

/// Something to print; one line of JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Output {
    /// What the session reports.
    Report(Report),
    /// The answer to a command.
    Answer(Answer),
}

impl Output {
    /// Tells whether its first line says everything and a board is only drawn below it.
    pub const fn is_told_without_its_board(&self) -> bool {
        matches!(self, Self::Report(Report::Hint { .. }) | Self::Answer(Answer::Legal { .. }))
    }

    /// Tells whether it is no answer to what was asked, but about the connection and what surrounds it.
    pub const fn is_aside(&self) -> bool {
        matches!(
            self,
            Self::Report(
                Report::Connected { .. }
                    | Report::Offline { .. }
                    | Report::Pending { .. }
                    | Report::Closing { .. }
                    | Report::Refused(_)
            ) | Self::Answer(Answer::KeptSeats { .. } | Answer::Warning { .. })
        )
    }
}

/// The answer to a command, or a note, from what the client knows.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Answer {
    /// To `board`: the position.
    Board {
        /// Which room.
        room: RoomId,
        /// The number of the last event that it includes.
        seq: u64,
        /// The position, with its ply.
        #[serde(flatten)]
        position: PositionView,
    },
    /// To `legal`: where the side to move may place.
    Legal {
        /// Which room.
        room: RoomId,
        /// The number of the last event that it includes.
        seq: u64,
        /// Actions so far.
        ply: u32,
        /// The side to move.
        color: Color,
        /// The squares, with what each would turn.
        squares: Vec<LegalSquare>,
    },
    /// To `square`, `row` and `board words`: what lies on squares.
    Squares {
        /// Which room.
        room: RoomId,
        /// The number of the last event that it includes.
        seq: u64,
        /// Actions so far.
        ply: u32,
        /// One square, or whole rows from the left.
        squares: Vec<SquareContent>,
    },
    /// To `last`: the last placement.
    Last {
        /// Which room.
        room: RoomId,
        /// The number of the last event that it includes.
        seq: u64,
        /// Actions so far.
        ply: u32,
        /// The placement; null before the first.
        last: Option<LastPlacement>,
    },
    /// To `who`: who is in the room.
    Who {
        /// Which room.
        room: RoomId,
        /// Who sits in the black seat.
        black: Option<SeatView>,
        /// Who sits in the white seat.
        white: Option<SeatView>,
        /// Whether the open seat is kept for someone who was invited.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        reserved: bool,
        /// People without a seat.
        spectators: u32,
        /// The names of those of them who wish to be named.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        watchers: Vec<PlayerName>,
        /// The seats that this client holds.
        seats: Vec<Color>,
    },
    /// To `chat`: what was said last.
    Chat {
        /// Which room.
        room: RoomId,
        /// The lines, the oldest first.
        lines: Vec<ChatLine>,
    },
    /// To `mute`: whose lines are not told.
    Muted {
        /// Their names.
        names: Vec<String>,
    },
    /// To `who on` and `who off`: whether others are told the player's name where this client watches.
    Named { named: bool },
    /// To `strength`: how strong the player plays, by their own word.
    Strength {
        #[serde(skip_serializing_if = "Option::is_none")]
        strength: Option<Strength>,
    },
    /// To `block`: whom the server brings into no game with the client.
    Blocked {
        /// Their names.
        names: Vec<String>,
    },
    /// To `score`: disc counts and result.
    Score {
        /// Which room.
        room: RoomId,
        /// The number of the last event that it includes.
        seq: u64,
        /// Actions so far.
        ply: u32,
        /// Disc counts as they lie.
        discs: DiscCounts,
        /// How the game ended; null before that.
        result: Option<GameResult>,
    },
    /// To `clock`: how much time there is.
    Clock {
        /// Which room.
        room: RoomId,
        /// The number of the last event that it includes.
        seq: u64,
        /// Actions so far.
        ply: u32,
        /// How much time the players have.
        time: TimeControl,
        /// What the clocks show; null where there are none, or no game has begun.
        clocks: Option<Box<Clocks>>,
    },
    /// To `moves`: the record.
    Moves {
        /// Which room.
        room: RoomId,
        /// The number of the last event that it includes.
        seq: u64,
        /// Actions so far.
        ply: u32,
        /// The placements, passes implied.
        transcript: String,
        /// Every action, passes included.
        actions: Vec<Action>,
        /// The position before the first action.
        start: Position,
    },
    /// To `replay`: every step of a game.
    Replay {
        /// `here`, `file` or the number of a finished game.
        source: String,
        /// Actions in it.
        plies: u32,
        /// The steps.
        steps: Vec<Step>,
    },
    /// To `replay` with a ply: the board before it.
    ReplayBoard {
        /// `here`, `file` or the number of a finished game.
        source: String,
        /// Actions in the game.
        plies: u32,
        /// The position, with its ply.
        #[serde(flatten)]
        position: PositionView,
    },
    /// To `show`: a finished game.
    FinishedGame {
        /// Who played, and how it ended.
        #[serde(flatten)]
        summary: Box<GameSummary>,
        /// The position before the first action.
        start: Position,
        /// Every action.
        actions: Vec<Action>,
        /// The placements, passes implied.
        transcript: String,
        /// The final position.
        position: PositionView,
    },
    /// To `import`: what was read from a file.
    Imported {
        /// Which file.
        file: String,
        /// Its format.
        format: &'static str,
        /// Black's name.
        black: Option<String>,
        /// White's name.
        white: Option<String>,
        /// The tournament or place.
        event: Option<String>,
        /// When it was played, in the words of the file.
        date: Option<String>,
        /// Actions in the game.
        plies: u32,
        /// Disc counts as they lie.
        discs: DiscCounts,
        /// Whether neither side can place.
        is_over: bool,
        /// The result that the file states, or that of the finished board.
        result: Option<StatedResult>,
        /// What the reader should know, for people.
        #[serde(serialize_with = "as_texts")]
        warnings: Vec<formats::Warning>,
    },
    /// To `export`: what was written to a file.
    Exported {
        /// Which file.
        file: String,
        /// In which format.
        format: &'static str,
        /// Actions in the game.
        plies: u32,
        /// What the format has no place for, for people.
        #[serde(serialize_with = "as_texts")]
        left_out: Vec<Detail>,
    },
    /// To `symbols`: those that discs are drawn with.
    Symbols {
        /// Black's.
        black: char,
        /// White's.
        white: char,
    },
    /// To `help`: commands.
    Help {
        /// The commands.
        commands: Vec<HelpEntry>,
    },
    /// A command that has to be typed again to be done.
    Confirm {
        /// The room that it is about.
        room: RoomId,
        /// What to type.
        command: String,
        /// What it would do.
        message: Text,
    },
    /// A game of a match between engines is over.
    MatchGame(MatchGame),
    /// How a match between engines stands at its end.
    Match(MatchTable),
    /// Rooms in which a seat may be held from earlier, and which the client is not in.
    KeptSeats {
        /// The rooms.
        rooms: Vec<RoomId>,
    },
    /// Something went wrong beside the game.
    Warning {
        /// What, for people.
        #[serde(rename = "message", serialize_with = "as_text")]
        warning: Warning,
    },
}

/// What lies on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SquareContent {
    pub square: Square,
    pub disc: Option<Color>,
    /// Whether the side to move may place there; never where the room keeps that to itself.
    pub is_legal: bool,
}

/// Something that goes wrong beside the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Warning {
    /// A bot of a file does not sit in the room that goes on with its game.
    BotLeftOut(Color),
    Seats(#[from] SeatStoreError),
    /// A line of the configuration is skipped.
    Config(Spoken),
    /// There is another key for what is the same server, in this file.
    OtherKey(PathBuf),
}

fn as_text<S: Serializer>(text: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(text)
}

fn as_texts<S: Serializer>(texts: &[impl Display], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(texts.iter().map(ToString::to_string))
}

/// A command as the help tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HelpEntry {
    /// The word.
    pub name: &'static str,
    /// The short form, or nothing.
    pub short: &'static str,
    /// What may follow.
    pub arguments: &'static str,
    /// What it does.
    pub help: Text,
}

impl From<&CommandSpec> for HelpEntry {
    fn from(spec: &CommandSpec) -> Self {
        Self { name: spec.name, short: spec.short, arguments: spec.arguments, help: spec.help }
    }
}
