//! What a commit writes, and how it is found out what came of one whose answer was lost.

use std::collections::HashSet;
use std::pin::Pin;
use std::time::Duration;

use futures::FutureExt as _;
use reversi_protocol::RoomId;
use reversi_room::{Competition, Entry, Event};
use tokio::time::{Sleep, sleep};
use tracing::info;

use super::append::{Changes, Heads, is_stored, to_json};
use super::keys::replace;
use super::line::{Broken, Open, Way};
use super::prune::prune;
use super::ranking::{check_nick, rank};
use super::saves::{remove, save};
use crate::health::{Health, Trouble};
use crate::store::storage::{Append, COMPLAINTS_KEPT, Complaint, Fault, Write, WriteError};

/// How long what was not sent waits for the database.
const AWAY_MAX: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 10 });

/// Time before something is tried again that something else was in the way of.
const PAUSE: Duration = Duration::from_millis(50);

/// Tries after which it is no accident that something is in the way.
const TRIES_MAX: usize = 20;

type Answer = Result<u64, WriteError>;

/// Whoever writes: what it knows of the rooms that are its own.
pub(super) struct Scribe {
    pub(super) node: i64,
    pub(super) heads: Heads,
    pub(super) health: Health,
}

/// How long it is waited for the database, from when it was found to be away.
#[derive(Default)]
struct Patience(Option<Pin<Box<Sleep>>>);

impl Patience {
    /// Tells whether it is over; it begins with the first time that this is asked.
    fn is_over(&mut self) -> bool {
        let end = self.0.get_or_insert_with(|| Box::pin(sleep(AWAY_MAX)));
        end.is_elapsed() || end.as_mut().now_or_never().is_some()
    }
}

/// A batch on its way.
struct Batch<'a> {
    writes: &'a [Write],
    /// Whether nothing that begins something is taken.
    is_full: bool,
    /// Whether it was sent, and may be stored by now.
    is_sent: bool,
    /// Whether the answer to an earlier try was lost.
    is_unknown: bool,
}

impl Scribe {
    /// Makes a batch durable. It returns when it is known what came of it: what was sent is asked for until
    /// the database tells; what was not is refused after a while, as is by `refuse` what waits behind it.
    pub(super) async fn commit(
        &mut self,
        way: &mut Way,
        writes: &[Write],
        is_full: bool,
        refuse: &mut dyn FnMut(),
    ) -> Vec<Answer> {
        let all = |error: WriteError| writes.iter().map(|_| Err(error.clone())).collect();
        let mut batch = Batch { writes, is_full, is_sent: false, is_unknown: false };
        let (mut tries, mut patience) = (0, Patience::default());
        while tries < TRIES_MAX {
            let Some(open) = way.open() else {
                if !self.reconnect(way, &mut patience, batch.is_unknown, refuse).await {
                    return all(WriteError::NotNow(Trouble::Away));
                }
                continue;
            };
            batch.is_sent = false;
            let broken = match self.attempt(open, &mut batch).await {
                Ok(answers) => return answers,
                Err(broken) => broken,
            };
            // Whatever a transaction has begun ends with its line.
            way.close();
            self.heads.forget_all();
            match broken {
                Broken::Lost => {
                    batch.is_unknown |= batch.is_sent;
                    if patience.is_over() {
                        refuse();
                    }
                }
                Broken::Full if !batch.is_unknown => {
                    return all(WriteError::NotNow(Trouble::DiskFull));
                }
                Broken::Full => sleep(PAUSE).await,
                Broken::Again | Broken::Taken => {
                    tries += 1;
                    sleep(PAUSE).await;
                }
                Broken::Failed(fault) => return all(WriteError::Failed(fault)),
            }
        }
        all(WriteError::Failed(Fault::new("the database does not take what it should")))
    }

    /// Connects, however often it takes; false if it takes too long for what was not sent yet. While it is known
    /// already that the database is away, that is once.
    async fn reconnect(
        &mut self,
        way: &mut Way,
        patience: &mut Patience,
        is_unknown: bool,
        refuse: &mut dyn FnMut(),
    ) -> bool {
        let was_away = self.health.trouble() == Some(Trouble::Away);
        while way.connect().await.is_err() {
            self.health.set(Some(Trouble::Away));
            let is_over = patience.is_over();
            if !is_unknown && (is_over || was_away) {
                return false;
            }
            if is_over {
                refuse();
            }
            sleep(PAUSE).await;
        }
        self.health.set(None);
        // It may be another database by now, to which not all has come.
        self.heads.forget_all();
        true
    }

