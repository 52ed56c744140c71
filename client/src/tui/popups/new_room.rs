//! The form for a room.

use ratatui::layout::Rect;
use reversi_client_core::intent::NewRoom;
use reversi_client_core::voice::texts::Text;
use reversi_game::Color;
use reversi_protocol::{
    Hints, LegalSquares, RoomName, RoomSettings, SeatChoice, Start, UndoPolicy, Visibility,
};

use super::bots::ColorWish;
use super::choices::{Choices, stepped, text_of};
use super::frame;
use crate::tui::action::Action;
use crate::tui::canvas::{Canvas, after};
use crate::tui::component::{Outcome, Popup};
use crate::tui::config::Step;
use crate::tui::context::Context;
use crate::tui::field::Field;
use crate::tui::list::List;
use crate::tui::theme::Role;

/// Columns of a field's name.
const NAME: u16 = 20;

/// A room to be opened.
#[derive(Debug, Default)]
pub(super) struct NewRoomForm {
    list: List,
    name: Field,
    color: ColorWish,
    opponent: Opponent,
    settings: RoomSettings,
}

/// Who sits opposite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Opponent {
    /// Whoever comes.
    #[default]
    Open,
    /// Whoever is sent the link.
    Guest,
    /// Someone at the same terminal.
    Here,
}

const OPPONENT: &Choices<Opponent> = &[
    (Opponent::Open, Text::OpponentOpen),
    (Opponent::Guest, Text::OpponentGuest),
    (Opponent::Here, Text::OpponentHere),
];

const UNDO: &Choices<Option<UndoPolicy>> = &[
    (None, Text::AsUsual),
    (Some(UndoPolicy::Ask), Text::UndoAskLong),
    (Some(UndoPolicy::Free), Text::UndoFreeLong),
    (Some(UndoPolicy::Off), Text::UndoOffLong),
];

const HINTS: &Choices<Option<Hints>> = &[
    (None, Text::AsUsual),
    (Some(Hints::Allowed), Text::HintsAllowedLong),
    (Some(Hints::Forbidden), Text::HintsForbiddenLong),
];

const LEGAL_SQUARES: &Choices<LegalSquares> = &[
    (LegalSquares::Shown, Text::LegalShown),
    (LegalSquares::Players, Text::LegalPlayers),
    (LegalSquares::Hidden, Text::LegalHidden),
];

const VISIBILITY: &Choices<Visibility> =
    &[(Visibility::Listed, Text::VisibilityListed), (Visibility::Private, Text::VisibilityPrivate)];

const START: &Choices<Start> = &[
    (Start::Standard { first: Color::Black }, Text::Black),
    (Start::Standard { first: Color::White }, Text::White),
];

struct FormRow {
    name: Text,
    /// What there is to say about it.
    about: Text,
    kind: RowKind,
}

enum RowKind {
    Open,
    /// One of a few values.
    Choice {
        text: fn(&NewRoomForm) -> Text,
        step: fn(&mut NewRoomForm, Step),
    },
    Name,
}

/// Declares a row with one of a few values.
macro_rules! choice {
    ($name:ident, $about:ident, $($field:ident).+, $choices:expr) => {
        FormRow {
            name: Text::$name,
            about: Text::$about,
            kind: RowKind::Choice {
                text: |form| text_of($choices, &form.$($field).+),
                step: |form, step| form.$($field).+ = stepped($choices, &form.$($field).+, step),
            },
        }
    };
}

/// The one that opens the room first.
const ROWS: &[FormRow] = &[
    FormRow { name: Text::FieldOpen, about: Text::AboutFieldOpen, kind: RowKind::Open },
    choice!(FieldColor, AboutFieldColor, color, ColorWish::CHOICES),
    choice!(FieldOpponent, AboutFieldOpponent, opponent, OPPONENT),
    choice!(FieldUndo, AboutFieldUndo, settings.undo, UNDO),
    choice!(FieldHints, AboutFieldHints, settings.hints, HINTS),
    choice!(FieldLegal, AboutFieldLegal, settings.legal_squares, LEGAL_SQUARES),
    choice!(FieldVisibility, AboutFieldVisibility, settings.visibility, VISIBILITY),
    choice!(FieldFirst, AboutFieldFirst, settings.start, START),
    FormRow { name: Text::FieldName, about: Text::AboutFieldName, kind: RowKind::Name },
];

impl NewRoomForm {
    fn chosen(&self) -> &'static FormRow {
        ROWS.get(self.list.chosen).unwrap_or(&ROWS[0])
    }

    fn room(&self) -> NewRoom {
        let seats = self.color.seats(match self.opponent {
            Opponent::Open | Opponent::Guest => SeatChoice::Open,
            Opponent::Here => SeatChoice::Me,
        });
        let settings =
            RoomSettings { name: RoomName::new(&self.name.text()).ok(), ..self.settings.clone() };
        let invites = self.opponent == Opponent::Guest;
        NewRoom { settings, seats, competition: None, invites }
    }

    fn is_naming(&self) -> bool {
        matches!(self.chosen().kind, RowKind::Name)
    }
}

impl Popup for NewRoomForm {
    fn draw(&self, canvas: &mut Canvas<'_>, _: &Context) {
        let height = u16::try_from(ROWS.len()).unwrap_or(u16::MAX).saturating_add(2);
        let width = canvas.area().width.min(64);
        let inside = frame::draw(canvas, Text::TitleNewRoom, width, height);
        self.list.draw(canvas, inside, ROWS, |canvas, row, field| {
            let row = after(row, 1);
            let name = canvas.text(field.name);
            let value = after(row, NAME);
            if matches!(field.kind, RowKind::Open) {
                canvas.write(row, name, Role::Heading);
                return;
            }
            canvas.write(Rect { width: NAME.min(row.width), ..row }, name, Role::Key);
            match field.kind {
                RowKind::Choice { text, .. } => {
                    canvas.write(value, canvas.text(text(self)), Role::Text);
                }
                RowKind::Name if self.is_naming() => self.name.draw(canvas, value),
                RowKind::Name | RowKind::Open => {
                    canvas.write(value, &self.name.text(), Role::Text);
                }
            }
        });
    }

    fn keys(&self) -> &'static [Action] {
        &[Action::Choose, Action::More, Action::Close, Action::Next, Action::Previous]
    }

    fn detail(&self, context: &Context) -> Option<String> {
        Some(context.text(self.chosen().about).to_owned())
    }

    fn list(&mut self, _: &Context) -> Option<(&mut List, usize)> {
        Some((&mut self.list, ROWS.len()))
    }

    fn field(&mut self) -> Option<&mut Field> {
        self.is_naming().then_some(&mut self.name)
    }

    fn choose(&mut self, context: &Context) -> Option<Outcome> {
        match self.chosen().kind {
            RowKind::Open | RowKind::Name => Some(Outcome::Intent(self.room().into())),
            RowKind::Choice { .. } => self.step(Step::Next, context),
        }
    }

    fn step(&mut self, step: Step, _: &Context) -> Option<Outcome> {
        if let RowKind::Choice { step: step_value, .. } = self.chosen().kind {
            step_value(self, step);
        }
        None
    }
}
