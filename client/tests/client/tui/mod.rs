//! The full-screen client: its core by inputs and pictures, its shell in a terminal of its own.

mod board;
mod keys;
mod pictures;
mod prompts;
mod robust;
mod server;
mod stage;
mod terminal;
