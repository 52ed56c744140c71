//! What is done at the board: moving the cursor, placing, asking.

use reversi_game::Square;
use reversi_protocol::{Hints, OfferKind, RefusalCode, UndoPolicy};

use crate::tui::config::CellChoice;
use crate::tui::model::{Model, Place, Popup, QuestionKind};
use crate::tui::view::{CellSize, cell_size, shown_square};
use reversi_client_core::session::{Declined, Wish};
use reversi_client_core::voice::texts::Text;

/// Where a step leads on the screen, in columns and rows.
type Stride = (i8, i8);

impl Model {
    pub(in crate::tui) fn left(&mut self) {
        self.stride((-1, 0));
    }

    pub(in crate::tui) fn right(&mut self) {
        self.stride((1, 0));
    }

    pub(in crate::tui) fn up(&mut self) {
        self.stride((0, -1));
    }

    pub(in crate::tui) fn down(&mut self) {
        self.stride((0, 1));
    }

    pub(in crate::tui) fn row_start(&mut self) {
        self.stride((-7, 0));
    }

    pub(in crate::tui) fn row_end(&mut self) {
        self.stride((7, 0));
    }

    pub(in crate::tui) fn column_top(&mut self) {
        self.stride((0, -7));
    }

    pub(in crate::tui) fn column_bottom(&mut self) {
        self.stride((0, 7));
    }

    /// Moves the cursor over the screen as far as the board goes. The first step only shows it.
    fn stride(&mut self, (columns, rows): Stride) {
        if !self.table.has_cursor {
            self.table.has_cursor = true;
            return;
        }
        let is_rotated = self.table.is_rotated;
        let (file, rank) = (self.table.cursor.file(), self.table.cursor.rank());
        let on_screen = |index: usize, step: i8| {
            let index = if is_rotated { 7 - index } else { index };
            u16::try_from(index.saturating_add_signed(step.into()).min(7)).unwrap_or(0)
        };
        let (column, row) = (on_screen(file, columns), on_screen(rank, rows));
        if let Some(square) = shown_square(column, row, is_rotated) {
            self.move_cursor(square);
        }
    }

    pub(super) fn move_cursor(&mut self, square: Square) {
        self.table.cursor = square;
        self.table.has_cursor = true;
        self.table.clicked = None;
    }

    pub(in crate::tui) fn next_legal(&mut self) {
        let legal = self.legal_squares();
        let after = legal.iter().find(|square| square.index() > self.table.cursor.index());
        let is_fresh = !self.table.has_cursor;
        let at_cursor = legal.iter().find(|&&square| is_fresh && square == self.table.cursor);
        if let Some(&square) = at_cursor.or(after).or(legal.first()) {
            self.move_cursor(square);
        }
    }

    pub(in crate::tui) fn previous_legal(&mut self) {
        let legal = self.legal_squares();
        let before = legal.iter().rev().find(|square| square.index() < self.table.cursor.index());
        if let Some(&square) = before.or(legal.last()) {
            self.move_cursor(square);
        }
    }

    fn legal_squares(&self) -> Vec<Square> {
        let legal = self.shown().and_then(|shown| shown.legal).unwrap_or_default();
        legal.iter().map(|legal| legal.square).collect()
    }

    pub(in crate::tui) fn place_at_cursor(&mut self) {
        if !self.table.has_cursor {
            self.table.has_cursor = true;
            return;
        }
        let square = self.table.cursor;
        match &self.place {
            Place::Room if self.table.browsing.is_none() => self.place(square),
            Place::Room => self.notify(self.text(Text::NotLive).to_owned()),
            Place::Replay(_) | Place::Lobby => {}
        }
    }

    fn place(&mut self, square: Square) {
        let legal = self.session.here().ok().and_then(|(_, _, view)| view.position.legal.as_ref());
        let is_illegal = legal
            .is_some_and(|legal| legal.iter().all(|legal| legal.square != square))
            && self.is_my_turn();
        if is_illegal {
            self.complain(self.fill(Text::NotLegal, &[("square", &square)]));
        } else if let Err(declined) = self.session.place(square, &square.to_string()) {
            self.decline(declined);
        }
    }

