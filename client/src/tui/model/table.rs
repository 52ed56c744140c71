//! How the board is looked at: cursor, history, marks that pass.

use reversi_game::{Color, Square};
use reversi_protocol::{Phase, SquareValue};

use super::{Link, Model, Review, Shown};
use crate::tui::view::{CellState, HintMark};
use reversi_client_core::session::Ticket;

/// How long discs are shown turning, in milliseconds; half of it before they are on edge.
const TURN_MS: u64 = 200;

/// How long discs are marked as just turned, in milliseconds.
const FLASH_MS: u64 = 1500;

/// With a longer way to the server and back, nothing turns: it would only add to the wait.
const ANIMATION_ROUND_TRIP_MS_MAX: u64 = 250;

/// How the board is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The square of the cursor.
    pub cursor: Square,
    /// Whether the cursor has been used; until then it does not cover anything.
    pub has_cursor: bool,
    /// The letter of a square whose digit is to come.
    pub typed: Option<char>,
    /// The ply whose position is looked at; nothing for the newest.
    pub browsing: Option<usize>,
    /// Moves that were made while an older position was looked at.
    pub unseen_moves: usize,
    /// Whether a1 is at the lower right.
    pub is_rotated: bool,
    /// The discs that were turned just now.
    pub flash: Option<Flash>,
    /// What the server advised.
    pub hint: Option<Hint>,
    /// What the moves were worth, of a finished game.
    pub review: Option<Review>,
    /// The request for them.
    pub awaited_review: Option<Ticket>,
    /// The square of a click that waits for a second one.
    pub clicked: Option<Square>,
}

impl Default for Table {
    fn default() -> Self {
        Self {
            cursor: Square::D3,
            has_cursor: false,
            typed: None,
            browsing: None,
            unseen_moves: 0,
            is_rotated: false,
            flash: None,
            hint: None,
            review: None,
            awaited_review: None,
            clicked: None,
        }
    }
}

/// Discs that were turned just now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flash {
    /// Where.
    pub squares: Vec<Square>,
    /// When.
    pub since_ms: u64,
    /// Whether they are shown turning.
    pub is_animated: bool,
}

/// How far a disc has turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnPhase {
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
    /// The square to play.
    pub best: Square,
    /// What the legal squares are worth, the best first; empty where that was not told.
    pub values: Vec<SquareValue>,
}

impl Flash {
    /// Returns how far the discs have turned; nothing when that is over.
    pub fn phase(&self, now_ms: u64) -> Option<TurnPhase> {
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

    /// Returns when the next phase begins.
    pub fn next_change_ms(&self, now_ms: u64) -> Option<u64> {
        let steps =
            if self.is_animated { vec![TURN_MS / 2, TURN_MS, FLASH_MS] } else { vec![FLASH_MS] };
        steps.into_iter().map(|step| self.since_ms + step).find(|&at| at > now_ms)
    }
}

impl Hint {
    /// Returns what a square is worth, in hundredths of a disc.
    pub fn value(&self, square: Square) -> Option<&SquareValue> {
        self.values.iter().find(|value| value.square == square)
    }
}

/// Writes hundredths of a disc as whole discs with a sign, rounded half away from zero.
pub(in crate::tui) fn whole_discs(centidiscs: i32) -> String {
    let centidiscs = i64::from(centidiscs);
    let rounded = (centidiscs.abs() + 50) / 100 * centidiscs.signum();
    if rounded == 0 { "0".to_owned() } else { format!("{rounded:+}") }
}

impl Model {
    /// Returns what every square shows, in scan order; nothing where no board is shown.
    pub(in crate::tui) fn cells(&self) -> Vec<CellState> {
        let Some(shown) = self.shown() else { return Vec::new() };
        let marks = self.marks(&shown);
        Square::ALL.into_iter().map(|square| self.cell(square, &shown, &marks)).collect()
    }

