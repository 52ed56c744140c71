//! The settings.

use ratatui::layout::Rect;
use reversi_client_core::voice::texts::Text;

use super::frame;
use crate::tui::action::Action;
use crate::tui::canvas::{Canvas, after, rows};
use crate::tui::component::{Outcome, Popup};
use crate::tui::config::{SETTINGS, Setting, Step};
use crate::tui::context::Context;
use crate::tui::field::{Typing, TypingKind};
use crate::tui::list::List;
use crate::tui::theme::Role;

/// Columns of names and values.
const NAME: u16 = 13;
const VALUE: u16 = 13;

#[derive(Debug, Default)]
pub(super) struct Settings {
    list: List,
}

impl Settings {
    fn chosen(&self) -> Option<&'static Setting> {
        SETTINGS.get(self.list.chosen)
    }
}

impl Popup for Settings {
    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let height = u16::try_from(SETTINGS.len()).unwrap_or(u16::MAX).saturating_add(4);
        let width = canvas.area().width.min(76);
        let inside = frame::draw(canvas, Text::TitleSettings, width, height);
        let mut lines = rows(inside);
        let kept_in = lines.next_back();
        let list_area = Rect { height: inside.height.saturating_sub(2), ..inside };
        self.list.draw(canvas, list_area, SETTINGS, |canvas, row, setting| {
            let value = (setting.get)(context.values());
            let value = if value.is_empty() { "-" } else { &*value };
            let help = (u16::MAX, canvas.text(setting.help), Role::Faint);
            let cells =
                [(NAME, canvas.text(setting.name), Role::Key), (VALUE, value, Role::Text), help];
            canvas.write_cells(after(row, 1), &cells);
        });
        if let Some(row) = kept_in {
            let text = match &context.setup.config_path {
                Some(path) => canvas.fill(Text::KeptIn, &[("path", &path.display())]),
                None => canvas.text(Text::KeptNowhere).to_owned(),
            };
            canvas.write(after(row, 1), &text, Role::Faint);
        }
    }

    fn keys(&self) -> &'static [Action] {
        &[Action::More, Action::Less, Action::Close, Action::Next, Action::Previous]
    }

    fn detail(&self, context: &Context) -> Option<String> {
        let setting = self.chosen()?;
        let words = setting.words.join(", ");
        let choice = if words.is_empty() { words } else { format!(" ({words})") };
        Some(format!("{}: {}{choice}", setting.key, context.text(setting.help)))
    }

    fn list(&mut self, _: &Context) -> Option<(&mut List, usize)> {
        Some((&mut self.list, SETTINGS.len()))
    }

    fn choose(&mut self, context: &Context) -> Option<Outcome> {
        self.step(Step::Next, context)
    }

    /// Steps through the words of a setting; one that takes any text is typed.
    fn step(&mut self, step: Step, context: &Context) -> Option<Outcome> {
        let (setting, values) = (self.chosen()?, context.values());
        let typed = || Typing::new(TypingKind::Setting(setting), &(setting.get)(values));
        let word = setting.stepped(values, step);
        Some(
            word.map_or_else(
                || Outcome::Type(typed()),
                |word| Outcome::Set(setting, word.to_owned()),
            ),
        )
    }
}
