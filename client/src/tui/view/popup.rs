//! What lies over the screen.

use super::pen::{Pen, after, rows, wrap};
use super::{bots, doctor, finder, form, games, invite, popup_area, settings};
use crate::tui::model::{Model, Popup};
use crate::tui::texts::Text;
use crate::tui::theme::Role;

pub(super) fn draw(pen: &mut Pen<'_>, model: &Model, popup: &Popup) {
    match popup {
        Popup::Finder(found) => finder::draw(pen, model, found),
        Popup::Settings(chosen) => settings::draw(pen, model, *chosen),
        Popup::Bots(list) => bots::draw(pen, list),
        Popup::NewRoom(new_room) => form::draw(pen, new_room),
        Popup::Invite => invite::draw(pen, model),
        Popup::Who => lines(pen, Text::LabelWho, &who(pen, model), 0),
        Popup::Doctor => {
            let report = doctor::report(&model.setup, pen.look.language);
            lines(pen, Text::LabelDoctor, &report, 0);
        }
        Popup::Games(list) => games::draw(pen, list),
        Popup::Answer { lines: answer, scroll, .. } => {
            lines(pen, Text::TitleAnswer, answer, *scroll);
        }
    }
}

/// Draws an emptied frame of this size, as far as there is room, and returns the room inside it.
pub(super) fn frame(
    pen: &mut Pen<'_>,
    title: &str,
    width: u16,
    height: u16,
) -> ratatui::layout::Rect {
    let area = popup_area(pen, width, height);
    pen.clear(area);
    pen.frame(area, title)
}

/// Draws lines of text, broken where they are too long.
fn lines(pen: &mut Pen<'_>, title: Text, text: &[String], scroll: usize) {
    let title = pen.look.text(title);
    let width = pen.area().width.min(76);
    let columns = usize::from(width.saturating_sub(4)).max(1);
    // Lines with columns of their own are not broken.
    let is_prose = |line: &str| !line.contains("  ");
    let broken: Vec<String> = text
        .iter()
        .flat_map(|line| if is_prose(line) { wrap(line, columns) } else { vec![line.clone()] })
        .collect();
    let height = u16::try_from(broken.len()).unwrap_or(u16::MAX).saturating_add(2);
    let inside = frame(pen, title, width, height);
    let scroll = scroll.min(broken.len().saturating_sub(inside.height.into()));
    for (row, line) in rows(inside).zip(broken.iter().skip(scroll)) {
        pen.write(after(row, 1), line, Role::Text);
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
