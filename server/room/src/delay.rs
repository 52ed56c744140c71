//! What spectators are shown where they are told late: the room as it was, and what has happened since.

use std::collections::VecDeque;
use std::time::Duration;

use reversi_game::Color;
use reversi_protocol::{Presence, WatchDelay};

use super::attendance::Attendance;
use super::event::{Entry, Event};
use super::state::{Delayed, Room};
use super::time::Timestamp;
use super::view::Audience;

impl Delayed {
    /// Starts with nothing held back, where the rules ask for a delay.
    pub(super) fn of(room: &Room) -> Option<Box<Self>> {
        room.rules.watch_delay?;
        Some(Box::new(Self { room: room.clone(), held: VecDeque::new() }))
    }

    pub(super) fn hold(&mut self, entry: &Entry, discs: u32) {
        self.held.push_back((entry.clone(), discs));
    }
}

impl Room {
    /// Returns the room as an audience knows it.
    pub fn known_to(&self, audience: Audience) -> &Self {
        self.known_late(audience).unwrap_or(self)
    }

    /// Returns the room as an audience knows it that is told late.
    pub fn known_late(&self, audience: Audience) -> Option<&Self> {
        let delayed = self.delayed.as_ref().filter(|_| audience == Audience::Spectators)?;
        Some(&delayed.room)
    }

    /// Returns whether the holder of a seat is connected, as an audience may know it: the count to a loss runs
    /// on one's own turn, of which some are told later.
    pub fn presence(
        &self,
        color: Color,
        audience: Audience,
        attendance: &Attendance,
    ) -> Option<Presence> {
        self.known_to(audience).seat(color)?;
        let mut presence = attendance.presence(color);
        if let (Some(_), Presence::Absent { loses_at_ms, .. }) =
            (self.known_late(audience), &mut presence)
        {
            *loses_at_ms = None;
        }
        Some(presence)
    }

    /// Tells whether spectators are told late: by [`Room::reveal`], and not of each event as it happens.
    pub const fn is_delayed(&self) -> bool {
        self.delayed.is_some()
    }

    /// Returns since when spectators may be told the next event of which they are not; nothing while more
    /// has to happen for that. Moves of a running game are what they wait for, and what comes after one.
    pub fn reveals_at(&self) -> Option<Timestamp> {
        let (entry, discs) = self.delayed.as_ref()?.held.front()?;
        let is_move = matches!(
            entry.event,
            Event::Placed { .. } | Event::Passed { .. } | Event::Redone { .. }
        );
        if !self.is_running() || !is_move {
            return Some(entry.at);
        }
        match self.rules.watch_delay? {
            WatchDelay::Placements(behind) => (discs + behind <= self.discs()).then_some(entry.at),
            WatchDelay::Seconds(seconds) => {
                Some(entry.at.after(Duration::from_secs(seconds.into())))
            }
        }
    }

    /// Brings what spectators know on by an event, if one is due; they are to be told of it.
    pub fn reveal(&mut self, now: Timestamp) -> Option<Entry> {
        self.reveals_at().filter(|at| *at <= now)?;
        let delayed = self.delayed.as_mut()?;
        let (entry, _) = delayed.held.pop_front()?;
        delayed.room.evolve(&entry);
        Some(entry)
    }

    pub(super) fn discs(&self) -> u32 {
        let counts = self.game().counts();
        counts.black + counts.white
    }
}
