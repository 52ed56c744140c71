//! Values of positions in discs, from the mover's side.

use std::fmt;

use reversi_game::{Color, Position};

/// A value in the search's fine unit, hundredths of a disc, from the mover's side.
pub(crate) type Value = i32;

/// One disc in the search's unit.
pub(crate) const DISC: Value = 100;

/// Above every value of a position: nothing is worth more than 64 discs.
pub(crate) const INFINITE: Value = 65 * DISC;

/// The disc difference that a side can expect at the end, empties to the winner: positive is good
/// for the side that is asked about. An estimate is finer than a disc; an exact one is whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(Value);

impl Score {
    /// All discs.
    pub(crate) const MAX: Self = Self::from_discs(64);

    /// Returns the score of a whole number of discs.
    pub const fn from_discs(discs: i32) -> Self {
        Self(discs * DISC)
    }

    /// Returns the discs, to the hundredth.
    pub fn discs(self) -> f32 {
        // Within ±6500, so both fit.
        f32::from(self.0 as i16) / f32::from(DISC as i16)
    }

    /// Returns the nearest whole number of discs, halves away from zero.
    pub const fn whole_discs(self) -> i32 {
        (self.0 + self.0.signum() * (DISC / 2)) / DISC
    }

    /// Returns hundredths of a disc, for a wire or file without fractions.
    pub const fn hundredths(self) -> i32 {
        self.0
    }

    /// Returns what a finished game is worth to the side to move, empties to the winner.
    pub fn of_finished(position: &Position) -> Self {
        let black = Self::from_discs(position.counts().margin_discs());
        match position.to_move {
            Color::Black => black,
            Color::White => -black,
        }
    }

    /// Tells whether one side has all discs.
    pub(crate) const fn is_wipeout(self) -> bool {
        self.0.abs() == Self::MAX.0
    }

    pub(crate) const fn from_value(value: Value) -> Self {
        Self(value)
    }
}

/// How much better one score is than another.
impl std::ops::Sub for Score {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl std::iter::Sum for Score {
    fn sum<I: Iterator<Item = Self>>(scores: I) -> Self {
        Self(scores.map(|score| score.0).sum())
    }
}

impl std::ops::Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// Signed discs, with two digits after the point unless whole: `+6`, `-2.35`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = if self.0 % DISC == 0 {
            format!("{:+}", self.0 / DISC)
        } else {
            format!("{:+.2}", self.discs())
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_shows_discs_and_rounds_away_from_zero() {
        assert_eq!(Score::from_discs(6).to_string(), "+6");
        assert_eq!((-Score::from_value(235)).to_string(), "-2.35");
        assert_eq!(Score::from_value(250).whole_discs(), 3);
        assert_eq!(Score::from_value(-250).whole_discs(), -3);
        assert_eq!(Score::from_value(-249).whole_discs(), -2);
    }
}
