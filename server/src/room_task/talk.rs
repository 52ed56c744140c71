//! How those in a room hear what is said there. Nothing here waits for anything.

use reversi_game::Color;
use reversi_protocol::{ChatLine, PlayerName, Refusal, Said, ServerMessage};
use reversi_room::{Audience, RequestKey, Room, Timestamp};

use super::chat::{EVERYONE, Speaker};
use super::outbox::{ConnectionId, Frame};
use super::publish::Members;

impl Members {
    /// Lets somebody say something.
    pub(super) fn say(
        &mut self,
        room: &Room,
        connection: ConnectionId,
        key: RequestKey,
        (name, said): (PlayerName, Said),
        now: Timestamp,
    ) -> Result<(), Refusal> {
        let Some(member) = self.get(connection) else { return Ok(()) };
        let color = Color::BOTH.into_iter().find(|&color| member.seats.has(color));
        let (audience, network) = (member.audience(), member.network);
        let speaker = Speaker { audience, name, color, network, key };
        let said = self.chat.say(room, speaker, said, now)?;
        // Who listens from now on is sent it once more, with what was said before.
        self.listen(room, connection);
        let Some((line, heard_by)) = said else { return Ok(()) };
        for audience in heard_by {
            self.tell_lines(room, audience, vec![line.clone()]);
        }
        Ok(())
    }

    /// Lets everyone hear what was said during a game that is over.
    pub(super) fn open_chat(&mut self, room: &Room) {
        if !room.is_running() {
            for (audience, lines) in EVERYONE.into_iter().zip(self.chat.open()) {
                self.tell_lines(room, audience, lines);
            }
        }
    }

    fn tell_lines(&mut self, room: &Room, audience: Audience, lines: Vec<ChatLine>) {
        if lines.is_empty() {
            return;
        }
        let frame = Frame::of(&ServerMessage::Chat { room: room.id().clone(), lines });
        match audience {
            Audience::Players => self.tell_players(&frame),
            Audience::Spectators => self.tell_listening_spectators(room, frame),
        }
    }

    /// Sends a member who listens what was said before.
    pub(super) fn send_chat(&self, room: &Room, connection: ConnectionId) {
        let Some(member) = self.get(connection).filter(|member| member.listens) else { return };
        let lines = self.chat.heard_by(member.audience());
        if !lines.is_empty() {
            member.outbox.send_message(&ServerMessage::Chat { room: room.id().clone(), lines });
        }
    }
}
