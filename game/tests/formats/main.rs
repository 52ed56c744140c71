//! Files of games, real and made.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod ggf;
mod hostile;
mod limits;
mod minho;
mod pgn;
mod round_trip;
mod sgf;
mod transcript;
mod wthor;

use reversi_game::formats::{self, FormatError, Loaded, Warning};
use reversi_game::{Game, Position};

/// A real game in which White passes before the 58th, 59th and 60th placements and Black wins
/// 52-12 (WTHOR 1977, record 1). Most of the saved files hold it.
const PASSES: &str = "f5f6e6f4f3d6c6d3g6e7g5d7c7h5c3h6e3b6c5d8c8b8a6b5g4d2e1c1f2h4a5e2f8b3f7g1h3h2g3a4c4\
                      b4c2b1a3a7a8e8b7b2a1a2d1g8h8g2g7h7f1h1";

/// A real game of nine moves that leaves White without discs (WTHOR 2001, record 1388).
const SHORT: &str = "f5d6c5f6e7f4g5e6e3";

/// Plays a transcript from the standard start.
fn game(transcript: &str) -> Game {
    Game::replay(Position::START, &transcript.parse().unwrap()).unwrap()
}

/// Files of saved games, each after a line with its name. A return is written as `\r`, and a backslash
/// before the next name says that the last line has no end.
const SAVES: &str = include_str!("../data/saves.txt");

/// Returns a file of saved games.
fn bytes_of(name: &str) -> Vec<u8> {
    let files = SAVES.split("== ").filter_map(|file| file.split_once('\n'));
    let (_, text) = files.into_iter().find(|(found, _)| *found == name).unwrap();
    text.strip_suffix("\\\n").unwrap_or(text).replace("\\r", "\r").into_bytes()
}

/// Loads a game of a saved file, by its name and content alone; numbers count from 1.
fn load(name: &str, number: Option<usize>) -> Result<Loaded, FormatError> {
    formats::read(name, &bytes_of(name), number)
}

/// Loads a text as the format of a file of this name.
fn load_text(name: &str, text: &str) -> Result<Loaded, FormatError> {
    formats::read(name, text.as_bytes(), None)
}

/// The message with which a text is refused.
fn refusal(name: &str, text: &str) -> String {
    load_text(name, text).unwrap_err().to_string()
}

/// The warnings, in the words that people get to see.
fn messages(warnings: &[Warning]) -> Vec<String> {
    warnings.iter().map(ToString::to_string).collect()
}
