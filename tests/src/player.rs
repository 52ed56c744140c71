//! A client: an identity that outlives its connections, requests with one reply each, and a mirror
//! of every room that it is in.

use std::collections::{BTreeMap, VecDeque};
use std::net::SocketAddr;

use reversi_game::{Color, Square};
use reversi_protocol::{
    ChatLine, Command, Hello, HelloReply, PROTOCOL_VERSION, Phase, PlayerKey, PlayerName,
    RefusalCode, Request, RequestId, RoleWish, RoomId, RoomSettings, SeatChoices, SeatToken,
    ServerMessage, SessionId,
};

use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::connection::{Connection, Ended};
use crate::mirror::{Mirror, RoomState};

/// Who a client is: the same over all of its connections.
#[derive(Clone, Debug)]
pub struct Identity {
    /// The name that others see.
    pub name: PlayerName,
    /// The session of its hellos.
    pub session: SessionId,
    /// The secret that holds its seats.
    pub token: SeatToken,
    /// The secret that holds its nick, saved and finished games.
    pub key: PlayerKey,
}

impl Identity {
    /// Makes a new identity with this name.
    pub fn new(name: &str) -> Self {
        Self {
            name: PlayerName::new(name).unwrap_or_else(|error| panic!("{name:?}: {error}")),
            session: SessionId::from_bytes(rand::random()),
            token: SeatToken::from_bytes(rand::random()),
            key: PlayerKey::from_bytes(rand::random()),
        }
    }

    /// Returns the hello of this identity.
    pub fn hello(&self) -> Hello {
        Hello::Hello {
            version: PROTOCOL_VERSION,
            name: self.name.clone(),
            session: self.session,
            key: Some(self.key),
            client: Some("reversi-tests".to_owned()),
            lean: false,
        }
    }
}

/// A request that was declined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Why, for programs.
    pub code: RefusalCode,
    /// Why, for people.
    pub message: String,
    /// When to try again.
    pub retry_after_ms: Option<u64>,
}

/// A client that checks everything it is told.
#[derive(Debug)]
pub struct Player {
    /// Who it is.
    pub identity: Identity,
    /// What it knows of the rooms that it is or was in.
    pub rooms: BTreeMap<RoomId, Mirror>,
    /// The seats that it was told it holds.
    pub seats: BTreeMap<RoomId, Vec<Color>>,
    /// Requests without a reply, oldest first. They outlive a connection.
    pub unanswered: Vec<Request>,
    /// Requests that were accepted, with the number of the event that each caused.
    pub accepted: Vec<(Request, u64)>,
    /// What it was told while it waited for an opponent.
    pub pairings: Vec<ServerMessage>,
    /// Where those whom it follows have sat down.
    pub followed: Vec<(RoomId, PlayerName)>,
    /// What it was told of invitations to names.
    pub calls: VecDeque<ServerMessage>,
    /// What was said in its rooms.
    pub heard: Vec<ChatLine>,
    /// Every frame that came since this was set to an empty list.
    pub frames: Option<Vec<Utf8Bytes>>,
    /// The farewell of a server that stops: its message and when to come back, in milliseconds.
    pub farewell: Option<(String, Option<u64>)>,
    connection: Connection,
    next_id: u32,
    /// The hint that may be answered again.
    deepened: Option<RequestId>,
    replies: VecDeque<(RequestId, ServerMessage)>,
}

impl Player {
    /// Connects as someone new.
    pub async fn connect(address: SocketAddr, name: &str) -> Self {
        Self::connect_as(address, Identity::new(name)).await
    }

    /// Connects with an identity.
    pub async fn connect_as(address: SocketAddr, identity: Identity) -> Self {
        let connection = Connection::open(address)
            .await
            .unwrap_or_else(|ended| panic!("cannot connect to {address}: {ended:?}"));
        Self::welcomed(connection, identity)
            .await
            .unwrap_or_else(|ended| panic!("no welcome: {ended:?}"))
    }

