//! How an opening book grows, and what a player has to learn of it.
//!
//! The ends that well-played games come to first are searched, their good moves go into the book, and
//! values go up to the start. Nothing is left to chance, and what comes next depends on the book alone,
//! so growth that was cut off goes on as if it had not been.

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use reversi_engine::book::{self, Book, Next};
use reversi_engine::{Control, Limits, Score, Selectivity, Sides, StopFlag, near_best};

/// Moves that lose more do not go into the book: after one of them a search does as well.
const LOSS_MAX: Score = Score::from_discs(3);

/// What one more ply counts beside what the moves of a line lose: with a quarter of a disc, lines
/// without a fault get four plies longer before one with a fault of a disc is looked at.
const PLY_COST_HUNDREDTHS: i32 = 25;

/// Leaves that are expanded before values go up. Few enough that the next ones are chosen by
/// values that hold, many enough that going through the book takes no time beside the searches.
const ROUND_LEAVES: usize = 32;

/// Expands the most likely leaves of a book, looking this many plies ahead (1 to 60), and brings all
/// values up to date. Returns how many leaves were expanded: 0 if every line has come to its end.
pub(crate) fn grow(book: &mut Book, depth_plies: u32) -> usize {
    let leaves = likeliest_leaves(book);
    let limits =
        Limits { selectivity: Selectivity::Percent87, ..Limits::depth(depth_plies.clamp(1, 60)) };
    let stop = StopFlag::default();
    for &leaf in &leaves {
        let good = near_best(leaf, LOSS_MAX, &limits, Control::timeless(&stop));
        book.expand(leaf, &good);
    }
    book.propagate();
    leaves.len()
}

/// Returns the leaves on the lines that cost least: what the moves of both sides lose, and a
/// little for each ply.
fn likeliest_leaves(book: &Book) -> Vec<Sides> {
    let mut leaves = Vec::new();
    let mut done = HashSet::new();
    let mut queue = BinaryHeap::from([Reverse((0, book::start()))]);
    while let Some(Reverse((cost, sides))) = queue.pop()
        && leaves.len() < ROUND_LEAVES
    {
        if !done.insert(sides) {
            continue;
        }
        if book.is_leaf(sides) {
            leaves.push(sides);
        }
        let moves = book.moves(sides);
        let best = moves.first().map_or(Score::default(), |mv| mv.score);
        queue.extend(moves.iter().map(|mv| {
            let loss = (best - mv.score).hundredths();
            Reverse((cost + loss + PLY_COST_HUNDREDTHS, mv.reached.sides))
        }));
    }
    leaves
}

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
