//! Who is in a room, and what goes out to them: events, snapshots, presence.

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use reversi_game::Color;
use reversi_protocol::limits::EVENTS_KEPT_PER_ROOM;
use reversi_protocol::{RoomSummary, ServerMessage, SessionId};
use reversi_room::{
    Actor, Attendance, Audience, Deadline, Entry, Event, Occupancy, Room, Seats, Timeouts,
    Timestamp,
};
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tracing::{info, trace};

use super::outbox::{ConnectionId, Outbox, encode};

/// Presence is told at most this often; what happens in between is told together.
const PRESENCE_INTERVAL: Duration = Duration::from_millis(250);

/// So long after an event its number is told once more, with presence. Chosen: a client that lost
/// the event learns of it while people still wait for what it told.
const SEQ_TOLD_AFTER: Duration = Duration::from_secs(3);

pub(super) struct Member {
    pub(super) outbox: Outbox,
    pub(super) network: IpAddr,
    pub(super) session: SessionId,
    pub(super) actor: Actor,
    /// The seats that it was told it holds.
    pub(super) seats: Seats,
}

impl Member {
    fn audience(&self, room: &Room) -> Audience {
        if room.seats_of(self.actor).is_none() { Audience::Spectators } else { Audience::Players }
    }
}

/// An event as it went out, kept for those who come back.
struct Sent {
    seq: u64,
    for_players: Utf8Bytes,
    for_spectators: Utf8Bytes,
}

impl Sent {
    fn encode(room: &Room, entry: &Entry) -> Self {
        let event_for = |audience| ServerMessage::Event {
            room: room.id().clone(),
            seq: entry.seq,
            at_ms: entry.at.0,
            event: room.project(&entry.event, audience),
        };
        let (players, spectators) = (event_for(Audience::Players), event_for(Audience::Spectators));
        let for_players = encode(&players);
        let for_spectators =
            if players == spectators { for_players.clone() } else { encode(&spectators) };
        Self { seq: entry.seq, for_players, for_spectators }
    }

    fn frame(&self, audience: Audience) -> Utf8Bytes {
        match audience {
            Audience::Players => self.for_players.clone(),
            Audience::Spectators => self.for_spectators.clone(),
        }
    }
}

