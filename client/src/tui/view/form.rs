//! The form for a room.

use ratatui::layout::Rect;
use reversi_protocol::{Hints, LegalSquares, UndoPolicy, Visibility};

use super::bots::color_text;
use super::pen::{Look, Pen, after};
use super::popup::frame;
use super::{bottom, list};
use crate::tui::model::{FormField, NewRoomForm, Opponent};
use crate::tui::theme::Role;
use reversi_client_core::voice::texts::Text;

/// Columns of a field's name.
const NAME: u16 = 20;

pub(super) fn draw(pen: &mut Pen<'_>, form: &NewRoomForm) {
    let fields = FormField::ALL;
    let height = u16::try_from(fields.len()).unwrap_or(u16::MAX).saturating_add(2);
    let inside = frame(pen, Text::TitleNewRoom, pen.area().width.min(64), height);
    list::draw(pen, inside, fields.len(), form.chosen, |pen, row, index| {
        let Some(&field) = fields.get(index) else { return };
        let row = after(row, 1);
        let name = pen.look.text(name(field));
        if field == FormField::Open {
            pen.write(row, name, Role::Heading);
            return;
        }
        pen.write(Rect { width: NAME.min(row.width), ..row }, name, Role::Key);
        let value = after(row, NAME);
        match value_text(pen.look, form, field) {
            Some(text) => {
                pen.write(value, text, Role::Text);
            }
            None if form.field() == FormField::Name => {
                bottom::draw_field(pen, value, &form.name);
            }
            None => {
                pen.write(value, &form.name.text(), Role::Text);
            }
        }
    });
}

const fn name(field: FormField) -> Text {
    match field {
        FormField::Color => Text::FieldColor,
        FormField::Opponent => Text::FieldOpponent,
        FormField::Undo => Text::FieldUndo,
        FormField::Hints => Text::FieldHints,
        FormField::LegalSquares => Text::FieldLegal,
        FormField::Visibility => Text::FieldVisibility,
        FormField::First => Text::FieldFirst,
        FormField::Name => Text::FieldName,
        FormField::Open => Text::FieldOpen,
    }
}

/// Returns what there is to say about a field.
pub(super) const fn about(field: FormField) -> Text {
    match field {
        FormField::Color => Text::AboutFieldColor,
        FormField::Opponent => Text::AboutFieldOpponent,
        FormField::Undo => Text::AboutFieldUndo,
        FormField::Hints => Text::AboutFieldHints,
        FormField::LegalSquares => Text::AboutFieldLegal,
        FormField::Visibility => Text::AboutFieldVisibility,
        FormField::First => Text::AboutFieldFirst,
        FormField::Name => Text::AboutFieldName,
        FormField::Open => Text::AboutFieldOpen,
    }
}

/// Returns the value of a field; nothing for one that is typed.
fn value_text(look: Look, form: &NewRoomForm, field: FormField) -> Option<&'static str> {
    let text = match field {
        FormField::Color => color_text(form.color),
        FormField::Opponent => match form.opponent {
            Opponent::Open => Text::OpponentOpen,
            Opponent::Here => Text::OpponentHere,
        },
        FormField::Undo => match form.undo {
            None => Text::AsUsual,
            Some(UndoPolicy::Ask) => Text::UndoAskLong,
            Some(UndoPolicy::Free) => Text::UndoFreeLong,
            Some(UndoPolicy::Off) => Text::UndoOffLong,
        },
        FormField::Hints => match form.hints {
            None => Text::AsUsual,
            Some(Hints::Allowed) => Text::HintsAllowedLong,
            Some(Hints::Forbidden) => Text::HintsForbiddenLong,
        },
        FormField::LegalSquares => match form.legal_squares {
            LegalSquares::Shown => Text::LegalShown,
            LegalSquares::Players => Text::LegalPlayers,
            LegalSquares::Hidden => Text::LegalHidden,
        },
        FormField::Visibility => match form.visibility {
            Visibility::Listed => Text::VisibilityListed,
            Visibility::Private => Text::VisibilityPrivate,
        },
        FormField::First => return Some(look.language.color(form.first)),
        FormField::Name | FormField::Open => return None,
    };
    Some(look.text(text))
}
