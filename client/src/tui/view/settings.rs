//! The settings.

use ratatui::layout::Rect;

use super::list;
use super::pen::{Pen, after, rows};
use super::popup::frame;
use crate::tui::config::SETTINGS;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use reversi_client_core::voice::texts::Text;

/// Columns of names and values.
const NAME: u16 = 13;
const VALUE: u16 = 13;

pub(super) fn draw(pen: &mut Pen<'_>, model: &Model, chosen: usize) {
    let height = u16::try_from(SETTINGS.len()).unwrap_or(u16::MAX).saturating_add(4);
    let inside = frame(pen, Text::TitleSettings, pen.area().width.min(76), height);
    let list_area = Rect { height: inside.height.saturating_sub(2), ..inside };
    let values = &model.setup.config.values;
    list::draw(pen, list_area, SETTINGS.len(), chosen, |pen, row, index| {
        let Some(setting) = SETTINGS.get(index) else { return };
        let row = after(row, 1);
        let value = (setting.get)(values);
        let value = if value.is_empty() { "-".into() } else { value };
        pen.write(Rect { width: NAME.min(row.width), ..row }, setting.key, Role::Key);
        let at = after(row, NAME);
        pen.write(Rect { width: VALUE.min(at.width), ..at }, &value, Role::Text);
        pen.write(after(row, NAME + VALUE), pen.look.text(setting.help), Role::Faint);
    });
    let path = model.setup.config_path.as_ref().map(|path| path.display().to_string());
    if let Some(row) = rows(inside).nth(usize::from(list_area.height) + 1) {
        let text = match &path {
            Some(path) => pen.look.language.fill(Text::KeptIn, &[("path", path)]),
            None => pen.look.text(Text::KeptNowhere).to_owned(),
        };
        pen.write(after(row, 1), &text, Role::Faint);
    }
}
