//! The opening book: positions from the start of the game on, each with what its mover can expect
//! when both sides play on well. Of positions that differ by symmetry only it has one, and it has no
//! moves: where a move leads is looked up.
//!
//! Its file is gzip, so that it is small and carries a checksum, around one line with the version,
//! `reversi-engine book 1`, and the positions in their order. They follow as columns, which packs better
//! than rows would: each position's mover's discs, the opponent's discs (8 bytes each, bit 0 = a1), value
//! for the mover in hundredths of a disc (2 bytes), and depth in plies, plus 128 if the position is
//! expanded. Each byte of a number has a column of its own, the lowest first.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::OnceLock;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use rand::{Rng, RngExt};
use reversi_game::{Position, Square};
use thiserror::Error;

use crate::analysis::Hint;
use crate::kernel::Sides;
use crate::player::Answer;
use crate::score::{INFINITE, Score, Value};

/// Positions with their values; those that were expanded are worth what their best move is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    pub(super) entries: BTreeMap<Sides, Entry>,
}

/// What the book knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// For the mover, within ±[`crate::score::INFINITE`].
    pub(super) value: Value,
    /// Plies looked ahead on the line that the value rests on.
    pub(super) depth_plies: u8,
    /// Whether the positions after its good moves are in the book, too, and decide its value.
    pub(super) is_expanded: bool,
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
    /// Where the move leads, which is in the book, too.
    pub reached: Reached,
}

/// Where a move leads, a pass that it forces included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The canonical position.
    pub sides: Sides,
    /// Who is to move there.
    pub next: Next,
}

/// Who is to move after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The side that made the move: the other one has to pass.
    Mover,
    /// The other side.
    Opponent,
}

impl Reached {
    fn after(sides: Sides, square: Square) -> Self {
        let after = sides.after(square);
        if after.legal().is_empty() && !after.is_over() {
            Self { sides: after.passed().canonical(), next: Next::Mover }
        } else {
            Self { sides: after.canonical(), next: Next::Opponent }
        }
    }

    /// Turns the value for the side to move there into that for the side that made the move, and
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

    /// Returns every position, one of those that differ by symmetry only.
    pub fn positions(&self) -> impl Iterator<Item = Sides> {
        self.entries.keys().copied()
    }

    /// Returns what the mover of a position in the book can expect.
    pub fn score(&self, sides: Sides) -> Option<Score> {
        self.entry(sides).map(|entry| Score::from_value(entry.value))
    }

    /// Returns the moves from an expanded position, the best first; moves that lose much may be left
    /// out. None from others: a few of their moves may happen to lead into the book, but not the
    /// best.
    pub fn moves(&self, sides: Sides) -> Vec<BookMove> {
        if !self.entry(sides).is_some_and(|entry| entry.is_expanded) {
            return Vec::new();
        }
        let known = |square| {
            let reached = Reached::after(sides, square);
            let entry = self.entries.get(&reached.sides)?;
            let score = Score::from_value(reached.turned(entry.value));
            Some(BookMove { square, score, depth_plies: u32::from(entry.depth_plies) + 1, reached })
        };
        let mut moves: Vec<BookMove> = sides.legal().iter().filter_map(known).collect();
        moves.sort_by_key(|mv| Reverse((mv.score, mv.depth_plies)));
        moves
    }

