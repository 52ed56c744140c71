//! The first row: where one is, by which rules, and how it stands with the server.

use ratatui::layout::Rect;
use reversi_protocol::{Hints, Snapshot, UndoPolicy};

use super::pen::{Look, Pen, columns};
use crate::tui::action::Action;
use crate::tui::model::{Link, Model};
use crate::tui::theme::Role;
use crate::tui::view::Hit;
use reversi_client_core::voice::texts::Text;

/// Draws the first row: these parts at the left, as many as there is room for, and the connection at
/// the right.
pub(super) fn draw(pen: &mut Pen<'_>, model: &Model, row: Rect, parts: &[String]) {
    let look = pen.look;
    let separator = format!(" {} ", look.glyphs.separator);
    let link = link(model, look);
    let help = help_key(model, look);
    let right = match (&link, &help) {
        (Some(link), Some(help)) => format!("{link}{separator}{help} "),
        (Some(text), None) | (None, Some(text)) => format!("{text} "),
        (None, None) => String::new(),
    };
    let used_right = pen.write_right(row, &right, Role::Faint);
    if help.is_some() {
        let help_columns = columns(help.as_deref().unwrap_or_default()) + 1;
        let x = (row.x + row.width).saturating_sub(help_columns);
        pen.hit(Rect { x, width: help_columns, ..row }, Hit::Action(Action::Help));
    }
    let left = Rect { width: row.width.saturating_sub(used_right + 1), ..row };
    let mut used = pen.write(left, " Reversi", Role::Heading);
    for part in parts {
        let part = format!("{separator}{part}");
        if used + columns(&part) > left.width {
            break;
        }
        used += pen.write(super::pen::after(left, used), &part, Role::Text);
    }
}

fn help_key(model: &Model, look: Look) -> Option<String> {
    let key = model.setup.config.keymap.keys(Action::Help).first()?;
    Some(format!("{} {}", key.shown(look.glyphs), look.text(Text::LabelHelp)))
}

/// Returns how it stands with the server.
fn link(model: &Model, look: Look) -> Option<String> {
    Some(match &model.link {
        Link::Connecting => look.text(Text::Connecting).to_owned(),
        Link::Online { round_trip_ms: None } => look.text(Text::Online).to_owned(),
        Link::Online { round_trip_ms: Some(ms) } if *ms < QUICK_MS => {
            look.text(Text::Online).to_owned()
        }
        Link::Online { round_trip_ms: Some(ms) } => {
            let text = if *ms < SLOW_MS { Text::OnlineMs } else { Text::SlowMs };
            look.language.fill(text, &[("ms", ms)])
        }
        Link::Lost { next_try_ms, attempt, .. } => {
            let seconds = seconds_until(model, *next_try_ms);
            look.language.fill(Text::Reconnecting, &[("seconds", &seconds), ("attempt", attempt)])
        }
        Link::Unreachable { .. } | Link::Ended { .. } => look.text(Text::Offline).to_owned(),
        Link::None => return None,
    })
}

/// A way to the server and back that takes less is not worth a number, in milliseconds.
const QUICK_MS: u64 = 5;

/// From so many milliseconds on the way to the server and back counts as slow.
const SLOW_MS: u64 = 500;

/// Returns the whole seconds until a time, at least none.
pub(super) fn seconds_until(model: &Model, at_ms: u64) -> u64 {
    at_ms.saturating_sub(model.now_ms).div_ceil(1000)
}

/// Returns what the first row says of a room.
pub(super) fn room_parts(look: Look, view: &Snapshot) -> Vec<String> {
    let text = |text| look.text(text).to_owned();
    let mut parts = vec![look.language.fill(Text::RoomTitle, &[("room", &view.room)])];
    if let Some(nick) = &view.competition {
        parts.push(look.language.fill(Text::Competing, &[("nick", nick)]));
    }
    parts.push(text(match view.undo {
        UndoPolicy::Free => Text::UndoFree,
        UndoPolicy::Ask => Text::UndoAsk,
        UndoPolicy::Off => Text::UndoOff,
    }));
    parts.push(text(match view.hints {
        Hints::Allowed => Text::HintsOn,
        Hints::Forbidden => Text::HintsOff,
    }));
    parts
}
