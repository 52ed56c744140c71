//! What lies over the screen.

use ratatui::layout::Rect;

use super::pen::{Pen, after, columns, rows, wrap};
use super::{bots, finder, form, games, invite, popup_area, settings};
use crate::tui::config::SETTINGS;
use crate::tui::model::{Model, Popup};
use crate::tui::phrases;
use crate::tui::theme::Role;
use reversi_client_core::voice::texts::Text;

pub(super) fn draw(pen: &mut Pen<'_>, model: &Model, popup: &Popup) {
    match popup {
        Popup::Finder(found) => finder::draw(pen, model, found),
        Popup::Settings(chosen) => settings::draw(pen, model, *chosen),
        Popup::Bots(list) => bots::draw(pen, list),
        Popup::NewRoom(new_room) => form::draw(pen, new_room),
        Popup::Invite => invite::draw(pen, model),
        Popup::Who => lines(pen, Text::TitleWho, &who(pen, model), 0),
        Popup::Games(list) => games::draw(pen, list),
        Popup::Answer { title, lines: answer, scroll } => lines(pen, *title, answer, *scroll),
    }
}

/// Columns beside a popup that are not worth leaving to what lies under it.
const SLIVER: u16 = 8;

/// Draws an emptied frame of this size, as far as there is room, and returns the room inside it.
pub(super) fn frame(pen: &mut Pen<'_>, title: Text, width: u16, height: u16) -> Rect {
    let all = pen.area().width;
    let width = if width + SLIVER >= all { all } else { width };
    let area = popup_area(pen, width, height);
    pen.clear(area);
    let title = pen.look.text(title);
    pen.frame(area, title)
}

/// Returns what is to be said of the chosen row, below the popup.
pub(super) fn detail(model: &Model, popup: &Popup) -> Option<String> {
    match popup {
        Popup::Finder(finder) => {
            let entry = model.entries(finder).get(finder.chosen).copied()?;
            Some(finder::explained(model, entry))
        }
        Popup::Bots(list) => {
            let bot = list.bots.as_ref()?.get(list.chosen)?;
            Some(format!("{}: {}", bot.name, model.look().language.bot(bot)))
        }
        Popup::Settings(chosen) => {
            let setting = SETTINGS.get(*chosen)?;
            let help = model.text(setting.help);
            let words = setting.words.join(", ");
            let choice = if words.is_empty() { words } else { format!(" ({words})") };
            Some(format!("{}: {help}{choice}", setting.key))
        }
        Popup::NewRoom(form) => Some(model.text(form::about(form.field())).to_owned()),
        Popup::Games(list) => {
            let game = list.games.as_ref()?.get(list.chosen)?;
            Some(phrases::finished_game(model.look().language, game))
        }
        Popup::Invite | Popup::Who | Popup::Answer { .. } => None,
    }
}

/// The widest popup of text, in columns.
const TEXT_COLUMNS_MAX: u16 = 76;

/// Draws lines of text, broken where they are too long.
fn lines(pen: &mut Pen<'_>, title: Text, text: &[String], scroll: usize) {
    let longest = text.iter().map(|line| columns(line)).max().unwrap_or(0);
    let room = pen.area().width.min(TEXT_COLUMNS_MAX).saturating_sub(4).max(1);
    // Lines with columns of their own are not broken.
    let is_prose = |line: &str| !line.contains("  ");
    let broken: Vec<String> = text
        .iter()
        .flat_map(|line| if is_prose(line) { wrap(line, room.into()) } else { vec![line.clone()] })
        .collect();
    let height = u16::try_from(broken.len()).unwrap_or(u16::MAX).saturating_add(2);
    let width = longest.min(room).max(columns(pen.look.text(title))) + 4;
    let inside = frame(pen, title, width, height);
    let scroll = scroll.min(broken.len().saturating_sub(inside.height.into()));
    let style = pen.look.theme.style(Role::Text);
    for (row, line) in rows(inside).zip(broken.iter().skip(scroll)) {
        let row = after(row, 1);
        if title == Text::TitleDoctor {
            pen.write_as_it_is(row, line, style);
        } else {
            pen.write_styled(row, line, style);
        }
    }
}

/// Tells who is in the room.
fn who(pen: &Pen<'_>, model: &Model) -> Vec<String> {
    let look = pen.look;
    let Ok((_, _, view)) = model.session.here() else { return Vec::new() };
    let seats = reversi_game::Color::BOTH.map(|color| {
        let name = super::status::player_name(model, color);
        format!("{} {}: {name}", look.glyphs.discs[color.index()], look.language.color(color))
    });
    let watching = format!("{}: {}", look.text(Text::Watching), view.spectators);
    seats.into_iter().chain([watching]).collect()
}
