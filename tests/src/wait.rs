//! Deadlines for everything that a test waits for.

use std::fmt::Display;
use std::time::Duration;

use tokio::time::timeout;

/// Time after which a wait has failed. Chosen: no wait takes a second on an idle machine, and a
/// crowded one is slower by an order of magnitude at most.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Waits for something, [`PATIENCE`] at most. `what` completes the sentence "… did not come".
pub async fn within<T>(what: impl Display, future: impl Future<Output = T>) -> T {
    let waited = timeout(PATIENCE, future).await;
    waited.unwrap_or_else(|_elapsed| panic!("{what} did not come within {PATIENCE:?}"))
}
