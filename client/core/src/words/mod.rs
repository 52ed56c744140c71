//! The words that people type: commands, and how each is read.

mod arguments;
mod bad_command;
mod command;
mod file_arguments;
mod room_arguments;
mod spec;
mod table;

pub use bad_command::BadCommand;
pub use command::parse;
pub use spec::CommandSpec;
pub use table::{COMMANDS, find, of_capital};
