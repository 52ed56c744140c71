//! Who is in a room, and what goes out to them: events, snapshots, presence.

use std::collections::{BTreeMap, VecDeque};
use std::mem::take;
use std::net::IpAddr;
use std::ops::Bound;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use reversi_game::Color;
use reversi_protocol::limits::EVENTS_KEPT_PER_ROOM;
use reversi_protocol::{LeanMessage, RoomSummary, ServerMessage, SessionId};
use reversi_room::{
    Actor, Attendance, Audience, Deadline, Entry, Event, Occupancy, Room, Seats, Timeouts,
    Timestamp,
};
use tokio::sync::watch;
use tracing::{info, trace};

use super::outbox::{ConnectionId, Frame, Outbox};
use super::ranked::Kept;

/// Presence is told at most this often; what happens in between is told together.
const PRESENCE_INTERVAL: Duration = Duration::from_millis(250);

/// So long after an event its number is told once more, with presence. Chosen: a client that lost
/// the event learns of it while people still wait for what it told.
const SEQ_TOLD_AFTER: Duration = Duration::from_secs(3);

/// Spectators that are told at a time; in between the room does what else there is. Chosen: at some 6 us
/// each, players wait a fifth of a millisecond for them.
const TOLD_AT_ONCE: usize = 32;

pub(super) struct Member {
    pub(super) outbox: Outbox,
    pub(super) network: IpAddr,
    pub(super) session: SessionId,
    pub(super) actor: Actor,
    /// The seats that it was told it holds.
    pub(super) seats: Seats,
    /// Whether it is sent moves without what follows from what it has.
    pub(super) is_lean: bool,
    /// As a spectator, the number of the first frame for all that it was not sent.
    pub(super) next_frame: u64,
}

impl Member {
    pub(super) const fn audience(&self) -> Audience {
        if self.seats.is_none() { Audience::Spectators } else { Audience::Players }
    }
}

/// An event as it went out, kept for those who come back.
struct Sent {
    seq: u64,
    for_players: Shown,
    for_spectators: Shown,
}

/// What goes out to an audience.
#[derive(Clone)]
struct Shown {
    whole: Frame,
    /// The same for those who asked for it without what follows from what they have.
    lean: Frame,
}

impl Shown {
    fn of(message: &ServerMessage, shows_lean: bool) -> Self {
        let whole = Frame::of(message);
        let lean = LeanMessage::of(message).filter(|_| shows_lean);
        let lean = lean.map_or_else(|| whole.clone(), |lean| Frame::of(&lean));
        Self { whole, lean }
    }
}

impl Sent {
    fn encode(room: &Room, entry: &Entry, shows_lean: bool) -> Self {
        let players = event_for(Audience::Players, room, entry);
        let for_players = Shown::of(&players, shows_lean);
        // Spectators who are told late are told by themselves.
        let spectators = (!room.is_delayed()).then(|| event_for(Audience::Spectators, room, entry));
        let spectators = spectators.filter(|spectators| *spectators != players);
        let for_spectators = spectators
            .map_or_else(|| for_players.clone(), |message| Shown::of(&message, shows_lean));
        Self { seq: entry.seq, for_players, for_spectators }
    }

    const fn shown(&self, audience: Audience) -> &Shown {
        match audience {
            Audience::Players => &self.for_players,
            Audience::Spectators => &self.for_spectators,
        }
    }
}

/// Returns an event as an audience may see it, just after what it knows evolved by it.
fn event_for(audience: Audience, room: &Room, entry: &Entry) -> ServerMessage {
    ServerMessage::Event {
        room: room.id().clone(),
        seq: entry.seq,
        at_ms: entry.at.0,
        event: room.project(&entry.event, audience),
    }
}

/// Returns the number of the last event that an audience knows of.
pub(super) fn seq_for(audience: Audience, room: &Room) -> u64 {
    room.known_to(audience).seq()
}

/// Everyone in the room, and what they were sent.
pub(super) struct Members {
    players: BTreeMap<ConnectionId, Member>,
    spectators: BTreeMap<ConnectionId, Box<Member>>,
    to_spectators: Round,
    /// Whether somebody was ever sent lean frames.
    are_some_lean: bool,
    attendance: Attendance,
    timeouts: Timeouts,
    sent: VecDeque<Sent>,
    summary: watch::Sender<RoomSummary>,
    presence_due: Option<Timestamp>,
    presence_told: Timestamp,
    /// The last event that everyone was sent.
    seq: Arc<AtomicU64>,
}

