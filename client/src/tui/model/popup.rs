//! What lies over the screen: lists, forms and texts, one at a time.

use reversi_game::Color;
use reversi_protocol::{
    BotKind, GameSummary, Hints, LegalSquares, RoomName, RoomSettings, SeatChoice, SeatChoices,
    Start, UndoPolicy, Visibility,
};

use super::Model;
use crate::tui::action::{ACTIONS, Action, Scope};
use crate::tui::config::Step;
use crate::tui::field::Field;
use reversi_client_core::session::NewRoom;
use reversi_client_core::voice::texts::Text;
use reversi_client_core::words::{COMMANDS, CommandSpec};

/// What lies over the screen.
#[derive(Clone, Debug, PartialEq)]
pub enum Popup {
    /// Help, or the palette.
    Finder(Finder),
    /// The settings, and the chosen row.
    Settings(usize),
    /// The bots.
    Bots(BotList),
    /// A form for a room.
    NewRoom(NewRoomForm),
    /// How others get into the room.
    Invite,
    /// Who is in the room.
    Who,
    /// Finished games.
    Games(GameList),
    /// An answer of several lines.
    Answer {
        /// What it is about.
        title: Text,
        /// The answer.
        lines: Vec<String>,
        /// Lines that are scrolled away at the top.
        scroll: usize,
    },
}

/// A list that is searched by typing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finder {
    /// What it lists.
    pub kind: FinderKind,
    /// What was typed.
    pub field: Field,
    /// The chosen entry among those that fit.
    pub chosen: usize,
}

/// What a finder lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinderKind {
    /// Everything, by what it does.
    Help,
    /// Everything, by its word; what is typed may have arguments.
    Palette,
}

/// An entry of a finder.
#[derive(Clone, Copy, Debug)]
pub enum FinderEntry {
    /// Something that a key can do.
    Action(Action),
    /// A word of line mode.
    Word(&'static CommandSpec),
}

impl FinderEntry {
    /// Returns the word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Action(action) => action.spec().name,
            Self::Word(spec) => spec.name,
        }
    }
}

impl FinderEntry {
    /// Returns the place of an action's scope among those that are open; the last one if it is not.
    fn place_among(self, scopes: &[Scope]) -> usize {
        match self {
            Self::Action(action) => {
                let scope = action.spec().scope;
                scopes.iter().position(|&open| open == scope).unwrap_or(scopes.len())
            }
            Self::Word(_) => scopes.len(),
        }
    }
}

/// The kinds of bots, one of which is chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BotList {
    /// The kinds; nothing before the server has told them.
    pub bots: Option<Vec<BotKind>>,
    /// The chosen one.
    pub chosen: usize,
    /// The colour that the player wants.
    pub color: ColorWish,
}

/// The colour that a player wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorWish {
    /// Black.
    #[default]
    Black,
    /// White.
    White,
    /// Whichever is drawn.
    Drawn,
}

impl ColorWish {
    const ALL: [Self; 3] = [Self::Black, Self::White, Self::Drawn];

    /// Steps to another one.
    pub fn step(&mut self, step: Step) {
        *self = neighbour(&Self::ALL, *self, step);
    }

    /// Seats the player as wished and the other side as chosen.
    pub fn seats(self, other: SeatChoice) -> SeatChoices {
        let draw = self == Self::Drawn;
        match self {
            Self::Black | Self::Drawn => SeatChoices { black: SeatChoice::Me, white: other, draw },
            Self::White => SeatChoices { black: other, white: SeatChoice::Me, draw },
        }
    }
}

/// Finished games, one of which is chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameList {
    /// The games; nothing before the server has told them.
    pub games: Option<Vec<GameSummary>>,
    /// The chosen one.
    pub chosen: usize,
}

/// Who sits opposite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Opponent {
    /// Whoever comes.
    #[default]
    Open,
    /// Someone at the same terminal.
    Here,
}

/// A room to be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRoomForm {
    /// The chosen field.
    pub chosen: usize,
    /// The room's name.
    pub name: Field,
    /// The player's colour.
    pub color: ColorWish,
    /// Who sits opposite.
    pub opponent: Opponent,
    /// How undo is agreed on, if the player cares.
    pub undo: Option<UndoPolicy>,
    /// Whether hints are allowed, if the player cares.
    pub hints: Option<Hints>,
    /// Who is told the legal squares.
    pub legal_squares: LegalSquares,
    /// Who finds the room.
    pub visibility: Visibility,
    /// Who moves first.
    pub first: Color,
}

/// A field of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormField {
    /// The player's colour.
    Color,
    /// Who sits opposite.
    Opponent,
    /// How undo is agreed on.
    Undo,
    /// Whether hints are allowed.
    Hints,
    /// Who is told the legal squares.
    LegalSquares,
    /// Who finds the room.
    Visibility,
    /// Who moves first.
    First,
    /// The room's name.
    Name,
    /// Not a field: opens the room.
    Open,
}

