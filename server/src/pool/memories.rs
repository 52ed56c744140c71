//! What bots remember of their searches, from one move of a game to the next. There is place for a
//! few games: the one that was asked for longest ago is forgotten first.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use reversi_engine::Memory;
use reversi_game::Color;
use reversi_protocol::{BotName, RoomId};

/// Bots that are remembered for, at 1.5 MiB each.
const MEMORIES_MAX: usize = 32;

/// Whose memory it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seated {
    pub room: RoomId,
    pub color: Color,
    pub bot: BotName,
}

/// A memory belongs to whoever searches with it: one that is forgotten lasts until that search ends.
#[derive(Default)]
pub(super) struct Memories(Mutex<VecDeque<Kept>>);

struct Kept {
    seated: Seated,
    /// The plies before the move that it was last asked for.
    ply: usize,
    memory: Arc<Memory>,
}

impl Memories {
    /// Returns what a bot remembers before a move of a game. Where the game does not go on from the
    /// last one, it begins with nothing.
    pub(super) fn of(&self, seated: Seated, ply: usize) -> Arc<Memory> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let index = kept.iter().position(|it| it.seated == seated);
        let before = index.and_then(|index| kept.remove(index)).filter(|it| it.ply <= ply);
        let memory = before.map_or_else(Arc::default, |it| it.memory);
        kept.push_back(Kept { seated, ply, memory: Arc::clone(&memory) });
        if kept.len() > MEMORIES_MAX {
            kept.pop_front();
        }
        memory
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seated(room: &str) -> Seated {
        let (room, bot) = (room.parse().unwrap(), "level-10".parse().unwrap());
        Seated { room, color: Color::Black, bot }
    }

    #[test]
    fn a_game_that_goes_on_is_remembered_and_another_one_is_not() {
        let memories = Memories::default();
        let first = memories.of(seated("AAAA"), 10);
        let is_first = |seated, ply| Arc::ptr_eq(&first, &memories.of(seated, ply));
        assert!(is_first(seated("AAAA"), 10) && is_first(seated("AAAA"), 12));
        assert!(!is_first(Seated { color: Color::White, ..seated("AAAA") }, 13));
        assert!(!is_first(seated("BBBB"), 14));
        assert!(is_first(seated("AAAA"), 14));
        assert!(!is_first(seated("AAAA"), 0), "a new game");
        assert!(!is_first(seated("AAAA"), 14));
    }

    #[test]
    fn whoever_was_asked_for_longest_ago_is_forgotten() {
        let memories = Memories::default();
        let [old, used] = ["ODDS", "EVEN"].map(|room| memories.of(seated(room), 0));
        for room in 2..=MEMORIES_MAX {
            memories.of(seated("EVEN"), 0);
            memories.of(seated(&format!("N{room:03}")), 0);
        }
        assert!(Arc::ptr_eq(&used, &memories.of(seated("EVEN"), 0)));
        assert!(!Arc::ptr_eq(&old, &memories.of(seated("ODDS"), 0)));
        assert_eq!(memories.0.lock().unwrap().len(), MEMORIES_MAX);
    }
}
