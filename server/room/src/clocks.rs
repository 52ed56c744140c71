//! The clocks of a game as a value: what a turn takes off them, and when they run out. Every turn's
//! beginning is kept, so that what is taken back gets its time back.

use std::time::Duration;

use reversi_game::Color;
use reversi_protocol::limits::{FIRST_MOVE_MS_MAX, LAG_MS_PER_GAME_MAX, LAG_MS_PER_MOVE_MAX};
use reversi_protocol::{Clock, ClockTurn, Clocks as ClocksView, TimeControl};

use super::event::Event;
use super::time::Timestamp;

const SECOND_MS: u64 = 1000;
const DAY_MS: u64 = 24 * 60 * 60 * SECOND_MS;

/// Both clocks of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clocks {
    control: TimeControl,
    /// The ply of the first of `turns`.
    from_ply: u32,
    /// The ply of the turn that is counted.
    ply: u32,
    /// How the clocks stood when each turn began, those that were taken back included.
    turns: Vec<[Side; 2]>,
    /// What the turn took before `since`.
    spent_ms: u64,
    /// Since when the clock runs; it stands while the game waits or is over.
    since: Option<Timestamp>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    clock: Clock,
    has_placed: bool,
}

/// What a side has for the turn that is counted and those to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// Until its time is up, if it placed no more.
    pub all: Duration,
    /// Added by a placement.
    pub increment: Duration,
    /// What this turn may take and leave as much for the others.
    pub own: Duration,
}

impl Clocks {
    /// Starts the clocks of a game, as they are at first or as they were kept; nothing where no time is counted.
    pub(super) fn start(
        control: TimeControl,
        kept: Option<[Clock; 2]>,
        ply: u32,
        at: Timestamp,
    ) -> Option<Self> {
        let clocks = kept.unwrap_or([full(control)?; 2]);
        let sides = clocks.map(|clock| Side { clock, has_placed: false });
        let turns = vec![sides];
        Some(Self { control, from_ply: ply, ply, turns, spent_ms: 0, since: Some(at) })
    }

    fn side(&self, color: Color) -> &Side {
        &self.turns[(self.ply - self.from_ply) as usize][color.index()]
    }

    /// Returns what the turn has taken until now.
    fn spent_ms(&self, now: Timestamp) -> u64 {
        self.spent_ms + self.since.map_or(0, |since| now.0.saturating_sub(since.0))
    }

    /// Returns how much of a turn is not counted.
    const fn free_ms(&self, side: &Side) -> u64 {
        if !side.has_placed {
            return first_ms(self.control);
        }
        let TimeControl::Delay { delay_s, .. } = self.control else { return 0 };
        delay_s as u64 * SECOND_MS
    }

    /// Returns a clock as it is after its side placed; nothing if its time was up. `lag_ms` is what
    /// the placement took on its way.
    pub(super) fn placed(&self, color: Color, now: Timestamp, lag_ms: u32) -> Option<Clock> {
        let side = self.side(color);
        let (spent_ms, free_ms) = (self.spent_ms(now), self.free_ms(side));
        if !side.has_placed {
            return (spent_ms < free_ms).then_some(side.clock);
        }
        let counted_ms = spent_ms.saturating_sub(free_ms);
        let lag_ms =
            lag_ms.min(lag_ms_max(&side.clock)).min(counted_ms.try_into().unwrap_or(u32::MAX));
        let left = charged(side.clock, counted_ms - u64::from(lag_ms), period_ms(self.control))?;
        let main_ms = match self.control {
            TimeControl::Increment { increment_s, .. } => {
                left.main_ms + u64::from(increment_s) * SECOND_MS
            }
            TimeControl::PerMove { .. } | TimeControl::Correspondence { .. } => {
                full(self.control)?.main_ms
            }
            TimeControl::None
            | TimeControl::SuddenDeath { .. }
            | TimeControl::Delay { .. }
            | TimeControl::Periods { .. } => left.main_ms,
        };
        Some(Clock { main_ms, lag_ms: left.lag_ms - lag_ms, ..left })
    }

