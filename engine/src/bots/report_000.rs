//! The bots of report 000: three levels, a competitive one, and its hint; and one that plays for stable
//! discs, the strategy that the report names and leaves out.

use std::cmp::Reverse;

use reversi_game::Square;

use super::bot::{Bot, Play};
use super::minimax::{Minimax, Seat};
use super::rules::{Choice, any_legal, first_max, most_flips};
use crate::kernel::Sides;

pub(super) const EASY: Bot = Bot {
    name: "000-easy",
    description: "plays any legal square at random (report 000, easy)",
    play: Play::Rule(any_legal),
};

pub(super) const MEDIUM: Bot = Bot {
    name: "000-medium",
    description: "turns as many discs as it can (report 000, medium)",
    play: Play::Rule(most_flips),
};

pub(super) const HARD: Bot = Bot {
    name: "000-hard",
    description: "takes corners, else leaves the opponent few moves (report 000, hard)",
    play: Play::Rule(hard),
};

pub(super) const COMPETITIVE: Bot = Bot {
    name: "000-competitive",
    description: "looks 10 plies ahead for valuable squares to play on (report 000, competitive)",
    play: Play::Minimax(Minimax {
        depth_plies: |_| 10,
        own_pass_plies: 0,
        evaluate: largest_weight,
    }),
};

pub(super) const HINT: Bot = Bot {
    name: "000-hint",
    description: "plays the legal square that is worth most on its own (report 000, hint)",
    play: Play::Rule(hint),
};

/// The value of each square, printed in the report.
#[rustfmt::skip]
const WEIGHTS: [i32; 64] = [
    120, -20,  20,   5,   5,  20, -20, 120,
    -20, -40,  -5,  -5,  -5,  -5, -40, -20,
     20,  -5,  15,   3,   3,  15,  -5,  20,
      5,  -5,   3,   3,   3,   3,  -5,   5,
      5,  -5,   3,   3,   3,   3,  -5,   5,
     20,  -5,  15,   3,   3,  15,  -5,  20,
    -20, -40,  -5,  -5,  -5,  -5, -40, -20,
    120, -20,  20,   5,   5,  20, -20, 120,
];

/// The corners in the order in which the report tests them.
const CORNERS: [Square; 4] = [Square::A1, Square::A8, Square::H1, Square::H8];

fn weight(square: Square) -> i32 {
    WEIGHTS[square.index()]
}

/// A corner; else the fewest replies, then the most flips, then the larger weight, then scan order.
fn hard(choice: &Choice<'_>) -> Option<Square> {
    let corner = CORNERS.into_iter().find(|&corner| choice.legal.contains(corner));
    corner.or_else(|| {
        choice.first_max(|square| {
            let replies = choice.sides.after(square).legal().len();
            (Reverse(replies), choice.flips_count(square), weight(square))
        })
    })
}

fn hint(choice: &Choice<'_>) -> Option<Square> {
    choice.first_max(weight)
}

/// What the report returns where a side has no legal square, below every weight.
const NO_SQUARE: i32 = -500;

/// The largest weight that the side to move can play on. As printed, it counts for the bot even
/// where the opponent is to move (after an odd number of passes), and a finished game is only
/// ever the worst case.
fn largest_weight(sides: Sides, _: Seat) -> i32 {
    first_max(sides.legal(), weight).map_or(NO_SQUARE, weight)
}

pub(super) const STABLE: Bot = Bot {
    name: "stable",
    description: "collects discs that can never be turned again (named in report 000)",
    play: Play::Minimax(Minimax {
        depth_plies: |_| 2,
        own_pass_plies: 1,
        evaluate: stable_difference,
    }),
};

/// The bot's stable discs minus the opponent's after its move and the reply; while that is equal,
/// as it is before the first corner falls, the bot's legal squares minus the opponent's, because
/// a side without choice has to give corners away.
fn stable_difference(sides: Sides, seat: Seat) -> i32 {
    let own = seat.own_view(sides);
    let difference = |count: fn(Sides) -> u64| {
        count(own).count_ones() as i32 - count(own.passed()).count_ones() as i32
    };
    100 * difference(Sides::stable) + difference(|sides| sides.legal().0)
}
