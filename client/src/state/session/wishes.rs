//! What the user can ask. Each request is answered by reports; its ticket tells when they are all
//! out.

use reversi_game::{Color, Square};
use reversi_protocol::{
    Command, Phase, RefusalCode, RoleWish, RoomId, RoomSettings, SeatChoices, SeatToken, Snapshot,
};

use super::Session;
use crate::state::declined::Declined;
use crate::state::pending::Ticket;
use crate::state::room::{Room, to_place};

impl Session {
    /// Opens a room; `token` will hold the creator's seats.
    pub fn create(
        &mut self,
        settings: RoomSettings,
        seats: SeatChoices,
        token: Option<SeatToken>,
        words: &str,
    ) -> Ticket {
        self.ask(Command::Create { settings, seats, token }, words)
    }

    /// Makes a room that the client is in already the current one; tells whether that is all that
    /// entering it in this role takes.
    pub fn turn_to(&mut self, room: &RoomId, role: RoleWish) -> bool {
        let Some(known) = self.rooms.get(room) else { return false };
        let is_there = match role {
            RoleWish::Spectator => true,
            RoleWish::Player => !known.seats().is_empty(),
            RoleWish::Black => known.seats().contains(&Color::Black),
            RoleWish::White => known.seats().contains(&Color::White),
        };
        if is_there {
            self.current = Some(room.clone());
            self.report_snapshot(room);
        }
        is_there
    }

    /// Enters a room; `token` holds the seat, or will hold it.
    pub fn join(
        &mut self,
        room: RoomId,
        role: RoleWish,
        token: Option<SeatToken>,
        words: &str,
    ) -> Ticket {
        self.ask(Command::Join { room, role, token, seen: None }, words)
    }

    /// Leaves a room.
    pub fn leave(&mut self, room: RoomId, words: &str) -> Ticket {
        self.ask(Command::Leave { room }, words)
    }

    /// Places a disc in the current room.
    ///
    /// # Errors
    /// [`Declined`] where the answer is known without asking.
    pub fn place(&mut self, square: Square, words: &str) -> Result<Ticket, Declined> {
        let (id, room, view) = self.playing()?;
        let unanswered = self.pending.iter().find_map(|pending| {
            let Command::Place { room, square, .. } = &pending.command else { return None };
            (room == id).then_some(*square)
        });
        if let Some(square) = unanswered {
            return Err(Declined::MoveUnanswered(square));
        }
        if !to_place(&view.position).is_some_and(|color| room.seats().contains(&color)) {
            return Err(Declined::Rule(RefusalCode::NotYourTurn));
        }
        let command = Command::Place { room: id.clone(), ply: view.position.ply, square };
        Ok(self.ask(command, words))
    }

    /// Tells whether the client can give the current game up.
    ///
    /// # Errors
    /// [`Declined`] says why not.
    pub fn can_resign(&self) -> Result<RoomId, Declined> {
        self.playing().map(|(id, ..)| id.clone())
    }

    /// Gives the current game up.
    ///
    /// # Errors
    /// [`Declined`] where the answer is known without asking.
    pub fn resign(&mut self, words: &str) -> Result<Ticket, Declined> {
        let room = self.can_resign()?;
        Ok(self.ask(Command::Resign { room }, words))
    }

    /// Asks for the listed rooms.
    pub fn list_rooms(&mut self, filter: Option<String>, words: &str) -> Ticket {
        self.ask(Command::Rooms { filter }, words)
    }

    /// Returns the game in which the client holds a seat, where one is running.
    fn playing(&self) -> Result<(&RoomId, &Room, &Snapshot), Declined> {
        let here = self.here()?;
        let (_, room, view) = here;
        match view.phase {
            Phase::Closed => Err(Declined::Rule(RefusalCode::RoomClosed)),
            _ if room.seats().is_empty() => Err(Declined::Rule(RefusalCode::NotSeated)),
            Phase::Open => Err(Declined::Rule(RefusalCode::NotStarted)),
            Phase::Finished => Err(Declined::Rule(RefusalCode::GameOver)),
            Phase::Playing => Ok(here),
        }
    }
}
