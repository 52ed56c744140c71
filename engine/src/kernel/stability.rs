//! A lower bound of the discs that can never be turned.

/// The squares a1–h1, a1–a8 and their opposite edges: where no disc lies beyond, by axis.
const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const RANK_1: u64 = 0xFF;
const RANK_8: u64 = RANK_1 << 56;

/// Each axis: the shift to the next square, and the squares that have only one neighbour on it.
/// A run along the axis ends there, so such a disc cannot be turned along it.
const AXES: [(u32, u64); 4] = [
    (1, FILE_A | FILE_H),
    (8, RANK_1 | RANK_8),
    (9, FILE_A | FILE_H | RANK_1 | RANK_8),
    (7, FILE_A | FILE_H | RANK_1 | RANK_8),
];

/// Returns discs of `own` that can never be turned. A disc is safe along an axis if the line is
/// full, if it lies at the line's end, or if a stable disc of its own colour is next to it; it is
/// stable if it is safe along all four. Grown from nothing until it stops, so every disc found is
/// stable; some stable discs are not found.
pub(crate) const fn stable(own: u64, other: u64) -> u64 {
    let full = full_lines(own | other);
    let mut stable = 0;
    loop {
        let mut safe = own;
        let mut i = 0;
        while i < AXES.len() {
            let (shift, ends) = AXES[i];
            // A shift across the edge can only reach a square of `ends`, which is safe anyway.
            safe &= full[i] | ends | (stable << shift) | (stable >> shift);
            i += 1;
        }
        if safe == stable {
            return stable;
        }
        stable = safe;
    }
}

/// Returns, for each axis, the squares whose line along it has no empty square.
const fn full_lines(occupied: u64) -> [u64; 4] {
    let mut full = [0; 4];
    let mut i = 0;
    while i < AXES.len() {
        let (shift, _) = AXES[i];
        // An empty square spreads along its line, one square a step, in both senses.
        let mut open = !occupied;
        let mut step = 0;
        while step < 7 {
            open |= (open << shift) & after_wrap(shift) | (open >> shift) & before_wrap(shift);
            step += 1;
        }
        full[i] = !open;
        i += 1;
    }
    full
}

/// Returns the squares that a shift to higher bits reaches without crossing an edge.
const fn after_wrap(shift: u32) -> u64 {
    match shift {
        1 | 9 => !FILE_A,
        7 => !FILE_H,
        _ => u64::MAX,
    }
}

/// Returns the squares that a shift to lower bits reaches without crossing an edge.
const fn before_wrap(shift: u32) -> u64 {
    match shift {
        1 | 9 => !FILE_H,
        7 => !FILE_A,
        _ => u64::MAX,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use reversi_game::{Game, Square};

    use super::*;
    use crate::kernel::Sides;

    fn set(squares: &[Square]) -> u64 {
        squares.iter().map(|square| square.bit()).sum()
    }

    #[test]
    fn a_corner_anchors_its_edge() {
        let own = set(&[Square::A1, Square::B1, Square::A2, Square::B2, Square::D1]);
        let anchored = set(&[Square::A1, Square::B1, Square::A2]);
        // b2 has an empty square on one diagonal (a3, c1) on both sides of it.
        assert_eq!(stable(own, 0), anchored);
        let closed = own | set(&[Square::A3, Square::C1]);
        assert_eq!(stable(closed, 0), closed);
    }

    #[test]
    fn nothing_is_stable_without_an_anchor() {
        assert_eq!(stable(set(&[Square::B1, Square::D4, Square::G7]), set(&[Square::E5])), 0);
    }

    proptest! {
        #[test]
        fn stable_discs_are_never_turned(choices in prop::collection::vec(0usize..32, 60)) {
            let mut game = Game::default();
            let mut held: [u64; 2] = [0; 2];
            for choice in choices {
                let legal: Vec<Square> = game.legal().iter().collect();
                let Some(&square) = legal.get(choice % legal.len().max(1)) else { break };
                game.play(square).unwrap();
                for color in reversi_game::Color::BOTH {
                    let own = game.position().board.discs(color).0;
                    let other = game.position().board.discs(color.opponent()).0;
                    prop_assert_eq!(held[color.index()] & !own, 0);
                    held[color.index()] = Sides { mover: own, opponent: other }.stable();
                }
            }
        }
    }

    #[test]
    fn a_full_board_is_stable() {
        let own = 0x0F0F_F0F0_0F0F_F0F0;
        assert_eq!(stable(own, !own), own);
    }
}
