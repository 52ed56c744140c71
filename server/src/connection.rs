//! One WebSocket connection: the handshake, requests in, frames out, and how it ends.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use reversi_protocol::limits::{
    HELLO_MS_MAX, PING_INTERVAL_MS, REQUESTS_BURST, ROOMS_PER_CONNECTION_MAX, SILENCE_MS_MAX,
};
use reversi_protocol::{
    CloseCode, Command, DecodeError, Hello, HelloReply, Occupant, PROTOCOL_VERSION, PlayerName,
    RefusalCode, RejectionCode, Request, RequestId, RoleWish, RoomId, RoomName, SeatChoice,
    SeatToken, ServerMessage, SessionId, decode_request,
};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode as WireCode;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use tracing::{Instrument, debug, debug_span, trace};

use crate::limiter::{Bucket, Rate};
use crate::metrics::{CloseLabels, RefusalLabels};
use crate::outbox::{ConnectionId, Outbox, Outgoing};
use crate::room::{self, Actor, Cause, OpenRequest, TokenHash};
use crate::room_task::{self, Enter, Input, RoomHandle};
use crate::server::Services;
use crate::time::Timestamp;

/// A write that takes longer ends the connection.
const WRITE_MAX: Duration = Duration::from_secs(5);
/// Time for the other side to answer a close.
const CLOSE_MAX: Duration = Duration::from_secs(3);
/// Refused requests over the rate limit, in a row, after which the connection is closed.
const OVER_LIMIT_MAX: u32 = 100;
/// What a client is told to wait before it connects to a server that restarts.
const RESTART_MS: u64 = 1_000;

/// How a connection ends.
#[derive(Debug)]
struct Ending {
    code: CloseCode,
    reason: String,
}

/// Whether the other side can still be told anything.
type Ended = Result<Ending, Error>;

/// Serves a connection from its first frame to its end.
pub async fn serve<S>(
    mut socket: WebSocketStream<S>,
    id: ConnectionId,
    peer: IpAddr,
    services: Arc<Services>,
) where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let span = debug_span!("connection", id = id.0, %peer);
    async {
        let ended = match shake_hands(&mut socket, &services).await {
            Ok((name, session)) => {
                services.metrics.connections.inc();
                let (outbox, outgoing) = Outbox::new();
                let mut client = Client::new(id, peer, name, session, outbox, &services);
                let ended = client.converse(&mut socket, outgoing).await;
                client.leave_all().await;
                services.metrics.connections.dec();
                ended
            }
            Err(ended) => ended,
        };
        match ended {
            Ok(ending) => {
                debug!(code = ending.code.number(), reason = %ending.reason, "closing");
                let labels = CloseLabels { code: ending.code.number() };
                services.metrics.closes.get_or_create(&labels).inc();
                close(socket, ending).await;
            }
            Err(error) => debug!(%error, "connection lost"),
        }
    }
    .instrument(span)
    .await;
}

/// Tells the other side why, and gives it a moment to answer.
async fn close<S>(mut socket: WebSocketStream<S>, ending: Ending)
where
    S: AsyncRead + AsyncWrite + Unpin,
{
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
fn ended_by(error: Error) -> Ended {
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

fn stopping() -> Ending {
    Ending { code: CloseCode::GoingAway, reason: "the server is stopping".to_owned() }
}

/// Takes the hello and answers it.
async fn shake_hands<S>(
    socket: &mut WebSocketStream<S>,
    services: &Services,
) -> Result<(PlayerName, SessionId), Ended>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let text = tokio::select! {
        first = timeout(Duration::from_millis(HELLO_MS_MAX), first_text(socket)) => {
            first.unwrap_or_else(|_elapsed| {
                let reason = "no hello came in time".to_owned();
                Err(Ok(Ending { code: CloseCode::HelloTimeout, reason }))
            })?
        }
        () = services.shutdown.cancelled() => return Err(Ok(stopping())),
    };
    let (reply, accepted) = answer_hello(&text, services.clock.now());
    let frame = crate::outbox::encode(&reply);
    match timeout(WRITE_MAX, socket.send(Message::Text(frame))).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => return Err(Err(error)),
        Err(_elapsed) => return Err(Err(Error::ConnectionClosed)),
    }
    accepted.map_err(|reason| Ok(Ending { code: CloseCode::Rejected, reason }))
}

async fn first_text<S>(socket: &mut WebSocketStream<S>) -> Result<Utf8Bytes, Ended>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return Ok(text),
            Some(Ok(Message::Binary(_))) => return Err(Ok(not_text())),
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
            Some(Ok(Message::Close(_))) | None => return Err(Err(Error::ConnectionClosed)),
            Some(Err(error)) => return Err(ended_by(error)),
        }
    }
}

