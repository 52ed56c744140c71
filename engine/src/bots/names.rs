//! Every bot by its name, and the ladder of levels 1 to 10.

use std::str::FromStr;

use thiserror::Error;

use super::bot::{Bot, Play};
use super::level::Level;
use super::{report_000, report_001, report_002, report_003, report_004};
use crate::score::DISC;
use crate::selectivity::Selectivity;

/// No bot has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no bot {name:?}")]
pub struct UnknownBot {
    /// What was asked for.
    pub name: String,
}

/// Every bot: the ladder from weak to strong, then the reports in their order.
const ALL: [Bot; 27] = [
    LADDER[0],
    LADDER[1],
    LADDER[2],
    LADDER[3],
    LADDER[4],
    LADDER[5],
    LADDER[6],
    LADDER[7],
    LADDER[8],
    LADDER[9],
    report_000::STABLE,
    report_000::EASY,
    report_000::MEDIUM,
    report_000::HARD,
    report_000::COMPETITIVE,
    report_000::HINT,
    report_001::EASY,
    report_001::MEDIUM,
    report_001::HARD,
    report_002::EASY,
    report_002::NORMAL,
    report_003::EASY,
    report_003::MEDIUM,
    report_003::HARD,
    report_004::LEVEL_1,
    report_004::LEVEL_2,
    report_004::LEVEL_3,
];

/// Second names: 001's hint is what its hard bot plays, and 004 calls its third level by the rule.
const ALIASES: [(&str, Bot); 2] =
    [("001-hint", report_001::HARD), ("004-minmax", report_004::LEVEL_3)];

impl Bot {
    /// Returns every bot: the ladder from weak to strong, then the others.
    pub const fn all() -> &'static [Self] {
        &ALL
    }

    /// Returns the bot with this name, if there is one.
    pub fn from_name(name: &str) -> Option<Self> {
        let alias = || ALIASES.iter().find(|(alias, _)| *alias == name).map(|&(_, bot)| bot);
        ALL.iter().find(|bot| bot.name == name).copied().or_else(alias)
    }
}

impl FromStr for Bot {
    type Err = UnknownBot;

    fn from_str(name: &str) -> Result<Self, UnknownBot> {
        Self::from_name(name).ok_or_else(|| UnknownBot { name: name.chars().take(32).collect() })
    }
}

/// Levels 1 to 10. Budgets and caps were chosen for even steps between levels, bounds of nodes for
/// answers within a tenth of a second up to level 9 and about a second at level 10;
/// `engine/README.md` has the measured table.
#[rustfmt::skip]
const LADDER: [Bot; 10] = [
    bot("level-1", "novice: grabs discs and overlooks replies",
        Level::new(1, 0).budget(120., 40).disc_count(50)),
    bot("level-2", "beginner: looks at your reply, still likes discs",
        Level::new(2, 2).budget(79., 30).disc_count(35)),
    bot("level-3", "learner: knows corners, errs often",
        Level::new(2, 3).budget(59., 24).disc_count(18)),
    bot("level-4", "casual player: errs now and then",
        Level::new(3, 5).budget(46., 18).disc_count(6)),
    bot("level-5", "practised player: errs a little, plays the last 7 exactly",
        Level::new(4, 7).budget(31., 14)),
    bot("level-6", "club player: small errors, plays the last 9 exactly",
        Level::new(5, 9).budget(17., 11)),
    bot("level-7", "strong club player: few errors, plays the last 12 exactly",
        Level::new(7, 12).budget(9.5, 7)),
    bot("level-8", "strong: seldom errs, plays the last 14 exactly",
        Level::new(9, 14).budget(2.5, 4).selectivity(Selectivity::Percent95).book(DISC)),
    bot("level-9", "expert: varies among the best, plays the last 18 exactly",
        Level::new(12, 18).budget(0.4, 1).selectivity(Selectivity::Percent87).book(DISC).remembering()),
    bot("level-10", "master: the engine's best, thinks for a second, plays the last 22 exactly",
        Level::new(20, 22).selectivity(Selectivity::Percent73).nodes(16_000_000).book(DISC / 2)
            .remembering()),
];

const fn bot(name: &'static str, description: &'static str, level: Level) -> Bot {
    Bot { name, description, play: Play::Level(level) }
}
