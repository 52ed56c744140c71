//! How long the way to a client and back takes, as pings measure it: a player gets a little of it back on the
//! clock. One is sent after a placement, where there is a clock.

use std::time::Duration;

use reversi_room::Timestamp;

/// How often it is measured at most. Chosen: a way seldom gets longer within so short a time, and who moves faster
/// than that gains nothing by a ping for each move.
const EVERY: Duration = Duration::from_secs(2);

#[derive(Debug, Default)]
pub(super) struct Distance {
    measured_ms: u32,
    is_wanted: bool,
    /// When the last ping was sent.
    sent_at: Option<Timestamp>,
    is_answered: bool,
}

impl Distance {
    pub(super) const fn measured_ms(&self) -> u32 {
        self.measured_ms
    }

    /// Wants it to be measured, unless it was just now.
    pub(super) fn measure(&mut self, now: Timestamp) {
        self.is_wanted = self.sent_at.is_none_or(|at| at.after(EVERY) <= now);
    }

    /// Returns what a ping sent now has to say, if one is wanted.
    pub(super) fn ping(&mut self, now: Timestamp) -> Option<Vec<u8>> {
        if !std::mem::take(&mut self.is_wanted) {
            return None;
        }
        (self.sent_at, self.is_answered) = (Some(now), false);
        Some(now.0.to_be_bytes().to_vec())
    }

    /// Takes the answer to a ping; another one than to the last says nothing.
    pub(super) fn pong(&mut self, said: &[u8], now: Timestamp) {
        let sent_at = self.sent_at.filter(|at| !self.is_answered && at.0.to_be_bytes() == *said);
        if let Some(sent_at) = sent_at {
            self.is_answered = true;
            self.measured_ms = now.0.saturating_sub(sent_at.0).try_into().unwrap_or(u32::MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_to_the_last_ping_tells_the_distance() {
        let mut distance = Distance::default();
        assert_eq!(distance.ping(Timestamp(500)), None);
        let mut ping = |at| {
            distance.measure(Timestamp(at));
            distance.ping(Timestamp(at))
        };
        let first = ping(1_000).unwrap();
        assert_eq!(ping(2_999), None, "it is asked for again so soon");
        let second = ping(3_000).unwrap();
        distance.pong(&first, Timestamp(3_010));
        assert_eq!(distance.measured_ms(), 0, "that was an older one");
        distance.pong(&second, Timestamp(3_080));
        distance.pong(&second, Timestamp(9_000));
        assert_eq!(distance.measured_ms(), 80);
    }
}