    /// Stores a batch: rooms of which nothing is derived by looking at others in one statement, the rest one
    /// after the other in the same transaction.
    async fn attempt(&mut self, open: &Open, batch: &mut Batch<'_>) -> Result<Vec<Answer>, Broken> {
        self.read_heads(open, batch).await?;
        let mut answers: Vec<Answer> = vec![Ok(0); batch.writes.len()];
        let (mut plain, mut careful) = (Vec::new(), Vec::new());
        let mut changes = Changes::default();
        let mut behind = HashSet::new();
        for (i, write) in batch.writes.iter().enumerate() {
            let append = match write {
                Write::Append(append) if append.entries.iter().all(is_plain) => append,
                Write::Append(append) => {
                    behind.insert(&append.room);
                    careful.push(i);
                    continue;
                }
                Write::Save(_)
                | Write::Remove(_)
                | Write::Prune(_)
                | Write::Complain(_)
                | Write::ReplaceKey(_)
                | Write::Alive(_) => {
                    careful.push(i);
                    continue;
                }
            };
            if behind.contains(&append.room) {
                careful.push(i);
            } else if append.is_opening() && changes.has(&append.room) {
                answers[i] = Err(WriteError::Conflict);
            } else if let Some(answer) = self.known(open, batch, append).await? {
                answers[i] = answer;
            } else {
                changes.add(append)?;
                self.heads.follow(append);
                plain.push((i, append));
            }
        }
        batch.is_sent = true;
        if careful.is_empty() {
            self.store_plain(open, &changes, &plain, &mut answers).await?;
        } else {
            open.batch("BEGIN").await?;
            self.store_plain(open, &changes, &plain, &mut answers).await?;
            for i in careful {
                answers[i] = self.store(open, batch, &batch.writes[i]).await?;
            }
            open.batch("COMMIT").await?;
        }
        if batch.is_unknown {
            // A row can be seen before it is on a standby; a later commit that is there proves those before it.
            let beat = "UPDATE beat SET count = count + 1 WHERE node = $1";
            open.execute(beat, &[&self.node]).await?;
            info!(writes = answers.len(), "it is known what came of writes whose answer was lost");
        }
        Ok(answers)
    }

    /// Reads where the rooms of a batch are that this process has not written to yet.
    async fn read_heads(&mut self, open: &Open, batch: &Batch<'_>) -> Result<(), Broken> {
        let appends = batch.writes.iter().filter_map(|write| match write {
            Write::Append(append) => Some(append),
            Write::Save(_)
            | Write::Remove(_)
            | Write::Prune(_)
            | Write::Complain(_)
            | Write::ReplaceKey(_)
            | Write::Alive(_) => None,
        });
        // One that is opened is declined by the database if there is one of its name.
        let unread = appends.filter(|append| {
            let is_known = self.heads.get(&append.room).is_some();
            !is_known && (batch.is_unknown || !append.is_opening())
        });
        let unread: Vec<&str> = unread.map(|append| append.room.as_str()).collect();
        self.heads.read(open, &unread).await
    }

    /// Answers an append that needs no storing: it is stored, cannot be, or is nothing.
    async fn known(
        &self,
        open: &Open,
        batch: &Batch<'_>,
        append: &Append,
    ) -> Result<Option<Answer>, Broken> {
        let Some(last) = append.entries.last() else { return Ok(Some(Ok(0))) };
        if !append.follows(self.heads.get(&append.room)) {
            let is_found = batch.is_unknown && is_stored(open, append).await?;
            return Ok(Some(if is_found { Ok(last.seq) } else { Err(WriteError::Conflict) }));
        }
        let is_declined = batch.is_full && append.begins_something();
        Ok(is_declined.then_some(Err(WriteError::Full)))
    }

    async fn store_plain(
        &mut self,
        open: &Open,
        changes: &Changes<'_>,
        plain: &[(usize, &Append)],
        answers: &mut [Answer],
    ) -> Result<(), Broken> {
        if plain.is_empty() {
            return Ok(());
        }
        let stored = changes.store(open, self.node).await?;
        for (i, append) in plain {
            answers[*i] = self.answer(append, &stored);
        }
        Ok(())
    }

