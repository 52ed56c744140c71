//! How a connection ends, and how the other side is told.

use std::io;
use std::time::Duration;

use futures::future::poll_fn;
use reversi_protocol::CloseCode;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode as WireCode;

use super::frames::FrameFault;
use super::socket::Socket;

/// Time for the other side to answer a close.
const CLOSE_MAX: Duration = Duration::from_secs(3);

/// The same where the server stops, and others wait for its rooms. Chosen: a way round the earth and back. Who takes
/// longer, or says nothing any more, as a page that sleeps, comes back as after a line that is lost.
const GOING_MAX: Duration = Duration::from_millis(300);

/// Messages that may be on their way to a side that has closed. Chosen: beyond any honest client's.
const MESSAGES_DRAINED_MAX: usize = 1000;

/// Bytes that may be on their way after that.
const BYTES_DRAINED_MAX: usize = 2 * 1024 * 1024;

/// How a connection ended.
#[derive(Debug)]
pub(super) enum Ended {
    /// This side ends it, and says why.
    Here { code: CloseCode, reason: String },
    /// The client has closed it.
    There,
    /// The line is lost: nobody can be told anything.
    Lost(Error),
}

impl Ended {
    pub(super) fn because(code: CloseCode, reason: impl Into<String>) -> Self {
        Self::Here { code, reason: reason.into() }
    }

    pub(super) const fn lost() -> Self {
        Self::Lost(Error::ConnectionClosed)
    }

    pub(super) fn stopping() -> Self {
        Self::because(CloseCode::GoingAway, "the server is stopping")
    }

    pub(super) fn not_text() -> Self {
        Self::because(CloseCode::NotText, "a binary frame; this server takes JSON text")
    }

    pub(super) fn lagging() -> Self {
        let reason = "the client reads too slowly; connect again and resume";
        Self::because(CloseCode::Resume, reason)
    }

    pub(super) fn barred() -> Self {
        let reason = "another key is in place of the one that was shown";
        Self::because(CloseCode::KeyReplaced, reason)
    }

    pub(super) fn ousted() -> Self {
        let reason = "a room cannot be reached from here at the moment; connect again and resume";
        Self::because(CloseCode::Resume, reason)
    }

    pub(super) fn fault() -> Self {
        Self::because(CloseCode::ServerFault, "the server had a fault; connect again")
    }
}

/// What a failed read means: a rule that the client broke, or a lost line.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other errors mean a lost line")]
impl From<Error> for Ended {
    fn from(error: Error) -> Self {
        match error {
            Error::Capacity(CapacityError::MessageTooLong { size, max_size }) => {
                let reason = format!("a frame of {size} bytes; at most {max_size}");
                Self::because(CloseCode::TooBig, reason)
            }
            Error::Utf8(_) => Self::because(CloseCode::NotJson, "the text is not UTF-8"),
            Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => Self::Lost(error),
            Error::Protocol(broken) => Self::because(CloseCode::ProtocolError, broken.to_string()),
            Error::Io(error) => match frame_fault(&error) {
                Some(fault @ FrameFault::LongLength) => {
                    Self::because(CloseCode::ProtocolError, fault.to_string())
                }
                Some(fault @ FrameFault::TooManyParts) => {
                    Self::because(CloseCode::Policy, fault.to_string())
                }
                None => Self::Lost(Error::Io(error)),
            },
            other => Self::Lost(other),
        }
    }
}

fn frame_fault(error: &io::Error) -> Option<FrameFault> {
    error.get_ref()?.downcast_ref().copied()
}

/// Tells the other side why, and gives it a moment to answer.
pub(super) async fn close(mut socket: Box<Socket>, code: CloseCode, mut reason: String) {
    // A control frame holds 123 bytes of reason.
    while reason.len() > 120 {
        reason.pop();
    }
    let frame = CloseFrame { code: WireCode::from(code.number()), reason: reason.into() };
    let farewell = async {
        if socket.close(frame).is_ok() {
            finish(&mut socket).await;
        }
    };
    let time = if code == CloseCode::GoingAway { GOING_MAX } else { CLOSE_MAX };
    // Whatever happens now, the socket is dropped next.
    let _ = timeout(time, farewell).await;
    socket.outbox.hang_up();
}

/// Answers the close of a client.
pub(super) async fn answer(mut socket: Box<Socket>) {
    socket.answer_close();
    let _ = timeout(CLOSE_MAX, finish(&mut socket)).await;
    socket.outbox.hang_up();
}

/// Writes what is left and reads to the end. A TCP connection that is dropped with unread bytes is reset, and
/// what was sent last may be lost with it, the close frame too.
async fn finish(socket: &mut Socket) {
    poll_fn(|cx| socket.outbox.poll_end(cx)).await;
    for _ in 0..MESSAGES_DRAINED_MAX {
        let Ok(_) = socket.next().await else { break };
    }
    // The end of what is sent.
    socket.outbox.hang_up();
    let mut drained = 0;
    while drained < BYTES_DRAINED_MAX {
        match socket.drain().await {
            Ok(0) | Err(_) => break,
            Ok(length) => drained += length,
        }
    }
}
