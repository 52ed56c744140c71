//! The gateway's side of links: one to each server whose rooms are asked for, and what comes of it for each room.

use std::collections::HashMap;
use std::mem::replace;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{fmt, io};

use futures::FutureExt as _;
use futures::future::{BoxFuture, join_all};
use reversi_protocol::{PlayerName, RoomId};
use reversi_room::SecretHash;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, split};
use tokio::net::TcpStream;
use tokio::sync::{Mutex as Turn, mpsc, oneshot};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Bytes;
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use super::line::{Incoming, LinkMetrics, Queue, SILENCE_MAX, encode, packet};
use super::message::{Hello, List, ToGateway, ToOwner, Told};
use super::trust::Trust;
use crate::lobby::queue::{Asker, Found};
use crate::store::{Membership, Peer};

/// What may wait for a room here. It is taken without waiting for anything, so it does not pile up.
const TOLD_MAX: usize = 256;

/// Bytes to and from another server.
pub(super) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// How another server is reached.
pub(super) trait Dial: fmt::Debug + Send + Sync {
    fn dial(&self, peer: Peer) -> BoxFuture<'_, io::Result<Box<dyn Stream>>>;
}

/// Over TCP.
#[derive(Debug)]
struct Tcp {
    /// By what links are encrypted; nothing where they stay on this machine.
    trust: Option<Trust>,
}

impl Dial for Tcp {
    fn dial(&self, peer: Peer) -> BoxFuture<'_, io::Result<Box<dyn Stream>>> {
        async move {
            let stream = TcpStream::connect(peer.address).await?;
            stream.set_nodelay(true)?;
            let stream: Box<dyn Stream> = match &self.trust {
                None => Box::new(stream),
                Some(trust) => Box::new(trust.connect(stream).await?),
            };
            Ok(stream)
        }
        .boxed()
    }
}

/// How long others may take to list their rooms. Chosen: nobody who looks at a list notices.
const LISTED_MAX: Duration = Duration::from_millis(300);

/// The links to other servers.
#[derive(Debug)]
pub struct Links {
    own: Membership,
    dial: Box<dyn Dial>,
    metrics: LinkMetrics,
    /// Cancelled when this server stops.
    shutdown: CancellationToken,
    asks: AtomicU64,
    /// One for each server that there was; each start of one is another.
    to: Mutex<HashMap<Peer, Arc<Turn<Way>>>>,
}

/// The way to another server.
#[derive(Debug, Default)]
struct Way {
    link: Option<Link>,
    /// Whether it is said that there is none.
    is_missed: bool,
}

/// A link that was made.
#[derive(Clone, Debug)]
struct Link {
    queue: Queue,
    rooms: Routes,
    lists: Lists,
    seekers: Seekers,
}

/// Who waits for opponents, by the number under which they are looked for.
type Seekers = Arc<Mutex<HashMap<u64, oneshot::Sender<Found>>>>;

/// A search for an opponent over a link, until this is dropped.
struct Seeking {
    link: Link,
    ask: u64,
}

impl Drop for Seeking {
    fn drop(&mut self) {
        if lock(&self.link.seekers).remove(&self.ask).is_some() {
            self.link.queue.send(&ToOwner::StopSeeking { ask: self.ask });
        }
    }
}

/// Who waits for lists, by the number under which they were asked for.
type Lists = Arc<Mutex<HashMap<u64, oneshot::Sender<List>>>>;

type Routes = Arc<Mutex<HashMap<RoomId, mpsc::Sender<(Told, Bytes)>>>>;

/// The way to a room over a link, until this is dropped.
#[derive(Debug)]
pub(super) struct Attached {
    pub(super) queue: Queue,
    /// What is told of the room, with the frames that it is about. It ends with the link.
    pub(super) told: mpsc::Receiver<(Told, Bytes)>,
}

impl Links {
    /// Links that are encrypted as `trust` says, or stay on this machine.
    pub fn new(
        own: Membership,
        metrics: LinkMetrics,
        trust: Option<Trust>,
        shutdown: CancellationToken,
    ) -> Arc<Self> {
        Self::over(Box::new(Tcp { trust }), own, metrics, shutdown)
    }

