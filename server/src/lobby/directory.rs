//! Which rooms there are, and which request made which room.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::Arc;

use reversi_protocol::{Phase, RoomId, RoomSummary, TimeControl};
use reversi_room::{DoneRequests, RequestKey, Timestamp};

use crate::room_task::{Resting, RoomHandle};
use crate::store::{Epoch, OpenRoom};

/// Requests remembered, so that one sent again makes no second room. Chosen: some minutes of the
/// rate that the limits allow.
const REQUESTS_KEPT: usize = 4096;

/// The rooms that are not closed.
#[derive(Debug, Default)]
pub(super) struct Directory {
    rooms: HashMap<RoomId, Known>,
    /// How many of them do not rest.
    awake: usize,
    opened_from: HashMap<IpAddr, HashSet<RoomId>>,
    requests: DoneRequests<RoomId, REQUESTS_KEPT>,
}

#[derive(Debug)]
pub(super) struct Known {
    pub(super) place: Place,
    /// In which it is this server's.
    pub(super) epoch: Epoch,
    /// When it came here, or was opened.
    pub(super) since: Timestamp,
    /// When the server that had it before is last known to have run; `since`, if none did.
    pub(super) ran_until: Timestamp,
    /// The network address that it was opened from; a restart forgets it.
    pub(super) opened_from: Option<IpAddr>,
}

/// Where a room is.
#[derive(Debug)]
pub(super) enum Place {
    /// It is being stored; whatever comes between, the journal knows whether it was.
    Opening,
    Here(RoomHandle),
    /// In the journal alone.
    Resting(Box<Resting>),
    /// In the journal, and has not been read since the start.
    Unread,
}

impl Known {
    /// A room that is opened here and now.
    pub(super) const fn opening(now: Timestamp, from: IpAddr) -> Self {
        Self {
            place: Place::Opening,
            epoch: Epoch::FIRST,
            since: now,
            ran_until: now,
            opened_from: Some(from),
        }
    }

    /// A room of the journal, as it comes here.
    pub(super) const fn stored(room: &OpenRoom, now: Timestamp) -> Self {
        Self {
            place: Place::Unread,
            epoch: room.epoch,
            since: now,
            ran_until: room.ran_until,
            opened_from: None,
        }
    }
}

impl Place {
    const fn is_awake(&self) -> bool {
        matches!(self, Self::Opening | Self::Here(_))
    }
}

impl Directory {
    /// Adds a room, and remembers the requests that made it.
    pub(super) fn insert(
        &mut self,
        id: RoomId,
        known: Known,
        keys: impl IntoIterator<Item = RequestKey>,
    ) {
        for key in keys {
            self.requests.insert(key, id.clone());
        }
        if let Some(address) = known.opened_from {
            self.opened_from.entry(address).or_default().insert(id.clone());
        }
        self.awake += usize::from(known.place.is_awake());
        self.rooms.insert(id, known);
    }

    /// Says where a room is, if it is known.
    pub(super) fn put(&mut self, id: &RoomId, place: Place) {
        if let Some(known) = self.rooms.get_mut(id) {
            self.awake += usize::from(place.is_awake());
            self.awake -= usize::from(known.place.is_awake());
            known.place = place;
        }
    }

