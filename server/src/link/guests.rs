//! Those who are in one room over one link: each is a member of the room like any other.

use std::collections::BTreeMap;
use std::io::{self, IoSlice};
use std::sync::Arc;
use std::task::{Context, Poll};

use futures::future::BoxFuture;
use reversi_protocol::{Refusal, RequestId, RoomId};
use reversi_room::{Actor, RequestKey};
use tokio::sync::{mpsc, oneshot};

use super::crowd;
use super::line::{LinkMetrics, Queue};
use super::message::{Answered, Asked, Entering, News, Question, Reply, ToGateway, Told};
use crate::people::{People, Reached};
use crate::room_task::outbox::{ConnectionId, Outbox, Wire};
use crate::room_task::{Answer, Enter, Input, Place, RankedPositions, Request, RoomHandle};

/// Connections of a gateway whose numbers are kept apart from those of others.
const CONNECTIONS_BITS: u32 = 40;

/// Where the rooms of this server are found.
pub trait Rooms: Send + Sync + 'static {
    /// Returns the way to a room that is this server's.
    fn find(&self, room: RoomId) -> BoxFuture<'_, Result<RoomHandle, Refusal>>;

    /// Answers what another server asks. It may take long, and whoever asks may lose interest.
    fn answer(&self, question: Question) -> BoxFuture<'static, Reply>;

    /// Takes what another server tells all.
    fn hear(&self, news: News);

    /// Returns who is here.
    fn people(&self) -> &Arc<People>;

    /// Returns what is kept from analysis.
    fn ranked(&self) -> &Arc<RankedPositions>;
}

/// The room is not here any more.
struct Gone;

pub(super) struct Guests {
    room: RoomId,
    /// That of the link.
    number: u64,
    queue: Queue,
    metrics: LinkMetrics,
    people: Arc<People>,
    /// Who is in, and by what a player of them is reached.
    inside: BTreeMap<u64, Option<Reached>>,
}

/// A line to a connection at the other end of the link.
struct LinkWire {
    queue: Queue,
    room: RoomId,
    connection: u64,
}

impl Wire for LinkWire {
    fn try_write(&self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        if self.queue.is_closed() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        // All of it is taken, so each part is whole frames.
        self.queue.send_frames(&self.room, self.connection, parts);
        Ok(parts.iter().map(|part| part.len()).sum())
    }

