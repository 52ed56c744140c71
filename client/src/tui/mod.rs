//! The full-screen client. Its core is pure: a [`ui::Ui`] takes inputs ([`input::Input`]) and is
//! drawn; the terminal, the server and the clock are outside. Screens and popups are components:
//! each keeps its state, draws itself and says by values what it wants done elsewhere.

pub mod action;
pub mod board;
pub mod canvas;
pub mod chord;
pub mod component;
pub mod config;
pub mod context;
pub mod doctor;
pub mod effect;
pub mod field;
pub mod footer;
pub mod glyphs;
pub mod input;
pub mod keymap;
pub mod layout;
pub mod list;
pub mod notices;
pub mod phrases;
pub mod popups;
pub mod probe;
pub mod question;
pub mod record;
pub mod screens;
pub mod terminal;
pub mod theme;
pub mod title;
pub mod ui;

mod app;
mod ascii;
mod clock;
mod start;

pub use app::{Ending, run};
pub use start::{code, has_screen, play_from, replay, setup};
