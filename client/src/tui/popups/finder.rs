//! Help and the palette: a list of everything that can be done, searched by typing.

use ratatui::layout::Rect;
use reversi_client_core::voice::texts::Text;
use reversi_client_core::words::{COMMANDS, CommandSpec, of_capital};

use super::frame;
use crate::tui::action::{ACTIONS, Action, ActionSpec, Scope};
use crate::tui::canvas::{Canvas, after, below};
use crate::tui::component::{Outcome, Popup};
use crate::tui::context::Context;
use crate::tui::field::Field;
use crate::tui::list::List;
use crate::tui::theme::Role;

/// Columns of keys, or of a word.
const KEYS: u16 = 16;

/// A list that is searched by typing.
#[derive(Debug)]
pub(super) struct Finder {
    kind: Kind,
    /// Everything that there is to be found.
    all: Vec<Entry>,
    field: Field,
    /// The chosen entry among those that fit.
    list: List,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Everything, by what it does.
    Help,
    /// Everything, by its word; what is typed may have arguments.
    Palette,
}

#[derive(Clone, Copy, Debug)]
enum Entry {
    Action(&'static ActionSpec),
    Word(&'static CommandSpec),
    /// The name of a group.
    Heading(Text),
    /// Something to know.
    Line(Text),
}

/// What the marks on the board mean.
const LEGEND: &[Text] = &[
    Text::LegendLegal,
    Text::LegendLast,
    Text::LegendFlipped,
    Text::LegendWillFlip,
    Text::LegendCursor,
    Text::LegendHint,
    Text::LegendSent,
    Text::LegendMistakes,
];

/// The rules of the game, a line each.
const RULES: &[Text] = &[
    Text::Rule1,
    Text::Rule2,
    Text::Rule3,
    Text::Rule4,
    Text::Rule5,
    Text::Rule6,
    Text::Rule7,
    Text::Rule8,
    Text::Rule9,
    Text::Rule10,
];

/// Returns what the group of keys of a place is called.
const fn heading(scope: Scope) -> Text {
    match scope {
        Scope::Prompt => Text::GroupPrompt,
        Scope::Board => Text::GroupBoard,
        Scope::Lobby => Text::GroupLobby,
        Scope::List => Text::GroupList,
        Scope::Anywhere => Text::GroupAnywhere,
    }
}

impl Entry {
    const fn word(self) -> &'static str {
        match self {
            Self::Action(spec) => spec.name,
            Self::Word(spec) => spec.name,
            Self::Heading(_) | Self::Line(_) => "",
        }
    }

    fn help(self, context: &Context) -> &'static str {
        match self {
            Self::Action(spec) => context.text(spec.help),
            Self::Word(spec) => context.text(spec.help),
            Self::Heading(text) | Self::Line(text) => context.text(text),
        }
    }

    /// Tells whether it has a text in its word, its keys or what it does.
    fn says(self, text: &str, context: &Context) -> bool {
        let has_key = |spec: &ActionSpec| {
            let keys = context.setup.config.keymap.keys(spec.action);
            keys.iter().any(|key| key.to_string() == text)
        };
        self.word().contains(text)
            || self.help(context).to_lowercase().contains(text)
            || matches!(self, Self::Action(spec) if has_key(spec))
    }
}

