//! How long to wait before connecting again: growing, jittered, without end.

use std::time::Duration;

/// The first wait at its longest. Chosen: a restarted process is back by then.
const WAIT_FIRST: Duration = Duration::from_millis(250);

/// The longest wait. Chosen: a person who sees the line come back does not wait longer for it.
const WAIT_MAX: Duration = Duration::from_secs(10);

/// The longest wait that a server may ask for.
const RETRY_AFTER_MAX: Duration = Duration::from_mins(2);

/// The waits since the last good connection.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Backoff {
    tries: u32,
}

impl Backoff {
    /// Returns the next wait: twice as long each time, the second half of it by chance, so that
    /// many clients that lost one server do not come back at once. What the server asked for is
    /// added in front. `chance` is from 0 to 1.
    pub(super) fn next_wait(&mut self, retry_after: Option<Duration>, chance: f64) -> Duration {
        let doubled = WAIT_FIRST.saturating_mul(1 << self.tries.min(16)).min(WAIT_MAX);
        self.tries = self.tries.saturating_add(1);
        let asked = retry_after.unwrap_or_default().min(RETRY_AFTER_MAX);
        asked + doubled.mul_f64(0.5 + chance.clamp(0.0, 1.0) / 2.0)
    }

    /// Returns how many waits there were.
    pub(super) const fn tries(self) -> u32 {
        self.tries
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_from_a_quarter_second_to_ten_seconds_and_stay_there() {
        let mut backoff = Backoff::default();
        let waits: Vec<u128> = (0..40).map(|_| backoff.next_wait(None, 1.0).as_millis()).collect();
        assert_eq!(waits[..7], [250, 500, 1000, 2000, 4000, 8000, 10_000]);
        assert!(waits[7..].iter().all(|&wait| wait == 10_000));
        assert_eq!(backoff.tries(), 40);
    }

    #[test]
    fn chance_takes_away_up_to_half_and_the_servers_wish_comes_first() {
        assert_eq!(Backoff::default().next_wait(None, 0.0), Duration::from_millis(125));
        let asked = Some(Duration::from_secs(3));
        assert_eq!(Backoff::default().next_wait(asked, 0.0), Duration::from_millis(3125));
        let absurd = Some(Duration::from_secs(1_000_000));
        assert!(Backoff::default().next_wait(absurd, 1.0) < Duration::from_secs(121));
    }
}
