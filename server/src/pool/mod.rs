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
pub use searches::{
    BotEngine, begin_review, best_square, deeper_values, kinds, review_step, values,
    values_at_a_glance,
};
pub use threads::{PoolMetrics, SearchPool};
