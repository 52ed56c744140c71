//! Review of a game: what each move was worth beside the best one. Goes backwards, from the exact
//! end to the uncertain beginning.

use std::fmt;

use reversi_game::{Action, Color, Game, Position, Square, Turn};

use crate::best_move::best_move;
use crate::control::{Control, Limits};
use crate::openings::{Opening, opening_of};
use crate::player::{Answer, Request};
use crate::score::Score;

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
            (Some(&after), Some(Action::Pass)) => PositionValue { score: -after.score, ..after },
            (Some(&after), Some(&Action::Place(square))) => {
                let reviewed = evaluator.placement(ply, &position, square, after)?;
                self.moves.push(reviewed);
                PositionValue { score: reviewed.best_score, is_exact: reviewed.is_exact }
            }
            (None, _) | (_, None) => evaluator.value(&position, evaluator.limits_at(ply)),
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
        Review { opening: opening_of(&game), moves, graph }
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

/// Evaluates positions under the limits of a review.
struct Evaluator<'a> {
    limits: &'a Limits,
    control: Control<'a>,
}

impl Evaluator<'_> {
    fn best_move(&self, position: &Position, limits: Limits) -> Option<Answer> {
        best_move(&Request::new(*position).with_limits(limits), self.control)
    }

    /// Returns the limits at a ply: at every other one a ply less, so that all lines end with the
    /// same side to move. An estimate leans towards or against that side, and neighbouring
    /// positions could not be compared otherwise.
    fn limits_at(&self, ply: usize) -> Limits {
        let depth_plies = self.limits.depth_plies.saturating_sub((ply % 2) as u32).max(1);
        Limits { depth_plies, ..self.limits.clone() }
    }

    /// Returns what a position is worth to its side to move, which may have to pass.
    fn value(&self, position: &Position, limits: Limits) -> PositionValue {
        match position.turn() {
            Turn::Over => PositionValue { score: Score::of_finished(position), is_exact: true },
            Turn::Pass => {
                let passed = self.value(&position.passed(), limits);
                PositionValue { score: -passed.score, ..passed }
            }
            Turn::Place => {
                let answer = self.best_move(position, limits);
                let score = answer.as_ref().and_then(|answer| answer.score).unwrap_or_default();
                PositionValue { score, is_exact: answer.is_some_and(|answer| answer.is_exact) }
            }
        }
    }

    /// Evaluates a placement, after which the position was worth `after` to the other side.
    fn placement(
        &self,
        ply: usize,
        position: &Position,
        played: Square,
        after: PositionValue,
    ) -> Option<ReviewedMove> {
        let best = self.best_move(position, self.limits_at(ply))?;
        let best_score = best.score?;
        let own = if after.is_exact {
            PositionValue { score: -after.score, ..after }
        } else if best.square == played {
            PositionValue { score: best_score, is_exact: best.is_exact }
        } else {
            // As deep as the best move was looked at, so that the two can be compared.
            let depth_plies = best.depth_plies.saturating_sub(1).max(1);
            let limits = Limits { depth_plies, exact_empties: 0, ..self.limits.clone() };
            let after = self.value(&position.place(played).ok()?.after, limits);
            PositionValue { score: -after.score, ..after }
        };
        let (square, best_score) = if best.square == played || own.score >= best_score {
            (played, own.score)
        } else {
            (best.square, best_score)
        };
        let is_best_sure = best.is_exact || own.score == Score::from_discs(64);
        Some(ReviewedMove {
            ply,
            color: position.to_move,
            played,
            played_score: own.score,
            best: square,
            best_score,
            depth_plies: best.depth_plies,
            is_exact: own.is_exact && is_best_sure,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::StopFlag;
    use crate::openings::random_openings;

    /// Solves a position by trying everything, with the rules alone.
    fn solve(position: &Position) -> i32 {
        match position.turn() {
            Turn::Over => {
                let margin = position.counts().margin_discs();
                if position.to_move == Color::Black { margin } else { -margin }
            }
            Turn::Pass => -solve(&position.passed()),
            Turn::Place => {
                let squares = position.legal();
                let values = squares.iter().map(|square| solve_after(position, square));
                values.max().unwrap()
            }
        }
    }

    fn solve_after(position: &Position, square: Square) -> i32 {
        -solve(&position.place(square).unwrap().after)
    }

    /// Plays on at random to the end.
    fn finished(seed: u64) -> Game {
        let mut game = random_openings(1, 30, seed).remove(0);
        while !game.is_over() {
            let square = game.legal().iter().last().unwrap();
            game.play(square).unwrap();
        }
        game
    }

    fn limits() -> Limits {
        Limits { exact_empties: 9, ..Limits::depth(2) }
    }

    #[test]
    fn a_review_of_the_endgame_matches_brute_force() {
        let stop = StopFlag::default();
        let mut compared = 0;
        for seed in 0..20 {
            let game = finished(seed);
            let review = review(&game, &limits(), Control::timeless(&stop), |_| {}).unwrap();
            for mv in &review.moves {
                let position = game.position_at(mv.ply).unwrap();
                if position.board.empties().len() > 7 {
                    continue;
                }
                assert!(mv.is_exact);
                assert_eq!(mv.best_score, Score::from_discs(solve(&position)));
                let played = solve_after(&position, mv.played);
                assert_eq!(mv.played_score, Score::from_discs(played));
                assert_eq!(solve_after(&position, mv.best), solve(&position));
                compared += 1;
            }
        }
        assert!(compared > 100, "{compared}");
    }

    #[test]
    fn losses_are_never_negative_and_the_graph_has_every_position() {
        let stop = StopFlag::default();
        let game = finished(3);
        let mut left = Vec::new();
        let review =
            review(&game, &limits(), Control::timeless(&stop), |plies| left.push(plies)).unwrap();
        assert_eq!(left, (1..=game.ply()).rev().collect::<Vec<_>>());
        assert_eq!(review.graph.len(), game.ply() + 1);
        assert!(review.moves.iter().all(|mv| mv.loss() >= Score::default()));
        assert!(
            review.moves.iter().all(|mv| (mv.loss() > Score::default()) == (mv.best != mv.played))
        );
        let end = review.graph.last().unwrap();
        let margin = Score::from_discs(game.counts().margin_discs());
        assert_eq!((end.black_score, end.is_exact), (margin, true));
        let lost: Score = Color::BOTH.into_iter().map(|color| review.loss_of(color)).sum();
        assert_eq!(lost, review.moves.iter().map(ReviewedMove::loss).sum());
    }

    #[test]
    fn a_stopped_review_is_none() {
        let stop = StopFlag::default();
        let game = finished(4);
        let mut plies = 0;
        let cut = review(&game, &limits(), Control::timeless(&stop), |_| {
            plies += 1;
            stop.stop();
        });
        assert_eq!((cut, plies), (None, 1));
    }

    #[test]
    fn labels_go_by_the_discs_lost() {
        let label = |discs| Label::of_loss(Score::from_discs(discs));
        assert_eq!(label(0), Label::Best);
        assert_eq!(label(1), Label::Fine);
        assert_eq!((label(2), label(3)), (Label::Inaccuracy, Label::Inaccuracy));
        assert_eq!((label(4), label(7)), (Label::Mistake, Label::Mistake));
        assert_eq!((label(8), label(64)), (Label::Blunder, Label::Blunder));
    }
}
