//! A client that follows a player from game to game.

use reversi_protocol::{PlayerName, RefusalCode, RequestId, RoomId, ServerMessage};

use super::client::Client;
use crate::room_task::{Answer, Request};

impl Client<'_> {
    pub(super) async fn follow(&mut self, id: RequestId, room: RoomId, name: PlayerName) {
        let (found, on_found) = Answer::new();
        self.ask(id, &room, Request::Follow { name, found }).await;
        // Whatever refused it has said so.
        let Ok(found) = on_found.await else { return };
        let people = self.services.lobby.people();
        let is_kept_away = |player| people.blocks(player, &self.name);
        let found = match found {
            Ok((player, _)) if is_kept_away(player) => Err(RefusalCode::NotFollowed.into()),
            found => found,
        };
        match found {
            Ok((player, seq)) => {
                self.following = None;
                let (outbox, name) = (self.outbox.clone(), self.name.clone());
                self.following = Some(self.services.followers.add(self.id, outbox, name, player));
                self.outbox.send_message(&ServerMessage::Accepted { id, room, seq });
            }
            Err(refusal) => self.refuse(Some(id), refusal, Some(room)),
        }
    }

    pub(super) fn unfollow(&mut self, id: RequestId) {
        self.following = None;
        self.outbox.send_message(&ServerMessage::Done { id });
    }
}
