//! When it is told who is there: not with every step, and not while people are on the way here.

use std::time::Duration;

use reversi_room::Timestamp;

/// Time between two tellings of who is there, at least.
const INTERVAL: Duration = Duration::from_millis(250);

/// Time in which those who were in a room that has come from another server are in again. Chosen: they look for it four
/// times a second.
const ARRIVAL: Duration = Duration::from_secs(2);

pub(super) struct PresenceTimes {
    due: Option<Timestamp>,
    told: Timestamp,
    /// Until then people are on the way.
    all_here_at: Timestamp,
}

impl PresenceTimes {
    /// Begins with a room that came from another server at some time, or did not.
    pub(super) fn of(came_at: Option<Timestamp>, now: Timestamp) -> Self {
        let all_here_at = came_at.map_or(now, |at| at.after(ARRIVAL));
        Self { due: None, told: now, all_here_at }
    }

    pub(super) const fn due(&self) -> Option<Timestamp> {
        self.due
    }

    /// Tells whether nobody is on the way.
    pub(super) fn are_all_here(&self, now: Timestamp) -> bool {
        now >= self.all_here_at
    }

    /// Lets it be told at this time, or sooner if it is due sooner.
    pub(super) fn tell_at(&mut self, at: Timestamp) {
        let at = at.max(self.all_here_at);
        self.due = Some(self.due.map_or(at, |due| due.min(at)));
    }

    /// Lets it be told as soon as may be.
    pub(super) fn tell_soon(&mut self) {
        self.tell_at(self.told.after(INTERVAL));
    }

    /// Takes note that it is told.
    pub(super) const fn tell(&mut self, now: Timestamp) {
        self.due = None;
        self.told = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_told_while_people_are_on_the_way() {
        let at = |ms: u64| Timestamp(1_000_000 + ms);
        let mut times = PresenceTimes::of(Some(at(0)), at(100));
        assert!(!times.are_all_here(at(1_999)));
        times.tell_soon();
        assert_eq!(times.due(), Some(at(2_000)));
        times.tell(at(2_000));
        times.tell_at(at(5_000));
        times.tell_soon();
        assert_eq!(times.due(), Some(at(2_250)), "whatever is sooner");
        let mut opened = PresenceTimes::of(None, at(0));
        assert!(opened.are_all_here(at(0)));
        opened.tell_soon();
        assert_eq!(opened.due(), Some(at(250)));
    }
}
