//! A room as a state machine: commands in, events out. It knows no sockets, clocks, disks or
//! random numbers; the task in `room_task` supplies them.

mod attendance;
mod deadline;
mod decide;
mod event;
mod evolve;
mod opening;
mod refusal;
mod state;
mod view;

pub use attendance::Attendance;
pub use deadline::{Deadline, Patience, Ruling};
pub use event::{Cause, Entry, Event, TokenHash};
pub use evolve::CorruptLog;
pub use opening::{OpenRequest, open};
pub use refusal::{BadStart, Refusal};
pub use state::{Actor, Command, Phase, Room, Seat, SeatPick, Seats};
pub use view::Audience;

#[cfg(test)]
mod tests;
