//! Clients that cost little: they look for the few fields that they need, and trust the server.

use std::fmt;
use std::net::SocketAddr;

use futures::{SinkExt as _, StreamExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::target::{Kind, Target, address_of};

/// How a connection ended that should not have.
#[derive(Debug)]
pub(crate) enum Ended {
    Lost(Error),
    Closed,
    Refused(Utf8Bytes),
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lost(error) => write!(f, "the line is lost: {error}"),
            Self::Closed => f.write_str("the server closed the connection"),
            Self::Refused(text) => write!(f, "refused: {text}"),
        }
    }
}

impl From<Error> for Ended {
    fn from(error: Error) -> Self {
        Self::Lost(error)
    }
}

/// What somebody who watches is told.
pub(crate) enum Watched {
    Move,
    Other,
}

/// One connection in a room.
pub(crate) struct Seat {
    kind: Kind,
    socket: WebSocketStream<TcpStream>,
    number: u32,
    /// What shows that a seat is its own.
    token: String,
    room: String,
    requests: u32,
    ply: u64,
    legal: Vec<String>,
    is_blacks_turn: bool,
    is_over: bool,
    updates: u64,
    bytes: u64,
}

impl Seat {
    async fn open(target: &Target, room: &str) -> Result<Self, Ended> {
        Self::connect(target, target.address, room, target.next_connection()).await
    }

