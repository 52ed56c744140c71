//! Help and the palette: a list of everything that can be done, searched by typing.

use ratatui::layout::Rect;

use super::pen::{Pen, after};
use super::popup::frame;
use super::{bottom, list};
use crate::tui::chord::Chord;
use crate::tui::model::{Finder, FinderEntry, FinderKind, Model};
use crate::tui::theme::Role;
use reversi_client_core::voice::texts::Text;

/// Columns of keys, or of a word.
const KEYS: u16 = 16;

pub(super) fn draw(pen: &mut Pen<'_>, model: &Model, finder: &Finder) {
    let title = match finder.kind {
        FinderKind::Help => Text::TitleHelp,
        FinderKind::Palette => Text::TitlePalette,
    };
    let area = pen.area();
    let inside = frame(pen, title, area.width.min(90), area.height);
    let field = Rect { height: 1.min(inside.height), ..inside };
    let mark = match finder.kind {
        FinderKind::Help => "/ ",
        FinderKind::Palette => ": ",
    };
    let used = pen.write(after(field, 1), mark, Role::Key);
    bottom::draw_field(pen, after(field, 1 + used), &finder.field);
    let rest = Rect { y: inside.y + 1, height: inside.height.saturating_sub(1), ..inside };
    let entries = model.entries(finder);
    if entries.is_empty() {
        pen.write(after(rest, 1), pen.look.text(Text::NothingFound), Role::Faint);
    }
    list::draw(pen, rest, entries.len(), finder.chosen, |pen, row, index| {
        if let Some(entry) = entries.get(index) {
            draw_entry(pen, model, finder.kind, row, *entry);
        }
    });
}

/// Tells what an entry does, in full.
pub(super) fn explained(model: &Model, entry: FinderEntry) -> String {
    match entry {
        FinderEntry::Word(spec) => {
            format!("{}: {}", spec.usage(), model.look().language.command(spec))
        }
        FinderEntry::Action(action) => {
            let spec = action.spec();
            format!("{}: {}", spec.name, model.text(spec.help))
        }
    }
}

fn draw_entry(pen: &mut Pen<'_>, model: &Model, kind: FinderKind, row: Rect, entry: FinderEntry) {
    let row = after(row, 1);
    let glyphs = pen.look.glyphs;
    let (left, help) = match entry {
        FinderEntry::Word(spec) => {
            let colon = if kind == FinderKind::Help { ":" } else { "" };
            (format!("{colon}{}", spec.name), pen.look.language.command(spec))
        }
        FinderEntry::Action(action) => {
            let spec = action.spec();
            let keys = model.setup.config.keymap.keys(action);
            let keys: Vec<String> = keys.iter().map(|key: &Chord| key.shown(glyphs)).collect();
            let left = match kind {
                FinderKind::Help if keys.is_empty() => format!(":{}", spec.name),
                FinderKind::Help => keys.join(" "),
                FinderKind::Palette => spec.name.to_owned(),
            };
            (left, pen.look.text(spec.help))
        }
    };
    pen.write(Rect { width: (KEYS - 1).min(row.width), ..row }, &left, Role::Key);
    pen.write(after(row, KEYS), help, Role::Text);
}
