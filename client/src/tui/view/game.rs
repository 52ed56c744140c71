//! The screen of a game: the board, and around it what there is room for.

use ratatui::layout::Rect;
use reversi_protocol::{Phase, Snapshot};

use super::board;
use super::layout::{GameLayout, Room};
use super::pen::{Pen, after, rows, wrap};
use super::{lead, moves, players, title};
use crate::tui::model::{Model, Place, Shown};
use crate::tui::texts::Text;
use crate::tui::theme::Role;

/// Rows of the players' part: one each, and the graph.
const PLAYER_ROWS: u16 = 3;

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
    draw_players(pen, model, shown, Rect { height: PLAYER_ROWS.min(inside.height), ..inside });
    let rest = below(inside, PLAYER_ROWS);
    let log_rows = (rest.height.saturating_sub(2) * 2 / 5).max(3);
    let moves_rows = rest.height.saturating_sub(log_rows + 2);
    draw_moves(pen, model, area, Rect { height: moves_rows + 1, ..rest });
    let rest = below(rest, moves_rows + 1);
    draw_log_part(pen, model, area, rest);
}

/// Draws players and what is known of the room, left of the board.
fn draw_left(pen: &mut Pen<'_>, model: &Model, shown: &Shown, area: Rect) {
    let inside = pen.frame(area, pen.look.text(Text::TitlePlayers));
    draw_players(pen, model, shown, Rect { height: PLAYER_ROWS.min(inside.height), ..inside });
    let rest = below(inside, PLAYER_ROWS);
    draw_log_part(pen, model, area, rest);
}

/// Draws the moves, right of the board.
fn draw_right(pen: &mut Pen<'_>, model: &Model, area: Rect) {
    let inside = pen.frame(area, &moves_title(pen, model));
    draw_moves_or_invitation(pen, model, inside);
}

fn draw_players(pen: &mut Pen<'_>, model: &Model, shown: &Shown, area: Rect) {
    players::draw(pen, model, shown, area);
    let (Some(row), Some(game)) = (rows(area).nth(2), model.record()) else { return };
    let leads = lead::leads(&game);
    let label = format!(" {} {:+} ", pen.look.text(Text::Lead), leads.last().unwrap_or(&0));
    let used = pen.write(row, &label, Role::Faint);
    let room = after(row, used);
    let graph =
        lead::graph(&leads, usize::from(room.width.saturating_sub(1)), pen.look.glyphs.steps);
    pen.write(room, &graph, Role::Legal);
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
