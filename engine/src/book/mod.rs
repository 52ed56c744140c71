//! The opening book: positions from the start of the game on, each with what its mover can expect
//! when both sides play on well. Of positions that differ by symmetry only it has one, and it has no
//! moves: where a move leads is looked up.

mod file;
mod growth;
mod umigame;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use rand::{Rng, RngExt};
use reversi_game::{Position, Square};

use crate::kernel::Sides;
use crate::player::Answer;
use crate::score::{Score, Value};
use crate::symmetry::canonical;

pub use file::BookError;
pub use umigame::Umigame;

/// Positions with their values; those that were expanded are worth what their best move is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// By the canonical picture.
    entries: BTreeMap<Sides, Entry>,
}

/// What the book knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    /// For the mover, within ±[`crate::score::INFINITE`].
    value: Value,
    /// Plies looked ahead on the line that the value rests on.
    depth_plies: u8,
    /// Whether the positions after its good moves are in the book, too, and decide its value.
    is_expanded: bool,
}

/// A move that the book knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// A legal square.
    pub square: Square,
    /// What the mover can expect after placing there.
    pub score: Score,
    /// Plies looked ahead on the line that the score rests on, this move included.
    pub depth_plies: u32,
}

/// A move and the position that it leads to, both in the book.
#[derive(Clone, Copy)]
struct Link {
    square: Square,
    reached: Reached,
    /// For the side that makes the move.
    value: Value,
    /// This move included.
    depth_plies: u8,
}

/// Where a move leads, a pass that it forces included.
#[derive(Clone, Copy)]
struct Reached {
    /// The canonical picture of the position.
    sides: Sides,
    /// Who is to move there.
    next: Next,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// The side that made the move: the other one has to pass.
    Mover,
    Opponent,
}

impl Reached {
    fn after(sides: Sides, square: Square) -> Self {
        let after = sides.after(square);
        if after.legal().is_empty() && !after.is_over() {
            Self { sides: canonical(after.passed()), next: Next::Mover }
        } else {
            Self { sides: canonical(after), next: Next::Opponent }
        }
    }

    /// Turns the value for whoever is to move there into that for the side that made the move, and
    /// back.
    const fn turned(self, value: Value) -> Value {
        match self.next {
            Next::Mover => value,
            Next::Opponent => -value,
        }
    }
}

impl Book {
    /// Returns the book that the engine plays by.
    ///
    /// # Panics
    /// Never: a test reads the same bytes.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: OnceLock<Book> = OnceLock::new();
        EMBEDDED.get_or_init(|| {
            Self::read(include_bytes!("../../data/book.gz").as_slice())
                .expect("the bytes in the program are a book")
        })
    }

    /// Returns a book that knows the start of the game and nothing of it.
    pub fn blank() -> Self {
        let unknown = Entry { value: 0, depth_plies: 0, is_expanded: false };
        Self { entries: BTreeMap::from([(start(), unknown)]) }
    }

    /// Returns the number of positions, those that differ by symmetry counted once.
    pub fn positions_count(&self) -> usize {
        self.entries.len()
    }

    /// Returns what the mover of a position in the book can expect.
    pub fn score(&self, position: &Position) -> Option<Score> {
        let entry = self.entry(Sides::of(position))?;
        Some(Score::from_value(entry.value))
    }

    /// Returns the moves that the book knows at a position, the best first. Where moves are
    /// known at all, the best is among them; moves that lose much may be left out.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let known = |link: &Link| BookMove {
            square: link.square,
            score: Score::from_value(link.value),
            depth_plies: link.depth_plies.into(),
        };
        self.links(Sides::of(position)).iter().map(known).collect()
    }

    /// Draws a move, each as likely as the other, among those that lose at most `randomness` on the
    /// best one, and expects the best of the book after it.
    pub(crate) fn choose(
        &self,
        sides: Sides,
        randomness: Value,
        rng: &mut impl Rng,
    ) -> Option<Answer> {
        let mut links = self.links(sides);
        let best = links.first()?.value;
        links.retain(|link| best - link.value <= randomness);
        let link = links[rng.random_range(0..links.len())];
        Some(Answer {
            square: link.square,
            score: Some(Score::from_value(link.value)),
            depth_plies: link.depth_plies.into(),
            nodes: 0,
            line: self.line(sides, link.square),
            is_exact: false,
        })
    }

    /// Follows the best moves of the book after a first one.
    fn line(&self, mut sides: Sides, first: Square) -> Vec<Square> {
        let mut line = Vec::new();
        let mut next = Some(first);
        while let Some(square) = next {
            line.push(square);
            sides = sides.after(square);
            if sides.legal().is_empty() {
                sides = sides.passed();
            }
            next = self.links(sides).first().map(|link| link.square);
        }
        line
    }

    fn entry(&self, sides: Sides) -> Option<&Entry> {
        self.entries.get(&canonical(sides))
    }

    /// Returns the moves into the book from any picture of an expanded position, the best first.
    /// None from others: a few of their moves may happen to lead into the book, but not the best.
    fn links(&self, sides: Sides) -> Vec<Link> {
        if !self.entry(sides).is_some_and(|entry| entry.is_expanded) {
            return Vec::new();
        }
        let link = |square| {
            let reached = Reached::after(sides, square);
            let entry = self.entries.get(&reached.sides)?;
            let value = reached.turned(entry.value);
            Some(Link { square, reached, value, depth_plies: entry.depth_plies + 1 })
        };
        let mut links: Vec<Link> = sides.legal().iter().filter_map(link).collect();
        links.sort_by_key(|link| Reverse((link.value, link.depth_plies)));
        links
    }

    /// Gives every expanded position the value of its best move, from the last positions up.
    fn settle(&mut self) {
        let expanded = self.entries.iter().filter(|(_, entry)| entry.is_expanded);
        let mut upward: Vec<Sides> = expanded.map(|(&sides, _)| sides).collect();
        upward.sort_by_key(|sides| sides.empties_count());
        for sides in upward {
            if let Some(&Link { value, depth_plies, .. }) = self.links(sides).first() {
                self.entries.insert(sides, Entry { value, depth_plies, is_expanded: true });
            }
        }
    }
}

/// Returns the start of the game as the book has it.
fn start() -> Sides {
    canonical(Sides::of(&Position::START))
}

#[cfg(test)]
mod tests;
