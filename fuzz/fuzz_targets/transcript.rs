//! A transcript is read or refused, replayed or refused, and a game that was replayed is written
//! and read again to the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reversi_game::{Game, Position, Transcript};

fuzz_target!(|text: &str| {
    let Ok(transcript) = text.parse::<Transcript>() else { return };
    let Ok(game) = Game::replay(Position::START, &transcript) else { return };
    let again = game.transcript().to_string().parse().expect("a written transcript is read");
    assert_eq!(Game::replay(Position::START, &again), Ok(game));
});