    /// Says hello on a connection that is open already.
    ///
    /// # Errors
    /// [`Ended`] if the connection ended instead.
    pub async fn welcomed(mut connection: Connection, identity: Identity) -> Result<Self, Ended> {
        greet(&mut connection, &identity).await?;
        Ok(Self {
            identity,
            rooms: BTreeMap::new(),
            seats: BTreeMap::new(),
            unanswered: Vec::new(),
            accepted: Vec::new(),
            pairings: Vec::new(),
            followed: Vec::new(),
            calls: VecDeque::new(),
            heard: Vec::new(),
            frames: None,
            farewell: None,
            connection,
            next_id: 1,
            deepened: None,
            replies: VecDeque::new(),
        })
    }

    /// Connects again as the same client, without closing the old connection first. What it knows
    /// and what is unanswered stays. Returns the old connection.
    ///
    /// # Errors
    /// [`Ended`] if there is no server.
    pub async fn reconnect(&mut self, address: SocketAddr) -> Result<Connection, Ended> {
        let mut connection = Connection::open(address).await?;
        greet(&mut connection, &self.identity).await?;
        Ok(std::mem::replace(&mut self.connection, connection))
    }

    /// Returns what it knows of a room.
    pub fn room(&self, room: &RoomId) -> &Mirror {
        self.rooms.get(room).unwrap_or_else(|| panic!("{} is not in {room}", self.identity.name))
    }

    /// Sends a request under the next number.
    ///
    /// # Errors
    /// [`Ended`] if the connection ended.
    pub async fn send(&mut self, command: Command) -> Result<RequestId, Ended> {
        let id = self.next_id();
        self.send_request(Request { id, command }).await?;
        Ok(id)
    }

    /// Returns the number for the next request.
    pub const fn next_id(&mut self) -> RequestId {
        let id = RequestId(self.next_id);
        self.next_id += 1;
        id
    }

    /// Sends a request under its own number, which may have been sent before.
    ///
    /// # Errors
    /// [`Ended`] if the connection ended. The request counts as unanswered then.
    pub async fn send_request(&mut self, request: Request) -> Result<(), Ended> {
        let text = serde_json::to_string(&request).expect("a request is JSON");
        self.unanswered.push(request);
        self.connection.send_text(&text).await
    }

    /// Sends all unanswered requests again, under their old numbers.
    ///
    /// # Errors
    /// [`Ended`] if the connection ended.
    pub async fn send_unanswered(&mut self) -> Result<(), Ended> {
        for request in std::mem::take(&mut self.unanswered) {
            self.send_request(request).await?;
        }
        Ok(())
    }

    /// Waits for the reply to a request.
    ///
    /// # Errors
    /// [`Ended`] if the connection ended first.
    pub async fn reply(&mut self, id: RequestId) -> Result<ServerMessage, Ended> {
        loop {
            if let Some(at) = self.replies.iter().position(|(answered, _)| *answered == id)
                && let Some((_, reply)) = self.replies.remove(at)
            {
                return Ok(reply);
            }
            self.receive().await?;
        }
    }

    /// Sends a request and returns its reply.
    ///
    /// # Errors
    /// [`Refused`] if that is the reply.
    pub async fn ask(&mut self, command: Command) -> Result<ServerMessage, Refused> {
        let sent = self.send(command).await;
        let id = sent.unwrap_or_else(|ended| panic!("cannot ask: {ended:?}"));
        let reply = self.reply(id).await;
        let reply = reply.unwrap_or_else(|ended| panic!("no reply: {ended:?}"));
        if let ServerMessage::Refused { code, message, retry_after_ms, .. } = reply {
            return Err(Refused { code, message, retry_after_ms });
        }
        Ok(reply)
    }

