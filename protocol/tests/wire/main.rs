//! The wire as others see it: examples, schema, document and decoder, each held against the types.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod applying;
mod arbitrary;
mod examples;
mod frames;
mod golden;
mod readme;
mod rules;
mod schema;
