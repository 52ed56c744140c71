//! The names of openings, found by position: under every symmetry, and whatever the order of moves.
//! Openings drawn at random, for games that are to differ.

use std::collections::HashMap;
use std::sync::OnceLock;

use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};
use reversi_game::{Game, Position, Square, Transcript};

use crate::kernel::Sides;

/// Lines of moves and a name.
const NAMED_LINES: &str = include_str!("../data/openings.txt");

/// Discs of the mover and of the opponent in a canonical position.
type Key = (u64, u64);

/// An opening that a game has gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// What players call it; several names are separated by commas.
    pub name: &'static str,
    /// The ply after which the game stood in it.
    pub ply: usize,
}

/// Returns the name of the opening that ends in exactly this position, if it has one.
pub fn opening_name(position: &Position) -> Option<&'static str> {
    static NAMES: OnceLock<HashMap<Key, &'static str>> = OnceLock::new();
    NAMES.get_or_init(|| named_positions().collect()).get(&key(position)).copied()
}

/// Returns the last named opening that a game has gone through.
pub fn opening_of(game: &Game) -> Option<Opening> {
    (0..=game.ply()).rev().find_map(|ply| {
        let name = opening_name(&game.position_at(ply)?)?;
        Some(Opening { name, ply })
    })
}

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

/// Returns the positions of the table; a line that is not a game would be left out.
fn named_positions() -> impl Iterator<Item = (Key, &'static str)> {
    NAMED_LINES.lines().filter_map(|line| {
        let (moves, name) = line.split_once(' ').filter(|_| !line.starts_with('#'))?;
        let game = Game::replay(Position::START, &moves.parse::<Transcript>().ok()?).ok()?;
        Some((key(&game.position()), name))
    })
}

fn key(position: &Position) -> Key {
    let sides = Sides::of(position).canonical();
    (sides.mover, sides.opponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &str) -> Game {
        Game::replay(Position::START, &moves.parse().unwrap()).unwrap()
    }

    fn name(moves: &str) -> Option<&'static str> {
        opening_of(&game(moves)).map(|opening| opening.name)
    }

    #[test]
    fn random_openings_repeat_with_their_seed() {
        let openings = random_openings(5, 8, 1);
        assert_eq!(openings, random_openings(5, 8, 1));
        assert_ne!(openings, random_openings(5, 8, 2));
        assert!(openings.iter().all(|game| game.ply() >= 8));
    }

    #[test]
    fn every_named_opening_has_its_own_position() {
        let lines = NAMED_LINES.lines().filter(|line| !line.starts_with('#')).count();
        let names: HashMap<Key, &str> = named_positions().collect();
        assert_eq!((lines, names.len()), (86, 86));
    }

    #[test]
    fn the_last_named_position_names_the_game() {
        assert_eq!(name(""), None);
        assert_eq!(name("f5"), None);
        assert_eq!(name("f5f4"), Some("Parallel"));
        assert_eq!(name("f5f6e6d6"), Some("Diagonal"));
        assert_eq!(opening_of(&game("f5d6c3d3c4")).map(|opening| opening.ply), Some(5));
        assert_eq!(name("f5d6c3d3c4f4f6"), Some("Stephenson"));
        assert_eq!(name("f5d6c3d3c4f4f6f7"), Some("Stephenson"));
    }

    #[test]
    fn symmetries_and_the_order_of_moves_do_not_matter() {
        // The four symmetric lines that begin with each of Black's first moves.
        for tiger in ["f5d6c3d3c4", "d3c5f6f5e6", "c4e3f6e6f5", "e6f4c3c4d3"] {
            assert_eq!(name(tiger), Some("Tiger"), "{tiger}");
        }
        assert_eq!(name("f5d6c4d3c3"), Some("Tiger"));
    }
}
