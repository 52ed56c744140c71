//! How a room is opened: once for each request, within the limits, under an identifier of its own.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use rand::TryRng as _;
use rand::rngs::SysRng;
use reversi_engine::even_opening;
use reversi_game::Game;
use reversi_protocol::{BadStart, Refusal, RefusalCode, RoomId, Visibility};
use reversi_room::{Attendance, Entry, Event, Lot, OpenRequest, RequestKey, Room, Timestamp, open};
use tracing::{error, info};

use super::directory::Known;
use super::{Lobby, RoomsMax};
use crate::process::draw_lot;
use crate::store::{Append, Epoch, WriteError};

/// Draws of an identifier before giving up. With 4 characters of 32 and ten thousand rooms on
/// record, one draw in a hundred is taken.
const DRAWS_MAX: usize = 8;

/// When to ask for a room again where there are too many. Chosen: empty ones close within minutes.
const FULL_RETRY: Duration = Duration::from_mins(1);

impl Lobby {
    /// Opens a room for someone at a network address, or finds the one that the same request
    /// opened before.
    ///
    /// # Errors
    /// [`Refusal`]; no room exists then.
    pub async fn create(
        self: &Arc<Self>,
        from: IpAddr,
        key: RequestKey,
        request: OpenRequest,
    ) -> Result<RoomId, Refusal> {
        let group = usize::from(key.session.as_bytes()[0]) % self.opening.len();
        let _turn = self.opening[group].lock().await;
        if let Some(id) = self.made_by(&key).await? {
            return Ok(id);
        }
        self.make_room(from).await?;
        let visibility = request.settings.visibility;
        let at = self.services.clock.now();
        let events = open(request, draw()?)?;
        self.check_start(&events)?;
        self.store(from, visibility, entries(1, at, key, events)).await
    }

    /// Stores a new room under an identifier that it draws.
    pub(super) async fn store(
        self: &Arc<Self>,
        from: IpAddr,
        visibility: Visibility,
        entries: Vec<Entry>,
    ) -> Result<RoomId, Refusal> {
        let at = self.services.clock.now();
        let mut keys: Vec<_> = entries.iter().filter_map(|entry| entry.key).collect();
        keys.dedup();
        for _ in 0..DRAWS_MAX {
            let id = draw_id(visibility).ok_or(RefusalCode::Unavailable)?;
            // Known before it is stored, so that whatever goes wrong in between, the same request finds it.
            if !self.reserve(&id, Known::opening(at, from), keys.iter().copied()) {
                continue;
            }
            let append = Append {
                room: id.clone(),
                epoch: Epoch::FIRST,
                entries: entries.clone(),
                finished: None,
            };
            match self.services.journal.append(append).await {
                Ok(()) => {
                    let room = Room::from_entries(&id, entries).map_err(|error| {
                        error!(%error, "a room that was just opened does not read back");
                        RefusalCode::Unavailable
                    })?;
                    self.admit(room, Attendance::nobody(at));
                    info!(room = %id, "room opened");
                    return Ok(id);
                }
                Err(error) => {
                    self.forget(&id);
                    // The identifier may be one of a room that is closed.
                    if error != WriteError::Conflict {
                        return Err(error.into());
                    }
                }
            }
        }
        Err(RefusalCode::Unavailable.into())
    }
}

impl Lobby {
    /// Checks that no bot would go on where a game for the ranking stands.
    fn check_start(&self, events: &[Event]) -> Result<(), Refusal> {
        let Some(Event::Opened { start, competition: None, .. }) = events.first() else {
            return Ok(());
        };
        let has_bot = events.iter().any(|event| matches!(event, Event::BotSeated { .. }));
        let game = Game::try_from(start.clone()).map_err(BadStart::Illegal)?;
        if has_bot { self.services.ranked.check(&game.position()) } else { Ok(()) }
    }

