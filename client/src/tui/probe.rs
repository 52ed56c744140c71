//! The measuring of the way to the server and back.

use reversi_client_core::session::{Session, Ticket};

/// It is measured so often, in milliseconds.
const PROBE_MS: u64 = 20_000;

#[derive(Debug, Default)]
pub struct Probe {
    /// The request that is under way, and when it was sent.
    sent: Option<(Ticket, u64)>,
    next_ms: u64,
}

impl Probe {
    /// Begins to measure a connection.
    pub const fn of_connection(now_ms: u64) -> Self {
        Self { sent: None, next_ms: now_ms }
    }

    /// Takes note that a request was sent.
    pub const fn of_request(ticket: Ticket, now_ms: u64) -> Self {
        Self { sent: Some((ticket, now_ms)), next_ms: now_ms + PROBE_MS }
    }

    /// Returns when the next request is to be sent; nothing while one is under way.
    pub fn next_ms(&self) -> Option<u64> {
        self.sent.is_none().then_some(self.next_ms)
    }

    /// Returns the time that the request took once it is answered, in milliseconds.
    pub fn take_answer(&mut self, session: &Session, now_ms: u64) -> Option<u64> {
        let (_, sent_ms) = self.sent.take_if(|(ticket, _)| !session.is_pending(*ticket))?;
        Some(now_ms.saturating_sub(sent_ms))
    }
}
