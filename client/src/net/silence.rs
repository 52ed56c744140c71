//! Noticing that a connection is dead although nothing says so.

use std::time::Duration;

use tokio::time::Instant;

/// Quiet time after which the server is asked for a sign of life, and again the time that it has
/// for an answer. Chosen: a dead line is noticed after 20 s, a live one costs at most one ping in
/// 10 s; the server, too, sends one every 15 s.
const QUIET_MAX: Duration = Duration::from_secs(10);

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

    /// Returns when the silence calls for a verdict.
    pub(super) const fn deadline(self) -> Instant {
        self.deadline
    }

    /// Rules at the deadline.
    pub(super) fn rule(&mut self, now: Instant) -> Verdict {
        if self.is_asked {
            return Verdict::Dead;
        }
        *self = Self { deadline: now + QUIET_MAX, is_asked: true };
        Verdict::Ask
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asks_once_and_gives_up_after_twenty_seconds() {
        let start = Instant::now();
        let mut silence = Silence::broken(start);
        let first = silence.deadline();
        assert_eq!(first - start, Duration::from_secs(10));
        assert_eq!(silence.rule(first), Verdict::Ask);
        assert_eq!(silence.deadline() - start, Duration::from_secs(20));
        assert_eq!(silence.rule(silence.deadline()), Verdict::Dead);
        assert_eq!(Silence::broken(first).rule(first), Verdict::Ask);
    }
}
