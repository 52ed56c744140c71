//! How the book grows: the ends that well-played games come to first are searched, their good moves
//! go into the book, and values go up to the start. Nothing is left to chance, and what comes next
//! depends on the book alone, so growth that was cut off goes on as if it had not been.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use reversi_engine::book::{self, Book};
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
