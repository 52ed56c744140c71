//! The umigame number: how many positions a side has to know by heart to play the book's best moves
//! whatever the other side chooses among its own.

use std::collections::HashMap;

use reversi_engine::Sides;
use reversi_engine::book::{Book, Next};

/// The least positions to memorise, for either side. The end of a line is one; a side chooses the
/// cheapest of its own best moves and prepares for all of the other's. Moves are equally good here
/// if their scores are the same in whole discs; those that differ by symmetry count once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Umigame {
    /// For the side to move.
    pub(crate) mover: u64,
    /// For the other side.
    pub(crate) opponent: u64,
}

impl Umigame {
    const LEAF: Self = Self { mover: 1, opponent: 1 };

    const fn passed(self) -> Self {
        Self { mover: self.opponent, opponent: self.mover }
    }
}

/// Returns the umigame numbers of a position in the book.
pub(crate) fn umigame(book: &Book, sides: Sides) -> Option<Umigame> {
    book.score(sides).map(|_| count(book, sides, &mut HashMap::new()))
}

/// Counts for a position in the book; `known` has what was counted before.
fn count(book: &Book, sides: Sides, known: &mut HashMap<Sides, Umigame>) -> Umigame {
    if let Some(&umigame) = known.get(&sides) {
        return umigame;
    }
    let mut moves = book.moves(sides);
    if let Some(best) = moves.first().map(|mv| mv.score.whole_discs()) {
        moves.retain(|mv| mv.score.whole_discs() == best);
    }
    moves.sort_by_key(|mv| mv.reached.sides);
    moves.dedup_by_key(|mv| mv.reached.sides);
    let after_each = moves.iter().map(|mv| {
        let umigame = count(book, mv.reached.sides, known);
        if mv.reached.next == Next::Mover { umigame } else { umigame.passed() }
    });
    let umigame = after_each.reduce(with_alternative).unwrap_or(Umigame::LEAF);
    known.insert(sides, umigame);
    umigame
}

/// Returns the numbers where the mover has the choice between two moves.
fn with_alternative(one: Umigame, other: Umigame) -> Umigame {
    Umigame {
        mover: one.mover.min(other.mover),
        opponent: one.opponent.saturating_add(other.opponent),
    }
}