impl FormField {
    /// Every row of the form, the one that opens the room first.
    pub const ALL: [Self; 9] = [
        Self::Open,
        Self::Color,
        Self::Opponent,
        Self::Undo,
        Self::Hints,
        Self::LegalSquares,
        Self::Visibility,
        Self::First,
        Self::Name,
    ];
}

impl Default for NewRoomForm {
    fn default() -> Self {
        Self {
            chosen: 0,
            name: Field::default(),
            color: ColorWish::default(),
            opponent: Opponent::default(),
            undo: None,
            hints: None,
            legal_squares: LegalSquares::Shown,
            visibility: Visibility::Listed,
            first: Color::Black,
        }
    }
}

impl NewRoomForm {
    /// Returns the chosen field.
    pub fn field(&self) -> FormField {
        FormField::ALL.get(self.chosen).copied().unwrap_or(FormField::Open)
    }

    /// Steps the chosen field to another value.
    pub fn step(&mut self, step: Step) {
        use {Hints as H, LegalSquares as L, UndoPolicy as U, Visibility as V};
        match self.field() {
            FormField::Color => self.color.step(step),
            FormField::Opponent => {
                self.opponent = neighbour(&[Opponent::Open, Opponent::Here], self.opponent, step);
            }
            FormField::Undo => {
                let all = [None, Some(U::Ask), Some(U::Free), Some(U::Off)];
                self.undo = neighbour(&all, self.undo, step);
            }
            FormField::Hints => {
                let all = [None, Some(H::Allowed), Some(H::Forbidden)];
                self.hints = neighbour(&all, self.hints, step);
            }
            FormField::LegalSquares => {
                let all = [L::Shown, L::Players, L::Hidden];
                self.legal_squares = neighbour(&all, self.legal_squares, step);
            }
            FormField::Visibility => {
                self.visibility = neighbour(&[V::Listed, V::Private], self.visibility, step);
            }
            FormField::First => self.first = self.first.opponent(),
            FormField::Name | FormField::Open => {}
        }
    }

    /// Returns the room that the form describes.
    pub fn room(&self) -> NewRoom {
        let seats = match self.opponent {
            Opponent::Open => self.color.seats(SeatChoice::Open),
            Opponent::Here => self.color.seats(SeatChoice::Me),
        };
        let settings = RoomSettings {
            name: RoomName::new(&self.name.text()).ok(),
            visibility: self.visibility,
            legal_squares: self.legal_squares,
            start: Start::Standard { first: self.first },
            hints: self.hints,
            undo: self.undo,
            ..RoomSettings::default()
        };
        NewRoom { settings, seats, competition: None }
    }
}

/// A line that is being typed at the bottom of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typing {
    /// What it is for.
    pub kind: TypingKind,
    /// The text.
    pub field: Field,
}

/// What a typed line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypingKind {
    /// The text that rooms have to contain.
    Filter,
    /// The room to enter.
    RoomId,
    /// The server to connect to.
    Address,
}

/// Returns the value after or before another one, round in a circle.
fn neighbour<T: Copy + PartialEq>(all: &[T], value: T, step: Step) -> T {
    let index = all.iter().position(|known| *known == value).unwrap_or(0);
    let count = all.len();
    match step {
        Step::Next => all[(index + 1) % count],
        Step::Previous => all[(index + count - 1) % count],
    }
}

impl Model {
    /// Returns the entries of a finder that fit what was typed.
    pub(in crate::tui) fn entries(&self, finder: &Finder) -> Vec<FinderEntry> {
        let typed = finder.field.text().to_lowercase();
        let actions = ACTIONS.iter().map(|spec| FinderEntry::Action(spec.action));
        let words = COMMANDS.iter().map(FinderEntry::Word);
        match finder.kind {
            FinderKind::Help => {
                // What can be done here comes first.
                let scopes = self.screen_scopes();
                let mut actions: Vec<FinderEntry> = actions.collect();
                actions.sort_by_key(|entry| entry.place_among(scopes));
                let all = actions.into_iter().chain(words);
                all.filter(|&entry| self.says(entry, &typed)).collect()
            }
            FinderKind::Palette => {
                let word = typed.split_whitespace().next().unwrap_or_default();
                // Where a key does the same as a word, the word has more to say.
                let is_no_word =
                    |entry: &FinderEntry| COMMANDS.iter().all(|spec| spec.name != entry.word());
                words
                    .chain(actions.filter(is_no_word))
                    .filter(|entry| entry.word().starts_with(word))
                    .collect()
            }
        }
    }

    /// Tells whether an entry has a text in its word, its keys or what it does.
    fn says(&self, entry: FinderEntry, text: &str) -> bool {
        let help = match entry {
            FinderEntry::Action(action) => self.look().language.text(action.spec().help),
            FinderEntry::Word(spec) => self.look().language.command(spec),
        };
        let has_key = |action| {
            let keys = self.setup.config.keymap.keys(action);
            keys.iter().any(|key| key.to_string() == text)
        };
        entry.word().contains(text)
            || help.to_lowercase().contains(text)
            || matches!(entry, FinderEntry::Action(action) if has_key(action))
    }
}
