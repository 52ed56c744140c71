//! WebSocket close codes: what each means and whether to come back.

/// Why the server closed a connection (RFC 6455, 7.4; codes from 4000 are ours).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseCode {
    /// The client asked for it.
    Normal,
    /// The server is stopping; it may be back soon.
    GoingAway,
    /// A WebSocket rule was broken.
    ProtocolError,
    /// A binary frame where JSON text is due.
    NotText,
    /// A text frame that is not JSON.
    NotJson,
    /// Too many requests, or too many connections.
    Policy,
    /// A frame over [`CLIENT_FRAME_BYTES_MAX`](crate::limits::CLIENT_FRAME_BYTES_MAX).
    TooBig,
    /// The server had a fault.
    ServerFault,
    /// The handshake was rejected; the message before it says why.
    Rejected,
    /// No hello came in time.
    HelloTimeout,
    /// Nothing came from the client for too long.
    Silent,
    /// The key that the hello showed is good no more: its player has put another one in its place.
    KeyReplaced,
    /// The client read too slowly; a resume makes it whole.
    Resume,
}

/// What a client should do after a close.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComeBack {
    /// Connect again, with growing and jittered waits.
    Yes,
    /// Connecting again would end the same way.
    No,
}

impl CloseCode {
    /// Every code, in the order of the numbers.
    pub const ALL: [Self; 13] = [
        Self::Normal,
        Self::GoingAway,
        Self::ProtocolError,
        Self::NotText,
        Self::NotJson,
        Self::Policy,
        Self::TooBig,
        Self::ServerFault,
        Self::Rejected,
        Self::HelloTimeout,
        Self::Silent,
        Self::KeyReplaced,
        Self::Resume,
    ];

    /// Returns the number that goes over the wire.
    pub const fn number(self) -> u16 {
        match self {
            Self::Normal => 1000,
            Self::GoingAway => 1001,
            Self::ProtocolError => 1002,
            Self::NotText => 1003,
            Self::NotJson => 1007,
            Self::Policy => 1008,
            Self::TooBig => 1009,
            Self::ServerFault => 1011,
            Self::Rejected => 4000,
            Self::HelloTimeout => 4001,
            Self::Silent => 4002,
            Self::KeyReplaced => 4003,
            Self::Resume => 4008,
        }
    }

    /// Returns what a client should do when a connection ends with this number. Numbers that are
    /// not ours, such as 1006 for a lost connection, mean: come back.
    pub fn come_back(number: u16) -> ComeBack {
        match Self::ALL.into_iter().find(|code| code.number() == number) {
            Some(
                Self::Normal
                | Self::ProtocolError
                | Self::NotText
                | Self::NotJson
                | Self::TooBig
                | Self::KeyReplaced
                | Self::Rejected,
            ) => ComeBack::No,
            Some(
                Self::GoingAway
                | Self::Policy
                | Self::ServerFault
                | Self::HelloTimeout
                | Self::Silent
                | Self::Resume,
            )
            | None => ComeBack::Yes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_reader_and_a_lost_line_come_back_a_rejected_client_does_not() {
        assert_eq!(CloseCode::come_back(4008), ComeBack::Yes);
        assert_eq!(CloseCode::come_back(1006), ComeBack::Yes);
        assert_eq!(CloseCode::come_back(1001), ComeBack::Yes);
        assert_eq!(CloseCode::come_back(4000), ComeBack::No);
    }
}
