//! The full-screen client: its core by inputs and pictures, its shell in a terminal of its own.

#![expect(clippy::wildcard_enum_match_arm, reason = "a test looks for one thing among many")]

mod away;
mod board;
mod hostile;
mod keys;
mod looking_back;
mod manners;
mod palette;
mod pictures;
mod prompts;
mod review;
mod robust;
mod server;
mod stage;
mod strength;
mod watching;