/// What spectators are told: they may be many, so they are told in rounds, a few at a time, each one all that
/// has come until it is its turn.
#[derive(Default)]
struct Round {
    /// The frames that not all were sent.
    frames: VecDeque<Frame>,
    /// The same for those who are sent lean ones.
    lean_frames: VecDeque<Frame>,
    /// The number of the first of them.
    first: u64,
    /// Who was told last in this round.
    last_told: Option<ConnectionId>,
    /// The number after the frames that everyone will have been sent at its end, and the last event among them.
    until: u64,
    seq: u64,
}

impl Round {
    fn add(&mut self, shown: Shown) {
        self.frames.push_back(shown.whole);
        self.lean_frames.push_back(shown.lean);
    }

    fn end(&self) -> u64 {
        self.first + self.frames.len() as u64
    }

    /// Sends a spectator what it lacks.
    fn tell(&mut self, member: &mut Member) {
        let frames = if member.is_lean { &mut self.lean_frames } else { &mut self.frames };
        let missed = &frames.make_contiguous()[(member.next_frame - self.first) as usize..];
        if !missed.is_empty() {
            member.outbox.send_each(missed);
        }
        member.next_frame = self.end();
    }
}

impl Members {
    /// Starts with nobody in the room, as the attendance says. The second value is the room's line in the list
    /// of rooms.
    pub(super) fn nobody(
        room: &Room,
        attendance: Attendance,
        timeouts: Timeouts,
        now: Timestamp,
    ) -> (Self, watch::Receiver<RoomSummary>) {
        let (summary, on_summary) = watch::channel(room.summary(&attendance));
        let members = Self {
            players: BTreeMap::new(),
            spectators: BTreeMap::new(),
            to_spectators: Round::default(),
            are_some_lean: false,
            attendance,
            timeouts,
            sent: VecDeque::new(),
            summary,
            presence_due: None,
            presence_told: now,
            seq: Arc::new(AtomicU64::new(seq_for(Audience::Spectators, room))),
        };
        (members, on_summary)
    }

    pub(super) const fn attendance(&self) -> &Attendance {
        &self.attendance
    }

    pub(super) const fn presence_due(&self) -> Option<Timestamp> {
        self.presence_due
    }

    pub(super) fn get(&self, connection: ConnectionId) -> Option<&Member> {
        let player = self.players.get(&connection);
        player.or_else(|| self.spectators.get(&connection).map(|member| &**member))
    }

    fn all(&self) -> impl Iterator<Item = (ConnectionId, &Member)> {
        let spectators = self.spectators.iter().map(|(id, member)| (*id, &**member));
        self.players.iter().map(|(id, member)| (*id, member)).chain(spectators)
    }

