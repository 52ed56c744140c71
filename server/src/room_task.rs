//! The task that owns one room: it decides, makes durable, evolves, publishes, in this order.

use std::collections::{BTreeMap, VecDeque};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use reversi_game::Color;
use reversi_protocol::limits::EVENTS_KEPT_PER_ROOM;
use reversi_protocol::{
    Occupant, PlayerName, RefusalCode, RequestId, RoleWish, RoomId, RoomSummary, ServerMessage,
    Snapshot,
};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tracing::{debug, error, info, trace};

use crate::metrics::{Metrics, RefusalLabels};
use crate::outbox::{ConnectionId, Outbox, encode};
use crate::room::{
    Actor, Attendance, Audience, Cause, Command, Deadline, Entry, Event, Patience, Phase, Refusal,
    Room, SeatPick,
};
use crate::store::{Append, AppendError, Journal};
use crate::time::Clock;

/// Inputs that may wait for a room before connections have to wait.
const INPUTS_MAX: usize = 128;

/// Presence is told at most this often; what happens in between is told together.
const PRESENCE_INTERVAL: Duration = Duration::from_millis(250);

/// A room that had this many defects is given up.
const FAULTS_MAX: u32 = 3;

/// Everything that reaches a room from outside.
#[derive(Debug)]
pub enum Input {
    /// A connection wants in.
    Enter(Box<Enter>),
    /// A connection in the room asks for something.
    Request {
        /// Which connection.
        connection: ConnectionId,
        /// The request's number.
        id: RequestId,
        /// What it asks.
        request: Request,
    },
    /// A connection is gone.
    Gone {
        /// Which one.
        connection: ConnectionId,
    },
    /// Someone outside wants to see the room as a spectator would.
    Show(oneshot::Sender<Snapshot>),
}

/// What a connection in the room can ask.
#[derive(Debug)]
pub enum Request {
    /// Something that the room decides.
    Command(Command),
    /// To go out.
    Leave,
    /// A snapshot.
    Resync,
}

/// A connection that wants in.
#[derive(Debug)]
pub struct Enter {
    /// Which connection.
    pub connection: ConnectionId,
    /// Where it is reached.
    pub outbox: Outbox,
    /// The request.
    pub cause: Cause,
    /// Its name.
    pub name: PlayerName,
    /// As what.
    pub role: RoleWish,
    /// The token it shows.
    pub actor: Actor,
    /// The last event it has seen.
    pub seen: Option<u64>,
    /// Told whether it is in.
    pub entered: oneshot::Sender<bool>,
}

/// A way to a room's task.
#[derive(Clone, Debug)]
pub struct RoomHandle {
    /// The room's queue.
    pub inputs: mpsc::Sender<Input>,
    /// Its line in the list of rooms.
    pub summary: watch::Receiver<RoomSummary>,
    /// Whether it is listed.
    pub is_listed: bool,
}

/// What every room task shares.
#[derive(Clone, Debug)]
pub struct RoomServices {
    /// Where events are made durable.
    pub journal: Journal,
    /// The time.
    pub clock: Clock,
    /// How long rooms wait for people.
    pub patience: Patience,
    /// What is counted.
    pub metrics: Arc<Metrics>,
}

/// Someone in the room.
struct Member {
    outbox: Outbox,
    session: reversi_protocol::SessionId,
    actor: Actor,
}

/// An event as it went out, kept for those who come back.
struct Sent {
    seq: u64,
    for_players: Utf8Bytes,
    for_spectators: Utf8Bytes,
}

/// The task's state.
pub struct RoomTask {
    room: Room,
    services: RoomServices,
    inputs: mpsc::Receiver<Input>,
    members: BTreeMap<ConnectionId, Member>,
    attendance: Attendance,
    sent: VecDeque<Sent>,
    summary: watch::Sender<RoomSummary>,
    presence_due: Option<Instant>,
    presence_told: Instant,
    faults: u32,
}

impl RoomTask {
    /// Prepares the task of a room; [`RoomTask::run`] is to be spawned.
    pub fn new(room: Room, services: RoomServices) -> (Self, RoomHandle) {
        let attendance = Attendance::nobody(services.clock.now());
        let (sender, inputs) = mpsc::channel(INPUTS_MAX);
        let (summary, on_summary) = watch::channel(room.summary(&attendance));
        let handle =
            RoomHandle { inputs: sender, summary: on_summary, is_listed: room.is_listed() };
        let task = Self {
            room,
            services,
            inputs,
            members: BTreeMap::new(),
            attendance,
            sent: VecDeque::new(),
            summary,
            presence_due: None,
            presence_told: Instant::now(),
            faults: 0,
        };
        (task, handle)
    }

