//! Review of a game: what each move was worth beside the best one. Goes backwards, from the exact
//! end to the uncertain beginning.

#[cfg(test)]
mod tests;

use std::fmt;

use reversi_game::{Action, Color, Game, Opening, Position, Square, Turn};

use crate::control::{Control, Limits};
use crate::eval::Evaluation;
use crate::kernel::Sides;
use crate::score::Score;
use crate::search::{Aim, RootMove, search};

/// Nodes in which a position is solved beyond the empties from which all are: some tenths of a second.
const CHEAP_NODES: u64 = 4_000_000;

/// With more empties so few nodes solve nothing. A wipe-out is found without.
const CHEAP_EMPTIES: u32 = 24;

/// How good a move was, by the discs that it lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    /// Nothing better was found.
    Best,
    /// Less than 2 discs lost.
    Fine,
    /// From 2 discs.
    Inaccuracy,
    /// From 4 discs.
    Mistake,
    /// From 8 discs.
    Blunder,
}

impl Label {
    /// Returns the label of a loss.
    pub fn of_loss(loss: Score) -> Self {
        let is_below = |discs| loss < Score::from_discs(discs);
        if loss <= Score::default() {
            Self::Best
        } else if is_below(2) {
            Self::Fine
        } else if is_below(4) {
            Self::Inaccuracy
        } else if is_below(8) {
            Self::Mistake
        } else {
            Self::Blunder
        }
    }
}

/// The word for it, lower case.
impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Best => "best",
            Self::Fine => "fine",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        })
    }
}

/// A placement of the game, and what had been possible. Scores are from its mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewedMove {
    /// The index among the actions, passes included, from 0.
    pub ply: usize,
    /// Who placed.
    pub color: Color,
    /// Where.
    pub played: Square,
    /// What the mover could expect after it.
    pub played_score: Score,
    /// The best square that was found; the one played if nothing is better.
    pub best: Square,
    /// What the mover could have expected.
    pub best_score: Score,
    /// Plies looked ahead.
    pub depth_plies: u32,
    /// Whether both scores are results of best play.
    pub is_exact: bool,
}

impl ReviewedMove {
    /// Returns the discs that the move lost: zero or more.
    pub fn loss(&self) -> Score {
        self.best_score - self.played_score
    }

    /// Returns how good the move was.
    pub fn label(&self) -> Label {
        Label::of_loss(self.loss())
    }

    /// Tells whether the move gave away a win or a draw.
    pub fn is_turning_point(&self) -> bool {
        self.best_score.whole_discs().signum() != self.played_score.whole_discs().signum()
    }
}

/// What a position of the game was worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphPoint {
    /// The ply before which it stood on the board.
    pub ply: usize,
    /// What Black could expect.
    pub black_score: Score,
    /// Whether that is the result of best play.
    pub is_exact: bool,
}

/// A whole game, reviewed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// The last named opening that the game went through.
    pub opening: Option<Opening>,
    /// Every placement, the first one first.
    pub moves: Vec<ReviewedMove>,
    /// Every position, from the start to the last one: what an evaluation graph shows.
    pub graph: Vec<GraphPoint>,
}

impl Review {
    /// Returns the discs that all moves of a side lost together.
    pub fn loss_of(&self, color: Color) -> Score {
        self.moves.iter().filter(|mv| mv.color == color).map(ReviewedMove::loss).sum()
    }

    /// Returns the moves that gave away a win or a draw.
    pub fn turning_points(&self) -> impl Iterator<Item = &ReviewedMove> {
        self.moves.iter().filter(|mv| mv.is_turning_point())
    }
}

/// Reviews every move of a game, the last one first, each under `limits`; a time in them is for the
/// whole review. `report` is called with the number of positions left. Returns nothing if it is stopped.
pub fn review(
    game: &Game,
    limits: &Limits,
    control: Control<'_>,
    mut report: impl FnMut(usize),
) -> Option<Review> {
    let mut unfinished = UnfinishedReview::begin(game.clone(), limits.clone());
    loop {
        match unfinished.step(control)? {
            ReviewStep::Unfinished(next) => {
                report(next.positions_left());
                unfinished = next;
            }
            ReviewStep::Finished(review) => return Some(review),
        }
    }
}

