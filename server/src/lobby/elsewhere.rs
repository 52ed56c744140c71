//! Rooms of other servers, as far as clients of this one want into them.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use reversi_protocol::{PlayerName, Refusal, RefusalCode, RoomId};
use reversi_room::SecretHash;
use tokio_util::sync::CancellationToken;
use tracing::{debug, error};

use super::Lobby;
use super::list::merged;
use crate::link::{List, MirrorTask, News, Question, Reply, Rooms, Stopped};
use crate::people::{Invitee, People};
use crate::room_task::{RankedPositions, RoomHandle};
use crate::store::{Owner, Peer};

/// How often it is looked whether a room comes here whose owner may be dead, and whether one that is this server's does.
const LOOK: Duration = Duration::from_millis(250);
const LOOKS_MAX: usize = 40;
const OWN_LOOKS_MAX: usize = 8;

/// How often it is looked who is there.
const PEERS_READ_EVERY: Duration = Duration::from_secs(1);

/// How long it is waited between looks for rooms of a server to which the link has ended. Chosen: one that stops has
/// stored everything by then.
const LOST_LOOKS: [Duration; 3] =
    [Duration::from_millis(30), Duration::from_millis(70), Duration::from_millis(150)];

/// When to ask again for a room that is on another server to which there is no way.
const ELSEWHERE_RETRY: Duration = Duration::from_secs(5);

/// Where a room is.
enum Whereabouts {
    Here,
    There(Peer),
    Nowhere,
}

impl Rooms for Arc<Lobby> {
    fn find(&self, room: RoomId) -> BoxFuture<'_, Result<RoomHandle, Refusal>> {
        async move { self.find_here(&room).await }.boxed()
    }

    fn answer(&self, question: Question) -> BoxFuture<'static, Reply> {
        let lobby = Self::clone(self);
        async move {
            match question {
                Question::List { filter } => Reply::Listed(lobby.list_own(filter.as_deref())),
                Question::Seek(seeker) => {
                    let (_queued, found) = lobby.queue((*seeker).into());
                    Reply::Paired(found.await.ok())
                }
                Question::Find { name, owner, by, by_name } => {
                    Reply::Found(lobby.find_here_by_name(name, owner, (by, &by_name)))
                }
                Question::Invite { to, invited } => {
                    let over = lobby.people().invite(to, *invited, lobby.services.clock);
                    drop(lobby);
                    Reply::Over(over.await)
                }
            }
        }
        .boxed()
    }

    fn hear(&self, news: News) {
        match news {
            News::Block { player, names } => {
                debug!(
                    names = names.len(),
                    "a player of another server has said whom to keep away"
                );
                self.people().block(player, names);
            }
            News::Followed { player, room, name } => {
                self.services.tell_followers(player, &room, &name);
            }
            // It holds for as long as the link knows of it.
            News::Ranked { .. } => {}
        }
    }

    fn people(&self) -> &Arc<People> {
        &self.services.people
    }

    fn ranked(&self) -> &Arc<RankedPositions> {
        &self.services.ranked
    }
}

impl Lobby {
    /// Returns the listed rooms that fit a filter, and how many fit, of all servers that say so soon.
    pub async fn list(&self, filter: Option<&str>) -> List {
        let own = self.list_own(filter);
        let Some(links) = &self.mirrors.links else { return own };
        let now = self.services.clock.now();
        let mut lists = self.mirrors.listed(filter, now);
        if lists.is_none() {
            // Where it cannot be read who is there, nobody else lists anything.
            let peers = self.services.journal.peers().await.unwrap_or_default();
            let asked = links.lists(peers, filter).await;
            self.mirrors.keep_listed(filter, now, asked.clone());
            lists = Some(asked);
        }
        merged(lists.into_iter().flatten().chain([own]).collect())
    }

    /// Finds whoever is to be invited by a name, at this server or another one: its owner, if it is one's own, else
    /// whoever came first.
    ///
    /// # Errors
    /// Nobody is there, or there is too much to answer already.
    pub async fn find_by_name(
        &self,
        name: PlayerName,
        owner: Option<SecretHash>,
        by: (SecretHash, &PlayerName),
    ) -> Result<Invitee, Refusal> {
        match (self.find_here_by_name(name.clone(), owner, by), &self.mirrors.links) {
            (Err(Refusal { code: RefusalCode::NotHere, .. }), Some(links)) => {
                let peers = self.services.journal.peers().await.unwrap_or_default();
                links.find(peers, &name, owner, by).await
            }
            (found, _) => found,
        }
    }

    fn find_here_by_name(
        &self,
        name: PlayerName,
        owner: Option<SecretHash>,
        by: (SecretHash, &PlayerName),
    ) -> Result<Invitee, Refusal> {
        let found = self.people().find(name, owner, by, self.services.clock)?;
        let at = self.mirrors.links.as_ref().map(|links| links.own_node());
        Ok(Invitee { at, ..found })
    }

    /// Keeps whom a player does not want to meet, by folded names, here and at linked servers, whose rooms the player
    /// may be in.
    pub fn block(&self, player: SecretHash, names: HashSet<Box<str>>) {
        self.people().block(player, names.clone());
        if let Some(links) = &self.mirrors.links {
            links.tell_all(&News::Block { player, names });
        }
    }

