//! The trained weights as the tables that the search reads, and their file.
//!
//! The file is gzip, so that it is small and carries a checksum, around a few lines of text and the
//! shared weights. The lines are `reversi-engine weights 2`, the set of shapes, the stages, and how the
//! weights were made; an empty line ends them. Then comes for each stage how its weights
//! differ from those of the stage before, or from 0: 0, -1, 1, -2, … as 0, 1, 2, 3, …, first the low bytes of all,
//! then the high ones, since this packs better than the weights would. `zcat FILE | head -4` shows the lines.

use std::io::{self, Read, Write};
use std::sync::OnceLock;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use thiserror::Error;

use super::mobility::{Mobility, PLACES};
use super::shapes::{BASES, CONFIGURATIONS, Indices};
use super::sharing::sharing;
use super::stages::{ParseStagesError, Stages};
use crate::kernel::{Portable, Sides};
use crate::score::{DISC, Score, Value};

/// A stage's table, filled up to a power of two so that a masked place is always inside.
const TABLE_LEN: usize = (CONFIGURATIONS + PLACES).next_power_of_two();

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
        let mobility = Mobility::of(Portable, sides, sides.legal());
        Score::from_value(self.value(sides, &Indices::of(sides), mobility))
    }

    /// Returns how the game is cut into stages.
    pub const fn stages(&self) -> &Stages {
        &self.stages
    }

    /// Returns the mover's value of a position that is not over, given its indices.
    #[expect(clippy::inline_always, reason = "part of a kernel's `run` in the search")]
    #[inline(always)]
    pub(crate) fn value(&self, sides: Sides, indices: &Indices, mobility: Mobility) -> Value {
        let discs = 64 - sides.empties_count();
        let table = &self.tables[self.stages.of_discs(discs)];
        let weight = |place: usize| Value::from(table[place & (TABLE_LEN - 1)]);
        let [own, other] = mobility.places(discs);
        let units: Value = BASES
            .iter()
            .zip(indices.lanes())
            .map(|(base, &index)| weight((base + i32::from(index)) as usize))
            .sum();
        let units = units + weight(own) + weight(other);
        (units * DISC / Value::from(UNITS_PER_DISC)).clamp(-LIMIT, LIMIT)
    }
}

/// The first line: what the file is and the version of its format.
const MAGIC: &str = "reversi-engine weights 2";

/// The set of shapes that the weights belong to.
const SET: &str = "set edax-46 and mobility";

/// The most bytes that are unpacked: weights for each number of discs, and then some.
const LEN_MAX: u64 = 1 << 24;

/// Why a file cannot be read as weights.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// It is not gzip, it is damaged, or it cannot be read.
    #[error("unpacking weights")]
    Packing(#[from] io::Error),
    /// A line at the beginning is not what it should be.
    #[error("expected {expected} in the weight file, found {found:?}")]
    Line {
        /// What should stand there.
        expected: &'static str,
        /// What stands there, cut to a printable length.
        found: String,
    },
    /// The stages do not cut the game.
    #[error(transparent)]
    Stages(#[from] ParseStagesError),
    /// There are not as many weights as the stages need.
    #[error("expected {expected} bytes of weights, found {found}")]
    Len {
        /// Bytes for all stages.
        expected: usize,
        /// Bytes in the file.
        found: usize,
    },
}

impl Weights {
    /// Reads a weight file.
    ///
    /// # Errors
    /// [`WeightsError`] says what is wrong with the file; a damaged one never gives weights.
    pub fn read(packed: impl Read) -> Result<Self, WeightsError> {
        let mut bytes = Vec::new();
        GzDecoder::new(packed).take(LEN_MAX).read_to_end(&mut bytes)?;
        let mut rest = bytes.as_slice();
        expect_line(&mut rest, MAGIC)?;
        expect_line(&mut rest, SET)?;
        let stages: Stages = keyword_line(&mut rest, "stages ")?.parse()?;
        keyword_line(&mut rest, "made by ")?;
        expect_line(&mut rest, "")?;
        let len = 2 * sharing().count();
        if rest.len() != stages.count() * len {
            return Err(WeightsError::Len { expected: stages.count() * len, found: rest.len() });
        }
        let mut before = vec![0; sharing().count()];
        let shared: Vec<Vec<i16>> = rest
            .chunks(len)
            .map(|bytes| {
                add_differences(&mut before, bytes);
                before.clone()
            })
            .collect();
        Ok(Self::new(stages, &shared))
    }

    /// Writes the weight file; `made_by` is one line on how the weights were made.
    ///
    /// # Errors
    /// What the writer reports.
    pub fn write(&self, made_by: &str, packed: impl Write) -> io::Result<()> {
        let mut out = GzEncoder::new(packed, Compression::best());
        write!(out, "{MAGIC}\n{SET}\nstages {}\nmade by {made_by}\n\n", self.stages())?;
        let mut before = vec![0; sharing().count()];
        for weights in self.shared() {
            out.write_all(&differences(&weights, &before))?;
            before = weights;
        }
        out.finish()?.flush()
    }
}

/// Returns how these weights differ from those before, as they stand in a file.
fn differences(weights: &[i16], before: &[i16]) -> Vec<u8> {
    let difference = |(weight, before): (&i16, &i16)| {
        let difference = weight.wrapping_sub(*before);
        ((difference << 1) ^ (difference >> 15)).to_le_bytes()
    };
    let pairs: Vec<[u8; 2]> = weights.iter().zip(before).map(difference).collect();
    [0, 1].iter().flat_map(|&half| pairs.iter().map(move |pair| pair[half])).collect()
}

/// Changes weights by the differences that stand in a file.
fn add_differences(weights: &mut [i16], bytes: &[u8]) {
    let (low, high) = bytes.split_at(bytes.len() / 2);
    for ((weight, &low), &high) in weights.iter_mut().zip(low).zip(high) {
        let folded = u16::from_le_bytes([low, high]);
        let difference = (folded >> 1) as i16 ^ -((folded & 1) as i16);
        *weight = weight.wrapping_add(difference);
    }
}

/// Takes the next line off, without its end.
fn line<'a>(rest: &mut &'a [u8]) -> &'a [u8] {
    let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    let line = &rest[..end];
    *rest = rest.get(end + 1..).unwrap_or_default();
    line
}

fn expect_line(rest: &mut &[u8], expected: &'static str) -> Result<(), WeightsError> {
    match line(rest) {
        found if found == expected.as_bytes() => Ok(()),
        found => Err(bad_line(expected, found)),
    }
}

/// Takes the next line off and returns what follows the keyword.
fn keyword_line(rest: &mut &[u8], keyword: &'static str) -> Result<String, WeightsError> {
    let found = line(rest);
    let text = std::str::from_utf8(found).ok().and_then(|text| text.strip_prefix(keyword));
    text.map(str::to_owned).ok_or_else(|| bad_line(keyword, found))
}

fn bad_line(expected: &'static str, found: &[u8]) -> WeightsError {
    let found = String::from_utf8_lossy(found).chars().take(40).collect();
    WeightsError::Line { expected, found }
}
