//! The database: made and brought up to date, and a server's place in it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::timeout;
use tokio_postgres::Row;
use tracing::debug;

use super::address::Address;
use super::adopt::adopt;
use super::append::Heads;
use super::beat::{self, Beating};
use super::error::DatabaseError;
use super::line::{Broken, Line, Open, Values, Way};
use super::read::PostgresReader;
use super::write::Scribe;
use crate::health::Health;
use crate::store::storage::{
    Fault, Membership, OpenRooms, ReadError, Storage, Takeovers, Write, WriteError,
};
use reversi_room::Timestamp;

/// The steps from an empty database to the current version; step `i` leads to version `i + 1`.
const MIGRATIONS: [&str; 5] = [
    include_str!("schema.sql"),
    include_str!("servers.sql"),
    include_str!("alive.sql"),
    include_str!("links.sql"),
    include_str!("versions.sql"),
];

/// The version of the database that this program writes.
const VERSION: i32 = MIGRATIONS.len() as i32;

/// The newest kinds of events that this program writes and reads.
const EVENT_VERSION: i32 = 1;

/// What there is before anything else: which version the rest has.
const CLUSTER: &str = "
    CREATE TABLE IF NOT EXISTS cluster (
        one            boolean PRIMARY KEY DEFAULT true CHECK (one),
        schema_version int NOT NULL,
        event_version  int NOT NULL
    );
    LOCK TABLE cluster IN ACCESS EXCLUSIVE MODE;";

/// Statements of the writer are planned once: there are few, and they do not depend on what they are given.
const SESSION: &str = "SET plan_cache_mode = force_generic_plan;";

/// Time for a server to say that it is no more.
const RETIRE_MAX: Duration = Duration::from_secs(1);

/// How often it is tried to make the database what it should be, beside others who do the same.
const TRIES: usize = 10;

/// When the last event of rooms happened, as far as they are open or were closed lately, or a server was last noted
/// to run.
const NEWEST: &str = "
    SELECT greatest(
        (SELECT max((SELECT at_ms FROM event WHERE room = r.id ORDER BY seq DESC LIMIT 1))
         FROM room r WHERE NOT closed),
        (SELECT max(closed_at_ms) FROM room WHERE played),
        (SELECT max(closed_at_ms) FROM room WHERE NOT played),
        (SELECT max(alive_at_ms) FROM node))";

/// Keeps everything in a PostgreSQL database. It may wait for the database, so it is for a thread that serves
/// nothing else.
pub struct PostgresStorage {
    address: Address,
    line: Line,
    scribe: Scribe,
    bytes: Arc<AtomicU64>,
    bytes_max: u64,
    beating: Beating,
}

impl std::fmt::Debug for PostgresStorage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PostgresStorage").field("node", &self.scribe.node).finish_non_exhaustive()
    }
}

impl PostgresStorage {
    /// Opens the database at an address, makes what is missing in it, and takes a place in it under a number that
    /// no other server has had. While it is out of reach `health` says so.
    ///
    /// # Errors
    /// [`DatabaseError`] in every case in which it cannot be used.
    pub fn open(address: &str, number: u64, health: Health) -> Result<Self, DatabaseError> {
        Self::open_as(address, number, health, false)
    }

    /// Opens it if no server uses it.
    ///
    /// # Errors
    /// [`DatabaseError`], as above, and where one does.
    pub fn open_alone(address: &str, number: u64) -> Result<Self, DatabaseError> {
        Self::open_as(address, number, Health::default(), true)
    }

    fn open_as(
        address: &str,
        number: u64,
        health: Health,
        is_alone: bool,
    ) -> Result<Self, DatabaseError> {
        let node = (number >> 1).cast_signed();
        let address = Address::of(address, node)?;
        let failed = |cause| DatabaseError::Failed { cause: Fault::new(cause) };
        let mut line = Line::new(address.clone(), SESSION).map_err(failed)?;
        line.wait(async |way| begin(way, node, is_alone).await)?;
        let beating = beat::start(address.clone(), node).map_err(failed)?;
        let scribe = Scribe { node, heads: Heads::default(), health };
        let bytes = Arc::default();
        Ok(Self { address, line, scribe, bytes, bytes_max: u64::MAX, beating })
    }

