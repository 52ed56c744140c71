//! Matches between engines: what is told of each game, and the table at the end.

use std::collections::BTreeMap;

use reversi_game::Tally;
use reversi_protocol::{GameResult, RoomId};
use serde::{Serialize, Serializer};

use crate::texts::{Language, Say as _, Spoken};

/// A game of a match that is over.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchGame {
    /// Which, from 1, and of how many.
    pub game: u32,
    pub games: u32,
    pub room: RoomId,
    pub black: String,
    pub white: String,
    /// Missing where the room came to no end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// Whose engine failed, if one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failed>,
}

/// The engine that lost a game by what it did wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failed {
    pub name: String,
    #[serde(rename = "message", serialize_with = "as_text")]
    pub why: Spoken,
}

/// How a match stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchTable {
    /// Games that were asked for.
    pub games: u32,
    /// Games that came to no result by no fault of the players.
    pub without_result: u32,
    pub players: [Standing; 2],
}

/// How one of the two stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    pub name: String,
    #[serde(flatten)]
    pub tally: Tally,
    /// Points per game, a draw counting half.
    pub score: f64,
    /// The difference in Elo points and its error with a confidence of 95 %; null where one side has every point.
    pub elo: Option<f64>,
    pub elo_error: Option<f64>,
    /// How many of the lost games ended before their end, and how.
    pub forfeits: BTreeMap<Forfeit, u32>,
}

/// How a player loses a game before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Forfeit {
    /// Its time ran out.
    Time,
    /// It gave no answer.
    Silence,
    /// It gave up.
    Resignation,
    /// It wanted to play what is not legal.
    IllegalMove,
    /// It refused what it was asked.
    Refusal,
    /// It ended, or could not be started again.
    End,
}

impl Standing {
    pub fn new(name: String, tally: Tally, forfeits: BTreeMap<Forfeit, u32>) -> Self {
        let (elo, elo_error) = tally.elo().unzip();
        Self { name, tally, score: tally.score(), elo, elo_error, forfeits }
    }
}

fn as_text<S: Serializer>(text: &Spoken, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&text.say(Language::English))
}
