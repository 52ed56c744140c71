//! The evaluation: what a position is worth before anything is searched.
//!
//! Written by hand: mobility, potential mobility, stable discs and the squares around empty
//! corners. The search knows only [`Evaluation::value`], so that trained weights can take its place.

use crate::kernel::{Sides, neighbourhood};
use crate::score::{DISC, Value};

const CORNERS: u64 = 0x8100_0000_0000_0081;
const X_SQUARES: u64 = 0x0042_0000_0000_4200;
const C_SQUARES: u64 = 0x4281_0000_0000_8142;

/// Worth of each feature's difference in hundredths of a disc: at the start, and for each empty
/// square that has been filled since. Chosen by hand (g0 of the training needs no better).
const MOBILITY: (Value, Value) = (120, 1);
const POTENTIAL_MOBILITY: (Value, Value) = (50, -1);
const STABLE: (Value, Value) = (150, 0);
const CORNER: (Value, Value) = (600, -5);
const X_SQUARE: (Value, Value) = (-400, 5);
const C_SQUARE: (Value, Value) = (-150, 2);

/// Estimates stay inside the board's 64 discs.
const LIMIT: Value = 63 * DISC;

/// How positions are judged at the end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Evaluation {
    /// How much of the judgement is the plain disc count, as beginners count: 0 to 100 per cent.
    pub(crate) disc_percent: Value,
}

impl Evaluation {
    /// The engine's own judgement.
    pub(crate) const FULL: Self = Self { disc_percent: 0 };

    /// Returns the mover's value of a position that is not over.
    pub(crate) fn value(self, sides: Sides) -> Value {
        let judged = if self.disc_percent == 100 { 0 } else { features(sides) };
        let counted = sides.disc_difference() * DISC;
        (judged * (100 - self.disc_percent) + counted * self.disc_percent) / 100
    }
}

fn features(sides: Sides) -> Value {
    let Sides { mover, opponent } = sides;
    let empties = sides.empties();
    let filled = 60 - empties.count_ones() as Value;
    // An X- or C-square is a weakness only while its corner is empty.
    let exposed = neighbourhood(empties & CORNERS);
    let around = neighbourhood(opponent) & empties;
    let around_own = neighbourhood(mover) & empties;
    let terms = [
        (MOBILITY, sides.legal().0, sides.passed().legal().0),
        (POTENTIAL_MOBILITY, around, around_own),
        (STABLE, sides.stable(), sides.passed().stable()),
        (CORNER, mover & CORNERS, opponent & CORNERS),
        (X_SQUARE, mover & X_SQUARES & exposed, opponent & X_SQUARES & exposed),
        (C_SQUARE, mover & C_SQUARES & exposed, opponent & C_SQUARES & exposed),
    ];
    let total: Value = terms
        .iter()
        .map(|&((start, slope), own, other)| {
            (start + slope * filled) * (own.count_ones() as Value - other.count_ones() as Value)
        })
        .sum();
    total.clamp(-LIMIT, LIMIT)
}

#[cfg(test)]
mod tests {
    use reversi_game::{Position, Square};

    use super::*;

    fn sides(moves: &str) -> Sides {
        let transcript = moves.parse().unwrap();
        Sides::of(&reversi_game::Game::replay(Position::START, &transcript).unwrap().position())
    }

    #[test]
    fn both_sides_see_the_same_position() {
        let sides = sides("f5d6c3d3c4f4f6f3e6e7");
        let value = Evaluation::FULL.value(sides);
        assert_eq!(Evaluation::FULL.value(sides.passed()), -value);
        assert_eq!(Evaluation::FULL.value(Sides::of(&Position::START)), 0);
    }

    #[test]
    fn a_corner_is_worth_more_than_the_discs_beside_it() {
        let with = |squares: &[Square]| Sides {
            mover: squares.iter().map(|square| square.bit()).sum::<u64>() | Square::D4.bit(),
            opponent: Square::E4.bit() | Square::E5.bit(),
        };
        let corner = Evaluation::FULL.value(with(&[Square::A1]));
        let x_square = Evaluation::FULL.value(with(&[Square::B2]));
        assert!(corner > x_square + 6 * DISC, "{corner} {x_square}");
        let counted = Evaluation { disc_percent: 100 };
        assert_eq!(counted.value(with(&[Square::A1])), counted.value(with(&[Square::B2])));
    }
}
