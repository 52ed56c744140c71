//! The bots, and what each is like.

use ratatui::layout::Rect;

use super::list;
use super::pen::{Pen, after, columns, rows};
use super::popup::frame;
use crate::tui::model::{BotList, ColorWish};
use crate::tui::theme::Role;
use reversi_client_core::voice::texts::Text;

/// Columns of a bot's name.
const NAME: u16 = 18;

/// Columns of a description at least, so that the row above the list has room.
const DESCRIPTION_MIN: u16 = 20;

pub(super) fn draw(pen: &mut Pen<'_>, list: &BotList) {
    let area = pen.area();
    let bots = list.bots.as_deref().unwrap_or_default();
    let language = pen.look.language;
    let longest =
        bots.iter().map(|bot| columns(language.bot(bot))).max().unwrap_or(0).max(DESCRIPTION_MIN);
    let inside =
        frame(pen, Text::TitleBots, area.width.min(longest.saturating_add(NAME + 4)), area.height);
    let mut lines = rows(inside);
    if let Some(row) = lines.next() {
        let color = color_text(list.color);
        let you = pen.look.text(Text::YouPlay);
        let arrows = pen.look.glyphs.keys.arrows;
        let parts = [
            (you, Role::Text),
            (" ", Role::Text),
            (pen.look.text(color), Role::Attention),
            ("   ", Role::Text),
            (arrows[0], Role::Key),
            (" ", Role::Text),
            (arrows[1], Role::Key),
        ];
        pen.write_all(after(row, 1), &parts);
    }
    let rest = Rect { y: inside.y + 1, height: inside.height.saturating_sub(1), ..inside };
    let Some(bots) = &list.bots else {
        pen.write(after(rest, 1), pen.look.text(Text::AskingServer), Role::Faint);
        return;
    };
    list::draw(pen, rest, bots.len(), list.chosen, |pen, row, index| {
        let Some(bot) = bots.get(index) else { return };
        let row = after(row, 1);
        pen.write(Rect { width: (NAME - 1).min(row.width), ..row }, bot.name.as_str(), Role::Key);
        pen.write(after(row, NAME), language.bot(bot), Role::Text);
    });
}

pub(super) const fn color_text(color: ColorWish) -> Text {
    match color {
        ColorWish::Black => Text::Black,
        ColorWish::White => Text::White,
        ColorWish::Drawn => Text::ByLot,
    }
}
