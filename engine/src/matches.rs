//! Matches between bots: random openings, both colours, the sum of results.

use std::time::Duration;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use reversi_game::{Game, Square};

use crate::bots::Bot;
use crate::control::{Control, Limits, StopFlag, stopwatch};
use crate::player::Request;

/// Draws openings of `plies` random plies from the start; games that end so early are drawn again.
pub fn random_openings(count: usize, plies: usize, seed: u64) -> Vec<Game> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut openings = Vec::new();
    while openings.len() < count {
        let mut game = Game::default();
        while game.ply() < plies && !game.is_over() {
            let legal: Vec<Square> = game.legal().iter().collect();
            let drawn = game.play(legal[rng.random_range(0..legal.len())]);
            debug_assert!(drawn.is_ok(), "a square drawn from the legal ones is legal");
        }
        if !game.is_over() {
            openings.push(game);
        }
    }
    openings
}

/// What one bot did against others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Discs won by minus discs lost by, over all games, empties to the winner.
    pub margin_discs: i32,
    /// Moves made.
    pub moves: u32,
    /// Time spent on them.
    pub time: Duration,
}

impl Tally {
    /// Returns the number of games.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the points per game, a draw counting half: 0 to 1; 0.5 without games.
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (f64::from(self.wins) + f64::from(self.draws) / 2.) / f64::from(self.games())
    }

    /// Returns the mean margin of a game in discs.
    pub fn mean_margin_discs(&self) -> f64 {
        f64::from(self.margin_discs) / f64::from(self.games().max(1))
    }

    /// Returns the mean time of a move.
    pub fn time_per_move(&self) -> Duration {
        self.time / self.moves.max(1)
    }

    fn count_game(&mut self, margin_discs: i32) {
        match margin_discs.signum() {
            1 => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
        self.margin_discs += margin_discs;
    }
}

impl std::ops::Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            margin_discs: self.margin_discs + other.margin_discs,
            moves: self.moves + other.moves,
            time: self.time + other.time,
        }
    }
}

impl std::iter::Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), std::ops::Add::add)
    }
}

/// Plays every opening twice, with colours changed, and returns the tally of each bot. The seed
/// decides what bots leave to chance; each game gets another from it.
pub fn play_match(bots: [Bot; 2], openings: &[Game], seed: u64, limits: &Limits) -> [Tally; 2] {
    let mut tallies = [Tally::default(); 2];
    for (game_seed, opening) in (seed..).zip(openings) {
        for first in [0, 1] {
            let mut table = Table { bots, first, limits, tallies: &mut tallies };
            table.play(opening.clone(), game_seed);
        }
    }
    tallies
}

/// One game being played.
struct Table<'a> {
    bots: [Bot; 2],
    /// Which of the bots plays Black.
    first: usize,
    limits: &'a Limits,
    tallies: &'a mut [Tally; 2],
}

impl Table<'_> {
    fn play(&mut self, mut game: Game, seed: u64) {
        while let Some(color) = game.to_move() {
            let who = (self.first + color.index()) % 2;
            let Some(square) = self.choose(who, &game, seed) else { break };
            let placed = game.play(square);
            debug_assert!(placed.is_ok(), "{} played an illegal square", self.bots[who]);
        }
        let margin_discs = game.counts().margin_discs();
        self.tallies[self.first].count_game(margin_discs);
        self.tallies[1 - self.first].count_game(-margin_discs);
    }

    fn choose(&mut self, who: usize, game: &Game, seed: u64) -> Option<Square> {
        let request = Request::of(game).with_limits(self.limits.clone()).with_seed(seed);
        let stop = StopFlag::default();
        let clock = stopwatch();
        let answer = self.bots[who].choose(&request, Control { stop: &stop, clock: &clock });
        let tally = &mut self.tallies[who];
        tally.moves += 1;
        tally.time += clock();
        answer.map(|answer| answer.square)
    }
}

/// Plays every bot against every other; returns the tally of each pair, row against column.
/// `report` is told of each finished match.
pub fn round_robin(
    bots: &[Bot],
    openings: &[Game],
    seed: u64,
    limits: &Limits,
    mut report: impl FnMut([Bot; 2], &[Tally; 2]),
) -> Vec<Vec<Tally>> {
    let mut results = vec![vec![Tally::default(); bots.len()]; bots.len()];
    for row in 0..bots.len() {
        for column in row + 1..bots.len() {
            let pair = [bots[row], bots[column]];
            let tallies = play_match(pair, openings, seed, limits);
            report(pair, &tallies);
            [results[row][column], results[column][row]] = tallies;
        }
    }
    results
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_repeat_with_their_seed() {
        let openings = random_openings(5, 8, 1);
        assert_eq!(openings, random_openings(5, 8, 1));
        assert_ne!(openings, random_openings(5, 8, 2));
        assert!(openings.iter().all(|game| game.ply() >= 8));
    }

    #[test]
    fn a_bot_against_itself_comes_out_even() {
        let bot = Bot::from_name("000-hard").unwrap();
        let openings = random_openings(4, 8, 3);
        let [a, b] = play_match([bot, bot], &openings, 0, &Limits::default());
        assert_eq!((a.games(), a.margin_discs), (8, 0));
        assert_eq!((a.wins, a.draws), (b.wins, b.draws));
        assert!((a.score() - 0.5).abs() < f64::EPSILON);
    }
}
