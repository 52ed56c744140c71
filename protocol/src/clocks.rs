//! What the clocks of a game show, so that a client can count them down without knowing the rules.

use reversi_game::Color;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Both clocks, and the turn that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Clocks {
    /// Black's, at the beginning of the turn.
    pub black: Clock,
    /// White's, at the beginning of the turn.
    pub white: Clock,
    /// The length of a period, in milliseconds; 0 where there are none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub period_ms: u64,
    /// The turn.
    pub turn: ClockTurn,
}

/// A clock as it stands at the beginning of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Clock {
    /// Time left before periods begin, in milliseconds.
    pub main_ms: u64,
    /// Periods left.
    #[serde(default, skip_serializing_if = "is_none")]
    pub periods: u32,
    /// How much of what is lost on the way to the server may still be given back in this game, in
    /// milliseconds.
    #[serde(default, skip_serializing_if = "is_none")]
    pub lag_ms: u32,
}

/// The turn of the side whose clock is next to run, and what it took until now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClockTurn {
    /// Whose turn.
    pub color: Color,
    /// What the turn had taken when its clock began to run, or stopped, in milliseconds.
    pub spent_ms: u64,
    /// Since when the clock runs, in milliseconds since 1970 by the server's clock; it stands if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since_ms: Option<u64>,
    /// So much of the turn is not counted, in milliseconds: a delay, or the time for a side's first
    /// placement.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub free_ms: u64,
    /// When time decides, in milliseconds since 1970 by the server's clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_at_ms: Option<u64>,
    /// Whether the side has not placed yet: the game is then called off, and nobody has lost.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_first: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
const fn is_zero(ms: &u64) -> bool {
    *ms == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
const fn is_none(count: &u32) -> bool {
    *count == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
const fn is_false(is: &bool) -> bool {
    !*is
}

/// What one clock shows at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockFace {
    /// Time left: of the main time, or of the period.
    pub ms: u64,
    /// Periods left, the running one included.
    pub periods: u32,
    /// Whether a period runs.
    pub is_in_period: bool,
    /// Whether the clock runs.
    pub is_running: bool,
}

impl Clocks {
    /// Returns a side's clock at the beginning of the turn.
    pub const fn of(&self, color: Color) -> &Clock {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// Returns what a side's clock shows at an instant of the server's clock.
    pub fn face(&self, color: Color, now_ms: u64) -> ClockFace {
        let turn = &self.turn;
        let spent = if turn.color == color { turn.spent_ms(now_ms) } else { 0 };
        self.of(color).face(spent.saturating_sub(turn.free_ms), self.period_ms, turn.runs(color))
    }
}

impl ClockTurn {
    const fn runs(&self, color: Color) -> bool {
        self.since_ms.is_some()
            && matches!(
                (self.color, color),
                (Color::Black, Color::Black) | (Color::White, Color::White)
            )
    }

    fn spent_ms(&self, now_ms: u64) -> u64 {
        let running = self.since_ms.map_or(0, |since_ms| now_ms.saturating_sub(since_ms));
        self.spent_ms + running
    }
}

impl Clock {
    const fn face(&self, counted_ms: u64, period_ms: u64, is_running: bool) -> ClockFace {
        let (main, over) =
            (self.main_ms.saturating_sub(counted_ms), counted_ms.saturating_sub(self.main_ms));
        if main > 0 || self.periods == 0 || period_ms == 0 {
            return ClockFace { ms: main, periods: self.periods, is_in_period: false, is_running };
        }
        let used = over / period_ms;
        if used >= self.periods as u64 {
            return ClockFace { ms: 0, periods: 0, is_in_period: true, is_running };
        }
        let (ms, periods) = (period_ms - over % period_ms, self.periods - used as u32);
        ClockFace { ms, periods, is_in_period: true, is_running }
    }
}
