//! Lists of actions and their text form, `f5d6c3…`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

use crate::square::Square;

/// One entry of a game: a placement, or a pass that the rules made. As text: the square, or `pass`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(with = "String", extend("pattern" = "^([a-h][1-8]|pass)$"))
)]
pub enum Action {
    /// A disc placed on a square.
    Place(Square),
    /// A turn lost because no square was legal.
    Pass,
}

impl Action {
    /// Returns the square of a placement.
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Place(square) => Some(square),
            Self::Pass => None,
        }
    }
}

/// The square, or `pass`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => square.fmt(f),
            Self::Pass => f.pad("pass"),
        }
    }
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        if text == "pass" {
            return Ok(Self::Pass);
        }
        text.parse().map(Self::Place).map_err(de::Error::custom)
    }
}

/// A list of actions. Its text form is the squares alone, passes implied; reading accepts the
/// passes that others write out (`pa`, `ps`, `pp`, `--`, `pass`), any case, blanks, commas,
/// hyphens between moves, and move numbers (`1.` or `1:`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript(pub Vec<Action>);

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().filter_map(|action| action.square()).try_for_each(|square| square.fmt(f))
    }
}

/// A text is not a list of moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("byte {offset}: expected a square such as f5 or a pass, found {found:?}")]
pub struct ParseTranscriptError {
    /// Where, in bytes from 0.
    pub offset: usize,
    /// What stands there, cut to a printable length.
    pub found: String,
}

impl FromStr for Transcript {
    type Err = ParseTranscriptError;

    fn from_str(text: &str) -> Result<Self, ParseTranscriptError> {
        located_actions(text)
            .map(|located| located.map(|(_, action)| action))
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

/// Ways in which others write a pass; case does not matter.
pub(crate) const PASS_SPELLINGS: [&str; 5] = ["pass", "pa", "ps", "pp", "--"];

/// Reads the actions of a text, each with its offset in bytes, up to the first error.
pub(crate) fn located_actions(
    text: &str,
) -> impl Iterator<Item = Result<(usize, Action), ParseTranscriptError>> {
    let mut offset = 0;
    std::iter::from_fn(move || {
        while let Some(rest) = text.get(offset..).filter(|rest| !rest.is_empty()) {
            let Some((length, action)) = next_token(rest) else {
                let found = rest.chars().take(8).collect();
                let error = ParseTranscriptError { offset, found };
                offset = text.len();
                return Some(Err(error));
            };
            let at = offset;
            offset += length;
            if let Some(action) = action {
                return Some(Ok((at, action)));
            }
        }
        None
    })
}

/// Reads one separator, move number, square or pass from the front; returns its bytes.
fn next_token(text: &str) -> Option<(usize, Option<Action>)> {
    for pass in PASS_SPELLINGS {
        if text.get(..pass.len()).is_some_and(|head| head.eq_ignore_ascii_case(pass)) {
            return Some((pass.len(), Some(Action::Pass)));
        }
    }
    if let Some(square) = text.get(..2).and_then(|head| head.parse().ok()) {
        return Some((2, Some(Action::Place(square))));
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        let dots = text[digits..].bytes().take_while(|byte| matches!(byte, b'.' | b':')).count();
        return (dots > 0).then_some((digits + dots, None));
    }
    let first = text.chars().next()?;
    (first.is_whitespace() || matches!(first, ',' | ';' | '-')).then_some((first.len_utf8(), None))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Vec<String> {
        text.parse::<Transcript>().unwrap().0.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn reads_the_ways_people_write_moves() {
        assert_eq!(parse("f5d6c3"), ["f5", "d6", "c3"]);
        assert_eq!(parse("F5 d6, C3"), ["f5", "d6", "c3"]);
        assert_eq!(parse("1. f5 d6 2. c3"), ["f5", "d6", "c3"]);
        assert_eq!(parse("f5-d6-c3\n"), ["f5", "d6", "c3"]);
        assert_eq!(parse("f5--pa ps PASS"), ["f5", "pass", "pass", "pass", "pass"]);
        assert!(parse("").is_empty());
    }

    #[test]
    fn names_the_byte_that_is_wrong() {
        let error = "f5 d6 k4".parse::<Transcript>().unwrap_err();
        assert_eq!((error.offset, error.found.as_str()), (6, "k4"));
        assert!("f5d".parse::<Transcript>().is_err());
        assert!("f5 12".parse::<Transcript>().is_err());
        assert!("f5é".parse::<Transcript>().is_err());
    }

    #[test]
    fn writes_squares_with_passes_implied() {
        let transcript = "f5--d6".parse::<Transcript>().unwrap();
        assert_eq!(transcript.to_string(), "f5d6");
    }
}
