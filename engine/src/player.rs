//! What a player is asked and what it answers, as plain values.

use reversi_game::{Game, Position, Square};

use crate::control::Limits;
use crate::score::Score;

/// A question: which square to play here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The position; its side to move is the one that asks.
    pub position: Position,
    /// The squares that the side to move has played so far. Some bots count them.
    pub own_placements: usize,
    /// How far a search may go; bots that do not search ignore it.
    pub limits: Limits,
    /// Decides whatever the bot leaves to chance: the same request is answered the same way.
    /// One seed may serve a whole game.
    pub seed: u64,
    /// Whether the bot may answer from the opening book; bots that have none ignore it.
    pub book: BookUse,
}

/// Whether a move may come from the opening book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BookUse {
    /// As long as the position is in it.
    #[default]
    Allowed,
    /// The bot has to find every move itself.
    Forbidden,
}

impl Request {
    /// Asks about a position whose history is unknown: the discs were placed in turn.
    pub fn new(position: Position) -> Self {
        let counts = position.counts();
        let placements = (counts.black + counts.white).saturating_sub(4) as usize;
        Self {
            position,
            own_placements: placements / 2,
            limits: Limits::default(),
            seed: 0,
            book: BookUse::default(),
        }
    }

    /// Asks about the current position of a game.
    pub fn of(game: &Game) -> Self {
        let position = game.position();
        let own = game.actions_by_side().filter(|(side, _)| *side == position.to_move);
        let own_placements = own.filter(|(_, action)| action.square().is_some()).count();
        Self { own_placements, ..Self::new(position) }
    }

    /// Returns the same question under other limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Returns the same question with another seed.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Returns the same question to a bot that has to leave its opening book alone.
    #[must_use]
    pub fn without_book(self) -> Self {
        Self { book: BookUse::Forbidden, ..self }
    }
}

/// The square to play, and what the player knows about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// A legal square.
    pub square: Square,
    /// What the mover can expect after it; nothing from players that do not think in discs.
    pub score: Option<Score>,
    /// Plies that were looked ahead, this move included; 0 from players that do not search.
    pub depth_plies: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// The expected moves, this one first; passes are left out.
    pub line: Vec<Square>,
    /// Whether `score` is the result of best play by both sides.
    pub is_exact: bool,
}

impl Answer {
    /// Returns the answer of a player that does not search.
    pub fn by_rule(square: Square) -> Self {
        Self { square, score: None, depth_plies: 0, nodes: 0, line: vec![square], is_exact: false }
    }
}
