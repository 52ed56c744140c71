//! The trained weights as the tables that the search reads.

use std::sync::OnceLock;

use super::shapes::{BASES, CONFIGURATIONS, Indices};
use super::sharing::sharing;
use super::stages::Stages;
use crate::kernel::Sides;
use crate::score::{DISC, Score, Value};

/// A stage's table, filled up to a power of two so that a masked place is always inside.
const TABLE_LEN: usize = CONFIGURATIONS.next_power_of_two();

/// How many units of a weight make a disc.
pub const UNITS_PER_DISC: i16 = 32;

/// Estimates stay inside the board's 64 discs.
const LIMIT: Value = 63 * DISC;

/// What every configuration of every shape is worth at every stage of the game.
pub struct Weights {
    tables: Vec<Box<[i16; TABLE_LEN]>>,
    stages: Stages,
}

impl Weights {
    /// Returns the weights that the engine plays with.
    ///
    /// # Panics
    /// Never: a test reads the same bytes.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: OnceLock<Weights> = OnceLock::new();
        EMBEDDED.get_or_init(|| {
            Self::read(include_bytes!("../../weights/edax-46.gz").as_slice())
                .expect("the bytes in the program are a weight file")
        })
    }

    /// Returns weights from the weight of every slot ([`super::slots_of`]) at each stage, in 1/32 of
    /// a disc.
    ///
    /// # Panics
    /// If there are not as many lists as stages, or a list has not one weight for each slot.
    pub fn new(stages: Stages, shared: &[Vec<i16>]) -> Self {
        assert_eq!(shared.len(), stages.count(), "one list of weights for each stage");
        let tables = shared.iter().map(|weights| {
            assert_eq!(weights.len(), sharing().count(), "one weight for each slot");
            let used = sharing().slots().iter().map(|&slot| weights[slot as usize]);
            let table: Box<[i16]> = used.chain(std::iter::repeat(0)).take(TABLE_LEN).collect();
            table.try_into().expect("as many places as were taken")
        });
        Self { tables: tables.collect(), stages }
    }

    /// Returns the shared weights of each stage, in 1/32 of a disc.
    pub(super) fn shared(&self) -> impl Iterator<Item = Vec<i16>> {
        self.tables.iter().map(|table| {
            let mut weights = vec![0; sharing().count()];
            for (&place, &slot) in table.iter().zip(sharing().slots()) {
                weights[slot as usize] = place;
            }
            weights
        })
    }

    /// Returns what the mover of a position that is not over can expect, without looking ahead.
    pub fn evaluate(&self, sides: Sides) -> Score {
        Score::from_value(self.value(sides, &Indices::of(sides)))
    }

    /// Returns how the game is cut into stages.
    pub const fn stages(&self) -> &Stages {
        &self.stages
    }

    /// Returns the mover's value of a position that is not over, given its indices.
    #[expect(clippy::inline_always, reason = "part of a kernel's `run` in the search")]
    #[inline(always)]
    pub(crate) fn value(&self, sides: Sides, indices: &Indices) -> Value {
        let table = &self.tables[self.stages.of_discs(64 - sides.empties_count())];
        let units: Value = BASES
            .iter()
            .zip(indices.lanes())
            .map(|(base, &index)| {
                let place = (base + i32::from(index)) as usize;
                Value::from(table[place & (TABLE_LEN - 1)])
            })
            .sum();
        (units * DISC / Value::from(UNITS_PER_DISC)).clamp(-LIMIT, LIMIT)
    }
}
