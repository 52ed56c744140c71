//! Line mode: one command a line in, one output a line out, for scripts, programs, pipes and
//! screen readers. Never an escape code, but where a person edits a line at a terminal.

mod editor;
mod input;
mod printer;
mod repl;

pub use editor::edit_lines;
pub use input::{InputKind, InputLine, LINE_BYTES_MAX, Lines, read_lines};
pub use printer::{Format, Printer};
pub use repl::{Beginning, Ending, Repl};
