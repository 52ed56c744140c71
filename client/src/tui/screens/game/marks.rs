//! What marks the squares of the board: the cursor, what may be placed where, a hint, and discs that
//! were turned just now.

use reversi_game::{Square, SquareSet};
use reversi_protocol::Phase;

use super::GameScreen;
use super::advice::{Flash, Hint, TurnPhase, whole_discs};
use super::review::Review;
use crate::tui::board::{Body, Cell, Edge};
use crate::tui::context::{Context, Link};
use crate::tui::record::Shown;

/// With a longer way to the server and back, nothing turns: it would only add to the wait.
const ANIMATION_ROUND_TRIP_MS_MAX: u64 = 250;

impl GameScreen {
    /// Returns what every square shows, in scan order.
    pub(super) fn cells(&self, context: &Context, shown: &Shown) -> Vec<Cell> {
        let marks = self.marks(context, shown);
        Square::ALL.into_iter().map(|square| self.cell(square, shown, &marks)).collect()
    }

    fn marks(&self, context: &Context, shown: &Shown) -> Marks<'_> {
        let values = context.values();
        let is_my_turn = shown.is_live && context.is_my_turn();
        let is_running = context
            .here()
            .is_some_and(|(_, view)| matches!(view.phase, Phase::Playing | Phase::Adjourned));
        let legal = shown.legal.as_deref().unwrap_or_default();
        let squares = legal.iter().map(|legal| legal.square).collect();
        let at_cursor = legal.iter().find(|legal| legal.square == self.cursor);
        let preview = at_cursor.filter(|_| values.preview && self.has_cursor && is_my_turn);
        let flash = self.flash.as_ref().filter(|_| shown.is_live);
        Marks {
            has_cursor: self.has_cursor && shown.is_live && is_running,
            dots: if values.dots && is_my_turn { squares } else { Vec::new() },
            will_flip: preview.map(|legal| legal.flips).unwrap_or_default(),
            turned: flash.and_then(|flash| Some((flash, flash.phase(context.now_ms)?))),
            sent: context.session.unanswered_move().filter(|_| shown.is_live),
            hint: self.hint_for(shown).filter(|_| is_my_turn),
            better: self.better_next(shown),
        }
    }

    /// Decides what a square shows: what matters more at the edges and in the middle.
    fn cell(&self, square: Square, shown: &Shown, marks: &Marks<'_>) -> Cell {
        let phase =
            marks.turned.and_then(|(flash, phase)| flash.squares.contains(square).then_some(phase));
        let is_cursor = marks.has_cursor && self.cursor == square;
        let is_last = shown.last.as_ref().is_some_and(|(_, last, _)| *last == square);
        let edges = [
            (is_cursor && is_last, Edge::CursorOnLast),
            (is_cursor, Edge::Cursor),
            (marks.will_flip.contains(square), Edge::WillFlip),
            (phase.is_some(), Edge::Flipped),
            (is_last, Edge::Last),
        ];
        let edge = edges.into_iter().find_map(|(is_so, edge)| is_so.then_some(edge));
        let body = match (shown.position.board.disc_at(square), phase) {
            (Some(_), Some(TurnPhase::OnEdge)) => Body::Turning,
            (Some(color), Some(TurnPhase::Before)) => Body::Disc(color.opponent()),
            (Some(color), Some(TurnPhase::After) | None) => Body::Disc(color),
            (None, _) if marks.sent == Some(square) => Body::Sent,
            (None, _) if marks.hint.is_some_and(|hint| hint.best == square) => Body::Hint,
            (None, _) if marks.better == Some(square) => Body::Hint,
            (None, _) => match marks.hint.and_then(|hint| hint.value(square)) {
                // Between the marks of a cursor the status tells the value.
                Some(value) if !is_cursor => Body::Value(whole_discs(value.value_centidiscs)),
                _ if marks.dots.contains(&square) => Body::Legal,
                Some(_) | None => Body::Empty,
            },
        };
        Cell { edge, body, is_cursor, is_last }
    }

    /// Returns the square that a review holds for better than the one played next.
    fn better_next(&self, shown: &Shown) -> Option<Square> {
        Review::better(self.review.as_ref()?.at(shown.ply)?)
    }

    /// Returns the hint, if it is about the position that is shown.
    pub(super) fn hint_for(&self, shown: &Shown) -> Option<&Hint> {
        let is_about = |hint: &&Hint| shown.is_live && hint.ply as usize == shown.ply;
        self.hint.as_ref().filter(is_about)
    }

    /// Takes what the server advised; returns what it had advised before.
    pub const fn advise(&mut self, hint: Hint) -> Option<Hint> {
        self.hint.replace(hint)
    }

    pub fn flash(&mut self, squares: SquareSet, context: &Context) {
        let is_slow = matches!(
            context.link,
            Link::Online { round_trip_ms: Some(ms) } if ms > ANIMATION_ROUND_TRIP_MS_MAX
        );
        let is_animated =
            context.values().animation && context.setup.environment.can_animate() && !is_slow;
        self.flash = Some(Flash { squares, since_ms: context.now_ms, is_animated });
    }
}

struct Marks<'a> {
    has_cursor: bool,
    dots: Vec<Square>,
    will_flip: SquareSet,
    turned: Option<(&'a Flash, TurnPhase)>,
    sent: Option<Square>,
    hint: Option<&'a Hint>,
    /// What had been better to play next, by a review.
    better: Option<Square>,
}
