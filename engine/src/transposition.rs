//! The transposition table: bounds of positions searched before. Safe to share between threads
//! without locks.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use reversi_game::Square;

use crate::kernel::{Kernel, Sides};
use crate::score::{INFINITE, Value};
use crate::selectivity::Selectivity;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The value is at least this.
    pub(crate) lower: Value,
    /// The value is at most this.
    pub(crate) upper: Value,
    /// How far the search that found the bounds looked; the empties where it went to the end.
    pub(crate) depth_plies: u32,
    /// How readily that search left lines out.
    pub(crate) selectivity: Selectivity,
    /// The best square of that search, if it had one.
    pub(crate) best: Option<Square>,
}

impl Entry {
    /// Returns what a search found out that looked for a value between `alpha` and `beta`.
    pub(crate) fn from_search(
        (value, best): (Value, Option<Square>),
        (depth_plies, selectivity): (u32, Selectivity),
        (alpha, beta): (Value, Value),
    ) -> Self {
        let lower = if value > alpha { value } else { -INFINITE };
        let upper = if value < beta { value } else { INFINITE };
        Self { lower, upper, depth_plies, selectivity, best }
    }

    /// Tells whether a search looked at least so far, and left out no more than this.
    #[inline]
    pub(crate) fn serves(&self, depth_plies: u32, selectivity: Selectivity) -> bool {
        self.depth_plies >= depth_plies && self.selectivity >= selectivity
    }

    /// Returns the value that makes a search of this depth unnecessary, if there is one: exact, or
    /// a bound outside the window.
    #[inline]
    pub(crate) fn cutoff(
        &self,
        (depth_plies, selectivity): (u32, Selectivity),
        (alpha, beta): (Value, Value),
    ) -> Option<Value> {
        if !self.serves(depth_plies, selectivity) {
            None
        } else if self.lower >= beta || self.lower == self.upper {
            Some(self.lower)
        } else {
            (self.upper <= alpha).then_some(self.upper)
        }
    }
}

/// What searches remember of positions, from one to the next: of one game, with one evaluation. It is
/// allocated by the first search, and may be shared between threads.
#[derive(Debug)]
pub struct Memory {
    entries: usize,
    table: OnceLock<Arc<TranspositionTable>>,
}

impl Memory {
    /// Returns an empty memory that will have at least so many entries, 24 bytes each.
    pub const fn new(entries: usize) -> Self {
        Self { entries, table: OnceLock::new() }
    }

    /// Returns the table for one more search.
    pub(crate) fn table(&self) -> Arc<TranspositionTable> {
        let table = self.table.get_or_init(|| Arc::new(TranspositionTable::new(self.entries)));
        table.generation.fetch_add(1, Ordering::Relaxed);
        Arc::clone(table)
    }
}

impl Default for Memory {
    /// Returns an empty memory as bots in a room have it: 1.5 MiB.
    fn default() -> Self {
        Self::new(1 << 16)
    }
}

/// A fixed number of positions with what is known of them.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    slots: Box<[Slot]>,
    /// Counts the searches, beginning anew after 255.
    generation: AtomicU8,
}

/// One position. A thread may read while another writes, so the board is stored
/// exclusive-or the data: a torn entry does not match any board (Hyatt's lockless hashing).
#[derive(Debug, Default)]
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
        Self {
            slots: (0..entries).map(|_| Slot::default()).collect(),
            generation: AtomicU8::new(0),
        }
    }

    /// Returns what is known of the position.
    #[inline]
    pub(crate) fn probe(&self, sides: Sides) -> Option<Entry> {
        self.bucket(sides).iter().find_map(|slot| slot.read(sides)).map(unpack)
    }

    /// Begins to fetch what is known of a position that will be looked up soon.
    #[inline]
    pub(crate) fn fetch(&self, kernel: impl Kernel, sides: Sides) {
        if let [first, .., last] = self.bucket(sides) {
            kernel.fetch(first);
            kernel.fetch(last);
        }
    }

    /// Remembers what a search found, in the place of an entry of earlier searches, else of the one
    /// with the lowest depth. Where the same position is known from a deeper search, that stays: a
    /// shallow one only asked whether a line can be left out, and its best move is the worse guess.
    pub(crate) fn store(&self, sides: Sides, known: Entry) {
        let bucket = self.bucket(sides);
        let generation = self.generation.load(Ordering::Relaxed);
        let mut victim = &bucket[0];
        let mut least = (true, u8::MAX);
        for slot in bucket {
            let [.., depth, _, selectivity, stored_in] = slot.data().to_le_bytes();
            if slot.read(sides).is_some() {
                let foundation = (known.depth_plies as u8, known.selectivity as u8);
                if (depth, selectivity) > foundation {
                    return;
                }
                victim = slot;
                break;
            }
            let worth = (stored_in == generation, depth);
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        victim.write(sides, pack(known, generation));
    }

    fn bucket(&self, sides: Sides) -> &[Slot] {
        let start = sides.hash() as usize & (self.slots.len() - 1) & !(BUCKET - 1);
        &self.slots[start..start + BUCKET]
    }
}

