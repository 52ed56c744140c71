//! The two symbols that discs are drawn with.

use std::fmt;
use std::str::FromStr;

use reversi_game::Color;
use reversi_protocol::PlayerName;
use serde::Deserialize;
use thiserror::Error;
use unicode_width::UnicodeWidthChar as _;

/// An empty square.
pub const EMPTY: char = '-';
/// A legal square.
pub const LEGAL: char = '.';
/// The square to play.
pub const BEST: char = '?';
/// What the last disc stands between.
pub const LAST: [char; 2] = ['(', ')'];

/// The board's own marks.
const MARKS: [char; 5] = [EMPTY, LEGAL, BEST, LAST[0], LAST[1]];

/// The symbols of black and white discs: different, one column wide, none of the board's own
/// marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Pair")]
pub struct Symbols {
    black: char,
    white: char,
}

/// Any two characters.
#[derive(Deserialize)]
struct Pair {
    black: char,
    white: char,
}

/// Why discs cannot be drawn with two symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadSymbols {
    /// The text is not two symbols.
    Two,
    /// Black's and White's are the same.
    Equal,
    /// Nothing would be seen.
    NotPrintable(char),
    /// The rows of the board would not be straight.
    Wide(char),
    /// It means something else on the board.
    Mark(char),
}

impl Default for Symbols {
    fn default() -> Self {
        Self { black: Color::Black.symbol(), white: Color::White.symbol() }
    }
}

impl Symbols {
    /// Takes two symbols, Black's first.
    ///
    /// # Errors
    /// [`BadSymbols`] says what is wrong with them.
    pub fn new(black: char, white: char) -> Result<Self, BadSymbols> {
        for symbol in [black, white] {
            check(symbol)?;
        }
        if black == white { Err(BadSymbols::Equal) } else { Ok(Self { black, white }) }
    }

    /// Returns the symbol of a disc.
    pub const fn of(self, color: Color) -> char {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }
}

impl fmt::Display for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.black, self.white)
    }
}

fn check(symbol: char) -> Result<(), BadSymbols> {
    // What may stand in a name is what is seen and stays where it is.
    let is_visible = PlayerName::new(symbol.encode_utf8(&mut [0; 4])).is_ok();
    match symbol.width() {
        _ if !is_visible => Err(BadSymbols::NotPrintable(symbol)),
        _ if MARKS.contains(&symbol) => Err(BadSymbols::Mark(symbol)),
        Some(1) => Ok(()),
        None | Some(0) => Err(BadSymbols::NotPrintable(symbol)),
        Some(_) => Err(BadSymbols::Wide(symbol)),
    }
}

impl TryFrom<Pair> for Symbols {
    type Error = BadSymbols;

    fn try_from(Pair { black, white }: Pair) -> Result<Self, BadSymbols> {
        Self::new(black, white)
    }
}

/// Reads `#,@`, `# @`, `#, @` or `#@`.
impl FromStr for Symbols {
    type Err = BadSymbols;

    fn from_str(text: &str) -> Result<Self, BadSymbols> {
        let symbols: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        match symbols[..] {
            [black, white] | [black, ',', white] => Self::new(black, white),
            _ => Err(BadSymbols::Two),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_two_symbols_with_or_without_a_comma_between() {
        let expected = Symbols { black: '#', white: '@' };
        for text in ["#,@", "# @", "#, @", "#@", " # , @ "] {
            assert_eq!(text.parse(), Ok(expected), "{text:?}");
        }
        for text in ["", "#", "#@#", "#;@", "#,@,"] {
            assert_eq!(text.parse::<Symbols>(), Err(BadSymbols::Two), "{text:?}");
        }
        assert_eq!(Symbols::new('●', '○').map(|symbols| symbols.of(Color::White)), Ok('○'));
    }

    #[test]
    fn refuses_what_could_be_mistaken_or_would_bend_the_board() {
        assert_eq!(Symbols::new('#', '#'), Err(BadSymbols::Equal));
        for mark in MARKS {
            assert_eq!(Symbols::new('#', mark), Err(BadSymbols::Mark(mark)));
        }
        for hidden in ['\u{7}', '\u{200b}', '\u{202e}', '\u{301}', ' ', '\u{2800}'] {
            assert_eq!(Symbols::new(hidden, '@'), Err(BadSymbols::NotPrintable(hidden)));
        }
        for wide in ['黒', '🦊', '⚫'] {
            assert_eq!(Symbols::new(wide, '@'), Err(BadSymbols::Wide(wide)));
        }
    }

    #[test]
    fn bad_ones_are_not_read_from_a_file_either() {
        assert!(serde_json::from_str::<Symbols>(r##"{"black":"#","white":"#"}"##).is_err());
        let symbols = Symbols::new('#', '@').unwrap();
        let json = r##"{"black":"#","white":"@"}"##;
        assert_eq!(serde_json::from_str::<Symbols>(json).unwrap(), symbols);
        assert_eq!(symbols.to_string().parse(), Ok(symbols));
    }
}