/// A review that goes position by position, so that its thread can do something else in between.
#[derive(Clone, Debug)]
pub struct UnfinishedReview {
    game: Game,
    limits: Limits,
    /// What the positions were worth to their movers, from the last one back.
    values: Vec<PositionValue>,
    /// From the last one back.
    moves: Vec<ReviewedMove>,
}

/// What a step of a review came to.
#[derive(Clone, Debug)]
pub enum ReviewStep {
    /// There are positions left.
    Unfinished(UnfinishedReview),
    /// That was the last one.
    Finished(Review),
}

impl UnfinishedReview {
    /// Begins at the end of a game. A time in `limits` is for as long as the clock goes that the
    /// steps are given.
    pub const fn begin(game: Game, limits: Limits) -> Self {
        Self { game, limits, values: Vec::new(), moves: Vec::new() }
    }

    /// Returns how many positions are left to be evaluated.
    pub fn positions_left(&self) -> usize {
        (self.game.ply() + 1).saturating_sub(self.values.len())
    }

    /// Evaluates one position. Returns nothing if that is stopped.
    pub fn step(mut self, control: Control<'_>) -> Option<ReviewStep> {
        let evaluator = Evaluator { limits: &self.limits, control };
        let ply = self.game.ply().checked_sub(self.values.len())?;
        let position = self.game.position_at(ply)?;
        let value = match (self.values.last(), self.game.actions().get(ply)) {
            (Some(&after), Some(Action::Pass)) => -after,
            (Some(&after), Some(&Action::Place(square))) => {
                let reviewed = evaluator.placement(ply, &position, square, after)?;
                self.moves.push(reviewed);
                PositionValue { score: reviewed.best_score, is_exact: reviewed.is_exact }
            }
            (None, _) | (_, None) => evaluator.last(ply, &position)?,
        };
        if control.stop.is_stopped() {
            return None;
        }
        self.values.push(value);
        Some(if ply == 0 {
            ReviewStep::Finished(self.finish())
        } else {
            ReviewStep::Unfinished(self)
        })
    }

    fn finish(self) -> Review {
        let Self { game, values, mut moves, .. } = self;
        moves.reverse();
        let point = |(ply, value): (_, &PositionValue)| {
            Some(value.point(ply, game.position_at(ply)?.to_move))
        };
        let graph = values.iter().rev().enumerate().filter_map(point).collect();
        Review { opening: game.opening(), moves, graph }
    }
}

/// What a position is worth to its side to move.
#[derive(Clone, Copy, Debug)]
struct PositionValue {
    score: Score,
    is_exact: bool,
}

impl PositionValue {
    /// Returns the point of the graph for a position with this side to move.
    fn point(self, ply: usize, to_move: Color) -> GraphPoint {
        let black_score = match to_move {
            Color::Black => self.score,
            Color::White => -self.score,
        };
        GraphPoint { ply, black_score, is_exact: self.is_exact }
    }
}

/// What it is worth to the other side.
impl std::ops::Neg for PositionValue {
    type Output = Self;

    fn neg(self) -> Self {
        Self { score: -self.score, ..self }
    }
}

/// The best move of a position, as far as is known.
struct Best {
    square: Square,
    score: Score,
    depth_plies: u32,
    /// Whether no other move can be better, and `score` is what it is worth.
    is_exact: bool,
}

/// Evaluates positions under the limits of a review.
struct Evaluator<'a> {
    limits: &'a Limits,
    control: Control<'a>,
}

