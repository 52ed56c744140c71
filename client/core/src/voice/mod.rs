//! What people are told: every sentence.

mod answers;
mod diagram;
mod happenings;
mod listings;
mod offers;
mod phrases;
mod plain;
mod review;
pub mod texts;

use crate::answer::{Answer, Output};
use crate::files::Opened;
use crate::games::imported;
use crate::intent::GameSource;
use crate::replay::steps;
use crate::session::Session;
use crate::symbols::Symbols;

pub use plain::sentences;
pub use review::discs_lost;

/// Tells a game from a file in sentences: what is known of it, and its moves.
pub fn replay_sentences(opened: &Opened) -> Vec<String> {
    let game = &opened.loaded.saved.game;
    let (source, plies) = (GameSource::File.to_string(), game.ply() as u32);
    let told = [imported(opened), Answer::Replay { source, plies, steps: steps(game) }];
    let sentences =
        |answer| sentences(&Output::Answer(answer), &Session::default(), Symbols::default());
    told.map(sentences).concat()
}