    /// Answers an append of which it is known whether the database has taken it.
    fn answer(&mut self, append: &Append, stored: &HashSet<RoomId>) -> Answer {
        if stored.contains(&append.room) {
            return Ok(append.entries.last().map_or(0, |entry| entry.seq));
        }
        self.heads.forget(&append.room);
        Err(if append.is_opening() { WriteError::Conflict } else { WriteError::NotOwner })
    }

    /// Stores something by itself, in a transaction that has begun.
    async fn store(
        &mut self,
        open: &Open,
        batch: &Batch<'_>,
        write: &Write,
    ) -> Result<Answer, Broken> {
        match write {
            Write::Append(append) => self.append(open, batch, append).await,
            Write::Save(it) => save(open, it, batch.is_full).await,
            Write::Remove(it) => remove(open, it).await,
            Write::Prune(it) => prune(open, it).await.map(Ok),
            Write::Complain(it) => complain(open, it).await.map(Ok),
            Write::ReplaceKey(it) => replace(open, it).await,
            Write::Alive(at) => {
                let noted = "UPDATE node SET alive_at_ms = $2 WHERE id = $1 AND alive";
                open.execute(noted, &[&self.node, &at.0.cast_signed()]).await?;
                Ok(Ok(0))
            }
        }
    }

    /// Stores entries, all of them or none.
    async fn append(
        &mut self,
        open: &Open,
        batch: &Batch<'_>,
        append: &Append,
    ) -> Result<Answer, Broken> {
        if let Some(answer) = self.known(open, batch, append).await? {
            return Ok(answer);
        }
        open.batch("SAVEPOINT append").await?;
        let declined = match derive(open, append).await? {
            Ok(()) => {
                let mut changes = Changes::default();
                changes.add(append)?;
                let stored = changes.store(open, self.node).await?;
                self.answer(append, &stored).err()
            }
            Err(declined) => Some(declined),
        };
        if let Some(declined) = declined {
            open.batch("ROLLBACK TO append").await?;
            return Ok(Err(declined));
        }
        self.heads.follow(append);
        Ok(Ok(append.entries.last().map_or(0, |entry| entry.seq)))
    }
}

/// Tells whether nothing is derived from an event that others may be in the way of.
const fn is_plain(entry: &Entry) -> bool {
    !matches!(entry.event, Event::Opened { competition: Some(_), .. } | Event::Ranked { .. })
}

/// Stores what is derived from entries and may be declined: whose a nick is, the best score of each.
async fn derive(open: &Open, append: &Append) -> Result<Result<(), WriteError>, Broken> {
    for entry in &append.entries {
        let derived = match (&entry.event, &append.finished) {
            (Event::Opened { competition: Some(Competition { nick, owner }), .. }, _) => {
                check_nick(open, nick, *owner).await?
            }
            (Event::Ranked { nick, score }, Some(game)) => {
                rank(open, append.room.as_str(), game, nick, *score).await?
            }
            (Event::Ranked { .. }, None) => Err(WriteError::NotRanked),
            _ => Ok(()),
        };
        if derived.is_err() {
            return Ok(derived);
        }
    }
    Ok(Ok(()))
}

/// Keeps a complaint once, and of the older ones as many as are kept.
async fn complain(open: &Open, complaint: &Complaint) -> Result<u64, Broken> {
    let Complaint { at, room, by, line, network, lines } = complaint;
    let (said, lines) = (to_json(&line.said)?, to_json(lines)?);
    open.execute(
        "INSERT INTO complaint (at_ms, room, by_name, name, network, said, lines)
         SELECT $1, $2, $3, $4, $5, $6, $7 WHERE NOT EXISTS
             (SELECT FROM complaint WHERE at_ms = $1 AND room = $2 AND by_name = $3 AND said = $6)",
        &[
            &at.0.cast_signed(),
            &room.as_str(),
            &by.as_str(),
            &line.name.as_str(),
            &network.to_string(),
            &said,
            &lines,
        ],
    )
    .await?;
    open.execute(
        "DELETE FROM complaint WHERE id <= (SELECT max(id) FROM complaint) - $1",
        &[&i64::from(COMPLAINTS_KEPT)],
    )
    .await
    .map(|_removed| 0)
}
