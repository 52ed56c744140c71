//! The gateway's side of links: one to each server whose rooms are asked for, and what comes of it for each room.

use std::collections::HashMap;
use std::mem::replace;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{fmt, io};

use futures::FutureExt as _;
use futures::future::{BoxFuture, join_all};
use reversi_game::Position;
use reversi_protocol::{InvitationEnd, Invited, PlayerName, Refusal, RefusalCode, RoomId};
use reversi_room::SecretHash;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, split};
use tokio::net::TcpStream;
use tokio::sync::{Mutex as Turn, Notify, mpsc, oneshot};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Bytes;
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use super::line::{Incoming, LinkMetrics, Queue, SILENCE_MAX, encode, packet};
use super::message::{Hello, List, News, Question, Reply, ToGateway, ToOwner, Told};
use super::trust::{Trust, explained};
use crate::lobby::queue::{Asker, Found};
use crate::neighbours::{Called, Neighbours};
use crate::people::{Invitee, People};
use crate::room_task::{RankedPositions, RoomServices};
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

/// How long others may take to answer what somebody waits for. Chosen: nobody who looks at a list notices.
const ANSWER_MAX: Duration = Duration::from_millis(300);

/// The links to other servers.
#[derive(Debug)]
pub struct Links {
    own: Membership,
    people: Arc<People>,
    ranked: Arc<RankedPositions>,
    dial: Box<dyn Dial>,
    metrics: LinkMetrics,
    /// Cancelled when this server stops.
    shutdown: CancellationToken,
    /// Told when a link has ended.
    lost: Notify,
    /// One for each server that there was; each start of one is another.
    to: Mutex<HashMap<Peer, Way>>,
}

/// The way to another server.
#[derive(Debug, Default)]
struct Way {
    link: Option<Link>,
    /// Whose turn it is to make a link.
    making: Arc<Turn<()>>,
    /// Whether it is said that there is none.
    is_missed: bool,
}

impl Way {
    fn open(&self) -> Option<&Link> {
        self.link.as_ref().filter(|link| !link.queue.is_closed())
    }
}

/// A link that was made.
#[derive(Clone, Debug)]
struct Link {
    queue: Queue,
    rooms: Routes,
    asked: Arc<Mutex<Asked>>,
}

/// What was asked and has no answer.
#[derive(Debug, Default)]
struct Asked {
    last: u64,
    waiting: HashMap<u64, oneshot::Sender<Reply>>,
}

/// A question over a link, until this is dropped.
struct Asking {
    link: Link,
    ask: u64,
}

impl Drop for Asking {
    fn drop(&mut self) {
        if lock(&self.link.asked).waiting.remove(&self.ask).is_some() {
            self.link.queue.send(&ToOwner::StopAsking { ask: self.ask });
        }
    }
}