    /// Returns the number of the last event that everyone was sent, as it will be.
    pub(super) fn seq(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.seq)
    }

    pub(super) fn are_gone(&self) -> bool {
        self.players.is_empty() && self.spectators.is_empty()
    }

    /// Tells whether the same seats are held from another connection too.
    pub(super) fn is_elsewhere(&self, connection: ConnectionId, actor: Actor) -> bool {
        let mut others = self.all().filter(|(id, _)| *id != connection);
        actor.token().is_some() && others.any(|(_, other)| other.actor == actor)
    }

    /// Lets someone in who has seen the events up to `seen`, and sends what it has missed.
    pub(super) fn admit(
        &mut self,
        room: &Room,
        connection: ConnectionId,
        member: Member,
        seen: Option<u64>,
        now: Timestamp,
    ) {
        self.insert(connection, member);
        self.count(room, now);
        self.bring_up_to_date(room, connection, seen);
    }

    fn insert(&mut self, connection: ConnectionId, mut member: Member) {
        self.are_some_lean |= member.is_lean;
        match member.audience() {
            Audience::Players => {
                self.players.insert(connection, member);
            }
            Audience::Spectators => {
                member.next_frame = self.to_spectators.end();
                self.spectators.insert(connection, Box::new(member));
            }
        }
    }

    /// Takes someone out and says nothing of it yet.
    pub(super) fn take(&mut self, connection: ConnectionId) {
        self.players.remove(&connection);
        self.spectators.remove(&connection);
    }

    pub(super) fn remove(&mut self, room: &Room, connection: ConnectionId, now: Timestamp) {
        self.take(connection);
        self.count(room, now);
    }

    /// Sends what a member has missed: the events after `seen` if they are kept, else everything.
    fn bring_up_to_date(&self, room: &Room, connection: ConnectionId, seen: Option<u64>) {
        let Some(member) = self.get(connection) else { return };
        // What was sent to those who are told late is not kept.
        let is_late = room.is_delayed() && member.audience() == Audience::Spectators;
        let first_kept = self.sent.front().map_or(room.seq() + 1, |sent| sent.seq);
        match seen {
            // Whoever claims to have seen more than there is gets everything.
            Some(seen)
                if !is_late && (1..=room.seq()).contains(&seen) && seen + 1 >= first_kept =>
            {
                let missed = self.sent.iter().filter(|sent| sent.seq > seen);
                missed.for_each(|sent| member.outbox.send(&sent.shown(member.audience()).whole));
                member.outbox.send_message(&self.presence(room, member.audience()));
            }
            Some(_) | None => self.send_snapshot(room, member),
        }
    }

    /// Sends a member what went out to all before, so that what it alone is sent comes after that.
    pub(super) fn catch_up(&mut self, connection: ConnectionId) {
        if let Some(member) = self.spectators.get_mut(&connection) {
            self.to_spectators.tell(member);
        }
    }

    /// Applies durable entries to the room and tells everyone in it, players first. What may not be
    /// analysed follows the room before anyone is told.
    pub(super) fn publish(
        &mut self,
        (room, kept): (&mut Room, &mut Kept),
        entries: &[Entry],
        now: Timestamp,
    ) {
        for entry in entries {
            room.evolve(entry);
            kept.follow(room);
            if entry.event.changes_holders() {
                self.tell_seats(room);
            }
            let sent = Sent::encode(room, entry, self.are_some_lean);
            let Shown { whole, lean } = &sent.for_players;
            for member in self.players.values() {
                member.outbox.send(if member.is_lean { lean } else { whole });
            }
            if room.is_delayed() {
                self.reveal(room, now);
            } else if !self.spectators.is_empty() {
                self.to_spectators.add(sent.for_spectators.clone());
            }
            if self.sent.len() == EVENTS_KEPT_PER_ROOM {
                self.sent.pop_front();
            }
            self.sent.push_back(sent);
            log(room, entry);
        }
        if !entries.is_empty() {
            self.tell_some(room);
            self.count(room, now);
            self.summary.send_replace(room.summary(&self.attendance));
            self.tell_presence_at(now.after(SEQ_TOLD_AFTER));
        }
    }

    /// Tells spectators what they have waited for until now.
    pub(super) fn reveal(&mut self, room: &mut Room, now: Timestamp) {
        while let Some(entry) = room.reveal(now) {
            if !self.spectators.is_empty() {
                let event = event_for(Audience::Spectators, room, &entry);
                self.to_spectators.add(Shown::of(&event, self.are_some_lean));
            }
        }
        self.tell_some(room);
        self.summary.send_replace(room.summary(&self.attendance));
    }

    /// Tells whether there are spectators that have not been told all.
    pub(super) fn have_untold(&self) -> bool {
        !self.to_spectators.frames.is_empty()
    }

    /// Tells some spectators what went out to all.
    pub(super) fn tell_some(&mut self, room: &Room) {
        let round = &mut self.to_spectators;
        if round.last_told.is_none() {
            (round.until, round.seq) = (round.end(), seq_for(Audience::Spectators, room));
        }
        let from = round.last_told.map_or(Bound::Unbounded, Bound::Excluded);
        let mut rest = self.spectators.range_mut((from, Bound::Unbounded));
        for (id, member) in rest.by_ref().take(TOLD_AT_ONCE) {
            round.tell(member);
            round.last_told = Some(*id);
        }
        if rest.next().is_none() {
            round.last_told = None;
            let told = (round.until - round.first) as usize;
            round.frames.drain(..told);
            round.lean_frames.drain(..told);
            round.first = round.until;
            // Whoever reads it says it after all that was sent above.
            self.seq.store(round.seq, Ordering::Release);
        }
    }

    /// Tells presence at this time, or sooner if it is due sooner.
    fn tell_presence_at(&mut self, at: Timestamp) {
        self.presence_due = Some(self.presence_due.map_or(at, |due| due.min(at)));
    }

    /// Tells those whose seats have changed which ones they hold now.
    fn tell_seats(&mut self, room: &Room) {
        let changed = self.all().filter(|(_, member)| room.seats_of(member.actor) != member.seats);
        let changed: Vec<ConnectionId> = changed.map(|(id, _)| id).collect();
        for id in changed {
            self.catch_up(id);
            let spectator = self.spectators.remove(&id).map(|member| *member);
            let was_late = room.is_delayed() && spectator.is_some();
            let Some(mut member) = self.players.remove(&id).or(spectator) else { continue };
            member.seats = room.seats_of(member.actor);
            let seats = member.seats.colors();
            member.outbox.send_message(&ServerMessage::Seats { room: room.id().clone(), seats });
            if was_late {
                self.send_snapshot(room, &member);
            }
            self.insert(id, member);
        }
    }

    /// Counts who is connected and plans to tell it if it changed.
    fn count(&mut self, room: &Room, now: Timestamp) {
        let is_bot = |color| room.seat(color).is_some_and(|seat| seat.bot().is_some());
        let mut occupancy = Occupancy {
            seats: Color::BOTH.map(is_bot),
            spectators: self.spectators.len() as u32,
            people: self.players.len() + self.spectators.len(),
        };
        for member in self.players.values() {
            for color in Color::BOTH {
                occupancy.seats[color.index()] |= member.seats.has(color);
            }
        }
        let has_changed = self.attendance.update(&occupancy, now);
        let loss = Deadline::loss_by_absence(room, &self.attendance, &self.timeouts);
        if self.attendance.foresee(loss) || has_changed {
            self.summary.send_replace(room.summary(&self.attendance));
            self.tell_presence_at(self.presence_told.after(PRESENCE_INTERVAL));
        }
    }

    pub(super) fn tell_presence(&mut self, room: &Room, now: Timestamp) {
        self.presence_due = None;
        self.presence_told = now;
        let for_players = Frame::of(&self.presence(room, Audience::Players));
        let for_spectators = if room.is_delayed() {
            Frame::of(&self.presence(room, Audience::Spectators))
        } else {
            for_players.clone()
        };
        self.send_all(room, &for_players, for_spectators);
    }

    fn presence(&self, room: &Room, audience: Audience) -> ServerMessage {
        let presence = |color| room.presence(color, audience, &self.attendance);
        ServerMessage::Presence {
            room: room.id().clone(),
            black: presence(Color::Black),
            white: presence(Color::White),
            spectators: self.attendance.spectators(),
            seq: Some(seq_for(audience, room)),
        }
    }

    pub(super) fn send_snapshot(&self, room: &Room, member: &Member) {
        let snapshot = room.view(member.audience(), &self.attendance);
        member.outbox.send_message(&ServerMessage::Snapshot(Box::new(snapshot)));
    }

    /// Shows everyone a room that is another than what they were sent.
    pub(super) fn show_anew(&mut self, room: &Room, now: Timestamp) {
        self.sent.clear();
        self.to_spectators = Round::default();
        for (id, mut member) in take(&mut self.players) {
            member.seats = room.seats_of(member.actor);
            self.insert(id, member);
        }
        for (id, mut member) in take(&mut self.spectators) {
            member.seats = room.seats_of(member.actor);
            self.insert(id, *member);
        }
        self.count(room, now);
        self.summary.send_replace(room.summary(&self.attendance));
        self.all().for_each(|(_, member)| self.send_snapshot(room, member));
        self.seq.store(seq_for(Audience::Spectators, room), Ordering::Release);
    }

    pub(super) fn send_all(&mut self, room: &Room, for_players: &Frame, for_spectators: Frame) {
        self.players.values().for_each(|member| member.outbox.send(for_players));
        if !self.spectators.is_empty() {
            let lean = for_spectators.clone();
            self.to_spectators.add(Shown { whole: for_spectators, lean });
            self.tell_some(room);
        }
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "other events are of interest to nobody")]
fn log(room: &Room, entry: &Entry) {
    let (room, seq) = (room.id(), entry.seq);
    match &entry.event {
        Event::Started { .. } => info!(%room, seq, "game started"),
        Event::Ended { outcome, reason } => info!(%room, seq, ?outcome, ?reason, "game ended"),
        Event::Ranked { nick, score } => info!(%room, seq, %nick, score, "game ranked"),
        Event::Closed { reason } => info!(%room, seq, ?reason, "room closed"),
        _ => trace!(%room, seq, event = ?entry.event, "event"),
    }
}
