//! How strong people play, by their own word, and whom a room's open seat is for.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::limits::STRENGTH_MAX;
use crate::text::written_as_text;

/// How strong somebody plays, by their own word: like this level of the ladder of bots.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "u8", into = "u8")]
#[schemars(extend("minimum" = 1, "maximum" = STRENGTH_MAX))]
pub struct Strength(u8);

/// The number is no level of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("strength is a level of the ladder of bots, from 1 to {STRENGTH_MAX}")]
pub struct BadStrength;

impl TryFrom<u8> for Strength {
    type Error = BadStrength;

    fn try_from(level: u8) -> Result<Self, BadStrength> {
        if (1..=STRENGTH_MAX).contains(&level) { Ok(Self(level)) } else { Err(BadStrength) }
    }
}

impl From<Strength> for u8 {
    fn from(strength: Strength) -> Self {
        strength.0
    }
}

impl FromStr for Strength {
    type Err = BadStrength;

    fn from_str(text: &str) -> Result<Self, BadStrength> {
        text.parse::<u8>().map_err(|_no_number| BadStrength)?.try_into()
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Whom the open seat of a room is for; whoever is invited to it may sit down all the same. Written, on the wire
/// and wherever people type and read it, as `anyone`, `no-guests`, `3-6` or `no-guests,3-6`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", extend("pattern" = "^(anyone|no-guests|(no-guests,)?([1-9]|10)-([1-9]|10))$"))]
pub struct Opponents {
    /// Only players with a key.
    pub no_guests: bool,
    /// Only those who say that they play this strongly: the least and the most.
    pub strength: Option<(Strength, Strength)>,
}

impl Opponents {
    /// Tells whether the seat is for everybody.
    pub const fn is_anyone(&self) -> bool {
        !self.no_guests && self.strength.is_none()
    }

    /// Tells whether somebody of this strength may sit down, or somebody who says nothing of it.
    pub fn are_matched_by(&self, strength: Option<Strength>) -> bool {
        let is_between = |(least, most)| strength.is_some_and(|it| (least..=most).contains(&it));
        self.strength.is_none_or(is_between)
    }
}

/// The text says of nobody whom a seat is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("opponents are anyone, no-guests, those of a strength such as 3-6, or no-guests,3-6")]
pub struct ParseOpponentsError;

impl FromStr for Opponents {
    type Err = ParseOpponentsError;

    fn from_str(text: &str) -> Result<Self, ParseOpponentsError> {
        let (no_guests, range) = match text {
            "anyone" => return Ok(Self::default()),
            "no-guests" => return Ok(Self { no_guests: true, strength: None }),
            _ => text.strip_prefix("no-guests,").map_or((false, text), |range| (true, range)),
        };
        let level = |digits: &str| {
            let is_plain = !digits.starts_with(['+', '0']);
            digits.parse().ok().filter(|_: &Strength| is_plain)
        };
        let strength =
            range.split_once('-').and_then(|(least, most)| level(least).zip(level(most)));
        let strength = strength.filter(|(least, most)| least <= most);
        strength.map(|it| Self { no_guests, strength: Some(it) }).ok_or(ParseOpponentsError)
    }
}

impl fmt::Display for Opponents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let guests = if self.no_guests { "no-guests" } else { "" };
        let comma = if self.no_guests { "," } else { "" };
        match self.strength {
            Some((least, most)) => write!(f, "{guests}{comma}{least}-{most}"),
            None if self.no_guests => f.write_str(guests),
            None => f.write_str("anyone"),
        }
    }
}

written_as_text!(Opponents, ParseOpponentsError);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponents_are_read_as_they_are_written() {
        for text in ["anyone", "no-guests", "1-10", "4-4", "no-guests,3-6"] {
            assert_eq!(text.parse::<Opponents>().unwrap().to_string(), text);
        }
        for bad in [
            "",
            "3",
            "6-3",
            "0-4",
            "1-11",
            "+1-4",
            "01-4",
            "no-guests,",
            "3-6,no-guests",
            "anyone,3-6",
        ] {
            assert_eq!(bad.parse::<Opponents>(), Err(ParseOpponentsError), "{bad}");
        }
    }

    #[test]
    fn a_range_is_for_those_who_say_that_they_play_so() {
        let range: Opponents = "3-6".parse().unwrap();
        let is_for = |level: u8| range.are_matched_by(Some(level.try_into().unwrap()));
        assert_eq!([2, 3, 6, 7].map(is_for), [false, true, true, false]);
        assert!(!range.are_matched_by(None));
        assert!(Opponents::default().are_matched_by(None));
    }
}