    /// Serves the room until it closes or nobody can reach it any more.
    pub async fn run(mut self) {
        let owed = self.room.owed();
        if !owed.is_empty() {
            self.rule(owed).await;
        }
        while !matches!(self.room.phase(), Phase::Closed { .. }) {
            // A defect in one room must not take others down, nor lose this one's game.
            match AssertUnwindSafe(self.step()).catch_unwind().await {
                Ok(true) => {}
                Ok(false) => break,
                Err(_panic) => {
                    if !self.reload().await {
                        break;
                    }
                }
            }
        }
    }

    /// Waits for one input or deadline and serves it. False when nobody can reach the room.
    async fn step(&mut self) -> bool {
        let clock = self.services.clock;
        let deadline = Deadline::next(&self.room, &self.attendance, &self.services.patience);
        let deadline_at = deadline.map(|deadline| clock.instant_of(deadline.at));
        tokio::select! {
            input = self.inputs.recv() => match input {
                Some(input) => self.serve(input).await,
                None => return false,
            },
            () = sleep_until(self.presence_due) => self.tell_presence(),
            () = sleep_until(deadline_at) => {
                if let Some(deadline) = deadline {
                    info!(room = %self.room.id(), ruling = ?deadline.ruling, "deadline");
                    let events = self.room.rule(deadline.ruling);
                    self.rule(events).await;
                }
            }
        }
        true
    }

    async fn serve(&mut self, input: Input) {
        match input {
            Input::Enter(enter) => self.enter(*enter).await,
            Input::Request { connection, id, request } => {
                self.request(connection, id, request).await;
            }
            Input::Gone { connection } => {
                self.members.remove(&connection);
                self.take_attendance();
            }
            Input::Show(answer) => {
                // Whoever asked may have gone.
                let _ = answer.send(self.room.view(Audience::Spectators, &self.attendance));
            }
        }
    }

    async fn enter(&mut self, enter: Enter) {
        let Enter { connection, outbox, cause, name, role, actor, seen, entered } = enter;
        let pick = match role {
            RoleWish::Player => Some(SeatPick::Any),
            RoleWish::Black => Some(SeatPick::Color(Color::Black)),
            RoleWish::White => Some(SeatPick::Color(Color::White)),
            RoleWish::Spectator => None,
        };
        let decided = pick.map_or(Ok(Vec::new()), |pick| {
            let occupant = Occupant::Human { name };
            let returning = seen.is_some();
            self.room.decide(actor, &Command::Sit { pick, occupant, returning })
        });
        let appended = match decided {
            Ok(events) => self.append(events, Some(cause)).await.map_err(Declined::from),
            Err(refusal) => Err(refusal.into()),
        };
        match appended {
            Ok(entries) => {
                // Whoever watched until now hears of its own seat by the reply first.
                self.members.remove(&connection);
                self.publish(&entries);
                let actor = if pick.is_some() { actor } else { Actor::default() };
                let member = Member { outbox, session: cause.session, actor };
                member.outbox.send_message(&ServerMessage::Joined {
                    id: cause.request,
                    room: self.room.id().clone(),
                    seq: self.room.seq(),
                    seats: self.room.seats_of(actor).colors(),
                });
                self.members.insert(connection, member);
                self.take_attendance();
                self.bring_up_to_date(connection, seen);
            }
            Err(declined) => self.refuse(&outbox, cause.request, declined),
        }
        // The connection may have gone while the seat was being stored.
        let _ = entered.send(self.members.contains_key(&connection));
    }

    /// Sends what a member has missed: the events after `seen` if they are kept, else everything.
    fn bring_up_to_date(&self, connection: ConnectionId, seen: Option<u64>) {
        let Some(member) = self.members.get(&connection) else { return };
        let audience = self.audience(member);
        let first_kept = self.sent.front().map_or(self.room.seq() + 1, |sent| sent.seq);
        match seen {
            Some(seen) if seen > 0 && seen + 1 >= first_kept && seen <= self.room.seq() => {
                let missed = self.sent.iter().filter(|sent| sent.seq > seen);
                missed.for_each(|sent| member.outbox.send(sent.frame(audience)));
                member.outbox.send(encode(&self.presence()));
            }
            Some(_) | None => self.send_snapshot(member),
        }
    }

