//! A list with a chosen row, scrolled so that the row is in view.

use ratatui::layout::Rect;

use super::canvas::{Canvas, Hit, rows};
use super::theme::Role;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct List {
    pub chosen: usize,
}

impl List {
    /// Chooses the row so many further, as far as there are rows.
    pub fn step(&mut self, step: isize, count: usize) {
        self.chosen = self.chosen.saturating_add_signed(step).min(count.saturating_sub(1));
    }

    /// Draws a row for each item.
    pub fn draw<T>(
        self,
        canvas: &mut Canvas<'_>,
        area: Rect,
        items: &[T],
        mut draw_row: impl FnMut(&mut Canvas<'_>, Rect, &T),
    ) {
        canvas.hit(area, Hit::List);
        let chosen = self.chosen.min(items.len().saturating_sub(1));
        let first = first_visible(items.len(), chosen, usize::from(area.height));
        if items.len() > usize::from(area.height) {
            draw_place(canvas, area, chosen + 1, items.len());
        }
        for (row, (index, item)) in rows(area).zip(items.iter().enumerate().skip(first)) {
            draw_row(canvas, row, item);
            if index == chosen {
                canvas.choose(row);
            }
            canvas.hit(row, Hit::Row(index));
        }
    }
}

/// Tells in the frame below a list where one is in it, and that there is more.
pub fn draw_place(canvas: &mut Canvas<'_>, area: Rect, at: usize, count: usize) {
    let arrows = canvas.look.glyphs.scroll;
    let below = Rect { y: area.bottom(), height: 1, width: area.width.saturating_sub(1), ..area };
    canvas.write_right(below, &format!(" {arrows} {at}/{count} "), Role::Attention);
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
