//! A room as a state machine: commands in, events out. It knows no sockets, clocks, disks or
//! random numbers; whoever drives it supplies them.

mod archive;
mod attendance;
mod clocks;
mod command;
mod competition;
mod deadline;
mod delay;
mod done;
mod event;
mod evolve;
mod offer;
mod offering;
mod opening;
mod play;
mod seating;
mod seats;
mod secret;
mod state;
mod time;
mod undo;
mod view;

pub use archive::{FinishedBody, FinishedGame, KeptClocks, SavedBody};
pub use attendance::{Attendance, Occupancy};
pub use clocks::TimeLeft;
pub use command::{Command, Sit};
pub use competition::{COMPETITION_BOT, Competition, points};
pub use deadline::{Deadline, TimeoutAction, Timeouts};
pub use done::DoneRequests;
pub use event::{Entry, Event, RequestKey};
pub use evolve::CorruptLog;
pub use offer::{Offer, Offers, PendingOffer};
pub use opening::{Lot, OpenRequest, open};
pub use seats::{Actor, Holder, Seat, SeatPick, Seats};
pub use secret::SecretHash;
pub use state::{Phase, Room};
pub use time::Timestamp;
pub use view::Audience;

#[cfg(test)]
mod tests;
