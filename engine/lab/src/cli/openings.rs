//! `openings`: the list that even openings are drawn from.

use std::collections::{HashMap, HashSet};
use std::io::BufWriter;
use std::path::PathBuf;
use std::thread::{self, ScopedJoinHandle};

use reversi_engine::{
    Control, Limits, Request, Score, Selectivity, Sides, StopFlag, best_move, stopwatch,
    write_openings,
};
use reversi_game::{Game, Position, Square};

use super::files::write_whole;
use crate::streams::{note, say};

/// Writes the openings after which both sides are about even, of all that have so many plies. Prints the first that
/// leads to each position, with what its mover can expect in hundredths of a disc.
#[derive(clap::Args)]
pub(crate) struct Openings {
    /// The file to write: gzip around a line of moves each.
    file: PathBuf,
    /// Plies of an opening.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=8))]
    plies: u32,
    /// Plies to look ahead.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Discs, rounded, that either side may be ahead by.
    #[arg(long, default_value_t = 1)]
    within: i32,
}

/// Plies that the first look takes ahead.
const GLANCE_PLIES: u32 = 6;

/// By how many hundredths of a disc more than asked for a side may be ahead by the first look. Chosen: more than the
/// two looks differ by in all but a few positions, which are then missing.
const GLANCE_MARGIN: i32 = 350;

impl Openings {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let clock = stopwatch();
        let openings = openings(self.plies as usize);
        let firsts = first_of_each_position(&openings);
        note!("{} positions {:.0} s", firsts.len(), clock().as_secs_f64());
        let threads = thread::available_parallelism()?.get();
        let even: HashMap<Sides, (&Game, Score)> = thread::scope(|scope| {
            let shares = firsts.chunks(firsts.len().div_ceil(threads));
            let searches: Vec<_> =
                shares.map(|share| scope.spawn(|| self.even_of(share))).collect();
            let found =
                |search: ScopedJoinHandle<'_, _>| search.join().expect("a search does not panic");
            searches.into_iter().flat_map(found).collect()
        });
        for first in firsts {
            if let Some((_, value)) = even.get(&key(first)) {
                say!("{} {}", first.transcript(), value.hundredths());
            }
        }
        let lines: Vec<&Game> =
            openings.iter().filter(|game| even.contains_key(&key(game))).collect();
        note!("{} openings {:.0} s", lines.len(), clock().as_secs_f64());
        write_whole(&self.file, |file| write_openings(lines, BufWriter::new(file)))
    }

    fn even_of<'a>(&self, firsts: &[&'a Game]) -> Vec<(Sides, (&'a Game, Score))> {
        let even = |game: &&'a Game| Some((key(game), (*game, self.even(&game.position())?)));
        firsts.iter().filter_map(even).collect()
    }

    /// Returns the value of a position that is about even.
    fn even(&self, position: &Position) -> Option<Score> {
        let seems_even =
            |glance: Score| glance.hundredths().abs() <= self.within * 100 + GLANCE_MARGIN;
        if GLANCE_PLIES < self.depth && !value(position, GLANCE_PLIES).is_some_and(seems_even) {
            return None;
        }
        value(position, self.depth).filter(|value| value.whole_discs().abs() <= self.within)
    }
}

/// Returns the canonical position after a game.
fn key(game: &Game) -> Sides {
    Sides::of(&game.position()).canonical()
}

/// Returns what the mover can expect. Each position is searched with an empty memory
/// of its own by one thread, so that the answer depends on nothing else.
fn value(position: &Position, depth: u32) -> Option<Score> {
    let limits = Limits {
        selectivity: Selectivity::Percent95,
        table_entries: 1 << 14,
        ..Limits::depth(depth)
    };
    let request = Request::new(*position).with_limits(limits);
    let answer = best_move(&request, Control::timeless(&StopFlag::default()));
    answer.and_then(|answer| answer.score)
}

/// Returns all openings of so many plies that begin with f5, to which every first move is symmetric, in the order of
/// their squares. Nowhere so early is there a pass or an end.
fn openings(plies: usize) -> Vec<Game> {
    let mut first = Game::default();
    first.play(Square::F5).expect("it is legal");
    let longer = |game: Game| {
        let legal: Vec<Square> = game.legal().iter().collect();
        legal.into_iter().filter_map(move |square| {
            let mut game = game.clone();
            game.play(square).ok()?;
            Some(game)
        })
    };
    (1..plies).fold(vec![first], |games, _| games.into_iter().flat_map(longer).collect())
}

/// Returns the first game that leads to each position, those that differ by rotation or reflection being one.
fn first_of_each_position(games: &[Game]) -> Vec<&Game> {
    let mut known = HashSet::new();
    games.iter().filter(|game| known.insert(key(game))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_that_differ_by_symmetry_or_order_count_once() {
        // The published numbers of distinct positions after each move.
        let positions = |plies| first_of_each_position(&openings(plies)).len();
        assert_eq!([1, 2, 3, 4, 5, 6].map(positions), [1, 3, 14, 60, 322, 1773]);
        // A quarter of the published number of lines.
        assert_eq!(openings(6).len(), 8200 / 4);
    }
}
