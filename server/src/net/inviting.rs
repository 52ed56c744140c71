//! Who a client is to others: whom it invites by name, whom it does not want to meet, and by which key it goes.

use reversi_protocol::limits::BLOCKED_MAX;
use reversi_protocol::{
    Competition, Invitation, PlayerKey, PlayerName, Refusal, RefusalCode, RequestId, RoomId,
    RoomSettings, SeatChoices, SeatToken, ServerMessage,
};
use reversi_room::{RequestKey, SecretHash};

use super::client::Client;
use super::stored_games::read;
use crate::room_task::{self, Call, Input};
use crate::store::ReplaceKey;

impl Client<'_> {
    /// Opens a room, and tells whoever is invited to it.
    pub(super) async fn create_and_call(
        &mut self,
        id: RequestId,
        settings: RoomSettings,
        seats: SeatChoices,
        token: Option<SeatToken>,
        competition: Option<Competition>,
        (invitation, to): (Option<Invitation>, Option<PlayerName>),
    ) {
        let key = RequestKey { session: self.session, request: id };
        // Who was to be invited to a room that is there already was told.
        let to = to.filter(|_| self.services.lobby.made(&key).is_none());
        match self.called(invitation, to).await {
            Ok(call) => {
                self.create(id, settings, seats, token, competition, invitation).await;
                if let Some(room) = self.services.lobby.made(&key) {
                    self.call(&room, call).await;
                }
            }
            Err(refusal) => self.refuse(Some(id), refusal, None),
        }
    }

    /// Lets a room keep its open seat, and tells whoever is invited to it.
    pub(super) async fn invite(
        &mut self,
        id: RequestId,
        room: RoomId,
        invitation: Option<Invitation>,
        to: Option<PlayerName>,
    ) {
        match self.called(invitation, to).await {
            Ok(call) => {
                let invitation = invitation.map(|it| SecretHash::of(it.as_bytes()));
                let call = call.map(Box::new);
                self.ask(id, &room, room_task::Request::Invite { invitation, call }).await;
            }
            Err(refusal) => self.refuse(Some(id), refusal, Some(room)),
        }
    }

    /// Finds whoever a request invites by name.
    ///
    /// # Errors
    /// Nobody may be invited so, or not now.
    async fn called(
        &self,
        invitation: Option<Invitation>,
        to: Option<PlayerName>,
    ) -> Result<Option<Call>, Refusal> {
        let Some(name) = to else { return Ok(None) };
        let invitation = invitation.ok_or(RefusalCode::BadRequest)?;
        let by = self.player.ok_or(RefusalCode::KeyMissing)?;
        let services = self.services;
        let taken = services.invitation_limiter.take(self.peer, services.clock.now());
        taken.map_err(|wait| Refusal::wait(RefusalCode::RateLimited, wait))?;
        let owner = read(services.journal.nick_owner(name.folded()).await)?;
        let to = services.lobby.find_by_name(name, owner, (by, &self.name)).await?;
        Ok(Some(Call { by: self.name.clone(), player: by, to, invitation }))
    }

    /// Lets a room tell somebody of the seat that it keeps.
    async fn call(&self, room: &RoomId, call: Option<Call>) {
        if let (Some(call), Some(handle)) = (call, self.room(room)) {
            let input = Input::Call { connection: self.id, call: Box::new(call) };
            // A room that closed keeps no seat.
            let _ = handle.inputs.send(input).await;
        }
    }

    pub(super) fn block(&self, id: RequestId, names: &[PlayerName]) {
        let Some(player) = self.player else {
            return self.refuse(Some(id), RefusalCode::KeyMissing, None);
        };
        if names.len() > BLOCKED_MAX {
            return self.refuse(Some(id), RefusalCode::BadRequest, None);
        }
        let names = names.iter().map(|name| name.folded().into());
        self.services.lobby.block(player, names.collect());
        self.outbox.send_message(&ServerMessage::Done { id });
    }

    /// Puts another key in place of the player's.
    pub(super) async fn replace_key(&mut self, id: RequestId, key: PlayerKey) {
        match self.try_replace_key(SecretHash::of(key.as_bytes())).await {
            Ok(()) => self.outbox.send_message(&ServerMessage::Done { id }),
            Err(refusal) => self.refuse(Some(id), refusal, None),
        }
    }

    async fn try_replace_key(&mut self, new: SecretHash) -> Result<(), Refusal> {
        let old = self.player.ok_or(RefusalCode::KeyMissing)?;
        if old == new {
            return Ok(());
        }
        self.services.journal.replace_key(ReplaceKey { old, new }).await?;
        let people = self.services.lobby.people();
        people.replace_key(old, new, self.id);
        self.services.lobby.block(new, people.blocked(old));
        self.player = Some(new);
        self.here = Some(people.enter(self.id, new, &self.name, &self.outbox));
        Ok(())
    }

    pub(super) fn decline(&self, id: RequestId, room: &RoomId) {
        let people = self.services.lobby.people();
        if self.player.is_some_and(|player| people.decline(player, room)) {
            self.outbox.send_message(&ServerMessage::Done { id });
        } else {
            self.refuse(Some(id), RefusalCode::StaleOffer, Some(room.clone()));
        }
    }
}
