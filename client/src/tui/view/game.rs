//! The screen of a game: the board, and around it what there is room for.

use ratatui::layout::Rect;
use reversi_game::Color;
use reversi_protocol::{Phase, Snapshot};

use super::board;
use super::layout::{GameLayout, Room};
use super::pen::{Pen, after, rows, wrap};
use super::{lead, moves, players, title};
use crate::tui::model::{Model, Place, Shown};
use crate::tui::theme::Role;
use reversi_client_core::voice::texts::Text;

/// A graph grows to so many rows where there is room. Odd, for its middle line.
const CHART_ROWS: u16 = 9;

/// With fewer rows than this a graph is drawn in one.
const CHART_ROWS_MIN: u16 = 5;

/// Rows that the moves keep for themselves beside such graphs.
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
    let rest = draw_graphs(pen, model, rest);
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
    let graphs = graphs(pen, model);
    let count = u16::try_from(graphs.len()).unwrap_or(0);
    let chart_rows = chart_rows(inside.height.saturating_sub(MOVES_ROWS_MIN), count);
    let rows_of_graphs = chart_rows.map_or(count + 1, |rows| (rows + 1) * count);
    let moves_rows = inside.height.saturating_sub(rows_of_graphs);
    draw_moves_or_invitation(pen, model, Rect { height: moves_rows, ..inside });
    let mut rest = below(inside, moves_rows);
    let Some(chart_rows) = chart_rows else {
        pen.divider(area, rest.y, "");
        draw_graphs(pen, model, below(rest, 1));
        return;
    };
    for Graph { label, values } in graphs {
        pen.divider(area, rest.y, &label);
        let room =
            Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..below(rest, 1) };
        let room = Rect { height: chart_rows.min(room.height), ..room };
        let lines = lead::chart(&values, room.width.into(), room.height.into(), pen.look.glyphs);
        for (row, line) in rows(room).zip(lines) {
            pen.write(row, &line, Role::Graph);
        }
        rest = below(rest, chart_rows + 1);
    }
}

/// Returns the rows of each of so many charts, below their titles; nothing where rows of their own
/// are all there is room for.
fn chart_rows(room: u16, charts: u16) -> Option<u16> {
    let rows = room.checked_div(charts)?.saturating_sub(1).min(CHART_ROWS);
    // Odd, for the line in the middle.
    let rows = rows.saturating_sub(u16::from(rows % 2 == 0));
    (rows >= CHART_ROWS_MIN).then_some(rows)
}

/// A course of the game: a number for each position, from Black's side, in discs.
struct Graph {
    label: String,
    values: Vec<i32>,
}

/// Returns what there is to draw: the lead, and what could be expected once the game was reviewed.
fn graphs(pen: &Pen<'_>, model: &Model) -> Vec<Graph> {
    let Some(game) = model.record() else { return Vec::new() };
    let leads = lead::leads(&game);
    let lead = Graph { label: lead_label(pen, &leads), values: leads };
    let evaluation = model.review().map(|review| Graph {
        label: pen.look.text(Text::Evaluation).to_owned(),
        values: review.black_values_centidiscs.iter().map(|value| value / 100).collect(),
    });
    [Some(lead), evaluation].into_iter().flatten().collect()
}

/// Draws each graph into a row of an area, and returns what is left of it.
fn draw_graphs(pen: &mut Pen<'_>, model: &Model, area: Rect) -> Rect {
    let graphs = graphs(pen, model);
    for (row, Graph { label, values }) in rows(area).zip(&graphs) {
        let used = pen.write(row, &format!(" {label} "), Role::Faint);
        let room = after(row, used);
        let columns = usize::from(room.width.saturating_sub(1));
        let line = lead::graph(values, columns, pen.look.glyphs.steps);
        pen.write(room, &line, Role::Graph);
    }
    // The row is kept before there is a game, so that nothing moves when it comes.
    below(area, u16::try_from(graphs.len()).unwrap_or(0).max(1))
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
