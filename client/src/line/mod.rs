//! Line mode: one command a line in, one output a line out, for scripts, programs, pipes and
//! screen readers. Never an escape code.

mod input;
mod printer;
mod repl;

pub use input::{InputKind, InputLine, LINE_BYTES_MAX, read_lines};
pub use printer::{Format, Printer};
pub use repl::{Beginning, Ending, Repl};