    /// Links this server to all that live, until it stops. Tells those that count as dead that they do: one that is cut
    /// off from the database alone would let its clients wait for it.
    pub async fn keep_linked(self: Arc<Self>, shutdown: CancellationToken) {
        let Some(links) = &self.mirrors.links else { return };
        let (clock, journal) = (self.services.clock, &self.services.journal);
        let linking = async {
            let mut living: HashSet<Peer> = HashSet::new();
            loop {
                // Who is there while that cannot be read is not known.
                if let Ok(peers) = journal.peers().await {
                    let peers: HashSet<_> = peers.into_iter().collect();
                    for dead in living.difference(&peers).copied() {
                        let links = Arc::clone(links);
                        tokio::spawn(async move { links.tell_dead(dead).await });
                    }
                    for peer in peers.iter().copied() {
                        links.keep(peer);
                    }
                    living = peers;
                }
                clock.sleep_until(Some(clock.now().after(PEERS_READ_EVERY))).await;
            }
        };
        tokio::select! {
            () = linking => {}
            () = shutdown.cancelled() => {}
        }
    }

    /// Looks for rooms to take over soon after a link has ended, until this server stops: the other one may have stopped.
    pub async fn look_after_losses(
        self: Arc<Self>,
        look: Box<dyn Fn() + Send + Sync>,
        shutdown: CancellationToken,
    ) {
        let Some(links) = &self.mirrors.links else { return };
        let clock = self.services.clock;
        let looking = async {
            loop {
                links.lost().await;
                for pause in LOST_LOOKS {
                    clock.sleep_until(Some(clock.now().after(pause))).await;
                    look();
                }
            }
        };
        tokio::select! {
            () = looking => {}
            () = shutdown.cancelled() => {}
        }
    }

    /// Returns the way to a room that is not here at the moment.
    ///
    /// # Errors
    /// There is no such room, or no way there.
    pub(super) async fn find_elsewhere(
        self: &Arc<Self>,
        id: &RoomId,
    ) -> Result<RoomHandle, Refusal> {
        let mirrored = self.mirrors.ways().get(id).cloned();
        if let Some(handle) = mirrored {
            return Ok(handle);
        }
        match self.whereabouts(id).await? {
            Whereabouts::Here => self.find_here(id).await,
            Whereabouts::There(peer) => self.mirror(id, peer),
            Whereabouts::Nowhere => Err(RefusalCode::NoSuchRoom.into()),
        }
    }

    /// Finds out where a room is, and waits for one whose owner may be dead.
    ///
    /// # Errors
    /// Its owner lives, and there is no way there.
    async fn whereabouts(&self, id: &RoomId) -> Result<Whereabouts, Refusal> {
        let (clock, mut first, mut own_looks) = (self.services.clock, None, 0);
        for _ in 0..LOOKS_MAX {
            let owner = self.services.journal.owner(id.clone()).await.map_err(|problem| {
                error!(%problem, "it cannot be read whose a room is");
                RefusalCode::Unavailable
            })?;
            match owner {
                None => return Ok(Whereabouts::Nowhere),
                // It is being taken over; or it was left out.
                Some(Owner::Own) if own_looks == OWN_LOOKS_MAX => return Ok(Whereabouts::Nowhere),
                Some(Owner::Own) => own_looks += 1,
                Some(Owner::Other { peer: Some(peer), .. }) if self.mirrors.links.is_some() => {
                    return Ok(Whereabouts::There(peer));
                }
                Some(Owner::Other { beats, .. }) if *first.get_or_insert(beats) != beats => break,
                Some(Owner::Other { .. }) => {}
            }
            clock.sleep_until(Some(clock.now().after(LOOK))).await;
            if self.directory().known(id).is_some() {
                return Ok(Whereabouts::Here);
            }
        }
        Err(Refusal::wait(RefusalCode::Unavailable, ELSEWHERE_RETRY))
    }

    /// Returns the way to a room that is another server's; there is one at a time.
    fn mirror(self: &Arc<Self>, id: &RoomId, owner: Peer) -> Result<RoomHandle, Refusal> {
        let links = self.mirrors.links.as_ref().ok_or(RefusalCode::Unavailable)?;
        let mut mirrors = self.mirrors.ways();
        if let Some(handle) = mirrors.get(id) {
            return Ok(handle.clone());
        }
        let (journal, clock) = (self.services.journal.clone(), self.services.clock);
        let (task, handle) = MirrorTask::new(id.clone(), owner, Arc::clone(links), journal, clock);
        mirrors.insert(id.clone(), handle.clone());
        drop(mirrors);
        self.tasks.spawn(Arc::clone(self).keep_mirrored(id.clone(), task));
        Ok(handle)
    }

    async fn keep_mirrored(self: Arc<Self>, id: RoomId, mut task: MirrorTask) {
        loop {
            match task.run().await {
                Stopped::Idle => {
                    // Under the lock, so that nobody is given the way to a task that ends.
                    let mut mirrors = self.mirrors.ways();
                    if task.rest() {
                        mirrors.remove(&id);
                        return;
                    }
                }
                Stopped::Over => {
                    self.mirrors.ways().remove(&id);
                    return;
                }
                Stopped::Own => {
                    self.mirrors.ways().remove(&id);
                    if let Ok(here) = self.find_elsewhere(&id).await {
                        task.move_to(here).await;
                    }
                    return;
                }
            }
        }
    }
}
