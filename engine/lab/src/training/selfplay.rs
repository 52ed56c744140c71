//! Games of the engine against itself, to learn from.

use rand::rngs::ChaCha8Rng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use reversi_engine::pattern::Weights;
use reversi_engine::{
    Control, Limits, Memory, Request, Score, Selectivity, Sides, StopFlag, best_move_by,
    random_opening,
};
use reversi_game::{Position, Turn};

use super::example::Example;

#[derive(Clone)]
pub(crate) struct SelfPlay<'w> {
    pub(crate) weights: &'w Weights,
    /// The least and the most random plies at the beginning of a game, which are not learned from.
    pub(crate) random_plies: (usize, usize),
    /// Plies to look ahead after them. With 0 these moves are random, too, until the perfect end: so
    /// begins who knows nothing.
    pub(crate) depth_plies: u32,
    /// With this many empty squares or fewer both sides play perfectly.
    pub(crate) exact_empties: u32,
    /// With fewer empty squares than this a game is no longer followed.
    pub(crate) empties_min: u32,
}

/// Entries of the table of one game: enough for its end, quick to clear.
const TABLE_ENTRIES: usize = 1 << 14;

/// The most random plies after which a position beside a game lies. What a search looks at is mostly
/// the consequence of mistakes, which good games do not show.
const ASTRAY_PLIES_MAX: usize = 3;

impl SelfPlay<'_> {
    /// Plays the game that belongs to the seed. Returns its positions after the random plies, and for
    /// each of those that were searched one a few random plies beside the game, all with their values.
    pub(crate) fn game(&self, seed: u64) -> Vec<Example> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let memory = Memory::new(TABLE_ENTRIES);
        let (random, searched) = self.play(&mut rng, &memory);
        let mut examples: Vec<Example> = random
            .iter()
            .chain(&searched)
            .map(|(position, score)| example(position, *score))
            .collect();
        for (position, _) in &searched {
            if let Some(astray) = astray(position, &mut rng)
                && self.follows(&astray)
                && let Some((score, _)) = self.step(&astray, &memory)
            {
                examples.push(example(&astray, score));
            }
        }
        examples
    }

    /// Plays the game that belongs to the seed and returns those of its positions in which the engine
    /// chose a square.
    pub(crate) fn positions(&self, seed: u64) -> Vec<Position> {
        let memory = Memory::new(TABLE_ENTRIES);
        let (_, searched) = self.play(&mut ChaCha8Rng::seed_from_u64(seed), &memory);
        let positions = searched.into_iter().map(|(position, _)| position);
        positions.filter(|position| position.turn() == Turn::Place).collect()
    }

    /// Plays a game. Returns the positions in which who knows nothing played at random, with the result
    /// of the game, and then those with the values that searches found.
    fn play(&self, rng: &mut ChaCha8Rng, memory: &Memory) -> (Vec<Valued>, Vec<Valued>) {
        let (least, most) = self.random_plies;
        let mut position = random_opening(rng.random_range(least..=most), rng).position();
        let mut random = Vec::new();
        while self.depth_plies == 0
            && position.board.empties().len() > self.exact_empties
            && let Some(after) = random_ply(&position, rng)
        {
            random.push((position, Score::default()));
            position = after;
        }
        let mut searched = Vec::new();
        while self.follows(&position)
            && let Some((score, after)) = self.step(&position, memory)
        {
            searched.push((position, score));
            position = after;
        }
        for (earlier, score) in &mut random {
            let result = Score::of_finished(&position);
            *score = if earlier.to_move == position.to_move { result } else { -result };
        }
        (random, searched)
    }

    const fn follows(&self, position: &Position) -> bool {
        position.board.empties().len() >= self.empties_min
    }

    /// Returns what the mover can expect and the position after its best move, or nothing if the game
    /// is over.
    fn step(&self, position: &Position, memory: &Memory) -> Option<(Score, Position)> {
        match position.turn() {
            Turn::Over => None,
            Turn::Pass => {
                let passed = position.passed();
                self.step(&passed, memory).map(|(score, _)| (-score, passed))
            }
            Turn::Place => {
                let limits = Limits {
                    depth_plies: self.depth_plies.max(1),
                    exact_empties: self.exact_empties,
                    selectivity: Selectivity::Percent73,
                    ..Limits::default()
                };
                let request = Request::new(*position).with_limits(limits);
                let stop = StopFlag::default();
                let control = Control::timeless(&stop).remembering(memory);
                let answer = best_move_by(self.weights, &request, control)?;
                Some((answer.score?, position.place(answer.square).ok()?.after))
            }
        }
    }
}

