//! The ladder of levels 1 to 10.

use super::bot::{Bot, Play};
use super::level::{Level, looks};
use crate::control::Confidence;
use crate::score::DISC;

/// Levels 1 to 10. Budgets and caps were chosen for even steps between levels, bounds of nodes for
/// answers within a tenth of a second up to level 9 and about a second at level 10;
/// `engine/README.md` has the measured table.
#[rustfmt::skip]
pub(super) const BOTS: [Bot; 10] = [
    bot("level-1", "novice: grabs discs and overlooks replies",
        looks(1, 0).loses(120., 40).counts(50)),
    bot("level-2", "beginner: looks at your reply, still likes discs",
        looks(2, 2).loses(90., 30).counts(35)),
    bot("level-3", "learner: knows corners, errs often",
        looks(2, 3).loses(70., 24).counts(18)),
    bot("level-4", "casual player: errs now and then",
        looks(3, 5).loses(54., 18).counts(6)),
    bot("level-5", "practised player: errs a little, plays the last 7 exactly",
        looks(4, 7).loses(38., 14)),
    bot("level-6", "club player: small errors, plays the last 9 exactly",
        looks(5, 9).loses(21., 11)),
    bot("level-7", "strong club player: few errors, plays the last 12 exactly",
        looks(7, 12).loses(12., 7)),
    bot("level-8", "strong: seldom errs, plays the last 14 exactly",
        looks(9, 14).loses(4., 4).leaves_out(Confidence::Percent95).opens(DISC)),
    bot("level-9", "expert: varies among the best, plays the last 18 exactly",
        looks(12, 18).loses(0.7, 1).leaves_out(Confidence::Percent87).opens(DISC)),
    bot("level-10", "master: the engine's best, thinks for a second, plays the last 22 exactly",
        looks(20, 22).leaves_out(Confidence::Percent73).enters(16_000_000).opens(DISC / 2)),
];

const fn bot(name: &'static str, description: &'static str, level: Level) -> Bot {
    Bot { name, description, play: Play::Level(level) }
}
