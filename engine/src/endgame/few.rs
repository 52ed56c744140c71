//! The last plies of the exact solver, where looking at every empty square is cheapest.

use reversi_game::{Square, SquareSet};

use crate::control::Meter;
use crate::kernel::{Sides, neighbourhood};

/// The four 4×4 quadrants, regions good enough for parity.
const QUADRANTS: [u64; 4] =
    [0x0000_0000_0F0F_0F0F, 0x0000_0000_F0F0_F0F0, 0x0F0F_0F0F_0000_0000, 0xF0F0_F0F0_0000_0000];

/// The squares around each square.
const NEIGHBOURS: [u64; 64] = neighbours();

const fn neighbours() -> [u64; 64] {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = neighbourhood(1 << i) & !(1 << i);
        i += 1;
    }
    table
}

/// Returns the quadrants that hold an odd number of empties: who plays first there can play last.
pub(super) fn odd_quadrants(empties: u64) -> u64 {
    QUADRANTS
        .iter()
        .filter(|&quadrant| (empties & quadrant).count_ones() % 2 == 1)
        .fold(0, |odd, quadrant| odd | quadrant)
}

/// Returns the mover's result with a handful of empties: exact between `alpha` and `beta`, else
/// a bound beyond the one it passed.
pub(super) fn discs(meter: &mut Meter<'_>, sides: Sides, alpha: i32, beta: i32) -> i32 {
    meter.enter_unpolled();
    let empties = sides.empties();
    if empties & empties.wrapping_sub(1) == 0 {
        return last(sides, empties);
    }
    let odd = odd_quadrants(empties);
    let mut best = None;
    for square in SquareSet(empties & odd).iter().chain(SquareSet(empties & !odd)) {
        if NEIGHBOURS[square.index()] & sides.opponent == 0 {
            continue;
        }
        let flips = sides.flips(square);
        if flips == 0 {
            continue;
        }
        let low = best.map_or(alpha, |best| alpha.max(best));
        let discs = -discs(meter, sides.placed(square, flips), -beta, -low);
        if discs >= beta {
            return discs;
        }
        best = best.max(Some(discs));
    }
    best.unwrap_or_else(|| {
        let passed = sides.passed();
        if passed.legal().is_empty() {
            sides.final_discs()
        } else {
            -self::discs(meter, passed, -beta, -alpha)
        }
    })
}

/// Returns the result with at most one empty square: whoever can fill it does.
fn last(sides: Sides, empties: u64) -> i32 {
    let Some(square) = Square::from_index(empties.trailing_zeros() as usize) else {
        return sides.final_discs();
    };
    let difference = sides.disc_difference();
    let flips = sides.flips(square).count_ones() as i32;
    if flips > 0 {
        return difference + 2 * flips + 1;
    }
    let replies = sides.passed().flips(square).count_ones() as i32;
    if replies > 0 { difference - 2 * replies - 1 } else { sides.final_discs() }
}
