//! The full-screen client. Its core is pure: a [`model::Model`] is changed by inputs
//! ([`errand::Input`]) and drawn by [`view`]; the terminal, the server and the clock are outside.

pub mod action;
pub mod chord;
pub mod config;
pub mod errand;
pub mod glyphs;
pub mod keymap;
pub mod model;
pub mod term;
pub mod theme;
pub mod view;

mod app;
mod ascii;
mod clock;
mod field;
mod files;
mod phrases;
mod server;
mod start;
mod update;

pub use app::{Ending, run};
pub use files::read_config;
pub use start::{config_path, has_screen, replay, setup};
