//! The bots of report 004: a one-reply look-ahead in discs, used in some of its moves or in all.

use reversi_game::Square;

use super::bot::{Bot, Play};
use super::rules::{Choice, first_legal};

pub(super) const LEVEL_1: Bot = Bot {
    name: "004-level-1",
    description: "first legal square; weighs flips in a quarter of its moves (report 004, level 1)",
    play: Play::Rule(|choice| minmax_every(4, choice)),
};

pub(super) const LEVEL_2: Bot = Bot {
    name: "004-level-2",
    description: "first legal square; weighs flips in half of its moves (report 004, level 2)",
    play: Play::Rule(|choice| minmax_every(2, choice)),
};

pub(super) const LEVEL_3: Bot = Bot {
    name: "004-level-3",
    description: "weighs its flips against those of the best reply (report 004, level 3)",
    play: Play::Rule(minmax),
};

/// Weighs in its first move and in every `period`th after it, else plays the first legal square.
/// The report says "in a quarter" and "in half of its moves", but its listings count the moves of
/// both sides: by them level 1 would never weigh as White. The words can be met in both colours.
fn minmax_every(period: usize, choice: &Choice<'_>) -> Option<Square> {
    if choice.request.own_placements.is_multiple_of(period) {
        minmax(choice)
    } else {
        first_legal(choice)
    }
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
