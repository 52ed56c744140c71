//! Who is invited into a room by name, and who is not welcome there.

use std::time::Duration;

use reversi_game::Color;
use reversi_protocol::limits::INVITATION_MS_MAX;
use reversi_protocol::{Invited, PlayerName};
use reversi_room::{Actor, Phase, SecretHash};

use super::input::Call;
use super::outbox::ConnectionId;
use super::task::{RoomTask, Standing};

impl RoomTask {
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
        let called = to.player;
        let calling = self.services.people.invite(to, invited, player, clock);
        self.call = Some(Standing::of(called, kept_for, calling));
    }

    /// Returns what a seat is kept for where this player was invited to it by name.
    pub(super) fn called(&self, player: Option<SecretHash>) -> Option<SecretHash> {
        let call = self.call.as_ref().filter(|call| Some(call.to) == player)?;
        Some(call.invitation)
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
        drop(self.call.take_if(|call| kept_for != Some(call.invitation)));
    }
}
