//! A connection to the database, for a thread of its own, and what its errors mean.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::error::Error as _;
use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::runtime::{self, Runtime};
use tokio::time::timeout;
use tokio_postgres::error::{Severity, SqlState};
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Connection, NoTls, Row, Statement};
use tracing::debug;

use super::address::Address;
use crate::store::storage::Fault;

/// How long an answer may take before the line counts as broken. Chosen: longer than a commit takes on a busy
/// disk, shorter than people wait.
const ANSWER_MAX: Duration = Duration::from_secs(3);

/// Time between two attempts to connect.
const PAUSE: Duration = Duration::from_millis(100);

/// What every session is set to. What waits for a row is answered within two seconds, and whoever is gone holds none
/// for long.
const SESSION: &str = "
    SET default_transaction_isolation = 'read committed';
    SET synchronous_commit = on;
    SET lock_timeout = '2s';
    SET idle_in_transaction_session_timeout = '10s';
    SET tcp_keepalives_idle = 5;
    SET tcp_keepalives_interval = 1;
    SET tcp_keepalives_count = 5;
    SET jit = off;
    SET client_min_messages = warning;";

/// What a statement takes.
pub(super) type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Why the database has not done what it was asked.
#[derive(Clone, Debug)]
pub(super) enum Broken {
    /// Nothing is stored; it may go well the next time.
    Again,
    /// Nothing is stored: the disk is full.
    Full,
    /// Nothing is stored: there is a row of that key.
    Taken,
    /// The line broke, or the answer did not come: what was sent is stored or not.
    Lost,
    /// Nothing is stored, and it will not go well the next time.
    Failed(Fault),
}

/// Says an error with what is behind it: by itself it says of what kind it is alone.
fn told(error: &tokio_postgres::Error) -> Fault {
    Fault::new(match error.source() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    })
}

impl From<tokio_postgres::Error> for Broken {
    fn from(error: tokio_postgres::Error) -> Self {
        let Some(code) = error.code() else { return Self::Lost };
        match *code {
            SqlState::UNIQUE_VIOLATION => Self::Taken,
            SqlState::T_R_DEADLOCK_DETECTED
            | SqlState::T_R_SERIALIZATION_FAILURE
            | SqlState::LOCK_NOT_AVAILABLE
            | SqlState::OUT_OF_MEMORY => Self::Again,
            SqlState::DISK_FULL => Self::Full,
            // It is not the database that writes any more; nothing was stored, but the line is of no use.
            SqlState::READ_ONLY_SQL_TRANSACTION
            | SqlState::QUERY_CANCELED
            | SqlState::ADMIN_SHUTDOWN
            | SqlState::CRASH_SHUTDOWN
            | SqlState::CANNOT_CONNECT_NOW
            | SqlState::TOO_MANY_CONNECTIONS => Self::Lost,
            _ if code.code().starts_with("08") => Self::Lost,
            _ => Self::Failed(told(&error)),
        }
    }
}

impl From<Fault> for Broken {
    fn from(fault: Fault) -> Self {
        Self::Failed(fault)
    }
}

impl From<Broken> for Fault {
    fn from(broken: Broken) -> Self {
        match broken {
            Broken::Failed(fault) => fault,
            other @ (Broken::Again | Broken::Full | Broken::Taken | Broken::Lost) => {
                Self::new(format!("{other:?}"))
            }
        }
    }
}

/// A connection that there is.
pub(super) struct Open {
    client: Client,
    statements: RefCell<HashMap<&'static str, Statement>>,
    answer_max: Cell<Duration>,
    /// Whether the database has warned of something: that what it says is done may not be on its standby.
    warned: Arc<AtomicBool>,
}

impl Open {
    /// Runs a statement and returns its rows.
    pub(super) async fn query(
        &self,
        sql: &'static str,
        values: Values<'_>,
    ) -> Result<Vec<Row>, Broken> {
        let statement = self.prepared(sql).await?;
        self.answer(self.client.query(&statement, values)).await
    }

    /// Runs a statement and returns the first of its rows.
    pub(super) async fn first(
        &self,
        sql: &'static str,
        values: Values<'_>,
    ) -> Result<Option<Row>, Broken> {
        Ok(self.query(sql, values).await?.into_iter().next())
    }

    /// Runs a statement that changes something, and returns how many rows.
    pub(super) async fn execute(
        &self,
        sql: &'static str,
        values: Values<'_>,
    ) -> Result<u64, Broken> {
        let statement = self.prepared(sql).await?;
        self.answer(self.client.execute(&statement, values)).await
    }