    fn poll_ready(&self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

impl Guests {
    pub(super) const fn new(
        room: RoomId,
        number: u64,
        queue: Queue,
        metrics: LinkMetrics,
        people: Arc<People>,
    ) -> Self {
        Self { room, number, queue, metrics, people, inside: BTreeMap::new() }
    }

    /// Passes on what is asked until the room goes, or the link ends.
    pub(super) async fn serve(mut self, rooms: Arc<dyn Rooms>, mut asked: mpsc::Receiver<Asked>) {
        let served = match rooms.find(self.room.clone()).await {
            Ok(handle) => {
                let served = self.serve_in(&handle, &mut asked).await;
                for connection in self.inside.keys() {
                    let connection = self.here(*connection);
                    // A room that is gone needs no telling.
                    let _ = handle.inputs.send(Input::Gone { connection }).await;
                }
                served
            }
            Err(_) => Err(Gone),
        };
        self.metrics.members.dec_by(self.inside.len() as i64);
        if let Err(Gone) = served {
            // What comes after this is served by another one.
            asked.close();
            self.tell(Told::NotHere);
        }
    }

    async fn serve_in(
        &mut self,
        handle: &RoomHandle,
        asked: &mut mpsc::Receiver<Asked>,
    ) -> Result<(), Gone> {
        loop {
            tokio::select! {
                next = asked.recv() => match next {
                    Some(next) => self.pass_on(handle, next).await?,
                    None => return Ok(()),
                },
                () = handle.inputs.closed() => return Err(Gone),
            }
        }
    }

    async fn pass_on(&mut self, handle: &RoomHandle, asked: Asked) -> Result<(), Gone> {
        match asked {
            Asked::Enter { connection, entering } => {
                self.enter(handle, connection, *entering).await?;
            }
            Asked::Request { connection, id, request } => {
                self.request(handle, connection, id, request).await?;
            }
            Asked::Gone { connection } => {
                self.leave(connection);
                send(handle, Input::Gone { connection: self.here(connection) }).await?;
            }
            Asked::Count { connection, people } => {
                let connection = self.here(connection);
                send(handle, Input::Count { connection, people }).await?;
            }
            Asked::Show => {
                let (show, shown) = oneshot::channel();
                send(handle, Input::Show(show)).await?;
                let snapshot = shown.await.ok().map(Box::new);
                self.tell(Told::Shown { snapshot });
            }
        }
        Ok(())
    }

    async fn enter(
        &mut self,
        handle: &RoomHandle,
        connection: u64,
        entering: Entering,
    ) -> Result<(), Gone> {
        let (entered, on_entered) = oneshot::channel();
        let was_in = entering.told.is_some();
        let (queue, room) = (self.queue.clone(), self.room.clone());
        let outbox = Outbox::new(Box::new(LinkWire { queue, room, connection }));
        let (here, line) = (self.here(connection), outbox.clone());
        // A crowd is nobody.
        let player = entering.player.filter(|_| !crowd::is_one(connection));
        let enter = entering.with(here, outbox, Place::default(), entered);
        send(handle, Input::Enter(Box::new(enter))).await?;
        if on_entered.await.map_err(|_gone| Gone)? {
            let reached = player.map(|player| self.people.reach(here, player, &line));
            if self.inside.insert(connection, reached).is_none() {
                self.metrics.members.inc();
            }
        } else if was_in {
            self.leave(connection);
            self.tell(Told::Out { connection });
        }
        Ok(())
    }

    async fn request(
        &mut self,
        handle: &RoomHandle,
        connection: u64,
        id: RequestId,
        request: Request,
    ) -> Result<(), Gone> {
        let here = self.here(connection);
        let ask =
            async |request| send(handle, Input::Request { connection: here, id, request }).await;
        let answer = match request {
            Request::Leave { .. } => {
                let (left, on_left) = Answer::new();
                ask(Request::Leave { left }).await?;
                on_left.await.ok().map(Answered::Left)
            }
            Request::Complain { by, at_ms, .. } => {
                let (heard, on_heard) = Answer::new();
                ask(Request::Complain { by, at_ms, heard }).await?;
                on_heard.await.ok().map(Answered::Heard)
            }
            Request::Follow { name, .. } => {
                let (found, on_found) = Answer::new();
                ask(Request::Follow { name, found }).await?;
                on_found.await.ok().map(Answered::Found)
            }
            request @ (Request::Command(_)
            | Request::Invite { .. }
            | Request::Resume
            | Request::Claim { .. }
            | Request::SeatBot { .. }
            | Request::Hint { .. }
            | Request::Save { .. }
            | Request::Say { .. }
            | Request::Resync
            | Request::Declined(_)) => return ask(request).await,
        };
        if let Some(Answered::Left(true)) = answer {
            self.leave(connection);
        }
        self.tell(Told::Answered { connection, id, answer });
        Ok(())
    }

    fn leave(&mut self, connection: u64) {
        if self.inside.remove(&connection).is_some() {
            self.metrics.members.dec();
        }
    }

    /// Returns the number of a connection here.
    const fn here(&self, connection: u64) -> ConnectionId {
        ConnectionId(self.number << CONNECTIONS_BITS | connection)
    }

    fn tell(&self, told: Told) {
        self.queue.send(&ToGateway::About { room: self.room.clone(), told });
    }
}

async fn send(handle: &RoomHandle, input: Input) -> Result<(), Gone> {
    handle.inputs.send(input).await.map_err(|_closed| Gone)
}

impl Entering {
    /// Makes what a room takes of it.
    pub(super) fn with(
        self,
        connection: ConnectionId,
        outbox: Outbox,
        place: Place,
        entered: oneshot::Sender<bool>,
    ) -> Enter {
        Enter {
            connection,
            network: self.network,
            outbox,
            is_lean: self.is_lean,
            key: RequestKey { session: self.session, request: self.request },
            name: self.name,
            player: self.player,
            role: self.role,
            actor: Actor::Visitor(self.token),
            invitation: self.invitation,
            named: self.named,
            strength: self.strength,
            seen: self.seen,
            people: self.people,
            told: self.told,
            place,
            entered,
        }
    }
}
