//! How a connection ends, and how the other side is told.

use std::time::Duration;

use futures::StreamExt as _;
use reversi_protocol::CloseCode;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode as WireCode;

use super::socket::Socket;

/// Time for the other side to answer a close.
const CLOSE_MAX: Duration = Duration::from_secs(3);

/// How a connection ends.
#[derive(Debug)]
pub(super) struct Ending {
    pub(super) code: CloseCode,
    pub(super) reason: String,
}

/// Whether the other side can still be told anything.
pub(super) type Ended = Result<Ending, Error>;

/// Tells the other side why, and gives it a moment to answer.
pub(super) async fn close(mut socket: Socket, ending: Ending) {
    // A control frame holds 123 bytes of reason.
    let mut reason = ending.reason;
    while reason.len() > 120 {
        reason.pop();
    }
    let frame = CloseFrame { code: WireCode::from(ending.code.number()), reason: reason.into() };
    let farewell = async {
        socket.close(Some(frame)).await?;
        while let Some(message) = socket.next().await {
            message?;
        }
        Ok::<(), Error>(())
    };
    // Whatever happens now, the socket is dropped next.
    let _ = timeout(CLOSE_MAX, farewell).await;
}

/// What a failed read means: a rule that the client broke, or a lost line.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other errors mean a lost line")]
pub(super) fn ended_by(error: Error) -> Ended {
    let ending = |code, reason: String| Ok(Ending { code, reason });
    match error {
        Error::Capacity(CapacityError::MessageTooLong { size, max_size }) => {
            ending(CloseCode::TooBig, format!("a frame of {size} bytes; at most {max_size}"))
        }
        Error::Utf8(_) => ending(CloseCode::NotJson, "the text is not UTF-8".to_owned()),
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => Err(error),
        Error::Protocol(broken) => ending(CloseCode::ProtocolError, broken.to_string()),
        other => Err(other),
    }
}

pub(super) fn stopping() -> Ending {
    Ending { code: CloseCode::GoingAway, reason: "the server is stopping".to_owned() }
}

pub(super) fn not_text() -> Ending {
    let reason = "a binary frame; this server takes JSON text".to_owned();
    Ending { code: CloseCode::NotText, reason }
}

pub(super) fn lagging() -> Ending {
    let reason = "the client reads too slowly; connect again and resume".to_owned();
    Ending { code: CloseCode::Resume, reason }
}