    /// Runs a statement on the line that there is.
    pub(super) fn ask(&mut self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, Fault> {
        self.line.wait(async |way| {
            let open = way.open().ok_or_else(|| Fault::new("the line to the database broke"))?;
            Ok(open.ask(sql, values).await?)
        })
    }

    /// Lets answers on the line that there is take longer.
    pub(super) fn wait_longer(&mut self, answer_max: Duration) {
        self.line.wait(async |way| {
            if let Some(open) = way.open() {
                open.wait_longer(answer_max);
            }
        });
    }

    /// Tells whether the line to the database is not known to be broken.
    #[cfg(test)]
    pub fn is_connected(&mut self) -> bool {
        self.line.wait(async |way| {
            tokio::task::yield_now().await;
            way.open().is_some()
        })
    }

    /// Lets the other servers know by which address they reach this one, and which version of links it speaks. Returns
    /// its place among them.
    ///
    /// # Errors
    /// [`DatabaseError`] of the database, and where another server that lives is reached there.
    pub fn reachable_by(
        &mut self,
        address: SocketAddr,
        version: u32,
    ) -> Result<Membership, DatabaseError> {
        let node = self.scribe.node;
        let reachable = "UPDATE node SET link = $2, link_version = $3 WHERE id = $1
                         AND NOT EXISTS (SELECT FROM node WHERE link = $2 AND alive AND id <> $1)
                         RETURNING (SELECT id::text FROM cluster)";
        let version = version.cast_signed();
        let rows = self.ask(reachable, &[&node, &address.to_string(), &version]);
        let rows = rows.map_err(|cause| DatabaseError::Failed { cause })?;
        let cluster = rows.first().ok_or(DatabaseError::AddressTaken { address })?.get(0);
        Ok(Membership { cluster, node })
    }

    /// Takes no new rooms and saves where the database has this many bytes; what goes on goes on.
    #[must_use]
    pub fn limited_to(mut self, bytes_max: u64) -> Self {
        self.bytes_max = bytes_max;
        self
    }
}

impl Storage for PostgresStorage {
    type Reader = PostgresReader;

    const IS_SHARED: bool = true;

    fn commit(&mut self, batch: &[Write]) -> Vec<Result<u64, WriteError>> {
        self.commit_at_last(batch, &mut || {})
    }

    fn commit_at_last(
        &mut self,
        batch: &[Write],
        refuse: &mut dyn FnMut(),
    ) -> Vec<Result<u64, WriteError>> {
        let is_full = self.bytes.load(Ordering::Relaxed) >= self.bytes_max;
        let Self { line, scribe, .. } = self;
        line.wait(async |way| scribe.commit(way, batch, is_full, refuse).await)
    }

    fn adopt(&mut self) -> Result<OpenRooms, ReadError> {
        let node = self.scribe.node;
        let adopted = self.line.wait(async |way| {
            let open = opened(way).await?;
            let mut rooms = Vec::new();
            adopt(open, node, |some| rooms.extend(some)).await?;
            let newest = open.first(NEWEST, &[]).await?;
            let newest: Option<i64> = newest.and_then(|row| row.get(0));
            let newest = Timestamp(newest.unwrap_or_default().cast_unsigned());
            Ok(OpenRooms { rooms, newest })
        });
        adopted.map_err(ReadError::Failed)
    }

    fn takeovers(&mut self) -> Option<Takeovers> {
        Some(self.beating.adopt())
    }

