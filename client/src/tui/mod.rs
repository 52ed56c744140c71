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
pub mod texts;
pub mod theme;
pub mod view;

mod field;
mod phrases;
mod update;
