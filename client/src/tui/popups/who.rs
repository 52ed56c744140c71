//! Who is in the room.

use reversi_client_core::voice;
use reversi_client_core::voice::texts::{Text, capital};
use reversi_game::Color;

use super::frame;
use crate::tui::canvas::Canvas;
use crate::tui::component::Popup;
use crate::tui::context::Context;
use crate::tui::phrases;
use crate::tui::theme::Role;

#[derive(Debug)]
pub(super) struct Who;

impl Popup for Who {
    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let look = canvas.look;
        let mut lines = Vec::new();
        if let Some((_, view)) = context.here() {
            lines.extend(Color::BOTH.map(|color| {
                let name = phrases::player_name(look.language, view, color);
                let note = phrases::you(context, color) + &phrases::note(context, color);
                format!("{}: {name}{note}", capital(look.language.color(color)))
            }));
            lines.push(format!("{}: {}", canvas.text(Text::Watching), view.spectators));
            lines.extend(voice::watchers(look.language, view.spectators, &view.watchers));
        }
        let lines = lines.iter().map(String::as_str);
        let (lines, inside) = frame::draw_around(canvas, Text::TitleWho, lines);
        canvas.write_lines(inside, lines, Role::Text);
    }
}
