//! What is kept of a room that nobody is in: its line in the list, who is away since when, and when time
//! does something to it.

use std::sync::Arc;

use reversi_protocol::RoomSummary;
use reversi_room::{Attendance, Deadline, Room, Timestamp};

use super::ranked::Kept;
use super::task::RoomServices;

/// A room that is in the journal alone.
#[derive(Debug)]
pub struct Resting {
    pub summary: RoomSummary,
    pub is_listed: bool,
    /// Whether nobody but one person ever sat there.
    pub is_lone: bool,
    pub attendance: Attendance,
    pub since: Timestamp,
    /// When it has to be read again by itself.
    pub wakes_at: Option<Timestamp>,
    /// What nobody may analyse meanwhile.
    _kept: Kept,
}

impl Resting {
    pub fn of(room: &Room, attendance: Attendance, services: &RoomServices) -> Self {
        let now = services.clock.now();
        let mut kept = Kept::nothing(Arc::clone(&services.ranked));
        kept.follow(room);
        let deadline =
            Deadline::next(room, &attendance, &services.timeouts).map(|deadline| deadline.at);
        Self {
            summary: room.summary(&attendance),
            is_listed: room.is_listed(),
            is_lone: room.is_lone(),
            attendance,
            since: now,
            wakes_at: if room.owed().is_empty() { deadline } else { Some(now) },
            _kept: kept,
        }
    }
}
