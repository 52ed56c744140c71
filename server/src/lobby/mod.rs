//! The rooms of a server: opening, finding, listing, restoring after a start, resting while nobody is there,
//! noting that the server runs, draining at a stop.

mod alive;
mod directory;
mod elsewhere;
mod list;
mod mirrors;
mod open;
pub mod pairing;
pub mod queue;
mod seeking;
mod waking;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reversi_game::Game;
use reversi_protocol::{Refusal, RoomId};
use tokio::sync::Mutex as Turn;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::link::{Links, List};
use crate::neighbours::Neighbours;
use crate::people::People;
use crate::room_task::RoomServices;
use crate::store::OpenRoom;
use directory::{Directory, Known};
use list::listing;
use mirrors::Mirrors;
use queue::Pairing;
use reversi_room::RequestKey;

/// Groups of sessions, and of rooms. Chosen: enough that those who open or wake rooms at the same time seldom
/// share one.
const GROUPS: usize = 64;

/// How often it is asked for keys that are replaced on other servers. Chosen: an old key is seldom in wrong hands
/// for so short a time.
const KEYS_HEARD_EVERY: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub struct Lobby {
    services: RoomServices,
    rooms_max: RoomsMax,
    directory: Mutex<Directory>,
    pairing: Mutex<Pairing>,
    /// The sessions of a group open rooms one after the other, so that a request that comes again
    /// over another connection waits for what comes of the first.
    opening: [Turn<()>; GROUPS],
    /// The rooms of a group are brought back one after the other, so that none is there twice.
    waking: [Turn<()>; GROUPS],
    mirrors: Mirrors,
    tasks: TaskTracker,
}

/// Rooms that may be open, and not resting, at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomsMax {
    /// In all.
    pub server: usize,
    /// Opened from one network address.
    pub address: usize,
}

impl Lobby {
    /// Makes a lobby that knows the rooms of the journal by name; see [`Lobby::read_rooms`]. Rooms of other servers
    /// are reached by `links`.
    pub fn restore(
        mut services: RoomServices,
        rooms_max: RoomsMax,
        stored: Vec<OpenRoom>,
        links: Option<Arc<Links>>,
    ) -> Arc<Self> {
        services.neighbours = links.clone().map(|links| links as Arc<dyn Neighbours>);
        if let Some(neighbours) = &services.neighbours {
            services.ranked.tell(Arc::clone(neighbours));
        }
        let mut directory = Directory::default();
        services.ranked.set_unread(!stored.is_empty());
        let now = services.clock.now();
        for room in stored {
            directory.insert(room.room.clone(), Known::stored(&room, now), room.opened_by);
        }
        services.metrics.rooms.set(directory.len() as i64);
        Arc::new(Self {
            services,
            rooms_max,
            directory: Mutex::new(directory),
            pairing: Mutex::default(),
            opening: [const { Turn::const_new(()) }; GROUPS],
            waking: [const { Turn::const_new(()) }; GROUPS],
            mirrors: Mirrors::over(links),
            tasks: TaskTracker::new(),
        })
    }

    /// Takes over rooms that another server had, and reads them.
    pub async fn take_over(self: &Arc<Self>, rooms: Vec<OpenRoom>, shutdown: CancellationToken) {
        self.services.ranked.set_unread(true);
        {
            let now = self.services.clock.now();
            let mut directory = self.directory();
            for room in rooms {
                // Whatever was here of it was of an earlier epoch.
                directory.remove(&room.room);
                directory.insert(room.room.clone(), Known::stored(&room, now), room.opened_by);
            }
            self.services.metrics.rooms.set(directory.len() as i64);
        }
        Arc::clone(self).read_rooms(shutdown).await;
    }

    /// Hears of keys that are replaced on other servers, until the server stops.
    pub async fn hear_of_keys(self: Arc<Self>, shutdown: CancellationToken) {
        let clock = self.services.clock;
        let hearing = async {
            loop {
                clock.sleep_until(Some(clock.now().after(KEYS_HEARD_EVERY))).await;
                // What cannot be read is read the next time.
                if let Ok(keys) = self.services.journal.replaced_keys().await {
                    self.people().replaced(keys);
                }
            }
        };
        tokio::select! {
            () = hearing => {}
            () = shutdown.cancelled() => {}
        }
    }

    /// Returns the room that a request made before, if it is not closed.
    pub fn made(&self, key: &RequestKey) -> Option<RoomId> {
        self.directory().made_by(key).cloned()
    }

    /// Checks that no game for the ranking stands at one of a game's positions, or may next.
    ///
    /// # Errors
    /// One does, or it is not known yet.
    pub fn check_unranked(&self, game: &Game) -> Result<(), Refusal> {
        let mut positions = (0..=game.ply()).filter_map(|ply| game.position_at(ply));
        positions.try_for_each(|position| self.services.ranked.check(&position))
    }

    /// Returns who is here.
    pub const fn people(&self) -> &Arc<People> {
        &self.services.people
    }

    /// Returns the listed rooms here that fit a filter, and how many fit.
    fn list_own(&self, filter: Option<&str>) -> List {
        let summaries = self.directory().listed();
        listing(&summaries, filter)
    }

    /// Forgets all rooms and waits until their tasks have finished what they were doing.
    pub async fn drain(&self) {
        self.directory().clear();
        self.mirrors.ways().clear();
        self.tasks.close();
        self.tasks.wait().await;
    }

    /// Adds a room that is about to be stored; false if there is one of that name.
    fn reserve(
        &self,
        id: &RoomId,
        known: Known,
        keys: impl IntoIterator<Item = RequestKey>,
    ) -> bool {
        let mut directory = self.directory();
        let is_free = directory.known(id).is_none();
        if is_free {
            directory.insert(id.clone(), known, keys);
            self.services.metrics.rooms.set(directory.len() as i64);
        }
        is_free
    }

    fn forget(&self, id: &RoomId) {
        let mut directory = self.directory();
        directory.remove(id);
        self.services.metrics.rooms.set(directory.len() as i64);
    }

    /// A panic while the lock is held cannot leave the directory half changed: each of its methods
    /// is one change.
    fn directory(&self) -> MutexGuard<'_, Directory> {
        self.directory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
