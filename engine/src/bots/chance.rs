//! Chance that can be repeated: everything drawn depends on the request alone.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

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
