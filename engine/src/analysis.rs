//! Hints: what each legal square is worth, and how well that is known. What is known is never
//! replaced by what is less so.

use std::cmp::Reverse;

use reversi_game::{Position, Square};

use crate::control::{Control, Limits};
use crate::eval::Evaluation;
use crate::kernel::Sides;
use crate::pattern::Weights;
use crate::player::{Answer, Request};
use crate::score::Score;
use crate::search::{self, Aim, RootMove};
use crate::selectivity::Selectivity;

/// The worth of one legal square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// A legal square.
    pub square: Square,
    /// What the mover can expect after placing there.
    pub score: Score,
    /// Plies looked ahead for it, this move included.
    pub depth_plies: u32,
    /// How readily the search left lines out.
    pub selectivity: Selectivity,
    /// Whether `score` is the result of best play by both sides.
    pub is_exact: bool,
}

impl Hint {
    /// Orders values by what they rest on: the exact ones first, then the deeper ones, then those
    /// that left out less.
    fn foundation(&self) -> (bool, u32, Selectivity) {
        (self.is_exact, self.depth_plies, self.selectivity)
    }
}

/// What is known of the legal squares of one position, gathered from any number of searches in
/// any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    /// At most one a square, the best first.
    hints: Vec<Hint>,
}

impl Analysis {
    /// Takes what a search has found, except where more is known: a value gives way only to one
    /// that is at least as well founded.
    pub fn merge(&mut self, found: &[Hint]) {
        for hint in found {
            match self.hints.iter_mut().find(|known| known.square == hint.square) {
                Some(known) if known.foundation() > hint.foundation() => {}
                Some(known) => *known = *hint,
                None => self.hints.push(*hint),
            }
        }
        self.hints.sort_by_key(|hint| Reverse(hint.score));
    }

    /// Returns what is known, the best square first.
    pub fn hints(&self) -> &[Hint] {
        &self.hints
    }

    /// Returns what is known of one square.
    pub fn of(&self, square: Square) -> Option<Hint> {
        self.hints.iter().copied().find(|hint| hint.square == square)
    }
}

/// Returns the worth of every legal square, the best first; nothing if the mover has to pass or
/// the game is over. A search that is stopped answers with what it has: no square is ever without
/// a value, and a square may be known less deeply than the ones before it.
pub fn analyse(position: &Position, limits: &Limits, control: Control<'_>) -> Vec<Hint> {
    analyse_deepening(position, limits, control, |_| {})
}

/// Like [`analyse`], and hands over what is known after each depth, to be shown meanwhile.
pub fn analyse_deepening(
    position: &Position,
    limits: &Limits,
    control: Control<'_>,
    mut report: impl FnMut(&[Hint]),
) -> Vec<Hint> {
    let aim = Aim::all(Evaluation::engine());
    let selectivity = limits.selectivity;
    let findings = search::search(Sides::of(position), aim, limits, control, |moves| {
        report(&hints(moves, selectivity));
    });
    hints(&findings.moves, selectivity)
}

/// Returns the worth of the moves that lose no more than `margin` on the best one, the best first.
/// Worse moves are only proved to be worse, which takes less time than finding their values.
pub fn near_best(sides: Sides, margin: Score, limits: &Limits, control: Control<'_>) -> Vec<Hint> {
    let aim = Aim { margin: margin.hundredths(), ..Aim::best(Evaluation::engine()) };
    let mut moves = search::search(sides, aim, limits, control, |_| {}).moves;
    moves.retain(|mv| !mv.is_bound);
    hints(&moves, limits.selectivity)
}

fn hints(moves: &[RootMove], selectivity: Selectivity) -> Vec<Hint> {
    moves
        .iter()
        .map(|mv| Hint {
            square: mv.square,
            score: Score::from_value(mv.value),
            depth_plies: mv.depth_plies,
            selectivity: if mv.is_exact { Selectivity::Off } else { selectivity },
            is_exact: mv.is_exact,
        })
        .collect()
}

/// Returns the engine's best move under the request's limits, or nothing if the mover has no legal
/// square. A search that is stopped answers with the best it has found.
pub fn best_move(request: &Request, control: Control<'_>) -> Option<Answer> {
    best_move_by(Weights::embedded(), request, control)
}

/// Like [`best_move`], with other weights than the engine's own.
pub fn best_move_by(weights: &Weights, request: &Request, control: Control<'_>) -> Option<Answer> {
    let aim = Aim::to_play(Evaluation::trained(weights));
    let sides = Sides::of(&request.position);
    search::search(sides, aim, &request.limits, control, |_| {}).answer()
}

/// Returns what the mover of a position can expect, without looking ahead.
pub fn evaluate(position: &Position) -> Score {
    Weights::embedded().evaluate(Sides::of(position))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint(square: Square, discs: i32, depth_plies: u32, selectivity: Selectivity) -> Hint {
        let score = Score::from_discs(discs);
        Hint { square, score, depth_plies, selectivity, is_exact: false }
    }

    #[test]
    fn a_value_gives_way_only_to_a_better_founded_one() {
        let deep = hint(Square::D3, 2, 8, Selectivity::Percent95);
        let exact = Hint { is_exact: true, ..hint(Square::D3, -4, 5, Selectivity::Off) };
        let mut analysis = Analysis::default();
        for (found, expected_discs) in [
            (hint(Square::D3, 1, 6, Selectivity::Off), 1),
            (deep, 2),
            (hint(Square::D3, 9, 6, Selectivity::Off), 2),
            (hint(Square::D3, 9, 8, Selectivity::Percent73), 2),
            (hint(Square::D3, 3, 8, Selectivity::Percent95), 3),
            (exact, -4),
            (hint(Square::D3, 9, 30, Selectivity::Off), -4),
        ] {
            analysis.merge(&[found]);
            let known = analysis.of(Square::D3).map(|hint| hint.score);
            assert_eq!(known, Some(Score::from_discs(expected_discs)));
        }
    }

    #[test]
    fn the_best_square_comes_first() {
        let mut analysis = Analysis::default();
        analysis.merge(&[hint(Square::D3, 1, 2, Selectivity::Off)]);
        analysis.merge(&[hint(Square::C4, 4, 1, Selectivity::Off)]);
        let squares: Vec<Square> = analysis.hints().iter().map(|hint| hint.square).collect();
        assert_eq!(squares, [Square::C4, Square::D3]);
        assert_eq!(analysis.of(Square::E6), None);
    }
}
