//! Noticing that a connection is dead although nothing says so.

use std::time::Duration;

use tokio::time::Instant;

/// Quiet time after which the server is asked for a sign of life. Chosen: a live line costs at most one
/// ping in 10 s; the server, too, sends one every 15 s.
const QUIET_MAX: Duration = Duration::from_secs(10);

/// The same after a request. Chosen: nobody who waits for an answer shall wait long for a dead line.
const ANSWER_MAX: Duration = Duration::from_secs(2);

/// Time for the sign of life. Chosen: longer than a packet that was lost twice.
const SIGN_MAX: Duration = Duration::from_secs(5);

/// What to do when nothing came for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Send a ping.
    Ask,
    /// The connection is dead.
    Dead,
}

/// When something came last, and whether the server was asked since.
#[derive(Clone, Copy, Debug)]
pub(super) struct Silence {
    deadline: Instant,
    is_asked: bool,
}

impl Silence {
    /// Takes note that something came.
    pub(super) fn broken(now: Instant) -> Self {
        Self { deadline: now + QUIET_MAX, is_asked: false }
    }

    /// Takes note that the server was asked for something.
    pub(super) fn awaits_answer(&mut self, now: Instant) {
        if !self.is_asked {
            self.deadline = self.deadline.min(now + ANSWER_MAX);
        }
    }

    /// Returns when the silence calls for a verdict.
    pub(super) const fn deadline(self) -> Instant {
        self.deadline
    }

    /// Rules at the deadline.
    pub(super) fn rule(&mut self, now: Instant) -> Verdict {
        if self.is_asked {
            return Verdict::Dead;
        }
        *self = Self { deadline: now + SIGN_MAX, is_asked: true };
        Verdict::Ask
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asks_once_and_gives_up_after_fifteen_seconds() {
        let start = Instant::now();
        let mut silence = Silence::broken(start);
        let first = silence.deadline();
        assert_eq!(first - start, Duration::from_secs(10));
        assert_eq!(silence.rule(first), Verdict::Ask);
        assert_eq!(silence.deadline() - start, Duration::from_secs(15));
        assert_eq!(silence.rule(silence.deadline()), Verdict::Dead);
        assert_eq!(Silence::broken(first).rule(first), Verdict::Ask);
    }

    #[test]
    fn a_dead_line_under_a_request_is_noticed_within_seven_seconds() {
        let start = Instant::now();
        let mut silence = Silence::broken(start);
        for seconds in 0..3 {
            silence.awaits_answer(start + Duration::from_secs(seconds));
        }
        assert_eq!(silence.deadline() - start, Duration::from_secs(2));
        assert_eq!(silence.rule(silence.deadline()), Verdict::Ask);
        silence.awaits_answer(start + Duration::from_secs(6));
        assert_eq!(silence.deadline() - start, Duration::from_secs(7));
        assert_eq!(silence.rule(silence.deadline()), Verdict::Dead);
    }
}