    /// Returns the room that a request made before, unless it has closed since or was never stored.
    async fn made_by(self: &Arc<Self>, key: &RequestKey) -> Result<Option<RoomId>, Refusal> {
        let known = self.directory().made_by(key).cloned();
        let made = match known {
            Some(id) => Some(id),
            // The server that did it may be gone.
            None => self.services.journal.made_by(*key).await.map_err(|problem| {
                error!(%problem, "it cannot be read which room a request has opened");
                RefusalCode::Unavailable
            })?,
        };
        let Some(id) = made else { return Ok(None) };
        match self.find(&id).await {
            Ok(_) => Ok(Some(id)),
            Err(Refusal { code: RefusalCode::NoSuchRoom, .. }) => Ok(None),
            Err(refusal) => Err(refusal),
        }
    }

    /// Checks that there may be one more room from a network address. One that nobody comes back to
    /// makes way for it.
    pub(super) async fn make_room(self: &Arc<Self>, from: IpAddr) -> Result<(), Refusal> {
        let RoomsMax { server, address } = self.rooms_max;
        let (all, own) = self.directory().awake(from);
        if all >= server || own >= address {
            return Err(Refusal::wait(RefusalCode::TooManyRooms, FULL_RETRY));
        }
        let forgotten = self.directory().forgotten(from, address);
        if let Some(forgotten) = forgotten {
            self.give_up(&forgotten).await;
        }
        Ok(())
    }
}

/// Numbers events that a request brings about.
pub(super) fn entries(
    from_seq: u64,
    at: Timestamp,
    key: RequestKey,
    events: Vec<Event>,
) -> Vec<Entry> {
    let numbered = (from_seq..).zip(events);
    numbered.map(|(seq, event)| Entry { seq, at, key: Some(key), event }).collect()
}

/// Lets chance decide what is left to it when a room is opened.
pub(super) fn draw() -> Result<Lot<'static>, Refusal> {
    let lot = draw_lot().ok_or(RefusalCode::Unavailable)?;
    Ok(Lot { is_swapped: lot % 2 == 1, opening: even_opening(lot / 2) })
}

/// Draws an identifier from the operating system's randomness.
pub(super) fn draw_id(visibility: Visibility) -> Option<RoomId> {
    let mut bytes = [0; RoomId::PRIVATE_CHARS];
    let chars = match visibility {
        Visibility::Listed => RoomId::LISTED_CHARS,
        Visibility::Private => RoomId::PRIVATE_CHARS,
    };
    SysRng.try_fill_bytes(&mut bytes).ok()?;
    RoomId::from_random(&bytes[..chars])
}

#[cfg(test)]
mod tests {

    use reversi_protocol::{
        Durability, PlayerName, Presence, RequestId, RoomName, RoomSettings, SeatChoices, SessionId,
    };
    use reversi_room::SecretHash;
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::clock::Clock;

    use crate::room_task::RoomServices;
    use crate::store::{MemoryStorage, OpenRoom};

    const ADDRESS: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn lobby() -> Arc<Lobby> {
        let services = RoomServices::over(
            MemoryStorage::default(),
            Clock::start(Timestamp(0)),
            Durability::Full,
        );
        Lobby::restore(services, RoomsMax { server: 10, address: 10 }, Vec::new(), None)
    }

    fn key(request: u32) -> RequestKey {
        RequestKey { session: SessionId::from_bytes([1; 16]), request: RequestId(request) }
    }

    fn request() -> OpenRequest {
        OpenRequest {
            settings: RoomSettings::default(),
            seats: SeatChoices::default(),
            name: PlayerName::new("ann").unwrap(),
            token: Some(SecretHash::of(&[1; 16])),
            player: None,
            saved: None,
            competition: None,
            invitation: None,
            default_name: RoomName::new("ann").unwrap(),
        }
    }

    /// What a fault in the middle of opening a room leaves behind: the room is known, and stored or not.
    async fn open_half(lobby: &Arc<Lobby>, id: &RoomId, key: RequestKey, is_stored: bool) {
        let now = lobby.services.clock.now();
        assert!(lobby.reserve(id, Known::opening(now, ADDRESS), [key]));
        if is_stored {
            let at = lobby.services.clock.now();
            let entries = entries(1, at, key, open(request(), Lot::default()).unwrap());
            let append = Append { room: id.clone(), epoch: Epoch::FIRST, entries, finished: None };
            lobby.services.journal.append(append).await.unwrap();
        }
    }