    pub(super) fn over(
        dial: Box<dyn Dial>,
        own: Membership,
        metrics: LinkMetrics,
        shutdown: CancellationToken,
    ) -> Arc<Self> {
        Arc::new(Self {
            own,
            dial,
            metrics,
            shutdown,
            asks: AtomicU64::new(0),
            to: Mutex::default(),
        })
    }

    /// Makes the way to a room over the link to its owner, which is made too if it is not there.
    ///
    /// # Errors
    /// There is no way to that server, or it is another one by now.
    pub(super) async fn attach(
        self: &Arc<Self>,
        peer: Peer,
        room: &RoomId,
    ) -> io::Result<Attached> {
        let link = self.link(peer).await?;
        let (sender, told) = mpsc::channel(TOLD_MAX);
        lock(&link.rooms).insert(room.clone(), sender);
        // One that ended meanwhile let go of those that it knew.
        if link.queue.is_closed() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        Ok(Attached { queue: link.queue, told })
    }

    /// Returns the listed rooms of other servers that fit a filter, as far as they tell them soon.
    pub async fn lists(self: &Arc<Self>, peers: Vec<Peer>, filter: Option<&str>) -> Vec<List> {
        let asked = peers.into_iter().map(async |peer| {
            timeout(LISTED_MAX, self.list(peer, filter)).await.unwrap_or_default()
        });
        join_all(asked).await.into_iter().flatten().collect()
    }

    async fn list(self: &Arc<Self>, peer: Peer, filter: Option<&str>) -> Option<List> {
        let link = self.link(peer).await.ok()?;
        let ask = self.asks.fetch_add(1, Ordering::Relaxed);
        let (asked, on_listed) = oneshot::channel();
        {
            let mut lists = lock(&link.lists);
            // Those who wait no longer.
            lists.retain(|_, asked| !asked.is_closed());
            lists.insert(ask, asked);
        }
        link.queue.send(&ToOwner::List { ask, filter: filter.map(str::to_owned) });
        on_listed.await.ok()
    }

    /// Lets somebody wait at another server for an opponent; nothing if there is no way there any more.
    pub async fn seek(self: &Arc<Self>, peer: Peer, asker: Asker) -> Option<Found> {
        let link = self.link(peer).await.ok()?;
        let ask = self.asks.fetch_add(1, Ordering::Relaxed);
        let (found, on_found) = oneshot::channel();
        lock(&link.seekers).insert(ask, found);
        link.queue.send(&ToOwner::Seek { ask, seeker: Box::new(asker.into()) });
        let _seeking = Seeking { link, ask };
        on_found.await.ok()
    }

    /// Tells other servers whom a player does not want to meet, as far as there is a way there.
    pub async fn block(
        self: &Arc<Self>,
        peers: Vec<Peer>,
        player: SecretHash,
        names: Vec<PlayerName>,
    ) {
        let block = encode(&ToOwner::Block { player, names });
        join_all(peers.into_iter().map(async |peer| {
            if let Ok(link) = self.link(peer).await {
                link.queue.send_encoded(block.clone());
            }
        }))
        .await;
    }

    /// Tells a server that it counts as dead, if it is there all the same.
    pub async fn tell_dead(self: &Arc<Self>, peer: Peer) {
        if let Ok(link) = self.link(peer).await {
            link.queue.send(&ToOwner::Dead);
        }
    }

    /// Returns the number of this server among all.
    pub const fn own_node(&self) -> i64 {
        self.own.node
    }

    async fn link(self: &Arc<Self>, peer: Peer) -> io::Result<Link> {
        let turn = Arc::clone(lock(&self.to).entry(peer).or_default());
        let mut way = turn.lock().await;
        if let Some(link) = way.link.as_ref().filter(|link| !link.queue.is_closed()) {
            return Ok(link.clone());
        }
        let made = self.make(peer).await;
        if let Err(error) = &made
            && !self.shutdown.is_cancelled()
            && !replace(&mut way.is_missed, true)
        {
            warn!(node = peer.node, address = %peer.address, %error, "no link to a server");
        }
        let link = made?;
        *way = Way { link: Some(link.clone()), is_missed: false };
        Ok(link)
    }

