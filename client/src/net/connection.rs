//! One connection: from the TCP handshake and the hello to its end.

use std::time::Duration;

use futures::{SinkExt as _, StreamExt as _};
use reversi_client_core::printable::printable;
use reversi_protocol::limits::SERVER_FRAME_BYTES_MAX;
use reversi_protocol::{
    CloseCode, Durability, Hello, HelloReply, PROTOCOL_VERSION, PlayerName, Request, ServerMessage,
};
use serde::Serialize;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode as WsCloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, WebSocketConfig};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use reversi_client_core::session::{NetEnd, Rejection};
use reversi_client_core::texts::{Say, Spoken, Text};

use super::error::{ConnectError, HungUp, NO_CLOSE_CODE, OPEN_MAX, end_of};
use super::event::{Caller, Event};
use super::pace::Pace;
use super::read::read;
use super::silence::{Silence, Verdict};

/// Time for one frame to leave. Chosen: as the server's own.
const SEND_MAX: Duration = Duration::from_secs(5);

/// How a connection ended.
pub(super) enum Over {
    /// It is lost; another may be had.
    Lost {
        /// Why, for people.
        reason: Spoken,
        /// When the server wants to be asked again.
        retry_after: Option<Duration>,
        /// Whether the server did something for the client before, and has nothing against how
        /// it behaves.
        was_good: bool,
    },
    /// There is no coming back.
    Ended(NetEnd),
    /// Nobody reads the events any more.
    Unread,
}

/// A connection on which the server said welcome.
pub(super) struct Connection {
    socket: WebSocketStream<TcpStream>,
    pub(super) address: String,
    pub(super) welcomed: Welcome,
    /// What the server said last about coming back.
    closing: Option<(String, Option<Duration>)>,
    /// Whether anything came after the welcome.
    is_served: bool,
}

impl Connection {
    /// Connects, upgrades and says hello, all within [`OPEN_MAX`].
    pub(super) async fn open(caller: &Caller) -> Result<Self, ConnectError> {
        let late = || ConnectError::Late { server: caller.server.to_string() };
        timeout(OPEN_MAX, Self::open_unhurried(caller)).await.map_err(|_elapsed| late())?
    }

    async fn open_unhurried(caller: &Caller) -> Result<Self, ConnectError> {
        let server = caller.server.to_string();
        let stream = TcpStream::connect(caller.server.address())
            .await
            .and_then(|stream| stream.set_nodelay(true).map(|()| stream))
            .map_err(|source| ConnectError::Unreachable { server: server.clone(), source })?;
        let address = stream.peer_addr().map(|address| address.to_string()).unwrap_or_default();
        let not_a_server =
            |source| ConnectError::NotAServer { server: server.clone(), source: Box::new(source) };
        let url = caller.server.websocket();
        let (mut socket, _response) =
            client_async_with_config(url, stream, Some(limits())).await.map_err(not_a_server)?;
        let hello = Hello::Hello {
            version: PROTOCOL_VERSION,
            name: caller.name.clone(),
            session: caller.session,
            key: Some(caller.key),
            client: Some(concat!("reversi/", env!("CARGO_PKG_VERSION")).into()),
            lean: false,
        };
        socket.send(frame(&hello)).await.map_err(not_a_server)?;
        let welcomed = welcome(&mut socket, &server).await?;
        Ok(Self { socket, address, welcomed, closing: None, is_served: false })
    }

    /// Carries requests one way and frames the other until the connection is over.
    pub(super) async fn carry(mut self, events: &mpsc::Sender<Event>) -> Over {
        let (outbox, mut requests) = mpsc::unbounded_channel();
        let Welcome { name, durability, server_ms, .. } = self.welcomed.clone();
        let connected = Event::Connected { outbox, name, durability, server_ms };
        if events.send(connected).await.is_err() {
            return self.close().await;
        }
        let mut pace = Pace::new(Instant::now());
        let mut silence = Silence::broken(Instant::now());
        loop {
            let over = tokio::select! {
                received = self.socket.next() => {
                    let over = self.receive(received, events).await;
                    // After the event was taken: a busy reader is not the server's silence.
                    silence = Silence::broken(Instant::now());
                    over
                }
                request = paced(&mut requests, pace) => match request {
                    Some(request) => {
                        pace.sent(Instant::now());
                        tracing::trace!(id = %request.id, "request");
                        silence.awaits_answer(Instant::now());
                        self.send(frame(&request)).await
                    }
                    None => Some(self.lost(&Text::ServerUnable)),
                },
                () = sleep_until(silence.deadline()) => match silence.rule(Instant::now()) {
                    Verdict::Ask => self.send(Message::Ping(Vec::new().into())).await,
                    Verdict::Dead => Some(self.lost(&Text::ServerSilent)),
                },
                () = events.closed() => return self.close().await,
            };
            match over {
                None => {}
                Some(Over::Unread) => return self.close().await,
                Some(over @ (Over::Lost { .. } | Over::Ended(_))) => return over,
            }
        }
    }

