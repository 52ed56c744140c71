//! A journal in memory, for simulations: it can be told to fail.

use std::collections::BTreeMap;

use reversi_protocol::RoomId;

use super::{Append, AppendError, LoadError, Ranked, Storage, StoredRoom};
use crate::room::{Entry, Event};

/// Keeps entries in memory.
#[derive(Debug, Default)]
pub struct MemoryStorage {
    rooms: BTreeMap<RoomId, Vec<Entry>>,
    /// What the next commits answer instead of storing, the next one last.
    pub failures: Vec<AppendError>,
}

impl Storage for MemoryStorage {
    fn commit(&mut self, batch: &[Append]) -> Vec<Result<(), AppendError>> {
        if let Some(failure) = self.failures.pop() {
            return batch.iter().map(|_| Err(failure.clone())).collect();
        }
        batch
            .iter()
            .map(|append| {
                let stored = self.rooms.entry(append.room.clone()).or_default();
                let next = stored.len() as u64 + 1;
                if append.entries.first().is_some_and(|entry| entry.seq != next) {
                    return Err(AppendError::Conflict);
                }
                stored.extend(append.entries.iter().cloned());
                Ok(())
            })
            .collect()
    }

    fn load(&mut self, room: &RoomId) -> Result<Option<StoredRoom>, LoadError> {
        let stored = self.rooms.get(room);
        Ok(stored.map(|entries| StoredRoom { room: room.clone(), entries: entries.clone() }))
    }

    fn ranking(&mut self, lines_max: usize) -> Result<Vec<Ranked>, LoadError> {
        let mut best: BTreeMap<String, Ranked> = BTreeMap::new();
        for entry in self.rooms.values().flatten() {
            if let Event::Ranked { nick, score } = &entry.event {
                let ranked = Ranked { nick: nick.clone(), score: *score };
                let line = best.entry(nick.folded()).or_insert_with(|| ranked.clone());
                if ranked.score > line.score {
                    *line = ranked;
                }
            }
        }
        let mut lines: Vec<Ranked> = best.into_values().collect();
        lines.sort_by_key(|line| (std::cmp::Reverse(line.score), line.nick.folded()));
        lines.truncate(lines_max);
        Ok(lines)
    }

    fn load_open(&mut self) -> Result<Vec<StoredRoom>, LoadError> {
        let is_open = |entries: &[Entry]| {
            !matches!(entries.last(), Some(Entry { event: Event::Closed { .. }, .. }))
        };
        Ok(self
            .rooms
            .iter()
            .filter(|(_, entries)| is_open(entries))
            .map(|(room, entries)| StoredRoom { room: room.clone(), entries: entries.clone() })
            .collect())
    }
}