/// A position and what its mover can expect.
type Valued = (Position, Score);

/// Returns the position after a random move, or a pass; nothing if the game is over.
fn random_ply(position: &Position, rng: &mut ChaCha8Rng) -> Option<Position> {
    match position.legal().iter().choose(rng) {
        Some(square) => position.place(square).ok().map(|placement| placement.after),
        None => (position.turn() == Turn::Pass).then(|| position.passed()),
    }
}

/// Returns a position a few random plies later, if the game does not end before.
fn astray(position: &Position, rng: &mut ChaCha8Rng) -> Option<Position> {
    let plies = rng.random_range(1..=ASTRAY_PLIES_MAX);
    (0..plies).try_fold(*position, |position, _| random_ply(&position, rng))
}

fn example(position: &Position, score: Score) -> Example {
    Example { sides: Sides::of(position), hundredths: score.hundredths() as i16 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn how(depth_plies: u32) -> SelfPlay<'static> {
        let weights = Weights::embedded();
        SelfPlay { weights, random_plies: (8, 20), depth_plies, exact_empties: 10, empties_min: 0 }
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
    fn a_game_is_followed_to_its_end_and_left_at_every_ply() {
        for seed in 0..5 {
            let examples = how(1).game(seed);
            let empties = |index: usize| examples[index].sides.empties_count();
            assert!((40..=52).contains(&empties(0)), "{} empties", empties(0));
            let played =
                (1..examples.len()).take_while(|&i| empties(i) <= empties(i - 1)).count() + 1;
            let last = examples[played - 1];
            let ends: Vec<Sides> =
                last.sides.legal().iter().map(|at| last.sides.after(at)).collect();
            assert!(ends.iter().any(|end| end.is_over()), "the game ends after {last:?}");
            assert!((played..=2 * played).contains(&examples.len()));
        }
    }

    #[test]
    fn a_game_is_left_where_it_is_said() {
        let examples = SelfPlay { empties_min: 38, ..how(1) }.game(1);
        let whole = how(1).game(1);
        let empties = |example: &&Example| example.sides.empties_count() >= 38;
        let played = |examples: &[Example]| -> Vec<Example> {
            let falls =
                |pair: &[Example]| pair[1].sides.empties_count() <= pair[0].sides.empties_count();
            let len = examples.windows(2).take_while(|pair| falls(pair)).count() + 1;
            examples[..len].iter().filter(empties).copied().collect()
        };
        assert_eq!(played(&examples), played(&whole));
        assert_eq!(examples.iter().filter(empties).count(), examples.len());
    }

    #[test]
    fn random_play_carries_the_result_of_the_perfect_end() {
        let examples = how(0).game(3);
        let first_searched =
            examples.iter().position(|one| one.sides.empties_count() <= 10).unwrap();
        let result = examples[first_searched].hundredths.abs();
        assert!(first_searched > 10);
        assert!(examples[..first_searched].iter().all(|one| one.hundredths.abs() == result));
    }

    #[test]
    fn ends_have_the_value_of_best_play() {
        for example in how(1).game(4).iter().filter(|one| one.sides.empties_count() <= 7) {
            assert_eq!(
                i32::from(example.hundredths),
                100 * best_result(example.sides),
                "{example:?}"
            );
        }
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
