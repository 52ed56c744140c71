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
    floor: Timestamp,
}

impl Clock {
    /// Starts a clock that will not read earlier than `floor`, the newest instant on record.
    #[expect(clippy::disallowed_methods, reason = "this is the one place that reads the clocks")]
    pub fn start(floor: Timestamp) -> Self {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { wall_at_start: (wall.as_millis() as u64).max(floor.0), start: Instant::now(), floor }
    }

    /// Returns the newest instant that was on record when it started: the server ran then.
    pub const fn floor(&self) -> Timestamp {
        self.floor
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

/// Keeps a thread waiting that has nothing else to do.
#[expect(clippy::disallowed_methods, reason = "a thread of its own gathers what is to be done")]
pub fn gather(time: Duration) {
    std::thread::sleep(time);
}

/// Does something and returns how long it took.
#[expect(clippy::disallowed_methods, reason = "this is the one place that reads the clocks")]
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = std::time::Instant::now();
    (work(), start.elapsed())
}
