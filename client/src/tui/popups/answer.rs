//! An answer of several lines.

use reversi_client_core::voice::texts::Text;

use super::frame;
use crate::tui::action::Action;
use crate::tui::canvas::{Canvas, after, rows};
use crate::tui::component::Popup;
use crate::tui::context::Context;
use crate::tui::doctor;
use crate::tui::list::{List, draw_place};
use crate::tui::theme::Role;

#[derive(Debug)]
pub struct Answer {
    title: Text,
    lines: Vec<String>,
    /// Whether it shows what the terminal can, in glyphs of any set.
    is_verbatim: bool,
    /// Lines that are scrolled away at the top.
    scroll: List,
}

impl Answer {
    pub fn new(lines: Vec<String>) -> Self {
        Self::titled(Text::TitleAnswer, lines)
    }

    pub fn titled(title: Text, lines: Vec<String>) -> Self {
        Self { title, lines, is_verbatim: false, scroll: List::default() }
    }

    pub(super) fn doctor(context: &Context) -> Self {
        let lines = doctor::report(&context.setup, context.language(), None);
        Self { is_verbatim: true, ..Self::titled(Text::TitleDoctor, lines) }
    }
}

impl Popup for Answer {
    fn draw(&self, canvas: &mut Canvas<'_>, _: &Context) {
        let lines = self.lines.iter().map(String::as_str);
        let (lines, inside) = frame::draw_around(canvas, self.title, lines);
        let scroll = self.scroll.chosen.min(lines.len().saturating_sub(inside.height.into()));
        let shown = scroll + usize::from(inside.height);
        if lines.len() > usize::from(inside.height) {
            draw_place(canvas, inside, shown.min(lines.len()), lines.len());
        }
        if !self.is_verbatim {
            return canvas.write_lines(inside, &lines[scroll..], Role::Text);
        }
        let style = canvas.look.theme.style(Role::Text);
        for (row, line) in rows(inside).zip(&lines[scroll..]) {
            canvas.write_verbatim(after(row, 1), line, style);
        }
    }

    fn keys(&self) -> &'static [Action] {
        &[Action::Close, Action::Next, Action::Previous]
    }

    fn list(&mut self, _: &Context) -> Option<(&mut List, usize)> {
        Some((&mut self.scroll, self.lines.len()))
    }
}