    async fn request(&mut self, connection: ConnectionId, id: RequestId, request: Request) {
        let Some(member) = self.members.get(&connection) else { return };
        let (outbox, actor) = (member.outbox.clone(), member.actor);
        let cause = Cause { session: member.session, request: id };
        if let Some(seq) = self.room.accepted_before(&cause) {
            outbox.send(self.accepted(id, seq));
            if matches!(request, Request::Leave) {
                self.remove(connection);
            }
            return;
        }
        let command = match request {
            Request::Command(command) => command,
            Request::Leave => Command::Stand,
            Request::Resync => {
                outbox.send(self.accepted(id, self.room.seq()));
                self.send_snapshot(member);
                return;
            }
        };
        let appended = match self.room.decide(actor, &command) {
            Ok(events) => self.append(events, Some(cause)).await.map_err(Declined::from),
            Err(refusal) => Err(refusal.into()),
        };
        match appended {
            Ok(entries) => {
                let seq = entries.last().map_or(self.room.seq(), |entry| entry.seq);
                outbox.send(self.accepted(id, seq));
                if command == Command::Stand {
                    self.members.remove(&connection);
                }
                self.publish(&entries);
            }
            Err(declined) => self.refuse(&outbox, id, declined),
        }
    }

    fn remove(&mut self, connection: ConnectionId) {
        self.members.remove(&connection);
        self.take_attendance();
    }