    fn marks(&self, shown: &Shown) -> Marks<'_> {
        let values = &self.setup.config.values;
        let is_my_turn = shown.is_live && self.is_my_turn();
        let legal = shown.legal.as_deref().unwrap_or_default();
        let squares = legal.iter().map(|legal| legal.square).collect();
        let at_cursor = legal.iter().find(|legal| legal.square == self.table.cursor);
        let preview = at_cursor.filter(|_| values.preview && self.table.has_cursor && is_my_turn);
        let flash = self.table.flash.as_ref().filter(|_| shown.is_live);
        Marks {
            has_cursor: self.table.has_cursor && shown.is_live && self.is_running(),
            dots: if values.dots && is_my_turn { squares } else { Vec::new() },
            will_flip: preview.map(|legal| legal.flips.clone()).unwrap_or_default(),
            turned: flash.and_then(|flash| Some((flash, flash.phase(self.now_ms)?))),
            sent: self.session.unanswered_move().filter(|_| shown.is_live),
            hint: self.hint_for(shown).filter(|_| is_my_turn),
        }
    }

    fn cell(&self, square: Square, shown: &Shown, marks: &Marks<'_>) -> CellState {
        let phase = marks
            .turned
            .and_then(|(flash, phase)| flash.squares.contains(&square).then_some(phase));
        let disc = shown.position.board.disc_at(square);
        let is_empty = disc.is_none();
        let is_before = phase == Some(TurnPhase::Before);
        CellState {
            disc: if is_before { disc.map(Color::opponent) } else { disc },
            is_legal: is_empty && marks.dots.contains(&square),
            is_last: shown.last.as_ref().is_some_and(|(_, last, _)| *last == square),
            is_flipped: phase.is_some(),
            is_turning: phase == Some(TurnPhase::OnEdge),
            will_flip: marks.will_flip.contains(&square),
            is_cursor: marks.has_cursor && self.table.cursor == square,
            is_sent: is_empty && marks.sent == Some(square),
            hint: marks.hint.filter(|_| is_empty).and_then(|hint| hint_mark(hint, square)),
        }
    }

    /// Returns the hint, if it is about the position that is shown.
    pub(in crate::tui) fn hint_for(&self, shown: &Shown) -> Option<&Hint> {
        let is_about = |hint: &&Hint| shown.is_live && hint.ply as usize == shown.ply;
        self.table.hint.as_ref().filter(is_about)
    }

    /// Tells whether this client has a seat in the room on the screen.
    pub(in crate::tui) fn has_seat(&self) -> bool {
        let room = self.room().and_then(|id| self.session.room(id));
        room.is_some_and(|room| !room.seats().is_empty())
    }

    /// Tells whether this client has to place in the game on the screen.
    pub(in crate::tui) fn is_my_turn(&self) -> bool {
        let room = self.room().and_then(|id| self.session.room(id));
        room.is_some_and(reversi_client_core::session::Room::is_your_turn)
    }

    /// Tells whether discs may still be placed in the game on the screen.
    fn is_running(&self) -> bool {
        let view = self.room().and_then(|id| self.session.room(id)?.view());
        view.is_some_and(|view| matches!(view.phase, Phase::Playing | Phase::Adjourned))
    }

    /// Starts to mark discs as just turned.
    pub(in crate::tui) fn flash(&mut self, squares: Vec<Square>) {
        let is_slow = matches!(
            self.link,
            Link::Online { round_trip_ms: Some(ms) } if ms > ANIMATION_ROUND_TRIP_MS_MAX
        );
        let is_animated =
            self.setup.config.values.animation && self.setup.environment.can_animate() && !is_slow;
        self.table.flash = Some(Flash { squares, since_ms: self.now_ms, is_animated });
    }
}

/// The marks that several squares share.
struct Marks<'a> {
    has_cursor: bool,
    dots: Vec<Square>,
    will_flip: Vec<Square>,
    turned: Option<(&'a Flash, TurnPhase)>,
    sent: Option<Square>,
    hint: Option<&'a Hint>,
}

fn hint_mark(hint: &Hint, square: Square) -> Option<HintMark> {
    let is_best = hint.best == square;
    let value = hint.value(square);
    if !is_best && value.is_none() {
        return None;
    }
    let value = value.map(|value| whole_discs(value.value_centidiscs)).unwrap_or_default();
    Some(HintMark { is_best, value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discs_turn_in_three_steps_and_stay_marked_for_a_while() {
        let flash = Flash { squares: vec![], since_ms: 1000, is_animated: true };
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
