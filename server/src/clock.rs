//! The server's clock: milliseconds that never go back, whatever is done to the machine's clock. No
//! other file reads the time.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use reversi_room::Timestamp;
use tokio::time::Instant;

/// The server's clock: the wall clock at the start, moved on by the monotonic clock. Two readings
/// never go backwards, and a jump of the wall clock moves no deadline.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    wall_at_start: u64,
    start: Instant,
}

impl Clock {
    /// Starts a clock that will not read earlier than `floor`, the newest instant on record.
    #[expect(clippy::disallowed_methods, reason = "this is the one place that reads the clocks")]
    pub fn start(floor: Timestamp) -> Self {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::at(wall.as_millis() as u64, floor)
    }

    /// Starts with what the wall clock shows, in milliseconds since 1970: it is not asked again.
    fn at(wall_ms: u64, floor: Timestamp) -> Self {
        Self { wall_at_start: wall_ms.max(floor.0), start: Instant::now() }
    }

    /// Reads the clock.
    pub fn now(&self) -> Timestamp {
        Timestamp(self.wall_at_start).after(self.start.elapsed())
    }

    /// Sleeps until the clock reads `at`; for ever if there is no such instant.
    pub async fn sleep_until(&self, at: Option<Timestamp>) {
        match at {
            Some(at) => {
                let since_start = Duration::from_millis(at.0.saturating_sub(self.wall_at_start));
                tokio::time::sleep_until(self.start + since_start).await;
            }
            None => std::future::pending().await,
        }
    }
}

/// Keeps a thread waiting.
#[expect(clippy::disallowed_methods, reason = "a thread of its own has nothing else to do")]
pub fn pause(time: Duration) {
    std::thread::sleep(time);
}

/// Does something and returns how long it took.
#[expect(clippy::disallowed_methods, reason = "this is the one place that reads the clocks")]
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = std::time::Instant::now();
    (work(), start.elapsed())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game stopped at `STOPPED`; then the wall clock was put somewhere, and the server started again.
    #[test]
    fn wherever_the_wall_clock_is_put_time_goes_on_from_what_is_on_record() {
        const DAY_MS: u64 = 24 * 60 * 60 * 1000;
        const STOPPED: Timestamp = Timestamp(20_000 * DAY_MS);
        for wall_ms in [0, STOPPED.0 - DAY_MS, STOPPED.0, STOPPED.0 + DAY_MS] {
            let clock = Clock::at(wall_ms, STOPPED);
            let first = clock.now();
            assert!(first >= STOPPED && first.0 >= wall_ms, "{wall_ms}: {first:?}");
            assert!(first.0 < wall_ms.max(STOPPED.0) + DAY_MS, "{wall_ms}: {first:?}");
            assert!(clock.now() >= first);
        }
    }
}
