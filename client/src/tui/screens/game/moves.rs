//! The moves so far, two a row and in as many columns as there is room for.

use std::cmp::Ordering;

use ratatui::layout::Rect;
use reversi_game::{Action, Color, Game};
use reversi_protocol::{MoveLabel, ReviewedMove};

use super::GameScreen;
use super::advice::whole_discs;
use crate::tui::canvas::{Canvas, Hit, after};
use crate::tui::context::Context;
use crate::tui::theme::Role;

/// Where a number and two moves stand beside each other.
struct PairLayout {
    moves: [u16; 2],
    /// All columns, with a gap behind the second move.
    columns: u16,
}

const PLAIN: PairLayout = PairLayout { moves: [5, 9], columns: 13 };

/// With two columns for a mark behind each move.
const MARKED: PairLayout = PairLayout { moves: [5, 10], columns: 15 };

/// With what each move lost as well.
const WITH_LOSS: PairLayout = PairLayout { moves: [5, 14], columns: 23 };

/// Columns of a square, and of a mark behind it.
const MOVE: u16 = 2;
const MARK: u16 = 2;

/// A move and the ply that it was made at.
type Entry = Option<(usize, Action)>;

impl GameScreen {
    /// Draws the moves of the game on the screen.
    pub(super) fn draw_moves(&self, canvas: &mut Canvas<'_>, context: &Context, area: Rect) {
        canvas.hit(area, Hit::Moves);
        let Some(game) = self.record(context) else { return };
        let pairs = pairs(&game);
        let shown_ply = self.browsing.unwrap_or(game.ply());
        // Where there is no room for marks, the line below the board tells what a move was worth.
        let review = self.review.as_ref().filter(|_| area.width >= MARKED.columns);
        let layout = match review {
            None => &PLAIN,
            Some(_) if area.width < WITH_LOSS.columns => &MARKED,
            Some(_) => &WITH_LOSS,
        };
        let columns = (area.width / layout.columns).max(1);
        let capacity = usize::from(columns) * usize::from(area.height);
        let first = first_visible(&pairs, shown_ply, capacity);
        for (index, (number, pair)) in
            pairs.iter().enumerate().skip(first).take(capacity).enumerate()
        {
            let index = u16::try_from(index).unwrap_or(u16::MAX);
            let cell = Rect {
                x: area.x + index / area.height * layout.columns,
                y: area.y + index % area.height,
                width: layout.columns.min(area.width),
                height: 1,
            };
            canvas.write(cell, &format!("{:>3}", number + 1), Role::Faint);
            for (column, entry) in layout.moves.into_iter().zip(*pair) {
                let at = after(cell, column);
                draw_move(canvas, at, entry, shown_ply);
                let reviewed = review.zip(entry).and_then(|(review, (ply, _))| review.at(ply));
                if let Some(reviewed) = reviewed {
                    let at = after(at, MOVE);
                    canvas.write(at, mark(reviewed.label), Role::Bad);
                    if layout.columns == WITH_LOSS.columns {
                        canvas.write(after(at, MARK), &loss(reviewed), Role::Faint);
                    }
                }
            }
        }
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

fn draw_move(canvas: &mut Canvas<'_>, at: Rect, entry: Entry, shown_ply: usize) {
    let Some((ply, action)) = entry.filter(|_| at.width >= MOVE) else { return };
    let at = Rect { width: MOVE, ..at };
    let text = action.square().map_or_else(|| "--".to_owned(), |square| square.to_string());
    let role = match (ply + 1).cmp(&shown_ply) {
        Ordering::Less => Role::Text,
        Ordering::Equal => Role::Chosen,
        Ordering::Greater => Role::Faint,
    };
    // What was taken back or comes next is marked as the last disc is on the board.
    let role = if ply == shown_ply { Role::Last } else { role };
    canvas.write(at, &text, role);
    canvas.hit(at, Hit::Ply(ply + 1));
}

/// Returns the mark of a mistake, as printed games have it.
const fn mark(label: MoveLabel) -> &'static str {
    match label {
        MoveLabel::Inaccuracy => "?!",
        MoveLabel::Mistake => "?",
        MoveLabel::Blunder => "??",
        MoveLabel::Best | MoveLabel::Fine | MoveLabel::Unknown => "",
    }
}

/// Returns the discs that a move lost beside the best one; nothing if it was as good.
fn loss(reviewed: &ReviewedMove) -> String {
    let lost = reviewed.value_centidiscs.saturating_sub(reviewed.best_value_centidiscs);
    let discs = whole_discs(lost.min(0));
    if discs == "0" { String::new() } else { format!("{discs:>4}") }
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
