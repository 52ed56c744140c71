//! Finished games.

use ratatui::layout::Rect;
use reversi_client_core::date::day;
use reversi_client_core::intent::{Intent, Query};
use reversi_client_core::report::Report;
use reversi_client_core::voice;
use reversi_client_core::voice::texts::Text;
use reversi_game::DiscCounts;
use reversi_protocol::GameSummary;

use super::frame;
use crate::tui::action::Action;
use crate::tui::canvas::{Canvas, after};
use crate::tui::component::{Outcome, Popup};
use crate::tui::context::Context;
use crate::tui::list::List;
use crate::tui::phrases;
use crate::tui::theme::Role;

/// The widest list, in columns: the longest names have room in it.
const WIDTH_MAX: u16 = 100;

/// Columns of a game's number, its score, its day, and what became of it.
const NUMBER: u16 = 8;
const SCORE: u16 = 7;
const DAY: u16 = 12;
const OUTCOME: u16 = 17;

/// With fewer columns a row has only number, names and score; the rest is told below the list.
const WIDTH_WITH_OUTCOME: u16 = 64;

/// Finished games, one of which is chosen.
#[derive(Debug, Default)]
pub(super) struct Games {
    /// Nothing before the server has told them.
    games: Option<Vec<GameSummary>>,
    list: List,
}

impl Games {
    fn chosen(&self) -> Option<&GameSummary> {
        self.games.as_ref()?.get(self.list.chosen)
    }
}

impl Popup for Games {
    fn draw(&self, canvas: &mut Canvas<'_>, _: &Context) {
        let area = canvas.area();
        let width = area.width.min(WIDTH_MAX);
        let inside = frame::draw(canvas, Text::TitleGames, width, area.height);
        let text = match &self.games {
            None => Some(Text::AskingServer),
            Some(games) if games.is_empty() => Some(Text::NoGames),
            Some(_) => None,
        };
        if let Some(text) = text {
            canvas.write(after(inside, 1), canvas.text(text), Role::Faint);
        }
        self.list.draw(canvas, inside, self.games.as_deref().unwrap_or_default(), draw_game);
    }

    fn keys(&self) -> &'static [Action] {
        &[Action::Choose, Action::Close]
    }

    fn detail(&self, context: &Context) -> Option<String> {
        Some(phrases::finished_game(context.language(), self.chosen()?))
    }

    fn opening(&self, _: &Context) -> Option<Outcome> {
        Some(Outcome::Query(Query::Games { player: None, before: None }))
    }

    fn list(&mut self, _: &Context) -> Option<(&mut List, usize)> {
        Some((&mut self.list, self.games.as_ref().map_or(0, Vec::len)))
    }

    fn choose(&mut self, _: &Context) -> Option<Outcome> {
        self.chosen().map(|game| Outcome::Intent(Intent::ShowGame(game.game)))
    }

    fn receive(&mut self, report: &Report) -> bool {
        let Report::Games { games } = report else { return false };
        self.games = Some(games.clone());
        true
    }
}

fn draw_game(canvas: &mut Canvas<'_>, row: Rect, game: &GameSummary) {
    let row = after(row, 1);
    let (day_columns, outcome_columns) =
        if row.width < WIDTH_WITH_OUTCOME { (0, 0) } else { (DAY, OUTCOME) };
    let names = row.width.saturating_sub(NUMBER + day_columns + SCORE + outcome_columns) / 2;
    let DiscCounts { black, white } = game.result.score.unwrap_or(game.result.discs);
    canvas.write_cells(
        row,
        &[
            (NUMBER, &format!("#{}", game.game), Role::Faint),
            (day_columns, &day(game.ended_at_ms), Role::Faint),
            (names, game.black.name(), Role::Text),
            (SCORE, &format!("{black:>2}-{white}"), Role::Attention),
            (names, game.white.name(), Role::Text),
            (outcome_columns, &voice::outcome(canvas.look.language, &game.result), Role::Faint),
        ],
    );
}
