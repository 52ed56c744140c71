//! The lobby's rules as plain values: which rooms there are, which are listed in what order, and
//! which request made which room.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;

use reversi_protocol::limits::ROOMS_LISTED_MAX;
use reversi_protocol::{Occupant, Phase, RoomId, RoomSummary};

use reversi_room::RequestKey;

/// Requests remembered, so that one sent again makes no second room. Chosen: some minutes of the
/// rate that the limits allow.
const REQUESTS_KEPT: usize = 4096;

/// The rooms that are not closed, each with a handle of type `H`.
#[derive(Debug)]
pub(super) struct Directory<H> {
    rooms: HashMap<RoomId, Known<H>>,
    requests: VecDeque<(RequestKey, RoomId)>,
}

#[derive(Debug)]
struct Known<H> {
    handle: H,
    opened_from: Option<IpAddr>,
}

impl<H> Default for Directory<H> {
    fn default() -> Self {
        Self { rooms: HashMap::new(), requests: VecDeque::new() }
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
            if self.requests.len() == REQUESTS_KEPT {
                self.requests.pop_front();
            }
            self.requests.push_back((key, id.clone()));
        }
        self.rooms.insert(id, Known { handle, opened_from });
    }

    /// Takes a room out.
    pub(super) fn remove(&mut self, id: &RoomId) -> Option<H> {
        self.rooms.remove(id).map(|known| known.handle)
    }

    /// Takes all rooms out.
    pub(super) fn drain(&mut self) -> Vec<H> {
        self.rooms.drain().map(|(_, known)| known.handle).collect()
    }

    /// Returns the handle of a room.
    pub(super) fn get(&self, id: &RoomId) -> Option<&H> {
        self.rooms.get(id).map(|known| &known.handle)
    }

    /// Returns the room that a request made before, unless it has closed since.
    pub(super) fn made_by(&self, key: &RequestKey) -> Option<(&RoomId, &H)> {
        let (_, id) = self.requests.iter().rev().find(|(known, _)| known == key)?;
        self.rooms.get_key_value(id).map(|(id, known)| (id, &known.handle))
    }

    /// Returns the number of rooms.
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

/// Chooses and orders the lines of the list of rooms: those that fit the filter, open ones first,
/// then running, then finished, the newest first; at most [`ROOMS_LISTED_MAX`]. The second value
/// is the number of all that fit.
pub(super) fn listing(
    summaries: impl Iterator<Item = RoomSummary>,
    filter: Option<&str>,
) -> (Vec<RoomSummary>, usize) {
    let filter = filter.unwrap_or_default().to_lowercase();
    let mut rooms: Vec<RoomSummary> = summaries.filter(|summary| fits(summary, &filter)).collect();
    rooms.sort_by_key(|summary| {
        let order = match summary.phase {
            Phase::Open => 0,
            Phase::Playing => 1,
            Phase::Adjourned => 2,
            Phase::Finished => 3,
            Phase::Closed => 4,
        };
        (order, std::cmp::Reverse(summary.opened_at_ms), summary.room.clone())
    });
    let total = rooms.len();
    rooms.truncate(ROOMS_LISTED_MAX);
    (rooms, total)
}

fn fits(summary: &RoomSummary, filter: &str) -> bool {
    let players = [&summary.black, &summary.white].into_iter().flatten().map(Occupant::name);
    [summary.room.as_str(), summary.name.as_str()]
        .into_iter()
        .chain(players)
        .any(|text| text.to_lowercase().contains(filter))
}

#[cfg(test)]
mod tests {
    use reversi_game::DiscCounts;
    use reversi_protocol::{RequestId, RoomName, SessionId};

    use super::*;

    fn summary(id: &str, name: &str, phase: Phase, opened_at_ms: u64) -> RoomSummary {
        RoomSummary {
            room: id.parse().unwrap(),
            name: RoomName::new(name).unwrap(),
            phase,
            black: None,
            white: None,
            ply: 0,
            discs: DiscCounts { black: 2, white: 2 },
            spectators: 0,
            opened_at_ms,
        }
    }

    #[test]
    fn open_rooms_come_first_and_the_newest_of_them() {
        let rooms = [
            summary("AAAA", "done", Phase::Finished, 9),
            summary("BBBB", "old", Phase::Open, 1),
            summary("CCCC", "running", Phase::Playing, 5),
            summary("DDDD", "new", Phase::Open, 2),
        ];
        let ids = |filter| -> Vec<String> {
            let (rooms, _) = listing(rooms.iter().cloned(), filter);
            rooms.iter().map(|summary| summary.room.to_string()).collect()
        };
        assert_eq!(ids(None), ["DDDD", "BBBB", "CCCC", "AAAA"]);
        assert_eq!(ids(Some("RUN")), ["CCCC"]);
        assert_eq!(ids(Some("bbb")), ["BBBB"]);
    }

    #[test]
    fn a_long_list_is_cut_and_counted() {
        let rooms = (0..300).map(|i| summary(&format!("{i:04}"), "x", Phase::Open, i));
        let (listed, total) = listing(rooms, None);
        assert_eq!((listed.len(), total), (ROOMS_LISTED_MAX, 300));
    }

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
