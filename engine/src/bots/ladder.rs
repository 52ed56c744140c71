//! The ladder of levels 1 to 10.

use super::bot::{Bot, Play};
use super::level::Level;
use crate::control::Selectivity;
use crate::score::DISC;

/// Levels 1 to 10. Budgets and caps were chosen for even steps between levels, bounds of nodes for
/// answers within a tenth of a second up to level 9 and about a second at level 10;
/// `engine/README.md` has the measured table.
#[rustfmt::skip]
pub(super) const BOTS: [Bot; 10] = [
    bot("level-1", "novice: grabs discs and overlooks replies",
        Level::new(1, 0).budget(120., 40).disc_count(50)),
    bot("level-2", "beginner: looks at your reply, still likes discs",
        Level::new(2, 2).budget(90., 30).disc_count(35)),
    bot("level-3", "learner: knows corners, errs often",
        Level::new(2, 3).budget(70., 24).disc_count(18)),
    bot("level-4", "casual player: errs now and then",
        Level::new(3, 5).budget(54., 18).disc_count(6)),
    bot("level-5", "practised player: errs a little, plays the last 7 exactly",
        Level::new(4, 7).budget(38., 14)),
    bot("level-6", "club player: small errors, plays the last 9 exactly",
        Level::new(5, 9).budget(21., 11)),
    bot("level-7", "strong club player: few errors, plays the last 12 exactly",
        Level::new(7, 12).budget(12., 7)),
    bot("level-8", "strong: seldom errs, plays the last 14 exactly",
        Level::new(9, 14).budget(4., 4).selectivity(Selectivity::Percent95).book(DISC)),
    bot("level-9", "expert: varies among the best, plays the last 18 exactly",
        Level::new(12, 18).budget(0.7, 1).selectivity(Selectivity::Percent87).book(DISC)),
    bot("level-10", "master: the engine's best, thinks for a second, plays the last 22 exactly",
        Level::new(20, 22).selectivity(Selectivity::Percent73).nodes(16_000_000).book(DISC / 2)),
];

const fn bot(name: &'static str, description: &'static str, level: Level) -> Bot {
    Bot { name, description, play: Play::Level(level) }
}
