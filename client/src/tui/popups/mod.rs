//! What lies over the screen: each popup in a file of its own, and here which action shows which.

mod answer;
mod bots;
mod chat;
mod choices;
mod finder;
mod frame;
mod games;
mod invite;
mod new_room;
mod ranking;
mod settings;
mod table;
mod who;

use reversi_client_core::files::GameList;
use reversi_protocol::{GameSummary, SavedGame};

use super::action::Action;
use super::component::Popup;
use super::context::Context;

use table::Table;

pub use answer::Answer;
pub use bots::ColorWish;
pub(super) use invite::code_lines;

/// Makes a popup, where there is something to show.
type Make = fn(&Context) -> Option<Box<dyn Popup>>;

/// Which action shows which popup.
const POPUPS: &[(Action, Make)] = &[
    (Action::Help, |context| Some(Box::new(finder::Finder::help(context)))),
    (Action::Palette, |_| Some(Box::new(finder::Finder::palette("")))),
    (Action::Save, |context| {
        context.has_seat().then(|| -> Box<dyn Popup> { Box::new(finder::Finder::palette("save ")) })
    }),
    (Action::Settings, |_| Some(Box::new(settings::Settings::default()))),
    (Action::Doctor, |context| Some(Box::new(Answer::doctor(context)))),
    (Action::PlayBot, |_| Some(Box::new(bots::Bots::default()))),
    (Action::SeatBot, |context| Some(Box::new(bots::Bots::for_seat(context.seat_for_bot()?)))),
    (Action::NewRoom, |_| Some(Box::new(new_room::NewRoomForm::default()))),
    (Action::Ranking, |_| Some(Box::new(ranking::Ranking::default()))),
    (Action::Games, |_| Some(Box::new(Table::<GameSummary>::default()))),
    (Action::Saves, |_| Some(Box::new(Table::<SavedGame>::default()))),
    (Action::Who, |_| Some(Box::new(who::Who))),
    (Action::Chat, |context| {
        context.room().map(|_| -> Box<dyn Popup> { Box::new(chat::Chat::default()) })
    }),
    (Action::Invite, |context| Some(Box::new(invite::Invite::of(context)?))),
];

/// Lists the games of a file.
pub fn of_file(list: &GameList) -> Box<dyn Popup> {
    Box::new(Table::of(games::of_file(list)))
}

pub fn shown_by(action: Action, context: &Context) -> Option<Box<dyn Popup>> {
    let (_, make) = POPUPS.iter().find(|(shows, _)| *shows == action)?;
    make(context)
}
