//! The line to the server: one task that owns the socket, says hello, carries requests and frames,
//! and connects again for ever. It knows nothing of rooms; what has to be asked again after a lost
//! connection is the business of the session.

mod backoff;
mod checkup;
mod connection;
mod error;
mod event;
mod pace;
mod read;
mod silence;

use std::time::Duration;

use reversi_protocol::limits::OUTBOX_FRAMES_MAX;
use reversi_protocol::{CloseCode, Request};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use backoff::Backoff;
use connection::{Connection, Over};
use event::{Event, Outbox};
use reversi_client_core::server_url::ServerUrl;
use reversi_client_core::session::{NetEnd, NetNews};
use reversi_client_core::texts::Spoken;

pub use checkup::{Checkup, check_up};
pub use error::ConnectError;
pub use event::Caller;

/// Events that wait for a reader that is busy. Chosen: as many frames as the server keeps for a
/// slow client; beyond that the socket is not read, and the server may close it with "resume".
const EVENTS_MAX: usize = OUTBOX_FRAMES_MAX;

/// After a connection that held for so long the waits begin anew, whatever ended it. Chosen: longer
/// than the longest wait, so that a server which drops everyone at once is not stormed.
const STEADY: Duration = Duration::from_secs(15);

/// Time for the closing handshake. Chosen: a person who quits does not want to wait longer.
const CLOSE_MAX: Duration = Duration::from_secs(1);

/// The line to the server, connected for the first time.
#[derive(Debug)]
pub struct Net {
    server: ServerUrl,
    /// The address that the server's name led to.
    address: String,
    /// What the server calls itself.
    program: String,
    outbox: Option<Outbox>,
    events: mpsc::Receiver<Event>,
    task: JoinHandle<()>,
}

impl Net {
    /// Connects for the first time, once.
    ///
    /// # Errors
    /// [`ConnectError`] says why there is no connection.
    pub async fn connect(caller: Caller) -> Result<Self, ConnectError> {
        let connection = Connection::open(&caller).await?;
        let server = caller.server.clone();
        let (address, program) = (connection.address.clone(), connection.welcomed.program.clone());
        let (sender, events) = mpsc::channel(EVENTS_MAX);
        let task = tokio::spawn(Dialer { caller, events: sender }.keep(connection));
        Ok(Self { server, address, program, outbox: None, events, task })
    }

    /// Waits for news; there is none after [`NetNews::Ended`]. A wait that is dropped loses
    /// nothing.
    pub async fn next(&mut self) -> NetNews {
        match self.events.recv().await {
            Some(Event::Connected { outbox, name, durability, server_ms }) => {
                self.outbox = Some(outbox);
                NetNews::Connected { server: self.server.clone(), name, durability, server_ms }
            }
            Some(Event::Message(message)) => NetNews::Message(message),
            Some(Event::Offline { reason, wait, attempt }) => {
                let retry_in_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
                NetNews::Offline { reason, retry_in_ms, attempt }
            }
            Some(Event::Ended(end)) => NetNews::Ended(end),
            None => {
                let reason = "the line to the server broke".to_owned();
                NetNews::Ended(NetEnd::Closed { code: CloseCode::Normal.number(), reason })
            }
        }
    }

    /// Sends a request into the connection that stands. One that is lost in this moment is told of
    /// soon, and the request is sent again into the next one.
    pub fn send(&self, request: Request) {
        if let Some(outbox) = &self.outbox {
            let _ = outbox.send(request);
        }
    }

    /// Gives the connection up for another one.
    pub fn reconnect(&mut self) {
        self.outbox = None;
    }

    /// Closes the connection politely, within a second.
    pub async fn close(self) {
        drop(self.events);
        if timeout(CLOSE_MAX, self.task).await.is_err() {
            tracing::debug!("the server did not answer the closing handshake");
        }
    }
}

/// Nobody reads the events any more: the client is about to end.
struct Unread;

/// The task's side.
struct Dialer {
    caller: Caller,
    events: mpsc::Sender<Event>,
}

impl Dialer {
    /// Carries frames, and connects again whenever that can help.
    async fn keep(self, first: Connection) {
        let mut connection = Some(first);
        let mut backoff = Backoff::default();
        while let Some(open) = connection.take() {
            let since = Instant::now();
            connection = match open.carry(&self.events).await {
                Over::Unread => None,
                Over::Ended(end) => {
                    // Nobody to tell is no news to anybody.
                    let _ = self.tell(Event::Ended(end)).await;
                    None
                }
                Over::Lost { reason, retry_after, was_good } => {
                    if was_good || since.elapsed() >= STEADY {
                        backoff = Backoff::default();
                    }
                    self.connect_again(&mut backoff, reason, retry_after).await
                }
            };
        }
    }

    /// Tries until a connection stands; nothing if there is no coming back.
    async fn connect_again(
        &self,
        backoff: &mut Backoff,
        mut reason: Spoken,
        mut retry_after: Option<Duration>,
    ) -> Option<Connection> {
        loop {
            let wait = backoff.next_wait(retry_after, rand::random());
            let attempt = backoff.tries();
            tracing::debug!(?reason, ?wait, attempt, "not connected");
            self.tell(Event::Offline { reason, wait, attempt }).await.ok()?;
            tokio::select! {
                () = sleep(wait) => {}
                () = self.events.closed() => return None,
            }
            let error = match Connection::open(&self.caller).await {
                Ok(connection) => return Some(connection),
                Err(error) => error,
            };
            if let Some(end) = error.end() {
                self.tell(Event::Ended(end)).await.ok()?;
                return None;
            }
            reason = Spoken::of(&error);
            retry_after = error.retry_after();
        }
    }

    async fn tell(&self, event: Event) -> Result<(), Unread> {
        self.events.send(event).await.map_err(|_unsent| Unread)
    }
}
