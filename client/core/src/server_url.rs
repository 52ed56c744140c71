//! The address of a server, and of a room there, in the forms that people type.

use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;

use reversi_protocol::{Invitation, ParseRoomIdError, RoomId};
use thiserror::Error;

/// Where a server listens. It shows itself as `http://host:port`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerUrl {
    /// A name or an address; one of version 6 without its brackets.
    host: String,
    port: u16,
}

impl ServerUrl {
    /// The port of a server that is named without one and without a scheme.
    pub const PORT_DEFAULT: u16 = 7878;
    /// The port of `http:` and `ws:` (RFC 9110, 4.2.1; RFC 6455, 3).
    const PORT_OF_SCHEME: u16 = 80;

    /// Returns the host and the port to connect to.
    pub fn address(&self) -> (&str, u16) {
        (&self.host, self.port)
    }

    /// Returns `host:port`, which names the server in a `Host` header and among kept seats.
    pub fn authority(&self) -> String {
        if self.host.contains(':') {
            format!("[{}]:{}", self.host, self.port)
        } else {
            format!("{}:{}", self.host, self.port)
        }
    }

    /// Tells whether the address leads to the machine that it is used on, so that it is of no use
    /// elsewhere.
    pub fn is_loopback(&self) -> bool {
        let address = self.host.parse::<std::net::IpAddr>();
        self.host == "localhost" || address.is_ok_and(|address| address.is_loopback())
    }

    /// Returns every `host:port` that may lead to the same server: its own first, then, where it is on this
    /// machine, the other names of that, the usual one before the others.
    pub fn authorities(&self) -> Vec<String> {
        let own = self.authority();
        if !self.is_loopback() {
            return vec![own];
        }
        let others =
            ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("{host}:{}", self.port));
        let others = others.into_iter().filter(|other| *other != own);
        [own.clone()].into_iter().chain(others).collect()
    }

    /// Returns the address of the WebSocket.
    pub fn websocket(&self) -> String {
        format!("ws://{}/ws", self.authority())
    }
}

impl fmt::Display for ServerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}", self.authority())
    }
}

impl From<SocketAddr> for ServerUrl {
    fn from(address: SocketAddr) -> Self {
        Self { host: address.ip().to_string(), port: address.port() }
    }
}

/// Why a text is not the address of a server.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseServerUrlError {
    /// The connection would be encrypted.
    Encrypted {
        /// `https` or `wss`.
        scheme: String,
    },
    /// Another kind of address.
    Scheme {
        /// What it starts with.
        scheme: String,
    },
    /// No host, or one with characters that a host cannot have.
    Host(String),
    /// The port is not a number from 1 to 65535.
    Port(String),
    /// Something after the host that is not the WebSocket's path.
    Path(String),
}

impl FromStr for ServerUrl {
    type Err = ParseServerUrlError;

    fn from_str(text: &str) -> Result<Self, ParseServerUrlError> {
        let (port_default, rest) = match text.split_once("://") {
            None => (Self::PORT_DEFAULT, text),
            Some((scheme, rest)) => match scheme.to_ascii_lowercase().as_str() {
                "http" | "ws" => (Self::PORT_OF_SCHEME, rest),
                "https" | "wss" => {
                    return Err(ParseServerUrlError::Encrypted { scheme: scheme.into() });
                }
                _ => return Err(ParseServerUrlError::Scheme { scheme: scheme.into() }),
            },
        };
        let authority_bytes = rest.find('/').unwrap_or(rest.len());
        let (authority, path) = rest.split_at(authority_bytes);
        if !matches!(path, "" | "/" | "/ws" | "/ws/") {
            return Err(ParseServerUrlError::Path(path.into()));
        }
        let (host, port) = split_port(authority);
        if !is_host(host) {
            return Err(ParseServerUrlError::Host(text.into()));
        }
        let port = match port {
            None => port_default,
            Some(digits) => match digits.parse() {
                Ok(port) if port > 0 => port,
                Ok(_) | Err(_) => return Err(ParseServerUrlError::Port(digits.into())),
            },
        };
        Ok(Self { host: host.to_ascii_lowercase(), port })
    }
}

/// A room as people name it: by its id, or by a link to it, which names the server too. It shows itself
/// without the invitation, so that this is not told unawares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomRef {
    /// The server, if it is named.
    pub server: Option<ServerUrl>,
    pub room: RoomId,
    /// What a seat is kept for there, if the link carries it.
    pub invitation: Option<Invitation>,
}

impl RoomRef {
    /// Returns the text that leads here, with the invitation. It stands where no browser sends it to a server.
    pub fn link(&self) -> String {
        match self.invitation {
            Some(invitation) => format!("{self}{INVITATION_MARK}{}", invitation.to_hex()),
            None => self.to_string(),
        }
    }
}

/// What an invitation follows in a link.
pub const INVITATION_MARK: &str = "#i=";

