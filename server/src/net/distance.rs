//! How long the way to a client and back takes, as pings measure it: a player gets a little of it back on the
//! clock. One is sent after each of its placements.

use reversi_room::Timestamp;

#[derive(Debug, Default)]
pub(super) struct Distance {
    measured_ms: u32,
    is_wanted: bool,
    /// The ping that waits for its answer, by when it was sent.
    sent_at: Option<Timestamp>,
}

impl Distance {
    pub(super) const fn measured_ms(&self) -> u32 {
        self.measured_ms
    }

    /// Wants it to be measured.
    pub(super) const fn measure(&mut self) {
        self.is_wanted = true;
    }

    /// Returns what a ping sent now has to say, if one is wanted.
    pub(super) fn ping(&mut self, now: Timestamp) -> Option<Vec<u8>> {
        if !std::mem::take(&mut self.is_wanted) {
            return None;
        }
        self.sent_at = Some(now);
        Some(now.0.to_be_bytes().to_vec())
    }

    /// Takes the answer to a ping; another one than to the last says nothing.
    pub(super) fn pong(&mut self, said: &[u8], now: Timestamp) {
        if let Some(sent_at) = self.sent_at.take_if(|at| at.0.to_be_bytes() == *said) {
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
            distance.measure();
            distance.ping(Timestamp(at)).unwrap()
        };
        let (first, second) = (ping(1_000), ping(2_000));
        distance.pong(&first, Timestamp(2_010));
        assert_eq!(distance.measured_ms(), 0, "that was an older one");
        distance.pong(&second, Timestamp(2_080));
        distance.pong(&second, Timestamp(9_000));
        assert_eq!(distance.measured_ms(), 80);
    }
}