impl Evaluator<'_> {
    /// Returns the best move under these limits, or nothing where none is legal.
    fn best(&self, position: &Position, limits: &Limits) -> Option<Best> {
        let aim = Aim::best(Evaluation::engine());
        let moves = search(Sides::of(position), aim, limits, self.control, |_| {}).moves;
        let best = moves.first()?;
        let score = Score::from_value(best.value);
        // An evaluation stays below a wipeout, so that one that is found is a fact. A search that was
        // cut off may know the end of one move and little of the others.
        let is_known = |mv: &RootMove| mv.is_exact || Score::from_value(mv.value).is_wipeout();
        let is_exact = score == Score::MAX || moves.iter().all(is_known);
        Some(Best { square: best.square, score, depth_plies: best.depth_plies, is_exact })
    }

    fn is_near_end(&self, position: &Position) -> bool {
        position.board.empties().len() <= self.limits.exact_empties
    }

    /// Solves a position where that is asked for, or takes few nodes.
    fn solve(&self, position: &Position) -> Option<Best> {
        let empties_count = position.board.empties().len();
        let nodes = match self.limits.nodes {
            nodes if self.is_near_end(position) => nodes,
            _ if empties_count > CHEAP_EMPTIES => return None,
            nodes => Some(nodes.map_or(CHEAP_NODES, |nodes| nodes.min(CHEAP_NODES))),
        };
        let limits = Limits { nodes, exact_empties: 60, ..self.limits.clone() };
        self.best(position, &limits).filter(|best| best.is_exact)
    }

    /// Returns the limits at a ply: at every other one a ply less, so that all lines end with the
    /// same side to move. An estimate leans towards or against that side, and neighbouring
    /// positions could not be compared otherwise.
    fn limits_at(&self, ply: usize) -> Limits {
        let depth_plies = self.limits.depth_plies.saturating_sub((ply % 2) as u32).max(1);
        Limits { depth_plies, exact_empties: 0, ..self.limits.clone() }
    }

    /// Solves a position near the end, or one that may be solved as well, or else looks ahead from it.
    fn best_at(&self, ply: usize, position: &Position, may_be_solved: bool) -> Option<Best> {
        let is_tried = may_be_solved || self.is_near_end(position);
        let solved = if is_tried { self.solve(position) } else { None };
        solved.or_else(|| self.best(position, &self.limits_at(ply)))
    }

    /// Returns what a position is worth to its side to move, which may have to pass; `find` looks for
    /// the best move where there is one.
    fn value(
        position: &Position,
        find: &dyn Fn(&Position) -> Option<Best>,
    ) -> Option<PositionValue> {
        match position.turn() {
            Turn::Over => {
                Some(PositionValue { score: Score::of_finished(position), is_exact: true })
            }
            Turn::Pass => Self::value(&position.passed(), find).map(|value| -value),
            Turn::Place => find(position)
                .map(|best| PositionValue { score: best.score, is_exact: best.is_exact }),
        }
    }

    /// Evaluates the last position of a game.
    fn last(&self, ply: usize, position: &Position) -> Option<PositionValue> {
        Self::value(position, &|position| self.best_at(ply, position, false))
    }

    /// Evaluates a placement, after which the position was worth `after` to the other side.
    fn placement(
        &self,
        ply: usize,
        position: &Position,
        played: Square,
        after: PositionValue,
    ) -> Option<ReviewedMove> {
        // Where the end is known after the move, it may be within reach before it.
        let best = self.best_at(ply, position, after.is_exact)?;
        let own = self.played_value(position, played, -after, &best)?;
        let loses_nothing = best.square == played || own.score >= best.score;
        let (square, best_score) =
            if loses_nothing { (played, own.score) } else { (best.square, best.score) };
        Some(ReviewedMove {
            ply,
            color: position.to_move,
            played,
            played_score: own.score,
            best: square,
            best_score,
            depth_plies: best.depth_plies,
            is_exact: own.is_exact && (best.is_exact || own.score == Score::MAX),
        })
    }

    /// Returns what a move was worth, known in the way that the best one is, so that the two can be
    /// compared: a result beside a result, an estimate beside one that looks as far ahead.
    fn played_value(
        &self,
        position: &Position,
        played: Square,
        known: PositionValue,
        best: &Best,
    ) -> Option<PositionValue> {
        if known.is_exact && (best.is_exact || best.square == played || known.score >= best.score) {
            return Some(known);
        }
        if best.square == played {
            return Some(PositionValue { score: best.score, is_exact: best.is_exact });
        }
        let after = position.place(played).ok()?.after;
        let solved =
            if best.is_exact { Self::value(&after, &|after| self.solve(after)) } else { None };
        let as_deep = Limits {
            depth_plies: best.depth_plies.saturating_sub(1).max(1),
            exact_empties: 0,
            ..self.limits.clone()
        };
        let found = solved.or_else(|| Self::value(&after, &|after| self.best(after, &as_deep)))?;
        Some(-found)
    }
}
