//! A room as a state machine: commands in, events out. It knows no sockets, clocks, disks or
//! random numbers; whoever drives it supplies them.

mod archive;
mod attendance;
mod competition;
mod deadline;
mod decide;
mod event;
mod evolve;
mod offers;
mod opening;
mod reseating;
mod state;
mod time;
mod view;

pub use archive::{FinishedBody, FinishedGame, SavedBody};
pub use attendance::{Attendance, Occupancy};
pub use competition::{COMPETITION_BOT, Competition, points};
pub use deadline::{Deadline, TimeoutAction, Timeouts};
pub use event::{Entry, Event, RequestKey, SecretHash};
pub use evolve::CorruptLog;
pub use offers::{Offer, Spent, Talk, Wish};
pub use opening::{OpenRequest, open};
pub use state::{Actor, Command, Holder, Phase, Room, Seat, SeatPick, Seats};
pub use time::Timestamp;
pub use view::Audience;

#[cfg(test)]
mod tests;