    /// Reads the next message and takes note of it.
    ///
    /// # Errors
    /// [`Ended`] if the connection ended.
    pub async fn receive(&mut self) -> Result<(), Ended> {
        let text = self.connection.next_text().await?;
        if let Some(frames) = &mut self.frames {
            frames.push(text.clone());
        }
        let message: ServerMessage =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        if let ServerMessage::Joined { room, seats, .. } = &message {
            self.seats.insert(room.clone(), seats.clone());
        }
        match message {
            ServerMessage::Seats { room, seats } => {
                let before = self.seats.insert(room, seats.clone());
                assert_ne!(before, Some(seats), "{text} is no news");
            }
            ServerMessage::Accepted { id, seq, .. } | ServerMessage::Joined { id, seq, .. } => {
                let request = self.answered(id);
                self.accepted.push((request, seq));
                self.replies.push_back((id, message));
            }
            ServerMessage::Refused { id: Some(id), .. }
            | ServerMessage::Rooms { id, .. }
            | ServerMessage::Saves { id, .. }
            | ServerMessage::Games { id, .. }
            | ServerMessage::Game { id, .. }
            | ServerMessage::Review { id, .. }
            | ServerMessage::Bots { id, .. }
            | ServerMessage::Ranking { id, .. }
            | ServerMessage::Done { id }
            | ServerMessage::Pong { id, .. } => {
                self.answered(id);
                self.replies.push_back((id, message));
            }
            ServerMessage::Pairing { .. } => self.pairings.push(message),
            ServerMessage::Invited(_) | ServerMessage::InvitationOver { .. } => {
                self.calls.push_back(message);
            }
            ServerMessage::Hint { id, .. } => {
                if self.deepened != Some(id) {
                    let asked = self.answered(id).command;
                    let is_deepened = matches!(asked, Command::Hint { deepen: true, .. });
                    self.deepened = is_deepened.then_some(id);
                }
                self.replies.push_back((id, message));
            }
            ServerMessage::Snapshot(snapshot) => match self.rooms.get_mut(&snapshot.room) {
                Some(mirror) => mirror.replace(*snapshot),
                None => {
                    self.rooms.insert(snapshot.room.clone(), (*snapshot).into());
                }
            },
            ServerMessage::Event { room, seq, event, .. } => {
                self.mirror(&room).apply(seq, event);
            }
            ServerMessage::Presence { room, black, white, spectators, watchers, seq: _ } => {
                let mirror = self.mirror(&room);
                mirror.view.attend([black, white], spectators, watchers);
            }
            ServerMessage::Followed { room, name } => self.followed.push((room, name)),
            ServerMessage::Chat { room: _, lines } => self.heard.extend(lines),
            ServerMessage::Closing { message, retry_after_ms } => {
                self.farewell = Some((message, retry_after_ms));
            }
            ServerMessage::Refused { id: None, code, room, .. } => self.put_out(code, room),
            ServerMessage::Unknown => panic!("nobody asked for {text}"),
        }
        Ok(())
    }

    /// Is out of a room that it may not watch any more; nothing else is refused that was not asked for.
    fn put_out(&mut self, code: RefusalCode, room: Option<RoomId>) {
        assert_eq!(code, RefusalCode::NotWatched, "{room:?}");
        self.rooms.remove(&room.expect("it is said which"));
    }

