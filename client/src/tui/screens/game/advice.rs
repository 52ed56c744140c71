//! What the board is marked with for a while: discs that were turned just now, and a hint.

use reversi_client_core::voice::texts::Text;
use reversi_game::{Square, SquareSet};
use reversi_protocol::SquareValue;

use crate::tui::context::Context;

/// How long discs are shown turning, in milliseconds; half of it before they are on edge.
const TURN_MS: u64 = 200;

/// How long discs are marked as just turned, in milliseconds.
const FLASH_MS: u64 = 1500;

/// Discs that were turned just now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Flash {
    pub squares: SquareSet,
    pub since_ms: u64,
    pub is_animated: bool,
}

/// How far a disc has turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TurnPhase {
    /// It shows its old side.
    Before,
    /// It stands on edge.
    OnEdge,
    /// It shows its new side, with a mark.
    After,
}

/// What the server advised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// For which ply.
    pub ply: u32,
    pub best: Square,
    /// What the legal squares are worth, the best first; empty where that was not told.
    pub values: Vec<SquareValue>,
}

impl Flash {
    /// Returns how far the discs have turned; nothing when that is over.
    pub(super) fn phase(&self, now_ms: u64) -> Option<TurnPhase> {
        let elapsed_ms = now_ms.saturating_sub(self.since_ms);
        if elapsed_ms >= FLASH_MS {
            None
        } else if !self.is_animated || elapsed_ms >= TURN_MS {
            Some(TurnPhase::After)
        } else if elapsed_ms >= TURN_MS / 2 {
            Some(TurnPhase::OnEdge)
        } else {
            Some(TurnPhase::Before)
        }
    }

    pub(super) fn next_change_ms(&self, now_ms: u64) -> Option<u64> {
        let steps =
            if self.is_animated { vec![TURN_MS / 2, TURN_MS, FLASH_MS] } else { vec![FLASH_MS] };
        steps.into_iter().map(|step| self.since_ms + step).find(|&at| at > now_ms)
    }
}

impl Hint {
    /// Tells what is advised in a sentence.
    pub fn told(&self, context: &Context) -> String {
        let Some(value) = self.value(self.best) else {
            return context.fill(Text::HintSquare, &[("square", &self.best)]);
        };
        let discs = whole_discs(value.value_centidiscs);
        let text = if value.is_exact { Text::HintExact } else { Text::HintValue };
        let depth = value.depth_plies;
        context.fill(text, &[("square", &self.best), ("discs", &discs), ("depth", &depth)])
    }

    /// Returns what a square is worth, in hundredths of a disc.
    pub fn value(&self, square: Square) -> Option<&SquareValue> {
        self.values.iter().find(|value| value.square == square)
    }
}

/// Writes hundredths of a disc as whole discs with a sign, rounded half away from zero.
pub(super) fn whole_discs(centidiscs: i32) -> String {
    let centidiscs = i64::from(centidiscs);
    let rounded = (centidiscs.abs() + 50) / 100 * centidiscs.signum();
    if rounded == 0 { "0".to_owned() } else { format!("{rounded:+}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discs_turn_in_three_steps_and_stay_marked_for_a_while() {
        let flash = Flash { squares: SquareSet::EMPTY, since_ms: 1000, is_animated: true };
        let at = |ms| (flash.phase(ms), flash.next_change_ms(ms));
        assert_eq!(at(1000), (Some(TurnPhase::Before), Some(1100)));
        assert_eq!(at(1100), (Some(TurnPhase::OnEdge), Some(1200)));
        assert_eq!(at(1200), (Some(TurnPhase::After), Some(2500)));
        assert_eq!(at(2500), (None, None));
        let still = Flash { is_animated: false, ..flash };
        assert_eq!(still.phase(1000), Some(TurnPhase::After));
        assert_eq!(still.next_change_ms(1000), Some(2500));
    }

    #[test]
    fn values_are_told_in_whole_discs() {
        for (centidiscs, shown) in
            [(0, "0"), (49, "0"), (50, "+1"), (-50, "-1"), (1249, "+12"), (-6400, "-64")]
        {
            assert_eq!(whole_discs(centidiscs), shown);
        }
    }
}
