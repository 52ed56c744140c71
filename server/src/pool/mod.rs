//! Threads for searches, at a lower priority than those that serve connections, and the searches
//! that rooms and connections ask them for.

mod job;
mod memories;
mod queue;
mod searches;
#[cfg(test)]
mod tests;
mod threads;

pub use job::{Answer, SearchError};
pub use memories::Seated;
pub use queue::{Asker, Effort, Owner, Urgency};
pub use searches::{BotEngine, begin_review, best_square, kinds, review_step, values};
pub use threads::{PoolMetrics, SearchPool};