impl Finder {
    /// Lists what can be done here first, then what the marks mean and the rules, then the rest.
    pub(super) fn help(context: &Context) -> Self {
        let scopes = context.scopes();
        let group = |&scope: &Scope| {
            let keys = ACTIONS.iter().filter(move |spec| spec.scope == scope).map(Entry::Action);
            [Entry::Heading(heading(scope))].into_iter().chain(keys)
        };
        let lines = |name, lines: &'static [Text]| {
            [Entry::Heading(name)].into_iter().chain(lines.iter().copied().map(Entry::Line))
        };
        let every = [Scope::Board, Scope::Lobby, Scope::List, Scope::Prompt, Scope::Anywhere];
        let others: Vec<_> = every.into_iter().filter(|scope| !scopes.contains(scope)).collect();
        let all = scopes
            .iter()
            .flat_map(group)
            .chain(lines(Text::GroupLegend, LEGEND))
            .chain(lines(Text::GroupRules, RULES))
            .chain(others.iter().flat_map(group))
            .chain([Entry::Heading(Text::GroupWords)])
            .chain(COMMANDS.iter().map(Entry::Word))
            .collect();
        // The first row is a heading: nothing is done before something is chosen.
        Self { kind: Kind::Help, all, field: Field::default(), list: List::default() }
    }

    pub(super) fn palette(text: &str) -> Self {
        // Where a key does the same as a word, the word has more to say.
        let is_no_word = |spec: &&ActionSpec| COMMANDS.iter().all(|word| word.name != spec.name);
        let actions = ACTIONS.iter().filter(is_no_word).map(Entry::Action);
        let all = COMMANDS.iter().map(Entry::Word).chain(actions).collect();
        Self { kind: Kind::Palette, all, field: Field::with(text), list: List::default() }
    }

    /// Returns the entries that fit what was typed.
    fn found(&self, context: &Context) -> Vec<Entry> {
        let typed = self.field.text();
        // A capital alone is a letter of the first interpreter.
        let letter = (self.kind == Kind::Palette).then(|| of_capital(typed.trim()));
        if let Some(spec) = letter.flatten() {
            return vec![Entry::Word(spec)];
        }
        let typed = typed.to_lowercase();
        let word = typed.split_whitespace().next().unwrap_or_default();
        // Whoever types what a group is called finds all of it.
        let mut is_of_group = false;
        let fits = |entry: &Entry| match (self.kind, entry) {
            (Kind::Help, Entry::Heading(name)) => {
                is_of_group = context.text(*name).to_lowercase().contains(&typed);
                is_of_group
            }
            (Kind::Help, _) => is_of_group || entry.says(&typed, context),
            (Kind::Palette, _) => entry.word().starts_with(word),
        };
        self.all.iter().copied().filter(fits).collect()
    }

    fn chosen(&self, context: &Context) -> Option<Entry> {
        self.found(context).get(self.list.chosen).copied()
    }

    fn draw_entry(&self, canvas: &mut Canvas<'_>, row: Rect, entry: Entry, context: &Context) {
        let left = match (self.kind, entry) {
            (_, Entry::Heading(text)) => {
                canvas.write(after(row, 1), canvas.text(text), Role::Heading);
                return;
            }
            (_, Entry::Line(text)) => {
                canvas.write(after(row, 1), canvas.text(text), Role::Text);
                return;
            }
            (Kind::Palette, _) => entry.word().to_owned(),
            (Kind::Help, Entry::Word(spec)) => format!(":{}", spec.name),
            (Kind::Help, Entry::Action(spec)) => {
                let keys = context.setup.config.keymap.keys(spec.action);
                let shown =
                    keys.iter().map(|key| key.shown(canvas.look.glyphs, canvas.look.language));
                let shown = shown.collect::<Vec<String>>().join(" ");
                if keys.is_empty() { format!(":{}", spec.name) } else { shown }
            }
        };
        let help = (u16::MAX, entry.help(context), Role::Text);
        canvas.write_cells(after(row, 1), &[(KEYS, &left, Role::Key), help]);
    }
}

impl Popup for Finder {
    fn draw(&self, canvas: &mut Canvas<'_>, context: &Context) {
        let (title, mark) = match self.kind {
            Kind::Help => (Text::TitleHelp, "/ "),
            Kind::Palette => (Text::TitlePalette, ": "),
        };
        let area = canvas.area();
        let inside = frame::draw(canvas, title, area.width.min(90), area.height);
        let row = Rect { height: inside.height.min(1), ..inside };
        let used = canvas.write(after(row, 1), mark, Role::Key);
        self.field.draw(canvas, after(row, 1 + used));
        let rest = below(inside, 1);
        let found = self.found(context);
        if found.is_empty() {
            canvas.write(after(rest, 1), canvas.text(Text::NothingFound), Role::Faint);
        }
        self.list.draw(canvas, rest, &found, |canvas, row, &entry| {
            self.draw_entry(canvas, row, entry, context);
        });
    }

    fn keys(&self) -> &'static [Action] {
        &[Action::Choose, Action::Close, Action::Next, Action::Previous]
    }

    fn detail(&self, context: &Context) -> Option<String> {
        let entry = self.chosen(context)?;
        let usage = match entry {
            Entry::Word(spec) => spec.usage(),
            Entry::Action(spec) => spec.name.to_owned(),
            Entry::Heading(text) | Entry::Line(text) => return Some(context.text(text).to_owned()),
        };
        Some(format!("{usage}: {}", entry.help(context)))
    }

    fn list(&mut self, context: &Context) -> Option<(&mut List, usize)> {
        let count = self.found(context).len();
        Some((&mut self.list, count))
    }

    fn field(&mut self) -> Option<&mut Field> {
        Some(&mut self.field)
    }

    fn field_changed(&mut self) {
        self.list = List::default();
    }

    /// Runs the chosen entry, or the line that was typed.
    fn choose(&mut self, context: &Context) -> Option<Outcome> {
        let typed = self.field.text();
        match (self.kind, self.chosen(context)) {
            (Kind::Palette, _) if typed.trim().contains(' ') => Some(Outcome::Run(typed)),
            // The board lies under the help: a disc is placed where it is seen.
            (Kind::Help, Some(Entry::Action(ActionSpec { action: Action::Place, .. }))) => {
                Some(Outcome::Close)
            }
            (_, Some(Entry::Action(spec))) => Some(Outcome::Act(spec.action)),
            (_, Some(Entry::Word(spec))) if needs_more(spec.arguments) => {
                *self = Self::palette(&format!("{} ", spec.name));
                None
            }
            (_, Some(Entry::Word(spec))) => Some(Outcome::Run(spec.name.to_owned())),
            // A square alone is a move.
            (Kind::Palette, None) => Some(Outcome::Run(typed)),
            (_, Some(Entry::Heading(_) | Entry::Line(_))) | (Kind::Help, None) => None,
        }
    }
}

/// Tells whether a word says nothing without arguments.
fn needs_more(arguments: &str) -> bool {
    !arguments.is_empty() && !arguments.starts_with('[')
}
