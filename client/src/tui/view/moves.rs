//! The moves so far, two a row and in as many columns as there is room for.

use ratatui::layout::Rect;
use reversi_game::{Action, Color, Game};
use reversi_protocol::MoveLabel;

use super::Hit;
use super::pen::{Pen, after};
use crate::tui::model::Model;
use crate::tui::theme::Role;

/// Columns of a number and two moves, with a gap behind them.
const PAIR_COLUMNS: u16 = 13;

/// The column behind the first of two moves.
const MARK_COLUMN: u16 = 7;

/// A move and the ply that it was made at.
type Entry = Option<(usize, Action)>;

/// Draws the moves of the game on the screen.
pub(super) fn draw(pen: &mut Pen<'_>, model: &Model, area: Rect) {
    pen.hit(area, Hit::Moves);
    let Some(game) = model.record() else { return };
    let pairs = pairs(&game);
    let shown_ply = model.table.browsing.unwrap_or(game.ply());
    let columns = (area.width / PAIR_COLUMNS).max(1);
    let capacity = usize::from(columns) * usize::from(area.height);
    let first = first_visible(&pairs, shown_ply, capacity);
    for (index, (number, pair)) in pairs.iter().enumerate().skip(first).take(capacity).enumerate() {
        let index = u16::try_from(index).unwrap_or(u16::MAX);
        let cell = Rect {
            x: area.x + index / area.height * PAIR_COLUMNS,
            y: area.y + index % area.height,
            width: PAIR_COLUMNS.min(area.width),
            height: 1,
        };
        draw_pair(pen, cell, number + 1, *pair, shown_ply);
        draw_marks(pen, cell, *pair, model);
    }
}

/// Returns the moves in pairs, Black's first. After a game that White began, or a handicap, the
/// first pair has a gap; so has the last one while Black is to move.
fn pairs(game: &Game) -> Vec<[Entry; 2]> {
    let mut pairs: Vec<[Entry; 2]> = Vec::new();
    for (ply, (color, action)) in game.actions_by_side().enumerate() {
        if color == Color::Black || pairs.is_empty() {
            pairs.push([None, None]);
        }
        if let Some(pair) = pairs.last_mut() {
            pair[color.index()] = Some((ply, action));
        }
    }
    pairs
}

/// Returns the first pair to be shown, so that the move that led to the shown position is seen and
/// as many as possible with it.
fn first_visible(pairs: &[[Entry; 2]], shown_ply: usize, capacity: usize) -> usize {
    let at_end = pairs.len().saturating_sub(capacity);
    let is_shown = |entry: &Entry| entry.is_some_and(|(ply, _)| ply + 1 >= shown_ply);
    let current = pairs.iter().position(|pair| pair.iter().any(is_shown)).unwrap_or(0);
    at_end.min(current)
}

fn draw_pair(pen: &mut Pen<'_>, cell: Rect, number: usize, pair: [Entry; 2], shown_ply: usize) {
    let mut used = pen.write(cell, &format!("{number:>3}"), Role::Faint);
    for entry in pair {
        used += pen.write(after(cell, used), "  ", Role::Text);
        let at = Rect { width: 2, ..after(cell, used) };
        if at.right() > cell.right() {
            return;
        }
        if let Some((ply, action)) = entry {
            let text = action.square().map_or_else(|| "--".to_owned(), |square| square.to_string());
            let role = match (ply + 1).cmp(&shown_ply) {
                std::cmp::Ordering::Less => Role::Text,
                std::cmp::Ordering::Equal => Role::Chosen,
                std::cmp::Ordering::Greater => Role::Faint,
            };
            // What was taken back or comes next is marked as the last disc is on the board.
            let role = if ply == shown_ply { Role::Last } else { role };
            pen.write(at, &text, role);
            pen.hit(at, Hit::Ply(ply + 1));
        }
        used += 2;
    }
}

/// Marks mistakes behind the moves, as printed games do.
fn draw_marks(pen: &mut Pen<'_>, cell: Rect, pair: [Entry; 2], model: &Model) {
    let Some(review) = model.review() else { return };
    for (column, entry) in [MARK_COLUMN, MARK_COLUMN + 4].into_iter().zip(pair) {
        let label = entry.and_then(|(ply, _)| review.at(ply)).map(|reviewed| reviewed.label);
        let mark = match label {
            Some(MoveLabel::Inaccuracy) => "?!",
            Some(MoveLabel::Mistake) => "?",
            Some(MoveLabel::Blunder) => "??",
            Some(MoveLabel::Best | MoveLabel::Fine | MoveLabel::Unknown) | None => continue,
        };
        pen.write(after(cell, column), mark, Role::Bad);
    }
}

#[cfg(test)]
mod tests {
    use reversi_game::{Position, Transcript};

    use super::*;

    fn shown(moves: &str, start: Position) -> Vec<[Entry; 2]> {
        let transcript: Transcript = moves.parse().unwrap();
        pairs(&Game::replay(start, &transcript).unwrap())
    }

    #[test]
    fn blacks_moves_are_on_the_left_whoever_begins() {
        let first = shown("f5d6c3", Position::START);
        assert_eq!(first.len(), 2);
        assert!(first[0][0].is_some() && first[0][1].is_some());
        assert!(first[1][0].is_some() && first[1][1].is_none());
        let white_first = shown("f4", Position::START.passed());
        assert!(white_first[0][0].is_none() && white_first[0][1].is_some());
    }

    #[test]
    fn the_shown_position_is_in_view() {
        let pairs: Vec<[Entry; 2]> = (0..30)
            .map(|n| [Some((2 * n, Action::Pass)), Some((2 * n + 1, Action::Pass))])
            .collect();
        assert_eq!(first_visible(&pairs, 60, 10), 20);
        assert_eq!(first_visible(&pairs, 30, 10), 14);
        assert_eq!(first_visible(&pairs, 0, 10), 0);
        assert_eq!(first_visible(&pairs, 60, 100), 0);
    }
}
