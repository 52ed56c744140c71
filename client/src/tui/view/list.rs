//! A list with a chosen row, scrolled so that the row is in view.

use ratatui::layout::Rect;

use super::Hit;
use super::pen::{Pen, rows};

/// Draws `count` rows; `draw_row` draws the one of an index.
pub(super) fn draw(
    pen: &mut Pen<'_>,
    area: Rect,
    count: usize,
    chosen: usize,
    mut draw_row: impl FnMut(&mut Pen<'_>, Rect, usize),
) {
    pen.hit(area, Hit::List);
    let chosen = chosen.min(count.saturating_sub(1));
    let first = first_visible(count, chosen, usize::from(area.height));
    for (row, index) in rows(area).zip(first..count) {
        draw_row(pen, row, index);
        if index == chosen {
            pen.choose(row);
        }
        pen.hit(row, Hit::Row(index));
    }
}

/// Returns the first row that is drawn, so that the chosen one is in view, in the middle where that
/// is possible.
fn first_visible(count: usize, chosen: usize, height: usize) -> usize {
    chosen.saturating_sub(height / 2).min(count.saturating_sub(height))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chosen_row_is_always_in_view() {
        for height in 1..12 {
            for count in 0..30 {
                for chosen in 0..count {
                    let first = first_visible(count, chosen, height);
                    assert!((first..first + height).contains(&chosen), "{count} {chosen} {height}");
                }
            }
        }
    }
}
