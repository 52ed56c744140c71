//! Every bot by its name: those of the five reports that this game grew from, numbered 000 to 004,
//! one that plays for stable discs, and a ladder of ten levels.

mod bot;
mod level;
mod minimax;
mod names;
mod report_000;
mod report_001;
mod report_002;
mod report_003;
mod report_004;
mod rules;
#[cfg(test)]
mod tests;

pub use bot::Bot;
pub use names::UnknownBot;
