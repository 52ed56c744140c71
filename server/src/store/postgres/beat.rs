//! Signs of life: each server counts its own, and whose count stands still is dead. What it owned is taken over.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::time::sleep;
use tracing::{debug, error, warn};

use super::address::{Address, session_name};
use super::adopt::adopt;
use super::line::{Broken, Line, Open, Way};
use crate::clock::timed;
use crate::store::storage::{OpenRoom, Takeovers};

/// Time between two beats.
const BEAT: Duration = Duration::from_millis(500);

/// A beat that comes later than this after the one before says nothing of others: it may be this server that
/// stood still, or the database.
const LATE: Duration = Duration::from_secs(1);

/// A server whose count has stood still for so many beats is dead.
const STILL_MAX: u32 = 5;

/// How often it is looked for rooms that nobody owns, in beats.
const ADOPTED_EVERY: u64 = 4;

/// How often a start looks whether others beat.
const LOOK: Duration = Duration::from_millis(200);
const LOOKS: usize = 10;

/// Whom rooms that are taken over are told to.
type Taker = UnboundedSender<Vec<OpenRoom>>;

/// What is asked of whoever beats.
enum Control {
    /// To take over rooms from now on.
    Take(Taker),
    /// To look at once for rooms that nobody owns.
    Look,
}

/// A server beats until this is dropped.
pub(super) struct Beating(Arc<mpsc::Sender<Control>>);

impl Beating {
    /// Takes over rooms from now on.
    pub(super) fn adopt(&self) -> Takeovers {
        let (taker, rooms) = unbounded_channel();
        // Whoever beats no more takes nothing over.
        let _ = self.0.send(Control::Take(taker));
        let control = Arc::downgrade(&self.0);
        let look = move || drop(control.upgrade().map(|control| control.send(Control::Look)));
        Takeovers { rooms, look: Box::new(look) }
    }
}

/// Begins to beat.
pub(super) fn start(address: Address, node: i64) -> std::io::Result<Beating> {
    let mut line = Line::new(address, "")?;
    let (control, on_control) = mpsc::channel();
    thread::Builder::new().name("beat".to_owned()).spawn(move || {
        let mut heart = Heart { node, rounds: 0, peers: HashMap::new(), taker: None };
        let mut since_beat = Duration::ZERO;
        loop {
            let left = BEAT.saturating_sub(since_beat);
            let (told, waited) = timed(|| on_control.recv_timeout(left));
            since_beat += waited;
            match told {
                Ok(Control::Take(taker)) => heart.taker = Some(taker),
                Ok(Control::Look) => {
                    let ((), taken) = timed(|| line.wait(async |way| heart.look(way).await));
                    since_beat += taken;
                }
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    let (outcome, taken) = timed(|| line.wait(async |way| heart.beat(way).await));
                    if outcome.is_none() || since_beat + taken > LATE {
                        heart.peers.clear();
                    }
                    since_beat = Duration::ZERO;
                }
            }
        }
    })?;
    Ok(Beating(Arc::new(control)))
}

/// What one server knows of the others.
struct Heart {
    node: i64,
    rounds: u64,
    /// The count of each other server, and for how many beats it has stood still.
    peers: HashMap<i64, (i64, u32)>,
    taker: Option<Taker>,
}

impl Heart {
    /// Beats, looks after the others, and takes over what nobody owns. Nothing if the database does not answer.
    async fn beat(&mut self, way: &mut Way) -> Option<()> {
        if way.open().is_none()
            && let Err(cause) = way.connect().await
        {
            debug!(%cause, "no beat: the database is out of reach");
            return None;
        }
        let outcome = self.look_after(way.open()?).await;
        if let Err(broken) = &outcome {
            debug!(?broken, "no beat");
            way.close();
        }
        outcome.ok()
    }

    async fn look_after(&mut self, open: &Open) -> Result<(), Broken> {
        let beat = "UPDATE beat SET count = count + 1
                    WHERE node = $1 AND EXISTS (SELECT FROM node WHERE id = $1 AND alive)";
        if open.execute(beat, &[&self.node]).await? == 0 {
            if self.taker.take().is_some() {
                error!("another server has taken this one for dead, and its rooms");
            }
            return Ok(());
        }
        self.rounds += 1;
        let counts = counts(open).await?;
        let is_one_gone = self.peers.keys().any(|node| !counts.contains_key(node));
        let dead = self.dead(&counts);
        for (node, count) in &dead {
            warn!(node, "a server shows no sign of life any more");
            bury(open, *node, *count).await?;
        }
        if is_one_gone || !dead.is_empty() || self.rounds.is_multiple_of(ADOPTED_EVERY) {
            self.take_over(open).await?;
        }
        Ok(())
    }

    /// Takes over what nobody owns between two beats, if the line to the database is there.
    async fn look(&self, way: &mut Way) {
        let Some(open) = way.open() else { return };
        if let Err(broken) = self.take_over(open).await {
            debug!(?broken, "nothing is taken over");
            way.close();
        }
    }

    async fn take_over(&self, open: &Open) -> Result<(), Broken> {
        let Some(taker) = &self.taker else { return Ok(()) };
        // Whoever was told them may have gone.
        adopt(open, self.node, |rooms| drop(taker.send(rooms))).await
    }

    /// Notes how often the others have beaten, and returns those that are dead.
    fn dead(&mut self, counts: &HashMap<i64, i64>) -> Vec<(i64, i64)> {
        self.peers.retain(|node, _| counts.contains_key(node));
        let mut dead = Vec::new();
        for (&node, &count) in counts.iter().filter(|(node, _)| **node != self.node) {
            let still = match self.peers.get(&node) {
                Some((known, still)) if *known == count => still + 1,
                Some(_) | None => 0,
            };
            self.peers.insert(node, (count, still));
            if still >= STILL_MAX {
                dead.push((node, count));
            }
        }
        dead
    }
}

/// Declares a server dead, unless it has beaten since, and ends its sessions: one that stands still in the middle of
/// a statement would keep what it has locked.
async fn bury(open: &Open, node: i64, count: i64) -> Result<(), Broken> {
    let bury = "
        WITH dead AS (
            UPDATE node SET alive = false WHERE id = $1 AND alive
            AND EXISTS (SELECT FROM beat WHERE node = $1 AND count = $2) RETURNING id)
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity, dead
        WHERE usename = current_user AND application_name = $3";
    open.query(bury, &[&node, &count, &session_name(node)]).await.map(drop)
}

/// Declares dead whoever does not beat; returns how many do.
pub(super) async fn bury_the_dead(open: &Open) -> Result<usize, Broken> {
    let mut still = counts(open).await?;
    let mut living = 0;
    for _ in 0..LOOKS {
        if still.is_empty() {
            break;
        }
        sleep(LOOK).await;
        let now = counts(open).await?;
        let before = still.len();
        still.retain(|node, count| now.get(node) == Some(count));
        living += before - still.len();
    }
    for (node, count) in still {
        bury(open, node, count).await?;
    }
    Ok(living)
}

/// Reads how often each living server has beaten.
async fn counts(open: &Open) -> Result<HashMap<i64, i64>, Broken> {
    let living = "SELECT node, count FROM beat WHERE node IN (SELECT id FROM node WHERE alive)";
    let rows = open.query(living, &[]).await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}
