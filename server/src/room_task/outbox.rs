//! The way from a room to a connection: bounded, never waited for.

use serde::Serialize;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_util::sync::CancellationToken;
use tracing::error;

use reversi_protocol::limits::OUTBOX_FRAMES_MAX;

/// Names a connection for as long as the server runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(pub u64);

/// Frames on their way to one connection.
#[derive(Clone, Debug)]
pub struct Outbox {
    frames: mpsc::Sender<Utf8Bytes>,
    lagging: CancellationToken,
}

/// The connection's end of its outbox.
#[derive(Debug)]
pub struct Outgoing {
    pub frames: mpsc::Receiver<Utf8Bytes>,
    /// Cancelled when a frame found no place: the connection has missed something and must be
    /// closed, so that a resume makes it whole.
    pub lagging: CancellationToken,
}

impl Outbox {
    pub fn new() -> (Self, Outgoing) {
        let (sender, frames) = mpsc::channel(OUTBOX_FRAMES_MAX);
        let lagging = CancellationToken::new();
        (Self { frames: sender, lagging: lagging.clone() }, Outgoing { frames, lagging })
    }

    /// Queues a frame that is already encoded.
    pub fn send(&self, frame: Utf8Bytes) {
        match self.frames.try_send(frame) {
            Err(mpsc::error::TrySendError::Full(_)) => self.lagging.cancel(),
            // A closed connection is on its way out; it will come back and resume.
            Ok(()) | Err(mpsc::error::TrySendError::Closed(_)) => {}
        }
    }

    /// Encodes and queues a message for this connection alone.
    pub fn send_message(&self, message: &impl Serialize) {
        self.send(encode(message));
    }
}

/// Encodes a message once, for however many connections.
pub fn encode(message: &impl Serialize) -> Utf8Bytes {
    match serde_json::to_string(message) {
        Ok(text) => text.into(),
        Err(error) => {
            // Our messages have string keys only, so this does not happen.
            error!(%error, "a message cannot be encoded");
            Utf8Bytes::default()
        }
    }
}
