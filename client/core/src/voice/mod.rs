//! What people are told: every sentence.

mod answers;
mod diagram;
mod happenings;
mod listings;
mod offers;
mod phrases;
mod plain;
mod review;
pub mod texts;

pub use plain::sentences;
pub use review::discs_lost;
