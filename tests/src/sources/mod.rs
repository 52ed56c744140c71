//! The sources of a workspace as values: its crates, their modules, and what names what. It works on
//! any commit that is checked out.
#![allow(clippy::wildcard_enum_match_arm, reason = "few kinds of syntax matter here")]

mod circles;
mod functions;
mod modules;
mod names;
mod uses;
mod words;
mod workspace;

pub use circles::{Circle, circles};
pub use functions::{Function, functions, has_unsafe};
pub use modules::{Crate, Module};
pub use names::Target;
pub use uses::{Mention, mentions};
pub use words::Words;
pub use workspace::{Package, Root, Workspace};
