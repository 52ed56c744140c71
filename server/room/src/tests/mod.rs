//! What a room does, as scripts and as properties.

mod absence;
mod clocks;
mod conserving;
mod invariants;
mod inviting;
mod journal;
mod offers;
mod openings;
mod script;
mod scripts;
mod undo;
mod watching;