fn not_text() -> Ending {
    let reason = "a binary frame; this server takes JSON text".to_owned();
    Ending { code: CloseCode::NotText, reason }
}

#[derive(serde::Deserialize)]
struct Version {
    version: u32,
}

/// Decides about a hello. The second value is who came, or the reason of the close.
fn answer_hello(
    text: &str,
    now: Timestamp,
) -> (HelloReply, Result<(PlayerName, SessionId), String>) {
    let rejected = |code, message: String| {
        let versions = vec![PROTOCOL_VERSION];
        (HelloReply::Rejected { code, message: message.clone(), versions }, Err(message))
    };
    // The version is looked at alone first: a later hello may look different.
    if let Ok(Version { version }) = serde_json::from_str(text)
        && version != PROTOCOL_VERSION
    {
        let message = format!(
            "this server speaks version {PROTOCOL_VERSION} of the protocol, the client {version}; \
             use a client of this server's version"
        );
        return rejected(RejectionCode::UnsupportedVersion, message);
    }
    match serde_json::from_str(text) {
        Ok(Hello::Hello { name, session, client, .. }) => {
            debug!(%name, client = client.as_deref().unwrap_or("unnamed"), "hello");
            let reply = HelloReply::Welcome {
                version: PROTOCOL_VERSION,
                server: concat!("reversi-server ", env!("CARGO_PKG_VERSION")).to_owned(),
                name: name.clone(),
                now_ms: now.0,
            };
            (reply, Ok((name, session)))
        }
        Err(error) => rejected(RejectionCode::BadHello, format!("the hello is wrong: {error}")),
    }
}

/// A client after its welcome.
struct Client<'a> {
    id: ConnectionId,
    peer: IpAddr,
    name: PlayerName,
    session: SessionId,
    outbox: Outbox,
    services: &'a Services,
    rooms: HashMap<RoomId, mpsc::Sender<Input>>,
    bucket: Bucket,
    over_limit: u32,
}

impl<'a> Client<'a> {
    fn new(
        id: ConnectionId,
        peer: IpAddr,
        name: PlayerName,
        session: SessionId,
        outbox: Outbox,
        services: &'a Services,
    ) -> Self {
        Self {
            id,
            peer,
            name,
            session,
            outbox,
            services,
            rooms: HashMap::new(),
            bucket: Bucket::default(),
            over_limit: 0,
        }
    }