    pub(super) fn remove(&mut self, id: &RoomId) {
        let Some(known) = self.rooms.remove(id) else { return };
        self.awake -= usize::from(known.place.is_awake());
        if let Some(address) = known.opened_from
            && let Some(rooms) = self.opened_from.get_mut(&address)
        {
            rooms.remove(id);
            if rooms.is_empty() {
                self.opened_from.remove(&address);
            }
        }
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    pub(super) fn known(&self, id: &RoomId) -> Option<&Known> {
        self.rooms.get(id)
    }

    /// Returns the room that a request made before, unless it has closed since.
    pub(super) fn made_by(&self, key: &RequestKey) -> Option<&RoomId> {
        self.requests.answer(key).filter(|id| self.rooms.contains_key(*id))
    }

    pub(super) fn len(&self) -> usize {
        self.rooms.len()
    }

    /// Returns the lines of the rooms that are listed, in no order.
    pub(super) fn listed(&self) -> Vec<Arc<RoomSummary>> {
        let line = |known: &Known| match &known.place {
            Place::Here(handle) => {
                let line = handle.line.as_ref().filter(|line| line.is_listed)?;
                Some(Arc::new(line.summary.borrow().clone()))
            }
            Place::Resting(resting) => resting.is_listed.then(|| Arc::clone(&resting.summary)),
            Place::Opening | Place::Unread => None,
        };
        self.rooms.values().filter_map(line).collect()
    }

    /// Tells whether a game with a clock goes on, or may in a room that has not been read.
    pub(super) fn has_timed_game(&self) -> bool {
        let is_timed = |room: &RoomSummary| {
            matches!(room.phase, Phase::Playing) && !matches!(room.time, TimeControl::None)
        };
        self.rooms.values().any(|known| match &known.place {
            Place::Here(handle) => {
                handle.line.as_ref().is_some_and(|line| is_timed(&line.summary.borrow()))
            }
            Place::Resting(resting) => is_timed(&resting.summary),
            Place::Unread => true,
            Place::Opening => false,
        })
    }

    /// Counts the rooms that do not rest: all of them, and those opened from a network address.
    pub(super) fn awake(&self, address: IpAddr) -> (usize, usize) {
        let own = self.of_address(address).filter(|(_, known)| known.place.is_awake()).count();
        (self.awake, own)
    }

    /// Returns the room that has rested longest of those that were opened from a network address and only
    /// one person was ever in, if there are as many of them.
    pub(super) fn forgotten(&self, address: IpAddr, rooms_max: usize) -> Option<RoomId> {
        let lone = self.of_address(address).filter_map(|(id, known)| match &known.place {
            Place::Resting(resting) if resting.is_lone => Some((resting.since, id)),
            Place::Resting(_) | Place::Here(_) | Place::Opening | Place::Unread => None,
        });
        let lone: Vec<_> = lone.collect();
        if lone.len() < rooms_max {
            return None;
        }
        lone.into_iter().min().map(|(_, id)| id.clone())
    }

    fn of_address(&self, address: IpAddr) -> impl Iterator<Item = (&RoomId, &Known)> {
        let ids = self.opened_from.get(&address).into_iter().flatten();
        ids.filter_map(|id| self.rooms.get_key_value(id))
    }

    /// Returns the rooms that have not been read since the start.
    pub(super) fn unread(&self) -> Vec<RoomId> {
        let unread = self.rooms.iter().filter(|(_, known)| matches!(known.place, Place::Unread));
        unread.map(|(id, _)| id.clone()).collect()
    }

    /// Returns the resting rooms that time does something to.
    pub(super) fn due(&self, now: Timestamp) -> Vec<RoomId> {
        let is_due = |place: &Place| match place {
            Place::Resting(resting) => resting.wakes_at.is_some_and(|at| at <= now),
            Place::Here(_) | Place::Opening | Place::Unread => false,
        };
        let due = self.rooms.iter().filter(|(_, known)| is_due(&known.place));
        due.map(|(id, _)| id.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use reversi_protocol::{RequestId, SessionId};

    use super::*;

    fn opening(from: Option<IpAddr>) -> Known {
        let known = Known::opening(Timestamp(0), IpAddr::V4(Ipv4Addr::LOCALHOST));
        Known { opened_from: from, ..known }
    }

    #[test]
    fn a_request_sent_again_finds_its_room() {
        let key = |request| RequestKey {
            session: SessionId::from_bytes([1; 16]),
            request: RequestId(request),
        };
        let id: RoomId = "AAAA".parse().unwrap();
        let mut directory = Directory::default();
        directory.insert(id.clone(), opening(None), Some(key(1)));
        assert_eq!(directory.made_by(&key(1)), Some(&id));
        assert_eq!(directory.made_by(&key(2)), None);
        directory.remove(&id);
        assert_eq!(directory.made_by(&key(1)), None);
    }

    #[test]
    fn open_rooms_are_counted_by_address() {
        let [here, there] = ["192.0.2.1", "192.0.2.2"].map(|text| text.parse().unwrap());
        let ids: [RoomId; 4] = ["AAAA", "BBBB", "CCCC", "DDDD"].map(|id| id.parse().unwrap());
        let mut directory = Directory::default();
        for (id, address) in ids.iter().zip([Some(here), Some(there), Some(here), None]) {
            directory.insert(id.clone(), opening(address), None);
        }
        assert_eq!([here, there].map(|address| directory.awake(address)), [(4, 2), (4, 1)]);
        directory.remove(&ids[0]);
        assert_eq!(directory.awake(here), (3, 1));
        directory.put(&ids[2], Place::Unread);
        assert_eq!(directory.awake(here), (2, 0));
        directory.put(&ids[2], Place::Opening);
        assert_eq!(directory.awake(here), (3, 1));
    }
}
