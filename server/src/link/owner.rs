//! The owner's side of links: other servers come here on behalf of their clients.

use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use reversi_protocol::RoomId;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, split};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use tracing::{debug, info, warn};

use super::guests::{self, Rooms};
use super::line::{Incoming, LinkMetrics, Queue, packet};
use super::message::{Asked, Hello, News, ToGateway, ToOwner};
use super::trust::{Trust, explained};
use crate::room_task::Guarded;
use crate::store::Membership;

/// Connections at a time that have not said who they are. Chosen: more than there are servers.
const STRANGERS_MAX: usize = 64;

/// Requests for one room that may wait. Chosen: a gateway lets fewer be without an answer.
const ASKED_MAX: usize = 1024;

/// How long games for the ranking of a server are kept from analysis whose link has ended. Chosen: there is another link by
/// then, or their rooms are somewhere else.
const RANKED_KEPT: Duration = Duration::from_secs(10);

/// How long it is waited before the next link is accepted, where one could not be.
const RETRY_AFTER: Duration = Duration::from_millis(100);

/// What links from other servers need here.
#[derive(Clone)]
pub struct Owner {
    pub own: Membership,
    pub rooms: Arc<dyn Rooms>,
    pub metrics: LinkMetrics,
    /// By what links are encrypted; nothing where they stay on this machine.
    pub trust: Option<Trust>,
    /// Cancelled when the server stops.
    pub shutdown: CancellationToken,
    /// To be cancelled when this server counts as dead.
    pub buried: CancellationToken,
}

/// The port to which other servers come.
#[derive(Debug)]
pub struct LinkPort {
    listener: TcpListener,
    pub address: SocketAddr,
}

impl LinkPort {
    /// Opens it.
    ///
    /// # Errors
    /// What the system says if the address cannot be listened on.
    pub fn open(address: SocketAddr) -> io::Result<Self> {
        let listener = std::net::TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Self { listener: TcpListener::from_std(listener)?, address })
    }
}