    /// Returns when the time of the side to move is up, while its clock runs. What is lost on the way may
    /// still come so long.
    pub(super) fn ends_at(&self, mover: Color) -> Option<Timestamp> {
        let side = self.side(mover);
        let Clock { main_ms, periods, .. } = side.clock;
        let counted_ms = main_ms + u64::from(periods) * period_ms(self.control);
        let counted_ms =
            if side.has_placed { counted_ms + u64::from(lag_ms_max(&side.clock)) } else { 0 };
        let left = (self.free_ms(side) + counted_ms).saturating_sub(self.spent_ms);
        Some(self.since?.after(Duration::from_millis(left)))
    }

    /// Tells whether a side has not placed yet, so that nobody loses by it.
    pub(super) fn is_first(&self, color: Color) -> bool {
        !self.side(color).has_placed
    }

    /// Returns what a side has for the turn that is counted and those to come.
    pub(super) fn time_left(&self, color: Color, now: Timestamp) -> TimeLeft {
        let side = self.side(color);
        let (spent_ms, free_ms) = (self.spent_ms(now), self.free_ms(side));
        let Clock { main_ms, periods, .. } = side.clock;
        let all_ms = main_ms + u64::from(periods) * period_ms(self.control);
        let (increment_ms, own_ms) = match self.control {
            TimeControl::Increment { increment_s, .. } => (u64::from(increment_s) * SECOND_MS, 0),
            TimeControl::Delay { delay_s: seconds, .. }
            | TimeControl::Periods { period_s: seconds, .. } => (0, u64::from(seconds) * SECOND_MS),
            TimeControl::PerMove { .. } | TimeControl::Correspondence { .. } => (0, main_ms),
            TimeControl::None | TimeControl::SuddenDeath { .. } => (0, 0),
        };
        let own_ms = if side.has_placed { own_ms } else { free_ms };
        TimeLeft {
            all: Duration::from_millis(all_ms.saturating_sub(spent_ms.saturating_sub(free_ms))),
            increment: Duration::from_millis(increment_ms),
            own: Duration::from_millis(own_ms.min(all_ms + free_ms).saturating_sub(spent_ms)),
        }
    }

    /// Returns the clocks as they can be kept: what the turn took until now is taken off.
    pub(super) fn kept(&self, mover: Color, now: Timestamp) -> [Clock; 2] {
        Color::BOTH.map(|color| {
            let side = self.side(color);
            let counted_ms = self.spent_ms(now).saturating_sub(self.free_ms(side));
            if color != mover || !side.has_placed {
                return side.clock;
            }
            charged(side.clock, counted_ms, period_ms(self.control))
                .unwrap_or(Clock { main_ms: 1, ..side.clock })
        })
    }

    /// Returns what the clocks show.
    pub(super) fn view(&self, mover: Color) -> ClocksView {
        let side = self.side(mover);
        ClocksView {
            black: self.side(Color::Black).clock,
            white: self.side(Color::White).clock,
            period_ms: period_ms(self.control),
            turn: ClockTurn {
                color: mover,
                spent_ms: self.spent_ms,
                since_ms: self.since.map(|since| since.0),
                free_ms: self.free_ms(side),
                ends_at_ms: self.ends_at(mover).map(|at| at.0),
                is_first: !side.has_placed,
            },
        }
    }

    /// Returns what the server's standstill until now leaves of the turn: what it took before, and for how
    /// long the clock stood. Nothing was counted from `stopped_at` on, the last instant at which the server is
    /// known to have run.
    pub(super) fn held(&self, stopped_at: Timestamp, now: Timestamp) -> (u64, u64) {
        let stopped_at = self.since.map_or(stopped_at, |since| stopped_at.max(since));
        (self.spent_ms(stopped_at), now.0.saturating_sub(stopped_at.0))
    }

    /// Tells whether a clock has run since before this.
    pub(super) fn runs_since_before(&self, at: Timestamp) -> bool {
        self.since.is_some_and(|since| since < at)
    }
}

/// What events do to the clocks.
impl Clocks {
    /// Follows an event of a game that has begun.
    pub(super) fn follow(&mut self, event: &Event, at: Timestamp) {
        match event {
            Event::Placed { color, clock, .. } => {
                self.end_turn(clock.map(|clock| (*color, clock)), at);
            }
            Event::Passed { .. } => self.end_turn(None, at),
            Event::Undone { to_ply, .. } | Event::Redone { to_ply, .. } => self.go_to(*to_ply, at),
            Event::ClockHeld { spent_ms, .. } => self.go_on(*spent_ms, at),
            Event::Resumed => self.go_on(self.spent_ms, at),
            Event::Adjourned | Event::Ended { .. } | Event::Closed { .. } => self.stop(at),
            Event::Opened { .. }
            | Event::Seated { .. }
            | Event::BotSeated { .. }
            | Event::TookBack { .. }
            | Event::Reserved { .. }
            | Event::Released
            | Event::Unseated { .. }
            | Event::Started { .. }
            | Event::Loaded { .. }
            | Event::OfferMade(_)
            | Event::OfferEnded { .. }
            | Event::SeatsSwapped
            | Event::HintsAllowed
            | Event::Ranked { .. } => {}
        }
    }

