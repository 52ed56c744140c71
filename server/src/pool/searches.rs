//! The searches that rooms and connections ask for: a bot's move, the values of all legal squares,
//! a step of a review.

use std::sync::Arc;
use std::time::Duration;

use reversi_engine::{
    Analysis, Bot, Control, Hint, Limits, Memory, Request, ReviewStep, Selectivity,
    UnfinishedReview, analyse, analyse_deepening, best_move,
};
use reversi_game::{Game, Position, Square};
use reversi_protocol::{BotKind, BotName};

use super::queue::Effort;

/// Nodes for the values of all legal squares: most of a second.
const HINT_NODES: u64 = 8_000_000;

/// How far the engine looks for the values of all legal squares; more says little more to a person.
const HINT_DEPTH_PLIES: u32 = 12;

/// Nodes for values at a glance: some hundredths of a second.
const GLANCE_NODES: u64 = 300_000;

/// How far a glance goes; with so many empty squares or fewer to the end.
const GLANCE_PLIES: u32 = 10;

/// How far values are deepened as long as somebody looks, and from how many empty squares on to the end.
const DEEP_PLIES: u32 = 18;
const DEEP_EXACT_EMPTIES: u32 = 20;

/// Nobody looks at one position for longer.
const DEEPENING_MAX: Duration = Duration::from_mins(1);

/// With this many empty squares or fewer, values are exact where the nodes allow.
const HINT_EXACT_EMPTIES: u32 = 16;

/// Nodes of each search of a review, of which a move takes a few. They are counted, so that a game is
/// reviewed in the same way on every machine. Chosen: of 90 positions with 20 empties none took more
/// than 37 million, and half of them less than four, a third of a second.
const REVIEW_NODES: u64 = 50_000_000;

/// How far a review looks at each move.
const REVIEW_DEPTH_PLIES: u32 = 12;

/// With this many empty squares or fewer, a review is exact.
const REVIEW_EXACT_EMPTIES: u32 = 20;

/// Positions that a search remembers that takes its time: 6 MiB for each thread.
const TABLE_ENTRIES: usize = 1 << 18;

/// What chooses a bot's moves.
#[derive(Clone, Copy, Debug)]
pub enum BotEngine {
    Kind(Bot),
    /// Stands in for a bot that failed: a quick look.
    Fallback,
    /// A defect, to try what the server makes of it.
    #[cfg(debug_assertions)]
    Panics,
    /// A search that does not heed its stop flag, to try what the server makes of it.
    #[cfg(debug_assertions)]
    Hangs,
}

impl BotEngine {
    /// Finds a kind of bot by its name.
    pub fn of(name: &BotName) -> Option<Self> {
        match name.as_str() {
            #[cfg(debug_assertions)]
            "debug-panics" => Some(Self::Panics),
            #[cfg(debug_assertions)]
            "debug-hangs" => Some(Self::Hangs),
            name => Bot::from_name(name).map(Self::Kind),
        }
    }

    /// Tells whether it makes use of a memory of its searches.
    pub const fn remembers(&self) -> bool {
        matches!(self, Self::Kind(bot) if bot.remembers())
    }

    pub const fn effort(&self) -> Effort {
        match self {
            Self::Kind(bot) if bot.is_quick() => Effort::Quick,
            Self::Kind(_) => Effort::Long,
            Self::Fallback => Effort::Quick,
            #[cfg(debug_assertions)]
            Self::Panics | Self::Hangs => Effort::Long,
        }
    }
}

/// Returns every kind of bot, the ladder first.
pub fn kinds() -> Vec<BotKind> {
    Bot::all()
        .iter()
        .filter_map(|bot| {
            let name = bot.name().parse().ok()?;
            Some(BotKind { name, description: bot.description().to_owned() })
        })
        .collect()
}

/// Begins to look back at a game.
pub fn begin_review(game: Game) -> UnfinishedReview {
    let limits = Limits {
        depth_plies: REVIEW_DEPTH_PLIES,
        exact_empties: REVIEW_EXACT_EMPTIES,
        selectivity: Selectivity::Percent95,
        nodes: Some(REVIEW_NODES),
        table_entries: TABLE_ENTRIES,
        ..Limits::default()
    };
    UnfinishedReview::begin(game, limits)
}

/// Looks for the square that a bot plays, with what it remembers of its game.
pub fn best_square(
    engine: BotEngine,
    request: Request,
    memory: Option<Arc<Memory>>,
) -> impl FnOnce(Duration, Control<'_>) -> Option<Square> + Send {
    move |budget, control| {
        let time = request.limits.time.map_or(budget, |own| own.min(budget));
        let limits = Limits { time: Some(time), ..request.limits.clone() };
        let request = request.with_limits(limits);
        let control = Control { memory: memory.as_deref(), ..control };
        let answer = match engine {
            BotEngine::Kind(bot) => bot.choose(&request, control),
            BotEngine::Fallback => {
                let request = request.with_limits(Limits::depth(2));
                best_move(&request, Control::timeless(control.stop))
            }
            #[cfg(debug_assertions)]
            BotEngine::Panics => panic!("a bot that panics was asked for a move"),
            #[cfg(debug_assertions)]
            BotEngine::Hangs => loop {
                std::thread::park();
            },
        };
        answer.map(|answer| answer.square)
    }
}

/// Looks for what each legal square is worth, the best first.
pub fn values(
    position: Position,
) -> impl FnOnce(Duration, Control<'_>) -> Option<Vec<Hint>> + Send {
    move |budget, control| {
        let limits = Limits {
            nodes: Some(HINT_NODES),
            time: Some(budget),
            depth_plies: HINT_DEPTH_PLIES,
            exact_empties: HINT_EXACT_EMPTIES,
            ..Limits::default()
        };
        Some(analyse(&position, &limits, control)).filter(|values| !values.is_empty())
    }
}

/// Looks for the same at a glance.
pub fn values_at_a_glance(
    position: Position,
) -> impl FnOnce(Duration, Control<'_>) -> Option<Vec<Hint>> + Send {
    move |budget, control| {
        let limits = Limits {
            nodes: Some(GLANCE_NODES),
            time: Some(budget),
            selectivity: Selectivity::Percent95,
            ..Limits::depth(GLANCE_PLIES)
        };
        Some(analyse(&position, &limits, control)).filter(|values| !values.is_empty())
    }
}

/// Looks for the same ever deeper, and tells what is better founded than what is `known`.
pub fn deeper_values(
    position: Position,
    known: Analysis,
    tell: impl Fn(&[Hint]) + Send,
) -> impl FnOnce(Duration, Control<'_>) -> Option<()> + Send {
    move |_budget, control| {
        let limits = Limits {
            time: Some(DEEPENING_MAX),
            depth_plies: DEEP_PLIES,
            exact_empties: DEEP_EXACT_EMPTIES,
            selectivity: Selectivity::Percent95,
            table_entries: TABLE_ENTRIES,
            ..Limits::default()
        };
        let mut known = known;
        analyse_deepening(&position, &limits, control, |found| {
            let before = known.clone();
            known.merge(found);
            if known != before {
                tell(known.hints());
            }
        });
        Some(())
    }
}

/// Looks at the next position of a review.
pub fn review_step(
    unfinished: UnfinishedReview,
) -> impl FnOnce(Duration, Control<'_>) -> Option<ReviewStep> + Send {
    move |_budget, control| unfinished.step(control)
}