impl Owner {
    /// Takes links from other servers until this one stops.
    pub async fn accept(self, port: LinkPort) {
        let LinkPort { listener, .. } = port;
        let numbers = Arc::new(AtomicU64::new(1));
        let strangers = Arc::new(Semaphore::new(STRANGERS_MAX));
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = self.shutdown.cancelled() => return,
            };
            match accepted {
                Ok((stream, address)) => {
                    let Ok(stranger) = Arc::clone(&strangers).try_acquire_owned() else {
                        debug!(%address, "too many that have not said who they are");
                        continue;
                    };
                    // Without it all goes on, later.
                    let _ = stream.set_nodelay(true);
                    let number = numbers.fetch_add(1, Ordering::Relaxed);
                    tokio::spawn(self.clone().begin(stream, address, number, stranger));
                }
                Err(error) => {
                    warn!(%error, "cannot accept a link");
                    sleep(RETRY_AFTER).await;
                }
            }
        }
    }

    /// Encrypts a link, if links are, and serves it, under a number that no other has had.
    async fn begin(
        self,
        stream: TcpStream,
        address: SocketAddr,
        number: u64,
        stranger: OwnedSemaphorePermit,
    ) {
        let Some(trust) = &self.trust else {
            return self.serve(stream, address, number, Some(stranger)).await;
        };
        match trust.accept(stream).await {
            Ok(stream) => self.serve(stream, address, number, Some(stranger)).await,
            Err(error) => warn!(%address, %error, "a link is refused"),
        }
    }

    pub(super) async fn serve(
        self,
        stream: impl AsyncRead + AsyncWrite + Send + 'static,
        address: SocketAddr,
        number: u64,
        stranger: Option<OwnedSemaphorePermit>,
    ) {
        let (read, mut write) = split(stream);
        let mut incoming = Incoming::from_stranger(read);
        let own = Hello::new(self.own.cluster.clone(), self.own.node, None);
        let hello = match incoming.next().await.map_err(explained) {
            Ok((ToOwner::Hello(hello), _)) => hello,
            Ok((message, _)) => return warn!(%address, ?message, "a link without a hello"),
            Err(error) => return warn!(%address, %error, "a link without a hello"),
        };
        let queue = Queue::new(self.metrics.clone());
        if let Some(why) = hello.is_wrong_for(&own) {
            warn!(%address, %why, "a link is refused");
            let refused = ToGateway::Refused { why };
            // Whoever it was may have gone.
            let _ = write.write_all(&packet(&refused)).await;
            return;
        }
        drop(stranger);
        incoming.trust(hello.is_newer_than(&own));
        info!(node = hello.node, %address, "a server is linked to this one");
        self.metrics.links.inc();
        queue.send(&ToGateway::Hello(own));
        let mut ranked = HashMap::new();
        let lost = tokio::select! {
            () = queue.write(write, &ToGateway::Beat) => None,
            error = self.read(&mut incoming, (&queue, number), &mut ranked) => Some(error),
            () = self.shutdown.cancelled() => None,
        };
        queue.close();
        self.metrics.links.dec();
        info!(node = hello.node, %address, ?lost, "the link from a server has ended");
        if !ranked.is_empty() {
            tokio::select! {
                () = sleep(RANKED_KEPT) => {}
                () = self.shutdown.cancelled() => {}
            }
        }
    }

    /// Reads what is asked until the link ends; those who were in rooms over it are gone then.
    async fn read<R: AsyncRead + Unpin>(
        &self,
        incoming: &mut Incoming<R>,
        (queue, number): (&Queue, u64),
        ranked: &mut HashMap<u64, Guarded>,
    ) -> io::Error {
        let mut rooms: HashMap<RoomId, mpsc::Sender<Asked>> = HashMap::new();
        let mut questions: HashMap<u64, AbortOnDropHandle<()>> = HashMap::new();
        loop {
            let (room, asked) = match incoming.next().await {
                Ok((ToOwner::About { room, asked }, _)) => (room, asked),
                Ok((ToOwner::Ask { ask, question }, _)) => {
                    questions.retain(|_, answering| !answering.is_finished());
                    let (reply, queue) = (self.rooms.answer(question), queue.clone());
                    let answering = tokio::spawn(async move {
                        let reply = reply.await;
                        queue.send(&ToGateway::Reply { ask, reply });
                    });
                    questions.insert(ask, AbortOnDropHandle::new(answering));
                    continue;
                }
                Ok((ToOwner::StopAsking { ask }, _)) => {
                    if let Some(answering) = questions.remove(&ask) {
                        answering.abort();
                        // What is withdrawn is over before the next thing is asked.
                        let _ = answering.await;
                    }
                    continue;
                }
                Ok((ToOwner::News(News::Ranked { game, at }), _)) => {
                    let guarded = at.map(|position| self.rooms.ranked().keep(&position));
                    match guarded {
                        Some(guarded) => ranked.insert(game, guarded),
                        None => ranked.remove(&game),
                    };
                    continue;
                }
                Ok((ToOwner::News(news), _)) => {
                    self.rooms.hear(news);
                    continue;
                }
                Ok((ToOwner::Dead, _)) => {
                    warn!("this server counts as dead, says another one");
                    self.buried.cancel();
                    continue;
                }
                Ok((ToOwner::Beat | ToOwner::Hello(_), _)) => continue,
                Err(error) => return error,
            };
            // A room that was left, or went, is looked for anew.
            rooms.retain(|_, guests| !guests.is_closed());
            let guests = rooms.entry(room).or_insert_with_key(|room| {
                let (guests, asked) = mpsc::channel(ASKED_MAX);
                let (queue, people) = (queue.clone(), Arc::clone(self.rooms.people()));
                let metrics = self.metrics.clone();
                let own = guests::Guests::new(room.clone(), number, queue, metrics, people);
                tokio::spawn(own.serve(Arc::clone(&self.rooms), asked));
                guests
            });
            if guests.try_send(asked).is_err() && !guests.is_closed() {
                return io::Error::other("too much is asked at once");
            }
        }
    }
}
