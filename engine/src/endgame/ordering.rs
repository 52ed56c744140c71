//! With many empties a move is worth a short look ahead with the evaluation before it is tried.

use super::children::{Children, mobility};
use super::solver::Solver;
use crate::eval::Node;
use crate::kernel::{Kernel, Sides};
use crate::score::{DISC, INFINITE, Value};

/// With this many empties or more the evaluation orders the moves.
pub(super) const EVALUATED_EMPTIES: u32 = 13;

/// What a reply of the opponent, a corner twice, costs against the value of a move. Chosen by node
/// counts, as are the plies below.
const REPLY_VALUE: Value = 2 * DISC;

/// Returns how many replies are looked ahead.
const fn plies(empties_count: u32) -> u32 {
    match empties_count {
        ..17 => 0,
        17..19 => 1,
        _ => 2,
    }
}

impl<K: Kernel> Solver<'_, '_, K> {
    /// Rates the moves anew, by a search of a few plies with the evaluation.
    pub(super) fn order_by_evaluation(&mut self, sides: Sides, children: &mut Children) {
        self.kernel.run(
            #[inline(always)]
            move || {
                let parent = Node::of(sides);
                let plies = plies(sides.empties_count());
                children.rate(|child| {
                    let node = parent.moved(child.square, child.sides);
                    let value = -self.shallow_search(&node, plies, -INFINITE, INFINITE);
                    value - REPLY_VALUE * mobility(child.replies)
                });
            },
        );
    }

    /// Returns the mover's value from looking this many plies ahead, by alpha-beta alone.
    fn shallow_search(&mut self, node: &Node, plies: u32, alpha: Value, beta: Value) -> Value {
        self.kernel.run(
            #[inline(always)]
            move || {
                self.meter.enter_unpolled();
                let sides = node.sides;
                let legal = self.kernel.legal(sides);
                if legal.is_empty() {
                    let passed = node.passed();
                    return if self.kernel.legal(passed.sides).is_empty() {
                        sides.final_discs() * DISC
                    } else {
                        -self.shallow_search(&passed, plies, -beta, -alpha)
                    };
                }
                if plies == 0 {
                    return self.evaluation.value(self.kernel, node, legal);
                }
                let mut best = -INFINITE;
                for square in legal {
                    let after = node.placed(self.kernel, square);
                    best =
                        best.max(-self.shallow_search(&after, plies - 1, -beta, -alpha.max(best)));
                    if best >= beta {
                        break;
                    }
                }
                best
            },
        )
    }
}
