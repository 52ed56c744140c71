//! The bots of report 003: the first legal square, and minimax on a table of square values.

use reversi_game::SquareSet;

use super::bot::{Bot, Play};
use super::minimax::{Minimax, Seat};
use super::rules::first_legal;
use crate::kernel::Sides;

pub(super) const EASY: Bot = Bot {
    name: "003-easy",
    description: "plays the first legal square from the top left (report 003, easy)",
    play: Play::Rule(first_legal),
};

pub(super) const MEDIUM: Bot = Bot {
    name: "003-medium",
    description: "takes the best squares of its table after its own move (report 003, medium)",
    play: Play::Minimax(Minimax { depth_plies: |_| 1, own_pass_plies: 1, evaluate }),
};

pub(super) const HARD: Bot = Bot {
    name: "003-hard",
    description: "takes the best squares of its table, 3 plies ahead (report 003, hard)",
    play: Play::Minimax(Minimax { depth_plies: |_| 3, own_pass_plies: 1, evaluate }),
};

/// The value of each square. The report prints none, only the range [-99, 99]; chosen: symmetric,
/// corners highest, X-squares lowest because they give a corner away at once, C-squares half as
/// bad, the other edge squares good, the rest small and falling towards the edge of the middle.
#[rustfmt::skip]
const VALUES: [i32; 64] = [
     99, -45,  25,  15,  15,  25, -45,  99,
    -45, -99, -10,  -5,  -5, -10, -99, -45,
     25, -10,  12,   4,   4,  12, -10,  25,
     15,  -5,   4,   1,   1,   4,  -5,  15,
     15,  -5,   4,   1,   1,   4,  -5,  15,
     25, -10,  12,   4,   4,  12, -10,  25,
    -45, -99, -10,  -5,  -5, -10, -99, -45,
     99, -45,  25,  15,  15,  25, -45,  99,
];

/// The bot's squares minus the opponent's. The report knows no other value, so a finished game is
/// valued by its squares, too.
fn evaluate(sides: Sides, seat: Seat) -> i32 {
    let own = seat.own_view(sides);
    sum(own.mover) - sum(own.opponent)
}

fn sum(discs: u64) -> i32 {
    SquareSet(discs).iter().map(|square| VALUES[square.index()]).sum()
}

#[cfg(test)]
mod tests {
    use reversi_game::Square;

    use super::*;

    #[test]
    fn the_table_keeps_to_the_report() {
        for square in Square::ALL {
            let value = VALUES[square.index()];
            let (file, rank) =
                (square.file().min(7 - square.file()), square.rank().min(7 - square.rank()));
            assert_eq!(value, VALUES[rank * 8 + file], "{square} is symmetric");
            assert_eq!(value, VALUES[file * 8 + rank], "{square} is symmetric");
            assert_eq!(value == 99, (file, rank) == (0, 0), "{square}");
            assert!(value > -99 || (file <= 1 && rank <= 1), "{square} gives no corner away");
            assert!((-99..=99).contains(&value));
        }
    }
}
