//! The configuration: what can be set, and the file that it comes from.

mod choice;
mod file;
mod values;

pub use choice::Choice;
pub use file::{Config, ConfigFile, Problem, ProblemKind};
pub use values::{
    CellChoice, ClickChoice, ColorChoice, GlyphChoice, LanguageChoice, SETTINGS, Setting, Step,
    ThemeChoice, TypedMoves, Values,
};
