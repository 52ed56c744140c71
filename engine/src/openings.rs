//! Openings drawn at random, for games that are to differ: any, and those that are about even.

use std::io::{self, Read, Write};
use std::sync::LazyLock;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};
use reversi_game::{Game, Square};

/// The openings of eight plies after which neither side is ahead by more than a disc, as the engine sees it: gzip
/// around a line of moves each. All begin with f5: there are no two that differ by symmetry.
static EVEN: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut text = String::new();
    GzDecoder::new(include_bytes!("../data/xot.gz").as_slice())
        .read_to_string(&mut text)
        .expect("the bytes in the program are text");
    text.lines().map(str::to_owned).collect()
});

/// Draws an even opening by lot, each as likely as the other: eight moves, such as `f5d6c3d3c4f4f6f3`.
pub fn even_opening(lot: u64) -> &'static str {
    &EVEN[(lot % EVEN.len() as u64) as usize]
}

/// Writes a list of even openings as the program has it.
///
/// # Errors
/// What the writer reports.
pub fn write_openings<'a>(
    games: impl IntoIterator<Item = &'a Game>,
    packed: impl Write,
) -> io::Result<()> {
    let mut out = GzEncoder::new(packed, Compression::best());
    for game in games {
        writeln!(out, "{}", game.transcript())?;
    }
    out.finish()?.flush()
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use reversi_game::Position;

    use super::*;

    #[test]
    fn even_openings_are_ten_thousand_games_of_eight_plies() {
        let check = |moves: &String| {
            let game = Game::replay(Position::START, &moves.parse().unwrap()).unwrap();
            assert_eq!((game.ply(), &moves[..2], game.is_over()), (8, "f5", false), "{moves}");
        };
        EVEN.iter().for_each(check);
        assert_eq!(EVEN.iter().collect::<HashSet<_>>().len(), EVEN.len());
        assert!(EVEN.len() >= 10_000, "{} openings", EVEN.len());
        assert_eq!(even_opening(EVEN.len() as u64 + 3), EVEN[3]);
    }

    #[test]
    fn random_openings_repeat_with_their_seed() {
        let openings = random_openings(5, 8, 1);
        assert_eq!(openings, random_openings(5, 8, 1));
        assert_ne!(openings, random_openings(5, 8, 2));
        assert!(openings.iter().all(|game| game.ply() >= 8));
    }
}
