//! What bounds a search: limits as data, a stop flag from outside, and a clock that the caller
//! brings, so that the search itself has no hidden time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::pace::Budget;
use crate::selectivity::Selectivity;
use crate::transposition::Memory;

/// How far a search may go. Whatever is reached first ends it; each bot adds its own bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Nodes (positions entered); the same nodes give the same answer on every machine.
    pub nodes: Option<u64>,
    /// Plies to look ahead.
    pub depth_plies: u32,
    /// Time on the caller's clock.
    pub time: Option<Duration>,
    /// Time after which no greater depth is begun; twice as much where the last one found another
    /// best move.
    pub time_soft: Option<Duration>,
    /// With this many empty squares or fewer, the position is solved to the end.
    pub exact_empties: u32,
    /// How readily the search leaves lines out. From `exact_empties` on it leaves out none.
    pub selectivity: Selectivity,
    /// Entries of the transposition table that a search without a [`Memory`] allocates, 24 bytes
    /// each; rounded up to a power of two.
    pub table_entries: usize,
    /// Threads that search together, the caller's among them. One thread alone finds the same
    /// answer by the same nodes every time.
    pub threads: usize,
}

impl Default for Limits {
    /// Everything as deep as the program can: only the stop flag ends it. A small table, because a
    /// server runs many searches at once.
    fn default() -> Self {
        Self {
            nodes: None,
            depth_plies: 60,
            time: None,
            time_soft: None,
            exact_empties: 60,
            selectivity: Selectivity::Off,
            table_entries: 1 << 16,
            threads: 1,
        }
    }
}

impl Limits {
    /// Returns limits by depth alone: `depth_plies` ahead, and to the end from that many empties.
    pub fn depth(depth_plies: u32) -> Self {
        Self { depth_plies, exact_empties: depth_plies, ..Self::default() }
    }

    /// Returns the same limits within this budget of time.
    #[must_use]
    pub fn within(self, budget: Budget) -> Self {
        Self {
            time: tighter(self.time, Some(budget.hard)),
            time_soft: tighter(self.time_soft, Some(budget.soft)),
            ..self
        }
    }

    /// Returns the tighter of both in every respect; table and threads are those of `self`.
    #[must_use]
    pub fn and(self, other: &Self) -> Self {
        Self {
            nodes: tighter(self.nodes, other.nodes),
            depth_plies: self.depth_plies.min(other.depth_plies),
            time: tighter(self.time, other.time),
            time_soft: tighter(self.time_soft, other.time_soft),
            exact_empties: self.exact_empties.min(other.exact_empties),
            selectivity: self.selectivity.min(other.selectivity),
            table_entries: self.table_entries,
            threads: self.threads,
        }
    }
}

/// Returns the smaller of two bounds, of which either may be absent.
fn tighter<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (bound, None) | (None, bound) => bound,
    }
}

/// Tells a search in another thread to answer at once. Clones share one flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Ends every search that holds this flag, for good.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Tells whether [`StopFlag::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a search gets from outside beside its question.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Ends the search within milliseconds; it answers with the best it has found.
    pub stop: &'a StopFlag,
    /// Time since the search began, read every few hundred nodes by each of its threads.
    pub clock: &'a (dyn Fn() -> Duration + Sync),
    /// What earlier searches of the game remember; without it the search begins with nothing.
    pub memory: Option<&'a Memory>,
}

impl<'a> Control<'a> {
    /// Returns a control without memory.
    pub fn new(stop: &'a StopFlag, clock: &'a (dyn Fn() -> Duration + Sync)) -> Self {
        Self { stop, clock, memory: None }
    }

    /// Returns a control with a stopped clock: a time limit has no effect.
    pub fn timeless(stop: &'a StopFlag) -> Self {
        Self::new(stop, &|| Duration::ZERO)
    }

    /// Returns the same control with this memory.
    #[must_use]
    pub fn remembering(self, memory: &'a Memory) -> Self {
        Self { memory: Some(memory), ..self }
    }
}

/// Returns a clock that runs from now on, to be called when the search starts.
#[expect(clippy::disallowed_methods, reason = "this is the clock that callers may bring")]
pub fn stopwatch() -> impl Fn() -> Duration + Sync {
    let start = Instant::now();
    move || start.elapsed()
}

/// The search was told to end, or a limit was reached. Carries nothing: what was found is kept by
/// whoever catches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Counts nodes and notices when a search has to end.
pub(crate) struct Meter<'a> {
    control: Control<'a>,
    time: Duration,
    time_soft: Option<Duration>,
    /// More flags that end it.
    stops: Vec<StopFlag>,
    nodes: u64,
    /// The nodes of all threads that search together, and which part of this one's is among them.
    total: Option<&'a AtomicU64>,
    told: u64,
    /// The node at which to look at flag and clock, or to end.
    next_poll: u64,
    nodes_max: u64,
}