    #[tokio::test]
    async fn a_fault_while_a_room_is_opened_leaves_a_whole_room_or_none() {
        let lobby = lobby();
        let [stored, lost] = ["AAAA", "BBBB"].map(|id| id.parse::<RoomId>().unwrap());
        open_half(&lobby, &stored, key(1), true).await;
        open_half(&lobby, &lost, key(2), false).await;
        assert_eq!(lobby.create(ADDRESS, key(1), request()).await, Ok(stored.clone()));
        assert!(lobby.find(&stored).await.is_ok());
        let made = lobby.create(ADDRESS, key(2), request()).await.unwrap();
        assert_ne!(made, lost);
        let refused = lobby.find(&lost).await.unwrap_err();
        assert_eq!(refused.code, RefusalCode::NoSuchRoom);
        // The same request finds it again, also when it rests.
        for _ in 0..20 {
            assert_eq!(lobby.create(ADDRESS, key(2), request()).await, Ok(made.clone()));
            tokio::task::yield_now().await;
        }
        assert_eq!(lobby.services.metrics.rooms.get(), 2);
    }

    #[tokio::test]
    async fn rooms_of_before_a_start_are_found_at_once_and_listed_once_they_are_read() {
        let before = lobby();
        let [sound, lost] = ["AAAA", "BBBB"].map(|id| id.parse::<RoomId>().unwrap());
        open_half(&before, &sound, key(1), true).await;
        let open = |room: &RoomId, request| OpenRoom {
            room: room.clone(),
            epoch: Epoch::FIRST,
            opened_by: Some(key(request)),
            ran_until: Timestamp(0),
        };
        let rooms = vec![open(&sound, 1), open(&lost, 2)];
        let rooms_max = RoomsMax { server: 1, address: 1 };
        let lobby = Lobby::restore(before.services.clone(), rooms_max, rooms, None);
        assert_eq!(lobby.services.metrics.rooms.get(), 2);
        assert!(lobby.directory().listed().is_empty());
        // Names alone are no rooms in memory: one more may be opened.
        let made = lobby.create(ADDRESS, key(3), request()).await.unwrap();
        assert_eq!(lobby.create(ADDRESS, key(1), request()).await, Ok(sound.clone()));
        Arc::clone(&lobby).read_rooms(CancellationToken::new()).await;
        let mut listed: Vec<_> =
            lobby.directory().listed().iter().map(|line| line.room.clone()).collect();
        listed.sort();
        let mut expected = vec![made, sound];
        expected.sort();
        assert_eq!(listed, expected, "what cannot be read is left out");
        assert!(lobby.made(&key(1)).is_some() && lobby.made(&key(2)).is_none());
    }

    #[tokio::test]
    async fn players_of_a_room_that_is_taken_over_are_away_from_then_on() {
        let before = lobby();
        let id: RoomId = "AAAA".parse().unwrap();
        open_half(&before, &id, key(1), true).await;
        let rooms_max = RoomsMax { server: 1, address: 1 };
        let lobby = Lobby::restore(before.services.clone(), rooms_max, Vec::new(), None);
        tokio::time::sleep(Duration::from_millis(50)).await;
        let taken_at = lobby.services.clock.now();
        let room = OpenRoom {
            room: id.clone(),
            epoch: Epoch::FIRST,
            opened_by: None,
            ran_until: Timestamp(0),
        };
        lobby.take_over(vec![room], CancellationToken::new()).await;
        let shown = lobby.look_at(&id).await.unwrap();
        let seats = [&shown.black, &shown.white];
        let presence = seats.into_iter().flatten().next().map(|seat| seat.presence);
        let Some(Presence::Absent { since_ms, .. }) = presence else { panic!("{shown:?}") };
        assert!(since_ms >= taken_at.0, "{since_ms} {taken_at:?}");
    }
}
