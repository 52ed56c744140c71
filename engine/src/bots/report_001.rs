//! The bots of report 001: random, corners and edges, minimax. Its hint is what its hard bot
//! would play.

use reversi_game::{Square, SquareSet};

use super::bot::{Bot, Play};
use super::minimax::{Minimax, Seat};
use super::rules::{Choice, any_legal, first_max};
use crate::kernel::Sides;

pub(super) const EASY: Bot = Bot {
    name: "001-easy",
    description: "plays any legal square at random (report 001, easy)",
    play: Play::Rule(any_legal),
};

pub(super) const MEDIUM: Bot = Bot {
    name: "001-medium",
    description: "takes corners, then edges, then the most discs (report 001, medium)",
    play: Play::Rule(medium),
};

pub(super) const HARD: Bot = Bot {
    name: "001-hard",
    description: "looks 5 to 8 plies ahead for corners, edges and discs (report 001, hard)",
    play: Play::Minimax(Minimax { depth_plies, own_pass_plies: 1, evaluate }),
};

const CORNERS: SquareSet = SquareSet(0x8100_0000_0000_0081);
const EDGES: SquareSet = SquareSet(0xFF81_8181_8181_81FF);

/// The first corner in scan order; else the most flips on an edge; else the most flips.
fn medium(choice: &Choice<'_>) -> Option<Square> {
    let corner = SquareSet(choice.legal.0 & CORNERS.0).iter().next();
    let edges = SquareSet(choice.legal.0 & EDGES.0);
    let flips = |square| choice.flips_count(square);
    corner.or_else(|| first_max(edges, flips)).or_else(|| choice.first_max(flips))
}

/// The depth by the number of legal squares. The report says only that it depends on it, for
/// speed, and is never under 5: fewer squares leave time for more plies.
fn depth_plies(sides: Sides) -> u32 {
    match sides.legal().len() {
        0..=3 => 8,
        4..=6 => 7,
        7..=10 => 6,
        _ => 5,
    }
}

/// The report gives no values for its boards: discs count 1, on edges 3, in corners 10, in the
/// order of what its medium bot prefers. A finished game counts its result above all of these.
fn evaluate(sides: Sides, seat: Seat) -> i32 {
    let own = seat.own_view(sides);
    if sides.is_over() {
        return 100 * own.final_discs();
    }
    worth(own.mover) - worth(own.opponent)
}

fn worth(discs: u64) -> i32 {
    let on = |squares: SquareSet| (discs & squares.0).count_ones() as i32;
    discs.count_ones() as i32 + 2 * on(EDGES) + 7 * on(CORNERS)
}
