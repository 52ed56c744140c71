//! Who is in a room, and what goes out to them: events, snapshots, presence.

use std::collections::{BTreeMap, VecDeque};
use std::mem::take;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use reversi_game::Color;
use reversi_protocol::limits::EVENTS_KEPT_PER_ROOM;
use reversi_protocol::{PlayerName, RefusalCode, RequestId, RoomSummary, ServerMessage};
use reversi_room::{
    Actor, Attendance, Audience, Deadline, Entry, Event, Occupancy, Room, Timeouts, Timestamp,
};
use tokio::sync::watch;
use tracing::{info, trace};

use super::chat::Chat;
use super::crowds::Crowds;
use super::member::{Member, Round, Shown};
use super::outbox::{ConnectionId, Frame, Outbox};
use super::presence::PresenceTimes;
use super::ranked::Kept;
use super::watchers::Watchers;

/// So long after an event its number is told once more, with presence. Chosen: a client that lost
/// the event learns of it while people still wait for what it told.
const SEQ_TOLD_AFTER: Duration = Duration::from_secs(3);

/// An event as it went out, kept for those who come back.
struct Sent {
    seq: u64,
    for_players: Shown,
    for_spectators: Shown,
}

impl Sent {
    fn encode(room: &Room, entry: &Entry, shows_lean: bool) -> Self {
        let shown = |audience| Shown::of(&event_for(audience, room, entry), shows_lean);
        let for_players = shown(Audience::Players);
        // Spectators who are told late are told by themselves.
        let for_spectators = if room.is_delayed() || room.shows_all_the_same() {
            for_players.clone()
        } else {
            shown(Audience::Spectators)
        };
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
    watchers: Watchers,
    crowds: Crowds,
    /// Who came to watch and may not any more.
    put_out: BTreeMap<ConnectionId, Outbox>,
    /// Whether somebody was ever sent lean frames.
    are_some_lean: bool,
    attendance: Attendance,
    timeouts: Timeouts,
    sent: VecDeque<Sent>,
    pub(super) chat: Chat,
    summary: watch::Sender<RoomSummary>,
    presence_times: PresenceTimes,
    /// The last event that everyone was sent.
    seq: Arc<AtomicU64>,
}

impl Members {
    /// Starts with nobody in the room, as the attendance says.
    pub(super) fn nobody(
        room: &Room,
        attendance: Attendance,
        timeouts: Timeouts,
        presence_times: PresenceTimes,
    ) -> Self {
        Self {
            players: BTreeMap::new(),
            spectators: BTreeMap::new(),
            to_spectators: Round::default(),
            watchers: Watchers::default(),
            crowds: Crowds::default(),
            put_out: BTreeMap::new(),
            are_some_lean: false,
            summary: watch::Sender::new(room.summary(&attendance)),
            attendance,
            timeouts,
            sent: VecDeque::new(),
            chat: Chat::default(),
            presence_times,
            seq: Arc::new(AtomicU64::new(seq_for(Audience::Spectators, room))),
        }
    }

    /// Returns the room's line in the list of rooms.
    pub(super) fn summary(&self) -> watch::Receiver<RoomSummary> {
        self.summary.subscribe()
    }

    pub(super) const fn attendance(&self) -> &Attendance {
        &self.attendance
    }

    pub(super) const fn presence_due(&self) -> Option<Timestamp> {
        self.presence_times.due()
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
        (connection, people): (ConnectionId, u32),
        member: Member,
        seen: Option<u64>,
        now: Timestamp,
    ) {
        self.insert(connection, member);
        self.crowds.set(connection, people);
        self.count(room, now);
        if !self.presence_times.are_all_here(now) {
            self.presence_times.tell_soon();
        }
        self.bring_up_to_date(room, connection, seen, now);
        self.send_chat(room, connection);
    }

