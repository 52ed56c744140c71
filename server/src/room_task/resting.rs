//! What is kept of a room that nobody is in: its line in the list, who is away since when, and when time
//! does something to it.

use std::sync::Arc;

use reversi_protocol::RoomSummary;
use reversi_room::{Attendance, Timestamp};

use super::ranked::Kept;

/// A room that is in the journal alone.
#[derive(Debug)]
pub struct Resting {
    pub summary: Arc<RoomSummary>,
    pub is_listed: bool,
    /// Whether nobody but one person ever sat there.
    pub is_lone: bool,
    pub attendance: Attendance,
    pub since: Timestamp,
    /// When it has to be read again by itself.
    pub wakes_at: Option<Timestamp>,
    /// What nobody may analyse meanwhile.
    pub(super) _kept: Kept,
}
