//! Chance that can be repeated: everything drawn depends on the request alone.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use reversi_game::Square;

use super::Choice;
use crate::kernel::Sides;

/// Returns a generator for this seed and position. The position is part of the seed, so that one
/// seed for a whole game doesn't draw the same number at every ply.
pub(super) fn rng(seed: u64, sides: Sides) -> ChaCha8Rng {
    let mut bytes = [0; 32];
    for (chunk, word) in bytes.chunks_mut(8).zip([seed, sides.mover, sides.opponent, 0]) {
        chunk.copy_from_slice(&word.to_le_bytes());
    }
    ChaCha8Rng::from_seed(bytes)
}

/// A legal square drawn uniformly, in 000 and 001.
pub(super) fn any_legal(choice: &Choice<'_>) -> Option<Square> {
    let mut rng = rng(choice.request.seed, choice.sides);
    let count = choice.legal.len();
    (count > 0)
        .then(|| rng.random_range(0..count as usize))
        .and_then(|n| choice.legal.iter().nth(n))
}
