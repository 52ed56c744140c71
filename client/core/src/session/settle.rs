//! Requests end when their effects can be seen, not when their replies come.

use reversi_game::{Action, Square};
use reversi_protocol::{Command, Invitation, PlayerName, RoomId};

use super::Session;
use super::pending::{Pending, Reply};
use super::room::Room;
use crate::report::Report;
use crate::server_url::RoomRef;

impl Session {
    /// Lets go of requests whose effects the views include.
    pub(super) fn settle(&mut self) {
        let mut index = 0;
        while let Some(pending) = self.pending.get(index) {
            let is_behind = self.room_of(pending).is_some_and(|room| !room.is_caught_up());
            if pending.reply.is_none() || is_behind {
                index += 1;
            } else {
                let pending = self.pending.remove(index);
                self.settled(pending);
            }
        }
    }

    fn settled(&mut self, pending: Pending) {
        let request = pending.asked.words();
        match (pending.reply, pending.command) {
            (Some(Reply::Joined), Command::Create { invitation: Some(invitation), to, .. }) => {
                self.invited(self.current.clone(), invitation, to);
            }
            (
                Some(Reply::Accepted { room, .. }),
                Command::Invite { invitation: Some(invitation), to, .. },
            ) => self.invited(Some(room), invitation, to),
            (Some(Reply::Accepted { room, seq }), Command::Save { name, .. }) => {
                self.report(Report::Saved { request, room, seq, name });
            }
            (Some(Reply::Accepted { room, seq }), _) => {
                self.report(Report::Accepted { request, room, seq });
            }
            (Some(Reply::Refused(_)), Command::Place { room, ply, square })
                if pending.sends > 1 && self.is_done(&room, ply, square) =>
            {
                let seq = self.rooms.get(&room).and_then(Room::seen).unwrap_or_default();
                self.report(Report::Accepted { request, room, seq });
            }
            (Some(Reply::Refused(refused)), _) => self.report(Report::Refused(*refused)),
            (Some(Reply::Joined) | None, _) => {}
        }
    }

    /// Keeps what a seat is kept for, and tells who is asked, or the link that leads there.
    fn invited(&mut self, room: Option<RoomId>, invitation: Invitation, to: Option<PlayerName>) {
        let Some(room) = room else { return };
        if let Some(known) = self.rooms.get_mut(&room) {
            known.invite(Some(invitation));
            if let Some(name) = to {
                return self.report(Report::Calling { room, name });
            }
            let link = RoomRef {
                server: self.server.clone(),
                room: room.clone(),
                invitation: known.invitation(),
            };
            self.report(Report::Invitation { link: link.link(), room });
        }
    }

    /// Tells whether the game has this placement at this ply.
    fn is_done(&self, room: &RoomId, ply: u32, square: Square) -> bool {
        let view = self.rooms.get(room).and_then(Room::view);
        view.is_some_and(|view| view.actions.get(ply as usize) == Some(&Action::Place(square)))
    }

    fn room_of(&self, pending: &Pending) -> Option<&Room> {
        let is_creation = matches!(pending.command, Command::Create { .. });
        // A room that was just created is the current one.
        let id = if is_creation { self.current.as_ref() } else { pending.command.room() };
        self.rooms.get(id?)
    }
}
