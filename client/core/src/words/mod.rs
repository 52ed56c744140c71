//! The words that people type: commands, and how each is read.

mod arguments;
mod bad_command;
mod command;
mod file_arguments;
mod room_arguments;
mod symbols;
mod table;

pub use bad_command::BadCommand;
pub use command::{CommandSpec, LineCommand, Look, Until, parse};
pub use file_arguments::{Export, GameSource, Import};
pub use room_arguments::{AS_SAVED, BOTH, NewGame};
pub use symbols::{BEST, BadSymbols, EMPTY, LAST, LEGAL, Symbols};
pub use table::COMMANDS;
