//! The sources of a workspace as values: its crates, their modules, and what names what. It works on
//! any commit that is checked out.
#![allow(clippy::wildcard_enum_match_arm, reason = "few kinds of syntax matter here")]

mod modules;
mod text;
mod uses;
mod workspace;

pub use modules::{Crate, Module};
pub use text::{Function, Words, functions, has_unsafe};
pub use uses::{Circle, Mention, Target, circles, mentions};
pub use workspace::{Package, Root, Workspace};