    async fn make(self: &Arc<Self>, peer: Peer) -> io::Result<Link> {
        if self.shutdown.is_cancelled() {
            return Err(io::Error::other("this server stops"));
        }
        let dialed = timeout(SILENCE_MAX, self.dial.dial(peer)).await;
        let stream = dialed.map_err(|_elapsed| io::ErrorKind::TimedOut)??;
        self.greet(stream, peer).await
    }

    /// Says hello, and serves the link from then on.
    async fn greet(
        self: &Arc<Self>,
        stream: impl AsyncRead + AsyncWrite + Send + 'static,
        peer: Peer,
    ) -> io::Result<Link> {
        let Membership { cluster, node } = self.own.clone();
        let hello = Hello::new(cluster.clone(), node, Some(peer.node));
        let (read, mut write) = split(stream);
        let mut incoming = Incoming::new(read);
        write.write_all(&packet(&ToOwner::Hello(hello))).await?;
        let own = Hello::new(cluster, peer.node, None);
        let why = match incoming.next().await?.0 {
            ToGateway::Hello(hello) => hello.is_wrong_for(&own).map(str::to_owned),
            ToGateway::Refused { why } => Some(why),
            ToGateway::Beat
            | ToGateway::About { .. }
            | ToGateway::Listed { .. }
            | ToGateway::Paired { .. } => Some("it says no hello".to_owned()),
        };
        if let Some(why) = why {
            return Err(io::Error::other(why));
        }
        let link = Link {
            queue: Queue::new(self.metrics.clone()),
            rooms: Routes::default(),
            lists: Lists::default(),
            seekers: Seekers::default(),
        };
        tokio::spawn(Arc::clone(self).serve(link.clone(), incoming, write, peer));
        Ok(link)
    }

    async fn serve(
        self: Arc<Self>,
        link: Link,
        mut incoming: Incoming<impl AsyncRead + Unpin>,
        write: impl AsyncWrite + Unpin,
        peer: Peer,
    ) {
        info!(node = peer.node, address = %peer.address, "linked to a server");
        self.metrics.links.inc();
        let lost = tokio::select! {
            () = link.queue.write(write, &ToOwner::Beat) => None,
            error = read(&mut incoming, &link) => Some(error),
            () = self.shutdown.cancelled() => None,
        };
        link.queue.close();
        lock(&link.rooms).clear();
        lock(&link.lists).clear();
        lock(&link.seekers).clear();
        self.metrics.links.dec();
        info!(node = peer.node, address = %peer.address, ?lost, "the link to a server has ended");
    }
}

/// Hands on what is told of rooms until the link ends.
async fn read<R: AsyncRead + Unpin>(
    incoming: &mut Incoming<R>,
    Link { rooms, lists, seekers, .. }: &Link,
) -> io::Error {
    loop {
        let (room, told, frames) = match incoming.next().await {
            Ok((ToGateway::About { room, told }, frames)) => (room, told, frames),
            Ok((ToGateway::Listed { ask, list }, _)) => {
                if let Some(asked) = lock(lists).remove(&ask) {
                    // Whoever asked may wait no longer.
                    let _ = asked.send(list);
                }
                continue;
            }
            Ok((ToGateway::Paired { ask, found }, _)) => {
                if let Some(seeker) = lock(seekers).remove(&ask) {
                    // Whoever asked may wait no longer.
                    let _ = seeker.send(found);
                }
                continue;
            }
            Ok((ToGateway::Beat | ToGateway::Hello(_) | ToGateway::Refused { .. }, _)) => continue,
            Err(error) => return error,
        };
        let Some(route) = lock(rooms).get(&room).cloned() else { continue };
        if route.send((told, frames)).await.is_err() {
            lock(rooms).retain(|_, route| !route.is_closed());
        }
    }
}

/// A panic while the lock is held cannot leave it half changed.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
