//! Why there is no connection, and whether another try can help.

use std::io;
use std::time::Duration;

use reversi_client_core::session::{NetEnd, Rejection};
use reversi_protocol::{CloseCode, ComeBack};
use thiserror::Error;
use tokio_tungstenite::tungstenite;

/// Time for the connection, the upgrade and the welcome together. Chosen: what the server allows
/// for the hello.
pub(super) const OPEN_MAX: Duration = Duration::from_millis(reversi_protocol::limits::HELLO_MS_MAX);

/// The close code of a connection that ended without one (RFC 6455, 7.1.5).
pub(super) const NO_CLOSE_CODE: u16 = 1005;

/// Why a connection could not be opened.
#[derive(Debug, Error)]
pub enum ConnectError {
    /// Nobody answers there.
    #[error("cannot connect to {server}: {source}")]
    Unreachable {
        /// The address.
        server: String,
        /// Why.
        source: io::Error,
    },
    /// Somebody answers, but not in time.
    #[error("cannot connect to {server}: no answer within {} s", OPEN_MAX.as_secs())]
    Late {
        /// The address.
        server: String,
    },
    /// Somebody answers, but not with a WebSocket.
    #[error("no Reversi server at {server}: {source}")]
    NotAServer {
        /// The address.
        server: String,
        /// Why.
        source: Box<tungstenite::Error>,
    },
    /// The answer to the hello is not one.
    #[error("no Reversi server at {server}: it answers the hello with something else")]
    NotWelcome {
        /// The address.
        server: String,
    },
    /// The server closed the connection instead of a welcome.
    #[error("the server at {server} closed the connection (code {code}): {reason}")]
    Closed {
        /// The address.
        server: String,
        /// The WebSocket close code.
        code: u16,
        /// What the server says about it.
        reason: String,
        /// When it wants to be asked again.
        retry_after: Option<Duration>,
    },
    /// The server does not take this client.
    #[error(transparent)]
    Rejected(#[from] Rejection),
}

impl ConnectError {
    /// Returns the reason without the address, for those who have just read that.
    pub fn reason(&self) -> String {
        match self {
            Self::Unreachable { source, .. } => source.to_string(),
            Self::Late { .. } => format!("no answer within {} s", OPEN_MAX.as_secs()),
            Self::NotAServer { .. }
            | Self::NotWelcome { .. }
            | Self::Closed { .. }
            | Self::Rejected(_) => self.to_string(),
        }
    }

    /// Returns the end that this means for a client that was connected before; nothing if another
    /// try can help.
    pub(super) fn end(&self) -> Option<NetEnd> {
        match self {
            Self::Rejected(rejection) => Some(rejection.clone().into()),
            Self::Closed { code, reason, .. } => end_of(*code, reason),
            Self::Unreachable { .. }
            | Self::Late { .. }
            | Self::NotAServer { .. }
            | Self::NotWelcome { .. } => None,
        }
    }

    /// Returns when the server wants to be asked again.
    pub(super) const fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Closed { retry_after, .. } => *retry_after,
            Self::Unreachable { .. }
            | Self::Late { .. }
            | Self::NotAServer { .. }
            | Self::NotWelcome { .. }
            | Self::Rejected(_) => None,
        }
    }
}

/// Returns the end that a close code means; nothing if the client may come back.
pub(super) fn end_of(code: u16, reason: &str) -> Option<NetEnd> {
    match CloseCode::come_back(code) {
        ComeBack::No => Some(NetEnd::Closed { code, reason: reason.to_owned() }),
        ComeBack::Yes => None,
    }
}
