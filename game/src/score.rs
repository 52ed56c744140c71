//! Disc counts and who won by them.

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::color::Color;

/// Disc counts of both colours. A board has 64 discs at most; a score may count 63 more, which a side got on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiscCounts {
    /// Black discs.
    #[cfg_attr(feature = "schema", schemars(range(max = 127)))]
    pub black: u32,
    /// White discs.
    #[cfg_attr(feature = "schema", schemars(range(max = 127)))]
    pub white: u32,
}

impl DiscCounts {
    /// Counts the discs of a board.
    pub const fn of(board: &Board) -> Self {
        Self { black: board.count(Color::Black), white: board.count(Color::White) }
    }

    /// Returns the discs of one colour.
    pub const fn of_color(self, color: Color) -> u32 {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// Returns who has more discs.
    pub const fn outcome(self) -> Outcome {
        if self.black > self.white {
            Outcome::Black
        } else if self.white > self.black {
            Outcome::White
        } else {
            Outcome::Draw
        }
    }

    /// Returns Black minus White as the discs lie.
    pub const fn margin_on_board(self) -> i32 {
        self.black as i32 - self.white as i32
    }

    /// Returns the counts of a finished game with the empties given to the winner, and shared
    /// in a draw (World Othello Federation, tournament rules).
    #[must_use]
    pub const fn with_empties_to_winner(self) -> Self {
        let empties = 64 - self.black - self.white;
        match self.outcome() {
            Outcome::Black => Self { black: self.black + empties, white: self.white },
            Outcome::White => Self { black: self.black, white: self.white + empties },
            Outcome::Draw => Self { black: 32, white: 32 },
        }
    }

    /// Returns Black minus White of a finished game, empties to the winner.
    pub const fn margin_discs(self) -> i32 {
        self.with_empties_to_winner().margin_on_board()
    }
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Black won.
    Black,
    /// White won.
    White,
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// Returns the outcome in which this colour wins.
    pub const fn win_of(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }

    /// Returns the winning colour, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::White => Some(Color::White),
            Self::Draw => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empties_go_to_the_winner() {
        // 44-8 on the board is recorded as 56-8 by the federation.
        let counts = DiscCounts { black: 44, white: 8 };
        assert_eq!(counts.with_empties_to_winner(), DiscCounts { black: 56, white: 8 });
        assert_eq!((counts.margin_on_board(), counts.margin_discs()), (36, 48));
        // A drawn game with two empties.
        let draw = DiscCounts { black: 31, white: 31 };
        assert_eq!(draw.with_empties_to_winner(), DiscCounts { black: 32, white: 32 });
        assert_eq!(draw.outcome().winner(), None);
    }
}
