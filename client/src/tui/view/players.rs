//! Who plays, with how many discs, and whose turn it is.

use ratatui::layout::Rect;
use reversi_game::{Color, DiscCounts};
use reversi_protocol::{Occupant, Phase, Presence};

use super::pen::{Pen, after, columns, rows};
use super::status::player_name;
use crate::tui::model::{Model, Place, Shown};
use crate::tui::texts::Text;
use crate::tui::theme::Role;

/// Draws a row for each player.
pub(super) fn draw(pen: &mut Pen<'_>, model: &Model, shown: &Shown, area: Rect) {
    for (color, row) in Color::BOTH.into_iter().zip(rows(area)) {
        draw_player(pen, model, shown, color, row);
    }
}

fn draw_player(pen: &mut Pen<'_>, model: &Model, shown: &Shown, color: Color, row: Rect) {
    let glyphs = pen.look.glyphs;
    let is_to_move = to_move(model, shown) == Some(color);
    let discs = DiscCounts::of(&shown.position.board).of_color(color);
    let mark = if is_to_move {
        format!(" {} {}", glyphs.to_move, pen.look.text(Text::ToMove))
    } else {
        String::new()
    };
    // The mark has a place of its own, so that the counts stay where they are.
    let mark_columns = columns(glyphs.to_move) + columns(pen.look.text(Text::ToMove)) + 3;
    let count_row = Rect { width: row.width.saturating_sub(mark_columns), ..row };
    let count = format!("{discs:>4}");
    let used = pen.write_right(count_row, &count, Role::Text);
    pen.write(after(row, count_row.width), &mark, Role::Attention);
    let name_row = Rect { width: count_row.width.saturating_sub(used), ..row };
    let role = if is_to_move { Role::Attention } else { Role::Text };
    let used = pen.write(name_row, &format!(" {} ", glyphs.discs[color.index()]), Role::Heading);
    let name = format!("{}{}", player_name(model, color), note(model, color));
    pen.write(after(name_row, used), &name, role);
}

/// Returns what there is to know of a player besides the name.
fn note(model: &Model, color: Color) -> String {
    if !matches!(model.place, Place::Room) {
        return String::new();
    }
    let Ok((_, _, view)) = model.session.here() else { return String::new() };
    let Some(seat) = view.seat(color) else { return String::new() };
    match (&seat.occupant, seat.presence) {
        (Occupant::Bot { .. }, _) => format!(" {}", model.text(Text::IsBot)),
        (_, Presence::Absent { .. }) => format!(" {}", model.text(Text::Away)),
        (Occupant::Human { .. } | Occupant::Unknown, Presence::Connected) => String::new(),
    }
}

/// Draws both players into one row, as short as it goes.
pub(super) fn draw_short(pen: &mut Pen<'_>, model: &Model, shown: &Shown, row: Rect) {
    let glyphs = pen.look.glyphs;
    let half = row.width / 2;
    for (index, color) in Color::BOTH.into_iter().enumerate() {
        let is_to_move = to_move(model, shown) == Some(color);
        let at = if index == 0 { Rect { width: half, ..row } } else { after(row, half) };
        let discs = DiscCounts::of(&shown.position.board).of_color(color);
        let mark = if is_to_move { glyphs.to_move } else { " " };
        let counts = format!(" {discs} {mark} ");
        let name_columns = at.width.saturating_sub(columns(&counts) + columns(glyphs.discs[0]) + 2);
        let mut used = pen.write(at, &format!("{} ", glyphs.discs[color.index()]), Role::Heading);
        let name = player_name(model, color);
        let role = if is_to_move { Role::Attention } else { Role::Text };
        used += pen.write(Rect { width: name_columns, ..after(at, used) }, &name, role);
        pen.write(after(at, used), &counts, role);
    }
}

/// Returns the side that has to place in the position that is shown.
fn to_move(model: &Model, shown: &Shown) -> Option<Color> {
    let is_running = match &model.place {
        Place::Room => model
            .session
            .here()
            .is_ok_and(|(_, _, view)| view.phase == Phase::Playing || !shown.is_live),
        Place::Replay(_) | Place::Lobby => shown.next.is_some(),
    };
    is_running.then_some(shown.position.to_move)
}
