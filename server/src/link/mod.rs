//! Links between servers over one database. A client's server, its gateway, passes what it asks of a room on to the
//! room's owner, and what the owner tells to the clients: to a connection a room of another server is like one of its own.

mod crowd;
mod guests;
mod line;
mod links;
mod message;
mod mirror;
mod owner;
mod relayed;
mod task;
#[cfg(test)]
mod tests;
mod trust;
mod unanswered;

pub use guests::Rooms;
pub use line::LinkMetrics;
pub use links::Links;
pub use message::{List, News, Question, Reply, VERSION};
pub use owner::{LinkPort, Owner};
pub use task::{MirrorTask, Stopped};
pub use trust::{Trust, TrustError};
