//! The rooms of a server: opening, finding, listing, restoring after a start, draining at a stop.

mod directory;
mod list;
mod open;

use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::FutureExt as _;
use rand::TryRng;
use rand::rngs::SysRng;
use reversi_game::Game;
use reversi_protocol::{RoomId, RoomSummary};
use tokio_util::task::TaskTracker;
use tracing::error;

use crate::room_task::{RoomHandle, RoomServices, RoomTask};
use crate::store::StoredRoom;
use directory::Directory;
use list::listing;
use reversi_room::{RequestKey, Room};

/// Groups of sessions. Chosen: enough that sessions that open rooms at the same time seldom share one.
const OPENING_GROUPS: usize = 64;

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

    /// Tells whether a request made a room before that is not closed.
    pub fn has_made(&self, key: &RequestKey) -> bool {
        self.directory().made_by(key).is_some()
    }

    /// Returns the handle of a room that is not closed.
    pub fn find(&self, id: &RoomId) -> Option<RoomHandle> {
        self.directory().get(id).cloned()
    }

    /// Tells whether a game for the ranking stands at one of a game's positions, or may next.
    pub fn is_ranked(&self, game: &Game) -> bool {
        let mut positions = (0..=game.ply()).filter_map(|ply| game.position_at(ply));
        positions.any(|position| self.services.ranked.has(&position))
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
        let (task, handle) = RoomTask::new(room, self.services.clone(), random_seed(), from);
        self.directory().insert(id.clone(), handle.clone(), key, from);
        self.services.metrics.rooms.inc();
        let lobby = Arc::clone(self);
        self.tasks.spawn(async move {
            // Whatever ends a room, it is no longer here.
            let _ = AssertUnwindSafe(task.run()).catch_unwind().await;
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

/// Draws the seed of a room's bots; without randomness they play the same again and again.
fn random_seed() -> u64 {
    SysRng.try_next_u64().unwrap_or_default()
}
