//! The clock of the full-screen client: the one place in it that reads the time.

use tokio::time::{Duration, Instant};

/// Tells the time in milliseconds since 1970. It never goes back, whatever happens to the clock of
/// the system meanwhile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    started: Instant,
    started_ms: u64,
}

impl Clock {
    /// Starts with the time of the system.
    #[expect(clippy::disallowed_methods, reason = "this is the one place that reads the clocks")]
    pub(super) fn start() -> Self {
        let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let started_ms = since_1970.map_or(0, |elapsed| elapsed.as_millis());
        Self { started: Instant::now(), started_ms: u64::try_from(started_ms).unwrap_or(0) }
    }

    pub(super) fn now_ms(self) -> u64 {
        self.started_ms + u64::try_from(self.started.elapsed().as_millis()).unwrap_or(0)
    }

    pub(super) fn instant(self, at_ms: u64) -> Instant {
        self.started + Duration::from_millis(at_ms.saturating_sub(self.started_ms))
    }
}
