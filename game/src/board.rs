//! Disc placement on the 64 squares: which squares turn something, and what they turn.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use crate::color::Color;
use crate::square::{Square, SquareSet};

/// Where the discs lie; nothing about whose turn it is. As text: 64 characters a1, b1, … h8, `X`
/// Black, `O` White, `-` empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(with = "String", extend("pattern" = "^[XOxo_.-]{64}$"))
)]
pub struct Board {
    /// Discs by colour; the two never overlap.
    discs: [u64; 2],
}

impl Board {
    /// The standard start: Black on d5 and e4, White on d4 and e5.
    pub const START: Self =
        Self { discs: [Square::E4.bit() | Square::D5.bit(), Square::D4.bit() | Square::E5.bit()] };

    /// Returns a board with these discs, or nothing if a square is in both sets.
    pub const fn new(black: SquareSet, white: SquareSet) -> Option<Self> {
        if black.0 & white.0 == 0 { Some(Self { discs: [black.0, white.0] }) } else { None }
    }

    /// Returns the discs of one colour.
    pub const fn discs(&self, color: Color) -> SquareSet {
        SquareSet(self.discs[color.index()])
    }

    /// Returns the number of discs of one colour.
    pub const fn count(&self, color: Color) -> u32 {
        self.discs[color.index()].count_ones()
    }

    /// Returns the squares without a disc.
    pub const fn empties(&self) -> SquareSet {
        SquareSet(!(self.discs[0] | self.discs[1]))
    }

    /// Returns the disc on a square.
    pub const fn disc_at(&self, square: Square) -> Option<Color> {
        if self.discs[0] & square.bit() != 0 {
            Some(Color::Black)
        } else if self.discs[1] & square.bit() != 0 {
            Some(Color::White)
        } else {
            None
        }
    }

    /// Returns the squares where `color` may place: empty, and turning at least one disc.
    pub const fn legal(&self, color: Color) -> SquareSet {
        let (mover, opponent) = self.sides(color);
        SquareSet(bits::legal(mover, opponent))
    }

    /// Returns the opposing discs that `color` would turn by placing on `square`; empty if the
    /// square is taken or turns nothing.
    pub const fn flips(&self, color: Color, square: Square) -> SquareSet {
        let (mover, opponent) = self.sides(color);
        if (mover | opponent) & square.bit() != 0 {
            return SquareSet::EMPTY;
        }
        SquareSet(bits::flips(mover, opponent, square.index()))
    }

    /// Returns the board after `color` placed on `square` and turned `flips`.
    pub(crate) const fn with_placement(
        &self,
        color: Color,
        square: Square,
        flips: SquareSet,
    ) -> Self {
        let mut discs = self.discs;
        discs[color.index()] ^= flips.0 | square.bit();
        discs[color.opponent().index()] ^= flips.0;
        Self { discs }
    }

    /// Returns the discs of `color` and of its opponent.
    const fn sides(&self, color: Color) -> (u64, u64) {
        (self.discs[color.index()], self.discs[color.opponent().index()])
    }
}

/// The board as 64 characters in scan order: `X` Black, `O` White, `-` empty.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(std::str::from_utf8(&self.symbols()).unwrap_or_default())
    }
}

impl Board {
    fn symbols(&self) -> [u8; 64] {
        Square::ALL.map(|square| self.disc_at(square).map_or(b'-', |color| color.symbol() as u8))
    }
}

/// Why a text is not a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseBoardError {
    /// The text does not have 64 characters.
    #[error("a board has 64 characters, this one has {found}")]
    Length {
        /// Characters found.
        found: usize,
    },
    /// A character stands for no disc and no empty square.
    #[error("{found:?} at {square} is none of X (black), O (white), - (empty)")]
    Character {
        /// Where it stands.
        square: Square,
        /// What stands there.
        found: char,
    },
}

