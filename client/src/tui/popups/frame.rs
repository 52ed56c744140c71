//! The frame of a popup, and texts in it.

use ratatui::layout::Rect;
use reversi_client_core::voice::texts::Text;

use crate::tui::canvas::{Canvas, after, columns, middle, wrap};
use crate::tui::layout::Rows;
use crate::tui::theme::Role;

/// Columns beside a popup that are not worth leaving to what lies under it.
const SLIVER: u16 = 8;

/// The widest popup of text, in columns.
const TEXT_COLUMNS_MAX: u16 = 76;

/// Returns where a popup can lie: over the body, which keeps the rows below it readable.
pub(super) fn room(canvas: &Canvas<'_>) -> Rect {
    let Rows { title, body, .. } = Rows::of(canvas.area());
    Rect { y: title.y, height: title.height + body.height, ..body }
}

/// Draws an emptied frame of this size, as far as there is room, and returns the room inside it.
pub(super) fn draw(canvas: &mut Canvas<'_>, title: Text, width: u16, height: u16) -> Rect {
    let all = canvas.area().width;
    let width = if width + SLIVER >= all { all } else { width };
    let area = middle(room(canvas), width, height);
    canvas.clear(area);
    canvas.frame(area, canvas.text(title))
}

/// Says in place of a list that the server has not told it yet, or that nothing is in it.
pub(super) fn draw_lack<T>(canvas: &mut Canvas<'_>, area: Rect, rows: Option<&[T]>, none: Text) {
    let text = match rows {
        None => Text::AskingServer,
        Some([]) => none,
        Some(_) => return,
    };
    canvas.write(after(area, 1), canvas.text(text), Role::Faint);
}

/// Breaks lines that are too long for a popup, and draws a frame around them; returns them, and the
/// room inside it.
pub(super) fn draw_around<'a>(
    canvas: &mut Canvas<'_>,
    title: Text,
    lines: impl IntoIterator<Item = &'a str>,
) -> (Vec<String>, Rect) {
    let room = canvas.area().width.min(TEXT_COLUMNS_MAX).saturating_sub(4).max(1);
    let mut longest = columns(canvas.text(title));
    let mut broken = Vec::new();
    for line in lines {
        longest = longest.max(columns(line).min(room));
        // Lines with columns of their own are not broken.
        let has_columns = line.contains("  ");
        broken.extend(if has_columns { vec![line.to_owned()] } else { wrap(line, room.into()) });
    }
    let height = u16::try_from(broken.len()).unwrap_or(u16::MAX).saturating_add(2);
    let inside = draw(canvas, title, longest + 4, height);
    (broken, inside)
}
