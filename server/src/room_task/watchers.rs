//! The names of those who watch a room and wish to be named there.

use std::collections::BTreeMap;

use reversi_game::Color;
use reversi_protocol::PlayerName;
use reversi_protocol::limits::WATCHERS_NAMED_MAX;
use reversi_room::{Holder, Room, SecretHash};

use super::outbox::ConnectionId;

/// Somebody who is named while watching.
#[derive(Clone)]
pub(super) struct Watcher {
    pub(super) name: PlayerName,
    pub(super) player: SecretHash,
}

/// Those who wish to be named, and who of them was.
#[derive(Default)]
pub(super) struct Watchers {
    /// In the order in which they connected, each with the form of the name that tells whether it looks alike.
    willing: BTreeMap<ConnectionId, (String, Watcher)>,
    told: Vec<PlayerName>,
    has_changed: bool,
}

impl Watchers {
    pub(super) fn add(&mut self, connection: ConnectionId, watcher: Watcher) {
        self.willing.insert(connection, (watcher.name.folded(), watcher));
        self.has_changed = true;
    }

    pub(super) fn remove(&mut self, connection: ConnectionId) {
        self.has_changed |= self.willing.remove(&connection).is_some();
    }

    /// Tells whether somebody who wishes to be named came or went since the names were told.
    pub(super) const fn have_changed(&self) -> bool {
        self.has_changed
    }

    /// Returns the names as they were told last.
    pub(super) fn told(&self) -> Vec<PlayerName> {
        self.told.clone()
    }

    /// Returns the names to be told now, if they are others than before.
    pub(super) fn tell(&mut self, room: &Room) -> Option<Vec<PlayerName>> {
        self.has_changed = false;
        let names = self.names(room);
        if names == self.told {
            return None;
        }
        self.told.clone_from(&names);
        Some(names)
    }

    /// Returns the first names. Each belongs to one player here: whoever comes later with a name that looks like
    /// it, or like that of somebody in a seat, is counted and not named.
    fn names(&self, room: &Room) -> Vec<PlayerName> {
        let holders = Color::BOTH.into_iter().filter_map(|color| room.seat(color)?.holder());
        let (mut known, mut players) = (Vec::new(), Vec::new());
        for Holder { name, player, .. } in holders {
            known.push(name.folded());
            players.extend(*player);
        }
        let mut names = Vec::new();
        for (folded, Watcher { name, player }) in self.willing.values() {
            if names.len() < WATCHERS_NAMED_MAX
                && !known.contains(folded)
                && !players.contains(player)
            {
                known.push(folded.clone());
                players.push(*player);
                names.push(name.clone());
            }
        }
        names
    }
}