    async fn connect(
        target: &Target,
        to: SocketAddr,
        room: &str,
        number: u32,
    ) -> Result<Self, Ended> {
        let from = address_of(number);
        let stream = connect(to, (from, 0).into()).await.map_err(Error::Io)?;
        let path = if target.kind.is_relay() { room } else { "ws" };
        let config = WebSocketConfig::default().read_buffer_size(1024).write_buffer_size(0);
        let address = format!("ws://{to}/{path}");
        let (socket, _) = client_async_with_config(address, stream, Some(config)).await?;
        let mut seat = Self {
            kind: target.kind,
            socket,
            number,
            token: secret(u32::MAX - number),
            room: room.to_owned(),
            requests: 0,
            ply: 0,
            legal: vec!["d3".to_owned()],
            is_blacks_turn: true,
            is_over: false,
            updates: 0,
            bytes: 0,
        };
        if seat.kind == Kind::Server {
            let session = secret(number);
            let lean = if target.is_lean { r#","lean":true"# } else { "" };
            let hello = format!(
                r#"{{"type":"hello","version":1,"name":"load","session":"{session}"{lean}}}"#
            );
            seat.socket.send(Message::text(hello)).await?;
            seat.until("\"welcome\"").await?;
        }
        Ok(seat)
    }

    /// Enters as a spectator.
    pub(crate) async fn watch(target: &Target, room: &str) -> Result<Self, Ended> {
        let mut seat = Self::open(target, room).await?;
        if seat.kind == Kind::Server {
            seat.ask(&format!(r#""type":"join","room":"{room}","as":"spectator""#)).await?;
            seat.until("\"snapshot\"").await?;
        }
        Ok(seat)
    }

    /// Comes back on another line, as the same client.
    async fn come_back(self, target: &Target, color: &str) -> Result<Self, Ended> {
        let mut seat = Self::connect(target, target.address, &self.room, self.number).await?;
        seat.requests = self.requests;
        seat.sit(color).await?;
        Ok(seat)
    }

    /// Takes its seat, for the first time or again.
    async fn sit(&mut self, color: &str) -> Result<(), Ended> {
        let (room, token) = (&self.room, &self.token);
        let join = format!(r#""type":"join","room":"{room}","as":"{color}","token":"{token}""#);
        self.ask(&join).await?;
        let snapshot = self.until("\"snapshot\"").await?;
        self.take(&snapshot);
        Ok(())
    }

    async fn ask(&mut self, rest: &str) -> Result<(), Ended> {
        self.requests += 1;
        let text = format!(r#"{{"id":{},{rest}}}"#, self.requests);
        Ok(self.socket.send(Message::text(text)).await?)
    }

    async fn next(&mut self) -> Result<Utf8Bytes, Ended> {
        loop {
            match self.socket.next().await.ok_or(Ended::Closed)?? {
                Message::Text(text) if is_of(&text, "\"refused\"") => {
                    return Err(Ended::Refused(text));
                }
                Message::Text(text) => return Ok(text),
                Message::Close(_) => return Err(Ended::Closed),
                Message::Ping(_) | Message::Pong(_) | Message::Binary(_) | Message::Frame(_) => {}
            }
        }
    }

    /// Waits for a frame of a kind.
    async fn until(&mut self, kind: &str) -> Result<Utf8Bytes, Ended> {
        loop {
            let text = self.next().await?;
            if is_of(&text, kind) {
                return Ok(text);
            }
        }
    }

    pub(crate) async fn watched(&mut self) -> Result<Watched, Ended> {
        let text = self.next().await?;
        let is_move = self.kind.is_relay() || is_of(&text, "\"placed\"");
        Ok(if is_move { Watched::Move } else { Watched::Other })
    }

    async fn place(&mut self) -> Result<(), Ended> {
        let square = &self.legal[self.ply as usize * 7 % self.legal.len()];
        let ply = self.ply;
        let place =
            format!(r#""type":"place","room":"{}","ply":{ply},"square":"{square}""#, self.room);
        self.ask(&place).await
    }

    /// Waits until it is told of a move, and of the pass that follows from it.
    async fn moved(&mut self) -> Result<(), Ended> {
        if self.kind.is_relay() {
            self.bytes += self.next().await?.len() as u64;
            self.updates += 1;
            self.ply += 1;
            return Ok(());
        }
        let text = self.until("\"placed\"").await?;
        self.bytes += text.len() as u64;
        self.updates += 1;
        self.take(&text);
        if self.legal.is_empty() && !self.is_over {
            let text = self.until("\"passed\"").await?;
            self.take(&text);
        }
        Ok(())
    }

    /// Takes over the position that an event shows.
    fn take(&mut self, text: &str) {
        let position = text.split_once("\"position\":{").map_or("", |(_, position)| position);
        let number = |text: &str| text.split([',', '}']).next().and_then(|ply| ply.parse().ok());
        // Lean events have the ply before the move alone.
        let before = number(after(text, "\"ply\":")).map(|ply: u64| ply + 1);
        self.ply = number(after(position, "\"ply\":")).or(before).expect("a ply");
        let to_move = after(position, "\"to_move\":");
        (self.is_blacks_turn, self.is_over) =
            (to_move.starts_with("\"black"), to_move.starts_with("null"));
        let legal = after(position, "\"legal\":[");
        self.legal = if legal.starts_with('"') {
            let squares = legal.split(']').next().unwrap_or_default().split('"');
            squares.filter(|square| square.len() == 2).map(str::to_owned).collect()
        } else {
            let squares = legal.split("\"square\":\"").skip(1);
            squares.filter_map(|square| square.get(..2)).map(str::to_owned).collect()
        };
    }
}

/// Both players of a room, Black first.
pub(crate) struct Seats([Seat; 2]);

impl Seats {
    pub(crate) async fn sit(target: &Target) -> Result<Self, Ended> {
        let name = format!("room{}", target.next_room());
        let opened_at = if target.kind == Kind::Server { target.opened_at } else { target.address };
        let mut black = Seat::connect(target, opened_at, &name, target.next_connection()).await?;
        let mut white = Seat::open(target, &name).await?;
        if target.kind == Kind::Server {
            let token = &black.token;
            black.ask(&format!(
                r#""type":"create","settings":{{"visibility":"private"}},"seats":{{"black":"me"}},"token":"{token}""#
            )).await?;
            let joined = black.until("\"joined\"").await?;
            let room =
                after(&joined, "\"room\":\"").split('"').next().unwrap_or_default().to_owned();
            (black.room, white.room) = (room.clone(), room);
            white.sit("white").await?;
            if opened_at != target.address {
                black = black.come_back(target, "black").await?;
            }
        }
        Ok(Self([black, white]))
    }

    /// Has both come back after the server has gone.
    pub(crate) async fn come_back(self, target: &Target) -> Result<Self, Ended> {
        let [black, white] = self.0;
        let black = black.come_back(target, "black").await?;
        Ok(Self([black, white.come_back(target, "white").await?]))
    }

    pub(crate) fn room(&self) -> &str {
        &self.0[0].room
    }

    /// Makes a move and waits until both have it.
    pub(crate) async fn make_move(&mut self) -> Result<(), Ended> {
        let [black, white] = &mut self.0;
        if black.is_blacks_turn {
            black.place().await?;
        } else {
            white.place().await?;
        }
        let (mine, other) = tokio::join!(black.moved(), white.moved());
        mine.and(other)
    }

    /// Begins the next game where one is over, which it tells.
    pub(crate) async fn begin_anew_if_over(&mut self) -> Result<bool, Ended> {
        let is_over = self.0[0].is_over;
        if is_over {
            for seat in &mut self.0 {
                seat.until("\"ended\"").await?;
                let rematch = format!(r#""type":"offer","room":"{}","kind":"rematch""#, seat.room);
                seat.ask(&rematch).await?;
            }
            for seat in &mut self.0 {
                let started = seat.until("\"started\"").await?;
                seat.take(&started);
            }
            // A rematch is played with the other colours.
            self.0.swap(0, 1);
        }
        Ok(is_over)
    }

    /// Returns how many updates have come, and their bytes.
    pub(crate) fn traffic(&self) -> (u64, u64) {
        let [black, white] = &self.0;
        (black.updates + white.updates, black.bytes + white.bytes)
    }
}

async fn connect(to: SocketAddr, from: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(from)?;
    let stream = socket.connect(to).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Tells whether a frame, or the event in it, is of this kind, which stands near the beginning.
fn is_of(text: &str, kind: &str) -> bool {
    let end = text.len().min(140);
    memmem(&text.as_bytes()[..end], kind.as_bytes())
}

fn memmem(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|part| part == word)
}

fn after<'a>(text: &'a str, key: &str) -> &'a str {
    text.split_once(key).map_or("", |(_, rest)| rest)
}

/// Returns a secret that nobody else has, in this run or another one over the same data.
fn secret(number: u32) -> String {
    let unique = u64::from(std::process::id()) << 32 | u64::from(number);
    let first = (unique + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    format!("{first:016x}{:016x}", first.rotate_left(29) ^ 0x1405_7B7E_F767_814F)
}
