//! The lobby: one's own games, what can be begun, and the rooms; beside them what is known of the
//! chosen one.

use ratatui::layout::Rect;
use reversi_game::DiscCounts;
use reversi_protocol::{Occupant, Phase, RoomSummary};

use super::layout::{Room, Rows};
use super::pen::{Pen, after, fit, rows, wrap};
use super::{list, title};
use crate::tui::model::{LobbyRow, Model};
use crate::tui::theme::Role;
use reversi_client_core::voice::texts::Text;

/// Columns of the panel beside the list.
const DETAILS: u16 = 28;

/// Columns of a room's identifier in the list. A private one is longer and is cut.
const ROOM: u16 = 8;

/// Columns of a room's state.
const STATE: u16 = 11;

/// Discs on the board before the first move.
const DISCS_AT_START: u32 = 4;

pub(super) fn draw(pen: &mut Pen<'_>, model: &Model) {
    let area = pen.area();
    let lines = Rows::of(area);
    let server = model.setup.server.authority();
    let you = pen.look.language.fill(Text::YouAre, &[("name", &model.setup.name)]);
    title::draw(pen, model, lines.title, &[server, you]);
    let body = lines.body;
    let has_details = Room::of(area) != Room::Compact;
    let details_width = if has_details { DETAILS.max(body.width / 3) } else { 0 };
    let left = Rect { width: body.width - details_width, ..body };
    draw_list(pen, model, left);
    if has_details {
        draw_details(pen, model, after(body, left.width));
    }
}

fn draw_list(pen: &mut Pen<'_>, model: &Model, area: Rect) {
    let lobby = &model.lobby;
    let shown = lobby.rooms.as_ref().map_or(0, Vec::len);
    let mut name = pen.look.text(Text::TitleRooms).to_owned();
    if !lobby.filter.is_empty() {
        name = format!("{name} /{}", lobby.filter);
    }
    if usize::try_from(lobby.total).is_ok_and(|total| total > shown) {
        name = format!("{name} ({shown} / {})", lobby.total);
    }
    let inside = pen.frame(area, &name);
    let mut lines = rows(inside);
    if let Some(head) = lines.next() {
        let texts = [Text::ColumnRoom, Text::Black, Text::White, Text::ColumnState];
        draw_columns(pen, head, &texts.map(|text| pen.look.text(text).to_owned()), Role::Faint);
    }
    let area = Rect { y: inside.y + 1, height: inside.height.saturating_sub(1), ..inside };
    let entries = lobby.rows();
    list::draw(pen, area, entries.len(), lobby.chosen, |pen, row, index| {
        if let Some(entry) = entries.get(index) {
            draw_row(pen, model, row, entry);
        }
    });
}

fn draw_row(pen: &mut Pen<'_>, model: &Model, row: Rect, entry: &LobbyRow) {
    match entry {
        LobbyRow::PlayBot => draw_offer(pen, row, Text::RowPlayBot),
        LobbyRow::NewRoom => draw_offer(pen, row, Text::RowNewRoom),
        LobbyRow::Own(room) => {
            if let Some(summary) = model.lobby.summary(room) {
                draw_summary(pen, row, summary, Role::Attention);
            } else {
                let seat = pen.look.text(Text::RowOwn).to_owned();
                let texts = [room.to_string(), seat, String::new(), String::new()];
                draw_columns(pen, row, &texts, Role::Attention);
            }
        }
        LobbyRow::Listed(room) => {
            if let Some(summary) = model.lobby.summary(room) {
                draw_summary(pen, row, summary, Role::Text);
            }
        }
    }
}

fn draw_offer(pen: &mut Pen<'_>, row: Rect, text: Text) {
    let text = pen.look.text(text);
    pen.write(after(row, 1), text, Role::Heading);
}

fn draw_summary(pen: &mut Pen<'_>, row: Rect, summary: &RoomSummary, role: Role) {
    let open = pen.look.text(Text::OpenSeat);
    let name = |seat: Option<&Occupant>| seat.map_or(open, Occupant::name).to_owned();
    let texts = [
        summary.room.to_string(),
        name(summary.black.as_ref()),
        name(summary.white.as_ref()),
        state(pen, summary),
    ];
    draw_columns(pen, row, &texts, role);
}

