//! The configuration: what can be set, and the file that it comes from.

mod file;
mod value;
mod values;

pub use file::{Config, ConfigFile, Problem, ProblemKind};
pub use value::{
    CellChoice, ClickChoice, ColorChoice, GlyphChoice, LanguageChoice, Names, ThemeChoice,
    TypedMoves, Value,
};
pub use values::{SETTINGS, Setting, Step, Values};
