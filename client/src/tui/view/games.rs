//! Finished games.

use ratatui::layout::Rect;
use reversi_game::DiscCounts;

use super::list;
use super::pen::{Pen, after};
use super::popup::frame;
use crate::tui::model::GameList;
use crate::tui::texts::Text;
use crate::tui::theme::Role;

pub(super) fn draw(pen: &mut Pen<'_>, list: &GameList) {
    let area = pen.area();
    let inside = frame(pen, Text::TitleGames, area.width.min(72), area.height);
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
        let Some(game) = games.get(index) else { return };
        let row = after(row, 1);
        let DiscCounts { black, white } = game.result.score.unwrap_or(game.result.discs);
        let score = format!("{black:>2}-{white:<2}");
        let names = row.width.saturating_sub(8 + 7) / 2;
        let at = |columns: u16, width: u16| Rect { width, ..after(row, columns) };
        pen.write(at(0, 7), &format!("#{}", game.game), Role::Faint);
        pen.write(at(8, names.saturating_sub(1)), game.black.name(), Role::Text);
        pen.write(at(8 + names, 5), &score, Role::Attention);
        pen.write(at(8 + names + 7, names.saturating_sub(1)), game.white.name(), Role::Text);
    });
}
