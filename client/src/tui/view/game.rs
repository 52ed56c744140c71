//! The screen of a game: the board, and around it what there is room for.

use ratatui::layout::Rect;
use reversi_game::Color;
use reversi_protocol::{Phase, Snapshot};

use super::board;
use super::layout::{GameLayout, Room};
use super::pen::{Pen, after, rows, wrap};
use super::{lead, moves, players, title};
use crate::tui::model::{Model, Place, Shown};
use crate::tui::texts::Text;
use crate::tui::theme::Role;

/// The graph of the lead grows to so many rows where there is room. Odd, for its middle line.
const CHART_ROWS: u16 = 9;

/// Rows that the moves keep for themselves beside such a graph.
const MOVES_ROWS_MIN: u16 = 16;

pub(super) fn draw(pen: &mut Pen<'_>, model: &Model) {
    let Some(shown) = model.shown() else { return };
    let area = pen.area();
    let layout = GameLayout::of(area, model.setup.config.values.cell, pen.look.glyphs);
    match Room::of(area) {
        Room::TooSmall => {}
        Room::Compact => draw_compact(pen, model, &shown, layout),
        Room::Normal => {
            title::draw(pen, model, layout.rows.title, &title_parts(pen, model));
            draw_panel(pen, model, &shown, layout.right);
        }
        Room::Wide => {
            title::draw(pen, model, layout.rows.title, &title_parts(pen, model));
            draw_left(pen, model, &shown, layout.left);
            draw_right(pen, model, layout.right);
        }
    }
    board::draw(pen, layout.board, &model.cells(), model.table.is_rotated);
}

fn title_parts(pen: &Pen<'_>, model: &Model) -> Vec<String> {
    match (&model.place, view(model)) {
        (Place::Replay(replay), _) => vec![replay.title.clone()],
        (Place::Room | Place::Lobby, Some(view)) => title::room_parts(pen.look, view),
        (Place::Room | Place::Lobby, None) => Vec::new(),
    }
}

fn view(model: &Model) -> Option<&Snapshot> {
    match &model.place {
        Place::Room => model.session.here().ok().map(|(_, _, view)| view),
        Place::Replay(_) | Place::Lobby => None,
    }
}

/// Draws the game without lines and with a column of moves.
fn draw_compact(pen: &mut Pen<'_>, model: &Model, shown: &Shown, layout: GameLayout) {
    let row = layout.rows.title;
    let name = match &model.place {
        Place::Room => model.room().map(ToString::to_string).unwrap_or_default(),
        Place::Replay(_) | Place::Lobby => String::new(),
    };
    let used = pen.write(row, &format!(" {name} "), Role::Heading);
    players::draw_short(pen, model, shown, after(row, used));
    let right = layout.right;
    if right.width >= 8 {
        pen.write(Rect { height: 1, ..right }, pen.look.text(Text::TitleMoves), Role::Faint);
        let list = Rect { y: right.y + 1, height: right.height.saturating_sub(1), ..right };
        if list.height > 0 {
            moves::draw(pen, model, list);
        }
    }
    if layout.below.height > 1 {
        let below = Rect { y: layout.below.y + 1, height: layout.below.height - 1, ..layout.below };
        draw_log(pen, model, below);
    }
}

/// Draws everything into one panel: players, moves, what happened.
fn draw_panel(pen: &mut Pen<'_>, model: &Model, shown: &Shown, area: Rect) {
    let inside = pen.frame(area, pen.look.text(Text::TitlePlayers));
    players::draw(pen, model, shown, inside);
    let rest = below(inside, players::rows_needed(inside.width));
    draw_lead(pen, model, rest);
    let rest = below(rest, 1);
    let log_rows = (rest.height.saturating_sub(2) * 2 / 5).max(3);
    let moves_rows = rest.height.saturating_sub(log_rows + 2);
    draw_moves(pen, model, area, Rect { height: moves_rows + 1, ..rest });
    let rest = below(rest, moves_rows + 1);
    draw_log_part(pen, model, area, rest);
}

/// Draws players and what happened, left of the board.
fn draw_left(pen: &mut Pen<'_>, model: &Model, shown: &Shown, area: Rect) {
    let inside = pen.frame(area, pen.look.text(Text::TitlePlayers));
    players::draw(pen, model, shown, inside);
    let rest = below(inside, players::rows_needed(inside.width));
    draw_log_part(pen, model, area, rest);
}

