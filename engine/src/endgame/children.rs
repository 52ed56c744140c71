//! The positions after each move, and the order in which to try them.

use arrayvec::ArrayVec;
use reversi_game::{Square, SquareSet};

use super::parity::odd_quadrants;
use crate::kernel::{CORNERS, Kernel, Sides};

/// A position after a legal move, seen from the opponent, who is to move in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) sides: Sides,
    /// Where the opponent may place.
    pub(super) replies: SquareSet,
    /// The move that led here.
    pub(super) square: Square,
    /// How promising the move looks; only comparisons within one position mean anything.
    key: i32,
}

/// The key of a move that was best before.
const FIRST: i32 = i32::MAX;

/// What a reply of the opponent costs, a corner twice, and what it brings to play first in an odd
/// region. Chosen by node counts on FFO problems 23 to 47 and nine others of 20 empties.
const REPLY_KEY: i32 = 12;
const PARITY_KEY: i32 = 4;

/// How promising a square is by its place alone. Chosen with the keys above.
#[rustfmt::skip]
const SQUARE_KEYS: [i8; 64] = [
    9, 2, 8, 6, 6, 8, 2, 9,
    2, 1, 3, 4, 4, 3, 1, 2,
    8, 3, 7, 5, 5, 7, 3, 8,
    6, 4, 5, 0, 0, 5, 4, 6,
    6, 4, 5, 0, 0, 5, 4, 6,
    8, 3, 7, 5, 5, 7, 3, 8,
    2, 1, 3, 4, 4, 3, 1, 2,
    9, 2, 8, 6, 6, 8, 2, 9,
];

/// The children of one position; no board has more than 64 legal squares.
#[derive(Default)]
pub(super) struct Children(ArrayVec<Child, 64>);

impl Children {
    /// Makes every move and rates it. Filled in place, because moving a list of this size costs
    /// as much as filling it.
    #[inline(always)]
    pub(super) fn fill<K: Kernel>(
        &mut self,
        kernel: K,
        sides: Sides,
        legal: SquareSet,
        hash_move: Option<Square>,
    ) {
        let odd = odd_quadrants(sides.empties());
        for square in legal {
            let sides = sides.placed(square, kernel.flips(sides, square));
            let replies = kernel.legal(sides);
            let key = if hash_move == Some(square) { FIRST } else { key(replies, square, odd) };
            self.0.push(Child { sides, replies, square, key });
        }
    }

    /// Rates the moves anew, but for the one that was best before.
    #[inline]
    pub(super) fn rate(&mut self, mut key: impl FnMut(&Child) -> i32) {
        for child in self.0.iter_mut().filter(|child| child.key != FIRST) {
            child.key = key(child);
        }
    }

    /// Returns how many are not yet taken.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the children not yet taken.
    pub(super) fn iter(&self) -> std::slice::Iter<'_, Child> {
        self.0.iter()
    }

    /// Takes the most promising child. Mostly few are needed, so they are picked one by one.
    #[inline(always)]
    pub(super) fn take_best(&mut self) -> Option<Child> {
        let mut best = 0;
        let mut most = self.0.first()?.key;
        for (i, child) in self.0.iter().enumerate().skip(1) {
            if child.key > most {
                (best, most) = (i, child.key);
            }
        }
        Some(self.0.swap_remove(best))
    }
}

/// Rates a move by what it leaves the opponent.
#[inline(always)]
fn key(replies: SquareSet, square: Square, odd: u64) -> i32 {
    let parity = if odd & square.bit() == 0 { 0 } else { PARITY_KEY };
    let place = i32::from(SQUARE_KEYS[square.index()]);
    place + parity - REPLY_KEY * mobility(replies)
}

/// Returns the number of replies, corners counted twice.
#[inline(always)]
pub(crate) const fn mobility(replies: SquareSet) -> i32 {
    (replies.len() + (replies.0 & CORNERS).count_ones()) as i32
}
