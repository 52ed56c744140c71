//! Bots and hints for rooms: which kinds there are, and the threads that think for them.

#[cfg(test)]
mod tests;
mod threads;

use std::time::Duration;

use reversi_engine::{
    Bot, Control, Hint, Limits, Request, ReviewStep, Selectivity, StopFlag, UnfinishedReview,
    analyse, best_move, stopwatch,
};
use reversi_game::{Game, Position, Square};
use reversi_protocol::{BotKind, BotName};

pub use threads::{BotPool, PoolFull, PoolMetrics, Urgency};

/// Time that the engine takes for the values of all legal squares.
const HINT_MAX: Duration = Duration::from_millis(800);

/// How far the engine looks for the values of all legal squares; more says little more to a person.
const HINT_DEPTH_PLIES: u32 = 12;

/// From so many empty squares on, values are exact where the time allows.
const HINT_EXACT_EMPTIES: u32 = 16;

/// Time that a review takes for one move.
const REVIEW_STEP_MAX: Duration = Duration::from_secs(1);

/// How far a review looks at each move.
const REVIEW_DEPTH_PLIES: u32 = 12;

/// From so many empty squares on, a review is exact.
const REVIEW_EXACT_EMPTIES: u32 = 14;

/// Someone who can be asked for a move.
#[derive(Clone, Copy, Debug)]
pub enum Mind {
    /// A bot of the engine.
    Engine(Bot),
    /// A stand-in for a bot that failed: a quick look by the engine.
    Fallback,
    /// A defect, to try what the server makes of it.
    #[cfg(debug_assertions)]
    Panics,
    /// A search that does not heed its stop flag, to try what the server makes of it.
    #[cfg(debug_assertions)]
    Hangs,
}

impl Mind {
    /// Returns the mind of a kind of bot.
    pub fn of(name: &BotName) -> Option<Self> {
        match name.as_str() {
            #[cfg(debug_assertions)]
            "debug-panics" => Some(Self::Panics),
            #[cfg(debug_assertions)]
            "debug-hangs" => Some(Self::Hangs),
            name => Bot::from_name(name).map(Self::Engine),
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
        time: Some(REVIEW_STEP_MAX),
        ..Limits::default()
    };
    UnfinishedReview::begin(game, limits)
}

/// What is to be thought about.
#[derive(Clone, Debug)]
pub enum Question {
    /// Which square to play.
    Move {
        /// Who is asked.
        mind: Mind,
        /// Where.
        request: Request,
    },
    /// What each legal square is worth.
    Values(Position),
    /// What the next position of a review is worth.
    Review(UnfinishedReview),
}

/// What came of it.
#[derive(Clone, Debug)]
pub enum Thought {
    /// The square to play.
    Move(Square),
    /// What each legal square is worth, the best first.
    Values(Vec<Hint>),
    /// What the step of a review came to.
    Review(Box<ReviewStep>),
    /// The search panicked, hung, or found nothing where something is to be found.
    Failed,
}

/// Thinks, in this thread, at most for `budget`.
fn think(question: &Question, budget: Duration, stop: &StopFlag) -> Thought {
    let clock = stopwatch();
    let control = Control { stop, clock: &clock };
    match question {
        Question::Move { mind, request } => {
            let limits = Limits { time: Some(budget), ..request.limits.clone() };
            let request = request.clone().with_limits(limits);
            let answer = match mind {
                Mind::Engine(bot) => bot.choose(&request, control),
                Mind::Fallback => {
                    best_move(&request.with_limits(Limits::depth(2)), Control::timeless(stop))
                }
                #[cfg(debug_assertions)]
                Mind::Panics => panic!("a bot that panics was asked for a move"),
                #[cfg(debug_assertions)]
                Mind::Hangs => loop {
                    std::thread::park();
                },
            };
            answer.map_or(Thought::Failed, |answer| Thought::Move(answer.square))
        }
        Question::Values(position) => {
            let limits = Limits {
                time: Some(budget.min(HINT_MAX)),
                depth_plies: HINT_DEPTH_PLIES,
                exact_empties: HINT_EXACT_EMPTIES,
                ..Limits::default()
            };
            match analyse(position, &limits, control) {
                values if values.is_empty() => Thought::Failed,
                values => Thought::Values(values),
            }
        }
        Question::Review(unfinished) => match unfinished.clone().step(control) {
            Some(reviewed) => Thought::Review(Box::new(reviewed)),
            None => Thought::Failed,
        },
    }
}
