//! Every bot by its name: those of the five reports that this game grew from, numbered 000 to 004,
//! one that plays for stable discs, and a ladder of ten levels.

mod chance;
mod ladder;
mod minimax;
mod report_000;
mod report_001;
mod report_002;
mod report_003;
mod report_004;
mod stable;

use std::fmt;
use std::str::FromStr;

use reversi_game::{Square, SquareSet};
use thiserror::Error;

use crate::control::Control;
use crate::kernel::Sides;
use crate::player::{Answer, Request};
use ladder::Level;
use minimax::Minimax;

/// A way to play, chosen by name. Deterministic: the same request, seed included, gets the same
/// answer, unless time or the stop flag ends its search.
#[derive(Clone, Copy)]
pub struct Bot {
    name: &'static str,
    description: &'static str,
    play: Play,
}

/// How a bot comes to its move.
#[derive(Clone, Copy)]
enum Play {
    /// A rule that looks at the position and the moves.
    Rule(fn(&Choice<'_>) -> Option<Square>),
    /// A fixed look-ahead with a judgement of its own.
    Minimax(Minimax),
    /// The engine's search, made weaker as people are weak.
    Level(Level),
}

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

    /// Returns the name: lower case, stable, such as `level-3` or `000-hard`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns one line that says how it plays.
    pub const fn description(&self) -> &'static str {
        self.description
    }

    /// Returns the square that the bot plays, or nothing if the side to move has no legal square.
    /// When it is stopped, the best that it has found so far.
    pub fn choose(&self, request: &Request, control: Control<'_>) -> Option<Answer> {
        match &self.play {
            Play::Rule(rule) => rule(&Choice::of(request)).map(Answer::by_rule),
            Play::Minimax(minimax) => minimax.choose(request, control),
            Play::Level(level) => level.choose(request, control),
        }
    }
}

impl FromStr for Bot {
    type Err = UnknownBot;

    fn from_str(name: &str) -> Result<Self, UnknownBot> {
        Self::from_name(name).ok_or_else(|| UnknownBot { name: name.chars().take(32).collect() })
    }
}

/// The name.
impl fmt::Display for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

impl fmt::Debug for Bot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bot({})", self.name)
    }
}

impl PartialEq for Bot {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Bot {}

/// What a rule chooses from.
struct Choice<'a> {
    request: &'a Request,
    sides: Sides,
    legal: SquareSet,
}

impl<'a> Choice<'a> {
    fn of(request: &'a Request) -> Self {
        let sides = Sides::of(&request.position);
        Self { request, sides, legal: sides.legal() }
    }

    /// Returns the number of discs that placing on `square` turns.
    fn flips_count(&self, square: Square) -> u32 {
        self.sides.flips(square).count_ones()
    }

    /// Returns the square with the largest key, the first in scan order among equals.
    fn first_max<K: Ord>(&self, key: impl FnMut(Square) -> K) -> Option<Square> {
        first_max(self.legal, key)
    }
}

/// Returns the member with the largest key, the first in scan order among equals.
fn first_max<K: Ord>(squares: SquareSet, mut key: impl FnMut(Square) -> K) -> Option<Square> {
    let keyed = squares.iter().map(|square| (key(square), square));
    keyed.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, square)| square)
}

/// The most flips, the first in scan order among equals: the beginner's greed, in 000 and 002.
fn most_flips(choice: &Choice<'_>) -> Option<Square> {
    choice.first_max(|square| choice.flips_count(square))
}

/// The first legal square in scan order, in 003 and 004.
fn first_legal(choice: &Choice<'_>) -> Option<Square> {
    choice.legal.iter().next()
}

#[cfg(test)]
mod tests;