    /// Serves the socket until one of both sides has had enough.
    async fn converse<S>(
        &mut self,
        socket: &mut WebSocketStream<S>,
        mut outgoing: Outgoing,
    ) -> Ended
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        // Silence is counted in ticks that really ran, so that a server that was itself held up
        // does not take its clients for dead.
        let mut tick = interval(Duration::from_millis(SILENCE_MS_MAX - PING_INTERVAL_MS) / 2);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let ticks = |ms: u64| ms.div_ceil(tick.period().as_millis() as u64);
        let (ticks_to_ping, ticks_to_death) = (ticks(PING_INTERVAL_MS), ticks(SILENCE_MS_MAX));
        let mut silent_ticks = 0;
        loop {
            tokio::select! {
                frame = outgoing.frames.recv() => {
                    // The sender is this client's own outbox: it lives as long as this loop.
                    let Some(frame) = frame else { return Ok(stopping()) };
                    if let Some(ended) = self.write(socket, &mut outgoing, frame).await {
                        return ended;
                    }
                }
                message = socket.next() => {
                    silent_ticks = 0;
                    let Some(message) = message else { return Err(Error::ConnectionClosed) };
                    if let Some(ended) = self.read(message).await {
                        return ended;
                    }
                }
                () = outgoing.lagging.cancelled() => return Ok(lagging()),
                () = self.services.shutdown.cancelled() => {
                    self.say_closing(socket).await;
                    return Ok(stopping());
                }
                _ = tick.tick() => {
                    silent_ticks += 1;
                    if silent_ticks > ticks_to_death {
                        let reason = "nothing came for too long".to_owned();
                        return Ok(Ending { code: CloseCode::Silent, reason });
                    }
                    if silent_ticks > ticks_to_ping {
                        let ping = socket.send(Message::Ping(Vec::new().into()));
                        if !matches!(timeout(WRITE_MAX, ping).await, Ok(Ok(()))) {
                            return Err(Error::ConnectionClosed);
                        }
                    }
                }
            }
        }
    }

    /// Writes a frame and whatever else waits, in one go.
    async fn write<S>(
        &self,
        socket: &mut WebSocketStream<S>,
        outgoing: &mut Outgoing,
        frame: Utf8Bytes,
    ) -> Option<Ended>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let lagging_token = outgoing.lagging.clone();
        let writing = async {
            trace!(%frame, "out");
            socket.feed(Message::Text(frame)).await?;
            while let Ok(frame) = outgoing.frames.try_recv() {
                trace!(%frame, "out");
                socket.feed(Message::Text(frame)).await?;
            }
            socket.flush().await
        };
        tokio::select! {
            written = timeout(WRITE_MAX, writing) => match written {
                Ok(Ok(())) => None,
                Ok(Err(error)) => Some(Err(error)),
                Err(_elapsed) => Some(Ok(lagging())),
            },
            () = lagging_token.cancelled() => Some(Ok(lagging())),
        }
    }

    async fn say_closing<S>(&self, socket: &mut WebSocketStream<S>)
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let closing = ServerMessage::Closing {
            message: "The server is stopping. Your games are safe; connect again soon.".to_owned(),
            retry_after_ms: Some(RESTART_MS),
        };
        // The close frame says the same to those whom this does not reach.
        let frame = Message::Text(crate::outbox::encode(&closing));
        let _ = timeout(CLOSE_MAX, socket.send(frame)).await;
    }

    /// Serves what was read. Something is returned when the connection is to end.
    async fn read(&mut self, message: Result<Message, Error>) -> Option<Ended> {
        let message = match message {
            Ok(message) => message,
            Err(error) => return Some(ended_by(error)),
        };
        let now = self.services.clock.now();
        let rate = Rate::per_second(self.services.requests_per_second, REQUESTS_BURST);
        if let Err(wait) = self.bucket.take(rate, now) {
            self.over_limit += 1;
            if self.over_limit > OVER_LIMIT_MAX {
                let reason = "too many requests".to_owned();
                return Some(Ok(Ending { code: CloseCode::Policy, reason }));
            }
            if let Message::Text(text) = &message {
                let id = decode_request(text).ok().map(|request| request.id);
                self.refuse(id, RefusalCode::RateLimited, None, Some(wait));
            }
            return None;
        }
        self.over_limit = 0;
        match message {
            Message::Text(text) => {
                trace!(bytes = text.len(), "in");
                self.services.metrics.requests.inc();
                self.text(&text).await
            }
            Message::Binary(_) => Some(Ok(not_text())),
            // The answer to a ping is sent with the next write or poll.
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => None,
            Message::Close(_) => Some(Err(Error::ConnectionClosed)),
        }
    }

    async fn text(&mut self, text: &str) -> Option<Ended> {
        match decode_request(text) {
            Ok(request) => {
                self.request(request).await;
                None
            }
            Err(error @ DecodeError::NotJson(_)) => {
                Some(Ok(Ending { code: CloseCode::NotJson, reason: error.to_string() }))
            }
            Err(DecodeError::UnknownType { id, kind }) => {
                let message = format!("{} ({kind:?})", RefusalCode::UnknownType.sentence());
                self.refuse_saying(id, RefusalCode::UnknownType, message, None, None);
                None
            }
            Err(DecodeError::BadRequest { id, error }) => {
                let message = format!("{} ({error})", RefusalCode::BadRequest.sentence());
                self.refuse_saying(id, RefusalCode::BadRequest, message, None, None);
                None
            }
        }
    }

    async fn request(&mut self, request: Request) {
        let Request { id, command } = request;
        match command {
            Command::Create { settings, seats, token } => {
                self.create(id, settings, seats, token).await;
            }
            Command::Join { room, role, token, seen } => match self.services.lobby.find(&room) {
                Some(handle) => self.enter(id, room, handle, role, token, seen).await,
                None => self.refuse(Some(id), RefusalCode::NoSuchRoom, Some(room), None),
            },
            Command::Leave { room } => {
                self.ask(id, &room, room_task::Request::Leave).await;
                self.rooms.remove(&room);
            }
            Command::Place { room, ply, square } => {
                let command = room::Command::Place { ply, square };
                self.ask(id, &room, room_task::Request::Command(command)).await;
            }
            Command::Resign { room } => {
                self.ask(id, &room, room_task::Request::Command(room::Command::Resign)).await;
            }
            Command::Resync { room } => self.ask(id, &room, room_task::Request::Resync).await,
            Command::Rooms { filter } => {
                let (rooms, total) = self.services.lobby.list(filter.as_deref());
                let total = total as u32;
                self.outbox.send_message(&ServerMessage::Rooms { id, rooms, total });
            }
            Command::Ping => {
                let now_ms = self.services.clock.now().0;
                self.outbox.send_message(&ServerMessage::Pong { id, now_ms });
            }
        }
    }

    async fn create(
        &mut self,
        id: RequestId,
        settings: reversi_protocol::RoomSettings,
        seats: reversi_protocol::SeatChoices,
        token: Option<SeatToken>,
    ) {
        let now = self.services.clock.now();
        if let Err(wait) = self.services.room_limiter.take(self.peer, now) {
            return self.refuse(Some(id), RefusalCode::RateLimited, None, Some(wait));
        }
        let is_seated = [seats.black, seats.white].contains(&SeatChoice::Me);
        let default_name = match RoomName::new(self.name.as_str()) {
            Ok(name) => name,
            Err(error) => unreachable!("a player's name is shorter than a room's: {error}"),
        };
        let request = OpenRequest {
            settings,
            seats,
            occupant: Occupant::Human { name: self.name.clone() },
            token: token.as_ref().map(TokenHash::of),
            default_name,
        };
        let cause = Cause { session: self.session, request: id };
        match self.services.lobby.create(cause, request).await {
            Ok((room, handle)) => {
                let role = if is_seated { RoleWish::Player } else { RoleWish::Spectator };
                self.enter(id, room, handle, role, token, None).await;
            }
            Err(error) => self.refuse_saying(Some(id), error.code(), error.message(), None, None),
        }
    }

    async fn enter(
        &mut self,
        id: RequestId,
        room: RoomId,
        handle: RoomHandle,
        role: RoleWish,
        token: Option<SeatToken>,
        seen: Option<u64>,
    ) {
        if self.rooms.len() >= ROOMS_PER_CONNECTION_MAX && !self.rooms.contains_key(&room) {
            return self.refuse(Some(id), RefusalCode::TooManyRooms, Some(room), None);
        }
        let (entered, on_entered) = oneshot::channel();
        let enter = Enter {
            connection: self.id,
            outbox: self.outbox.clone(),
            cause: Cause { session: self.session, request: id },
            name: self.name.clone(),
            role,
            actor: Actor { token: token.as_ref().map(TokenHash::of) },
            seen,
            entered,
        };
        let is_sent = handle.inputs.send(Input::Enter(Box::new(enter))).await.is_ok();
        match on_entered.await {
            Ok(true) => {
                self.rooms.insert(room, handle.inputs);
            }
            Ok(false) => {}
            // The room closed before it came to this.
            Err(_gone) => {
                debug!(%room, is_sent, "the room is gone");
                self.refuse(Some(id), RefusalCode::NoSuchRoom, Some(room), None);
            }
        }
    }

    /// Passes a request on to a room that this connection is in.
    async fn ask(&mut self, id: RequestId, room: &RoomId, request: room_task::Request) {
        let Some(inputs) = self.rooms.get(room) else {
            return self.refuse(Some(id), RefusalCode::NotInRoom, Some(room.clone()), None);
        };
        let input = Input::Request { connection: self.id, id, request };
        if inputs.send(input).await.is_err() {
            self.rooms.remove(room);
            self.refuse(Some(id), RefusalCode::RoomClosed, Some(room.clone()), None);
        }
    }

    fn refuse(
        &self,
        id: Option<RequestId>,
        code: RefusalCode,
        room: Option<RoomId>,
        retry_after: Option<Duration>,
    ) {
        self.refuse_saying(id, code, code.sentence().to_owned(), room, retry_after);
    }

    fn refuse_saying(
        &self,
        id: Option<RequestId>,
        code: RefusalCode,
        message: String,
        room: Option<RoomId>,
        retry_after: Option<Duration>,
    ) {
        let labels = RefusalLabels { code: code.as_str() };
        self.services.metrics.refusals.get_or_create(&labels).inc();
        let retry_after_ms = retry_after.map(|wait| wait.as_millis() as u64);
        let refused = ServerMessage::Refused { id, code, message, room, retry_after_ms };
        self.outbox.send_message(&refused);
    }

    /// Tells every room that this connection is gone.
    async fn leave_all(self) {
        for inputs in self.rooms.into_values() {
            // A room that closed needs no telling.
            let _ = inputs.send(Input::Gone { connection: self.id }).await;
        }
    }
}

fn lagging() -> Ending {
    let reason = "the client reads too slowly; connect again and resume".to_owned();
    Ending { code: CloseCode::Resume, reason }
}