    fn reader(&self) -> Result<PostgresReader, Fault> {
        PostgresReader::new(self.address.clone(), self.scribe.node, Arc::clone(&self.bytes))
    }
}

impl Drop for PostgresStorage {
    fn drop(&mut self) {
        let node = self.scribe.node;
        let retire = async |way: &mut Way| {
            if let Some(open) = way.open() {
                let retired = "UPDATE node SET alive = false WHERE id = $1";
                let retired = timeout(RETIRE_MAX, open.execute(retired, &[&node])).await;
                debug!(?retired, "this server is no more");
            }
        };
        // Where nothing can be waited for, the next one finds out.
        if tokio::runtime::Handle::try_current().is_err() {
            self.line.wait(retire);
        }
    }
}

/// Connects once.
async fn opened(way: &mut Way) -> Result<&Open, Fault> {
    if way.open().is_none() {
        way.connect().await?;
    }
    way.open().ok_or_else(|| Fault::new("the database is out of reach"))
}

async fn begin(way: &mut Way, node: i64, is_alone: bool) -> Result<(), DatabaseError> {
    let failed = |broken: Broken| DatabaseError::Failed { cause: broken.into() };
    let mut outcome = Err(Broken::Lost);
    for _ in 0..TRIES {
        let open = way.connect().await.map_err(|cause| DatabaseError::Unreachable { cause })?;
        check_encoding(open).await?;
        // Another server may do the same at the moment.
        outcome = migrate(open).await;
        if let Ok([found, events]) = outcome {
            let newer = [(found, VERSION), (events, EVENT_VERSION)];
            let newer = newer.into_iter().find(|(found, known)| found > known);
            if let Some((found, known)) = newer {
                return Err(DatabaseError::Newer { found, known });
            }
            break;
        }
    }
    outcome.map_err(failed)?;
    let open = opened(way).await.map_err(|cause| DatabaseError::Unreachable { cause })?;
    if beat::bury_the_dead(open).await.map_err(failed)? > 0 && is_alone {
        return Err(DatabaseError::InUse);
    }
    register(open, node).await.map_err(failed)
}

async fn check_encoding(open: &Open) -> Result<(), DatabaseError> {
    let shown = open.first("SHOW server_encoding", &[]).await;
    let shown = shown.map_err(|broken| DatabaseError::Failed { cause: broken.into() })?;
    let found: String = shown.map_or_else(String::new, |row| row.get(0));
    if found == "UTF8" { Ok(()) } else { Err(DatabaseError::Encoding { found }) }
}

/// Brings the database to the current version, unless a newer program has written it. Returns the version that it had,
/// and that of its events.
async fn migrate(open: &Open) -> Result<[i32; 2], Broken> {
    open.batch("BEGIN").await?;
    open.batch(CLUSTER).await?;
    let row = open.first("SELECT schema_version, event_version FROM cluster", &[]).await?;
    let [from, events]: [i32; 2] = row.map_or([0; 2], |row| [row.get(0), row.get(1)]);
    if let Some(steps) = MIGRATIONS.get(from.cast_unsigned() as usize..) {
        for step in steps {
            open.batch(step).await?;
        }
        open.execute(
            "INSERT INTO cluster (schema_version, event_version) VALUES ($1, $2)
             ON CONFLICT (one) DO UPDATE SET schema_version = excluded.schema_version",
            &[&VERSION, &EVENT_VERSION],
        )
        .await?;
    }
    open.batch("COMMIT").await?;
    Ok([from, events])
}

/// Takes a place among the servers, and forgets those of which nothing is left.
async fn register(open: &Open, node: i64) -> Result<(), Broken> {
    open.batch("BEGIN").await?;
    let born = "INSERT INTO node (id, schema_version) VALUES ($1, $2)";
    open.execute(born, &[&node, &VERSION]).await?;
    open.execute("INSERT INTO beat (node, count) VALUES ($1, 0)", &[&node]).await?;
    open.execute("DELETE FROM beat WHERE node NOT IN (SELECT id FROM node WHERE alive)", &[])
        .await?;
    open.execute(
        "DELETE FROM node WHERE NOT alive AND NOT EXISTS
             (SELECT FROM room WHERE room.owner = node.id AND NOT room.closed)",
        &[],
    )
    .await?;
    open.batch("COMMIT").await
}
