//! What people are told: every sentence, for every face of the client, in every language. The
//! sentences are put together here of the [`texts`].

mod answers;
mod calls;
mod chat;
mod clocks;
mod diagram;
mod errors;
mod events;
mod games;
mod lists;
mod matches;
mod offers;
mod people;
mod reports;

use crate::answer::{Answer, Output};
use crate::files::Opened;
use crate::games::imported;
use crate::intent::GameSource;
use crate::replay::steps;
use crate::session::Session;
use crate::symbols::Symbols;
pub use crate::texts;
use crate::texts::Language;
pub use clocks::{next_change_ms, time_control, time_left};

pub use answers::wrote;
pub use calls::{call, told_call};
pub use chat::{chat_line, words};
pub use diagram::board;
pub use errors::{quoted, system_text};
pub use events::event;
pub use games::{opening, outcome, result, verdict};
pub use lists::{game, label, lost};
pub use offers::offer;
pub use people::{
    name, occupant, opponents, presence, watchers, watching, your_seats, your_seats_now,
};
pub use reports::{low_time, picks_side, sentences};

/// Tells a game from a file in sentences: what is known of it, and its moves.
pub fn replay_sentences(language: Language, opened: &Opened) -> Vec<String> {
    let game = &opened.loaded.saved.game;
    let (source, plies) = (GameSource::File.to_string(), game.ply() as u32);
    let told = [imported(opened), Answer::Replay { source, plies, steps: steps(game) }];
    let session = Session::default();
    told.map(|answer| sentences(language, &Output::Answer(answer), &session, Symbols::default()))
        .concat()
}
