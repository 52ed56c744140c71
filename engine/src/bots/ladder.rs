//! The ladder of levels 1 to 10: the engine's search, held back by a budget of discs to lose.
//!
//! A weak level does not throw dice over the board. It judges with shallow searches and, lowest
//! down, counts discs as beginners do; then it draws its move, the better the likelier, so that
//! it loses about its budget over a game as it sees it: most of it in the midgame, where people
//! lose theirs. No single move costs more than the level's cap.

use rand::RngExt;
use reversi_game::Square;

use super::chance::rng;
use super::{Bot, Play};
use crate::control::{Control, Limits};
use crate::eval::Evaluation;
use crate::kernel::Sides;
use crate::player::{Answer, Request};
use crate::score::{DISC, Value};
use crate::search::{self, Aim, RootMove};

/// How a level plays.
#[derive(Clone, Copy)]
pub(super) struct Level {
    /// Plies that it looks ahead.
    depth_plies: u32,
    /// How much of its judgement is the plain disc count, in per cent.
    disc_percent: Value,
    /// Discs that its moves may lose over a whole game, as its own search sees them.
    budget_discs: f64,
    /// Discs that one move may lose at most.
    cap_discs: Value,
    /// From so many empties on it plays the end out exactly.
    exact_empties: u32,
    /// Nodes for one move.
    nodes: u64,
}

/// Levels 1 to 10. Budgets and caps were chosen for even steps, the bounds of levels 7 to 9 for
/// answers within a tenth of a second; `engine/README.md` has the measured table.
#[rustfmt::skip]
pub(super) const BOTS: [Bot; 10] = [
    //                                                plies  disc %  budget cap exact   nodes
    bot("level-1", "novice: grabs discs and overlooks replies",
        level(                                            1,     50,  120.,  40,    0,  10_000)),
    bot("level-2", "beginner: looks at your reply, still likes discs",
        level(                                            2,     25,   80.,  24,    2,  10_000)),
    bot("level-3", "learner: knows corners, errs often",
        level(                                            3,      0,   50.,  16,    4,  50_000)),
    bot("level-4", "casual player: errs now and then",
        level(                                            4,      0,   30.,  12,    6,  50_000)),
    bot("level-5", "practised player: errs a little, plays the last 8 exactly",
        level(                                            5,      0,   18.,  10,    8, 100_000)),
    bot("level-6", "club player: small errors, plays the last 10 exactly",
        level(                                            6,      0,   10.,   8,   10, 200_000)),
    bot("level-7", "strong club player: few errors, plays the last 12 exactly",
        level(                                            8,      0,    5.,   4,   12, 300_000)),
    bot("level-8", "strong: seldom errs, plays the last 14 exactly",
        level(                                           10,      0,    2.,   2,   14, 400_000)),
    bot("level-9", "expert: varies among the best, plays the last 16 exactly",
        level(                                           12,      0,   0.5,   1,   16, 600_000)),
    bot("level-10", "master: the engine's best, thinks for a second, plays the last 20 exactly",
        level(                                           14,      0,    0.,   0,   20, 4_000_000)),
];

const fn bot(name: &'static str, description: &'static str, level: Level) -> Bot {
    Bot { name, description, play: Play::Level(level) }
}

const fn level(
    depth_plies: u32,
    disc_percent: Value,
    budget_discs: f64,
    cap_discs: Value,
    exact_empties: u32,
    nodes: u64,
) -> Level {
    Level { depth_plies, disc_percent, budget_discs, cap_discs, exact_empties, nodes }
}

/// The share of a game's losses (both sides) that falls on each ply, by the number of discs placed
/// before it, as in games between people; between the points, straight lines. Source: the loss
/// curve of the analysis program Sensei.
const LOSS_SHARES: [(f64, f64); 7] =
    [(0., 0.), (10., 0.01), (22., 0.018), (38., 0.029), (45., 0.029), (50., 0.02), (60., 0.)];

impl Level {
    pub(super) fn choose(&self, request: &Request, control: Control<'_>) -> Option<Answer> {
        let sides = Sides::of(&request.position);
        let aim = Aim {
            evaluation: Evaluation::engine().with_discs(self.disc_percent),
            margin: self.cap_discs * DISC,
        };
        let limits = request.limits.clone().and(&self.limits(sides));
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
    fn a_large_budget_draws_evenly() {
        let drawn = [0.1, 0.5, 0.9].map(|chance| draw(&LOSSES, 100., chance));
        assert_eq!(drawn, [0, 1, 2]);
    }

    #[test]
    fn the_shares_of_both_sides_add_up_to_a_game() {
        let sum: f64 = (0..60).map(|placed| loss_share(f64::from(placed))).sum();
        assert!((sum - 1.).abs() < 0.05, "{sum}");
    }
}
