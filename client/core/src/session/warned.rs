//! Who is low on time, told once each.

use reversi_game::Color;
use reversi_protocol::{ClockTurn, Clocks, Snapshot, TimeControl};

use crate::report::TimeLow;

/// It is told when so many seconds are left.
const LOW_S: [u64; 3] = [60, 30, 10];

/// Which of these were told of a room's clocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Warned {
    /// The turn that is counted: whose, and since when.
    turn: Option<(Color, u64)>,
    /// The last that was told of each side, or is not to be told.
    seconds: [Option<u64>; 2],
}

impl Warned {
    pub(super) const fn nothing() -> Self {
        Self { turn: None, seconds: [None; 2] }
    }

    /// Returns what has become low, if that was not told to whoever holds these seats.
    pub(super) fn warn(
        &mut self,
        view: &Snapshot,
        seats: &[Color],
        server_ms: u64,
    ) -> Option<TimeLow> {
        let (clocks, color, since_ms) = running(view, seats)?;
        let told = &mut self.seconds[color.index()];
        if self.turn != Some((color, since_ms)) {
            self.turn = Some((color, since_ms));
            let is_renewed = matches!(
                view.rules.time,
                TimeControl::PerMove { .. } | TimeControl::Periods { .. }
            );
            let at_first = low(clocks, since_ms);
            let before = told.filter(|_| !is_renewed && at_first.is_some());
            *told = [before, at_first].into_iter().flatten().min();
        }
        let seconds = low(clocks, server_ms);
        let seconds = seconds.filter(|low| told.is_none_or(|told| *low < told))?;
        *told = Some(seconds);
        Some(TimeLow { color, seconds, is_first: clocks.turn.is_first })
    }
}

/// Returns in how many milliseconds there is something to tell, if nothing happens before.
pub(super) fn next_warning(view: &Snapshot, seats: &[Color], server_ms: u64) -> Option<u64> {
    let (clocks, ..) = running(view, seats)?;
    let (waits_ms, left_ms, _) = left(clocks, server_ms);
    let next = LOW_S.into_iter().map(|seconds| seconds * 1000).filter(|ms| *ms < left_ms).max();
    next.map(|ms| waits_ms + left_ms - ms)
}

/// Returns the clocks, the side whose clock runs, and since when; nothing if it is no business of whoever
/// holds these seats.
fn running<'a>(view: &'a Snapshot, seats: &[Color]) -> Option<(&'a Clocks, Color, u64)> {
    let clocks = view.position.clocks.as_deref()?;
    let ClockTurn { color, since_ms, .. } = clocks.turn;
    let is_meant = seats.is_empty() || seats.contains(&color);
    Some((clocks, color, since_ms.filter(|_| is_meant)?))
}

/// Returns how low the clock is that runs, where nothing comes after what it shows.
fn low(clocks: &Clocks, at_ms: u64) -> Option<u64> {
    let (_, left_ms, is_last) = left(clocks, at_ms);
    LOW_S.into_iter().filter(|seconds| is_last && left_ms <= *seconds * 1000).min()
}

/// Returns after how long the clock runs down that runs, what it shows, and whether nothing comes after that. For
/// its first placement a side has the time until the game is called off.
fn left(clocks: &Clocks, at_ms: u64) -> (u64, u64, bool) {
    let ClockTurn { color, ends_at_ms, is_first, .. } = clocks.turn;
    if let Some(ends_at_ms) = ends_at_ms.filter(|_| is_first) {
        return (0, ends_at_ms.saturating_sub(at_ms), true);
    }
    let face = clocks.face(color, at_ms);
    (face.waits_ms, face.ms, face.is_last())
}
