//! The bots of report 004: a one-reply look-ahead in discs, used at some plies or at all.

use reversi_game::Square;

use super::bot::{Bot, Play};
use super::rules::{Choice, first_legal};

pub(super) const LEVEL_1: Bot = Bot {
    name: "004-level-1",
    description: "first legal square; weighs flips at every fourth ply (report 004, level 1)",
    play: Play::Rule(|choice| minmax_at_multiples_of(4, choice)),
};

pub(super) const LEVEL_2: Bot = Bot {
    name: "004-level-2",
    description: "first legal square; weighs flips at even plies (report 004, level 2)",
    play: Play::Rule(|choice| minmax_at_multiples_of(2, choice)),
};

pub(super) const LEVEL_3: Bot = Bot {
    name: "004-level-3",
    description: "weighs its flips against those of the best reply (report 004, level 3)",
    play: Play::Rule(minmax),
};

/// Weighs where the ply is a multiple of `plies`, else plays the first legal square. The ply
/// counts both sides' actions from 0, so the colour decides: level 2 always weighs as Black and
/// never as White, until a pass shifts it.
fn minmax_at_multiples_of(plies: usize, choice: &Choice<'_>) -> Option<Square> {
    if choice.request.ply.is_multiple_of(plies) { minmax(choice) } else { first_legal(choice) }
}

/// The largest difference between its flips and the most flips of any reply; the first in scan
/// order among equals (the report prints no rule for them).
fn minmax(choice: &Choice<'_>) -> Option<Square> {
    choice.first_max(|square| {
        let after = choice.sides.after(square);
        let replies = after.legal().iter().map(|reply| after.flips(reply).count_ones());
        let most = replies.max().unwrap_or(0);
        i64::from(choice.flips_count(square)) - i64::from(most)
    })
}
