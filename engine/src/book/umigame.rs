//! The umigame number: how many positions a side has to know by heart to play the book's best moves
//! whatever the other side chooses among its own.

use std::collections::HashMap;

use reversi_game::Position;

use super::{Book, Next};
use crate::kernel::Sides;
use crate::score::Score;
use crate::symmetry::canonical;

/// The least positions to memorise, for either side. The end of a line is one; a side chooses the
/// cheapest of its own best moves and prepares for all of the other's. Moves are equally good here
/// if their scores are the same in whole discs; those that differ by symmetry count once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Umigame {
    /// For the side to move.
    pub mover: u64,
    /// For the other side.
    pub opponent: u64,
}

impl Umigame {
    const LEAF: Self = Self { mover: 1, opponent: 1 };

    const fn passed(self) -> Self {
        Self { mover: self.opponent, opponent: self.mover }
    }
}

impl Book {
    /// Returns the umigame numbers of a position in the book.
    pub fn umigame(&self, position: &Position) -> Option<Umigame> {
        let sides = canonical(Sides::of(position));
        self.entries.contains_key(&sides).then(|| self.count(sides, &mut HashMap::new()))
    }

    /// Counts for a canonical picture; `known` has what was counted before.
    fn count(&self, sides: Sides, known: &mut HashMap<Sides, Umigame>) -> Umigame {
        if let Some(&umigame) = known.get(&sides) {
            return umigame;
        }
        let mut links = self.links(sides);
        if let Some(best) = links.first().map(|link| whole_discs(link.value)) {
            links.retain(|link| whole_discs(link.value) == best);
        }
        links.sort_by_key(|link| link.reached.sides);
        links.dedup_by_key(|link| link.reached.sides);
        let after_each = links.iter().map(|link| {
            let umigame = self.count(link.reached.sides, known);
            if link.reached.next == Next::Mover { umigame } else { umigame.passed() }
        });
        let umigame = after_each.reduce(with_alternative).unwrap_or(Umigame::LEAF);
        known.insert(sides, umigame);
        umigame
    }
}

/// Returns the numbers where the mover has the choice between two moves.
fn with_alternative(one: Umigame, other: Umigame) -> Umigame {
    Umigame {
        mover: one.mover.min(other.mover),
        opponent: one.opponent.saturating_add(other.opponent),
    }
}

const fn whole_discs(value: i32) -> i32 {
    Score::from_value(value).whole_discs()
}
