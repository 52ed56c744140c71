//! What a rule chooses from, chance that can be repeated, and the rules that several reports have.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use reversi_game::{Square, SquareSet};

use crate::kernel::Sides;
use crate::player::Request;

/// What a rule chooses from.
pub(super) struct Choice<'a> {
    pub(super) request: &'a Request,
    pub(super) sides: Sides,
    pub(super) legal: SquareSet,
}

impl<'a> Choice<'a> {
    pub(super) fn of(request: &'a Request) -> Self {
        let sides = Sides::of(&request.position);
        Self { request, sides, legal: sides.legal() }
    }

    /// Returns the number of discs that placing on `square` turns.
    pub(super) fn flips_count(&self, square: Square) -> u32 {
        self.sides.flips(square).count_ones()
    }

    /// Returns the square with the largest key, the first in scan order among equals.
    pub(super) fn first_max<K: Ord>(&self, key: impl FnMut(Square) -> K) -> Option<Square> {
        first_max(self.legal, key)
    }
}

/// Returns the member with the largest key, the first in scan order among equals.
pub(super) fn first_max<K: Ord>(
    squares: SquareSet,
    mut key: impl FnMut(Square) -> K,
) -> Option<Square> {
    let keyed = squares.iter().map(|square| (key(square), square));
    keyed.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, square)| square)
}

/// The most flips, the first in scan order among equals: the beginner's greed, in 000 and 002.
pub(super) fn most_flips(choice: &Choice<'_>) -> Option<Square> {
    choice.first_max(|square| choice.flips_count(square))
}

/// The first legal square in scan order, in 003 and 004.
pub(super) fn first_legal(choice: &Choice<'_>) -> Option<Square> {
    choice.legal.iter().next()
}

/// A legal square drawn uniformly, in 000 and 001.
pub(super) fn any_legal(choice: &Choice<'_>) -> Option<Square> {
    let mut rng = rng(choice.request.seed, choice.sides);
    let count = choice.legal.len();
    (count > 0)
        .then(|| rng.random_range(0..count as usize))
        .and_then(|n| choice.legal.iter().nth(n))
}

/// Returns a generator for this seed and position. The position is part of the seed, so that one
/// seed for a whole game doesn't draw the same number at every ply.
pub(super) fn rng(seed: u64, sides: Sides) -> ChaCha8Rng {
    let mut bytes = [0; 32];
    for (chunk, word) in bytes.chunks_mut(8).zip([seed, sides.mover, sides.opponent, 0]) {
        chunk.copy_from_slice(&word.to_le_bytes());
    }
    ChaCha8Rng::from_seed(bytes)
}
