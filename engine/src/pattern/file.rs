//! The weight file: gzip, so that it is small and carries a checksum, around a few lines of text and
//! the shared weights.
//!
//! The lines are `reversi-engine weights 1`, the set of shapes, the stages, and how the weights
//! were made; an empty line ends them. Then come for each stage the low bytes of all its weights and
//! then the high bytes, which packs better than pairs would. `zcat FILE | head -4` shows the lines.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use thiserror::Error;

use super::sharing::sharing;
use super::stages::{ParseStagesError, Stages};
use super::weights::Weights;

/// The first line: what the file is and the version of its format.
const MAGIC: &str = "reversi-engine weights 1";

/// The set of shapes that the weights belong to.
const SET: &str = "set edax-46";

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
        let shared: Vec<Vec<i16>> = rest.chunks(len).map(joined).collect();
        Ok(Self::new(stages, &shared))
    }

    /// Writes the weight file; `made_by` is one line on how the weights were made.
    ///
    /// # Errors
    /// What the writer reports.
    pub fn write(&self, made_by: &str, packed: impl Write) -> io::Result<()> {
        let mut out = GzEncoder::new(packed, Compression::best());
        write!(out, "{MAGIC}\n{SET}\nstages {}\nmade by {made_by}\n\n", self.stages())?;
        for weights in self.shared() {
            for half in [0, 1] {
                let bytes: Vec<u8> =
                    weights.iter().map(|weight| weight.to_le_bytes()[half]).collect();
                out.write_all(&bytes)?;
            }
        }
        out.finish()?.flush()
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

fn joined(bytes: &[u8]) -> Vec<i16> {
    let (low, high) = bytes.split_at(bytes.len() / 2);
    low.iter().zip(high).map(|(&low, &high)| i16::from_le_bytes([low, high])).collect()
}
