//! A position with what it is worth, and files of them.

use std::io::{self, Read, Write};

use reversi_engine::Sides;
use thiserror::Error;

/// A position and what a search or the end of its game found it to be worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Example {
    pub(crate) sides: Sides,
    /// What the mover can expect, in hundredths of a disc.
    pub(crate) hundredths: i16,
}

impl Example {
    /// Returns what the mover can expect, in discs.
    pub(crate) fn discs(&self) -> f32 {
        f32::from(self.hundredths) / 100.
    }
}

/// Bytes of an example in a file: the mover's discs and the opponent's, eight each with the lowest
/// squares first, and the value, its low byte first.
const LEN: usize = 18;

/// Why bytes are no examples.
#[derive(Debug, Error)]
pub(crate) enum ExamplesError {
    #[error("reading examples")]
    Io(#[from] io::Error),
    /// There is a part of an example left over.
    #[error("{found} bytes of examples are not a multiple of {LEN}")]
    Len { found: usize },
    /// A square has two discs, or the value is beyond 64 discs.
    #[error("example {index} is no position with a value")]
    Example { index: usize },
}

pub(crate) fn read_examples(mut from: impl Read) -> Result<Vec<Example>, ExamplesError> {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes)?;
    let (chunks, rest) = bytes.as_chunks::<LEN>();
    if !rest.is_empty() {
        return Err(ExamplesError::Len { found: bytes.len() });
    }
    let example = |(index, bytes)| unpack(bytes).ok_or(ExamplesError::Example { index });
    chunks.iter().enumerate().map(example).collect()
}

/// Writes examples behind one another.
pub(crate) fn write_examples(examples: &[Example], mut to: impl Write) -> io::Result<()> {
    for &Example { sides, hundredths } in examples {
        to.write_all(&sides.to_bytes())?;
        to.write_all(&hundredths.to_le_bytes())?;
    }
    to.flush()
}

fn unpack(bytes: &[u8; LEN]) -> Option<Example> {
    let (sides, rest) = bytes.split_first_chunk()?;
    let sides = Sides::from_bytes(*sides)?;
    let hundredths = i16::from_le_bytes(*rest.first_chunk()?);
    (-6400..=6400).contains(&hundredths).then_some(Example { sides, hundredths })
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLES: [Example; 2] = [
        Example {
            sides: Sides { mover: 0x0102_0408, opponent: 0x8000_0000_0000_0001 << 4 },
            hundredths: -6400,
        },
        Example { sides: Sides { mover: 1 << 63, opponent: 1 }, hundredths: 325 },
    ];

    fn file() -> Vec<u8> {
        let mut file = Vec::new();
        write_examples(&EXAMPLES, &mut file).unwrap();
        file
    }

    #[test]
    fn examples_are_read_as_written() {
        assert_eq!(file().len(), 36);
        assert_eq!(read_examples(file().as_slice()).unwrap(), EXAMPLES);
    }

    #[test]
    fn a_torn_or_impossible_example_is_an_error() {
        let torn = &file()[..35];
        assert!(matches!(read_examples(torn), Err(ExamplesError::Len { found: 35 })));
        let mut strange = file();
        strange[35] = 100;
        assert!(matches!(
            read_examples(strange.as_slice()),
            Err(ExamplesError::Example { index: 1 })
        ));
    }
}
