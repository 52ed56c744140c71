//! Those who are in a room, and how what goes out to many spectators reaches each.

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::ops::Bound;

use reversi_protocol::{LeanMessage, RoomId, ServerMessage, SessionId};
use reversi_room::{Actor, Audience, Seats};

use super::input::Place;
use super::outbox::{ConnectionId, Frame, Outbox};
use super::watchers::Watcher;

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
    /// Whether it is sent what is said.
    pub(super) listens: bool,
    /// Who it is, for those who want to know who watches.
    pub(super) watcher: Option<Watcher>,
    /// As a spectator, the number of the first frame for all that it was not sent.
    pub(super) next_frame: u64,
    pub(super) _place: Place,
}

impl Member {
    pub(super) const fn audience(&self) -> Audience {
        if self.seats.is_none() { Audience::Spectators } else { Audience::Players }
    }

    /// Tells it which seats it holds.
    pub(super) fn tell_seats(&self, room: &RoomId) {
        let seats = self.seats.colors();
        self.outbox.send_message(&ServerMessage::Seats { room: room.clone(), seats });
    }
}

/// What goes out to an audience.
#[derive(Clone)]
pub(super) struct Shown {
    pub(super) whole: Frame,
    /// The same for those who asked for it without what follows from what they have.
    pub(super) lean: Frame,
}

impl Shown {
    pub(super) fn of(message: &ServerMessage, shows_lean: bool) -> Self {
        let whole = Frame::of(message);
        let lean = LeanMessage::of(message).filter(|_| shows_lean);
        let lean = lean.map_or_else(|| whole.clone(), |lean| Frame::of(&lean));
        Self { whole, lean }
    }
}

/// What spectators are told: they may be many, so they are told in rounds, a few at a time, each one all that
/// has come until it is its turn.
#[derive(Default)]
pub(super) struct Round {
    /// The frames that not all were sent.
    frames: VecDeque<Frame>,
    /// The same for those who are sent lean ones.
    lean_frames: VecDeque<Frame>,
    /// Whether each is for those alone who listen.
    is_chat: VecDeque<bool>,
    /// The number of the first of them.
    first: u64,
    /// Who was told last in this round.
    last_told: Option<ConnectionId>,
    /// The number after the frames that everyone will have been sent at its end, and the last event among them.
    until: u64,
    seq: u64,
}

impl Round {
    pub(super) fn add(&mut self, shown: Shown) {
        self.frames.push_back(shown.whole);
        self.lean_frames.push_back(shown.lean);
        self.is_chat.push_back(false);
    }

    /// Adds what is for those alone who listen.
    pub(super) fn add_chat(&mut self, frame: Frame) {
        self.add(Shown { whole: frame.clone(), lean: frame });
        self.is_chat[self.frames.len() - 1] = true;
    }

    pub(super) fn end(&self) -> u64 {
        self.first + self.frames.len() as u64
    }

    /// Tells whether everyone was told everything.
    pub(super) fn is_over(&self) -> bool {
        self.frames.is_empty()
    }

    /// Tells some more of them, up to the event of this number where a round begins. Returns the number up to
    /// which everyone was told, where one ends.
    pub(super) fn go_on(
        &mut self,
        spectators: &mut BTreeMap<ConnectionId, Box<Member>>,
        seq: u64,
    ) -> Option<u64> {
        if self.last_told.is_none() {
            (self.until, self.seq) = (self.end(), seq);
        }
        let from = self.last_told.map_or(Bound::Unbounded, Bound::Excluded);
        let mut rest = spectators.range_mut((from, Bound::Unbounded));
        for (id, member) in rest.by_ref().take(TOLD_AT_ONCE) {
            self.tell(member);
            self.last_told = Some(*id);
        }
        if rest.next().is_some() {
            return None;
        }
        self.last_told = None;
        let told = (self.until - self.first) as usize;
        self.frames.drain(..told);
        self.lean_frames.drain(..told);
        self.is_chat.drain(..told);
        self.first = self.until;
        Some(self.seq)
    }

    /// Sends a spectator what it lacks.
    pub(super) fn tell(&mut self, member: &mut Member) {
        let frames = if member.is_lean { &mut self.lean_frames } else { &mut self.frames };
        let from = (member.next_frame - self.first) as usize;
        let missed = &frames.make_contiguous()[from..];
        if !member.listens {
            let kinds = self.is_chat.iter().skip(from);
            let others = missed.iter().zip(kinds).filter(|(_, is_chat)| !**is_chat);
            others.for_each(|(frame, _)| member.outbox.send(frame));
        } else if !missed.is_empty() {
            member.outbox.send_each(missed);
        }
        member.next_frame = self.end();
    }
}
