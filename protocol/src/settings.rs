//! How a room is that a client opens: its settings, where the game starts, and who sits where.

use std::fmt;
use std::str::FromStr;

use reversi_game::{Board, Color};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::chat::ChatRule;
use crate::names::{BotName, Nick, ParseBotNameError, RoomName, SaveName};
use crate::opening::{Komi, Opening};
use crate::opponents::Opponents;
use crate::text::written_as_text;
use crate::time_control::{FlagScore, TimeControl};
use crate::watching::{Watch, WatchDelay};

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
    /// Whether players may ask for hints. If left out: where one person plays against a bot or
    /// holds both seats they may, where two people play they may not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hints: Option<Hints>,
    /// How undo is agreed on. If left out: where one person plays against a bot or holds both
    /// seats it is free, where two people play it is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<UndoPolicy>,
    /// The least time that a bot takes for a move, in milliseconds, so that people see what
    /// happened; more than [`THINK_MS_MAX`](crate::limits::THINK_MS_MAX) counts as that.
    #[serde(default = "think_ms_default")]
    pub think_ms_min: u32,
    /// How much time the players have.
    #[serde(default, skip_serializing_if = "TimeControl::is_none")]
    pub time: TimeControl,
    /// What a game counts that is lost on time; if left out, it is a loss without a score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flag: Option<FlagScore>,
    /// Who may watch.
    #[serde(default, skip_serializing_if = "Watch::is_everyone")]
    pub watch: Watch,
    /// How late spectators see a running game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch_delay: Option<WatchDelay>,
    /// What may be said.
    #[serde(default, skip_serializing_if = "ChatRule::is_everything")]
    pub chat: ChatRule,
    /// Discs that White gets on top at the end (Black, where it is negative), as in the opening by bid, where the
    /// start says nothing of it: those of a file with a game.
    #[serde(default, skip_serializing_if = "Komi::is_none")]
    pub komi: Komi,
    /// Whom the open seat is for.
    #[serde(default, skip_serializing_if = "Opponents::is_anyone")]
    pub opponents: Opponents,
}

/// Chosen: long enough to see one's own discs turn before the next ones do.
const fn think_ms_default() -> u32 {
    400
}

impl Default for RoomSettings {
    fn default() -> Self {
        Self {
            name: None,
            visibility: Visibility::Listed,
            legal_squares: LegalSquares::Shown,
            start: Start::default(),
            hints: None,
            undo: None,
            think_ms_min: think_ms_default(),
            time: TimeControl::None,
            flag: None,
            watch: Watch::Everyone,
            watch_delay: None,
            chat: ChatRule::Everything,
            komi: Komi::default(),
            opponents: Opponents::default(),
        }
    }
}

/// What holds in a room, as its creator chose and its players agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoomRules {
    /// Who finds it.
    pub visibility: Visibility,
    /// Whether legal squares are told.
    pub legal_squares: LegalSquares,
    /// Whether players may ask for hints.
    pub hints: Hints,
    /// How undo is agreed on.
    pub undo: UndoPolicy,
    /// How much time the players have.
    #[serde(default, skip_serializing_if = "TimeControl::is_none")]
    pub time: TimeControl,
    /// What a game counts that is lost on time; if left out, it is a loss without a score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flag: Option<FlagScore>,
    /// Who may watch.
    #[serde(default, skip_serializing_if = "Watch::is_everyone")]
    pub watch: Watch,
    /// How late spectators see a running game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch_delay: Option<WatchDelay>,
    /// How its games begin, where not from the start that they were given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<Opening>,
    /// What may be said.
    #[serde(default, skip_serializing_if = "ChatRule::is_everything")]
    pub chat: ChatRule,
    /// Whom the open seat is for.
    #[serde(default, skip_serializing_if = "Opponents::is_anyone")]
    pub opponents: Opponents,
}

impl RoomSettings {
    /// Returns the rules of a room in which these sit at first. What is left out follows from them:
    /// hints help nobody against a person who has none, and one who plays alone asks nobody.
    pub fn rules(&self, seats: &SeatChoices) -> RoomRules {
        let is_for_two = [&seats.black, &seats.white].contains(&&SeatChoice::Open);
        let (hints, undo) = if is_for_two {
            (Hints::Forbidden, UndoPolicy::Ask)
        } else {
            (Hints::Allowed, UndoPolicy::Free)
        };
        RoomRules {
            visibility: self.visibility,
            legal_squares: self.legal_squares,
            hints: self.hints.unwrap_or(hints),
            undo: self.undo.unwrap_or(undo),
            time: self.time,
            flag: self.flag,
            watch: self.watch,
            watch_delay: self.watch_delay,
            opening: match self.start {
                Start::Opening { opening } => Some(opening),
                Start::Standard { .. }
                | Start::Transcript { .. }
                | Start::Saved { .. }
                | Start::Board { .. } => self.komi.opening(),
            },
            chat: self.chat,
            opponents: self.opponents,
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

/// Whether players may ask for hints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hints {
    /// A player whose turn it is may.
    Allowed,
    /// Nobody may.
    Forbidden,
}

/// How undo is agreed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UndoPolicy {
    /// It happens at once.
    Free,
    /// The other player is asked.
    Ask,
    /// Never.
    Off,
}

/// A game for the ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Competition {
    /// The nick that the result counts for; it belongs to the player who scored with it first.
    #[serde(deserialize_with = "Nick::chosen")]
    pub nick: Nick,
    /// The bot's colour.
    pub bot_color: Color,
}

