//! Finished games.

use ratatui::layout::Rect;
use reversi_game::DiscCounts;
use reversi_protocol::GameSummary;

use super::list;
use super::pen::{Pen, after};
use super::popup::frame;
use crate::tui::model::GameList;
use crate::tui::phrases;
use crate::tui::theme::Role;
use reversi_client_core::date::day;
use reversi_client_core::voice::texts::Text;

/// The widest list, in columns: the longest names have room in it.
const WIDTH_MAX: u16 = 100;

/// Columns of a game's number, its score, its day, and what became of it.
const NUMBER: u16 = 8;
const SCORE: u16 = 7;
const DAY: u16 = 12;
const OUTCOME: u16 = 17;

/// With fewer columns a row has only number, names and score; the rest is told below the list.
const WIDTH_WITH_OUTCOME: u16 = 64;

pub(super) fn draw(pen: &mut Pen<'_>, list: &GameList) {
    let area = pen.area();
    let inside = frame(pen, Text::TitleGames, area.width.min(WIDTH_MAX), area.height);
    let text = match &list.games {
        None => Some(Text::AskingServer),
        Some(games) if games.is_empty() => Some(Text::NoGames),
        Some(_) => None,
    };
    if let Some(text) = text {
        pen.write(after(inside, 1), pen.look.text(text), Role::Faint);
    }
    let games = list.games.as_deref().unwrap_or_default();
    list::draw(pen, inside, games.len(), list.chosen, |pen, row, index| {
        if let Some(game) = games.get(index) {
            draw_game(pen, after(row, 1), game);
        }
    });
}

fn draw_game(pen: &mut Pen<'_>, row: Rect, game: &GameSummary) {
    let (day_columns, outcome_columns) =
        if row.width < WIDTH_WITH_OUTCOME { (0, 0) } else { (DAY, OUTCOME) };
    let names = row.width.saturating_sub(NUMBER + day_columns + SCORE + outcome_columns) / 2;
    let DiscCounts { black, white } = game.result.score.unwrap_or(game.result.discs);
    let cells = [
        (NUMBER, format!("#{}", game.game), Role::Faint),
        (day_columns, day(game.ended_at_ms), Role::Faint),
        (names, game.black.name().to_owned(), Role::Text),
        (SCORE, format!("{black:>2}-{white}"), Role::Attention),
        (names, game.white.name().to_owned(), Role::Text),
        (outcome_columns, phrases::outcome(pen.look.language, &game.result), Role::Faint),
    ];
    let mut rest = row;
    for (width, text, role) in cells {
        pen.write(Rect { width: width.min(rest.width).saturating_sub(1), ..rest }, &text, role);
        rest = after(rest, width);
    }
}
