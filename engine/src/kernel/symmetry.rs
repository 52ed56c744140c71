//! The eight symmetries of the board on pairs of bit sets, and the one representative of positions
//! that differ only by them.

use super::sides::Sides;

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
    let both = |turn: fn(u64) -> u64, sides: Sides| Sides {
        mover: turn(sides.mover),
        opponent: turn(sides.opponent),
    };
    let mut symmetric = [sides; 8];
    for i in 1..8 {
        // Reflecting in two neighbouring axes by turns goes through all eight.
        let turn = if i % 2 == 1 { upside_down } else { transposed };
        symmetric[i] = both(turn, symmetric[i - 1]);
    }
    symmetric
}

/// Reflects in the line between ranks 4 and 5.
const fn upside_down(set: u64) -> u64 {
    set.swap_bytes()
}

/// Reflects in the diagonal from a1 to h8: blocks of 4, 2 and 1 squares change places.
const fn transposed(set: u64) -> u64 {
    let set = swapped(set, 28, 0x0000_0000_F0F0_F0F0);
    let set = swapped(set, 14, 0x0000_CCCC_0000_CCCC);
    swapped(set, 7, 0x00AA_00AA_00AA_00AA)
}

/// Swaps the bits in `mask` with those `shift` places higher.
const fn swapped(set: u64, shift: u32, mask: u64) -> u64 {
    let differing = (set ^ (set >> shift)) & mask;
    set ^ differing ^ (differing << shift)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use reversi_game::{Position, Square};

    use super::*;

    #[test]
    fn transposing_swaps_file_and_rank() {
        for square in Square::ALL {
            let other = Square::from_file_rank(square.rank(), square.file()).unwrap();
            assert_eq!(transposed(square.bit()), other.bit(), "{square}");
        }
    }

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
