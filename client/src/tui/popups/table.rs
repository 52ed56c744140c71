//! A list of games, one of which is chosen: finished ones, saved ones, those of a file.

use std::fmt;

use ratatui::layout::Rect;
use reversi_client_core::intent::Query;
use reversi_client_core::report::Report;
use reversi_client_core::voice::texts::{Language, Text};

use super::frame;
use crate::tui::action::Action;
use crate::tui::canvas::{Canvas, after};
use crate::tui::component::{Outcome, Popup};
use crate::tui::context::Context;
use crate::tui::list::List;
use crate::tui::theme::Role;

/// The widest list, in columns: the longest names have room in it.
const WIDTH_MAX: u16 = 100;

/// Columns of a score, a day, and what became of a game.
const SCORE: u16 = 7;
const DAY: u16 = 12;
const NOTE: u16 = 17;

/// With fewer columns a row has neither day nor note; they are told below the list.
const WIDTH_WITH_NOTE: u16 = 64;

/// A game in a list.
pub(super) trait Row: fmt::Debug + Sized {
    const TITLE: Text;
    /// What is said where there is none.
    const NONE: Text;
    /// Columns of what the game is called.
    const CALLED: u16;
    const KEYS: &'static [Action] =
        &[Action::Choose, Action::Close, Action::Next, Action::Previous];

    fn line(&self, language: Language) -> Line<'_>;

    /// Tells everything that is known of the game.
    fn detail(&self, language: Language) -> String;

    /// Returns what is done with the game, if anything can be.
    fn choose(&self) -> Option<Outcome>;

    /// Returns what removes the game, if it can be.
    fn remove(&self) -> Option<Outcome> {
        None
    }

    /// Returns what the server is asked, if the games are its own.
    fn query() -> Option<Query> {
        None
    }

    fn of_report(_: &Report) -> Option<Vec<Self>> {
        None
    }
}

/// What a row tells of a game.
#[derive(Debug)]
pub(super) struct Line<'a> {
    pub called: String,
    pub day: String,
    /// Black's first.
    pub names: [&'a str; 2],
    pub score: String,
    pub note: String,
}

#[derive(Debug)]
pub(super) struct Table<T> {
    /// Nothing before the server has told them.
    rows: Option<Vec<T>>,
    list: List,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { rows: None, list: List::default() }
    }
}

impl<T: Row> Table<T> {
    pub(super) fn of(rows: Vec<T>) -> Self {
        Self { rows: Some(rows), list: List::default() }
    }

    fn chosen(&self) -> Option<&T> {
        self.rows.as_ref()?.get(self.list.chosen)
    }
}

impl<T: Row> Popup for Table<T> {
    fn draw(&self, canvas: &mut Canvas<'_>, _: &Context) {
        let area = canvas.area();
        let inside = frame::draw(canvas, T::TITLE, area.width.min(WIDTH_MAX), area.height);
        frame::draw_lack(canvas, inside, self.rows.as_deref(), T::NONE);
        let language = canvas.look.language;
        let rows = self.rows.as_deref().unwrap_or_default();
        self.list.draw(canvas, inside, rows, |canvas, row, game| {
            draw_line(canvas, row, T::CALLED, &game.line(language));
        });
    }

    fn keys(&self) -> &'static [Action] {
        T::KEYS
    }

    fn detail(&self, context: &Context) -> Option<String> {
        Some(self.chosen()?.detail(context.language()))
    }

    fn opening(&self, _: &Context) -> Option<Outcome> {
        T::query().map(Outcome::Query)
    }

    fn list(&mut self, _: &Context) -> Option<(&mut List, usize)> {
        Some((&mut self.list, self.rows.as_ref().map_or(0, Vec::len)))
    }

    fn choose(&mut self, _: &Context) -> Option<Outcome> {
        self.chosen()?.choose()
    }

    fn remove(&mut self) -> Option<Outcome> {
        self.chosen()?.remove()
    }

    fn receive(&mut self, report: &Report) -> bool {
        let rows = T::of_report(report);
        let is_mine = rows.is_some();
        self.rows = rows.or(self.rows.take());
        is_mine
    }
}

fn draw_line(canvas: &mut Canvas<'_>, row: Rect, called: u16, line: &Line<'_>) {
    let row = after(row, 1);
    let (day, note) = if row.width < WIDTH_WITH_NOTE { (0, 0) } else { (DAY, NOTE) };
    let names = row.width.saturating_sub(called + day + SCORE + note) / 2;
    let cells = [
        (called, &*line.called, Role::Faint),
        (day, &line.day, Role::Faint),
        (names, line.names[0], Role::Text),
        (SCORE, &line.score, Role::Attention),
        (names, line.names[1], Role::Text),
        (note, &line.note, Role::Faint),
    ];
    canvas.write_cells(row, &cells);
}
