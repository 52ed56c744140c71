//! The book's file: gzip, so that it is small and carries a checksum, around one line with the
//! version and the positions in their order.
//!
//! The line is `reversi-engine book 1`. The positions follow as columns, which packs better than rows
//! would: each position's mover's discs, the opponent's discs (8 bytes each, bit 0 = a1), value for
//! the mover in hundredths of a disc (2 bytes), and depth in plies, plus 128 if the position is
//! expanded. Each byte of a number has a column of its own, the lowest first.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use thiserror::Error;

use super::positions::{Book, Entry};
use crate::kernel::Sides;
use crate::score::INFINITE;

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
