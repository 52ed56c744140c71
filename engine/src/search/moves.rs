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

/// A legal move. The highest key is tried first, and among equals the first in scan order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) square: Square,
    pub(crate) after: Sides,
    /// How promising it looks; only comparisons within one position mean anything.
    key: i32,
}

/// The moves of one position; no board has more than 64 legal squares.
pub(crate) type Moves = ArrayVec<Move, 64>;

/// A key above every other.
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
#[inline(always)]
pub(crate) fn moves(kernel: impl Kernel, sides: Sides, legal: SquareSet) -> Moves {
    let mut moves = Moves::new();
    for square in legal {
        let after = sides.placed(square, kernel.flips(sides, square));
        moves.push(Move { square, after, key: 0 });
    }
    moves
}

/// Orders moves by the square of the last search and by place alone, which costs next to nothing.
pub(crate) fn order_by_square(moves: &mut Moves, best: Option<Square>) {
    for mv in moves.iter_mut() {
        mv.key = square_key(mv.square, best);
    }
    sort(moves);
}

/// Rates moves by the square of the last search, then by what each is worth by itself.
#[inline(always)]
pub(crate) fn rate_by_value(
    moves: &mut Moves,
    best: Option<Square>,
    value: impl Fn(&Move) -> Value,
) {
    for mv in moves.iter_mut() {
        let known = if best == Some(mv.square) { FIRST } else { 0 };
        mv.key = known + value(mv);
    }
}

/// Rates moves by the square of the last search, then by few replies and good squares.
#[inline(always)]
pub(crate) fn rate_by_replies(kernel: impl Kernel, moves: &mut Moves, best: Option<Square>) {
    for mv in moves.iter_mut() {
        mv.key = square_key(mv.square, best) - MOBILITY_KEY * mobility(kernel.legal(mv.after));
    }
}

/// Takes the most promising of the moves that are left. Where the first moves decide, this is
/// cheaper than sorting all of them.
#[inline(always)]
pub(crate) fn take_best(moves: &mut Moves) -> Option<Move> {
    let (index, _) =
        moves.iter().enumerate().max_by_key(|(_, mv)| (mv.key, std::cmp::Reverse(mv.square)))?;
    moves.swap_pop(index)
}

#[inline(always)]
fn square_key(square: Square, best: Option<Square>) -> i32 {
    let known = if best == Some(square) { FIRST } else { 0 };
    known + i32::from(SQUARE_KEYS[square.index()])
}

fn sort(moves: &mut Moves) {
    moves.sort_unstable_by_key(|mv| (-mv.key, mv.square));
}
