//! Why there is no connection, and whether another try can help.

use std::io;
use std::time::Duration;

use reversi_client_core::session::{NetEnd, Rejection};
use reversi_client_core::texts::{Language, Say, Spoken, Text};
use reversi_client_core::voice::system_text;
use reversi_client_core::{say, shown_in_english};
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
    Unreachable {
        /// The address.
        server: String,
        /// Why.
        source: io::Error,
    },
    /// Somebody answers, but not in time.
    Late {
        /// The address.
        server: String,
    },
    /// Somebody answers, but not with a WebSocket.
    NotAServer {
        /// The address.
        server: String,
        /// Why.
        source: Box<tungstenite::Error>,
    },
    /// The answer to the hello is not one.
    NotWelcome {
        /// The address.
        server: String,
    },
    /// The server closed the connection instead of a welcome.
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
    Rejected(#[from] Rejection),
}

impl ConnectError {
    /// Returns the reason without the address, for those who have just read that.
    pub fn reason(&self) -> Spoken {
        match self {
            Self::Unreachable { source, .. } => Spoken::of(&Refusing(source)),
            Self::Late { .. } => Spoken::of(&TooLate),
            Self::NotAServer { .. }
            | Self::NotWelcome { .. }
            | Self::Closed { .. }
            | Self::Rejected(_) => Spoken::of(self),
        }
    }

    /// Returns the end that this means for a client that was connected before; nothing if another
    /// try can help.
    pub(super) fn end(&self) -> Option<NetEnd> {
        if let Self::Rejected(rejection) = self {
            Some(rejection.clone().into())
        } else if let Self::Closed { code, reason, .. } = self {
            end_of(*code, reason)
        } else {
            None
        }
    }

    /// Returns when the server wants to be asked again.
    pub(super) const fn retry_after(&self) -> Option<Duration> {
        if let Self::Closed { retry_after, .. } = self { *retry_after } else { None }
    }
}

shown_in_english!(ConnectError);

impl Say for ConnectError {
    fn say(&self, language: Language) -> String {
        match self {
            Self::Unreachable { server, source } => {
                say!(language, CannotConnect, server, why = Refusing(source).say(language))
            }
            Self::Late { server } => {
                say!(language, CannotConnect, server, why = TooLate.say(language))
            }
            Self::NotAServer { server, source } => say!(language, NotAServer, server, why = source),
            Self::NotWelcome { server } => {
                say!(language, NotAServer, server, why = language.text(Text::NotWelcome))
            }
            Self::Closed { server, code, reason, .. } => {
                say!(language, ServerClosed, server, code, reason)
            }
            Self::Rejected(rejection) => rejection.say(language),
        }
    }
}

/// What the system says of an address.
struct Refusing<'a>(&'a io::Error);

impl Say for Refusing<'_> {
    fn say(&self, language: Language) -> String {
        system_text(language, self.0.kind(), &self.0.to_string())
    }
}

struct TooLate;

impl Say for TooLate {
    fn say(&self, language: Language) -> String {
        say!(language, NoAnswerWithin, seconds = OPEN_MAX.as_secs())
    }
}

/// The server closed the connection without a word.
pub(super) struct HungUp(pub(super) u16);

impl Say for HungUp {
    fn say(&self, language: Language) -> String {
        say!(language, ServerHungUp, code = self.0)
    }
}

/// Returns the end that a close code means; nothing if the client may come back.
pub(super) fn end_of(code: u16, reason: &str) -> Option<NetEnd> {
    match CloseCode::come_back(code) {
        ComeBack::No => Some(NetEnd::Closed { code, reason: reason.to_owned() }),
        ComeBack::Yes => None,
    }
}
