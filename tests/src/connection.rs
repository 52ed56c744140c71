//! One WebSocket connection to the server: text frames, and how it ended.

use std::io;
use std::net::SocketAddr;

use futures::{SinkExt as _, StreamExt as _};
use reversi_protocol::limits::SERVER_FRAME_BYTES_MAX;
use reversi_protocol::{Hello, HelloReply};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::binaries::{PATIENCE, within};

/// An open WebSocket.
#[derive(Debug)]
pub struct Connection {
    socket: WebSocketStream<TcpStream>,
}

/// How a connection ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The server closed it.
    Closed {
        /// The close code.
        code: u16,
        /// Why, for people.
        reason: String,
    },
    /// The line was lost.
    Lost(String),
}

impl From<Error> for Ended {
    fn from(error: Error) -> Self {
        Self::Lost(error.to_string())
    }
}

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Self {
        Self::Lost(error.to_string())
    }
}

impl Connection {
    /// Opens a WebSocket; no hello is sent.
    ///
    /// # Errors
    /// [`Ended::Lost`] if there is no server.
    pub async fn open(address: SocketAddr) -> Result<Self, Ended> {
        Self::open_on(TcpSocket::new_v4()?, address).await
    }

    /// Opens a WebSocket on a TCP socket that was prepared, such as one with a small buffer.
    ///
    /// # Errors
    /// [`Ended::Lost`] if there is no server.
    pub async fn open_on(socket: TcpSocket, address: SocketAddr) -> Result<Self, Ended> {
        within("an open WebSocket", async {
            let stream = socket.connect(address).await?;
            stream.set_nodelay(true)?;
            let (socket, _response) = client_async(format!("ws://{address}/ws"), stream).await?;
            Ok(Self { socket })
        })
        .await
    }

    /// Says hello and returns the answer.
    ///
    /// # Errors
    /// [`Ended`] if the connection ended instead.
    pub async fn greet(&mut self, hello: &Hello) -> Result<HelloReply, Ended> {
        let hello = serde_json::to_string(hello).expect("a hello is JSON");
        self.send_text(&hello).await?;
        let reply = self.next_text().await?;
        Ok(serde_json::from_str(&reply).unwrap_or_else(|error| panic!("{reply}: {error}")))
    }

    /// Sends a text frame.
    ///
    /// # Errors
    /// [`Ended::Lost`] if it cannot be written.
    pub async fn send_text(&mut self, text: &str) -> Result<(), Ended> {
        self.send(Message::text(text)).await
    }

    /// Sends any frame.
    ///
    /// # Errors
    /// [`Ended::Lost`] if it cannot be written.
    pub async fn send(&mut self, message: Message) -> Result<(), Ended> {
        Ok(within("room for a frame", self.socket.send(message)).await?)
    }

    /// Queues a text frame, so that several go out in one packet with [`Connection::flush`].
    ///
    /// # Errors
    /// [`Ended::Lost`] if it cannot be queued.
    pub async fn feed_text(&mut self, text: &str) -> Result<(), Ended> {
        Ok(within("room for a frame", self.socket.feed(Message::text(text))).await?)
    }

    /// Sends what was queued.
    ///
    /// # Errors
    /// [`Ended::Lost`] if it cannot be written.
    pub async fn flush(&mut self) -> Result<(), Ended> {
        Ok(within("room for frames", self.socket.flush()).await?)
    }

    /// Returns the next text frame; pings are answered on the way. No frame may be larger than the
    /// protocol allows or hold anything that could be a seat token, a session or a hash of them.
    ///
    /// # Errors
    /// [`Ended`] if the connection ended instead.
    pub async fn next_text(&mut self) -> Result<Utf8Bytes, Ended> {
        // Searches have what others leave of a crowded machine.
        let text = timeout(3 * PATIENCE, self.read_text()).await;
        text.unwrap_or_else(|_elapsed| panic!("no frame of the server came"))
    }

    async fn read_text(&mut self) -> Result<Utf8Bytes, Ended> {
        loop {
            let message = self.socket.next().await.unwrap_or(Err(Error::ConnectionClosed))?;
            match message {
                Message::Text(text) => {
                    assert!(text.len() <= SERVER_FRAME_BYTES_MAX, "{} bytes: {text}", text.len());
                    assert!(!holds_secret(&text), "a secret in a frame: {text}");
                    return Ok(text);
                }
                Message::Close(frame) => return Err(self.answer_close(frame).await),
                Message::Ping(_) | Message::Pong(_) => {}
                other @ (Message::Binary(_) | Message::Frame(_)) => {
                    panic!("the server sends text only, not {other:?}")
                }
            }
        }
    }

    /// Reads to the end and returns how it came.
    pub async fn ended(&mut self) -> Ended {
        loop {
            if let Err(ended) = self.next_text().await {
                return ended;
            }
        }
    }

    /// Completes the closing handshake.
    async fn answer_close(&mut self, frame: Option<CloseFrame>) -> Ended {
        let _ = self.socket.flush().await;
        match frame {
            Some(frame) => {
                Ended::Closed { code: frame.code.into(), reason: frame.reason.to_string() }
            }
            None => Ended::Lost("a close without a code".to_owned()),
        }
    }
}

/// Tells whether a text has 32 hexadecimal digits in a row, as every secret of the protocol has.
/// A name is too short for that.
fn holds_secret(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_hexdigit()).any(|digits| digits.len() >= 32)
}
