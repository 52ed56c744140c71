//! How many people there are for spectators who stand for more than one: those of another server come as one.

use std::collections::BTreeMap;

use super::outbox::ConnectionId;

#[derive(Default)]
pub(super) struct Crowds(BTreeMap<ConnectionId, u32>);

impl Crowds {
    pub(super) fn set(&mut self, connection: ConnectionId, people: u32) {
        if people > 1 {
            self.0.insert(connection, people);
        } else {
            self.0.remove(&connection);
        }
    }

    pub(super) fn remove(&mut self, connection: ConnectionId) {
        self.0.remove(&connection);
    }

    /// Returns how many more people there are than connections.
    pub(super) fn more(&self) -> u32 {
        self.0.values().map(|people| people - 1).sum()
    }
}
