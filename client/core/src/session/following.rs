//! A player is followed from game to game.

use reversi_protocol::{Command, Occupant, Phase, PlayerName, RoleWish, RoomId};

use super::effect::Secrets;
use super::pending::Asked;
use super::room::Room;
use super::{Following, Session};
use crate::not_done::NotDone;
use crate::report::{Asker, Report};

impl Session {
    /// Returns whom the client follows.
    pub fn followed(&self) -> Option<&PlayerName> {
        self.following.as_ref().map(|following| &following.name)
    }

    /// Follows somebody who plays in the current room.
    pub(super) fn follow(&mut self, name: PlayerName, asked: Asked) -> Result<(), NotDone> {
        let room = self.here()?.0.clone();
        self.request(Command::Follow { room, name }, asked);
        Ok(())
    }

    /// Takes note that the server tells from now on where that player goes.
    pub(super) fn follows(&mut self, name: PlayerName, asker: Asker) {
        if asker == Asker::Session {
            return;
        }
        self.report(Report::Following { name: Some(name.clone()) });
        self.following = Some(Following { name, next: None, from: None });
    }

    /// Takes note that nobody is followed any more.
    pub(super) fn follows_nobody(&mut self) {
        self.following = None;
        self.report(Report::Following { name: None });
    }

    /// Follows nobody any more: the user goes another way.
    pub(super) fn stop_following(&mut self) {
        if self.following.is_some() {
            self.follows_nobody();
            self.request_own(Command::Unfollow);
        }
    }

    /// Asks the server again, on another connection, to tell where the player goes.
    pub(super) fn follow_again(&mut self) {
        let Some(name) = self.followed().cloned() else { return };
        let sits = |room: &Room| {
            let seats = room.view().into_iter().flat_map(|view| [&view.black, &view.white]);
            let mut sitting = seats.flatten().map(|seat| &seat.occupant);
            sitting.any(|it| matches!(it, Occupant::Human { name: known } if *known == name))
        };
        let current = self.current.iter().filter_map(|id| self.rooms.get_key_value(id));
        let mut rooms = current.chain(&self.rooms);
        let found = rooms.find(|(_, room)| sits(room)).map(|(id, _)| id.clone());
        match found {
            Some(room) => self.request_own(Command::Follow { room, name }),
            None => self.follows_nobody(),
        }
    }

    /// The player has sat down in another room.
    pub(super) fn hear_followed(&mut self, room: RoomId, name: PlayerName) {
        let is_here = self.rooms.contains_key(&room);
        let Some(following) = &mut self.following else { return };
        following.next = (!is_here).then(|| room.clone());
        if !is_here && self.watches_a_game() {
            self.report(Report::Followed { room, name });
        }
    }

    fn watches_a_game(&self) -> bool {
        let here = self.current.as_ref().and_then(|id| self.rooms.get(id));
        here.is_some_and(|room| room.view().is_none_or(|view| view.phase == Phase::Playing))
    }

    /// Goes where the player is, once the game is over that goes on here.
    pub(super) fn follow_on(&mut self) {
        if self.watches_a_game() {
            return;
        }
        let from = self.current.clone();
        let Some(following) = &mut self.following else { return };
        let Some(room) = following.next.take() else { return };
        following.from = from;
        let words = format!("follow {}", following.name);
        let asked = self.asked(Asker::Person, &words);
        self.join(room, RoleWish::Spectator, Secrets::default(), asked);
    }

    /// Takes note that the client does not come into a room.
    pub(super) fn stays(&mut self) {
        if let Some(following) = &mut self.following {
            following.from = None;
        }
    }

    /// Takes note that the client is in a room: the one before is left, where that was for the sake of the player.
    pub(super) fn went_on(&mut self, room: &RoomId, is_seated: bool) {
        let Some(following) = &mut self.following else { return };
        if is_seated {
            return self.stop_following();
        }
        if let Some(from) = following.from.take().filter(|from| from != room) {
            self.request_own(Command::Leave { room: from });
        }
    }
}
