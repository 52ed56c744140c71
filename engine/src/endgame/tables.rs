//! What the solver remembers of positions: those with many empties in the table that it shares
//! with the midgame search and other threads, those with few in a small one of its own.

use reversi_game::Square;

use crate::kernel::Sides;
use crate::score::{DISC, Value};
use crate::selectivity::Selectivity;
use crate::transposition::{Entry, TranspositionTable};

/// Up to this many empties a position goes into the small table.
const LOCAL_EMPTIES: u32 = 10;

/// Places of the small table, 24 bytes each: it shares the processor's second cache with the code.
const LOCAL_ENTRIES: usize = 1 << 13;

/// Both tables.
pub(super) struct Tables<'s> {
    pub(super) table: &'s TranspositionTable,
    pub(super) local: &'s mut LocalTable,
}

impl Tables<'_> {
    /// Returns what is known of the position.
    #[inline]
    pub(super) fn probe(&self, sides: Sides, empties_count: u32) -> Bounds {
        if empties_count <= LOCAL_EMPTIES {
            return self.local.probe(sides);
        }
        match self.table.probe(sides) {
            None => Bounds::UNKNOWN,
            Some(known) if known.serves(empties_count, Selectivity::Off) => {
                Bounds { lower: discs(known.lower), upper: discs(known.upper), best: known.best }
            }
            Some(Entry { best, .. }) => Bounds { best, ..Bounds::UNKNOWN },
        }
    }

    /// Remembers what is known of the position.
    #[inline]
    pub(super) fn store(&mut self, sides: Sides, empties_count: u32, bounds: Bounds) {
        if empties_count <= LOCAL_EMPTIES {
            return self.local.store(sides, bounds);
        }
        let known = Entry {
            lower: Value::from(bounds.lower) * DISC,
            upper: Value::from(bounds.upper) * DISC,
            depth_plies: empties_count,
            selectivity: Selectivity::Off,
            best: bounds.best,
        };
        self.table.store(sides, known);
    }

    /// Returns the result that is likeliest by what the shared table says, an even number.
    pub(super) fn guess(&self, sides: Sides) -> i32 {
        let Some(known) = self.table.probe(sides) else { return 0 };
        let (lower, upper) = (discs(known.lower), discs(known.upper));
        i32::from(if lower > -64 { lower } else { upper }) / 2 * 2
    }
}

/// Returns a value of the shared table in discs, unknown bounds as those of every game.
fn discs(value: Value) -> i8 {
    (value / DISC).clamp(-64, 64) as i8
}

/// Bounds of the mover's result in discs, and the move that reaches the lower one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) lower: i8,
    pub(super) upper: i8,
    pub(super) best: Option<Square>,
}

impl Bounds {
    const UNKNOWN: Self = Self { lower: -64, upper: 64, best: None };

    /// Returns the bound that says whether the result is more than `alpha`, if there is one.
    #[inline]
    pub(super) fn beyond(self, alpha: i32) -> Option<i32> {
        let (lower, upper) = (i32::from(self.lower), i32::from(self.upper));
        if lower > alpha { Some(lower) } else { (upper <= alpha).then_some(upper) }
    }

    /// Returns what is known after a search against `alpha` that found this bound by this move.
    /// A move that is not enough says little, so an older one stays.
    #[inline]
    pub(super) fn narrowed(self, alpha: i32, (discs, square): (i32, Option<Square>)) -> Self {
        if discs > alpha {
            Self { lower: discs as i8, best: square, ..self }
        } else {
            Self { upper: discs as i8, best: self.best.or(square), ..self }
        }
    }
}

#[derive(Clone, Copy)]
struct LocalEntry {
    sides: Sides,
    bounds: Bounds,
}

/// The small table: one entry a place, the latest wins. A position is asked for again soon or
/// never.
pub(crate) struct LocalTable {
    entries: Box<[LocalEntry]>,
}

impl Default for LocalTable {
    fn default() -> Self {
        let empty = LocalEntry { sides: Sides { mover: 0, opponent: 0 }, bounds: Bounds::UNKNOWN };
        Self { entries: vec![empty; LOCAL_ENTRIES].into() }
    }
}

impl LocalTable {
    #[inline]
    fn probe(&self, sides: Sides) -> Bounds {
        let entry = &self.entries[place(sides)];
        if entry.sides == sides { entry.bounds } else { Bounds::UNKNOWN }
    }

    #[inline]
    fn store(&mut self, sides: Sides, bounds: Bounds) {
        self.entries[place(sides)] = LocalEntry { sides, bounds };
    }
}

const fn place(sides: Sides) -> usize {
    sides.hash() as usize % LOCAL_ENTRIES
}
