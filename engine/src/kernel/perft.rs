//! Counting the leaves of the game tree, the known test of move generation.

use reversi_game::Position;

use super::dispatch::{Work, with_fastest};
use super::processor::Kernel;
use super::sides::Sides;

/// Counts the leaves at `depth_plies` plies. A forced pass is a ply; a game that ends earlier is
/// one leaf. The last ply is counted without making its placements.
pub fn perft(position: &Position, depth_plies: u32) -> u64 {
    with_fastest(Perft { sides: Sides::of(position), depth_plies })
}

struct Perft {
    sides: Sides,
    depth_plies: u32,
}

impl Work for Perft {
    type Output = u64;

    fn with<K: Kernel>(self, kernel: K) -> u64 {
        leaves(kernel, self.sides, self.depth_plies)
    }
}

fn leaves<K: Kernel>(kernel: K, sides: Sides, depth_plies: u32) -> u64 {
    kernel.run(
        #[inline(always)]
        move || {
            if depth_plies == 0 {
                return 1;
            }
            let legal = kernel.legal(sides);
            if legal.is_empty() {
                let passed = sides.passed();
                let is_over = kernel.legal(passed).is_empty();
                return if is_over { 1 } else { leaves(kernel, passed, depth_plies - 1) };
            }
            if depth_plies == 1 {
                return u64::from(legal.len());
            }
            let after = |square| sides.placed(square, kernel.flips(sides, square));
            legal.iter().map(|square| leaves(kernel, after(square), depth_plies - 1)).sum()
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Portable;

    #[test]
    fn the_start_has_the_published_leaves() {
        // Aart Bik's page on Reversi; the ninth is the first in which a pass counts.
        const LEAVES: [u64; 9] = [4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288];
        for (depth_plies, leaves) in (1..).zip(LEAVES) {
            assert_eq!(perft(&Position::START, depth_plies), leaves, "depth {depth_plies}");
            let start = Sides::of(&Position::START);
            assert_eq!(super::leaves(Portable, start, depth_plies), leaves, "depth {depth_plies}");
        }
    }
}