    /// Runs a statement that comes but once.
    pub(super) async fn ask(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, Broken> {
        self.answer(self.client.query(sql, values)).await
    }

    /// Lets answers take longer than usual.
    pub(super) fn wait_longer(&self, answer_max: Duration) {
        self.answer_max.set(answer_max);
    }

    /// Runs statements that take nothing.
    pub(super) async fn batch(&self, sql: &str) -> Result<(), Broken> {
        self.answer(self.client.batch_execute(sql)).await
    }

    /// Returns a statement that the database knows, and makes it known the first time.
    async fn prepared(&self, sql: &'static str) -> Result<Statement, Broken> {
        if let Some(known) = self.statements.borrow().get(sql) {
            return Ok(known.clone());
        }
        let prepared = self.answer(self.client.prepare(sql)).await?;
        self.statements.borrow_mut().insert(sql, prepared.clone());
        Ok(prepared)
    }

    async fn answer<T>(
        &self,
        answer: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<T, Broken> {
        let answer = timeout(self.answer_max.get(), answer).await.map_err(|_late| Broken::Lost)?;
        if self.warned.load(Ordering::Relaxed) {
            return Err(Broken::Lost);
        }
        Ok(answer?)
    }
}

/// The way to the database. What it waits for it waits for on its own runtime, so it is for a thread that has
/// none.
pub(super) struct Line {
    /// Nothing once it is dropped.
    runtime: Option<Runtime>,
    pub(super) way: Way,
}

/// Where the database is, and the connection to it, if there is one.
pub(super) struct Way {
    address: Address,
    setup: &'static str,
    open: Option<Open>,
}

impl Line {
    /// Prepares a way whose sessions are set up by these statements too; nothing is connected yet.
    pub(super) fn new(address: Address, setup: &'static str) -> std::io::Result<Self> {
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        Ok(Self { runtime: Some(runtime), way: Way { address, setup, open: None } })
    }

    /// Waits for what is done with the connection.
    pub(super) fn wait<T>(&mut self, work: impl AsyncFnOnce(&mut Way) -> T) -> T {
        let runtime = self.runtime.as_ref().expect("it is there until the line is dropped");
        runtime.block_on(work(&mut self.way))
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        // It may be dropped where nothing may be waited for.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Connects; what the database warns of is noted from then on.
async fn connected(
    address: &Address,
    warned: Arc<AtomicBool>,
) -> Result<Client, tokio_postgres::Error> {
    let Address { config, tls } = address;
    Ok(if let Some(tls) = tls {
        let (client, connection) = config.connect(tls.clone()).await?;
        tokio::spawn(hear(connection, warned));
        client
    } else {
        let (client, connection) = config.connect(NoTls).await?;
        tokio::spawn(hear(connection, warned));
        client
    })
}

/// Carries a connection on for as long as it lasts.
async fn hear<S, T>(mut connection: Connection<S, T>, warned: Arc<AtomicBool>)
where
    S: AsyncRead + AsyncWrite + Unpin,
    T: AsyncRead + AsyncWrite + Unpin,
{
    while let Some(Ok(message)) = poll_fn(|cx| connection.poll_message(cx)).await {
        if let AsyncMessage::Notice(notice) = message
            && notice.parsed_severity() == Some(Severity::Warning)
        {
            debug!(%notice, "the database warns");
            warned.store(true, Ordering::Relaxed);
        }
    }
}

impl Way {
    /// Returns the connection, if there is one that is not known to be broken.
    pub(super) fn open(&mut self) -> Option<&Open> {
        self.open.take_if(|open| open.client.is_closed());
        self.open.as_ref()
    }

    /// Lets go of the connection.
    pub(super) fn close(&mut self) {
        self.open = None;
    }

    /// Connects, and returns why that is not possible.
    pub(super) async fn connect(&mut self) -> Result<&Open, Fault> {
        let warned = Arc::new(AtomicBool::new(false));
        let client = timeout(ANSWER_MAX, connected(&self.address, Arc::clone(&warned)));
        let client = client.await.map_err(Fault::new)?.map_err(|error| told(&error))?;
        let open = Open {
            client,
            statements: RefCell::default(),
            answer_max: Cell::new(ANSWER_MAX),
            warned,
        };
        for setup in [SESSION, self.setup] {
            let set = timeout(ANSWER_MAX, open.client.batch_execute(setup));
            set.await.map_err(Fault::new)?.map_err(|error| told(&error))?;
        }
        Ok(self.open.insert(open))
    }

    /// Connects, however often it takes.
    pub(super) async fn connect_at_last(&mut self) {
        while let Err(cause) = self.connect().await {
            debug!(%cause, "the database is out of reach");
            tokio::time::sleep(PAUSE).await;
        }
    }
}
