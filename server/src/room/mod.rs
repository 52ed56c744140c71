//! A room as a state machine: commands in, events out. It knows no sockets, clocks, disks or
//! random numbers; the task in `room_task` supplies them.

mod attendance;
mod deadline;
mod event;
mod refusal;
mod state;
mod view;

pub use attendance::Attendance;
pub use deadline::{Deadline, Patience, Ruling};
pub use event::{Cause, Entry, Event, TokenHash};
pub use refusal::Refusal;
pub use state::{Actor, Command, CorruptLog, Phase, Room, Seat, SeatPick, Seats};
pub use view::Audience;

/// Builds the first events of a room from what its creator asked for.
pub use state::{OpenRequest, open};
