//! A client after its welcome: who it is, where it is, and how it is answered.

use std::collections::HashMap;
use std::net::IpAddr;

use reversi_protocol::{
    PlayerName, Refusal, RefusalCode, RequestId, RoomId, ServerMessage, SessionId,
};
use reversi_room::SecretHash;
use tokio::sync::oneshot;
use tokio_util::task::AbortOnDropHandle;

use super::distance::Distance;
use super::handshake::Guest;
use super::limits::Bucket;
use super::services::Services;
use crate::metrics::RefusalLabels;
use crate::room_task::outbox::{ConnectionId, Outbox};
use crate::room_task::{self, Input, RoomHandle};

pub(super) struct Client<'a> {
    pub(super) id: ConnectionId,
    pub(super) peer: IpAddr,
    pub(super) name: PlayerName,
    pub(super) session: SessionId,
    pub(super) player: Option<SecretHash>,
    pub(super) outbox: Outbox,
    pub(super) services: &'a Services,
    pub(super) rooms: HashMap<RoomId, RoomHandle>,
    /// A review that is being made.
    pub(super) reviewing: Option<AbortOnDropHandle<()>>,
    pub(super) bucket: Bucket,
    pub(super) over_limit: u32,
    pub(super) distance: Distance,
}

impl<'a> Client<'a> {
    pub(super) fn new(
        id: ConnectionId,
        peer: IpAddr,
        guest: Guest,
        outbox: Outbox,
        services: &'a Services,
    ) -> Self {
        let Guest { name, session, key } = guest;
        Self {
            id,
            peer,
            name,
            session,
            player: key.map(|key| SecretHash::of(key.as_bytes())),
            outbox,
            services,
            rooms: HashMap::new(),
            reviewing: None,
            bucket: Bucket::default(),
            over_limit: 0,
            distance: Distance::default(),
        }
    }

    /// Passes a request on to a room that this connection is in.
    pub(super) async fn ask(&mut self, id: RequestId, room: &RoomId, request: room_task::Request) {
        let Some(RoomHandle { inputs, .. }) = self.rooms.get(room) else {
            return self.refuse(Some(id), RefusalCode::NotInRoom, Some(room.clone()));
        };
        let input = Input::Request { connection: self.id, id, request };
        if inputs.send(input).await.is_err() {
            self.rooms.remove(room);
            self.refuse(Some(id), RefusalCode::RoomClosed, Some(room.clone()));
        }
    }

    /// Leaves a room, unless it cannot let go: both know of each other, or neither does.
    pub(super) async fn leave(&mut self, id: RequestId, room: &RoomId) {
        let (left, on_left) = oneshot::channel();
        self.ask(id, room, room_task::Request::Leave(left)).await;
        // A room that says nothing is gone, or knows of no such member.
        if on_left.await.unwrap_or(true) {
            self.rooms.remove(room);
        }
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
    pub(super) async fn leave_all(self) {
        for RoomHandle { inputs, .. } in self.rooms.into_values() {
            // A room that closed needs no telling.
            let _ = inputs.send(Input::Gone { connection: self.id }).await;
        }
    }
}
