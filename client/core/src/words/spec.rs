//! What the table says of a command.

use super::arguments::Arguments;
use super::bad_command::BadCommand;
use crate::intent::Intent;
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
    /// Returns the command with its arguments, as the help shows it.
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.arguments).trim_end().to_owned()
    }
}
