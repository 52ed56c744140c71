//! The first row: where one is, by which rules, and how it stands with the server.

use std::fmt::Display;

use ratatui::layout::Rect;
use reversi_client_core::voice::texts::{Say as _, Text};

use super::action::Action;
use super::canvas::{Canvas, Hit, after, columns};
use super::context::{Context, Link};
use super::layout::Rows;
use super::theme::Role;

/// A way to the server and back that takes less is not worth a number, in milliseconds.
const QUICK_MS: u64 = 5;

/// From so many milliseconds on the way to the server and back counts as slow.
const SLOW_MS: u64 = 500;

/// Draws the first row: these parts at the left, as many as there is room for, and the connection at
/// the right.
pub fn draw(canvas: &mut Canvas<'_>, context: &Context, parts: &[String]) {
    let row = Rows::of(canvas.area()).title;
    let separator = format!(" {} ", canvas.look.glyphs.separator);
    let help = context.key(Action::Help);
    let help = help.map(|key| format!("{key} {} ", canvas.text(Text::LabelHelp)));
    let right = match (link(context), &help) {
        (Some(link), Some(help)) => format!("{link}{separator}{help}"),
        (Some(link), None) => format!("{link} "),
        (None, help) => help.clone().unwrap_or_default(),
    };
    let used_right = canvas.write_right(row, &right, Role::Faint);
    if let Some(help) = &help {
        let left = row.width.saturating_sub(columns(help));
        canvas.hit(after(row, left), Hit::Action(Action::Help));
    }
    let left = Rect { width: row.width.saturating_sub(used_right + 1), ..row };
    let mut used = canvas.write(left, " Reversi", Role::Heading);
    for part in parts {
        let part = format!("{separator}{part}");
        if used + columns(&part) > left.width {
            break;
        }
        used += canvas.write(after(left, used), &part, Role::Text);
    }
}

fn link(context: &Context) -> Option<String> {
    let text = |text| Some(context.text(text).to_owned());
    match &context.link {
        Link::Connecting => text(Text::Connecting),
        Link::Online { round_trip_ms: Some(ms) } if *ms >= QUICK_MS => {
            let text = if *ms < SLOW_MS { Text::OnlineMs } else { Text::SlowMs };
            Some(context.fill(text, &[("ms", ms)]))
        }
        Link::Online { .. } => text(Text::Online),
        Link::Lost { next_try_ms, attempt, .. } => {
            let seconds = context.seconds_until(*next_try_ms);
            let places: [(&str, &dyn Display); 2] = [("seconds", &seconds), ("attempt", attempt)];
            Some(context.fill(Text::Reconnecting, &places))
        }
        Link::Unreachable { .. } | Link::Ended { .. } => text(Text::Offline),
        Link::None => None,
    }
}

/// Tells the loss of the connection, over whatever the row shows.
pub fn draw_loss(canvas: &mut Canvas<'_>, context: &Context) {
    let Link::Lost { reason, next_try_ms, attempt } = &context.link else { return };
    let row = Rows::of(canvas.area()).title;
    let retry = match context.seconds_until(*next_try_ms) {
        0 => context.fill(Text::BannerNow, &[("attempt", attempt)]),
        seconds => context.fill(Text::BannerRetry, &[("seconds", &seconds), ("attempt", attempt)]),
    };
    let seat = if context.has_seat() { context.text(Text::BannerSeat) } else { "" };
    canvas.clear(row);
    let mut room = after(row, 1);
    // What there is no room for is left out, the least important first.
    let reason = reason.say(context.language());
    for part in [context.text(Text::BannerLost), retry.as_str(), seat, reason.as_str()] {
        if columns(part) > room.width {
            break;
        }
        let used = canvas.write(room, part, Role::Text);
        room = after(room, used + u16::from(used > 0));
    }
    canvas.lay(row, Role::Banner);
}
