//! A level of the ladder: the engine's search, held back by a budget of discs to lose.
//!
//! A weak level does not throw dice over the board. It searches shallowly and, lowest
//! down, counts discs as beginners do; then it draws its move, the better the likelier, so that
//! it loses about its budget over a game as it sees it: most of it in the midgame, where people
//! lose theirs. No single move costs more than the level's cap.

use rand::RngExt;
use reversi_game::Square;

use super::rules::rng;
use crate::book::Book;
use crate::control::{Control, Limits};
use crate::eval::Evaluation;
use crate::kernel::Sides;
use crate::player::{Answer, BookUse, Request};
use crate::score::{DISC, Score, Value};
use crate::search::{self, Aim, RootMove};
use crate::selectivity::Selectivity;

#[derive(Clone, Copy)]
pub(super) struct Level {
    depth_plies: u32,
    /// How much of its evaluation is the plain disc count, in per cent.
    disc_percent: Value,
    /// Discs that its moves may lose over a whole game, as its own search sees them.
    budget_discs: f64,
    /// Discs that one move may lose at most.
    cap_discs: Value,
    /// With this many empties or fewer it plays exactly.
    exact_empties: u32,
    /// How readily its search leaves lines out.
    selectivity: Selectivity,
    nodes: u64,
    /// What a move from the opening book may lose on the best one there; nothing if it has no book.
    book_loss: Option<Value>,
    /// Whether it remembers its searches from one move to the next.
    remembers: bool,
}

impl Level {
    /// Returns a level that looks this many plies ahead, plays the last empties exactly, and always plays
    /// what it thinks best.
    pub(super) const fn new(depth_plies: u32, exact_empties: u32) -> Self {
        Self {
            depth_plies,
            exact_empties,
            disc_percent: 0,
            budget_discs: 0.,
            cap_discs: 0,
            selectivity: Selectivity::Off,
            nodes: 1_000_000,
            book_loss: None,
            remembers: false,
        }
    }

    /// Tells whether its bound of nodes is passed in about a tenth of a second.
    pub(super) const fn is_quick(&self) -> bool {
        self.nodes <= 1_000_000
    }

    pub(super) const fn remembers(&self) -> bool {
        self.remembers
    }

    /// Returns the level with a memory of its searches.
    pub(super) const fn remembering(self) -> Self {
        Self { remembers: true, ..self }
    }

    /// Returns the level with a budget to lose, and a cap on what one move may cost.
    pub(super) const fn budget(self, budget_discs: f64, cap_discs: Value) -> Self {
        Self { budget_discs, cap_discs, ..self }
    }

    /// Returns the level with so much of the plain disc count in its evaluation.
    pub(super) const fn disc_count(self, disc_percent: Value) -> Self {
        Self { disc_percent, ..self }
    }

    /// Returns the level with a search that leaves lines out.
    pub(super) const fn selectivity(self, selectivity: Selectivity) -> Self {
        Self { selectivity, ..self }
    }

    /// Returns the level with another bound of nodes.
    pub(super) const fn nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }

    /// Returns the level with the opening book, of which it plays moves that lose at most so much.
    pub(super) const fn book(self, book_loss: Value) -> Self {
        Self { book_loss: Some(book_loss), ..self }
    }
}

/// The share of a game's losses (both sides) that falls on each ply, by the number of discs placed
/// before it, as in games between people; between the points, straight lines. Source: the loss
/// curve of the analysis program Sensei.
const LOSS_SHARES: [(f64, f64); 7] =
    [(0., 0.), (10., 0.01), (22., 0.018), (38., 0.029), (45., 0.029), (50., 0.02), (60., 0.)];

impl Level {
    pub(super) fn choose(&self, request: &Request, control: Control<'_>) -> Option<Answer> {
        let sides = Sides::of(&request.position);
        self.book_move(request, sides).or_else(|| self.search(request, sides, control))
    }

    /// Returns a move from the opening book.
    fn book_move(&self, request: &Request, sides: Sides) -> Option<Answer> {
        let loss = self.book_loss.filter(|_| request.book == BookUse::Allowed)?;
        Book::embedded().choose(sides, Score::from_value(loss), &mut rng(request.seed, sides))
    }

