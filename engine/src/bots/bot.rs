//! A bot: a name and a way to play.

use std::fmt;

use reversi_game::Square;

use super::level::Level;
use super::minimax::Minimax;
use super::rules::Choice;
use crate::control::Control;
use crate::player::{Answer, Request};

/// A way to play, chosen by name. Deterministic: the same request, seed included, gets the same
/// answer, unless time or the stop flag ends its search or it remembers other ones.
#[derive(Clone, Copy)]
pub struct Bot {
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    pub(super) play: Play,
}

/// How a bot comes to its move.
#[derive(Clone, Copy)]
pub(super) enum Play {
    /// A rule that looks at the position and the moves.
    Rule(fn(&Choice<'_>) -> Option<Square>),
    /// A fixed look-ahead with an evaluation of its own.
    Minimax(Minimax),
    /// The engine's search, made weaker as people are weak.
    Level(Level),
}

impl Bot {
    /// Returns the name: lower case, stable, such as `level-3` or `000-hard`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns one line that says how it plays.
    pub const fn description(&self) -> &'static str {
        self.description
    }

    /// Tells whether a move takes about a tenth of a second at most.
    pub const fn is_quick(&self) -> bool {
        match &self.play {
            Play::Rule(_) | Play::Minimax(_) => true,
            Play::Level(level) => level.is_quick(),
        }
    }

    /// Tells whether the bot makes use of a [`Memory`](crate::Memory).
    pub const fn remembers(&self) -> bool {
        match &self.play {
            Play::Rule(_) | Play::Minimax(_) => false,
            Play::Level(level) => level.remembers(),
        }
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
