//! Who may watch a room, and how late those are told what happens.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::limits::{DELAY_PLACEMENTS_MAX, DELAY_S_MAX};
use crate::text::written_as_text;

/// Who may be in a room without a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Watch {
    /// Everyone.
    #[default]
    Everyone,
    /// Whoever knows the room's identifier: once both seats are taken, no list shows the room or its game.
    Link,
    /// Nobody but the players and the host; no list shows the room once both seats are taken.
    Players,
}

impl Watch {
    /// Tells whether a game may be found and watched by everyone.
    pub const fn is_everyone(&self) -> bool {
        matches!(self, Self::Everyone)
    }
}

/// How late those without a seat are told what happens in a running game. Written, on the wire and wherever
/// people type and read it, as the examples say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", extend("pattern" = "^[1-9][0-9]{0,3}s?$"))]
pub enum WatchDelay {
    /// `3`: a placement is shown once so many more were made.
    Placements(u32),
    /// `30s`: a placement is shown so many seconds later.
    Seconds(u32),
}

/// The text is no delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a delay is 1 to {DELAY_PLACEMENTS_MAX} placements, or 1s to {DELAY_S_MAX}s")]
pub struct ParseWatchDelayError;

impl FromStr for WatchDelay {
    type Err = ParseWatchDelayError;

    fn from_str(text: &str) -> Result<Self, ParseWatchDelayError> {
        let (digits, max, delay): (_, _, fn(u32) -> Self) = match text.strip_suffix('s') {
            Some(digits) => (digits, DELAY_S_MAX, Self::Seconds),
            None => (text, DELAY_PLACEMENTS_MAX, Self::Placements),
        };
        let number = digits.parse().ok().filter(|number| (1..=max).contains(number));
        number.map(delay).ok_or(ParseWatchDelayError)
    }
}

impl fmt::Display for WatchDelay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Placements(placements) => write!(f, "{placements}"),
            Self::Seconds(seconds) => write!(f, "{seconds}s"),
        }
    }
}

written_as_text!(WatchDelay, ParseWatchDelayError);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delay_is_read_as_it_is_written() {
        for text in ["1", "60", "1s", "3600s"] {
            assert_eq!(text.parse::<WatchDelay>().unwrap().to_string(), text);
        }
        for bad in ["", "0", "61", "0s", "3601s", "s", "-1", "3m", "99999999999"] {
            assert_eq!(bad.parse::<WatchDelay>(), Err(ParseWatchDelayError), "{bad}");
        }
    }
}
