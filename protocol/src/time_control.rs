//! How much time the players of a game have: what it is, how it is written, and within which limits.

use std::fmt;
use std::str::FromStr;

use reversi_game::formats::GameTime;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::limits::{DAYS_PER_MOVE_MAX, TIME_BONUS_S_MAX, TIME_MAIN_S_MAX, TIME_PERIODS_MAX};
use crate::text::written_as_text;

/// How much time each player has. Written, on the wire and wherever people type and read it, as the
/// examples say.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String", extend("maxLength" = 40))]
pub enum TimeControl {
    /// `none`: as much as one likes.
    #[default]
    None,
    /// `30s/move`: so much for every move.
    PerMove {
        /// In seconds.
        seconds: u32,
    },
    /// `3d`: so many days for every move. Nobody has to stay for it.
    Correspondence {
        /// Days for a move.
        days: u32,
    },
    /// `5m`: so much for the whole game.
    SuddenDeath {
        /// In seconds.
        main_s: u32,
    },
    /// `5m+3s`: each placement adds to what is left (Fischer).
    Increment {
        /// At first, in seconds.
        main_s: u32,
        /// Added after a placement, in seconds.
        increment_s: u32,
    },
    /// `5m/3s`: the clock waits so long before it runs at each move (simple delay).
    Delay {
        /// For the whole game, in seconds.
        main_s: u32,
        /// Not counted at each move, in seconds.
        delay_s: u32,
    },
    /// `10m+3x30s`: after the main time so many periods; one is used up only by a move that takes
    /// longer than it (Japanese byo-yomi).
    Periods {
        /// At first, in seconds; it may be none.
        main_s: u32,
        /// How many periods.
        periods: u32,
        /// Each, in seconds.
        period_s: u32,
    },
}

/// The text is no time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseTimeControlError {
    /// It has none of the forms.
    #[error("time is none, 30s/move, 5m, 5m+3s, 5m/3s (delay), 10m+3x30s (periods) or 3d (a move)")]
    Form,
    /// A number is outside its limits.
    #[error("that is too little or too much time")]
    Limits,
}

const MINUTE_S: u32 = 60;
const HOUR_S: u32 = 60 * MINUTE_S;

impl TimeControl {
    /// Tells whether nobody's time is counted.
    pub const fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }

    /// Returns it as files of games hold it, where they can.
    pub const fn in_files(self) -> Option<GameTime> {
        let (main_s, increment_s) = match self {
            Self::SuddenDeath { main_s } => (main_s, 0),
            Self::Increment { main_s, increment_s } => (main_s, increment_s),
            Self::None
            | Self::PerMove { .. }
            | Self::Correspondence { .. }
            | Self::Delay { .. }
            | Self::Periods { .. } => return None,
        };
        Some(GameTime { main_s, increment_s, extension_s: 0 })
    }

    fn check(self) -> Result<Self, ParseTimeControlError> {
        let main = 1..=TIME_MAIN_S_MAX;
        let bonus = 1..=TIME_BONUS_S_MAX;
        let is_within = match self {
            Self::None => true,
            Self::PerMove { seconds } => main.contains(&seconds),
            Self::Correspondence { days } => (1..=DAYS_PER_MOVE_MAX).contains(&days),
            Self::SuddenDeath { main_s } => main.contains(&main_s),
            Self::Increment { main_s, increment_s } => {
                main.contains(&main_s) && bonus.contains(&increment_s)
            }
            Self::Delay { main_s, delay_s } => main.contains(&main_s) && bonus.contains(&delay_s),
            Self::Periods { main_s, periods, period_s } => {
                main_s <= TIME_MAIN_S_MAX
                    && (1..=TIME_PERIODS_MAX).contains(&periods)
                    && bonus.contains(&period_s)
            }
        };
        if is_within { Ok(self) } else { Err(ParseTimeControlError::Limits) }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::None => f.write_str("none"),
            Self::PerMove { seconds } => write!(f, "{}/move", Span(seconds)),
            Self::Correspondence { days } => write!(f, "{days}d"),
            Self::SuddenDeath { main_s } => write!(f, "{}", Span(main_s)),
            Self::Increment { main_s, increment_s } => {
                write!(f, "{}+{}", Span(main_s), Span(increment_s))
            }
            Self::Delay { main_s, delay_s } => write!(f, "{}/{}", Span(main_s), Span(delay_s)),
            Self::Periods { main_s, periods, period_s } => {
                write!(f, "{}+{periods}x{}", Span(main_s), Span(period_s))
            }
        }
    }
}