/// Draws room, black, white and state; the names share what the others leave.
fn draw_columns(pen: &mut Pen<'_>, row: Rect, texts: &[String; 4], role: Role) {
    let row = after(row, 1);
    let names = row.width.saturating_sub(ROOM + STATE) / 2;
    let ellipsis = pen.look.glyphs.ellipsis;
    let mut used = 0;
    for (text, width) in texts.iter().zip([ROOM, names, names, STATE]) {
        let text = fit(text, usize::from(width.saturating_sub(1)), ellipsis);
        pen.write(
            Rect { width: width.min(row.width.saturating_sub(used)), ..after(row, used) },
            &text,
            role,
        );
        used += width;
    }
}

fn state(pen: &Pen<'_>, summary: &RoomSummary) -> String {
    let text = match summary.phase {
        Phase::Open => Text::StateWaiting,
        Phase::Playing => {
            let DiscCounts { black, white } = summary.discs;
            let number = black.saturating_add(white).saturating_sub(DISCS_AT_START - 1);
            return pen.look.language.fill(Text::StatePlaying, &[("number", &number)]);
        }
        Phase::Adjourned => Text::StateAdjourned,
        Phase::Finished => {
            let discs = summary.discs;
            return format!("{}-{}", discs.black, discs.white);
        }
        Phase::Closed => Text::StateClosed,
    };
    pen.look.text(text).to_owned()
}

fn draw_details(pen: &mut Pen<'_>, model: &Model, area: Rect) {
    let entry = model.lobby.chosen_row();
    let name = match &entry {
        LobbyRow::PlayBot => pen.look.text(Text::TitleBots).to_owned(),
        LobbyRow::NewRoom => pen.look.text(Text::TitleNewRoom).to_owned(),
        LobbyRow::Own(room) | LobbyRow::Listed(room) => {
            pen.look.language.fill(Text::RoomHeading, &[("room", room)])
        }
    };
    let inside = pen.frame(area, &name);
    let width = usize::from(inside.width.saturating_sub(2));
    let lines = details(pen, model, &entry);
    let lines = lines.iter().flat_map(|line| wrap(line, width.max(1)));
    for (row, line) in rows(inside).zip(lines) {
        pen.write(after(row, 1), &line, Role::Text);
    }
}

fn details(pen: &Pen<'_>, model: &Model, entry: &LobbyRow) -> Vec<String> {
    let text = |text: Text| pen.look.text(text).to_owned();
    match entry {
        LobbyRow::PlayBot => vec![text(Text::AboutBots)],
        LobbyRow::NewRoom => vec![text(Text::AboutNewRoom)],
        LobbyRow::Own(room) => {
            let mut lines = vec![text(Text::AboutOwn), String::new()];
            lines.extend(
                model.lobby.summary(room).map(|room| about(pen, model, room)).into_iter().flatten(),
            );
            lines
        }
        LobbyRow::Listed(room) => {
            model.lobby.summary(room).map(|room| about(pen, model, room)).unwrap_or_default()
        }
    }
}

/// Tells what the server says of a room.
fn about(pen: &Pen<'_>, model: &Model, room: &RoomSummary) -> Vec<String> {
    let look = pen.look;
    let open = look.text(Text::OpenSeat);
    let name = |seat: Option<&Occupant>| seat.map_or(open, Occupant::name).to_owned();
    let minutes = model.now_ms.saturating_sub(room.opened_at_ms) / 60_000;
    let mut lines = vec![
        format!("\"{}\"", room.name),
        format!("{} {}", look.glyphs.discs[0], name(room.black.as_ref())),
        format!("{} {}", look.glyphs.discs[1], name(room.white.as_ref())),
        format!("{}: {} - {}", look.text(Text::Discs), room.discs.black, room.discs.white),
        format!("{}: {}", look.text(Text::Watching), room.spectators),
        look.language.fill(Text::OpenedAgo, &[("minutes", &minutes)]),
    ];
    let is_open = room.phase == Phase::Open && (room.black.is_none() || room.white.is_none());
    let what = if model.is_in(&room.room) {
        Text::EnterReturns
    } else if is_open {
        Text::EnterPlays
    } else {
        Text::EnterWatches
    };
    lines.extend([String::new(), look.text(what).to_owned()]);
    lines
}
