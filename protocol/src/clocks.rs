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
    /// How long it stands before it runs down, as in a delay.
    pub waits_ms: u64,
}

impl ClockFace {
    /// Tells whether nothing comes after what it shows.
    pub const fn is_last(&self) -> bool {
        self.periods == 0 || (self.is_in_period && self.periods == 1)
    }
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
        let spent_ms = if turn.color == color { turn.spent_ms(now_ms) } else { 0 };
        let counted_ms = spent_ms.saturating_sub(turn.free_ms);
        let (ms, periods, is_in_period) = self.of(color).left(counted_ms, self.period_ms);
        let is_running = turn.color == color && turn.since_ms.is_some();
        let waits_ms = if is_running { turn.free_ms.saturating_sub(spent_ms) } else { 0 };
        ClockFace { ms, periods, is_in_period, is_running, waits_ms }
    }
}

impl ClockTurn {
    fn spent_ms(&self, now_ms: u64) -> u64 {
        let running = self.since_ms.map_or(0, |since_ms| now_ms.saturating_sub(since_ms));
        self.spent_ms + running
    }
}

impl Clock {
    /// Returns what is left after so much time: of the main time or a period, how many periods, and whether one runs.
    const fn left(&self, counted_ms: u64, period_ms: u64) -> (u64, u32, bool) {
        let (main, over) =
            (self.main_ms.saturating_sub(counted_ms), counted_ms.saturating_sub(self.main_ms));
        if main > 0 || self.periods == 0 || period_ms == 0 {
            return (main, self.periods, false);
        }
        let used = over / period_ms;
        if used >= self.periods as u64 {
            return (0, 0, true);
        }
        (period_ms - over % period_ms, self.periods - used as u32, true)
    }
}
