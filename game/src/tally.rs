//! What a match comes to, from the side of one of the two who play it.

use std::iter::Sum;
use std::ops::Add;

use serde::Serialize;

/// The games that somebody has played, and what they say of the strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Discs won by minus discs lost by, over all games, empties to the winner.
    pub margin_discs: i32,
}

impl Tally {
    /// Counts a game that was won by so many discs, or lost where they are negative.
    pub const fn count_game(&mut self, margin_discs: i32) {
        match margin_discs.signum() {
            1 => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
        self.margin_discs += margin_discs;
    }

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

    /// Returns the difference in Elo points that the score stands for, and how far it may be off
    /// with a confidence of 95 %; nothing if all games were won or all lost, or none played.
    pub fn elo(&self) -> Option<(f64, f64)> {
        let elo = |score: f64| 400. * (score / (1. - score)).log10();
        let (games, score) = (f64::from(self.games()), self.score());
        if games == 0. || score <= 0. || score >= 1. {
            return None;
        }
        let part = |count, points: f64| f64::from(count) / games * (points - score).powi(2);
        let variance = part(self.wins, 1.) + part(self.draws, 0.5) + part(self.losses, 0.);
        // The slope of the curve at the score, so that the error is finite near its ends, too.
        let slope = 400. / (std::f64::consts::LN_10 * score * (1. - score));
        Some((elo(score), 1.96 * slope * (variance / games).sqrt()))
    }

    /// Returns the discs per game; 0 without games.
    pub fn mean_margin_discs(&self) -> f64 {
        f64::from(self.margin_discs) / f64::from(self.games().max(1))
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            margin_discs: self.margin_discs + other.margin_discs,
        }
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_by_their_margins() {
        let mut tally = Tally::default();
        for margin in [4, 0, -10, 64] {
            tally.count_game(margin);
        }
        assert_eq!(tally, Tally { wins: 2, draws: 1, losses: 1, margin_discs: 58 });
        let is_near = |found: f64, right: f64| (found - right).abs() < 1e-9;
        assert_eq!(tally.games(), 4);
        assert!(is_near(tally.score(), 0.625) && is_near(tally.mean_margin_discs(), 14.5));
        assert_eq!([tally, tally].into_iter().sum::<Tally>().games(), 8);
    }

    #[test]
    fn elo_follows_the_score() {
        let tally = |wins, draws, losses| Tally { wins, draws, losses, margin_discs: 0 };
        // 200 Elo points are an expected score of 1 / (1 + 10^-0.5) = 0.7597.
        let (elo, error) = tally(7597, 0, 2403).elo().unwrap();
        assert!((elo - 200.).abs() < 0.1, "{elo}");
        assert!((5.0..10.0).contains(&error), "{error}");
        assert_eq!(tally(0, 10, 0).elo(), Some((0., 0.)));
        assert_eq!([tally(3, 0, 0).elo(), tally(0, 0, 0).elo()], [None, None]);
    }
}
