//! Files of games, real and made.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod wthor;