    /// Lets a member hear what is said, and what was said before.
    pub(super) fn listen(&mut self, room: &Room, connection: ConnectionId) {
        self.catch_up(connection);
        let player = self.players.get_mut(&connection);
        let member = player.or_else(|| self.spectators.get_mut(&connection).map(|it| &mut **it));
        if let Some(member) = member.filter(|member| !member.listens) {
            member.listens = true;
            self.send_chat(room, connection);
        }
    }

    /// Sends what is said to the players who listen.
    pub(super) fn tell_players(&self, frame: &Frame) {
        let listening = self.players.values().filter(|member| member.listens);
        listening.for_each(|member| member.outbox.send(frame));
    }

    /// Sends what is said to the spectators who listen, in their turn.
    pub(super) fn tell_listening_spectators(&mut self, room: &Room, frame: Frame) {
        if !self.spectators.is_empty() {
            self.to_spectators.add_chat(frame);
            self.tell_some(room);
        }
    }

    fn insert(&mut self, connection: ConnectionId, mut member: Member) {
        self.put_out.remove(&connection);
        self.are_some_lean |= member.is_lean;
        match member.audience() {
            Audience::Players => {
                self.players.insert(connection, member);
            }
            Audience::Spectators => {
                member.next_frame = self.to_spectators.end();
                if let Some(watcher) = &member.watcher {
                    self.watchers.add(connection, watcher.clone());
                }
                self.spectators.insert(connection, Box::new(member));
            }
        }
    }

    /// Says how many people a spectator stands for.
    pub(super) fn count_people(
        &mut self,
        room: &Room,
        connection: ConnectionId,
        people: u32,
        now: Timestamp,
    ) {
        if self.spectators.contains_key(&connection) {
            self.crowds.set(connection, people);
            self.count(room, now);
        }
    }

    /// Takes someone out, who was sent all that went out to all, and says nothing of it yet.
    pub(super) fn take(&mut self, connection: ConnectionId) {
        self.catch_up(connection);
        self.players.remove(&connection);
        self.spectators.remove(&connection);
        self.crowds.remove(connection);
        self.watchers.remove(connection);
    }

    pub(super) fn remove(&mut self, room: &Room, connection: ConnectionId, now: Timestamp) {
        self.take(connection);
        self.put_out.remove(&connection);
        self.count(room, now);
    }

