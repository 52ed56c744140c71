//! The transposition table: bounds of positions searched before. Safe to share between threads
//! without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use reversi_game::Square;

use crate::kernel::Sides;
use crate::score::{INFINITE, Value};

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The value is at least this.
    pub(crate) lower: Value,
    /// The value is at most this.
    pub(crate) upper: Value,
    /// How far the search that found the bounds looked; the empties where it went to the end.
    pub(crate) depth_plies: u32,
    /// The best square of that search, if it had one.
    pub(crate) best: Option<Square>,
}

impl Entry {
    /// Returns what a search found out that looked for a value between `alpha` and `beta`.
    pub(crate) fn from_search(
        (value, best): (Value, Option<Square>),
        depth_plies: u32,
        alpha: Value,
        beta: Value,
    ) -> Self {
        let lower = if value > alpha { value } else { -INFINITE };
        let upper = if value < beta { value } else { INFINITE };
        Self { lower, upper, depth_plies, best }
    }

    /// Returns the value that makes another search unnecessary, if there is one: exact, or
    /// a bound outside the window, from at least as deep a search.
    pub(crate) fn cutoff(&self, depth_plies: u32, alpha: Value, beta: Value) -> Option<Value> {
        if self.depth_plies < depth_plies {
            None
        } else if self.lower >= beta || self.lower == self.upper {
            Some(self.lower)
        } else {
            (self.upper <= alpha).then_some(self.upper)
        }
    }
}

/// A fixed number of positions with what is known of them.
pub(crate) struct TranspositionTable {
    slots: Box<[Slot]>,
}

/// One position. A thread may read while another writes, so the board is stored
/// exclusive-or the data: a torn entry does not match any board (Hyatt's lockless hashing).
#[derive(Default)]
struct Slot {
    mover: AtomicU64,
    opponent: AtomicU64,
    data: AtomicU64,
}

/// Entries in which a position may lie, next to each other.
const BUCKET: usize = 4;

impl TranspositionTable {
    /// Allocates a table of at least `entries` entries.
    pub(crate) fn new(entries: usize) -> Self {
        let entries = entries.max(BUCKET).next_power_of_two();
        Self { slots: (0..entries).map(|_| Slot::default()).collect() }
    }

    /// Returns what is known of the position.
    #[inline]
    pub(crate) fn probe(&self, sides: Sides) -> Option<Entry> {
        self.bucket(sides).iter().find_map(|slot| slot.read(sides)).map(unpack)
    }

    /// Remembers what a search found, in the place of the entry with the lowest depth. Where the
    /// same position is known from a deeper search, that stays: a shallow one only asked whether
    /// a line can be left out, and its best move is the worse guess.
    pub(crate) fn store(&self, sides: Sides, known: Entry) {
        let bucket = self.bucket(sides);
        let mut victim = &bucket[0];
        let mut victim_depth = u32::MAX;
        for entry in bucket {
            let depth = entry.depth_plies();
            if entry.read(sides).is_some() {
                if depth > known.depth_plies {
                    return;
                }
                victim = entry;
                break;
            }
            if depth < victim_depth {
                (victim, victim_depth) = (entry, depth);
            }
        }
        victim.write(sides, pack(known));
    }

    fn bucket(&self, sides: Sides) -> &[Slot] {
        let start = sides.hash() as usize & (self.slots.len() - 1) & !(BUCKET - 1);
        &self.slots[start..start + BUCKET]
    }
}

impl Slot {
    fn read(&self, sides: Sides) -> Option<u64> {
        let data = self.data.load(Ordering::Relaxed);
        let same = self.mover.load(Ordering::Relaxed) ^ data == sides.mover
            && self.opponent.load(Ordering::Relaxed) ^ data == sides.opponent;
        same.then_some(data)
    }

    fn write(&self, sides: Sides, data: u64) {
        self.mover.store(sides.mover ^ data, Ordering::Relaxed);
        self.opponent.store(sides.opponent ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }

    /// Returns the depth of what is stored; 0 for an empty entry.
    fn depth_plies(&self) -> u32 {
        u32::from(self.data.load(Ordering::Relaxed).to_le_bytes()[4])
    }
}

/// Packs bounds (two bytes each; a value is within ±6500), depth and square plus one.
fn pack(known: Entry) -> u64 {
    let lower = (known.lower as i16).to_le_bytes();
    let upper = (known.upper as i16).to_le_bytes();
    let best = known.best.map_or(0, |square| square.index() as u8 + 1);
    u64::from_le_bytes([
        lower[0],
        lower[1],
        upper[0],
        upper[1],
        known.depth_plies as u8,
        best,
        0,
        0,
    ])
}

fn unpack(data: u64) -> Entry {
    let bytes = data.to_le_bytes();
    Entry {
        lower: Value::from(i16::from_le_bytes([bytes[0], bytes[1]])),
        upper: Value::from(i16::from_le_bytes([bytes[2], bytes[3]])),
        depth_plies: u32::from(bytes[4]),
        best: usize::from(bytes[5]).checked_sub(1).and_then(Square::from_index),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Sides = Sides::of(&reversi_game::Position::START);

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let table = TranspositionTable::new(64);
        let known = Entry { lower: -6400, upper: 250, depth_plies: 60, best: Some(Square::A1) };
        assert_eq!(table.probe(START), None);
        table.store(START, known);
        assert_eq!(table.probe(START), Some(known));
        assert_eq!(table.probe(START.passed()), None);
        let nothing_known = Entry { best: None, ..known };
        table.store(START, nothing_known);
        assert_eq!(table.probe(START), Some(nothing_known));
        table.store(START, Entry { depth_plies: 59, ..known });
        assert_eq!(table.probe(START), Some(nothing_known), "the deeper one stays");
    }

    #[test]
    fn a_full_bucket_loses_its_shallowest_entry() {
        let table = TranspositionTable::new(BUCKET);
        let sides = |n: u64| Sides { mover: 1 << n, opponent: 0 };
        for (n, depth_plies) in (1..).zip([7, 3, 5, 9]) {
            table.store(sides(n), Entry { lower: 0, upper: 0, depth_plies, best: None });
        }
        table.store(sides(20), Entry { lower: 0, upper: 0, depth_plies: 1, best: None });
        let left: Vec<u64> = (1..=20).filter(|&n| table.probe(sides(n)).is_some()).collect();
        assert_eq!(left, [1, 3, 4, 20]);
    }
}
