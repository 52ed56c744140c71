//! Games of the engine against itself, to learn from.

use rand::rngs::ChaCha8Rng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use reversi_engine::pattern::Weights;
use reversi_engine::{Control, Limits, Request, Sides, StopFlag, best_move_by, random_opening};
use reversi_game::{Color, Position, Square};

use super::example::Example;

#[derive(Clone)]
pub(crate) struct SelfPlay<'w> {
    pub(crate) weights: &'w Weights,
    /// The least and the most random plies at the beginning of a game, which are not learned from.
    pub(crate) random_plies: (usize, usize),
    /// Plies to look ahead after them. With 0 these moves are random, too: so begins who knows
    /// nothing.
    pub(crate) depth_plies: u32,
    /// With this many empty squares or fewer both sides play perfectly.
    pub(crate) exact_empties: u32,
}

/// Entries of the table of one search: enough for a dozen empties, quick to clear.
const TABLE_ENTRIES: usize = 1 << 12;

impl SelfPlay<'_> {
    /// Plays the game that belongs to the seed and returns its positions with their results.
    pub(crate) fn game(&self, seed: u64) -> Vec<Example> {
        let (positions, margin_discs) = self.positions(seed);
        positions.iter().map(|position| example(position, margin_discs)).collect()
    }

    /// Plays the game that belongs to the seed. Returns every position after its random plies in
    /// which a side could place, and by how many discs Black won.
    pub(crate) fn positions(&self, seed: u64) -> (Vec<Position>, i32) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (least, most) = self.random_plies;
        let mut game = random_opening(rng.random_range(least..=most), &mut rng);
        let start = game.ply();
        while let Some(square) = self.choose(&game.position(), &mut rng) {
            let placed = game.play(square);
            debug_assert!(placed.is_ok(), "the search answers with a legal square");
        }
        let positions = (start..game.ply())
            .filter_map(|ply| game.position_at(ply))
            .filter(|position| !position.legal().is_empty())
            .collect();
        (positions, game.counts().margin_discs())
    }

    fn choose(&self, position: &Position, rng: &mut ChaCha8Rng) -> Option<Square> {
        if self.depth_plies == 0 && position.board.empties().len() > self.exact_empties {
            return position.legal().iter().choose(rng);
        }
        let limits = Limits {
            depth_plies: self.depth_plies.max(1),
            exact_empties: self.exact_empties,
            table_entries: TABLE_ENTRIES,
            ..Limits::default()
        };
        let request = Request::new(*position).with_limits(limits);
        let answer = best_move_by(self.weights, &request, Control::timeless(&StopFlag::default()));
        answer.map(|answer| answer.square)
    }
}

fn example(position: &Position, margin_discs: i32) -> Example {
    let discs = match position.to_move {
        Color::Black => margin_discs,
        Color::White => -margin_discs,
    };
    Example { sides: Sides::of(position), discs: discs as i8 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn how(depth_plies: u32) -> SelfPlay<'static> {
        let weights = Weights::embedded();
        SelfPlay { weights, random_plies: (8, 20), depth_plies, exact_empties: 10 }
    }

    #[test]
    fn a_game_repeats_with_its_seed() {
        for depth_plies in [0, 2] {
            let how = how(depth_plies);
            assert_eq!(how.game(1), how.game(1));
            assert_ne!(how.game(1), how.game(2));
        }
    }

    #[test]
    fn positions_begin_after_the_random_plies_and_carry_the_result() {
        for seed in 0..5 {
            let examples = how(1).game(seed);
            let discs = 64 - examples[0].sides.empties_count();
            assert!((12..=24).contains(&discs), "{discs} discs");
            let last = examples[examples.len() - 1];
            let end = last
                .sides
                .legal()
                .iter()
                .map(|square| last.sides.after(square))
                .find(|end| end.is_over() && -end.final_discs() == i32::from(last.discs));
            assert!(end.is_some(), "the last move leads to the result");
            for pair in examples.windows(2) {
                assert_eq!(pair[0].discs.abs(), pair[1].discs.abs());
            }
        }
    }

    #[test]
    fn the_end_is_played_perfectly() {
        let examples = how(0).game(3);
        let example = examples.iter().find(|example| example.sides.empties_count() <= 8).unwrap();
        assert_eq!(i32::from(example.discs), best_result(example.sides));
    }

    fn best_result(sides: Sides) -> i32 {
        if sides.is_over() {
            sides.final_discs()
        } else if sides.legal().is_empty() {
            -best_result(sides.passed())
        } else {
            sides.legal().iter().map(|square| -best_result(sides.after(square))).max().unwrap()
        }
    }
}
