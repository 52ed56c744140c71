//! The form for a room.

use std::borrow::Cow;

use ratatui::layout::Rect;
use reversi_client_core::intent::NewRoom;
use reversi_client_core::voice;
use reversi_client_core::voice::texts::{Language, Text};
use reversi_game::Color;
use reversi_protocol::{
    ChatRule, FlagScore, Hints, LegalSquares, Opening, RoomName, RoomSettings, SeatChoice, Start,
    TimeControl, UndoPolicy, Visibility, Watch, WatchDelay,
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

/// What most people play by; anything else is asked for in words.
const TIMES: [TimeControl; 7] = [
    TimeControl::None,
    TimeControl::Increment { main_s: 180, increment_s: 2 },
    TimeControl::Increment { main_s: 300, increment_s: 3 },
    TimeControl::SuddenDeath { main_s: 900 },
    TimeControl::Periods { main_s: 600, periods: 3, period_s: 30 },
    TimeControl::PerMove { seconds: 30 },
    TimeControl::Correspondence { days: 3 },
];

const FLAG: &Choices<Option<FlagScore>> = &[
    (None, Text::FlagLoss),
    (Some(FlagScore::Wipeout), Text::FlagWipeout),
    (Some(FlagScore::Discs), Text::FlagDiscs),
];

const LEGAL_SQUARES: &Choices<LegalSquares> = &[
    (LegalSquares::Shown, Text::LegalShown),
    (LegalSquares::Players, Text::LegalPlayers),
    (LegalSquares::Hidden, Text::LegalHidden),
];

const VISIBILITY: &Choices<Visibility> =
    &[(Visibility::Listed, Text::VisibilityListed), (Visibility::Private, Text::VisibilityPrivate)];

const WATCH: &Choices<Watch> = &[
    (Watch::Everyone, Text::WatchEveryone),
    (Watch::Link, Text::WatchLink),
    (Watch::Players, Text::WatchPlayers),
];

const WATCH_DELAY: &Choices<Option<WatchDelay>> = &[
    (None, Text::DelayNone),
    (Some(WatchDelay::Placements(3)), Text::DelayMoves3),
    (Some(WatchDelay::Placements(10)), Text::DelayMoves10),
    (Some(WatchDelay::Seconds(30)), Text::DelaySeconds30),
    (Some(WatchDelay::Seconds(300)), Text::DelayMinutes5),
];

const CHAT: &Choices<ChatRule> = &[
    (ChatRule::Everything, Text::ChatEverything),
    (ChatRule::Phrases, Text::ChatPhrases),
    (ChatRule::Off, Text::ChatOff),
];

/// Where games start; other corners and other numbers of discs are asked for in words.
const STARTS: [Start; 11] = [
    Start::Standard { first: Color::Black },
    Start::Standard { first: Color::White },
    begins(Opening::Xot),
    begins(Opening::Handicap { corners: 1, color: Color::Black }),
    begins(Opening::Handicap { corners: 2, color: Color::Black }),
    begins(Opening::Handicap { corners: 3, color: Color::Black }),
    begins(Opening::Handicap { corners: 4, color: Color::Black }),
    begins(Opening::Bid { komi: 1 }),
    begins(Opening::Bid { komi: 3 }),
    begins(Opening::Bid { komi: 5 }),
    begins(Opening::Bid { komi: 7 }),
];

const fn begins(opening: Opening) -> Start {
    Start::Opening { opening }
}

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
        text: fn(&NewRoomForm, Language) -> Cow<'static, str>,
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
                text: |form, language| language.text(text_of($choices, &form.$($field).+)).into(),
                step: |form, step| form.$($field).+ = stepped($choices, &form.$($field).+, step),
            },
        }
    };
}

const TIME: RowKind = RowKind::Choice {
    text: |form, language| voice::time_control(language, form.settings.time).into(),
    step: |form, step| {
        let at = TIMES.iter().position(|time| *time == form.settings.time);
        form.settings.time = TIMES[step.from(at.unwrap_or(0), TIMES.len())];
    },
};

/// Whom the open seat is for; other levels are asked for in words.
const OPPONENTS: [&str; 6] = ["anyone", "no-guests", "1-3", "4-6", "7-10", "no-guests,7-10"];

const OPPONENTS_ROW: RowKind = RowKind::Choice {
    text: |form, language| voice::opponents(language, form.settings.opponents).into(),
    step: |form, step| {
        let now = form.settings.opponents.to_string();
        let at = OPPONENTS.iter().position(|it| *it == now).unwrap_or(0);
        let next = OPPONENTS[step.from(at, OPPONENTS.len())].parse();
        form.settings.opponents = next.unwrap_or_default();
    },
};

const START: RowKind = RowKind::Choice {
    text: |form, language| match form.settings.start {
        Start::Opening { opening } => voice::opening(language, opening).into(),
        Start::Standard { first: Color::White } => language.text(Text::StartWhite).into(),
        Start::Standard { .. }
        | Start::Transcript { .. }
        | Start::Saved { .. }
        | Start::Board { .. } => language.text(Text::StartUsual).into(),
    },
    step: |form, step| {
        let at = STARTS.iter().position(|start| *start == form.settings.start);
        form.settings.start = STARTS[step.from(at.unwrap_or(0), STARTS.len())].clone();
    },
};

/// The one that opens the room first.
const ROWS: &[FormRow] = &[
    FormRow { name: Text::FieldOpen, about: Text::AboutFieldOpen, kind: RowKind::Open },
    choice!(FieldColor, AboutFieldColor, color, ColorWish::CHOICES),
    choice!(FieldOpponent, AboutFieldOpponent, opponent, OPPONENT),
    FormRow { name: Text::FieldOpponents, about: Text::AboutFieldOpponents, kind: OPPONENTS_ROW },
    FormRow { name: Text::FieldTime, about: Text::AboutFieldTime, kind: TIME },
    choice!(FieldFlag, AboutFieldFlag, settings.flag, FLAG),
    choice!(FieldUndo, AboutFieldUndo, settings.undo, UNDO),
    choice!(FieldHints, AboutFieldHints, settings.hints, HINTS),
    choice!(FieldLegal, AboutFieldLegal, settings.legal_squares, LEGAL_SQUARES),
    choice!(FieldVisibility, AboutFieldVisibility, settings.visibility, VISIBILITY),
    choice!(FieldWatch, AboutFieldWatch, settings.watch, WATCH),
    choice!(FieldDelay, AboutFieldDelay, settings.watch_delay, WATCH_DELAY),
    choice!(FieldChat, AboutFieldChat, settings.chat, CHAT),
    FormRow { name: Text::FieldOpening, about: Text::AboutFieldOpening, kind: START },
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
        NewRoom { settings, seats, invites, ..NewRoom::default() }
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
                    canvas.write(value, &text(self, canvas.look.language), Role::Text);
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