    /// Finds a move by searching.
    fn search(&self, request: &Request, sides: Sides, control: Control<'_>) -> Option<Answer> {
        let evaluation = Evaluation::engine().with_discs(self.disc_percent);
        let aim = Aim { margin: self.cap_discs * DISC, ..Aim::to_play(evaluation) };
        let limits = request.limits.clone().and(&self.limits(sides));
        let control = Control { memory: control.memory.filter(|_| self.remembers), ..control };
        let findings = search::search(sides, aim, &limits, control, |_| {});
        let share = 2. * self.budget_discs * loss_share(60. - f64::from(sides.empties_count()));
        let candidates = candidates(&findings.moves, self.cap_discs * DISC);
        let mut rng = rng(request.seed, sides);
        let chosen = draw(&candidates, share, rng.random());
        findings.answer_with(candidates.get(chosen)?.0)
    }

    fn limits(&self, sides: Sides) -> Limits {
        let is_forced = sides.legal().len() == 1;
        Limits {
            nodes: Some(self.nodes),
            depth_plies: if is_forced { 1 } else { self.depth_plies },
            exact_empties: if is_forced { 0 } else { self.exact_empties },
            selectivity: self.selectivity,
            ..Limits::default()
        }
    }
}

/// Returns the moves worth drawing from, the best first, each with the discs that it loses.
fn candidates(moves: &[RootMove], cap: Value) -> Vec<(Square, f64)> {
    let Some(best) = moves.first() else { return Vec::new() };
    moves
        .iter()
        .filter(|mv| !mv.is_bound && best.value - mv.value <= cap)
        .map(|mv| (mv.square, f64::from(best.value - mv.value) / f64::from(DISC)))
        .collect()
}

/// Returns the share of a game's losses at this number of placed discs.
fn loss_share(placed: f64) -> f64 {
    LOSS_SHARES.windows(2).find(|pair| placed <= pair[1].0).map_or(0., |pair| {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        y0 + (y1 - y0) * (placed - x0) / (x1 - x0)
    })
}

/// Draws a candidate with probability exp(-sharpness × loss), with the sharpness at which the mean
/// loss is `mean_discs`; uniformly if even that loses less. `chance` is in [0, 1).
fn draw(candidates: &[(Square, f64)], mean_discs: f64, chance: f64) -> usize {
    let weights = weights(candidates, sharpness(candidates, mean_discs));
    let mut left = chance * weights.iter().sum::<f64>();
    weights
        .iter()
        .position(|weight| {
            left -= weight;
            left < 0.
        })
        .unwrap_or(0)
}

/// Returns the sharpness by bisection: the sharper, the smaller the mean loss.
fn sharpness(candidates: &[(Square, f64)], mean_discs: f64) -> f64 {
    /// As good as never losing a hundredth of a disc.
    const SHARPEST: f64 = 1000.;
    let mean = |sharpness| {
        let weights = weights(candidates, sharpness);
        let lost: f64 = weights.iter().zip(candidates).map(|(w, (_, loss))| w * loss).sum();
        lost / weights.iter().sum::<f64>()
    };
    let (mut blunt, mut sharp) = (0., SHARPEST);
    if mean(blunt) <= mean_discs {
        return blunt;
    }
    for _ in 0..40 {
        let middle = f64::midpoint(blunt, sharp);
        if mean(middle) > mean_discs { blunt = middle } else { sharp = middle }
    }
    sharp
}

fn weights(candidates: &[(Square, f64)], sharpness: f64) -> Vec<f64> {
    candidates.iter().map(|(_, loss)| (-sharpness * loss).exp()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOSSES: [(Square, f64); 3] = [(Square::D3, 0.), (Square::C4, 2.), (Square::F5, 10.)];

    #[test]
    fn the_mean_loss_is_what_was_asked_for() {
        for mean_discs in [0.1, 0.5, 1., 3.9] {
            let draws = 10_000;
            let lost: f64 = (0..draws)
                .map(|n| LOSSES[draw(&LOSSES, mean_discs, f64::from(n) / f64::from(draws))].1)
                .sum();
            assert!((lost / f64::from(draws) - mean_discs).abs() < 0.01, "{mean_discs}: {lost}");
        }
    }

    #[test]
    fn without_a_budget_only_the_best_is_drawn() {
        for chance in [0., 0.5, 0.999_999] {
            assert_eq!(draw(&LOSSES, 0., chance), 0);
        }
    }

    #[test]
    fn with_a_large_budget_every_move_is_equally_likely() {
        let drawn = [0.1, 0.5, 0.9].map(|chance| draw(&LOSSES, 100., chance));
        assert_eq!(drawn, [0, 1, 2]);
    }

    #[test]
    fn the_shares_of_both_sides_add_up_to_a_game() {
        let sum: f64 = (0..60).map(|placed| loss_share(f64::from(placed))).sum();
        assert!((sum - 1.).abs() < 0.05, "{sum}");
    }
}