    /// Applies what time or the rules demand.
    async fn rule(&mut self, events: Vec<Event>) {
        match self.append(events, None).await {
            Ok(entries) => self.publish(&entries),
            // The deadline stands; it is tried again after a pause.
            Err(error) => {
                error!(room = %self.room.id(), %error, "a ruling cannot be stored");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }

    /// Makes events durable. The room has not changed yet.
    async fn append(
        &self,
        events: Vec<Event>,
        cause: Option<Cause>,
    ) -> Result<Vec<Entry>, AppendError> {
        if events.is_empty() {
            return Ok(Vec::new());
        }
        let at = self.services.clock.now();
        let entries: Vec<Entry> = (self.room.seq() + 1..)
            .zip(events)
            .map(|(seq, event)| Entry { seq, at, cause, event })
            .collect();
        let append = Append { room: self.room.id().clone(), entries: entries.clone() };
        match self.services.journal.append(append).await {
            // Somebody else wrote to this room: what this task believes is wrong.
            Err(AppendError::Conflict) => panic!("room {} is out of step", self.room.id()),
            result => result.map(|()| entries),
        }
    }

    /// Applies durable entries and tells everyone in the room, players first.
    fn publish(&mut self, entries: &[Entry]) {
        for entry in entries {
            self.room.evolve(entry);
            let sent = self.encode(entry);
            for audience in [Audience::Players, Audience::Spectators] {
                for member in self.members.values() {
                    if self.audience(member) == audience {
                        member.outbox.send(sent.frame(audience));
                    }
                }
            }
            if self.sent.len() == EVENTS_KEPT_PER_ROOM {
                self.sent.pop_front();
            }
            self.sent.push_back(sent);
            self.log(entry);
        }
        if !entries.is_empty() {
            self.take_attendance();
            self.summary.send_replace(self.room.summary(&self.attendance));
        }
    }

    fn log(&self, entry: &Entry) {
        let (room, seq) = (self.room.id(), entry.seq);
        match &entry.event {
            Event::Started => info!(%room, seq, "game started"),
            Event::Ended { outcome, reason } => info!(%room, seq, ?outcome, ?reason, "game ended"),
            Event::Closed { reason } => info!(%room, seq, ?reason, "room closed"),
            Event::Opened { .. }
            | Event::Seated { .. }
            | Event::Unseated { .. }
            | Event::Placed { .. }
            | Event::Passed { .. } => trace!(%room, seq, event = ?entry.event, "event"),
        }
    }

    fn encode(&self, entry: &Entry) -> Sent {
        let event_for = |audience| ServerMessage::Event {
            room: self.room.id().clone(),
            seq: entry.seq,
            at_ms: entry.at.0,
            event: self.room.project(&entry.event, audience),
        };
        let (players, spectators) = (event_for(Audience::Players), event_for(Audience::Spectators));
        let for_players = encode(&players);
        let for_spectators =
            if players == spectators { for_players.clone() } else { encode(&spectators) };
        Sent { seq: entry.seq, for_players, for_spectators }
    }

    /// Counts who is connected and plans to tell it if it changed.
    fn take_attendance(&mut self) {
        let (mut connected, mut spectators) = ([false; 2], 0);
        for member in self.members.values() {
            let seats = self.room.seats_of(member.actor);
            spectators += u32::from(seats.is_none());
            for color in Color::BOTH {
                connected[color.index()] |= seats.has(color);
            }
        }
        let now = self.services.clock.now();
        if self.attendance.update(connected, spectators, now) {
            self.summary.send_replace(self.room.summary(&self.attendance));
            self.presence_due.get_or_insert(self.presence_told + PRESENCE_INTERVAL);
        }
    }

    fn tell_presence(&mut self) {
        self.presence_due = None;
        self.presence_told = Instant::now();
        let frame = encode(&self.presence());
        self.members.values().for_each(|member| member.outbox.send(frame.clone()));
    }

    fn presence(&self) -> ServerMessage {
        let presence = |color| self.room.seat(color).map(|_| self.attendance.presence(color));
        ServerMessage::Presence {
            room: self.room.id().clone(),
            black: presence(Color::Black),
            white: presence(Color::White),
            spectators: self.attendance.spectators(),
        }
    }

    fn send_snapshot(&self, member: &Member) {
        let snapshot = self.room.view(self.audience(member), &self.attendance);
        member.outbox.send_message(&ServerMessage::Snapshot(Box::new(snapshot)));
    }

    fn audience(&self, member: &Member) -> Audience {
        if self.room.seats_of(member.actor).is_none() {
            Audience::Spectators
        } else {
            Audience::Players
        }
    }

    fn accepted(&self, id: RequestId, seq: u64) -> Utf8Bytes {
        encode(&ServerMessage::Accepted { id, room: self.room.id().clone(), seq })
    }

    fn refuse(&self, outbox: &Outbox, id: RequestId, declined: Declined) {
        debug!(room = %self.room.id(), request = %id, code = declined.code.as_str(), "refused");
        let labels = RefusalLabels { code: declined.code.as_str() };
        self.services.metrics.refusals.get_or_create(&labels).inc();
        outbox.send_message(&ServerMessage::Refused {
            id: Some(id),
            code: declined.code,
            message: declined.message,
            room: Some(self.room.id().clone()),
            retry_after_ms: None,
        });
    }

    /// Reads the room from the journal again after a defect and shows it to everyone anew. False
    /// if the room has to be given up.
    async fn reload(&mut self) -> bool {
        self.faults += 1;
        self.services.metrics.room_faults.inc();
        let id = self.room.id().clone();
        error!(room = %id, seq = self.room.seq(), faults = self.faults, "defect in a room");
        if self.faults <= FAULTS_MAX
            && let Some(room) = load(&self.services.journal, &id).await
        {
            self.room = room;
            self.sent.clear();
            self.take_attendance();
            self.members.values().for_each(|member| self.send_snapshot(member));
            return true;
        }
        let code = RefusalCode::RoomClosed;
        let message = "The room had to be interrupted. Its game is stored.".to_owned();
        let frame = encode(&ServerMessage::Refused {
            id: None,
            code,
            message,
            room: Some(id),
            retry_after_ms: None,
        });
        self.members.values().for_each(|member| member.outbox.send(frame.clone()));
        false
    }
}

async fn load(journal: &Journal, id: &RoomId) -> Option<Room> {
    match journal.load(id.clone()).await {
        Ok(stored) => match Room::from_entries(id, stored?.entries) {
            Ok(room) => Some(room),
            Err(error) => {
                error!(%error, "the journal is damaged");
                None
            }
        },
        Err(error) => {
            error!(%error, "the journal cannot be read");
            None
        }
    }
}

/// Sleeps until an instant; for ever if there is none.
async fn sleep_until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}

impl Sent {
    fn frame(&self, audience: Audience) -> Utf8Bytes {
        match audience {
            Audience::Players => self.for_players.clone(),
            Audience::Spectators => self.for_spectators.clone(),
        }
    }
}

/// A request that was not done, as the requester is told.
struct Declined {
    code: RefusalCode,
    message: String,
}

impl From<Refusal> for Declined {
    fn from(refusal: Refusal) -> Self {
        Self { code: refusal.code(), message: refusal.message() }
    }
}

impl From<AppendError> for Declined {
    fn from(_: AppendError) -> Self {
        let code = RefusalCode::Unavailable;
        Self { code, message: code.sentence().to_owned() }
    }
}
