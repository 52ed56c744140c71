//! A graph of the disc lead over the game.

use std::ops::Range;

use reversi_game::{Game, Position};

use crate::tui::glyphs::Glyphs;

/// Without a lead larger than this the graph still leaves room for it, in discs. Chosen: the first
/// moves should not fill the whole height.
const LEAD_SCALE_MIN: i64 = 8;

/// Returns Black's lead in discs after every ply.
pub(super) fn leads(game: &Game) -> Vec<i32> {
    let positions = (0..=game.ply()).filter_map(|ply| game.position_at(ply));
    positions.map(|position: Position| position.counts().margin_on_board()).collect()
}

/// Draws values around zero as one line of steps, at most so many columns wide: the middle step is
/// zero, the lowest and the highest the largest value there is.
pub(super) fn graph(values: &[i32], columns: usize, steps: &[&str]) -> String {
    let columns = columns.min(values.len());
    let scale = scale(values);
    let Some(middle) = i64::try_from(steps.len() / 2).ok().filter(|_| columns > 0) else {
        return String::new();
    };
    sampled(values, columns)
        .map(|value| {
            // Half a step is rounded away from zero.
            let height = (2 * value.abs() * middle + scale) / (2 * scale) * value.signum() + middle;
            usize::try_from(height).ok().and_then(|height| steps.get(height)).copied().unwrap_or("")
        })
        .collect()
}

/// Draws values around zero as bars from a line in the middle, in at most so many columns: upwards
/// for Black, downwards for White, two steps a row where the glyphs have half blocks.
pub(super) fn chart(values: &[i32], columns: usize, rows: usize, glyphs: &Glyphs) -> Vec<String> {
    let columns = columns.min(values.len());
    let arm = rows / 2;
    let scale = scale(values);
    let steps = i64::try_from(2 * arm).unwrap_or(0);
    // Heights in half rows, rounded away from zero: the smallest lead is seen.
    let heights: Vec<i64> = sampled(values, columns)
        .map(|value| (value.abs() * steps + scale - 1) / scale * value.signum())
        .collect();
    let bar = |height: i64, row: usize| {
        if row == arm {
            return glyphs.grid.horizontal;
        }
        // How far the row is from the line, and how much of the bar reaches into it.
        let (distance, height) = if row < arm { (arm - row, height) } else { (row - arm, -height) };
        let inside = height - 2 * (i64::try_from(distance).unwrap_or(i64::MAX) - 1);
        match (inside, glyphs.half_blocks) {
            (..=0, _) => " ",
            (1, Some([_, upper, lower, _])) => {
                if row < arm {
                    lower
                } else {
                    upper
                }
            }
            (_, Some([_, _, _, full])) => full,
            (_, None) => "#",
        }
    };
    (0..rows).map(|row| heights.iter().map(|&height| bar(height, row)).collect()).collect()
}

/// Returns the value that reaches the edge.
pub(super) fn scale(values: &[i32]) -> i64 {
    values.iter().map(|&value| i64::from(value).abs()).max().unwrap_or(0).max(LEAD_SCALE_MIN)
}

/// Returns the positions that a column of so many stands for, the one drawn there last.
pub(super) fn plies(column: usize, columns: usize, count: usize) -> Range<usize> {
    column * count / columns..(column + 1) * count / columns
}

/// Returns one value for each of so many columns, the last one among them.
fn sampled(values: &[i32], columns: usize) -> impl Iterator<Item = i64> {
    (1..=columns).map(move |column| i64::from(values[column * values.len() / columns - 1]))
}

#[cfg(test)]
mod tests {
    use reversi_game::Transcript;

    use super::*;
    use crate::tui::glyphs::GlyphSet;

    const STEPS: [&str; 7] = ["1", "2", "3", "4", "5", "6", "7"];

    #[test]
    fn the_middle_is_zero_and_the_largest_lead_reaches_the_edge() {
        assert_eq!(graph(&[0, 8, -8, 4, -3], 9, &STEPS), "47163");
        assert_eq!(graph(&[0, 64, -32, 1], 9, &STEPS), "4724");
        assert_eq!(graph(&[0, 1], 9, &STEPS), "44");
        assert_eq!(graph(&[], 9, &STEPS), "");
    }

    #[test]
    fn values_that_no_game_has_are_drawn_too() {
        let values = [i32::MIN, 0, i32::MAX];
        assert_eq!(graph(&values, 9, &STEPS), "147");
        assert_eq!(chart(&values, 9, 3, GlyphSet::Unicode.glyphs()), ["  █", "───", "█  "]);
    }

    #[test]
    fn a_long_game_is_sampled_and_its_end_is_kept() {
        let values: Vec<i32> = (0..=60).collect();
        let drawn = graph(&values, 10, &STEPS);
        assert_eq!(drawn.len(), 10);
        assert!(drawn.ends_with('7'), "{drawn}");
        assert_eq!(graph(&values, 0, &STEPS), "");
    }

    #[test]
    fn bars_stand_on_the_line_or_hang_from_it() {
        let drawn = chart(&[0, 2, 8, -4, -8], 9, 5, GlyphSet::Unicode.glyphs());
        assert_eq!(drawn, ["  █  ", " ▄█  ", "─────", "   ██", "    █"]);
        let drawn = chart(&[0, 2, 8, -4, -8], 9, 5, GlyphSet::Ascii.glyphs());
        assert_eq!(drawn, ["  #  ", " ##  ", "-----", "   ##", "    #"]);
        assert_eq!(chart(&[], 9, 3, GlyphSet::Ascii.glyphs()), ["", "", ""]);
    }

    #[test]
    fn leads_are_counted_from_the_start() {
        let moves: Transcript = "f5d6".parse().unwrap();
        let game = Game::replay(Position::START, &moves).unwrap();
        // Four discs, then f5 turns one, then d6 turns one back.
        assert_eq!(leads(&game), [0, 3, 0]);
    }
}