    /// Sends what a member has missed: the events after `seen` if they are kept, else everything.
    fn bring_up_to_date(&self, room: &Room, id: ConnectionId, seen: Option<u64>, now: Timestamp) {
        let Some(member) = self.get(id) else { return };
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
                if self.presence_times.are_all_here(now) {
                    let watchers = Some(self.watchers.told());
                    let presence = self.presence(room, member.audience(), watchers);
                    member.outbox.send_message(&presence);
                }
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
            self.put_out_spectators(room);
            self.count(room, now);
            self.summary.send_replace(room.summary(&self.attendance));
            self.presence_times.tell_at(now.after(SEQ_TOLD_AFTER));
            self.open_chat(room);
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

    /// Puts out those who may not watch what has begun, and tells them.
    fn put_out_spectators(&mut self, room: &Room) {
        if room.check_watch(Actor::SPECTATOR).is_ok() {
            return;
        }
        let may_stay = |member: &Member| room.check_watch(member.actor).is_ok();
        let outside = self.spectators.iter().filter(|(_, member)| !may_stay(member));
        let outside: Vec<ConnectionId> = outside.map(|(id, _)| *id).collect();
        for id in outside {
            self.catch_up(id);
            let Some(member) = self.spectators.remove(&id) else { continue };
            self.watchers.remove(id);
            self.crowds.remove(id);
            let refusal = RefusalCode::NotWatched.into();
            let room = Some(room.id().clone());
            member.outbox.send_message(&ServerMessage::refused(None, room, &refusal));
            self.put_out.insert(id, member.outbox);
        }
    }

    /// Returns who asks for something; a request that was on its way when they were put out is declined.
    pub(super) fn get_or_decline(
        &self,
        connection: ConnectionId,
        id: RequestId,
    ) -> Option<&Member> {
        if let Some(outbox) = self.put_out.get(&connection) {
            let refusal = RefusalCode::NotInRoom.into();
            outbox.send_message(&ServerMessage::refused(Some(id), None, &refusal));
        }
        self.get(connection)
    }

    /// Tells whether there are spectators that have not been told all.
    pub(super) fn have_untold(&self) -> bool {
        !self.to_spectators.is_over()
    }

    /// Tells some spectators what went out to all.
    pub(super) fn tell_some(&mut self, room: &Room) {
        let seq = seq_for(Audience::Spectators, room);
        if let Some(seq) = self.to_spectators.go_on(&mut self.spectators, seq) {
            // Whoever reads it says it after all that was sent above.
            self.seq.store(seq, Ordering::Release);
        }
    }

    /// Tells those whose seats have changed which ones they hold now.
    fn tell_seats(&mut self, room: &Room) {
        let changed = self.all().filter(|(_, member)| room.seats_of(member.actor) != member.seats);
        let changed: Vec<ConnectionId> = changed.map(|(id, _)| id).collect();
        for id in changed {
            self.catch_up(id);
            self.watchers.remove(id);
            let spectator = self.spectators.remove(&id).map(|member| *member);
            let was_late = room.is_delayed() && spectator.is_some();
            let Some(mut member) = self.players.remove(&id).or(spectator) else { continue };
            member.seats = room.seats_of(member.actor);
            member.tell_seats(room.id());
            if was_late {
                self.send_snapshot(room, &member);
            }
            self.insert(id, member);
        }
    }

    /// Counts who is connected and plans to tell it if it changed.
    fn count(&mut self, room: &Room, now: Timestamp) {
        let is_bot = |color| room.seat(color).is_some_and(|seat| seat.bot().is_some());
        let spectators = self.spectators.len() as u32 + self.crowds.more();
        let mut occupancy = Occupancy {
            seats: Color::BOTH.map(is_bot),
            spectators,
            people: self.players.len() + spectators as usize,
        };
        for member in self.players.values() {
            for color in Color::BOTH {
                occupancy.seats[color.index()] |= member.seats.has(color);
            }
        }
        let has_changed = self.attendance.update(&occupancy, now);
        let loss = Deadline::loss_by_absence(room, &self.attendance, &self.timeouts);
        if self.attendance.foresee(loss) || has_changed || self.watchers.have_changed() {
            self.summary.send_replace(room.summary(&self.attendance));
            self.presence_times.tell_soon();
        }
    }

    pub(super) fn tell_presence(&mut self, room: &Room, now: Timestamp) {
        self.presence_times.tell(now);
        let watchers = self.watchers.tell(room);
        let for_players = Frame::of(&self.presence(room, Audience::Players, watchers.clone()));
        let for_spectators = if room.is_delayed() {
            Frame::of(&self.presence(room, Audience::Spectators, watchers))
        } else {
            for_players.clone()
        };
        self.send_all(room, &for_players, for_spectators);
    }

    fn presence(
        &self,
        room: &Room,
        audience: Audience,
        watchers: Option<Vec<PlayerName>>,
    ) -> ServerMessage {
        let presence = |color| room.presence(color, audience, &self.attendance);
        ServerMessage::Presence {
            room: room.id().clone(),
            black: presence(Color::Black),
            white: presence(Color::White),
            spectators: self.attendance.spectators(),
            watchers,
            seq: Some(seq_for(audience, room)),
        }
    }

    pub(super) fn send_snapshot(&self, room: &Room, member: &Member) {
        let mut snapshot = room.view(member.audience(), &self.attendance);
        snapshot.watchers = self.watchers.told();
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

    /// Lets everyone come again, since the room is somebody else's.
    pub(super) fn oust(&self) {
        self.all().for_each(|(_, member)| member.outbox.oust());
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
