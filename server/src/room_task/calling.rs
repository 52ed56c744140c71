//! Who is invited into a room by name, and who is not welcome there.

use std::time::Duration;

use reversi_game::Color;
use reversi_protocol::limits::INVITATION_MS_MAX;
use reversi_protocol::{InvitationEnd, Invited, PlayerName, ServerMessage};
use reversi_room::{Actor, Command, Phase, RequestKey, SecretHash};

use super::input::Call;
use super::outbox::ConnectionId;
use super::standing::Standing;
use super::task::RoomTask;

impl RoomTask {
    /// Keeps the open seat for an invitation, and tells somebody of it.
    pub(super) async fn invite(
        &mut self,
        connection: ConnectionId,
        key: RequestKey,
        invitation: Option<SecretHash>,
        call: Option<Box<Call>>,
    ) {
        let is_kept = self.command(connection, key, Command::Invite { invitation }).await;
        if let Some(call) = call.filter(|_| is_kept) {
            self.call(connection, *call);
        }
    }

    /// Invites somebody, in place of whoever was invited before; nobody where the seat is not kept.
    pub(super) fn call(&mut self, connection: ConnectionId, call: Call) {
        let Call { by, player, to, invitation } = call;
        let kept_for = SecretHash::of(invitation.as_bytes());
        let is_free = |color: &Color| self.room.seat(*color).is_none();
        let Some(color) = Color::BOTH.into_iter().find(is_free) else { return };
        if self.members.get(connection).is_none() || self.room.invitation() != Some(kept_for) {
            return;
        }
        let clock = self.services.clock;
        let invited = Invited {
            room: self.room.id().clone(),
            by,
            color,
            rules: self.room.rules_of_game(),
            expires_at_ms: clock.now().after(Duration::from_millis(INVITATION_MS_MAX)).0,
        };
        let there = self.services.neighbours.as_ref().and_then(|it| it.invite(&to, &invited));
        let called = to.clone();
        let over =
            there.unwrap_or_else(|| Box::pin(self.services.people.invite(to, invited, clock)));
        self.call = Some(Standing { to: called, by: player, kept_for, over: Some(over) });
    }

    /// Tells whoever has invited somebody what came of it.
    pub(super) fn end_call(&mut self, why: InvitationEnd) {
        let Some(call) = &mut self.call else { return };
        call.over = None;
        let (room, name) = (self.room.id().clone(), call.to.name.clone());
        let message = ServerMessage::InvitationOver { room, name, why };
        self.services.people.tell_inviter(call.by, &message);
    }

    /// Returns what a seat is kept for where this player was invited to it by name.
    pub(super) fn called(&self, player: Option<SecretHash>) -> Option<SecretHash> {
        let call = self.call.as_ref().filter(|call| Some(call.to.player) == player)?;
        Some(call.kept_for)
    }

    /// Tells whether somebody would sit down with a person who does not want to meet them.
    pub(super) fn is_unwelcome(&self, actor: Actor, name: &PlayerName) -> bool {
        let is_new = self.room.seats_of(actor).is_none();
        let is_open = matches!(self.room.phase(), Phase::Open { .. });
        let waiting = |color: Color| self.room.seat(color)?.holder()?.player;
        let mut waiting = Color::BOTH.into_iter().filter_map(waiting);
        is_new && is_open && waiting.any(|player| self.services.people.blocks(player, name))
    }

    /// Ends an invitation that holds no longer.
    pub(super) fn follow_call(&mut self) {
        let kept_for = self.room.invitation();
        drop(self.call.take_if(|call| kept_for != Some(call.kept_for)));
    }
}
