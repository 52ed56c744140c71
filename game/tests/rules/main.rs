//! The rules against known answers, a second implementation and a model.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod agreement;
mod perft;
mod reference;
mod rule_cases;
mod table;
mod undo_model;
