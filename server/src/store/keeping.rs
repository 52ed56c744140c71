//! How long what is stored is kept, and the task that removes what is older, bit by bit beside those who
//! play.

use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tracing::{debug, info, warn};

use super::journal::Journal;
use super::storage::Prune;
use super::writer::JournalMetrics;
use crate::clock::Clock;
use reversi_room::Timestamp;

/// How often it is looked for what is too old, and how large the database is.
const ROUND: Duration = Duration::from_secs(5);

/// Time between two commits that remove something. Chosen: the writer is free for most of it.
const PAUSE: Duration = Duration::from_millis(50);

/// How long something is kept; nothing: for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept(pub Option<Duration>);

impl Kept {
    fn before(self, now: Timestamp) -> Timestamp {
        let kept = self.0.map_or(u64::MAX, |kept| kept.as_millis() as u64);
        Timestamp(now.0.saturating_sub(kept))
    }
}

/// How much is stored, and how long each kind of it is kept.
#[derive(Clone, Copy, Debug)]
pub struct Keep {
    /// At so many bytes nothing new is taken.
    pub bytes_max: u64,
    /// Closed rooms in which nobody placed.
    pub unplayed: Kept,
    /// Events of other closed rooms.
    pub closed: Kept,
    /// Finished games.
    pub games: Kept,
    /// Saved games.
    pub saves: Kept,
}

impl Keep {
    fn until(&self, now: Timestamp) -> Prune {
        Prune {
            unplayed: self.unplayed.before(now),
            closed: self.closed.before(now),
            games: self.games.before(now),
            saves: self.saves.before(now),
        }
    }
}

/// Keeps the database as small as was asked for, until the server stops.
pub async fn keep_small(
    journal: Journal,
    clock: Clock,
    keep: Keep,
    metrics: JournalMetrics,
    shutdown: CancellationToken,
) {
    let keeping = async {
        let mut was_full = false;
        loop {
            if let Ok(bytes) = journal.bytes().await {
                metrics.bytes.set(i64::try_from(bytes).unwrap_or(i64::MAX));
                let is_full = bytes >= keep.bytes_max;
                if is_full && !was_full {
                    warn!(
                        bytes,
                        keep.bytes_max, "no new rooms and saves: the database is at --data-max"
                    );
                }
                was_full = is_full;
            }
            prune(&journal, clock, &keep).await;
            clock.sleep_until(Some(clock.now().after(ROUND))).await;
        }
    };
    tokio::select! {
        () = keeping => {}
        () = shutdown.cancelled() => {}
    }
}

async fn prune(journal: &Journal, clock: Clock, keep: &Keep) {
    let mut removed = 0;
    loop {
        match journal.prune(keep.until(clock.now())).await {
            Ok(0) => break,
            Ok(rows) => removed += rows,
            Err(error) => {
                debug!(%error, "what is too old stays for the time being");
                break;
            }
        }
        clock.sleep_until(Some(clock.now().after(PAUSE))).await;
    }
    if removed > 0 {
        info!(rows = removed, "removed what is older than it is kept");
    }
}
