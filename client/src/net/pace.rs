//! Sending no faster than the server allows, so that a long script is slowed and not refused.

use std::time::Duration;

use reversi_protocol::limits::{REQUESTS_BURST, REQUESTS_PER_SECOND};
use tokio::time::Instant;

/// Time between requests in the long run.
const INTERVAL: Duration = Duration::from_micros(1_000_000 / REQUESTS_PER_SECOND as u64);

/// Requests that may go at once. A few less than the server allows: the way to it may squeeze
/// requests together.
const BURST: u32 = REQUESTS_BURST - 4;

/// A token bucket, kept as the instant at which it would be full again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    full_at: Instant,
}

impl Pace {
    /// Starts with a full bucket.
    pub(super) const fn new(now: Instant) -> Self {
        Self { full_at: now }
    }

    /// Returns when the next request may go.
    pub(super) fn ready_at(self) -> Instant {
        // The first instants after the machine's start cannot be gone back from.
        self.full_at.checked_sub(INTERVAL * (BURST - 1)).unwrap_or(self.full_at)
    }

    /// Takes note that a request went.
    pub(super) fn sent(&mut self, now: Instant) {
        self.full_at = self.full_at.max(now) + INTERVAL;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_goes_at_once_and_the_rest_at_the_servers_rate() {
        let start = Instant::now() + Duration::from_mins(1);
        let mut pace = Pace::new(start);
        let mut now = start;
        let mut sent_at = Vec::new();
        for _ in 0..BURST + 20 {
            now = now.max(pace.ready_at());
            pace.sent(now);
            sent_at.push(now - start);
        }
        assert!(sent_at[..BURST as usize].iter().all(Duration::is_zero));
        // The limit as the server states it: no second holds more than a burst and its rate.
        assert_eq!(sent_at[BURST as usize + 19], Duration::from_secs(1));
    }
}