impl<'a> Meter<'a> {
    /// Nodes between two looks at flag and clock: well under a millisecond of searching.
    pub(crate) const POLL_NODES: u64 = 512;

    pub(crate) fn new(limits: &Limits, control: Control<'a>) -> Self {
        Self {
            control,
            time: limits.time.unwrap_or(Duration::MAX),
            time_soft: limits.time_soft,
            stops: Vec::new(),
            nodes: 0,
            total: None,
            told: 0,
            next_poll: 0,
            nodes_max: limits.nodes.unwrap_or(u64::MAX),
        }
    }

    /// Goes on counting under limits, where none held before.
    pub(crate) fn limited(self, limits: &Limits, control: Control<'a>) -> Self {
        Self { nodes: self.nodes, ..Self::new(limits, control) }
    }

    /// Counts together with others.
    pub(crate) fn among(self, total: &'a AtomicU64) -> Self {
        Self { total: Some(total), ..self }
    }

    /// Returns a meter for another thread of the same search, under the same limits.
    pub(crate) fn another(&self) -> Self {
        Self { stops: self.stops.clone(), nodes: 0, next_poll: 0, told: 0, ..*self }
    }

    /// Ends with this flag, too, until it is let go.
    pub(crate) fn heed(&mut self, stop: &StopFlag) {
        self.stops.push(stop.clone());
    }

    /// Heeds the flag no more that was heeded last.
    pub(crate) fn let_go(&mut self) {
        self.stops.pop();
    }

    /// Returns the nodes entered so far, those of other threads as far as they have told.
    pub(crate) fn nodes(&mut self) -> u64 {
        let Some(total) = self.total else { return self.nodes };
        let untold = self.nodes - self.told;
        self.told = self.nodes;
        total.fetch_add(untold, Ordering::Relaxed) + untold
    }

    /// Tells whether it is too late to begin a greater depth; a search that is not sure has twice the
    /// time for it.
    pub(crate) fn is_late(&self, is_sure: bool) -> bool {
        let parts = if is_sure { 1 } else { 2 };
        self.time_soft.is_some_and(|time_soft| (self.control.clock)() >= time_soft * parts)
    }

    /// Counts one node.
    ///
    /// # Errors
    /// [`Stopped`] if the search has to end here.
    #[inline]
    pub(crate) fn enter(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_poll {
            self.poll()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Counts one node of the last plies, which are over before a poll would be due.
    #[inline]
    pub(crate) const fn enter_unpolled(&mut self) {
        self.nodes += 1;
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        let must_end = self.nodes() >= self.nodes_max
            || self.control.stop.is_stopped()
            || self.stops.iter().any(StopFlag::is_stopped)
            || (self.control.clock)() >= self.time;
        self.next_poll = (self.nodes + Self::POLL_NODES).min(self.nodes_max);
        if must_end { Err(Stopped) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entered(limits: &Limits, control: Control<'_>) -> u64 {
        let mut meter = Meter::new(limits, control);
        while meter.nodes() < 10_000 && meter.enter().is_ok() {}
        meter.nodes()
    }

    #[test]
    fn a_search_that_is_not_sure_has_twice_the_time_for_another_depth() {
        let stop = StopFlag::default();
        let limits = Limits { time_soft: Some(Duration::from_millis(10)), ..Limits::default() };
        for (now_ms, late) in [(9, [false, false]), (10, [true, false]), (20, [true, true])] {
            let clock = || Duration::from_millis(now_ms);
            let meter = Meter::new(&limits, Control::new(&stop, &clock));
            assert_eq!([true, false].map(|is_sure| meter.is_late(is_sure)), late, "{now_ms} ms");
        }
    }

    #[test]
    fn a_node_limit_is_kept_to_the_node() {
        let stop = StopFlag::default();
        for nodes in [0, 1, 511, 512, 513, 5000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            assert_eq!(entered(&limits, Control::timeless(&stop)), nodes);
        }
    }

    #[test]
    fn the_flag_and_the_clock_end_a_search_at_the_next_poll() {
        let stop = StopFlag::default();
        let ticks = AtomicU64::new(0);
        let clock = || Duration::from_millis(ticks.fetch_add(1, Ordering::Relaxed) + 1);
        let limits = Limits { time: Some(Duration::from_millis(3)), ..Limits::default() };
        let control = Control::new(&stop, &clock);
        assert_eq!(entered(&limits, control), 2 * Meter::POLL_NODES);
        stop.stop();
        assert_eq!(entered(&limits, control), 0);
    }

    #[test]
    fn the_tighter_limit_wins() {
        let a = Limits { nodes: Some(5), ..Limits::depth(8) };
        let b = Limits { time: Some(Duration::from_secs(1)), nodes: Some(9), ..Limits::depth(6) };
        let both = a.and(&b);
        assert_eq!((both.nodes, both.depth_plies, both.time), (Some(5), 6, b.time));
    }
}