    pub(in crate::tui) fn ask_undo(&mut self) {
        // What the room forbids is said at once: it is not the other player who says no.
        let is_forbidden = self.session.here().is_ok_and(|(.., view)| view.undo == UndoPolicy::Off);
        if is_forbidden {
            return self.decline(Declined::Rule(RefusalCode::UndoOff));
        }
        self.wish(Wish::Offer(OfferKind::Undo));
    }

    /// Takes the own offer back, or makes again what undo took back.
    pub(in crate::tui) fn redo(&mut self) {
        let room = self.room().and_then(|id| self.session.room(id));
        let has_offer = room.is_some_and(|room| room.own_offer().is_some());
        self.wish(if has_offer { Wish::Withdraw } else { Wish::Redo });
    }

    pub(in crate::tui) fn ask_hint(&mut self) {
        let is_forbidden =
            self.session.here().is_ok_and(|(.., view)| view.hints == Hints::Forbidden);
        if is_forbidden {
            return self.decline(Declined::Rule(RefusalCode::HintsForbidden));
        }
        self.wish(Wish::Hint(None));
    }

    pub(in crate::tui) fn ask_rematch(&mut self) {
        self.wish(Wish::Offer(OfferKind::Rematch));
    }

    /// Wishes for something in the room, where that can be done at all.
    pub(super) fn wish(&mut self, wish: Wish) {
        if self.room().is_none() {
            return self.decline(Declined::NoRoom);
        }
        let words = self.text(Text::YourRequest);
        if let Err(declined) = self.session.wish(wish, words) {
            self.decline(declined);
        }
    }

    pub(in crate::tui) fn ask_resign(&mut self) {
        match self.session.can_resign() {
            Ok(_) if self.ask(QuestionKind::Resign) => {}
            Ok(_) => self.notify(self.text(Text::AnswerFirst).to_owned()),
            Err(declined) => self.decline(declined),
        }
    }

    /// Leaves the game on the screen, after a question if it is one's own and goes on.
    pub(in crate::tui) fn ask_leave(&mut self) {
        if let Place::Replay(_) = &self.place {
            return self.close_replay();
        }
        if self.session.can_resign().is_err() {
            self.leave_room();
        } else if !self.ask(QuestionKind::Leave) {
            self.notify(self.text(Text::AnswerFirst).to_owned());
        }
    }

    pub(super) fn leave_room(&mut self) {
        if let Some(room) = self.room().cloned() {
            self.session.leave(room, "leave");
        }
        self.show_lobby();
    }

    pub(in crate::tui) fn show_who(&mut self) {
        self.popup = Some(Popup::Who);
    }

    pub(in crate::tui) fn rotate(&mut self) {
        self.table.is_rotated = !self.table.is_rotated;
    }

    pub(in crate::tui) fn toggle_dots(&mut self) {
        let dots = &mut self.setup.config.values.dots;
        *dots = !*dots;
    }

    pub(in crate::tui) fn toggle_preview(&mut self) {
        let preview = &mut self.setup.config.values.preview;
        *preview = !*preview;
    }

    pub(in crate::tui) fn bigger(&mut self) {
        let wished = match cell_size(self) {
            CellSize::Small => CellChoice::Medium,
            CellSize::Medium | CellSize::Large => CellChoice::Large,
        };
        self.resize_cells(wished, Text::CellsLargest);
    }

    pub(in crate::tui) fn smaller(&mut self) {
        let wished = match cell_size(self) {
            CellSize::Large => CellChoice::Medium,
            CellSize::Medium | CellSize::Small => CellChoice::Small,
        };
        self.resize_cells(wished, Text::CellsSmallest);
    }

    /// Draws squares of another size, or says why they stay as they are.
    fn resize_cells(&mut self, wished: CellChoice, if_same: Text) {
        let before = cell_size(self);
        let old = std::mem::replace(&mut self.setup.config.values.cell, wished);
        if cell_size(self) == before {
            self.setup.config.values.cell = old;
            self.notify_for_a_while(self.text(if_same).to_owned());
        }
    }
}
