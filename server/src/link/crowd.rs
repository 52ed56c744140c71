//! Those at one gateway who only watch a room of another server. To its owner they are one spectator, with a number of
//! people; what that one is told they are all told here.

use std::collections::BTreeMap;

use reversi_protocol::{RequestId, RoleWish, RoomId, ServerMessage};
use tokio::sync::oneshot;

use super::message::{Asked, Entering};
use crate::room_task::Place;
use crate::room_task::outbox::{Frame, Outbox};

/// The numbers of connections that are crowds: above those of all clients.
const FIRST: u64 = 1 << 39;

/// Somebody who wants in.
#[derive(Debug)]
pub(super) struct Arrival {
    pub(super) outbox: Outbox,
    pub(super) place: Place,
    pub(super) entering: Entering,
    pub(super) entered: oneshot::Sender<bool>,
}

/// Somebody who is in.
#[derive(Debug)]
pub(super) struct Watching {
    pub(super) outbox: Outbox,
    pub(super) place: Place,
    pub(super) entering: Entering,
}

#[derive(Debug)]
pub(super) struct Crowd {
    number: u64,
    /// As what it enters: as the first of them.
    entering: Entering,
    watching: BTreeMap<u64, Watching>,
    /// Those who wait to be shown the room.
    coming: BTreeMap<u64, Arrival>,
    /// Whether the room is asked to be shown.
    is_asking: bool,
    /// How many the owner knows of.
    counted: u32,
}

/// Returns the crowd that somebody is one of: of those who are sent the same, and hear the same. None who has a seat,
/// or might have one, or is named.
pub(super) fn of(entering: &Entering) -> Option<u64> {
    let Entering { role, token, named, told, is_lean, player, .. } = entering;
    let is_plain = *role == RoleWish::Spectator && token.is_none() && !named && told.is_none();
    is_plain.then(|| FIRST + u64::from(*is_lean) + 2 * u64::from(player.is_some()))
}

/// Tells whether a connection is a crowd's.
pub(super) const fn is_one(connection: u64) -> bool {
    connection >= FIRST
}

impl Crowd {
    pub(super) fn new(number: u64, first: &Entering) -> Self {
        let entering = Entering { told: Some(Vec::new()), seen: None, ..first.clone() };
        let (watching, coming) = (BTreeMap::new(), BTreeMap::new());
        Self { number, entering, watching, coming, is_asking: false, counted: 0 }
    }

    pub(super) fn has(&self, connection: u64) -> bool {
        self.watching.contains_key(&connection)
    }

    /// The last event that all of them were sent; nothing if there is nobody.
    pub(super) fn seen(&self) -> Option<u64> {
        self.entering.seen.filter(|_| !self.watching.is_empty())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.watching.is_empty() && self.coming.is_empty()
    }

    /// Lets somebody wait for the room to be shown.
    pub(super) fn add(&mut self, connection: u64, arrival: Arrival) -> Option<Asked> {
        self.coming.insert(connection, arrival);
        // Whoever comes meanwhile is shown what comes.
        (!self.is_asking).then(|| self.enter())
    }

    /// Returns what the owner is asked for all of them.
    pub(super) fn enter(&mut self) -> Asked {
        self.is_asking = !self.coming.is_empty();
        self.counted = self.people();
        let seen = self.entering.seen.filter(|_| !self.is_asking);
        let entering = Entering { seen, people: self.counted, ..self.entering.clone() };
        Asked::Enter { connection: self.number, entering: Box::new(entering) }
    }

    fn people(&self) -> u32 {
        let again = self.coming.keys().filter(|id| self.watching.contains_key(id)).count();
        (self.watching.len() + self.coming.len() - again) as u32
    }

    /// Returns what the owner is to know of their number, if it has changed.
    pub(super) fn recount(&mut self) -> Option<Asked> {
        let (connection, people) = (self.number, self.people());
        if people > 0 && self.is_asking || people == self.counted {
            return None;
        }
        self.counted = people;
        Some(match people {
            0 => Asked::Gone { connection },
            _ => Asked::Count { connection, people },
        })
    }

    /// Tells all of them the same.
    pub(super) fn tell(&mut self, frame: &Frame, seen: Option<u64>) {
        self.watching.values().for_each(|watching| watching.outbox.send(frame));
        self.entering.seen = seen.or(self.entering.seen);
    }

    /// Shows the room, as of an event, to those who wait for that, and to those who have seen something else.
    pub(super) fn show(&mut self, room: &RoomId, frame: &Frame, seq: u64) {
        if self.entering.seen != Some(seq) {
            self.watching.values().for_each(|watching| watching.outbox.send(frame));
        }
        for (connection, arrival) in std::mem::take(&mut self.coming) {
            let Arrival { outbox, place, entering, entered } = arrival;
            let (id, room) = (entering.request, room.clone());
            outbox.hold(Frame::of(&ServerMessage::Joined { id, room, seq, seats: Vec::new() }));
            outbox.send(frame);
            self.watching.insert(connection, Watching { outbox, place, entering });
            // Whoever asked may have gone.
            let _ = entered.send(true);
        }
        self.entering.seen = Some(seq);
        self.is_asking = false;
    }

    /// Lets somebody go who says so.
    pub(super) fn leave(&mut self, connection: u64, id: RequestId, room: &RoomId) {
        if let Some(Watching { outbox, .. }) = self.watching.remove(&connection) {
            let seq = self.entering.seen.unwrap_or_default();
            outbox.send_message(&ServerMessage::Accepted { id, room: room.clone(), seq });
        }
    }

    /// Takes somebody out, who may be a member of the room then, with what was seen here.
    pub(super) fn take(&mut self, connection: u64) -> Option<Watching> {
        let mut watching = self.watching.remove(&connection)?;
        watching.entering.seen = self.entering.seen;
        watching.entering.told = Some(Vec::new());
        Some(watching)
    }

    /// Forgets somebody who is gone; false if nobody of them is.
    pub(super) fn forget(&mut self, connection: u64) -> bool {
        let was_coming = self.coming.remove(&connection).is_some();
        self.watching.remove(&connection).is_some() || was_coming
    }

    /// Returns everyone: who is in, and who wants in.
    pub(super) fn break_up(mut self) -> (BTreeMap<u64, Watching>, BTreeMap<u64, Arrival>) {
        let inside: Vec<u64> = self.watching.keys().copied().collect();
        let inside = inside.into_iter().filter_map(|id| Some((id, self.take(id)?))).collect();
        (inside, self.coming)
    }
}
