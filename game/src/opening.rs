//! The names of openings, found by position: under every symmetry, and whatever the order of moves.

use std::sync::LazyLock;

use crate::position::Position;
use crate::record::Game;
use crate::square::SquareSet;
use crate::transcript::Transcript;

/// Lines of moves and a name.
const NAMED_LINES: &str = include_str!("../data/openings.txt");

/// The discs of the side to move and of the other one.
type Key = [SquareSet; 2];

/// Sorted: there are so few that finding one is quicker than hashing it.
static NAMES: LazyLock<Vec<(Key, &str)>> = LazyLock::new(|| {
    let images = |(key, name)| images(key).map(|image| (image, name));
    let mut names: Vec<_> = named_positions().flat_map(images).collect();
    names.sort_unstable();
    names.dedup();
    names
});

/// Discs on the board in the last position with a name; later ones need not be looked up.
static DISCS_MAX: LazyLock<u32> =
    LazyLock::new(|| NAMES.iter().map(|(key, _)| discs(key)).max().unwrap_or(0));

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
    let at = NAMES.binary_search_by_key(&key(position), |(key, _)| *key).ok()?;
    Some(NAMES[at].1)
}

impl Game {
    /// Returns the last named opening that the game has gone through.
    pub fn opening(&self) -> Option<Opening> {
        self.opening_at(self.ply())
    }

    /// Returns the last named opening that the game had gone through before a ply.
    pub fn opening_at(&self, ply: usize) -> Option<Opening> {
        let positions = &self.positions()[..=ply.min(self.ply())];
        let named = positions.partition_point(|position| discs(&key(position)) <= *DISCS_MAX);
        let mut named = positions[..named].iter().enumerate().rev();
        named.find_map(|(ply, position)| Some(Opening { name: opening_name(position)?, ply }))
    }
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
    [position.to_move, position.to_move.opponent()].map(|side| position.board.discs(side))
}

fn discs(key: &Key) -> u32 {
    key.iter().map(|discs| discs.len()).sum()
}

/// Returns the eight positions that differ from one by rotation or reflection only, itself among them.
fn images(mut key: Key) -> [Key; 8] {
    let mut turn = 0;
    [(); 8].map(|()| {
        turn += 1;
        // Reflecting in two neighbouring axes by turns goes through all eight.
        let reflected = if turn % 2 == 0 { SquareSet::transposed } else { SquareSet::upside_down };
        key = key.map(reflected);
        key
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn game(moves: &str) -> Game {
        Game::replay(Position::START, &moves.parse().unwrap()).unwrap()
    }

    fn name(moves: &str) -> Option<&'static str> {
        game(moves).opening().map(|opening| opening.name)
    }

    #[test]
    fn every_named_opening_has_its_own_position() {
        let lines = NAMED_LINES.lines().filter(|line| !line.starts_with('#')).count();
        let of_each: Vec<HashSet<Key>> =
            named_positions().map(|(key, _)| images(key).into()).collect();
        let together = of_each.iter().map(HashSet::len).sum::<usize>();
        assert_eq!((lines, of_each.len(), NAMES.len()), (86, 86, together));
    }

    #[test]
    fn the_last_named_position_names_the_game() {
        assert_eq!(name(""), None);
        assert_eq!(name("f5"), None);
        assert_eq!(name("f5f4"), Some("Parallel"));
        assert_eq!(name("f5f6e6d6"), Some("Diagonal"));
        let tiger = game("f5d6c3d3c4");
        assert_eq!(tiger.opening(), Some(Opening { name: "Tiger", ply: 5 }));
        assert_eq!(tiger.opening_at(4), Some(Opening { name: "Perpendicular", ply: 2 }));
        assert_eq!(name("f5d6c3d3c4f4f6"), Some("Stephenson"));
        assert_eq!(name("f5d6c3d3c4f4f6f7"), Some("Stephenson"));
    }

    #[test]
    fn a_whole_game_is_named_as_by_a_look_at_each_of_its_positions() {
        let named: Vec<(Key, &str)> = named_positions()
            .flat_map(|(key, name)| images(key).map(|image| (image, name)))
            .collect();
        for variant in 0..20 {
            let mut game = Game::default();
            let mut last = None;
            while !game.is_over() {
                let legal: Vec<_> = game.legal().iter().collect();
                game.play(legal[variant % legal.len()]).unwrap();
                let here = named.iter().find(|(it, _)| *it == key(&game.position()));
                last = here.map(|(_, name)| Opening { name, ply: game.ply() }).or(last);
                assert_eq!(game.opening(), last);
            }
        }
    }

    #[test]
    fn symmetries_and_the_order_of_moves_do_not_matter() {
        // The four symmetric lines that begin with each of Black's first moves.
        for tiger in ["f5d6c3d3c4", "d3c5f6f5e6", "c4e3f6e6f5", "e6f4c3c4d3"] {
            assert_eq!(name(tiger), Some("Tiger"), "{tiger}");
        }
        assert_eq!(name("f5d6c4d3c3"), Some("Tiger"));
    }

    #[test]
    fn who_moves_first_does_not_matter() {
        let start = Position { to_move: crate::Color::White, ..Position::START };
        let tiger = Game::replay(start, &"f4d3c6d6c5".parse().unwrap()).unwrap();
        assert_eq!(tiger.opening().map(|opening| opening.name), Some("Tiger"));
    }
}
