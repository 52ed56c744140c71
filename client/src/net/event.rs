//! Who calls, and what is told of the line.

use std::time::Duration;

use reversi_client_core::server_url::ServerUrl;
use reversi_protocol::{PlayerKey, PlayerName, Request, ServerMessage, SessionId};
use tokio::sync::mpsc;

use super::error::NetEnd;

/// Who connects, and where to.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The server.
    pub server: ServerUrl,
    /// The name that others see.
    pub name: PlayerName,
    /// The session, the same in every hello of this run.
    pub session: SessionId,
    /// The player's secret, the same in every hello of every run.
    pub key: PlayerKey,
}

/// The way for requests into one connection. It belongs to that connection alone: what is sent
/// after the connection is lost goes nowhere, and dropping it gives the connection up. It has no
/// bound, because it never holds more than the requests whose replies `state` awaits.
pub type Outbox = mpsc::UnboundedSender<Request>;

/// What happens on the line.
#[derive(Debug)]
pub enum NetEvent {
    /// The server said welcome.
    Connected {
        /// The way for requests.
        outbox: Outbox,
        /// The name as the server took it.
        name: PlayerName,
    },
    /// A frame came.
    Message(ServerMessage),
    /// There is no connection; the next try comes after a wait.
    Offline {
        /// Why, for people.
        reason: String,
        /// How long the wait is.
        wait: Duration,
        /// How many tries there were since the last good connection, from 1.
        attempt: u32,
    },
    /// Connecting again would end the same way. Nothing comes after this.
    Ended(NetEnd),
}
