//! Regions with an odd number of empties: who plays first in one can also play last in it. The
//! four quadrants of the board are good enough as regions.

use reversi_game::Square;

/// The lowest square of each quadrant, and a quadrant moved to a1.
const QUADRANT_ORIGINS: u64 = 0x0000_0011_0000_0011;
const QUADRANT: u64 = 0x0F0F_0F0F;

/// Returns the quadrants that hold an odd number of empties.
pub(super) const fn odd_quadrants(empties: u64) -> u64 {
    // Folds each quadrant onto its origin, then spreads what is left.
    let mut folded = empties ^ (empties >> 1);
    folded ^= folded >> 2;
    folded ^= folded >> 8;
    folded ^= folded >> 16;
    (folded & QUADRANT_ORIGINS).wrapping_mul(QUADRANT)
}

/// Returns at most four empties in an order that leaves few odd regions to the opponent: those of
/// odd quadrants first, a pair in one quadrant side by side. Filled up with `a1`.
#[inline(always)]
pub(super) const fn by_region(empties: u64) -> [Square; 4] {
    let quadrants = odd_quadrants(empties);
    let (mut odd, mut even) = (empties & quadrants, empties & !quadrants);
    let mut squares = [Square::A1; 4];
    let mut i = 0;
    while i < squares.len() {
        let left = if odd == 0 { even } else { odd };
        squares[i] = Square::ALL[left.trailing_zeros() as usize % 64];
        let first = left & left.wrapping_neg();
        odd &= !first;
        even &= !first;
        i += 1;
    }
    if quadrants == 0 && !same_quadrant(squares[0], squares[1]) {
        let partner = if same_quadrant(squares[0], squares[2]) { 2 } else { 3 };
        squares.swap(1, partner);
    }
    squares
}

const fn same_quadrant(a: Square, b: Square) -> bool {
    // The third bit of the file and of the rank tell the quadrants apart.
    (a.index() ^ b.index()) & 0b10_0100 == 0
}

#[cfg(test)]
mod tests {
    use Square::{A1, A2, B1, B2, G1, H1, H8};
    use proptest::prelude::*;

    use super::*;

    const QUADRANTS: [u64; 4] = [QUADRANT, QUADRANT << 4, QUADRANT << 32, QUADRANT << 36];

    proptest! {
        #[test]
        fn odd_quadrants_are_counted(empties: u64) {
            let is_odd = |quadrant: &u64| (empties & quadrant).count_ones() % 2 == 1;
            let odd: u64 = QUADRANTS.into_iter().filter(is_odd).sum();
            prop_assert_eq!(odd_quadrants(empties), odd);
        }
    }

    #[test]
    fn odd_quadrants_come_first_and_pairs_stay_together() {
        let order = |squares: [Square; 4]| {
            by_region(squares.into_iter().fold(0, |empties, square| empties | square.bit()))
        };
        assert_eq!(order([A1, B1, H1, H8]), [H1, H8, A1, B1]);
        assert_eq!(order([A1, G1, B1, H1]), [A1, B1, G1, H1]);
        assert_eq!(order([G1, A2, B2, H1]), [G1, H1, A2, B2]);
    }
}