impl Link {
    /// Asks something until this is dropped; nothing if the link ends before there is an answer.
    async fn ask(self, question: Question) -> Option<Reply> {
        let (waiting, on_reply) = oneshot::channel();
        let ask = {
            let mut asked = lock(&self.asked);
            asked.last += 1;
            let ask = asked.last;
            asked.waiting.insert(ask, waiting);
            ask
        };
        self.queue.send(&ToOwner::Ask { ask, question });
        let asking = Asking { link: self, ask };
        // One that has ended meanwhile answers nothing.
        if asking.link.queue.is_closed() {
            return None;
        }
        on_reply.await.ok()
    }
}

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
        services: &RoomServices,
        trust: Option<Trust>,
        shutdown: CancellationToken,
    ) -> Arc<Self> {
        Self::over(Box::new(Tcp { trust }), own, services, shutdown)
    }

    pub(super) fn over(
        dial: Box<dyn Dial>,
        own: Membership,
        services: &RoomServices,
        shutdown: CancellationToken,
    ) -> Arc<Self> {
        let RoomServices { people, ranked, metrics, .. } = services;
        let (people, ranked) = (Arc::clone(people), Arc::clone(ranked));
        let metrics = metrics.links.clone();
        let (lost, to) = (Notify::new(), Mutex::default());
        Arc::new(Self { own, people, ranked, dial, metrics, shutdown, lost, to })
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
        let list = || Question::List { filter: filter.map(str::to_owned) };
        let replies = self.ask_all(peers, list).await.into_iter();
        let lists = replies.filter_map(|reply| match reply {
            Reply::Listed(list) => Some(list),
            Reply::Paired(_) | Reply::Found(_) | Reply::Over(_) => None,
        });
        lists.collect()
    }

    /// Asks several servers, and returns what they answer soon, in their order.
    async fn ask_all(
        self: &Arc<Self>,
        peers: Vec<Peer>,
        question: impl Fn() -> Question,
    ) -> Vec<Reply> {
        let asked = peers.into_iter().map(async |peer| {
            timeout(ANSWER_MAX, self.ask(peer, question())).await.unwrap_or_default()
        });
        join_all(asked).await.into_iter().flatten().collect()
    }

    async fn ask(self: &Arc<Self>, peer: Peer, question: Question) -> Option<Reply> {
        self.link(peer).await.ok()?.ask(question).await
    }

    /// Lets somebody wait at another server for an opponent; nothing if there is no way there any more.
    pub async fn seek(self: &Arc<Self>, peer: Peer, asker: Asker) -> Option<Found> {
        match self.ask(peer, Question::Seek(Box::new(asker.into()))).await? {
            Reply::Paired(found) => Some(found),
            Reply::Listed(_) | Reply::Found(_) | Reply::Over(_) => None,
        }
    }

    /// Finds whoever is to be invited by a name at one of several servers, as far as they say so soon.
    ///
    /// # Errors
    /// Nobody is there, or there is too much to answer already.
    pub async fn find(
        self: &Arc<Self>,
        peers: Vec<Peer>,
        name: &PlayerName,
        owner: Option<SecretHash>,
        (by, by_name): (SecretHash, &PlayerName),
    ) -> Result<Invitee, Refusal> {
        let find = || {
            let (name, by_name) = (name.clone(), by_name.clone());
            Question::Find { name, owner, by, by_name }
        };
        let mut refusal = RefusalCode::NotHere.into();
        for reply in self.ask_all(peers, find).await {
            match reply {
                Reply::Found(Ok(invitee)) => return Ok(invitee),
                Reply::Found(Err(why)) if why.code != RefusalCode::NotHere => refusal = why,
                Reply::Found(Err(_)) | Reply::Listed(_) | Reply::Paired(_) | Reply::Over(_) => {}
            }
        }
        Err(refusal)
    }

    /// Tells all servers to which there are links.
    pub fn tell_all(&self, news: &News) {
        let news = encode(&ToOwner::News(news.clone()));
        for link in lock(&self.to).values().filter_map(Way::open) {
            link.queue.send_encoded(news.clone());
        }
    }

    /// Tells a server that it counts as dead, if it is there all the same.
    pub async fn tell_dead(self: &Arc<Self>, peer: Peer) {
        if let Ok(link) = self.link(peer).await {
            link.queue.send(&ToOwner::Dead);
        }
    }

    /// Begins to make the link to a server that lives, if there is none and nobody does.
    pub fn keep(self: &Arc<Self>, peer: Peer) {
        let mut to = lock(&self.to);
        let way = to.entry(peer).or_default();
        if way.open().is_none() && way.making.try_lock().is_ok() {
            let links = Arc::clone(self);
            tokio::spawn(async move { links.link(peer).await.err() });
        }
    }

    /// Waits until a link has ended.
    pub async fn lost(&self) {
        self.lost.notified().await;
    }

    /// Returns the number of this server among all.
    pub const fn own_node(&self) -> i64 {
        self.own.node
    }

    async fn link(self: &Arc<Self>, peer: Peer) -> io::Result<Link> {
        let making = Arc::clone(&lock(&self.to).entry(peer).or_default().making);
        let _turn = making.lock().await;
        if let Some(link) = lock(&self.to).entry(peer).or_default().open() {
            return Ok(link.clone());
        }
        let made = self.make(peer).await;
        if let Err(error) = &made
            && !self.shutdown.is_cancelled()
            && !replace(&mut lock(&self.to).entry(peer).or_default().is_missed, true)
        {
            warn!(node = peer.node, address = %peer.address, %error, "no link to a server");
        }
        made
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
        let why = match incoming.next().await.map_err(explained)?.0 {
            ToGateway::Hello(hello) => {
                incoming.trust(hello.is_newer_than(&own));
                hello.is_wrong_for(&own)
            }
            ToGateway::Refused { why } => Some(why),
            ToGateway::Beat | ToGateway::About { .. } | ToGateway::Reply { .. } => {
                Some("it says no hello".to_owned())
            }
        };
        if let Some(why) = why {
            return Err(io::Error::other(why));
        }
        let link = Link {
            queue: Queue::new(self.metrics.clone()),
            rooms: Routes::default(),
            asked: Arc::default(),
        };
        {
            let mut to = lock(&self.to);
            let way = to.entry(peer).or_default();
            (way.link, way.is_missed) = (Some(link.clone()), false);
        }
        // Whatever changes from here on is told over the link too.
        let mut untold = 0;
        self.people.tell_blocked(|player, names| {
            if link.queue.is_half_full() {
                untold += 1;
                return;
            }
            let names = names.clone();
            link.queue.send(&ToOwner::News(News::Block { player, names }));
        });
        if untold > 0 {
            warn!(node = peer.node, untold, "a server is not told whom some players keep away");
        }
        self.ranked.tell_each(|game, at| {
            link.queue.send(&ToOwner::News(News::Ranked { game, at: Some(at) }));
        });
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
        lock(&link.asked).waiting.clear();
        self.metrics.links.dec();
        self.lost.notify_one();
        info!(node = peer.node, address = %peer.address, ?lost, "the link to a server has ended");
    }
}

