//! Notes when the server runs: what it stands still after that is charged to nobody.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tracing::debug;

use super::Lobby;

/// How often it is noted. Chosen: so much thought a crash may give back at most, and a commit costs little.
const ROUND: Duration = Duration::from_secs(5);

impl Lobby {
    /// Notes that the server runs, now and then while a game with a clock goes on, and when it stops.
    pub async fn note_alive(self: Arc<Self>, shutdown: CancellationToken) {
        let clock = self.services.clock;
        let noting = async {
            loop {
                let is_timed = self.directory().has_timed_game();
                if is_timed {
                    self.note_now().await;
                }
                clock.sleep_until(Some(clock.now().after(ROUND))).await;
            }
        };
        tokio::select! {
            () = noting => {}
            () = shutdown.cancelled() => {}
        }
        self.note_now().await;
    }

    async fn note_now(&self) {
        if let Err(error) = self.services.journal.alive(self.services.clock.now()).await {
            debug!(%error, "it is not noted that the server runs");
        }
    }
}
