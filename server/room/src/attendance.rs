//! Who is connected. It is not journalled: after a restart everyone is absent since then.

use reversi_game::Color;
use reversi_protocol::Presence;

use super::time::Timestamp;

/// Who of a room's people is connected, and since when the others are not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attendance {
    seats: [Presence; 2],
    spectators: u32,
    empty_since: Option<Timestamp>,
}

/// Who is in a room now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Occupancy {
    /// Whether someone plays in the black and in the white seat: a connected person, or a bot.
    pub seats: [bool; 2],
    /// People without a seat.
    pub spectators: u32,
    /// People at all.
    pub people: usize,
}

impl Attendance {
    /// Starts with nobody connected.
    pub const fn nobody(now: Timestamp) -> Self {
        let absent = absent_since(now);
        Self { seats: [absent, absent], spectators: 0, empty_since: Some(now) }
    }

    /// Takes note of who is there. Tells whether anything changed.
    pub fn update(&mut self, occupancy: &Occupancy, now: Timestamp) -> bool {
        let before = self.clone();
        for (seat, is_connected) in self.seats.iter_mut().zip(occupancy.seats) {
            match (&seat, is_connected) {
                (Presence::Absent { .. }, true) => *seat = Presence::Connected,
                (Presence::Connected, false) => *seat = absent_since(now),
                (Presence::Connected, true) | (Presence::Absent { .. }, false) => {}
            }
        }
        self.spectators = occupancy.spectators;
        self.empty_since = (occupancy.people == 0).then(|| self.empty_since.unwrap_or(now));
        *self != before
    }

    /// Takes note of who loses by being away, and when. Tells whether anything changed.
    pub fn foresee(&mut self, loss: Option<(Color, Timestamp)>) -> bool {
        let before = self.seats;
        for (seat, color) in self.seats.iter_mut().zip(Color::BOTH) {
            if let Presence::Absent { loses_at_ms, .. } = seat {
                *loses_at_ms = loss.filter(|(loser, _)| *loser == color).map(|(_, at)| at.0);
            }
        }
        self.seats != before
    }

    /// Returns whether the holder of a seat is connected.
    pub const fn presence(&self, color: Color) -> Presence {
        self.seats[color.index()]
    }

    /// Returns since when the holder of a seat is absent.
    pub const fn absent_since(&self, color: Color) -> Option<Timestamp> {
        match self.seats[color.index()] {
            Presence::Connected => None,
            Presence::Absent { since_ms, .. } => Some(Timestamp(since_ms)),
        }
    }

    /// Returns the number of people without a seat.
    pub const fn spectators(&self) -> u32 {
        self.spectators
    }

    /// Returns since when nobody at all is connected.
    pub const fn empty_since(&self) -> Option<Timestamp> {
        self.empty_since
    }
}

const fn absent_since(at: Timestamp) -> Presence {
    Presence::Absent { since_ms: at.0, loses_at_ms: None }
}