/// Reads 64 characters; `x o .` and `_` are accepted beside `X O -`.
impl FromStr for Board {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Self, ParseBoardError> {
        let found = text.chars().count();
        if found != 64 {
            return Err(ParseBoardError::Length { found });
        }
        let mut discs = [0; 2];
        for (square, symbol) in Square::ALL.into_iter().zip(text.chars()) {
            match (Color::from_symbol(symbol), symbol) {
                (Some(color), _) => discs[color.index()] |= square.bit(),
                (None, '-' | '.' | '_') => {}
                (None, found) => return Err(ParseBoardError::Character { square, found }),
            }
        }
        Ok(Self { discs })
    }
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(std::str::from_utf8(&self.symbols()).unwrap_or_default())
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

/// Bitboard arithmetic on (mover, opponent) pairs, bit 0 = a1.
pub mod bits {
    /// Files b–g: a run of opposing discs that is turned sideways lies within them, because
    /// both of its ends need a square beside it.
    const INNER_FILES: u64 = 0x7E7E_7E7E_7E7E_7E7E;

    /// The four axes as a shift and the opposing discs that may lie inside a run along it.
    const fn axes(opponent: u64) -> [(u32, u64); 4] {
        let inner = opponent & INNER_FILES;
        [(1, inner), (7, inner), (8, opponent), (9, inner)]
    }

    /// Returns the discs of `run` that form a chain from `from` along one axis, towards higher and
    /// towards lower bits (a parallel-prefix fill over 2, 4, then 6 discs).
    const fn chains(from: u64, run: u64, shift: u32) -> (u64, u64) {
        let mut up = run & (from << shift);
        let mut down = run & (from >> shift);
        up |= run & (up << shift);
        down |= run & (down >> shift);
        let run_up = run & (run << shift);
        let run_down = run & (run >> shift);
        up |= run_up & (up << (2 * shift));
        down |= run_down & (down >> (2 * shift));
        up |= run_up & (up << (2 * shift));
        down |= run_down & (down >> (2 * shift));
        (up, down)
    }

    /// Returns the squares where the mover may place.
    pub const fn legal(mover: u64, opponent: u64) -> u64 {
        let axes = axes(opponent);
        let mut legal = 0;
        let mut i = 0;
        while i < axes.len() {
            let (shift, run) = axes[i];
            let (up, down) = chains(mover, run, shift);
            legal |= (up << shift) | (down >> shift);
            i += 1;
        }
        legal & !(mover | opponent)
    }

    /// Returns what the mover turns by placing on the empty square `index` (0–63).
    pub const fn flips(mover: u64, opponent: u64, index: usize) -> u64 {
        let axes = axes(opponent);
        let mut flips = 0;
        let mut i = 0;
        while i < axes.len() {
            let (shift, run) = axes[i];
            let (up, down) = chains(1 << index, run, shift);
            if (up << shift) & mover != 0 {
                flips |= up;
            }
            if (down >> shift) & mover != 0 {
                flips |= down;
            }
            i += 1;
        }
        flips
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_has_four_legal_squares_for_each_colour() {
        let names = |color| -> Vec<String> {
            Board::START.legal(color).iter().map(|square| square.to_string()).collect()
        };
        assert_eq!(names(Color::Black), ["d3", "c4", "f5", "e6"]);
        assert_eq!(names(Color::White), ["e3", "f4", "c5", "d6"]);
    }

    #[test]
    fn a_board_reads_what_it_writes() {
        let text = "---------------------------OX------XO---------------------------";
        assert_eq!(Board::START.to_string(), text);
        assert_eq!(text.parse(), Ok(Board::START));
        assert_eq!(text.to_lowercase().replace('-', "_").parse(), Ok(Board::START));
    }

    #[test]
    fn a_bad_board_is_refused_with_its_place() {
        assert_eq!("X".parse::<Board>(), Err(ParseBoardError::Length { found: 1 }));
        let text = "---------------------------OX------X?---------------------------";
        assert_eq!(
            text.parse::<Board>(),
            Err(ParseBoardError::Character { square: Square::E5, found: '?' })
        );
    }

    #[test]
    fn a_row_does_not_wrap_into_the_next() {
        // Black g1, White h1 and a2, Black b2: no run crosses the edge.
        let board = Board::new(
            [Square::G1, Square::C2].into_iter().collect(),
            [Square::H1, Square::A2].into_iter().collect(),
        )
        .unwrap();
        assert!(board.legal(Color::Black).is_empty());
    }
}
