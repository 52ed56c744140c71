//! A game together with what files keep beside it.

use serde::{Deserialize, Serialize};

use super::notes::{Detail, Warning};
use crate::color::Color;
use crate::record::Game;
use crate::score::{DiscCounts, Outcome};
use crate::square::Square;

/// Longest name, event or date that is taken from a file, in characters; the rest is cut off.
pub const TEXT_CHARS_MAX: usize = 64;

/// A game and what a file can hold beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    /// The game, with every position back to its start.
    pub game: Game,
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// The tournament or place.
    pub event: Option<String>,
    /// When it was played, in the words of the file.
    pub date: Option<String>,
    /// How much time the players had.
    pub time: Option<GameTime>,
    /// Discs that White gets on top when the game is counted; Black, where they are negative.
    pub komi: i32,
    /// The result that was stated. A finished game has one on the board as well.
    pub result: Option<StatedResult>,
    /// The seat that a bot holds.
    pub bot: Option<BotSeat>,
    /// What the legal squares of the current position are worth, as far as known.
    pub move_scores: Vec<MoveScore>,
}

/// A result in words rather than on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatedResult {
    /// Who won.
    pub outcome: Outcome,
    /// Black minus White, if discs were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin_discs: Option<i32>,
    /// Why the game ended before its last move, if it did and that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<ResultReason>,
}

/// How much time each player had, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameTime {
    /// For the whole game.
    pub main_s: u32,
    /// Added by each move.
    #[serde(default)]
    pub increment_s: u32,
    /// Added once, when the rest is used up.
    #[serde(default)]
    pub extension_s: u32,
}

/// Why a game ended before its last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ResultReason {
    /// The players agreed on the result.
    Agreement,
    /// One of them gave up.
    Resignation,
    /// One of them ran out of time.
    Time,
}

/// A seat held by a bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotSeat {
    /// The bot's colour.
    pub color: Color,
    /// Its level, on the scale of the program that wrote the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The name of its kind, in the words of this project's programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

/// What a legal square is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveScore {
    /// The square.
    pub square: Square,
    /// The final margin for the side to move if it places there and both play on perfectly, in
    /// discs, empties to the winner.
    pub score: i32,
}

/// A game as it came out of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The game.
    pub saved: SavedGame,
    /// What the reader should know about it.
    pub warnings: Vec<Warning>,
}

impl From<Game> for SavedGame {
    /// A game that nothing else is known about.
    fn from(game: Game) -> Self {
        Self {
            game,
            black: None,
            white: None,
            event: None,
            date: None,
            time: None,
            komi: 0,
            result: None,
            bot: None,
            move_scores: Vec::new(),
        }
    }
}

impl SavedGame {
    /// Returns the result of the finished board, the empties given to the winner and the komi counted,
    /// whatever is stated; of an unfinished game the stated one, if there is one.
    pub fn known_result(&self) -> Option<StatedResult> {
        if self.game.is_over() { Some(self.result_on_board()) } else { self.result }
    }

    fn result_on_board(&self) -> StatedResult {
        StatedResult::by_margin(self.game.counts().margin_discs() - self.komi)
    }

    /// Returns what the game carries beside its start position.
    pub(super) fn details(&self) -> Vec<Detail> {
        let reason = self.result.and_then(|result| result.reason);
        [
            (Detail::Bot, self.bot.is_some()),
            (Detail::Date, self.date.is_some()),
            (Detail::Event, self.event.is_some()),
            (Detail::Komi, self.komi != 0),
            (Detail::MoveScores, !self.move_scores.is_empty()),
            (Detail::Names, self.black.is_some() || self.white.is_some()),
            (Detail::Record, self.game.ply() > 0),
            (Detail::Result, self.result.is_some()),
            (Detail::ResultReason, reason.is_some()),
            (Detail::Time, self.time.is_some()),
        ]
        .into_iter()
        .filter_map(|(detail, there)| there.then_some(detail))
        .collect()
    }
}

impl StatedResult {
    /// Returns the result of a counted margin, Black minus White.
    pub fn by_margin(margin_discs: i32) -> Self {
        let outcome = match margin_discs.signum() {
            1 => Outcome::Black,
            -1 => Outcome::White,
            _ => Outcome::Draw,
        };
        Self { outcome, margin_discs: Some(margin_discs), reason: None }
    }

    /// Returns a result of which only the winner is known.
    pub(super) fn by_outcome(outcome: Outcome) -> Self {
        Self { outcome, margin_discs: None, reason: None }
    }
}

impl From<DiscCounts> for StatedResult {
    /// The result of a finished board, empties to the winner.
    fn from(counts: DiscCounts) -> Self {
        Self::by_margin(counts.margin_discs())
    }
}

impl Loaded {
    /// Lets the board of a finished game decide the result, and adds a warning where the file
    /// says something else. Both ways of counting are right: the discs alone, and with the empties.
    pub(super) fn new(mut saved: SavedGame, mut warnings: Vec<Warning>) -> Self {
        if let Some(stated) = saved.result.filter(|_| saved.game.is_over()) {
            let known = saved.result_on_board();
            let (on_board, winner) = (known.margin_discs.unwrap_or_default(), known.outcome);
            let as_they_lie = saved.game.counts().margin_on_board() - saved.komi;
            match stated.margin_discs {
                Some(stated) if stated != on_board && stated != as_they_lie => {
                    warnings.push(Warning::ResultDiffers { stated, on_board });
                }
                None if stated.outcome != winner => {
                    let (stated, on_board) = (stated.outcome, winner);
                    warnings.push(Warning::WinnerDiffers { stated, on_board });
                }
                Some(_) | None => {}
            }
            saved.result = Some(known);
        }
        Self { saved, warnings }
    }
}

/// Takes a komi from a file: whole discs, fewer than a board has.
pub(super) fn komi_of(discs: f64) -> Option<i32> {
    (discs.fract() == 0.0 && discs.abs() < 64.0).then_some(discs as i32)
}

/// Takes a name, event or date from a file: without control characters, which a terminal might
/// obey, and not longer than [`TEXT_CHARS_MAX`]. Nothing, if it is blank or a mark for unknown.
pub(super) fn text_of(written: &str) -> Option<String> {
    let text: String = written.chars().filter(|c| !c.is_control()).collect();
    let text: String = text.trim().chars().take(TEXT_CHARS_MAX).collect();
    let text = text.trim_end();
    (!text.chars().all(|c| matches!(c, '?' | '.' | '-'))).then(|| text.to_owned())
}

/// A game as the content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// What the file holds.
    pub bytes: Vec<u8>,
    /// What the game carries and the format has no place for.
    pub left_out: Vec<Detail>,
}

impl Written {
    /// Notes as left out whatever the game carries and the format does not hold.
    pub(super) fn new(content: impl Into<Vec<u8>>, saved: &SavedGame, holds: &[Detail]) -> Self {
        let left_out = saved.details().into_iter().filter(|detail| !holds.contains(detail));
        Self { bytes: content.into(), left_out: left_out.collect() }
    }
}
