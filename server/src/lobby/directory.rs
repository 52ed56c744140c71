//! Which rooms there are, and which request made which room.

use std::collections::HashMap;
use std::net::IpAddr;

use reversi_protocol::{RoomId, RoomSummary};
use reversi_room::{DoneRequests, RequestKey, Timestamp};

use crate::room_task::{Resting, RoomHandle};

/// Requests remembered, so that one sent again makes no second room. Chosen: some minutes of the
/// rate that the limits allow.
const REQUESTS_KEPT: usize = 4096;

/// The rooms that are not closed.
#[derive(Debug, Default)]
pub(super) struct Directory {
    rooms: HashMap<RoomId, Known>,
    requests: DoneRequests<RoomId, REQUESTS_KEPT>,
}

#[derive(Debug)]
pub(super) struct Known {
    pub(super) place: Place,
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
}

impl Directory {
    /// Adds a room, and remembers the request that made it.
    pub(super) fn insert(&mut self, id: RoomId, known: Known, key: Option<RequestKey>) {
        if let Some(key) = key {
            self.requests.insert(key, id.clone());
        }
        self.rooms.insert(id, known);
    }

    /// Says where a room is, if it is known.
    pub(super) fn put(&mut self, id: &RoomId, place: Place) {
        if let Some(known) = self.rooms.get_mut(id) {
            known.place = place;
        }
    }

    pub(super) fn remove(&mut self, id: &RoomId) {
        self.rooms.remove(id);
    }

    pub(super) fn clear(&mut self) {
        self.rooms.clear();
    }

    pub(super) fn known(&self, id: &RoomId) -> Option<&Known> {
        self.rooms.get(id)
    }

    pub(super) fn place(&self, id: &RoomId) -> Option<&Place> {
        self.known(id).map(|known| &known.place)
    }

    /// Returns the room that a request made before, unless it has closed since.
    pub(super) fn made_by(&self, key: &RequestKey) -> Option<&RoomId> {
        self.requests.answer(key).filter(|id| self.rooms.contains_key(*id))
    }

    pub(super) fn len(&self) -> usize {
        self.rooms.len()
    }

    /// Returns the lines of the rooms that are listed, in no order.
    pub(super) fn listed(&self) -> impl Iterator<Item = RoomSummary> {
        self.rooms.values().filter_map(|known| match &known.place {
            Place::Here(handle) => handle.is_listed.then(|| handle.summary.borrow().clone()),
            Place::Resting(resting) => resting.is_listed.then(|| resting.summary.clone()),
            Place::Opening => None,
        })
    }

    /// Counts the rooms that do not rest: all of them, and those opened from a network address.
    pub(super) fn awake(&self, address: IpAddr) -> (usize, usize) {
        let awake = self.rooms.values().filter(|it| !matches!(it.place, Place::Resting(_)));
        awake.fold((0, 0), |(all, own), known| {
            (all + 1, own + usize::from(known.opened_from == Some(address)))
        })
    }

    /// Returns the room that has rested longest of those that were opened from a network address and only
    /// one person was ever in, if there are as many of them.
    pub(super) fn forgotten(&self, address: IpAddr, rooms_max: usize) -> Option<RoomId> {
        let lone = self.rooms.iter().filter_map(|(id, known)| match &known.place {
            Place::Resting(resting) if known.opened_from == Some(address) && resting.is_lone => {
                Some((resting.since, id))
            }
            Place::Resting(_) | Place::Here(_) | Place::Opening => None,
        });
        let lone: Vec<_> = lone.collect();
        if lone.len() < rooms_max {
            return None;
        }
        lone.into_iter().min().map(|(_, id)| id.clone())
    }

    /// Returns the resting rooms that time does something to.
    pub(super) fn due(&self, now: Timestamp) -> Vec<RoomId> {
        let is_due = |place: &Place| match place {
            Place::Resting(resting) => resting.wakes_at.is_some_and(|at| at <= now),
            Place::Here(_) | Place::Opening => false,
        };
        let due = self.rooms.iter().filter(|(_, known)| is_due(&known.place));
        due.map(|(id, _)| id.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use reversi_protocol::{RequestId, SessionId};

    use super::*;

    fn opening(from: Option<IpAddr>) -> Known {
        Known { place: Place::Opening, opened_from: from }
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
    }
}