/// Reads the forms that [`TimeControl`] is written in. A number without a unit is minutes before the
/// sign and seconds after it, as people write `5+3`; spaces, `delay` and `byo` may stand where they read well.
impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<Self, ParseTimeControlError> {
        let text: String = text.to_ascii_lowercase().split_whitespace().collect();
        let text = text.strip_suffix("delay").unwrap_or(&text).replace("byo", "+");
        let whole = if let "none" | "off" = &*text {
            Self::None
        } else if let Some((main, bonus)) = text.split_once('+') {
            let main_s = span(main, MINUTE_S)?;
            match bonus.split_once('x') {
                Some((periods, period)) => {
                    Self::Periods { main_s, periods: number(periods)?, period_s: span(period, 1)? }
                }
                None => Self::Increment { main_s, increment_s: span(bonus, 1)? },
            }
        } else {
            match text.split_once('/') {
                Some((days, "move")) if days.ends_with('d') => days_of(days)?,
                Some((seconds, "move")) => Self::PerMove { seconds: span(seconds, 1)? },
                Some((main, delay)) => {
                    Self::Delay { main_s: span(main, MINUTE_S)?, delay_s: span(delay, 1)? }
                }
                None if text.ends_with('d') => days_of(&text)?,
                None => Self::SuddenDeath { main_s: span(&text, MINUTE_S)? },
            }
        };
        whole.check()
    }
}

fn days_of(text: &str) -> Result<TimeControl, ParseTimeControlError> {
    Ok(TimeControl::Correspondence { days: number(text.trim_end_matches('d'))? })
}

fn number(text: &str) -> Result<u32, ParseTimeControlError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ParseTimeControlError::Form);
    }
    text.parse().map_err(|_too_big| ParseTimeControlError::Limits)
}

/// Reads `1h30m`, `90s`, or a number in units of `unit_s` seconds.
fn span(text: &str, unit_s: u32) -> Result<u32, ParseTimeControlError> {
    let mut rest = text;
    let mut seconds = 0_u32;
    let mut unit_before = u32::MAX;
    loop {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (count, after) = rest.split_at(digits);
        let (unit, after) = match after.chars().next() {
            Some('h') => (HOUR_S, &after[1..]),
            Some('m') => (MINUTE_S, &after[1..]),
            Some('s') => (1, &after[1..]),
            None if unit_before == u32::MAX => (unit_s, after),
            Some(_) | None => return Err(ParseTimeControlError::Form),
        };
        if unit >= unit_before {
            return Err(ParseTimeControlError::Form);
        }
        let part = number(count)?.checked_mul(unit).ok_or(ParseTimeControlError::Limits)?;
        seconds = seconds.checked_add(part).ok_or(ParseTimeControlError::Limits)?;
        (rest, unit_before) = (after, unit);
        if rest.is_empty() {
            return Ok(seconds);
        }
    }
}

/// Seconds, written in the largest units that fit.
struct Span(u32);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hours, minutes, seconds) =
            (self.0 / HOUR_S, self.0 / MINUTE_S % 60, self.0 % MINUTE_S);
        for (count, unit) in [(hours, 'h'), (minutes, 'm')] {
            if count > 0 {
                write!(f, "{count}{unit}")?;
            }
        }
        if seconds > 0 || self.0 == 0 { write!(f, "{seconds}s") } else { Ok(()) }
    }
}

written_as_text!(TimeControl, ParseTimeControlError);

/// What is written down for a game that a flag decided. The other side has won in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FlagScore {
    /// 64 to 0.
    Wipeout,
    /// The discs as they lie, the empties to the other side, and 31 at most to the one whose time ran out.
    Discs,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_time_control_is_read_as_it_is_written() {
        for text in [
            "none",
            "30s/move",
            "3d",
            "5m",
            "1h30m",
            "1m30s",
            "5m+3s",
            "5m/3s",
            "10m+3x30s",
            "0s+5x10s",
            "24h",
            "1s",
        ] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_people_write_is_read_too() {
        for (text, written) in [
            ("5+3", "5m+3s"),
            ("10", "10m"),
            ("5m/3s delay", "5m/3s"),
            ("10m byo 3x30s", "10m+3x30s"),
            ("10+5x30", "10m+5x30s"),
            ("3d/move", "3d"),
            ("90s", "1m30s"),
            ("OFF", "none"),
            ("2 / move", "2s/move"),
        ] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), written, "{text}");
        }
    }

    #[test]
    fn what_is_no_time_or_outside_the_limits_is_refused() {
        use ParseTimeControlError::{Form, Limits};
        for (text, error) in [
            ("", Form),
            ("soon", Form),
            ("5m3m", Form),
            ("m", Form),
            ("5m+", Form),
            ("5m+3d", Form),
            ("-5m", Form),
            ("5m+x30s", Form),
            ("d", Form),
            ("0s", Limits),
            ("25h", Limits),
            ("5m+11m", Limits),
            ("0d", Limits),
            ("15d", Limits),
            ("5m+0x30s", Limits),
            ("5m+21x30s", Limits),
            ("99999999999", Limits),
            ("4294967295h", Limits),
        ] {
            assert_eq!(text.parse::<TimeControl>(), Err(error), "{text}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_read_reads_back(text in "[0-9]{1,3}[hmsd]?[+/x]?[0-9]{0,2}[xs]?[0-9]{0,2}(s|/move)?") {
            if let Ok(control) = text.parse::<TimeControl>() {
                prop_assert_eq!(control.to_string().parse(), Ok(control));
            }
        }
    }
}
