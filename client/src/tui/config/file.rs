//! Reading and writing `config.toml`. What is wrong in it is told with its line and skipped.

use std::fmt::Write as _;
use std::ops::Range;

use reversi_client_core::say;
use reversi_client_core::texts::{Language, Say, Spoken};
use reversi_client_core::voice::quoted;
use toml_edit::{Array, Document, DocumentMut, Item, TableLike, TomlError, Value};

use super::values::{SETTINGS, Setting, Values};
use crate::tui::action::{ACTIONS, Action, ActionSpec};
use crate::tui::chord::{Chord, ParseChordError};
use crate::tui::keymap::{BindError, Keymap};

/// The table of keys in the file.
const KEYS: &str = "keys";

/// What is set, keys included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// The values.
    pub values: Values,
    /// The keys.
    pub keymap: Keymap,
}

/// Something in the file that is skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where, from 1.
    pub line: usize,
    /// What.
    pub kind: ProblemKind,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// The file is not TOML from there on, so that nothing of it can be used.
    Syntax(String),
    /// There is no such setting.
    UnknownKey(String),
    /// The value is none of the words of the setting, or does not fit it, and why if that is known.
    Value { key: &'static str, words: &'static [&'static str], found: String, why: Option<Spoken> },
    /// There is no such action.
    UnknownAction(String),
    /// Keys are written as texts.
    KeyList(&'static str),
    /// A text is no key.
    Chord(ParseChordError),
    /// A key cannot be given to this action.
    Bind(BindError),
}

impl Say for Problem {
    fn say(&self, language: Language) -> String {
        let why = match &self.kind {
            ProblemKind::Syntax(why) => say!(language, ConfigSyntax, why),
            ProblemKind::UnknownKey(key) => say!(language, ConfigUnknownKey, key = quoted(key)),
            ProblemKind::Value { key, why: Some(why), .. } => {
                format!("{key}: {}", why.say(language))
            }
            ProblemKind::Value { key, words: [], found, .. } => {
                say!(language, ArgumentCannotBe, arg = key, found)
            }
            ProblemKind::Value { key, words, found, .. } => {
                say!(language, ConfigValue, key, expected = words.join(", "), found)
            }
            ProblemKind::UnknownAction(name) => {
                say!(language, ConfigUnknownAction, name = quoted(name))
            }
            ProblemKind::KeyList(name) => say!(language, ConfigKeyList, name),
            ProblemKind::Chord(ParseChordError(text)) => {
                say!(language, ConfigNoKey, text = quoted(text))
            }
            ProblemKind::Bind(BindError::Taken { chord, other }) => {
                say!(language, ConfigKeyTaken, key = chord, other)
            }
            ProblemKind::Bind(BindError::TypesSquare(chord)) => {
                say!(language, ConfigKeyIsSquare, key = chord)
            }
        };
        say!(language, ConfigLine, line = self.line, why)
    }
}

impl Problem {
    /// Tells whether nothing of the file can be used.
    pub const fn is_whole(&self) -> bool {
        matches!(self.kind, ProblemKind::Syntax(_))
    }
}

impl Config {
    /// Reads the text of a file. What is wrong is skipped and told.
    pub fn read(text: &str) -> (Self, Vec<Problem>) {
        let mut reader = Reader { text, config: Self::default(), problems: Vec::new() };
        match Document::parse(text) {
            Ok(document) => reader.read(document.as_table()),
            Err(error) => {
                let message = error.message().trim().replace('\n', ", ");
                reader.problem(error.span(), ProblemKind::Syntax(message));
            }
        }
        (reader.config, reader.problems)
    }

    /// Writes everything that is set, as a file.
    pub fn write(&self) -> String {
        let mut file = String::new();
        for setting in SETTINGS {
            let value = (setting.get)(&self.values);
            let note = if value.is_empty() { "# " } else { "" };
            // Writing to a string cannot fail.
            let _ = writeln!(file, "# {}", Language::English.text(setting.help));
            let _ = writeln!(file, "{note}{} = {}", setting.key, value_of(setting, &value));
        }
        let _ = writeln!(file, "\n[{KEYS}]");
        for spec in ACTIONS {
            let keys: Array = self.keymap.keys(spec.action).iter().map(Chord::to_string).collect();
            let _ = writeln!(file, "# {}", Language::English.text(spec.help));
            let _ = writeln!(file, "{} = {keys}", spec.name);
        }
        file
    }
}

/// The text of a configuration file, in which single settings can be changed.
#[derive(Clone, Debug)]
pub struct ConfigFile(DocumentMut);

impl ConfigFile {
    /// Takes the text of a file.
    ///
    /// # Errors
    /// The line from which on it is not TOML.
    pub fn open(text: &str) -> Result<Self, usize> {
        text.parse().map(Self).map_err(|error: TomlError| line_of(text, error.span()))
    }

    /// Sets one setting and leaves everything else, comments included, as it is.
    pub fn set(&mut self, setting: &Setting, values: &Values) {
        self.0[setting.key] = Item::Value(value_of(setting, &(setting.get)(values)));
    }

    /// Returns the text.
    pub fn text(&self) -> String {
        self.0.to_string()
    }
}

/// Returns a value as the file has it.
fn value_of(setting: &Setting, value: &str) -> Value {
    let is_switch = setting.words.contains(&"false");
    if is_switch { (value == "true").into() } else { value.into() }
}

struct Reader<'a> {
    text: &'a str,
    config: Config,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn read(&mut self, table: &dyn TableLike) {
        for (key, item) in table.iter() {
            let span = Self::span_of(table, key, item);
            if key == KEYS {
                match item.as_table_like() {
                    Some(keys) => self.read_keys(keys),
                    None => self.problem(span, ProblemKind::UnknownKey(key.to_owned())),
                }
            } else if let Some(setting) = Setting::find(key) {
                self.read_value(setting, item, span);
            } else {
                self.problem(span, ProblemKind::UnknownKey(printable(key)));
            }
        }
    }

    fn read_value(&mut self, setting: &'static Setting, item: &Item, span: Option<Range<usize>>) {
        let is_switch = setting.words.contains(&"false");
        let word = match item.as_value() {
            Some(Value::String(text)) if !is_switch => Some(text.value().clone()),
            Some(Value::Integer(number)) if !is_switch => Some(number.value().to_string()),
            Some(Value::Boolean(on)) if is_switch => Some(on.value().to_string()),
            _ => None,
        };
        let values = &mut self.config.values;
        let set = word.map(|word| (setting.set)(values, &word));
        if let None | Some(Err(_)) = set {
            let why = set.and_then(Result::err).flatten();
            let found = printable(item.to_string().trim());
            let &Setting { key, words, .. } = setting;
            self.problem(span, ProblemKind::Value { key, words, found, why });
        }
    }

    fn read_keys(&mut self, keys: &dyn TableLike) {
        let mut wanted = Vec::new();
        for (name, item) in keys.iter() {
            let span = Self::span_of(keys, name, item);
            let Some(spec) = ActionSpec::find(name) else {
                self.problem(span, ProblemKind::UnknownAction(printable(name)));
                continue;
            };
            match chords(spec, item) {
                Ok(chords) => wanted.push((spec.action, chords, span)),
                Err(kind) => self.problem(span, kind),
            }
        }
        // Keys are taken from all of them first, so that two actions can change theirs.
        let with_none = |keymap: &mut Keymap, action: Action| {
            let is_bound = keymap.bind(action, Vec::new());
            debug_assert!(is_bound.is_ok(), "no keys are never taken");
        };
        for (action, ..) in &wanted {
            with_none(&mut self.config.keymap, *action);
        }
        for (action, chords, span) in wanted {
            if let Err(error) = self.config.keymap.bind(action, chords) {
                self.problem(span, ProblemKind::Bind(error));
                // What it had is better than nothing, unless another action was given that.
                let _ = self.config.keymap.bind(action, Keymap::default().keys(action).to_vec());
            }
        }
    }

    fn span_of(table: &dyn TableLike, key: &str, item: &Item) -> Option<Range<usize>> {
        let of_key = table.get_key_value(key).and_then(|(key, _)| key.span());
        of_key.or_else(|| item.span())
    }

    fn problem(&mut self, span: Option<Range<usize>>, kind: ProblemKind) {
        self.problems.push(Problem { line: line_of(self.text, span), kind });
    }
}

/// Returns the line in which something begins, from 1.
fn line_of(text: &str, span: Option<Range<usize>>) -> usize {
    let start = span.map_or(0, |span| span.start).min(text.len());
    text[..start].matches('\n').count() + 1
}

fn chords(spec: &'static ActionSpec, item: &Item) -> Result<Vec<Chord>, ProblemKind> {
    let texts: Option<Vec<&str>> = match item.as_value() {
        Some(Value::String(text)) => Some(vec![text.value()]),
        Some(Value::Array(texts)) => texts.iter().map(Value::as_str).collect(),
        _ => None,
    };
    let texts = texts.ok_or(ProblemKind::KeyList(spec.name))?;
    texts.into_iter().map(|text| text.parse().map_err(ProblemKind::Chord)).collect()
}

/// Returns a text from the file as it can be shown in one line.
fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{ColorChoice, GlyphChoice};
    use super::*;

    #[test]
    fn what_is_written_is_read_back_and_the_defaults_need_no_change() {
        let default = Config::default();
        assert_eq!(Config::read(&default.write()), (default, vec![]));
        let mut config = Config::default();
        config.values.color = ColorChoice::Indexed;
        config.values.dots = false;
        config.values.server = Some("http://example.org:80".parse().unwrap());
        config.keymap.bind(Action::Hint, vec!["f5".parse().unwrap()]).unwrap();
        assert_eq!(Config::read(&config.write()), (config, vec![]));
        assert_eq!(Config::read(""), (Config::default(), vec![]));
    }

    #[test]
    fn bad_lines_are_told_and_skipped_and_the_good_ones_kept() {
        let file = "glyphs = \"ascii\"\ncolour = \"off\"\ncolor = 256\ndots = \"no\"\n\
                    cell = \"huge\"\n[keys]\nhint = \"f5\"\nfly = \"z\"\nundo = [1]\nwho = \"hm\"\n\
                    rotate = \"p\"\n";
        let (config, problems) = Config::read(file);
        assert_eq!(config.values.glyphs, GlyphChoice::Ascii);
        assert_eq!(config.values.color, ColorChoice::Indexed);
        assert!(config.values.dots);
        assert_eq!(config.keymap.keys(Action::Hint), ["f5".parse().unwrap()]);
        assert_eq!(config.keymap.keys(Action::Undo), ["u".parse().unwrap()]);
        let told: Vec<String> =
            problems.iter().map(|problem| problem.say(Language::English)).collect();
        assert_eq!(
            told,
            [
                "line 2: there is no setting \"colour\"",
                "line 4: dots takes true, false, not \"no\"",
                "line 5: cell takes auto, small, medium, large, not \"huge\"",
                "line 8: there is no action \"fly\" to give keys to",
                "line 9: the keys of undo are a text or a list of texts, such as [\"enter\", \
                 \"space\"]",
                "line 10: \"hm\" is no key: write one character, or a name such as enter, \
                 shift-tab, f2, ctrl-l",
                "line 11: p is the key of preview already",
            ]
        );
    }

    #[test]
    fn problems_are_told_in_portuguese() {
        let (_, problems) = Config::read("name = false\nserver = \"a:x\"\n[keys]\nhint = \"hm\"\n");
        let told: Vec<String> =
            problems.iter().map(|problem| problem.say(Language::Portuguese)).collect();
        assert_eq!(
            told,
            [
                "linha 1: name não pode ser false",
                "linha 2: server: \"x\" não é uma porta (1 a 65535)",
                "linha 4: \"hm\" não é uma tecla: escreve um carácter, ou um nome como enter, \
                 shift-tab, f2, ctrl-l",
            ]
        );
    }

    #[test]
    fn two_actions_can_change_their_keys() {
        let (config, problems) = Config::read("[keys]\ndots = \"p\"\npreview = \"o\"\n");
        assert_eq!(problems, []);
        assert_eq!(config.keymap.keys(Action::Dots), ["p".parse().unwrap()]);
    }

    #[test]
    fn a_file_that_is_not_toml_is_skipped_with_the_place() {
        let (config, problems) = Config::read("dots = false\nglyphs = \n");
        assert_eq!(config, Config::default());
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].line, 2);
        assert!(matches!(problems[0].kind, ProblemKind::Syntax(_)));
    }

    #[test]
    fn one_setting_is_changed_and_comments_stay() {
        let mut file = ConfigFile::open("# mine\ndots = true # always\n").unwrap();
        let values = Values { dots: false, glyphs: GlyphChoice::Letters, ..Values::default() };
        file.set(Setting::find("glyphs").unwrap(), &values);
        file.set(Setting::find("dots").unwrap(), &values);
        let text = file.text();
        assert!(text.starts_with("# mine\n"), "{text}");
        let (config, problems) = Config::read(&text);
        assert_eq!((config.values, problems), (values, vec![]));
    }
}
