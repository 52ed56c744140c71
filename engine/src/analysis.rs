//! Hints: what each legal square is worth, and how well that is known.

use reversi_game::{Position, Square};

use crate::control::{Control, Limits};
use crate::eval::Evaluation;
use crate::kernel::Sides;
use crate::score::Score;
use crate::search::{self, Aim, RootMove};

/// The worth of one legal square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// A legal square.
    pub square: Square,
    /// What the mover can expect after placing there.
    pub score: Score,
    /// Plies looked ahead for it, this move included.
    pub depth_plies: u32,
    /// Whether `score` is the result of best play by both sides.
    pub is_exact: bool,
}

/// Returns the worth of every legal square, the best first; nothing if the mover has to pass or
/// the game is over. A search that is stopped answers with what it has: no square is ever without
/// a value, and a square may be known less deeply than the ones before it.
pub fn analyse(position: &Position, limits: &Limits, control: Control<'_>) -> Vec<Hint> {
    analyse_deepening(position, limits, control, |_| {})
}

/// Like [`analyse`], and hands over what is known after each depth, to be shown meanwhile.
pub fn analyse_deepening(
    position: &Position,
    limits: &Limits,
    control: Control<'_>,
    mut report: impl FnMut(&[Hint]),
) -> Vec<Hint> {
    let aim = Aim::all(Evaluation::engine());
    let findings = search::search(Sides::of(position), aim, limits, control, |moves| {
        report(&hints(moves));
    });
    hints(&findings.moves)
}

fn hints(moves: &[RootMove]) -> Vec<Hint> {
    moves
        .iter()
        .map(|mv| Hint {
            square: mv.square,
            score: Score::from_value(mv.value),
            depth_plies: mv.depth_plies,
            is_exact: mv.is_exact,
        })
        .collect()
}