impl Neighbours for Links {
    fn invite(&self, to: &Invitee, invited: &Invited) -> Option<Called> {
        let node = to.at.filter(|node| *node != self.own.node)?;
        let question = Question::Invite { to: to.clone(), invited: Box::new(invited.clone()) };
        let link = {
            let to = lock(&self.to);
            let way = to.iter().find(|(peer, _)| peer.node == node);
            way.and_then(|(_, way)| way.open()).cloned()
        };
        let asked = async move {
            match link?.ask(question).await? {
                Reply::Over(why) => Some(why),
                Reply::Listed(_) | Reply::Paired(_) | Reply::Found(_) => None,
            }
        };
        // Where there is no way to them they are gone.
        Some(Box::pin(asked.map(|why| why.unwrap_or(InvitationEnd::Gone))))
    }

    fn tell_followers(&self, player: SecretHash, room: &RoomId, name: &PlayerName) {
        self.tell_all(&News::Followed { player, room: room.clone(), name: name.clone() });
    }

    fn tell_ranked(&self, game: u64, at: Option<Position>) {
        self.tell_all(&News::Ranked { game, at });
    }
}

/// Hands on what is told of rooms until the link ends.
async fn read<R: AsyncRead + Unpin>(
    incoming: &mut Incoming<R>,
    Link { rooms, asked, .. }: &Link,
) -> io::Error {
    loop {
        let (room, told, frames) = match incoming.next().await {
            Ok((ToGateway::About { room, told }, frames)) => (room, told, frames),
            Ok((ToGateway::Reply { ask, reply }, _)) => {
                if let Some(waiting) = lock(asked).waiting.remove(&ask) {
                    // Whoever asked may wait no longer.
                    let _ = waiting.send(reply);
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
