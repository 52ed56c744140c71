//! A board and the side to move: placements, forced passes, the end.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::Board;
use crate::color::Color;
use crate::score::DiscCounts;
use crate::square::{Square, SquareSet};

/// A board and the side to move. The side to move may have no legal square: see [`Position::turn`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// Where the discs lie.
    pub board: Board,
    /// Whose turn it is.
    pub to_move: Color,
}

/// What the rules ask of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The side to move has a legal square and has to place.
    Place,
    /// The side to move has no legal square, the other has: the turn passes.
    Pass,
    /// Neither side has a legal square.
    Over,
}

/// A legal placement and what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Who placed.
    pub color: Color,
    /// Where.
    pub square: Square,
    /// The discs it turned, at least one.
    pub flips: SquareSet,
    /// The position it leads to, with the other side to move whether it can or not.
    pub after: Position,
}

/// Why a square is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlacementError {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// There is a disc on the square.
    #[error("{0} is occupied")]
    Occupied(Square),
    /// No opposing disc would be turned.
    #[error("{square} turns no disc for {color}")]
    TurnsNothing {
        /// Where.
        square: Square,
        /// Who wanted to place.
        color: Color,
    },
}

impl Position {
    /// The standard start, Black to move.
    pub const START: Self = Self { board: Board::START, to_move: Color::Black };

    /// Returns the squares where the side to move may place.
    pub const fn legal(&self) -> SquareSet {
        self.board.legal(self.to_move)
    }

    /// Returns what the rules ask for: a placement, a pass, or nothing more.
    pub const fn turn(&self) -> Turn {
        if !self.legal().is_empty() {
            Turn::Place
        } else if !self.board.legal(self.to_move.opponent()).is_empty() {
            Turn::Pass
        } else {
            Turn::Over
        }
    }

    /// Returns what placing on `square` does.
    ///
    /// # Errors
    /// [`PlacementError`] says why the square is not legal.
    pub fn place(&self, square: Square) -> Result<Placement, PlacementError> {
        let color = self.to_move;
        let flips = self.board.flips(color, square);
        if flips.is_empty() {
            return Err(if self.turn() == Turn::Over {
                PlacementError::GameOver
            } else if self.board.disc_at(square).is_some() {
                PlacementError::Occupied(square)
            } else {
                PlacementError::TurnsNothing { square, color }
            });
        }
        let board = self.board.with_placement(color, square, flips);
        let after = Self { board, to_move: color.opponent() };
        Ok(Placement { color, square, flips, after })
    }

    /// Returns the same board with the other side to move.
    #[must_use]
    pub const fn passed(&self) -> Self {
        Self { board: self.board, to_move: self.to_move.opponent() }
    }

    /// Counts the discs.
    pub const fn counts(&self) -> DiscCounts {
        DiscCounts::of(&self.board)
    }
}

/// The board's 64 characters, a blank, and the side to move as `X` or `O`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board, self.to_move.symbol())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placement_turns_discs_and_hands_over_the_turn() {
        let placement = Position::START.place(Square::F5).unwrap();
        assert_eq!(placement.flips, [Square::E5].into_iter().collect());
        assert_eq!(placement.after.to_move, Color::White);
        assert_eq!(placement.after.counts(), DiscCounts { black: 4, white: 1 });
    }

    #[test]
    fn an_illegal_square_says_why() {
        let start = Position::START;
        assert_eq!(start.place(Square::D4), Err(PlacementError::Occupied(Square::D4)));
        assert_eq!(
            start.place(Square::A1),
            Err(PlacementError::TurnsNothing { square: Square::A1, color: Color::Black })
        );
        let only_black = Board::new(Square::ALL.into_iter().take(2).collect(), SquareSet::EMPTY);
        let over = Position { board: only_black.unwrap(), to_move: Color::White };
        assert_eq!(over.turn(), Turn::Over);
        assert_eq!(over.place(Square::H8), Err(PlacementError::GameOver));
    }
}