    /// Reads until something holds. `what` names it for the message if it does not come.
    pub async fn until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
        while !is_so(self) {
            let received = self.receive().await;
            received.unwrap_or_else(|ended| panic!("{what}: the connection ended: {ended:?}"));
        }
    }

    /// Reads until a room has reached an event number.
    pub async fn until_seq(&mut self, room: &RoomId, seq: u64) {
        let what = format!("event {seq} of {room}");
        self.until(&what, |player| player.room(room).state.seq >= seq).await;
    }

    /// Asks for something that is answered by `accepted`, and reads on until all that it caused
    /// is here.
    ///
    /// # Errors
    /// [`Refused`] if it is declined.
    pub async fn do_now(&mut self, room: &RoomId, command: Command) -> Result<(), Refused> {
        let seq = self.accepted_seq(command).await?;
        self.until_seq(room, seq).await;
        Ok(())
    }

    /// Reads until this is the side to place, and returns its legal squares; none when the game is
    /// over.
    pub async fn until_turn(&mut self, room: &RoomId, color: Color) -> Vec<Square> {
        let is_due = |player: &Self| {
            let mirror = player.room(room);
            mirror.state.phase == Phase::Finished || mirror.to_place(color).is_some()
        };
        self.until(&format!("{color}'s turn in {room}"), is_due).await;
        self.room(room).to_place(color).unwrap_or_default()
    }

    /// Reads to the end of the connection.
    pub async fn ended(&mut self) -> Ended {
        loop {
            if let Err(ended) = self.receive().await {
                return ended;
            }
        }
    }

    /// Opens a room and returns it when its snapshot is here.
    pub async fn create(&mut self, settings: RoomSettings, seats: SeatChoices) -> RoomId {
        let opened = self.open(self.create_command(settings, seats)).await;
        opened.unwrap_or_else(|refused| panic!("a room was to be opened: {refused:?}"))
    }

    /// Opens a room by a `create` of any kind and returns it when its snapshot is here.
    ///
    /// # Errors
    /// [`Refused`] if it may not.
    pub async fn open(&mut self, create: Command) -> Result<RoomId, Refused> {
        let reply = self.ask(create).await?;
        let ServerMessage::Joined { room, .. } = reply else {
            panic!("not an answer to a create: {reply:?}")
        };
        self.until("the snapshot of a new room", |player| player.rooms.contains_key(&room)).await;
        Ok(room)
    }

    /// Enters a room, comes back to it if it was there before, and returns the seats held when it
    /// is up to date.
    ///
    /// # Errors
    /// [`Refused`] if it may not.
    pub async fn join(&mut self, room: &RoomId, role: RoleWish) -> Result<Vec<Color>, Refused> {
        let command = self.join_command(room, role);
        let reply = self.ask(command).await?;
        let ServerMessage::Joined { seq, seats, .. } = reply else {
            panic!("not an answer to a join: {reply:?}")
        };
        let is_here = |player: &Self| player.rooms.get(room).is_some_and(|m| m.state.seq >= seq);
        self.until("what was missed", is_here).await;
        Ok(seats)
    }

    /// Asks for a snapshot and returns the room's state in it.
    pub async fn resync(&mut self, room: &RoomId) -> RoomState {
        let before = self.room(room).snapshots;
        let seq = self.accepted_seq(Command::Resync { room: room.clone() }).await;
        let is_here = |player: &Self| player.room(room).snapshots > before;
        self.until("the snapshot that was asked for", is_here).await;
        let state = self.room(room).state.clone();
        assert_eq!(seq, Ok(state.seq));
        state
    }

    /// Returns the request that [`Player::join`] sends.
    pub fn join_command(&self, room: &RoomId, role: RoleWish) -> Command {
        let token = (role != RoleWish::Spectator).then_some(self.identity.token);
        let seen = self.rooms.get(room).map(|mirror| mirror.state.seq);
        let room = room.clone();
        Command::Join { room, role, token, invitation: None, seen, named: false, strength: None }
    }

    /// Returns the request that opens a room in which this player may sit.
    pub const fn create_command(&self, settings: RoomSettings, seats: SeatChoices) -> Command {
        let token = Some(self.identity.token);
        let (competition, invitation, to) = (None, None, None);
        Command::Create { settings, seats, token, competition, invitation, to }
    }

    /// Returns the request that places a disc at the ply that it knows of.
    pub fn place_command(&self, room: &RoomId, square: Square) -> Command {
        Command::Place { room: room.clone(), ply: self.room(room).ply(), square }
    }

    /// Places a disc and returns the number of the last event that it caused.
    ///
    /// # Errors
    /// [`Refused`] if it may not.
    pub async fn place(&mut self, room: &RoomId, square: Square) -> Result<u64, Refused> {
        let command = self.place_command(room, square);
        self.accepted_seq(command).await
    }

    /// Asks for something that is answered by `accepted`, and returns the number in it.
    ///
    /// # Errors
    /// [`Refused`] if it is declined.
    pub async fn accepted_seq(&mut self, command: Command) -> Result<u64, Refused> {
        let reply = self.ask(command).await?;
        let ServerMessage::Accepted { seq, .. } = reply else {
            panic!("not an acceptance: {reply:?}")
        };
        Ok(seq)
    }

    /// Takes a request off the unanswered ones. One that is not among them has two replies.
    fn answered(&mut self, id: RequestId) -> Request {
        let at = self.unanswered.iter().position(|request| request.id == id);
        let at = at.unwrap_or_else(|| panic!("a reply too many to request {id}"));
        self.unanswered.remove(at)
    }

    fn mirror(&mut self, room: &RoomId) -> &mut Mirror {
        self.rooms.get_mut(room).unwrap_or_else(|| panic!("news of {room} before its snapshot"))
    }
}

async fn greet(connection: &mut Connection, identity: &Identity) -> Result<(), Ended> {
    match connection.greet(&identity.hello()).await? {
        HelloReply::Welcome { name, .. } => {
            assert_eq!(name, identity.name);
            Ok(())
        }
        reply @ HelloReply::Rejected { .. } => panic!("rejected: {reply:?}"),
    }
}