    /// Ends a turn: with a placement and its side's clock after it, or with a pass.
    fn end_turn(&mut self, placed: Option<(Color, Clock)>, at: Timestamp) {
        let index = (self.ply - self.from_ply) as usize;
        self.turns.truncate(index + 1);
        let mut sides = self.turns[index];
        if let Some((color, clock)) = placed {
            sides[color.index()] = Side { clock, has_placed: true };
        }
        self.turns.push(sides);
        self.go_to(self.ply + 1, at);
    }

    /// Begins the turn of another ply, with the clocks as they stood there.
    fn go_to(&mut self, ply: u32, at: Timestamp) {
        if ply < self.from_ply {
            // Moves that the game began with are taken back: the clocks were full.
            let first = self.turns[0];
            let before = (self.from_ply - ply) as usize;
            self.turns.splice(0..0, std::iter::repeat_n(first, before));
            self.from_ply = ply;
        }
        self.ply = ply;
        (self.spent_ms, self.since) = (0, Some(at));
    }

    /// Stops the clocks.
    fn stop(&mut self, at: Timestamp) {
        (self.spent_ms, self.since) = (self.spent_ms(at), None);
    }

    /// Goes on with a turn that took so much before.
    const fn go_on(&mut self, spent_ms: u64, at: Timestamp) {
        (self.spent_ms, self.since) = (spent_ms, Some(at));
    }
}

/// Returns a clock as it is at first; nothing where no time is counted.
fn full(control: TimeControl) -> Option<Clock> {
    let (seconds, periods) = match control {
        TimeControl::None => return None,
        TimeControl::PerMove { seconds: main_s }
        | TimeControl::SuddenDeath { main_s }
        | TimeControl::Increment { main_s, .. }
        | TimeControl::Delay { main_s, .. } => (main_s, 0),
        TimeControl::Periods { main_s, periods, .. } => (main_s, periods),
        TimeControl::Correspondence { days } => {
            let main_ms = u64::from(days) * DAY_MS;
            return Some(Clock { main_ms, periods: 0, lag_ms: 0 });
        }
    };
    let main_ms = u64::from(seconds) * SECOND_MS;
    Some(Clock { main_ms, periods, lag_ms: LAG_MS_PER_GAME_MAX })
}

/// Returns the time for a side's first placement.
const fn first_ms(control: TimeControl) -> u64 {
    let move_ms = match control {
        TimeControl::PerMove { seconds } => seconds as u64 * SECOND_MS,
        TimeControl::Correspondence { days } => days as u64 * DAY_MS,
        TimeControl::None
        | TimeControl::SuddenDeath { .. }
        | TimeControl::Increment { .. }
        | TimeControl::Delay { .. }
        | TimeControl::Periods { .. } => 0,
    };
    if move_ms > FIRST_MOVE_MS_MAX { move_ms } else { FIRST_MOVE_MS_MAX }
}

const fn period_ms(control: TimeControl) -> u64 {
    let TimeControl::Periods { period_s, .. } = control else { return 0 };
    period_s as u64 * SECOND_MS
}

fn lag_ms_max(clock: &Clock) -> u32 {
    clock.lag_ms.min(LAG_MS_PER_MOVE_MAX)
}

/// Takes time off a clock; nothing if it has no more than that. A period that is not used up is whole again.
fn charged(clock: Clock, counted_ms: u64, period_ms: u64) -> Option<Clock> {
    if counted_ms < clock.main_ms {
        return Some(Clock { main_ms: clock.main_ms - counted_ms, ..clock });
    }
    let used = (counted_ms - clock.main_ms).checked_div(period_ms)?;
    let periods = clock.periods.checked_sub(used.try_into().ok()?).filter(|left| *left > 0)?;
    Some(Clock { main_ms: 0, periods, ..clock })
}
