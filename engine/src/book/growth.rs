//! How the book grows: the ends that well-played games come to first are searched, their good moves
//! go into the book, and values go up to the start. Nothing is left to chance, and what comes next
//! depends on the book alone, so growth that was cut off goes on as if it had not been.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use super::{Book, Entry, Reached, start};
use crate::control::{Confidence, Control, Limits, StopFlag};
use crate::eval::Evaluation;
use crate::kernel::Sides;
use crate::score::{DISC, Value};
use crate::search::{self, Aim};

/// Moves that lose more go not into the book: whoever meets them can as well search.
const LOSS_MAX: Value = 3 * DISC;

/// What one more ply counts beside what the moves of a line lose: with a quarter of a disc, lines
/// without a fault get four plies longer before one with a fault of a disc is looked at.
const PLY_COST: Value = DISC / 4;

/// Leaves that are expanded before values go up. Few enough that the next ones are chosen by
/// values that hold, many enough that going through the book takes no time beside the searches.
const ROUND_LEAVES: usize = 32;

impl Book {
    /// Expands the most likely leaves, looking so many plies ahead (1 to 60), and brings all values
    /// up to date. Returns how many leaves were expanded: 0 if every line has come to its end.
    pub fn grow(&mut self, depth_plies: u32) -> usize {
        let leaves = self.likeliest_leaves();
        for &leaf in &leaves {
            self.expand(leaf, depth_plies);
        }
        self.settle();
        leaves.len()
    }

    /// Returns the leaves on the lines that cost least: what the moves of both sides lose, and a
    /// little for each ply.
    fn likeliest_leaves(&self) -> Vec<Sides> {
        let mut leaves = Vec::new();
        let mut done = HashSet::new();
        let mut queue = BinaryHeap::from([Reverse((0, start()))]);
        while let Some(Reverse((cost, sides))) = queue.pop()
            && leaves.len() < ROUND_LEAVES
        {
            if !done.insert(sides) {
                continue;
            }
            if self.is_leaf(sides) {
                leaves.push(sides);
            }
            let links = self.links(sides);
            let best = links.first().map_or(0, |link| link.value);
            queue.extend(
                links
                    .iter()
                    .map(|link| Reverse((cost + best - link.value + PLY_COST, link.reached.sides))),
            );
        }
        leaves
    }

    /// Tells whether the position could be expanded.
    fn is_leaf(&self, sides: Sides) -> bool {
        self.entry(sides).is_some_and(|entry| !entry.is_expanded) && !sides.legal().is_empty()
    }

    /// Puts the positions after the good moves of a leaf into the book.
    fn expand(&mut self, leaf: Sides, depth_plies: u32) {
        let aim = Aim { evaluation: Evaluation::engine(), margin: LOSS_MAX };
        let limits =
            Limits { confidence: Confidence::Percent87, ..Limits::depth(depth_plies.clamp(1, 60)) };
        let stop = StopFlag::default();
        let findings = search::search(leaf, aim, &limits, Control::timeless(&stop), |_| {});
        for mv in findings.moves.iter().filter(|mv| !mv.is_bound) {
            let reached = Reached::after(leaf, mv.square);
            self.entries.entry(reached.sides).or_insert(Entry {
                value: reached.turned(mv.value),
                depth_plies: mv.depth_plies as u8 - 1,
                is_expanded: false,
            });
        }
        if let Some(entry) = self.entries.get_mut(&leaf) {
            entry.is_expanded = true;
        }
    }
}
