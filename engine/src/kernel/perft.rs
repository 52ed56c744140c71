//! Counting the leaves of the game tree, the known test of move generation.

use reversi_game::Position;

use super::Sides;

/// Counts the leaves at `depth_plies` plies. A forced pass is a ply; a game that ends earlier is
/// one leaf. The last ply is counted without making its placements.
pub fn perft(position: &Position, depth_plies: u32) -> u64 {
    leaves(Sides::of(position), depth_plies)
}

fn leaves(sides: Sides, depth_plies: u32) -> u64 {
    if depth_plies == 0 {
        return 1;
    }
    let legal = sides.legal();
    if legal.is_empty() {
        let passed = sides.passed();
        return if passed.legal().is_empty() { 1 } else { leaves(passed, depth_plies - 1) };
    }
    if depth_plies == 1 {
        return u64::from(legal.len());
    }
    legal.iter().map(|square| leaves(sides.after(square), depth_plies - 1)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_has_the_published_leaves() {
        // Aart Bik's page on Reversi; the ninth is the first in which a pass counts.
        const LEAVES: [u64; 9] = [4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288];
        for (depth_plies, leaves) in (1..).zip(LEAVES) {
            assert_eq!(perft(&Position::START, depth_plies), leaves, "depth {depth_plies}");
        }
    }
}
