//! What the client knows: the rooms that it is in and the requests whose replies it awaits. Pure:
//! server messages and wishes go in, [`Effect`]s come out; sockets, files and screens are outside.

mod declined;
mod pending;
mod report;
mod room;
mod session;

pub use declined::Declined;
pub use pending::Ticket;
pub use report::{Entered, EventReport, Refused, Report};
pub use room::Room;
pub(crate) use room::to_place;
pub use session::{Effect, Session};
