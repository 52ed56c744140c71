//! What goes out of a room: events to everyone in it, snapshots, presence, replies.

use std::time::Duration;

use reversi_game::Color;
use reversi_protocol::limits::EVENTS_KEPT_PER_ROOM;
use reversi_protocol::{RequestId, ServerMessage};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tracing::{debug, info, trace};

use super::RoomTask;
use super::commands::Declined;
use crate::metrics::RefusalLabels;
use crate::room_task::outbox::{ConnectionId, Outbox, encode};
use reversi_room::{Actor, Audience, Entry, Event, Occupancy, Seats};

/// Presence is told at most this often; what happens in between is told together.
const PRESENCE_INTERVAL: Duration = Duration::from_millis(250);

/// Someone in the room.
pub(super) struct Member {
    pub(super) outbox: Outbox,
    pub(super) session: reversi_protocol::SessionId,
    pub(super) actor: Actor,
    /// The seats that it was told it holds.
    pub(super) seats: Seats,
}

/// An event as it went out, kept for those who come back.
pub(super) struct Sent {
    pub(super) seq: u64,
    pub(super) for_players: Utf8Bytes,
    pub(super) for_spectators: Utf8Bytes,
}

impl Sent {
    fn frame(&self, audience: Audience) -> Utf8Bytes {
        match audience {
            Audience::Players => self.for_players.clone(),
            Audience::Spectators => self.for_spectators.clone(),
        }
    }
}

impl RoomTask {
    /// Sends what a member has missed: the events after `seen` if they are kept, else everything.
    pub(super) fn bring_up_to_date(&self, connection: ConnectionId, seen: Option<u64>) {
        let Some(member) = self.members.get(&connection) else { return };
        let audience = self.audience(member);
        let first_kept = self.sent.front().map_or(self.room.seq() + 1, |sent| sent.seq);
        match seen {
            // Whoever claims to have seen more than there is gets everything.
            Some(seen) if (1..=self.room.seq()).contains(&seen) && seen + 1 >= first_kept => {
                let missed = self.sent.iter().filter(|sent| sent.seq > seen);
                missed.for_each(|sent| member.outbox.send(sent.frame(audience)));
                member.outbox.send(encode(&self.presence()));
            }
            Some(_) | None => self.send_snapshot(member),
        }
    }

    /// Applies durable entries and tells everyone in the room, players first.
    pub(super) fn publish(&mut self, entries: &[Entry]) {
        for entry in entries {
            self.room.evolve(entry);
            if entry.event.changes_holders() {
                self.tell_seats();
            }
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

    /// Tells those whose seats have changed which ones they hold now.
    fn tell_seats(&mut self) {
        for member in self.members.values_mut() {
            let seats = self.room.seats_of(member.actor);
            if seats != member.seats {
                member.seats = seats;
                member.outbox.send_message(&ServerMessage::Seats {
                    room: self.room.id().clone(),
                    seats: seats.colors(),
                });
            }
        }
    }

    pub(super) fn log(&self, entry: &Entry) {
        let (room, seq) = (self.room.id(), entry.seq);
        match &entry.event {
            Event::Started => info!(%room, seq, "game started"),
            Event::Ended { outcome, reason } => info!(%room, seq, ?outcome, ?reason, "game ended"),
            Event::Ranked { nick, score } => info!(%room, seq, %nick, score, "game ranked"),
            Event::Closed { reason } => info!(%room, seq, ?reason, "room closed"),
            Event::Opened { .. }
            | Event::Seated { .. }
            | Event::BotSeated { .. }
            | Event::Loaded { .. }
            | Event::OfferMade { .. }
            | Event::OfferEnded { .. }
            | Event::Undone { .. }
            | Event::Redone { .. }
            | Event::SeatsSwapped
            | Event::HintsAllowed
            | Event::Adjourned
            | Event::Resumed
            | Event::TookBack { .. }
            | Event::Unseated { .. }
            | Event::Placed { .. }
            | Event::Passed { .. } => trace!(%room, seq, event = ?entry.event, "event"),
        }
    }

    pub(super) fn encode(&self, entry: &Entry) -> Sent {
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
    pub(super) fn take_attendance(&mut self) {
        let mut now = Occupancy {
            seats: Color::BOTH
                .map(|color| self.room.seat(color).is_some_and(|it| it.bot().is_some())),
            spectators: 0,
            people: self.members.len(),
        };
        for member in self.members.values() {
            let seats = self.room.seats_of(member.actor);
            now.spectators += u32::from(seats.is_none());
            for color in Color::BOTH {
                now.seats[color.index()] |= seats.has(color);
            }
        }
        if self.attendance.update(&now, self.services.clock.now()) {
            self.summary.send_replace(self.room.summary(&self.attendance));
            self.presence_due.get_or_insert(self.presence_told + PRESENCE_INTERVAL);
        }
    }

    pub(super) fn tell_presence(&mut self) {
        self.presence_due = None;
        self.presence_told = Instant::now();
        let frame = encode(&self.presence());
        self.members.values().for_each(|member| member.outbox.send(frame.clone()));
    }

    pub(super) fn presence(&self) -> ServerMessage {
        let presence = |color| self.room.seat(color).map(|_| self.attendance.presence(color));
        ServerMessage::Presence {
            room: self.room.id().clone(),
            black: presence(Color::Black),
            white: presence(Color::White),
            spectators: self.attendance.spectators(),
        }
    }

    pub(super) fn send_snapshot(&self, member: &Member) {
        let snapshot = self.room.view(self.audience(member), &self.attendance);
        member.outbox.send_message(&ServerMessage::Snapshot(Box::new(snapshot)));
    }

    pub(super) fn audience(&self, member: &Member) -> Audience {
        if self.room.seats_of(member.actor).is_none() {
            Audience::Spectators
        } else {
            Audience::Players
        }
    }

    pub(super) fn accepted(&self, id: RequestId, seq: u64) -> Utf8Bytes {
        encode(&ServerMessage::Accepted { id, room: self.room.id().clone(), seq })
    }

    pub(super) fn refuse(&self, outbox: &Outbox, id: RequestId, declined: Declined) {
        debug!(room = %self.room.id(), request = %id, code = declined.code.as_str(), "refused");
        let labels = RefusalLabels { code: declined.code.as_str() };
        self.services.metrics.refusals.get_or_create(&labels).inc();
        outbox.send_message(&ServerMessage::Refused {
            id: Some(id),
            code: declined.code,
            message: declined.message,
            room: Some(self.room.id().clone()),
            retry_after_ms: declined.retry_after_ms,
        });
    }
}
