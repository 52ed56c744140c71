//! The terminal: what it can show, how it is taken and given back, and how a picture gets onto it.

mod capabilities;
mod guard;
mod screen;
mod signals;

pub use capabilities::{ColorLevel, Environment};
pub use guard::{Modes, TerminalGuard, restore_on_panic};
pub use screen::{Frame, Screen};
pub use signals::{Signal, Signals, stop_here};