    /// Passes on what came; returns how the connection ended if it did.
    async fn receive(
        &mut self,
        received: Option<Result<Message, tungstenite::Error>>,
        events: &mpsc::Sender<Event>,
    ) -> Option<Over> {
        let text = match received {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Close(close))) => {
                answer_close(&mut self.socket).await;
                return Some(self.closed(close));
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => return None,
            Some(Ok(Message::Binary(_))) => {
                tracing::warn!("a binary frame is ignored");
                return None;
            }
            Some(Err(error)) => return Some(self.lost(&Spoken::quoting(&error.to_string()))),
            None => return Some(self.lost(&Text::LinkCut)),
        };
        tracing::trace!(frame = text.as_str(), "received");
        let message = match read(&text) {
            Ok(message) => message,
            Err(error) => {
                // If it was an event, the gap in the numbers will show it.
                tracing::warn!(%error, "a frame that cannot be read is ignored");
                return None;
            }
        };
        if let ServerMessage::Closing { message, retry_after_ms } = &message {
            self.closing = Some((message.clone(), retry_after_ms.map(Duration::from_millis)));
        }
        self.is_served = true;
        events.send(Event::Message(message)).await.is_err().then_some(Over::Unread)
    }

    /// Finds out what a close frame means.
    fn closed(&mut self, close: Option<CloseFrame>) -> Over {
        let (said, retry_after) = self.closing.take().unwrap_or_default();
        let code = close.as_ref().map_or(NO_CLOSE_CODE, |close| close.code.into());
        let reason = match close {
            Some(close) if said.is_empty() => printable(&close.reason),
            Some(_) | None => said,
        };
        if let Some(end) = end_of(code, &reason) {
            return Over::Ended(end);
        }
        let reason =
            if reason.is_empty() { Spoken::of(&HungUp(code)) } else { Spoken::quoting(&reason) };
        let complaints = [CloseCode::Policy, CloseCode::Resume, CloseCode::Silent];
        let was_good = self.is_served && complaints.iter().all(|c| c.number() != code);
        Over::Lost { reason, retry_after, was_good }
    }

    fn lost(&self, reason: &impl Say) -> Over {
        Over::Lost { reason: Spoken::of(reason), retry_after: None, was_good: self.is_served }
    }

    async fn send(&mut self, message: Message) -> Option<Over> {
        match timeout(SEND_MAX, self.socket.send(message)).await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(self.lost(&Spoken::quoting(&error.to_string()))),
            Err(_elapsed) => Some(self.lost(&Text::ServerStuck)),
        }
    }

    /// Says goodbye and waits for the answer; the caller limits how long.
    async fn close(mut self) -> Over {
        let goodbye = CloseFrame { code: WsCloseCode::Normal, reason: "".into() };
        if self.socket.close(Some(goodbye)).await.is_ok() {
            while let Some(Ok(_)) = self.socket.next().await {}
        }
        Over::Unread
    }
}

/// Sends the answer to a close (RFC 6455, 5.5.1), which waits in the socket.
async fn answer_close(socket: &mut WebSocketStream<TcpStream>) {
    // The server has closed in any case.
    let _ = timeout(SEND_MAX, socket.flush()).await;
}

/// How the server greets.
#[derive(Clone)]
pub(super) struct Welcome {
    /// The name as the server took it.
    name: PlayerName,
    /// What the server calls itself.
    pub(super) program: String,
    durability: Durability,
    /// What the server's clock shows.
    server_ms: u64,
}

/// Waits for the answer to the hello.
async fn welcome(
    socket: &mut WebSocketStream<TcpStream>,
    server: &str,
) -> Result<Welcome, ConnectError> {
    let server = || server.to_owned();
    let closed = |close: Option<CloseFrame>, retry_after| ConnectError::Closed {
        server: server(),
        code: close.as_ref().map_or(NO_CLOSE_CODE, |close| close.code.into()),
        reason: close.map(|close| printable(&close.reason)).unwrap_or_default(),
        retry_after,
    };
    let mut retry_after = None;
    loop {
        let text = match socket.next().await {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Close(close))) => {
                answer_close(socket).await;
                return Err(closed(close, retry_after));
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => continue,
            Some(Ok(Message::Binary(_))) => {
                return Err(ConnectError::NotWelcome { server: server() });
            }
            Some(Err(error)) => {
                return Err(ConnectError::NotAServer { server: server(), source: Box::new(error) });
            }
            None => return Err(closed(None, retry_after)),
        };
        match read(&text) {
            Ok(HelloReply::Welcome { name, server: program, durability, now_ms, .. }) => {
                tracing::info!(program, "welcome");
                return Ok(Welcome { name, program, durability, server_ms: now_ms });
            }
            Ok(HelloReply::Rejected { code, message, versions }) => {
                return Err(Rejection { code, message, versions }.into());
            }
            Err(_) => match read(&text) {
                Ok(ServerMessage::Closing { retry_after_ms, .. }) => {
                    retry_after = retry_after_ms.map(Duration::from_millis);
                }
                Ok(_) | Err(_) => return Err(ConnectError::NotWelcome { server: server() }),
            },
        }
    }
}

/// Waits until a request may go, then for one. Dropped before it ends, it loses nothing.
async fn paced(requests: &mut mpsc::UnboundedReceiver<Request>, pace: Pace) -> Option<Request> {
    sleep_until(pace.ready_at()).await;
    requests.recv().await
}

fn limits() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(4 * 1024)
        .write_buffer_size(0)
        .max_write_buffer_size(64 * 1024)
        .max_message_size(Some(SERVER_FRAME_BYTES_MAX))
        .max_frame_size(Some(SERVER_FRAME_BYTES_MAX))
}

fn frame(message: &impl Serialize) -> Message {
    let text = serde_json::to_string(message);
    Message::text(text.expect("messages have text keys and no floating point numbers"))
}
