//! Every bot by its name.

use std::str::FromStr;

use thiserror::Error;

use super::bot::Bot;
use super::{ladder, report_000, report_001, report_002, report_003, report_004, stable};

/// No bot has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no bot {name:?}")]
pub struct UnknownBot {
    /// What was asked for.
    pub name: String,
}

/// Every bot: the ladder from weak to strong, then the reports in their order.
const ALL: [Bot; 27] = [
    ladder::BOTS[0],
    ladder::BOTS[1],
    ladder::BOTS[2],
    ladder::BOTS[3],
    ladder::BOTS[4],
    ladder::BOTS[5],
    ladder::BOTS[6],
    ladder::BOTS[7],
    ladder::BOTS[8],
    ladder::BOTS[9],
    stable::BOT,
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
