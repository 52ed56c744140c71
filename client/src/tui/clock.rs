//! The clock of the full-screen client, the one place in it that reads the time, and how lengths of time
//! are written.

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

/// `0:09`, `1:12`, `1:02:03`, from milliseconds; what is begun of a second counts as the second before.
pub(super) fn clock(ms: u64) -> String {
    let seconds = ms / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::clock;

    #[test]
    fn hours_are_shown_where_there_are_any() {
        for (ms, shown) in [(0, "0:00"), (9_999, "0:09"), (72_000, "1:12"), (3_723_000, "1:02:03")]
        {
            assert_eq!(clock(ms), shown);
        }
    }
}