impl Slot {
    fn read(&self, sides: Sides) -> Option<u64> {
        let data = self.data();
        let same = self.mover.load(Ordering::Relaxed) ^ data == sides.mover
            && self.opponent.load(Ordering::Relaxed) ^ data == sides.opponent;
        same.then_some(data)
    }

    fn write(&self, sides: Sides, data: u64) {
        self.mover.store(sides.mover ^ data, Ordering::Relaxed);
        self.opponent.store(sides.opponent ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }

    fn data(&self) -> u64 {
        self.data.load(Ordering::Relaxed)
    }
}

/// Packs bounds (two bytes each; a value is within ±6500), depth, square plus one, selectivity and
/// the generation; all are 0 in an empty slot.
fn pack(known: Entry, generation: u8) -> u64 {
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
        known.selectivity as u8,
        generation,
    ])
}

fn unpack(data: u64) -> Entry {
    let bytes = data.to_le_bytes();
    Entry {
        lower: Value::from(i16::from_le_bytes([bytes[0], bytes[1]])),
        upper: Value::from(i16::from_le_bytes([bytes[2], bytes[3]])),
        depth_plies: u32::from(bytes[4]),
        selectivity: Selectivity::ALL[usize::from(bytes[6])],
        best: usize::from(bytes[5]).checked_sub(1).and_then(Square::from_index),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(depth_plies: u32) -> Entry {
        let (lower, upper, selectivity) = (-6400, 6400, Selectivity::Percent95);
        Entry { lower, upper, depth_plies, selectivity, best: Some(Square::A1) }
    }

    fn sides(n: u64) -> Sides {
        Sides { mover: 1 << n, opponent: 0 }
    }

    /// Returns those of these boards of which something is known.
    fn known(table: &TranspositionTable, boards: std::ops::RangeInclusive<u64>) -> Vec<u64> {
        boards.filter(|&n| table.probe(sides(n)).is_some()).collect()
    }

    const START: Sides = Sides::of(&reversi_game::Position::START);

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let table = TranspositionTable::new(64);
        let known = Entry { upper: 250, ..entry(60) };
        assert_eq!(table.probe(START), None);
        table.store(START, known);
        assert_eq!(table.probe(START), Some(known));
        assert_eq!(table.probe(START.passed()), None);
        let nothing_known = Entry { best: None, ..known };
        table.store(START, nothing_known);
        assert_eq!(table.probe(START), Some(nothing_known));
        for less in [entry(59), Entry { selectivity: Selectivity::Percent73, ..entry(60) }] {
            table.store(START, less);
            assert_eq!(table.probe(START), Some(nothing_known), "the better founded one stays");
        }
    }

    #[test]
    fn a_full_bucket_loses_its_shallowest_entry() {
        let table = TranspositionTable::new(BUCKET);
        for (n, depth_plies) in (1..).zip([7, 3, 5, 9]) {
            table.store(sides(n), entry(depth_plies));
        }
        table.store(sides(20), entry(1));
        assert_eq!(known(&table, 1..=20), [1, 3, 4, 20]);
    }

    #[test]
    fn what_earlier_searches_found_gives_way_first() {
        let memory = Memory::new(BUCKET);
        for (n, depth_plies) in (1..).zip([7, 3, 5, 9]) {
            memory.table().store(sides(n), entry(depth_plies));
        }
        // The last search may lose nothing, the others the shallowest first.
        let table = memory.table();
        for (n, left) in [(5, [1, 3, 4, 5]), (6, [1, 4, 5, 6]), (7, [4, 5, 6, 7])] {
            table.store(sides(n), entry(2));
            assert_eq!(known(&table, 1..=7), left);
        }
    }

    #[test]
    fn a_value_serves_only_where_no_more_certainty_is_asked_for() {
        let found = Entry { lower: 100, upper: 100, ..entry(8) };
        for (wanted, serves) in [
            ((8, Selectivity::Percent95), true),
            ((7, Selectivity::Percent73), true),
            ((8, Selectivity::Off), false),
            ((9, Selectivity::Percent73), false),
        ] {
            assert_eq!(found.cutoff(wanted, (0, 1)), serves.then_some(100), "{wanted:?}");
        }
    }
}
