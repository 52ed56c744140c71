//! The moves of a position with where they lead, and the order in which to try them.
#![expect(
    clippy::inline_always,
    reason = "what is not part of a kernel's `run` misses the instructions of its processor"
)]

use arrayvec::ArrayVec;
use reversi_game::{Square, SquareSet};

use crate::endgame::mobility;
use crate::kernel::{CORNERS, Kernel, Sides};
use crate::score::Value;

/// A legal move. The highest key is tried first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) square: Square,
    pub(crate) after: Sides,
    /// What the position after it is worth to the side to move there, where that ordered the moves.
    pub(crate) estimate: Option<Value>,
    /// How promising it looks, and before all that look as promising in scan order; only comparisons within
    /// one position mean anything.
    key: i32,
}

/// The moves of one position; no board has more than 64 legal squares.
pub(crate) type Moves = ArrayVec<Move, 64>;

/// More than any other move promises.
const FIRST: i32 = 1 << 20;

/// What one legal square of the opponent costs against [`SQUARE_KEYS`]; chosen by node counts.
const MOBILITY_KEY: i32 = 8;

/// How promising a square is by its place alone: corners, then the squares that seldom cost one.
#[rustfmt::skip]
const SQUARE_KEYS: [i8; 64] = [
    36,  4, 16, 12, 12, 16,  4, 36,
     4,  0,  8,  6,  6,  8,  0,  4,
    16,  8, 14, 10, 10, 14,  8, 16,
    12,  6, 10,  0,  0, 10,  6, 12,
    12,  6, 10,  0,  0, 10,  6, 12,
    16,  8, 14, 10, 10, 14,  8, 16,
     4,  0,  8,  6,  6,  8,  0,  4,
    36,  4, 16, 12, 12, 16,  4, 36,
];

/// The squares from promising to poor, for where rating each would cost too much: corners, all
/// others, the squares beside corners.
pub(crate) const GROUPS: [u64; 3] = [CORNERS, !(CORNERS | BESIDE_CORNERS), BESIDE_CORNERS];

const BESIDE_CORNERS: u64 = 0x42C3_0000_0000_C342;

/// Returns the moves in scan order.
pub(crate) fn moves(kernel: impl Kernel, sides: Sides, legal: SquareSet) -> Moves {
    let mut moves = Moves::new();
    fill(&mut moves, kernel, sides, legal);
    moves
}

/// Adds the moves in scan order. Filled in place, because moving a list of this size costs as much as
/// filling it.
#[inline(always)]
pub(crate) fn fill(moves: &mut Moves, kernel: impl Kernel, sides: Sides, legal: SquareSet) {
    for square in legal {
        let after = sides.placed(square, kernel.flips(sides, square));
        moves.push(Move { square, after, estimate: None, key: 0 });
    }
}

/// Orders moves by the square of the last search and by place alone, which costs next to nothing.
pub(crate) fn order_by_square(moves: &mut Moves, best: Option<Square>) {
    for mv in moves.iter_mut() {
        mv.key = key(square_promise(mv.square, best), mv.square);
    }
    sort(moves);
}

/// Rates moves by the square of the last search, then by what the position after each is worth to the side
/// to move there.
#[inline(always)]
pub(crate) fn rate_by_value(
    moves: &mut Moves,
    best: Option<Square>,
    estimate: impl Fn(&Move) -> Value,
) {
    for mv in moves.iter_mut() {
        let known = if best == Some(mv.square) { FIRST } else { 0 };
        let estimate = estimate(mv);
        mv.estimate = Some(estimate);
        mv.key = key(known - estimate, mv.square);
    }
}

/// Rates moves by the square of the last search, then by few replies and good squares.
#[inline(always)]
pub(crate) fn rate_by_replies(kernel: impl Kernel, moves: &mut Moves, best: Option<Square>) {
    for mv in moves.iter_mut() {
        let replies = mobility(kernel.legal(mv.after));
        mv.key = key(square_promise(mv.square, best) - MOBILITY_KEY * replies, mv.square);
    }
}

/// Takes the most promising of the moves that are left. Where the first moves decide, this is
/// cheaper than sorting all of them.
#[inline(always)]
pub(crate) fn take_best(moves: &mut Moves) -> Option<Move> {
    let mut best = 0;
    let mut most = moves.first()?.key;
    for (i, mv) in moves.iter().enumerate().skip(1) {
        if mv.key > most {
            (best, most) = (i, mv.key);
        }
    }
    Some(moves.swap_remove(best))
}

/// Returns the key of a move that promises so much.
#[inline(always)]
const fn key(promise: i32, square: Square) -> i32 {
    promise * 64 - square.index() as i32
}

#[inline(always)]
fn square_promise(square: Square, best: Option<Square>) -> i32 {
    let known = if best == Some(square) { FIRST } else { 0 };
    known + i32::from(SQUARE_KEYS[square.index()])
}

fn sort(moves: &mut Moves) {
    moves.sort_unstable_by_key(|mv| -mv.key);
}
