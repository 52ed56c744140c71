//! Who plays, with how many discs, and whose turn it is.

use ratatui::layout::Rect;
use reversi_game::{Color, DiscCounts};
use reversi_protocol::{Occupant, Phase, Presence};

use super::pen::{Pen, after, columns, rows};
use super::status::player_name;
use crate::tui::model::{Model, Place, Shown};
use crate::tui::theme::Role;
use reversi_client_core::voice::texts::Text;

/// Narrower panels give each player two rows.
const ONE_ROW_COLUMNS: u16 = 34;

/// Returns the rows that both players need in a panel of so many columns.
pub(super) const fn rows_needed(columns: u16) -> u16 {
    if columns < ONE_ROW_COLUMNS { 4 } else { 2 }
}

/// Draws the players, one below the other.
pub(super) fn draw(pen: &mut Pen<'_>, model: &Model, shown: &Shown, area: Rect) {
    let mut lines = rows(area);
    for color in Color::BOTH {
        let Some(first) = lines.next() else { return };
        let second = if area.width < ONE_ROW_COLUMNS { lines.next() } else { None };
        draw_player(pen, model, shown, color, (first, second));
    }
}

/// Draws a player: the name, and in the same row or the next one the discs and whose turn it is.
fn draw_player(
    pen: &mut Pen<'_>,
    model: &Model,
    shown: &Shown,
    color: Color,
    (first, second): (Rect, Option<Rect>),
) {
    let glyphs = pen.look.glyphs;
    let is_to_move = to_move(model, shown) == Some(color);
    let discs = DiscCounts::of(&shown.position.board).of_color(color);
    // The mark has a place of its own, so that the counts stay where they are.
    let mark = format!(" {} {} ", glyphs.to_move, pen.look.text(Text::ToMove));
    let row = second.unwrap_or(first);
    let count_row = Rect { width: row.width.saturating_sub(columns(&mark)), ..row };
    let used = pen.write_right(count_row, &format!("{discs:>4}"), Role::Text);
    if is_to_move {
        pen.write(after(row, count_row.width), &mark, Role::Attention);
    }
    let name_width = if second.is_some() { first.width } else { count_row.width - used };
    let name_row = Rect { width: name_width, ..first };
    let role = if is_to_move { Role::Attention } else { Role::Text };
    let used = pen.write(name_row, &format!(" {} ", glyphs.discs[color.index()]), disc_role(color));
    let name = format!("{}{}", player_name(model, color), note(model, color));
    pen.write(after(name_row, used), &name, role);
}

/// Returns how a disc is drawn: as on the board.
const fn disc_role(color: Color) -> Role {
    match color {
        Color::Black => Role::Black,
        Color::White => Role::White,
    }
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
        let mut used =
            pen.write(at, &format!("{} ", glyphs.discs[color.index()]), disc_role(color));
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
