//! How far deep searches come out from shallow ones, measured and put into the formula by which
//! the search leaves lines out.

use std::f64::consts::FRAC_PI_2;

use reversi_engine::{Control, Limits, Request, Score, Sides, StopFlag, best_move_by, error_terms};
use reversi_game::Position;

use super::selfplay::SelfPlay;

/// A shallow and a deep search of one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pair {
    discs: u32,
    shallow_plies: u32,
    deep_plies: u32,
    /// How far the values are apart.
    error_discs: f64,
}

/// Takes one position of the game of this seed, searches it at every depth up to `depth_max`, and
/// returns all pairs of depths that are both even or both odd; none if the end of the game is in
/// reach.
pub(crate) fn search_pairs(how: &SelfPlay<'_>, depth_max: u32, seed: u64) -> Vec<Pair> {
    let positions = how.positions(seed);
    let chosen = positions.get(seed as usize % positions.len().max(1));
    let empties_count = |position: &Position| position.board.empties().len();
    let Some(position) = chosen.filter(|position| empties_count(position) > depth_max + 1) else {
        return Vec::new();
    };
    let scores: Vec<Score> = (0..=depth_max).map(|depth| score(how, position, depth)).collect();
    let mut pairs = Vec::new();
    for deep in 2..=depth_max {
        for shallow in (deep % 2..deep).step_by(2) {
            let apart = scores[deep as usize] - scores[shallow as usize];
            pairs.push(Pair {
                discs: 64 - empties_count(position),
                shallow_plies: shallow,
                deep_plies: deep,
                error_discs: f64::from(apart.hundredths().abs()) / 100.,
            });
        }
    }
    pairs
}

fn score(how: &SelfPlay<'_>, position: &Position, depth_plies: u32) -> Score {
    if depth_plies == 0 {
        return how.weights.evaluate(Sides::of(position));
    }
    let request = Request::new(*position).with_limits(Limits::depth(depth_plies));
    let answer = best_move_by(how.weights, &request, Control::timeless(&StopFlag::default()));
    answer.and_then(|answer| answer.score).unwrap_or_default()
}

/// The numbers of the formula.
const TERMS: usize = 4;

/// Rounds of the fit, each a good part nearer.
const ROUNDS: usize = 100;

/// Returns the numbers of the formula that describes the pairs best: its error is the exponential
/// of their scalar product with the terms of a pair.
///
/// The mean distance of values that are normally distributed is the root of 2 / pi of their
/// standard deviation; taking it from the mean leaves less to single strange positions than taking
/// it from squares would.
pub(crate) fn fit_errors(pairs: &[Pair]) -> [f64; TERMS] {
    let rows: Vec<([f64; TERMS], f64)> = pairs
        .iter()
        .map(|pair| {
            let terms = error_terms(pair.discs, pair.shallow_plies, pair.deep_plies);
            (terms, pair.error_discs * FRAC_PI_2.sqrt())
        })
        .collect();
    let mut squares = [[0.; TERMS]; TERMS];
    for (terms, _) in &rows {
        for (row, a) in squares.iter_mut().zip(terms) {
            for (cell, b) in row.iter_mut().zip(terms) {
                *cell += a * b;
            }
        }
    }
    let mut numbers = [0.; TERMS];
    for _ in 0..ROUNDS {
        // Fisher scoring for an exponential distribution whose logarithm of the mean is linear.
        let mut slope = [0.; TERMS];
        for (terms, error) in &rows {
            let predicted = dot(&numbers, terms).exp();
            for (part, term) in slope.iter_mut().zip(terms) {
                *part += term * (error / predicted - 1.);
            }
        }
        let step = solve(squares, slope);
        for (number, part) in numbers.iter_mut().zip(step) {
            *number += part;
        }
    }
    numbers
}

fn dot(a: &[f64; TERMS], b: &[f64; TERMS]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Solves linear equations whose matrix is symmetric and positive definite, by elimination.
fn solve(mut matrix: [[f64; TERMS]; TERMS], mut right: [f64; TERMS]) -> [f64; TERMS] {
    for pivot in 0..TERMS {
        let (pivot_row, pivot_right) = (matrix[pivot], right[pivot]);
        for row in pivot + 1..TERMS {
            let factor = matrix[row][pivot] / pivot_row[pivot];
            for (cell, above) in matrix[row].iter_mut().zip(pivot_row) {
                *cell -= factor * above;
            }
            right[row] -= factor * pivot_right;
        }
    }
    let mut solution = [0.; TERMS];
    for row in (0..TERMS).rev() {
        // What lies behind the row is solved already, the rest still zero.
        solution[row] = (right[row] - dot(&matrix[row], &solution)) / matrix[row][row];
    }
    solution
}

#[cfg(test)]
mod tests {
    use reversi_engine::pattern::Weights;

    use super::*;

    #[test]
    fn the_fit_finds_the_formula_behind_the_errors() {
        let numbers = [0.9, 0.7, 0.4, -0.3];
        let mut pairs = Vec::new();
        for discs in 10..50 {
            for deep_plies in 2..=10 {
                for shallow_plies in (deep_plies % 2..deep_plies).step_by(2) {
                    let terms = error_terms(discs, shallow_plies, deep_plies);
                    let error_discs = dot(&numbers, &terms).exp() / FRAC_PI_2.sqrt();
                    pairs.push(Pair { discs, shallow_plies, deep_plies, error_discs });
                }
            }
        }
        for (found, number) in fit_errors(&pairs).iter().zip(numbers) {
            assert!((found - number).abs() < 1e-6, "{found} for {number}");
        }
    }

    #[test]
    fn pairs_are_of_one_parity_and_repeat_with_their_seed() {
        let weights = Weights::embedded();
        let how = SelfPlay {
            weights,
            random_plies: (8, 8),
            depth_plies: 1,
            exact_empties: 0,
            empties_min: 0,
        };
        let pairs = search_pairs(&how, 4, 5);
        let depths: Vec<_> = pairs.iter().map(|p| (p.shallow_plies, p.deep_plies)).collect();
        assert_eq!(depths, [(0, 2), (1, 3), (0, 4), (2, 4)]);
        assert_eq!(pairs, search_pairs(&how, 4, 5));
    }
}
