//! A position as the mover's and the opponent's discs, without colours, and the one representative of
//! those that differ only by the eight symmetries of the board.

use reversi_game::{Position, Square, SquareSet, bits};

use super::stability;

pub(crate) const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The discs of the side to move and of the other one, bit 0 = a1. The two never overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sides {
    /// The discs of the side to move.
    pub mover: u64,
    /// The discs of the other side.
    pub opponent: u64,
}

impl Sides {
    /// Returns the sides of a position.
    pub const fn of(position: &Position) -> Self {
        Self {
            mover: position.board.discs(position.to_move).0,
            opponent: position.board.discs(position.to_move.opponent()).0,
        }
    }

    /// Returns the mover's discs and then the opponent's, eight bytes each, the lowest squares first.
    pub fn to_bytes(self) -> [u8; 16] {
        (u128::from(self.mover) | u128::from(self.opponent) << 64).to_le_bytes()
    }

    /// Reads what [`Sides::to_bytes`] writes; nothing if a square has two discs.
    pub fn from_bytes(bytes: [u8; 16]) -> Option<Self> {
        let both = u128::from_le_bytes(bytes);
        let sides = Self { mover: both as u64, opponent: (both >> 64) as u64 };
        (sides.mover & sides.opponent == 0).then_some(sides)
    }

    /// Returns the squares where the mover may place.
    pub const fn legal(self) -> SquareSet {
        SquareSet(bits::legal(self.mover, self.opponent))
    }

    /// Returns what the mover turns by placing on an empty square; 0 if it is not legal.
    pub const fn flips(self, square: Square) -> u64 {
        bits::flips(self.mover, self.opponent, square.index())
    }

    /// Returns the sides after the mover placed on `square` and turned `flips`.
    pub(crate) const fn placed(self, square: Square, flips: u64) -> Self {
        Self { mover: self.opponent ^ flips, opponent: self.mover ^ flips ^ square.bit() }
    }

    /// Returns the sides after the mover placed on a legal square.
    #[must_use]
    pub const fn after(self, square: Square) -> Self {
        self.placed(square, self.flips(square))
    }

    /// Returns the same discs with the other side to move.
    #[must_use]
    pub const fn passed(self) -> Self {
        Self { mover: self.opponent, opponent: self.mover }
    }

    /// Tells whether neither side can place.
    pub const fn is_over(self) -> bool {
        self.legal().is_empty() && self.passed().legal().is_empty()
    }

    /// Returns the squares without a disc.
    pub(crate) const fn empties(self) -> u64 {
        !(self.mover | self.opponent)
    }

    /// Returns the number of squares without a disc.
    pub const fn empties_count(self) -> u32 {
        self.empties().count_ones()
    }

    /// Returns the mover's discs minus the opponent's as they lie.
    pub const fn disc_difference(self) -> i32 {
        self.mover.count_ones() as i32 - self.opponent.count_ones() as i32
    }

    /// Returns the mover's score of a finished game in discs, empties to the winner.
    pub const fn final_discs(self) -> i32 {
        let difference = self.disc_difference();
        difference + difference.signum() * self.empties_count() as i32
    }

    /// Returns a number that spreads positions over a table (two odd multipliers from the golden
    /// ratio and from `SplitMix64`).
    pub(crate) const fn hash(self) -> u64 {
        let mixed = self.mover.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ self.opponent.rotate_left(32).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed ^ (mixed >> 32)
    }

    /// Returns the mover's discs that can never be turned, as far as [`stability`] sees.
    pub(crate) const fn stable(self) -> u64 {
        stability::stable(self.mover, self.opponent)
    }
}

/// Returns the squares that touch a member of `set`, members included.
pub(crate) const fn neighbourhood(set: u64) -> u64 {
    const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
    const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let rows = set | ((set << 1) & NOT_A) | ((set >> 1) & NOT_H);
    rows | (rows << 8) | (rows >> 8)
}

impl Sides {
    /// Returns the smallest of the eight positions symmetric to it: the same for positions that differ
    /// by rotation or reflection only, and different for all others.
    #[must_use]
    pub fn canonical(self) -> Self {
        symmetric(self).into_iter().min().unwrap_or(self)
    }
}

/// Returns the eight positions symmetric to one, itself first.
fn symmetric(sides: Sides) -> [Sides; 8] {
    let both = |turn: fn(SquareSet) -> SquareSet, sides: Sides| Sides {
        mover: turn(SquareSet(sides.mover)).0,
        opponent: turn(SquareSet(sides.opponent)).0,
    };
    let mut symmetric = [sides; 8];
    for i in 1..8 {
        // Reflecting in two neighbouring axes by turns goes through all eight.
        let turn = if i % 2 == 1 { SquareSet::upside_down } else { SquareSet::transposed };
        symmetric[i] = both(turn, symmetric[i - 1]);
    }
    symmetric
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use reversi_game::{Position, Square};

    use super::*;

    #[test]
    fn a_lopsided_position_has_eight_symmetric_ones() {
        let sides = Sides { mover: Square::B1.bit(), opponent: Square::C1.bit() };
        let symmetric: HashSet<_> =
            symmetric(sides).map(|sides| (sides.mover, sides.opponent)).into();
        assert_eq!(symmetric.len(), 8);
        let knights = ["b1", "g1", "a2", "h2", "a7", "h7", "b8", "g8"];
        let expected: HashSet<u64> =
            knights.iter().map(|square| square.parse::<Square>().unwrap().bit()).collect();
        assert_eq!(symmetric.iter().map(|sides| sides.0).collect::<HashSet<_>>(), expected);
    }

    /// The numbers of distinct positions up to symmetry after each move are published:
    /// 1, 1, 3, 14, 60, 322, 1773.
    #[test]
    fn distinct_positions_match_published_counts() {
        let mut layer = HashSet::from([key(Sides::of(&Position::START))]);
        for expected in [1, 1, 3, 14, 60, 322, 1773] {
            assert_eq!(layer.len(), expected);
            layer = layer
                .iter()
                .flat_map(|&(mover, opponent)| {
                    let sides = Sides { mover, opponent };
                    sides.legal().iter().map(move |square| key(sides.after(square)))
                })
                .collect();
        }
    }

    fn key(sides: Sides) -> (u64, u64) {
        let sides = sides.canonical();
        (sides.mover, sides.opponent)
    }
}
