//! The way from a line to what is meant by it. It only reads; what is done is the business of
//! `session`.

use super::arguments::{self, Arguments};
use super::bad_command::BadCommand;
use super::table::COMMANDS;
use crate::intent::{Intent, RoomIntent};
use crate::texts::Text;

/// Makes a command of its arguments.
pub(super) type Reader = fn(&Arguments) -> Result<Intent, BadCommand>;

/// A line of the table.
#[derive(Clone, Copy, Debug)]
pub struct CommandSpec {
    /// The word.
    pub name: &'static str,
    /// The short form; a capital is one of the letters of the first interpreter.
    pub short: &'static str,
    /// What may follow.
    pub arguments: &'static str,
    /// What it does.
    pub help: Text,
    pub(super) read: Reader,
}

/// Two lines are the same if they have the same name.
impl PartialEq for CommandSpec {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for CommandSpec {}

impl CommandSpec {
    /// Returns the command of this name or short form. Words are taken in any case; a letter that
    /// is nobody's short form stands for its capital.
    pub fn find(word: &str) -> Option<&'static Self> {
        let named = |name: &str| {
            COMMANDS.iter().find(|spec| spec.name.eq_ignore_ascii_case(name) || spec.short == name)
        };
        named(word).or_else(|| named(&word.to_ascii_uppercase()))
    }

    /// Returns the command that a word stands for where something follows it: a small letter
    /// whose own command takes nothing then stands for its capital, as in `l NAME`.
    fn find_with_arguments(word: &str) -> Option<&'static Self> {
        let found = Self::find(word)?;
        let is_alone = found.short == word && found.arguments.is_empty();
        let capital = || Self::find(&word.to_ascii_uppercase());
        if is_alone { capital() } else { Some(found) }
    }

    /// Returns the command that a capital alone stands for: a letter of the first interpreter.
    pub fn of_capital(letter: &str) -> Option<&'static Self> {
        let is_capital = letter.len() == 1 && letter.chars().all(|c| c.is_ascii_uppercase());
        COMMANDS.iter().find(|spec| is_capital && spec.short == letter)
    }

    /// Returns the command with its arguments, as the help shows it.
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.arguments).trim_end().to_owned()
    }
}

/// Reads a line; nothing for one that is blank or a comment.
///
/// # Errors
/// [`BadCommand`] says what is wrong with it, in one line.
pub fn parse(line: &str) -> Result<Option<Intent>, BadCommand> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let arguments = Arguments::split(rest)?;
    let found = if arguments.words.is_empty() {
        CommandSpec::find(word)
    } else {
        CommandSpec::find_with_arguments(word)
    };
    if let Some(spec) = found {
        return (spec.read)(&arguments).map(Some);
    }
    if arguments::looks_like_square(line) {
        return arguments::read_square(line).map(|square| Some(RoomIntent::Place(square).into()));
    }
    if arguments::looks_like_square(word) {
        return Err(BadCommand::MoreThanASquare);
    }
    Err(BadCommand::unknown(word))
}