/// Where a game starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Start {
    /// The four discs of the standard start.
    Standard {
        /// Who moves first.
        #[serde(default = "black")]
        first: Color,
    },
    /// As an opening says.
    Opening {
        /// Which.
        opening: Opening,
    },
    /// The standard start and these moves; they belong to the game.
    Transcript {
        /// Such as `f5d6c3`; passes may be left out.
        moves: String,
    },
    /// A saved game of the player, with its moves.
    Saved {
        /// Its name.
        name: SaveName,
    },
    /// Any position, and these moves; they belong to the game. After them a side can place.
    Board {
        /// The discs before the moves.
        board: Board,
        /// Whose turn it is there.
        to_move: Color,
        /// Such as `f5d6c3`; passes may be left out, and so may moves altogether.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        moves: String,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatChoices {
    /// The black seat.
    #[serde(default)]
    pub black: SeatChoice,
    /// The white seat.
    #[serde(default)]
    pub white: SeatChoice,
    /// Whether the server draws by lot which of the two choices gets which colour.
    #[serde(default)]
    pub draw: bool,
}

impl SeatChoices {
    /// Returns the choice for one seat.
    pub const fn of(&self, color: Color) -> &SeatChoice {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// Tells whether the creator takes a seat, or may: `saved` can stand for it.
    pub const fn has_me(&self) -> bool {
        let Self { black, white, draw: _ } = self;
        matches!(black, SeatChoice::Me | SeatChoice::Saved)
            || matches!(white, SeatChoice::Me | SeatChoice::Saved)
    }

    /// Tells whether there is just one seat that somebody can be invited to.
    pub const fn has_one_open(&self) -> bool {
        matches!(self.black, SeatChoice::Open) != matches!(self.white, SeatChoice::Open)
    }
}

/// The creator in the black seat, the white one open.
impl Default for SeatChoices {
    fn default() -> Self {
        Self { black: SeatChoice::Me, white: SeatChoice::Open, draw: false }
    }
}

/// Who sits in one seat of a room that is created: `me`, `open`, `saved`, or `bot:` and the kind of
/// bot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", extend("pattern" = "^(me|open|saved|bot:[a-z0-9-]{1,32})$"))]
pub enum SeatChoice {
    /// The creator.
    Me,
    /// Whoever comes.
    #[default]
    Open,
    /// The bot that sat there when the game that is the room's start was saved; the creator where
    /// there was none.
    Saved,
    /// A bot of this kind.
    Bot(BotName),
}

/// The text is no choice for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseSeatChoiceError {
    /// It is none of the words.
    #[error("a seat is me, open, saved, or bot:KIND, such as bot:level-3")]
    Word,
    /// What follows `bot:` is not the name of a bot.
    #[error(transparent)]
    Bot(#[from] ParseBotNameError),
}

impl FromStr for SeatChoice {
    type Err = ParseSeatChoiceError;

    fn from_str(text: &str) -> Result<Self, ParseSeatChoiceError> {
        match (text, text.strip_prefix("bot:")) {
            ("me", _) => Ok(Self::Me),
            ("open", _) => Ok(Self::Open),
            ("saved", _) => Ok(Self::Saved),
            (_, Some(bot)) => Ok(Self::Bot(bot.parse()?)),
            (_, None) => Err(ParseSeatChoiceError::Word),
        }
    }
}

impl fmt::Display for SeatChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Me => f.write_str("me"),
            Self::Open => f.write_str("open"),
            Self::Saved => f.write_str("saved"),
            Self::Bot(bot) => write!(f, "bot:{bot}"),
        }
    }
}

written_as_text!(SeatChoice, ParseSeatChoiceError);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_choice_is_read_as_it_is_written() {
        for text in ["me", "open", "saved", "bot:level-3"] {
            assert_eq!(text.parse::<SeatChoice>().unwrap().to_string(), text);
        }
        for bad in ["", "Me", "bot", "level-3"] {
            assert_eq!(bad.parse::<SeatChoice>(), Err(ParseSeatChoiceError::Word), "{bad}");
        }
        let bad_bot = ParseSeatChoiceError::Bot(ParseBotNameError);
        assert_eq!("bot:".parse::<SeatChoice>(), Err(bad_bot));
        assert_eq!("bot:Level-3".parse::<SeatChoice>(), Err(bad_bot));
    }
}
