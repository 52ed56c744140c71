//! What a room does, as scripts and as properties.

mod invariants;
mod script;
mod scripts;
