//! What the screen shows: drawn from the model onto cells, without any other input.

mod banner;
mod board;
mod bots;
mod bottom;
mod doctor;
mod finder;
mod form;
mod game;
mod games;
mod invite;
mod layout;
mod lead;
mod list;
mod lobby;
mod moves;
mod pen;
mod players;
mod popup;
mod settings;
mod status;
mod title;
mod unreachable;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use reversi_game::Square;

use super::action::Action;
use super::model::Model;
use super::theme::Role;
use layout::{COLUMNS_MIN, GameLayout, ROWS_MIN, Room, Rows};
use pen::{Pen, middle, rows};
use reversi_client_core::voice::texts::Text;

pub use board::{CellSize, CellState, GridLines, HintMark};
pub use doctor::report as doctor_report;

pub(crate) use board::shown_square;
pub(crate) use pen::Look;

/// What fills the screen, popups aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Screenful {
    /// The rooms.
    Lobby,
    /// A board.
    Game,
    /// Why there is no server, and a place to name another.
    Unreachable,
}

/// Something that answers to clicks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// A square.
    Square(Square),
    /// The list of moves.
    Moves,
    /// The position before a ply.
    Ply(usize),
    /// The name of a key.
    Action(Action),
    /// A list.
    List,
    /// A row of a list.
    Row(usize),
}

/// What was drawn, besides cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// What answers to clicks; later ones lie over earlier ones.
    pub hits: Vec<(Rect, Hit)>,
    /// Where text is typed.
    pub cursor: Option<Position>,
}

impl Picture {
    /// Returns what lies at a place.
    pub fn hit(&self, at: Position) -> Option<Hit> {
        self.hits.iter().rev().find(|(area, _)| area.contains(at)).map(|&(_, hit)| hit)
    }
}

/// Draws the screen.
pub fn draw(model: &Model, cells: &mut Buffer) -> Picture {
    let area = cells.area;
    let mut pen = Pen::new(cells, model.look());
    if Room::of(area) == Room::TooSmall {
        too_small(&mut pen);
    } else {
        match model.screenful() {
            Screenful::Game => game::draw(&mut pen, model),
            Screenful::Lobby => lobby::draw(&mut pen, model),
            Screenful::Unreachable => unreachable::draw(&mut pen, model),
        }
        if let Some(popup) = &model.popup {
            // What lies under a popup does not answer.
            pen.hits.clear();
            popup::draw(&mut pen, model, popup);
        }
        bottom::draw(&mut pen, model, Rows::of(area));
        banner::draw(&mut pen, model);
    }
    Picture { hits: pen.hits, cursor: pen.cursor }
}

/// Returns the title of the window.
pub fn window_title(model: &Model) -> String {
    let look = model.look();
    let mark = if model.wants_attention { look.text(Text::TitleAttention) } else { "" };
    match model.room() {
        Some(room) => format!("{mark}Reversi {room}"),
        None => format!("{mark}Reversi"),
    }
}

/// Returns the size of a square on the board.
pub(crate) fn cell_size(model: &Model) -> CellSize {
    let area = Rect::new(0, 0, model.columns, model.rows);
    let layout = GameLayout::of(area, model.setup.config.values.cell, model.look().glyphs);
    match layout.board.rows {
        1 => CellSize::Small,
        2 => CellSize::Medium,
        _ => CellSize::Large,
    }
}

/// Says how large the screen has to be.
fn too_small(pen: &mut Pen<'_>) {
    let area = pen.area();
    let (columns, height) = (area.width, area.height);
    let text = pen.look.language.fill(
        Text::TooSmall,
        &[
            ("columns", &columns),
            ("rows", &height),
            ("columns_min", &COLUMNS_MIN),
            ("rows_min", &ROWS_MIN),
        ],
    );
    let lines = pen::wrap(&text, usize::from(columns.max(1)));
    for (row, line) in rows(area).zip(lines) {
        pen.write(row, &line, Role::Text);
    }
}

/// Returns the rows that a popup can have.
fn popup_rows(pen: &Pen<'_>) -> u16 {
    let rows = Rows::of(pen.area());
    rows.title.height + rows.body.height
}

/// Returns where a popup of this size lies: over the middle of the body, which keeps the rows below
/// it readable.
fn popup_area(pen: &Pen<'_>, width: u16, height: u16) -> Rect {
    let rows = Rows::of(pen.area());
    let whole = Rect { y: rows.title.y, height: popup_rows(pen), ..rows.body };
    middle(whole, width, height)
}
