//! What a connection is made with, and what happens to it.

use std::time::Duration;

use reversi_client_core::server_url::ServerUrl;
use reversi_client_core::session::NetEnd;
use reversi_client_core::texts::Spoken;
use reversi_protocol::{Durability, PlayerKey, PlayerName, Request, ServerMessage, SessionId};
use tokio::sync::mpsc;

/// Who connects, and where to.
#[derive(Clone, Debug)]
pub struct Caller {
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
/// bound, because it never holds more than the requests whose replies the session awaits.
pub(super) type Outbox = mpsc::UnboundedSender<Request>;

/// What happens to the connection.
#[derive(Debug)]
pub(super) enum Event {
    Connected {
        outbox: Outbox,
        /// The name as the server took it.
        name: PlayerName,
        durability: Durability,
        /// What the server's clock shows.
        server_ms: u64,
    },
    Message(ServerMessage),
    Offline {
        reason: Spoken,
        /// How long it is until the next try.
        wait: Duration,
        attempt: u32,
    },
    Ended(NetEnd),
}
