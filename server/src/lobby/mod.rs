//! The rooms of a server: opening, finding, listing, restoring after a start, draining at a stop.

mod directory;

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rand::TryRng;
use rand::rngs::SysRng;
use reversi_protocol::{Refusal, RefusalCode, RoomId, RoomSummary, Visibility};
use tokio_util::task::TaskTracker;
use tracing::{error, info};

use crate::room_task::{RoomHandle, RoomServices, RoomTask};
use crate::store::{Append, StoredRoom, WriteError};
use directory::{Directory, listing};
use reversi_room::{Entry, OpenRequest, RequestKey, Room, open};

/// Draws of an identifier before giving up. With 4 characters of 32 and ten thousand rooms on
/// record, one draw in a hundred is taken.
const DRAWS_MAX: usize = 8;

/// Groups of sessions. Chosen: so many that sessions that open rooms at the same time seldom meet.
const OPENING_GROUPS: usize = 64;

/// The rooms of a server.
#[derive(Debug)]
pub struct Lobby {
    services: RoomServices,
    rooms_max: RoomsMax,
    directory: Mutex<Directory<RoomHandle>>,
    /// The sessions of a group open rooms one after the other, so that a request that comes again
    /// over another connection waits for what comes of the first.
    opening: [tokio::sync::Mutex<()>; OPENING_GROUPS],
    tasks: TaskTracker,
}

/// Rooms that may be open at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomsMax {
    /// In all.
    pub server: usize,
    /// Opened from one network address.
    pub address: usize,
}

impl Lobby {
    /// Makes a lobby and brings back the rooms of the journal. One that cannot be read back is
    /// left out and logged; its events stay where they are.
    pub fn restore(
        services: RoomServices,
        rooms_max: RoomsMax,
        stored: Vec<StoredRoom>,
    ) -> Arc<Self> {
        let lobby = Arc::new(Self {
            services,
            rooms_max,
            directory: Mutex::default(),
            opening: [const { tokio::sync::Mutex::const_new(()) }; OPENING_GROUPS],
            tasks: TaskTracker::new(),
        });
        let now = lobby.services.clock.now();
        for StoredRoom { room: id, entries } in stored {
            let key = entries.first().and_then(|entry| entry.key);
            match Room::from_entries(&id, entries) {
                Ok(mut room) => {
                    room.resume(now);
                    lobby.admit(room, key, None);
                }
                Err(error) => error!(%error, "a room is left out"),
            }
        }
        lobby
    }

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
    ) -> Result<(RoomId, RoomHandle), Refusal> {
        let group = usize::from(key.session.as_bytes()[0]) % OPENING_GROUPS;
        let _turn = self.opening[group].lock().await;
        {
            let directory = self.directory();
            if let Some((id, handle)) = directory.made_by(&key) {
                return Ok((id.clone(), handle.clone()));
            }
            let is_full = directory.len() >= self.rooms_max.server
                || directory.opened_from(from) >= self.rooms_max.address;
            if is_full {
                return Err(RefusalCode::TooManyRooms.into());
            }
        }
        let visibility = request.settings.visibility;
        let at = self.services.clock.now();
        let entries: Vec<Entry> = (1..)
            .zip(open(request, draw_lot()?)?)
            .map(|(seq, event)| Entry { seq, at, key: Some(key), event })
            .collect();
        for _ in 0..DRAWS_MAX {
            let id = draw_id(visibility).ok_or(RefusalCode::Unavailable)?;
            let append = Append { room: id.clone(), entries: entries.clone(), finished: None };
            match self.services.journal.append(append).await {
                Ok(()) => {
                    let room = Room::from_entries(&id, entries).map_err(|error| {
                        error!(%error, "a room that was just opened does not read back");
                        RefusalCode::Unavailable
                    })?;
                    info!(room = %id, "room opened");
                    return Ok((id, self.admit(room, Some(key), Some(from))));
                }
                // The identifier is taken.
                Err(WriteError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(RefusalCode::Unavailable.into())
    }

    /// Tells whether a request made a room before that is not closed.
    pub fn has_made(&self, key: &RequestKey) -> bool {
        self.directory().made_by(key).is_some()
    }

    /// Returns the handle of a room that is not closed.
    pub fn find(&self, id: &RoomId) -> Option<RoomHandle> {
        self.directory().get(id).cloned()
    }

    /// Returns the listed rooms that fit a filter, and how many fit.
    pub fn list(&self, filter: Option<&str>) -> (Vec<RoomSummary>, usize) {
        let summaries: Vec<RoomSummary> = self
            .directory()
            .handles()
            .filter(|handle| handle.is_listed)
            .map(|handle| handle.summary.borrow().clone())
            .collect();
        listing(summaries.into_iter(), filter)
    }

    /// Forgets all rooms and waits until their tasks have finished what they were doing.
    pub async fn drain(&self) {
        drop(self.directory().drain());
        self.tasks.close();
        self.tasks.wait().await;
    }

    /// Starts the task of a room.
    fn admit(
        self: &Arc<Self>,
        room: Room,
        key: Option<RequestKey>,
        from: Option<IpAddr>,
    ) -> RoomHandle {
        let id = room.id().clone();
        let (task, handle) = RoomTask::new(room, self.services.clone(), random_seed());
        self.directory().insert(id.clone(), handle.clone(), key, from);
        self.services.metrics.rooms.inc();
        let lobby = Arc::clone(self);
        self.tasks.spawn(async move {
            task.run().await;
            lobby.directory().remove(&id);
            lobby.services.metrics.rooms.dec();
        });
        handle
    }

    /// A panic while the lock is held cannot leave the directory half changed: each of its methods
    /// is one change.
    fn directory(&self) -> MutexGuard<'_, Directory<RoomHandle>> {
        self.directory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Draws which of two colours it is to be.
fn draw_lot() -> Result<bool, Refusal> {
    let bits = SysRng.try_next_u32().map_err(|_no_randomness| RefusalCode::Unavailable)?;
    Ok(bits % 2 == 1)
}

/// Draws the seed of a room's bots; without randomness they play the same again and again.
fn random_seed() -> u64 {
    SysRng.try_next_u64().unwrap_or_default()
}

/// Draws an identifier from the operating system's randomness.
fn draw_id(visibility: Visibility) -> Option<RoomId> {
    let mut bytes = [0; RoomId::PRIVATE_CHARS];
    let chars = match visibility {
        Visibility::Listed => RoomId::LISTED_CHARS,
        Visibility::Private => RoomId::PRIVATE_CHARS,
    };
    SysRng.try_fill_bytes(&mut bytes).ok()?;
    RoomId::from_random(&bytes[..chars])
}
