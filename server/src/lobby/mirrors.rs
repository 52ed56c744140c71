//! The ways to rooms of other servers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reversi_protocol::RoomId;
use reversi_room::Timestamp;

use crate::link::{Links, List};
use crate::room_task::RoomHandle;

/// How long lists of other servers are good. Chosen: a list is older than that when it is read.
const LISTS_KEPT: Duration = Duration::from_secs(1);

type Lists = HashMap<Option<String>, (Timestamp, Vec<List>)>;

/// One way to each room of another server that somebody here is in.
#[derive(Debug, Default)]
pub(super) struct Mirrors {
    /// Nothing where other servers are not reached.
    pub(super) links: Option<Arc<Links>>,
    ways: Mutex<HashMap<RoomId, RoomHandle>>,
    /// What others have listed last, by filter.
    lists: Mutex<Lists>,
}

impl Mirrors {
    pub(super) fn over(links: Option<Arc<Links>>) -> Self {
        Self { links, ways: Mutex::default(), lists: Mutex::default() }
    }

    /// Returns what others have listed, if that was just now.
    pub(super) fn listed(&self, filter: Option<&str>, now: Timestamp) -> Option<Vec<List>> {
        let mut lists = self.lists();
        lists.retain(|_, (at, _)| now < at.after(LISTS_KEPT));
        lists.get(&filter.map(str::to_owned)).map(|(_, lists)| lists.clone())
    }

    /// Keeps what others have listed for a moment.
    pub(super) fn keep_listed(&self, filter: Option<&str>, now: Timestamp, listed: Vec<List>) {
        self.lists().insert(filter.map(str::to_owned), (now, listed));
    }

    fn lists(&self) -> MutexGuard<'_, Lists> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A panic while the lock is held cannot leave it half changed.
    pub(super) fn ways(&self) -> MutexGuard<'_, HashMap<RoomId, RoomHandle>> {
        self.ways.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