impl From<RoomId> for RoomRef {
    fn from(room: RoomId) -> Self {
        Self { server: None, room, invitation: None }
    }
}

impl fmt::Display for RoomRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.server {
            Some(server) => write!(f, "{server}/room/{}", self.room),
            None => write!(f, "{}", self.room),
        }
    }
}

/// Why a text names no room.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseRoomRefError {
    Server(#[from] ParseServerUrlError),
    Room(#[from] ParseRoomIdError),
}

impl FromStr for RoomRef {
    type Err = ParseRoomRefError;

    /// What else is behind a room in its address, `?` or `#` and more, is passed over.
    fn from_str(text: &str) -> Result<Self, ParseRoomRefError> {
        let (address, invitation) = match text.split_once(INVITATION_MARK) {
            Some((address, invitation)) => (address, invitation.parse().ok()),
            None => (text, None),
        };
        let (server, room) = match address.split_once("/room/") {
            Some((server, room)) => {
                let end = room.find(['?', '#']).unwrap_or(room.len());
                (Some(server.parse()?), room[..end].trim_end_matches('/'))
            }
            None => (None, address),
        };
        Ok(Self { server, room: room.parse()?, invitation })
    }
}

/// Splits `host:port`, where an address of version 6 stands in brackets.
fn split_port(authority: &str) -> (&str, Option<&str>) {
    if let Some((host, rest)) = authority.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        return (host, rest.strip_prefix(':').or((!rest.is_empty()).then_some(rest)));
    }
    match authority.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (authority, None),
    }
}

/// Tells whether a text could be a host's name or address.
fn is_host(text: &str) -> bool {
    !text.is_empty()
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '%'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Result<String, ParseServerUrlError> {
        text.parse().map(|url: ServerUrl| url.to_string())
    }

    #[test]
    fn takes_the_forms_that_people_type() {
        for (typed, url) in [
            ("http://127.0.0.1:7878", "http://127.0.0.1:7878"),
            ("ws://127.0.0.1:7878/ws", "http://127.0.0.1:7878"),
            ("HTTP://Play.Example/", "http://play.example:80"),
            ("localhost:9", "http://localhost:9"),
            ("play.example", "http://play.example:7878"),
            ("[::1]:9", "http://[::1]:9"),
            ("ws://[::1]", "http://[::1]:80"),
        ] {
            assert_eq!(shown(typed).as_deref(), Ok(url), "{typed}");
        }
        let url: ServerUrl = "[::1]:9".parse().unwrap();
        assert_eq!(url.address(), ("::1", 9));
        assert_eq!(url.websocket(), "ws://[::1]:9/ws");
    }

    #[test]
    fn says_what_is_wrong_with_the_others() {
        use ParseServerUrlError as E;
        assert_eq!(shown("https://a"), Err(E::Encrypted { scheme: "https".into() }));
        assert_eq!(shown("wss://a/ws"), Err(E::Encrypted { scheme: "wss".into() }));
        assert_eq!(shown("ftp://a"), Err(E::Scheme { scheme: "ftp".into() }));
        assert_eq!(shown("http://a/room/K7QP"), Err(E::Path("/room/K7QP".into())));
        for text in ["", "http://", ":7878", "a b:1", "user@host:1"] {
            assert_eq!(shown(text), Err(E::Host(text.into())), "{text:?}");
        }
        for port in ["", "0", "65536", "x"] {
            assert_eq!(shown(&format!("a:{port}")), Err(E::Port(port.into())), "{port:?}");
        }
    }

    #[test]
    fn a_room_is_named_by_its_id_or_by_a_link() {
        let named = |text: &str| text.parse::<RoomRef>().map(|room| room.to_string());
        assert_eq!(named("k7qp").as_deref(), Ok("K7QP"));
        let link = "http://play.example:7878/room/K7QP";
        for behind in ["", "/", "#", "#t=0123", "?x=1#t=/room/", "/#top"] {
            assert_eq!(named(&format!("{link}{behind}")).as_deref(), Ok(link), "{behind}");
        }
        let secret = "000102030405060708090a0b0c0d0eff";
        for invited in [format!("{link}#i={secret}"), format!("K7QP#i={secret}")] {
            let room: RoomRef = invited.parse().unwrap();
            assert_eq!(room.link(), invited);
            assert!(!room.to_string().contains(secret) && !format!("{room:?}").contains(secret));
        }
        assert_eq!(named(&format!("{link}#i=cut")).as_deref(), Ok(link));
        assert_eq!(named("http://[::1]/room/k7qp").as_deref(), Ok("http://[::1]:80/room/K7QP"));
        let encrypted = ParseServerUrlError::Encrypted { scheme: "https".into() };
        assert_eq!(named("https://play.example/room/K7QP"), Err(encrypted.into()));
        for text in ["", "http://play.example", "http://play.example/room/", "ABC", "a b/room/K7QP"]
        {
            assert!(named(text).is_err(), "{text:?}");
        }
    }
}
