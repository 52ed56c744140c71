//! The ways to rooms of other servers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reversi_protocol::RoomId;

use crate::link::Links;
use crate::room_task::RoomHandle;

/// One way to each room of another server that somebody here is in.
#[derive(Debug, Default)]
pub(super) struct Mirrors {
    /// Nothing where other servers are not reached.
    pub(super) links: Option<Arc<Links>>,
    ways: Mutex<HashMap<RoomId, RoomHandle>>,
}

impl Mirrors {
    pub(super) fn over(links: Option<Arc<Links>>) -> Self {
        Self { links, ways: Mutex::default() }
    }

    /// A panic while the lock is held cannot leave it half changed.
    pub(super) fn ways(&self) -> MutexGuard<'_, HashMap<RoomId, RoomHandle>> {
        self.ways.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
