//! Which rooms there are, and which request made which room.

use std::collections::HashMap;
use std::net::IpAddr;

use reversi_protocol::RoomId;
use reversi_room::{DoneRequests, RequestKey};

/// Requests remembered, so that one sent again makes no second room. Chosen: some minutes of the
/// rate that the limits allow.
const REQUESTS_KEPT: usize = 4096;

/// The rooms that are not closed, each with a handle of type `H`.
#[derive(Debug)]
pub(super) struct Directory<H> {
    rooms: HashMap<RoomId, Known<H>>,
    requests: DoneRequests<RoomId, REQUESTS_KEPT>,
}

#[derive(Debug)]
struct Known<H> {
    handle: H,
    opened_from: Option<IpAddr>,
}

impl<H> Default for Directory<H> {
    fn default() -> Self {
        Self { rooms: HashMap::new(), requests: DoneRequests::default() }
    }
}

impl<H> Directory<H> {
    /// Adds a room and remembers the request that made it, and the network address that it came
    /// from; a restart forgets the address.
    pub(super) fn insert(
        &mut self,
        id: RoomId,
        handle: H,
        key: Option<RequestKey>,
        opened_from: Option<IpAddr>,
    ) {
        if let Some(key) = key {
            self.requests.insert(key, id.clone());
        }
        self.rooms.insert(id, Known { handle, opened_from });
    }

    pub(super) fn remove(&mut self, id: &RoomId) -> Option<H> {
        self.rooms.remove(id).map(|known| known.handle)
    }

    pub(super) fn drain(&mut self) -> Vec<H> {
        self.rooms.drain().map(|(_, known)| known.handle).collect()
    }

    /// Returns the handle of a room.
    pub(super) fn get(&self, id: &RoomId) -> Option<&H> {
        self.rooms.get(id).map(|known| &known.handle)
    }

    /// Returns the room that a request made before, unless it has closed since.
    pub(super) fn made_by(&self, key: &RequestKey) -> Option<(&RoomId, &H)> {
        let id = self.requests.answer(key)?;
        self.rooms.get_key_value(id).map(|(id, known)| (id, &known.handle))
    }

    pub(super) fn len(&self) -> usize {
        self.rooms.len()
    }

    /// Returns all handles, in no order.
    pub(super) fn handles(&self) -> impl Iterator<Item = &H> {
        self.rooms.values().map(|known| &known.handle)
    }

    /// Returns how many of the rooms were opened from a network address.
    pub(super) fn opened_from(&self, address: IpAddr) -> usize {
        self.rooms.values().filter(|known| known.opened_from == Some(address)).count()
    }
}

#[cfg(test)]
mod tests {
    use reversi_protocol::{RequestId, SessionId};

    use super::*;

    #[test]
    fn a_request_sent_again_finds_its_room() {
        let key = |request| RequestKey {
            session: SessionId::from_bytes([1; 16]),
            request: RequestId(request),
        };
        let id: RoomId = "AAAA".parse().unwrap();
        let mut directory = Directory::default();
        directory.insert(id.clone(), "handle", Some(key(1)), None);
        assert_eq!(directory.made_by(&key(1)), Some((&id, &"handle")));
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
            directory.insert(id.clone(), (), None, address);
        }
        assert_eq!([here, there].map(|address| directory.opened_from(address)), [2, 1]);
        directory.remove(&ids[0]);
        assert_eq!(directory.opened_from(here), 1);
    }
}
