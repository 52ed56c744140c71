//! The 64 squares, and sets of them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

/// One of the 64 squares. Files run a–h from the left, ranks 1–8 from the top; `a1` has index 0,
/// `h1` index 7, `h8` index 63. There is no 65th value for "none".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(with = "String", extend("pattern" = "^[a-hA-H][1-8]$"))
)]
#[repr(u8)]
#[rustfmt::skip]
#[expect(missing_docs, reason = "the names are the squares")]
pub enum Square {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
}

impl Square {
    /// Every square in scan order: `a1`, `b1`, … `h1`, `a2`, … `h8`.
    #[rustfmt::skip]
    pub const ALL: [Self; 64] = [
        Self::A1, Self::B1, Self::C1, Self::D1, Self::E1, Self::F1, Self::G1, Self::H1,
        Self::A2, Self::B2, Self::C2, Self::D2, Self::E2, Self::F2, Self::G2, Self::H2,
        Self::A3, Self::B3, Self::C3, Self::D3, Self::E3, Self::F3, Self::G3, Self::H3,
        Self::A4, Self::B4, Self::C4, Self::D4, Self::E4, Self::F4, Self::G4, Self::H4,
        Self::A5, Self::B5, Self::C5, Self::D5, Self::E5, Self::F5, Self::G5, Self::H5,
        Self::A6, Self::B6, Self::C6, Self::D6, Self::E6, Self::F6, Self::G6, Self::H6,
        Self::A7, Self::B7, Self::C7, Self::D7, Self::E7, Self::F7, Self::G7, Self::H7,
        Self::A8, Self::B8, Self::C8, Self::D8, Self::E8, Self::F8, Self::G8, Self::H8,
    ];

    /// Returns the square with this index (0–63 in scan order).
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 64 { Some(Self::ALL[index]) } else { None }
    }

    /// Returns the square at this file and rank, each 0–7 (`f5` is file 5, rank 4).
    pub const fn from_file_rank(file: usize, rank: usize) -> Option<Self> {
        if file < 8 && rank < 8 { Some(Self::ALL[rank * 8 + file]) } else { None }
    }

    /// Returns the place in scan order, 0–63.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the file, 0 for `a` to 7 for `h`.
    pub const fn file(self) -> usize {
        self as usize % 8
    }

    /// Returns the rank, 0 for `1` (the top) to 7 for `8`.
    pub const fn rank(self) -> usize {
        self as usize / 8
    }

    /// Returns the bit of this square in a [`SquareSet`].
    pub const fn bit(self) -> u64 {
        1 << self as u8
    }
}

impl Square {
    const fn name(self) -> [u8; 2] {
        [b'a' + self.file() as u8, b'1' + self.rank() as u8]
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(std::str::from_utf8(&self.name()).unwrap_or_default())
    }
}

/// The text is not a square: it has to be a letter `a`–`h` and a digit `1`–`8`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("not a square: {text:?} (a letter a-h and a digit 1-8, such as f5)")]
pub struct ParseSquareError {
    /// What was given, cut to a printable length.
    pub text: String,
}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let square = match *text.as_bytes() {
            [file @ (b'a'..=b'h' | b'A'..=b'H'), rank @ b'1'..=b'8'] => Self::from_file_rank(
                usize::from(file.to_ascii_lowercase() - b'a'),
                usize::from(rank - b'1'),
            ),
            _ => None,
        };
        square.ok_or_else(|| ParseSquareError { text: text.chars().take(16).collect() })
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(std::str::from_utf8(&self.name()).unwrap_or_default())
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

/// A set of squares; as data, a list of its members in scan order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(with = "Vec<Square>", extend("uniqueItems" = true))
)]
pub struct SquareSet(
    /// Bit *i* stands for the square with index *i*.
    pub u64,
);

impl SquareSet {
    /// The set without members.
    pub const EMPTY: Self = Self(0);

    /// Tells whether the square is a member.
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bit() != 0
    }

    /// Returns the number of members.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Tells whether the set has no members.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the members in scan order.
    pub fn iter(self) -> SquareIter {
        SquareIter(self.0)
    }

    /// Returns the set reflected in the line between ranks 4 and 5.
    #[must_use]
    pub const fn upside_down(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// Returns the set reflected in the diagonal from a1 to h8: blocks of 4, 2 and 1 squares change places.
    #[must_use]
    pub const fn transposed(self) -> Self {
        let set = swapped(self.0, 28, 0x0000_0000_F0F0_F0F0);
        let set = swapped(set, 14, 0x0000_CCCC_0000_CCCC);
        Self(swapped(set, 7, 0x00AA_00AA_00AA_00AA))
    }
}

/// Swaps the bits in `mask` with those `shift` places higher.
const fn swapped(set: u64, shift: u32, mask: u64) -> u64 {
    let differing = (set ^ (set >> shift)) & mask;
    set ^ differing ^ (differing << shift)
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = SquareIter;

    fn into_iter(self) -> SquareIter {
        self.iter()
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        Self(squares.into_iter().fold(0, |bits, square| bits | square.bit()))
    }
}

impl Serialize for SquareSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SquareSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Square>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// The members of a [`SquareSet`] in scan order.
#[derive(Clone, Debug)]
pub struct SquareIter(u64);

impl Iterator for SquareIter {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = Square::from_index(self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for SquareIter {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_a_letter_then_a_digit() {
        assert_eq!(Square::F5.to_string(), "f5");
        assert_eq!("A1".parse(), Ok(Square::A1));
        assert_eq!("h8".parse(), Ok(Square::H8));
        for square in Square::ALL {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::from_index(square.index()), Some(square));
        }
    }

    #[test]
    fn what_is_off_the_board_is_refused() {
        for text in ["a9", "i1", "@1", "a0", "pass", "--", "", "a", "a1 ", "11", "é1", "aa1"] {
            assert!(text.parse::<Square>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn transposing_swaps_file_and_rank() {
        for square in Square::ALL {
            let other = Square::from_file_rank(square.rank(), square.file()).unwrap();
            assert_eq!(SquareSet(square.bit()).transposed().0, other.bit(), "{square}");
        }
    }

    #[test]
    fn a_set_lists_its_members_in_scan_order() {
        let set: SquareSet = [Square::H8, Square::A1, Square::D3].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Square::A1, Square::D3, Square::H8]);
        assert_eq!(set.len(), 3);
        assert!(set.contains(Square::D3) && !set.contains(Square::D4));
    }
}
