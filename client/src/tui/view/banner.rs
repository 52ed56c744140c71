//! The loss of the connection, over whatever is on the screen.

use super::bottom::is_lost;
use super::layout::Rows;
use super::pen::{Pen, after, columns};
use super::title::seconds_until;
use crate::tui::model::{Link, Model};
use crate::tui::theme::Role;
use reversi_client_core::voice::texts::Text;

pub(super) fn draw(pen: &mut Pen<'_>, model: &Model) {
    let Link::Lost { reason, next_try_ms, attempt } = &model.link else { return };
    debug_assert!(is_lost(model));
    let row = Rows::of(pen.area()).title;
    let retry = match seconds_until(model, *next_try_ms) {
        0 => model.fill(Text::BannerNow, &[("attempt", attempt)]),
        seconds => model.fill(Text::BannerRetry, &[("seconds", &seconds), ("attempt", attempt)]),
    };
    let seat = if model.has_seat() { model.text(Text::BannerSeat) } else { "" };
    pen.clear(row);
    let mut room = after(row, 1);
    // What there is no room for is left out, the least important first.
    for part in [model.text(Text::BannerLost), retry.as_str(), seat, reason.as_str()] {
        if columns(part) > room.width {
            break;
        }
        let used = pen.write(room, part, Role::Text);
        room = after(room, used + u16::from(used > 0));
    }
    pen.lay(row, Role::Banner);
}
