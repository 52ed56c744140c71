//! The loss of the connection, over whatever is on the screen.

use super::bottom::is_lost;
use super::layout::Rows;
use super::pen::Pen;
use super::title::seconds_until;
use crate::tui::model::{Link, Model};
use crate::tui::texts::Text;
use crate::tui::theme::Role;

pub(super) fn draw(pen: &mut Pen<'_>, model: &Model) {
    let Link::Lost { reason, next_try_ms, attempt } = &model.link else { return };
    debug_assert!(is_lost(model));
    let row = Rows::of(pen.area()).title;
    let seconds = seconds_until(model, *next_try_ms);
    let text = pen
        .look
        .language
        .fill(Text::Banner, &[("seconds", &seconds), ("attempt", attempt), ("reason", reason)]);
    pen.clear(row);
    pen.write(super::pen::after(row, 1), &text, Role::Text);
    pen.lay(row, Role::Banner);
}