/// Everyone in the room, and what they were sent.
pub(super) struct Members {
    by_connection: BTreeMap<ConnectionId, Member>,
    attendance: Attendance,
    timeouts: Timeouts,
    sent: VecDeque<Sent>,
    summary: watch::Sender<RoomSummary>,
    presence_due: Option<Timestamp>,
    presence_told: Timestamp,
    /// The last event that everyone was sent.
    seq: Arc<AtomicU64>,
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
            by_connection: BTreeMap::new(),
            attendance,
            timeouts,
            sent: VecDeque::new(),
            summary,
            presence_due: None,
            presence_told: now,
            seq: Arc::new(AtomicU64::new(room.seq())),
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
        self.by_connection.get(&connection)
    }

    /// Returns the number of the last event that everyone was sent, as it will be.
    pub(super) fn seq(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.seq)
    }

    pub(super) fn are_gone(&self) -> bool {
        self.by_connection.is_empty()
    }

    /// Tells whether the same seats are held from another connection too.
    pub(super) fn is_elsewhere(&self, connection: ConnectionId, actor: Actor) -> bool {
        let mut others = self.by_connection.iter().filter(|(id, _)| **id != connection);
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
        self.by_connection.insert(connection, member);
        self.count(room, now);
        self.bring_up_to_date(room, connection, seen);
    }

    /// Takes someone out and says nothing of it yet.
    pub(super) fn take(&mut self, connection: ConnectionId) {
        self.by_connection.remove(&connection);
    }

    pub(super) fn remove(&mut self, room: &Room, connection: ConnectionId, now: Timestamp) {
        self.take(connection);
        self.count(room, now);
    }

    /// Sends what a member has missed: the events after `seen` if they are kept, else everything.
    fn bring_up_to_date(&self, room: &Room, connection: ConnectionId, seen: Option<u64>) {
        let Some(member) = self.get(connection) else { return };
        let first_kept = self.sent.front().map_or(room.seq() + 1, |sent| sent.seq);
        match seen {
            // Whoever claims to have seen more than there is gets everything.
            Some(seen) if (1..=room.seq()).contains(&seen) && seen + 1 >= first_kept => {
                let audience = member.audience(room);
                let missed = self.sent.iter().filter(|sent| sent.seq > seen);
                missed.for_each(|sent| member.outbox.send(sent.frame(audience)));
                member.outbox.send(encode(&self.presence(room)));
            }
            Some(_) | None => self.send_snapshot(room, member),
        }
    }

    /// Applies durable entries to the room and tells everyone in it, players first.
    pub(super) fn publish(&mut self, room: &mut Room, entries: &[Entry], now: Timestamp) {
        for entry in entries {
            room.evolve(entry);
            if entry.event.changes_holders() {
                self.tell_seats(room);
            }
            let sent = Sent::encode(room, entry);
            for audience in [Audience::Players, Audience::Spectators] {
                for member in self.by_connection.values() {
                    if member.audience(room) == audience {
                        member.outbox.send(sent.frame(audience));
                    }
                }
            }
            if self.sent.len() == EVENTS_KEPT_PER_ROOM {
                self.sent.pop_front();
            }
            self.sent.push_back(sent);
            log(room, entry);
        }
        if !entries.is_empty() {
            // Whoever reads it says it after all that was queued above.
            self.seq.store(room.seq(), Ordering::Release);
            self.count(room, now);
            self.summary.send_replace(room.summary(&self.attendance));
            self.tell_presence_at(now.after(SEQ_TOLD_AFTER));
        }
    }

    /// Tells presence at this time, or sooner if it is due sooner.
    fn tell_presence_at(&mut self, at: Timestamp) {
        self.presence_due = Some(self.presence_due.map_or(at, |due| due.min(at)));
    }

    /// Tells those whose seats have changed which ones they hold now.
    fn tell_seats(&mut self, room: &Room) {
        for member in self.by_connection.values_mut() {
            let seats = room.seats_of(member.actor);
            if seats != member.seats {
                member.seats = seats;
                let seats = ServerMessage::Seats { room: room.id().clone(), seats: seats.colors() };
                member.outbox.send_message(&seats);
            }
        }
    }

    /// Counts who is connected and plans to tell it if it changed.
    fn count(&mut self, room: &Room, now: Timestamp) {
        let is_bot = |color| room.seat(color).is_some_and(|seat| seat.bot().is_some());
        let mut occupancy = Occupancy {
            seats: Color::BOTH.map(is_bot),
            spectators: 0,
            people: self.by_connection.len(),
        };
        for member in self.by_connection.values() {
            let seats = room.seats_of(member.actor);
            occupancy.spectators += u32::from(seats.is_none());
            for color in Color::BOTH {
                occupancy.seats[color.index()] |= seats.has(color);
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
        self.send_all(&encode(&self.presence(room)));
    }

    fn presence(&self, room: &Room) -> ServerMessage {
        let presence = |color| room.seat(color).map(|_| self.attendance.presence(color));
        ServerMessage::Presence {
            room: room.id().clone(),
            black: presence(Color::Black),
            white: presence(Color::White),
            spectators: self.attendance.spectators(),
            seq: Some(room.seq()),
        }
    }

    pub(super) fn send_snapshot(&self, room: &Room, member: &Member) {
        let snapshot = room.view(member.audience(room), &self.attendance);
        member.outbox.send_message(&ServerMessage::Snapshot(Box::new(snapshot)));
    }

    /// Shows everyone a room that is another than what they were sent.
    pub(super) fn show_anew(&mut self, room: &Room, now: Timestamp) {
        self.sent.clear();
        self.count(room, now);
        self.by_connection.values().for_each(|member| self.send_snapshot(room, member));
        self.seq.store(room.seq(), Ordering::Release);
    }

    pub(super) fn send_all(&self, frame: &Utf8Bytes) {
        self.by_connection.values().for_each(|member| member.outbox.send(frame.clone()));
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "other events are of interest to nobody")]
fn log(room: &Room, entry: &Entry) {
    let (room, seq) = (room.id(), entry.seq);
    match &entry.event {
        Event::Started => info!(%room, seq, "game started"),
        Event::Ended { outcome, reason } => info!(%room, seq, ?outcome, ?reason, "game ended"),
        Event::Ranked { nick, score } => info!(%room, seq, %nick, score, "game ranked"),
        Event::Closed { reason } => info!(%room, seq, ?reason, "room closed"),
        _ => trace!(%room, seq, event = ?entry.event, "event"),
    }
}