    /// Draws a move, each as likely as the other, among those that lose at most `loss_max` on the
    /// best one, and expects the best of the book after it.
    pub(crate) fn choose(
        &self,
        sides: Sides,
        loss_max: Score,
        rng: &mut impl Rng,
    ) -> Option<Answer> {
        let mut moves = self.moves(sides);
        let best = moves.first()?.score;
        moves.retain(|mv| best - mv.score <= loss_max);
        let mv = moves[rng.random_range(0..moves.len())];
        Some(Answer {
            square: mv.square,
            score: Some(mv.score),
            depth_plies: mv.depth_plies,
            nodes: 0,
            line: self.line(sides, mv.square),
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
            next = self.moves(sides).first().map(|mv| mv.square);
        }
        line
    }

    fn entry(&self, sides: Sides) -> Option<&Entry> {
        self.entries.get(&sides.canonical())
    }

    /// Tells whether the position is in the book and can be expanded.
    pub fn is_leaf(&self, sides: Sides) -> bool {
        self.entry(sides).is_some_and(|entry| !entry.is_expanded) && !sides.legal().is_empty()
    }

    /// Puts the positions after the good moves of a leaf, as [`Book::positions`] has it, into the
    /// book. Values go up with [`Book::propagate`].
    pub fn expand(&mut self, leaf: Sides, good: &[Hint]) {
        for hint in good {
            let reached = Reached::after(leaf, hint.square);
            self.entries.entry(reached.sides).or_insert(Entry {
                value: reached.turned(hint.score.hundredths()),
                depth_plies: hint.depth_plies as u8 - 1,
                is_expanded: false,
            });
        }
        if let Some(entry) = self.entries.get_mut(&leaf) {
            entry.is_expanded = true;
        }
    }

    /// Gives every expanded position the value of its best move, from the last positions up.
    pub fn propagate(&mut self) {
        let expanded = self.entries.iter().filter(|(_, entry)| entry.is_expanded);
        let mut upward: Vec<Sides> = expanded.map(|(&sides, _)| sides).collect();
        upward.sort_by_key(|sides| sides.empties_count());
        for sides in upward {
            if let Some(best) = self.moves(sides).first() {
                let (value, depth_plies) = (best.score.hundredths(), best.depth_plies as u8);
                self.entries.insert(sides, Entry { value, depth_plies, is_expanded: true });
            }
        }
    }
}

/// Returns the start of the game as the book has it.
pub fn start() -> Sides {
    Sides::of(&Position::START).canonical()
}

/// The first line: what the file is and the version of its format.
const MAGIC: &[u8] = b"reversi-engine book 1\n";

/// The most bytes that are unpacked: far more positions than a program should have in it.
const LEN_MAX: u64 = 1 << 26;

/// Bytes of a position, and so the number of columns.
const ROW_LEN: usize = 19;

const EXPANDED: u8 = 128;

/// Why a file cannot be read as a book.
#[derive(Debug, Error)]
pub enum BookError {
    /// It is not gzip, it is damaged, or it cannot be read.
    #[error("unpacking the book")]
    Packing(#[from] io::Error),
    /// It is something else, or of another version.
    #[error("the file is not a book of version 1")]
    Version,
    /// The columns are not equally long.
    #[error("{len} bytes are no whole number of positions")]
    Len {
        /// Bytes after the first line.
        len: usize,
    },
    /// A position is none, is not the canonical one of its symmetries, or is out of order.
    #[error("position {index} of the book is not what can stand there")]
    Entry {
        /// From 0.
        index: usize,
    },
}

impl Book {
    /// Reads a book.
    ///
    /// # Errors
    /// [`BookError`] says what is wrong with the file; a damaged one never gives a book.
    pub fn read(packed: impl Read) -> Result<Self, BookError> {
        let mut bytes = Vec::new();
        GzDecoder::new(packed).take(LEN_MAX).read_to_end(&mut bytes)?;
        let columns = bytes.strip_prefix(MAGIC).ok_or(BookError::Version)?;
        if !columns.len().is_multiple_of(ROW_LEN) {
            return Err(BookError::Len { len: columns.len() });
        }
        let count = columns.len() / ROW_LEN;
        let mut rows: Vec<(Sides, Entry)> = Vec::with_capacity(count);
        for index in 0..count {
            let row = std::array::from_fn(|column| columns[column * count + index]);
            let is_next = |found: &(Sides, Entry)| rows.last().is_none_or(|last| last.0 < found.0);
            rows.push(from_row(row).filter(is_next).ok_or(BookError::Entry { index })?);
        }
        Ok(Self { entries: rows.into_iter().collect() })
    }

    /// Writes the book.
    ///
    /// # Errors
    /// What the writer reports.
    pub fn write(&self, packed: impl Write) -> io::Result<()> {
        let rows: Vec<[u8; ROW_LEN]> =
            self.entries.iter().map(|(&sides, entry)| to_row(sides, *entry)).collect();
        let mut out = GzEncoder::new(packed, Compression::best());
        out.write_all(MAGIC)?;
        for column in 0..ROW_LEN {
            let bytes: Vec<u8> = rows.iter().map(|row| row[column]).collect();
            out.write_all(&bytes)?;
        }
        out.finish()?.flush()
    }
}

fn to_row(sides: Sides, entry: Entry) -> [u8; ROW_LEN] {
    let mut row = [0; ROW_LEN];
    row[..16].copy_from_slice(&sides.to_bytes());
    row[16..18].copy_from_slice(&(entry.value as i16).to_le_bytes());
    row[18] = entry.depth_plies | if entry.is_expanded { EXPANDED } else { 0 };
    row
}

/// Reads a row; nothing if it cannot stand in a book.
fn from_row(row: [u8; ROW_LEN]) -> Option<(Sides, Entry)> {
    let (sides, rest) = row.split_first_chunk()?;
    let &[low, high, depth] = rest else { return None };
    let sides = Sides::from_bytes(*sides)?;
    let entry = Entry {
        value: i16::from_le_bytes([low, high]).into(),
        depth_plies: depth & !EXPANDED,
        is_expanded: depth & EXPANDED != 0,
    };
    let is_sound =
        sides == sides.canonical() && entry.value.abs() < INFINITE && entry.depth_plies <= 60;
    is_sound.then_some((sides, entry))
}