/// Draws moves and the graph of the lead, right of the board.
fn draw_right(pen: &mut Pen<'_>, model: &Model, area: Rect) {
    let inside = pen.frame(area, &moves_title(pen, model));
    let chart_rows = if inside.height > CHART_ROWS + MOVES_ROWS_MIN { CHART_ROWS } else { 1 };
    let moves_rows = inside.height.saturating_sub(chart_rows + 1);
    draw_moves_or_invitation(pen, model, Rect { height: moves_rows, ..inside });
    let rest = below(inside, moves_rows);
    if chart_rows == 1 || rest.height < chart_rows {
        pen.divider(area, rest.y, "");
        return draw_lead(pen, model, below(rest, 1));
    }
    let Some(game) = model.record() else { return };
    let leads = lead::leads(&game);
    pen.divider(area, rest.y, &lead_label(pen, &leads));
    let room = Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..below(rest, 1) };
    let glyphs = pen.look.glyphs;
    let lines = lead::chart(&leads, room.width.into(), room.height.into(), glyphs);
    for (row, line) in rows(room).zip(lines) {
        pen.write(row, &line, Role::Graph);
    }
}

/// Draws the lead into the first row of an area.
fn draw_lead(pen: &mut Pen<'_>, model: &Model, area: Rect) {
    let (Some(row), Some(game)) = (rows(area).next(), model.record()) else { return };
    let leads = lead::leads(&game);
    let used = pen.write(row, &format!(" {} ", lead_label(pen, &leads)), Role::Faint);
    let room = after(row, used);
    let columns = usize::from(room.width.saturating_sub(1));
    let graph = lead::graph(&leads, columns, pen.look.glyphs.steps);
    pen.write(room, &graph, Role::Graph);
}

/// Names the lead of the newest position: whose it is, and how many discs.
fn lead_label(pen: &Pen<'_>, leads: &[i32]) -> String {
    let last = leads.last().copied().unwrap_or(0);
    let color = match last.signum() {
        1 => Some(Color::Black),
        -1 => Some(Color::White),
        _ => None,
    };
    match color {
        Some(color) => {
            let (side, count) = (pen.look.language.color(color), last.abs());
            pen.look.language.fill(Text::Lead, &[("color", &side), ("count", &count)])
        }
        None => pen.look.text(Text::LeadNone).to_owned(),
    }
}

/// Draws a part with a line above it.
fn draw_moves(pen: &mut Pen<'_>, model: &Model, frame: Rect, area: Rect) {
    pen.divider(frame, area.y, &moves_title(pen, model));
    draw_moves_or_invitation(pen, model, below(area, 1));
}

fn moves_title(pen: &Pen<'_>, model: &Model) -> String {
    let is_open = view(model).is_some_and(|view| view.phase == Phase::Open);
    pen.look.text(if is_open { Text::TitleInvite } else { Text::TitleMoves }).to_owned()
}

/// Draws the moves; before the game begins, how others get into the room.
fn draw_moves_or_invitation(pen: &mut Pen<'_>, model: &Model, area: Rect) {
    if area.is_empty() {
        return;
    }
    match view(model) {
        Some(view) if view.phase == Phase::Open => {
            let lines = super::invite::short_lines(model);
            let width = usize::from(area.width.saturating_sub(2)).max(1);
            let lines = lines.iter().flat_map(|line| wrap(line, width));
            for (row, line) in rows(area).zip(lines) {
                pen.write(after(row, 1), &line, Role::Text);
            }
        }
        Some(_) | None => moves::draw(pen, model, area),
    }
}

fn draw_log_part(pen: &mut Pen<'_>, model: &Model, frame: Rect, area: Rect) {
    if area.height < 2 {
        return;
    }
    let title = match view(model) {
        Some(view) => pen.look.language.fill(Text::TitleRoom, &[("count", &view.spectators)]),
        None => pen.look.text(Text::TitleLog).to_owned(),
    };
    pen.divider(frame, area.y, &title);
    draw_log(pen, model, below(area, 1));
}

/// Draws the last things that happened.
fn draw_log(pen: &mut Pen<'_>, model: &Model, area: Rect) {
    let width = usize::from(area.width.saturating_sub(2));
    if width == 0 || area.is_empty() {
        return;
    }
    let lines: Vec<(String, Role)> = model
        .log
        .iter()
        .rev()
        .take(area.height.into())
        .flat_map(|line| {
            let role = if line.is_bad { Role::Bad } else { Role::Text };
            let parts = wrap(&line.text, width).into_iter().rev();
            parts.map(move |part| (part, role)).collect::<Vec<_>>()
        })
        .take(area.height.into())
        .collect();
    for (row, (line, role)) in rows(area).zip(lines.into_iter().rev()) {
        pen.write(after(row, 1), &line, role);
    }
}

/// Returns what is left of an area below so many rows.
fn below(area: Rect, used: u16) -> Rect {
    let used = used.min(area.height);
    Rect { y: area.y + used, height: area.height - used, ..area }
}
