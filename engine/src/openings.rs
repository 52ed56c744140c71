//! Openings drawn at random, for games that are to differ.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};
use reversi_game::{Game, Square};

/// Draws openings of `plies` random plies from the start; games that end so early are drawn again.
pub fn random_openings(count: usize, plies: usize, seed: u64) -> Vec<Game> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..count).map(|_| random_opening(plies, &mut rng)).collect()
}

/// Draws a game of `plies` random plies from the start that is not over.
pub fn random_opening(plies: usize, rng: &mut impl Rng) -> Game {
    loop {
        let mut game = Game::default();
        while game.ply() < plies && !game.is_over() {
            let legal: Vec<Square> = game.legal().iter().collect();
            let drawn = game.play(legal[rng.random_range(0..legal.len())]);
            debug_assert!(drawn.is_ok(), "a square drawn from the legal ones is legal");
        }
        if !game.is_over() {
            return game;
        }
    }
}

#[cfg(test)]
/// Plays legal squares chosen by `choices` until they are used up or the game ends.
pub(crate) fn played(choices: &[usize]) -> Game {
    let mut game = Game::default();
    for choice in choices {
        let legal: Vec<Square> = game.legal().iter().collect();
        let Some(&square) = legal.get(choice % legal.len().max(1)) else { break };
        game.play(square).unwrap();
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_openings_repeat_with_their_seed() {
        let openings = random_openings(5, 8, 1);
        assert_eq!(openings, random_openings(5, 8, 1));
        assert_ne!(openings, random_openings(5, 8, 2));
        assert!(openings.iter().all(|game| game.ply() >= 8));
    }
}
