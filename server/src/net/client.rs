//! A client after its welcome: who it is, where it is, and how it is answered.

use std::net::IpAddr;
use std::sync::{Arc, Weak};

use reversi_protocol::{
    PlayerName, Refusal, RefusalCode, RequestId, RoomId, ServerMessage, SessionId,
};
use reversi_room::SecretHash;
use tokio::sync::Semaphore;
use tokio_util::task::AbortOnDropHandle;

use super::distance::Distance;
use super::handshake::Guest;
use super::limits::Bucket;
use super::services::Services;
use crate::following::Following;
use crate::lobby::pairing::Sought;
use crate::metrics::RefusalLabels;
use crate::people::Here;
use crate::room_task::outbox::{ConnectionId, Outbox};
use crate::room_task::{self, Answer, Input, RoomHandle};

pub(super) struct Client<'a> {
    pub(super) id: ConnectionId,
    pub(super) peer: IpAddr,
    pub(super) name: PlayerName,
    pub(super) session: SessionId,
    pub(super) player: Option<SecretHash>,
    pub(super) is_lean: bool,
    /// How others find it by name, with a key.
    pub(super) here: Option<Here>,
    pub(super) outbox: Outbox,
    pub(super) services: &'a Services,
    /// Few: one, as a rule.
    pub(super) rooms: Vec<Visited>,
    /// An opponent that is looked for.
    pub(super) sought: Option<Box<Sought>>,
    /// Whom it follows.
    pub(super) following: Option<Following>,
    /// The last review that was asked for.
    pub(super) review: Option<AbortOnDropHandle<()>>,
    /// Gives leave for one review at a time.
    pub(super) reviewing: Arc<Semaphore>,
    pub(super) bucket: Bucket,
    pub(super) over_limit: u32,
    pub(super) chat_bucket: Bucket,
    pub(super) distance: Distance,
}

/// A room that a connection has entered.
pub(super) struct Visited {
    pub(super) room: RoomId,
    pub(super) handle: RoomHandle,
    /// Its place there, which the room takes away from who may not watch any more.
    pub(super) place: Weak<()>,
}

impl Visited {
    pub(super) fn is_put_out(&self) -> bool {
        self.place.strong_count() == 0 && !self.handle.inputs.is_closed()
    }
}

impl<'a> Client<'a> {
    pub(super) fn new(
        id: ConnectionId,
        peer: IpAddr,
        guest: Guest,
        outbox: Outbox,
        services: &'a Services,
    ) -> Self {
        let Guest { name, session, key, is_lean } = guest;
        let player = key.map(|key| SecretHash::of(key.as_bytes()));
        let people = services.lobby.people();
        let here = player.map(|player| people.enter(id, player, &name, &outbox));
        Self {
            id,
            peer,
            name,
            session,
            player,
            is_lean,
            here,
            outbox,
            services,
            rooms: Vec::new(),
            sought: None,
            following: None,
            review: None,
            reviewing: Arc::new(Semaphore::new(1)),
            bucket: Bucket::default(),
            over_limit: 0,
            chat_bucket: Bucket::default(),
            distance: Distance::default(),
        }
    }

    /// Passes a request on to a room that this connection is in.
    pub(super) async fn ask(&mut self, id: RequestId, room: &RoomId, request: room_task::Request) {
        let Some(RoomHandle { inputs, .. }) = self.room(room) else {
            return self.refuse(Some(id), RefusalCode::NotInRoom, Some(room.clone()));
        };
        let input = Input::Request { connection: self.id, id, request };
        if inputs.send(input).await.is_err() {
            self.forget(room);
            self.refuse(Some(id), RefusalCode::RoomClosed, Some(room.clone()));
        }
    }

    /// Leaves a room, unless it cannot let go: both know of each other, or neither does.
    pub(super) async fn leave(&mut self, id: RequestId, room: &RoomId) {
        let (left, on_left) = Answer::new();
        self.ask(id, room, room_task::Request::Leave { left }).await;
        // A room that says nothing is gone, or knows of no such member.
        if on_left.await.unwrap_or(true) {
            self.forget(room);
        }
    }

    /// Returns the way to a room that this connection is in.
    pub(super) fn room(&self, room: &RoomId) -> Option<&RoomHandle> {
        self.rooms.iter().find(|it| it.room == *room && !it.is_put_out()).map(|it| &it.handle)
    }

    pub(super) fn remember(&mut self, visited: Visited) {
        self.forget(&visited.room);
        self.rooms.reserve_exact(1);
        self.rooms.push(visited);
    }

    fn forget(&mut self, room: &RoomId) {
        self.rooms.retain(|it| it.room != *room);
    }

    pub(super) fn refuse(
        &self,
        id: Option<RequestId>,
        refusal: impl Into<Refusal>,
        room: Option<RoomId>,
    ) {
        let refusal = refusal.into();
        let labels = RefusalLabels { code: refusal.code.as_str() };
        self.services.metrics.refusals.get_or_create(&labels).inc();
        self.outbox.send_message(&ServerMessage::refused(id, room, &refusal));
    }

    /// Tells every room that this connection is gone.
    pub(super) async fn leave_all(self: Box<Self>) {
        for Visited { handle, .. } in self.rooms {
            // A room that closed needs no telling.
            let _ = handle.inputs.send(Input::Gone { connection: self.id }).await;
        }
    }
}
