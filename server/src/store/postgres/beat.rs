//! Signs of life: each server counts its own, and whose count stands still is dead.

use std::collections::HashMap;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use tokio::time::sleep;
use tokio_postgres::Config;
use tracing::{debug, warn};

use super::line::{Broken, Line, Open, Way};

/// Time between two beats.
const BEAT: Duration = Duration::from_millis(500);

/// How often a start looks whether another server beats, and for how many looks it has to have been still.
const LOOK: Duration = Duration::from_millis(200);
const LOOKS: usize = 8;

/// A server beats until this is dropped.
pub(super) struct Beating {
    _stop: mpsc::Sender<()>,
}

/// Begins to beat.
pub(super) fn start(config: Config, node: i64) -> std::io::Result<Beating> {
    let mut line = Line::new(config, "")?;
    let (stop, on_stop) = mpsc::channel();
    thread::Builder::new().name("beat".to_owned()).spawn(move || {
        while on_stop.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
            line.wait(async |way| beat(way, node).await);
        }
    })?;
    Ok(Beating { _stop: stop })
}

async fn beat(way: &mut Way, node: i64) {
    if way.open().is_none()
        && let Err(cause) = way.connect().await
    {
        debug!(%cause, "no beat: the database is out of reach");
        return;
    }
    let Some(open) = way.open() else { return };
    let beat = "UPDATE beat SET count = count + 1
                WHERE node = $1 AND EXISTS (SELECT FROM node WHERE id = $1 AND alive)";
    match open.execute(beat, &[&node]).await {
        Ok(0) => warn!("another server has taken this one for dead"),
        Ok(_) => {}
        Err(broken) => {
            debug!(?broken, "no beat");
            way.close();
        }
    }
}

/// Declares dead whoever does not beat; false if somebody does.
pub(super) async fn bury_the_dead(open: &Open) -> Result<bool, Broken> {
    let first = counts(open).await?;
    if first.is_empty() {
        return Ok(true);
    }
    for _ in 0..LOOKS {
        sleep(LOOK).await;
        if counts(open).await? != first {
            return Ok(false);
        }
    }
    for (node, count) in first {
        let bury = "UPDATE node SET alive = false WHERE id = $1 AND alive
                    AND EXISTS (SELECT FROM beat WHERE node = $1 AND count = $2)";
        open.execute(bury, &[&node, &count]).await?;
    }
    Ok(true)
}

/// Reads how often each living server has beaten.
async fn counts(open: &Open) -> Result<HashMap<i64, i64>, Broken> {
    let living = "SELECT node, count FROM beat WHERE node IN (SELECT id FROM node WHERE alive)";
    let rows = open.query(living, &[]).await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}
