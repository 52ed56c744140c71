//! From one place to another: entering rooms, opening and leaving them, other servers.

use reversi_client_core::server_url::ServerUrl;
use reversi_client_core::session::{NewRoom, Room};
use reversi_protocol::{RoleWish, RoomId, SeatToken};

use super::{GameScreen, Link, Lobby, Place, Session, Ui};
use crate::tui::errand::{Errand, SeatFor};

impl Ui {
    /// Shows the lobby and asks for the rooms.
    pub(super) fn show_lobby(&mut self) {
        self.context.place = Place::Lobby;
        self.context.question = None;
        self.popup = None;
        self.game = GameScreen::default();
        self.errands.push(Errand::FindKeptSeats);
        self.lobby.refresh(&self.context);
    }

    /// Enters a room; a seat in it needs a token first.
    pub(super) fn enter(&mut self, room: RoomId, role: RoleWish) {
        // A seat in which a bot plays is taken back by joining again.
        let is_back = role != RoleWish::Spectator
            && self.context.session.room(&room).is_some_and(Room::has_stand_in);
        if !is_back && self.context.session.turn_to(&room, role) {
            self.show_room();
        } else if role == RoleWish::Spectator {
            self.context.session.join(room, role, None, "watch");
        } else {
            self.errands.push(Errand::FetchToken(SeatFor::Room(room, role)));
        }
    }

    /// Opens a room; a seat in it needs a token first.
    pub(super) fn open_room(&mut self, room: NewRoom) {
        if room.takes_seat() {
            self.errands.push(Errand::FetchToken(SeatFor::New(room)));
        } else {
            self.context.session.create(room, None, "new");
        }
    }

    /// Goes on where a token was needed.
    pub(super) fn take_token(&mut self, seat: SeatFor, token: Result<SeatToken, String>) {
        let token = match token {
            Ok(token) => Some(token),
            Err(reason) => return self.context.notices.complain(reason),
        };
        match seat {
            SeatFor::New(room) => self.context.session.create(room, token, "new"),
            SeatFor::Room(room, role) => self.context.session.join(room, role, token, "join"),
        };
    }

    pub(super) fn show_room(&mut self) {
        self.context.place = Place::Room;
        self.popup = None;
        self.context.question = None;
        self.typing = None;
        let is_seated =
            self.context.session.here().is_ok_and(|(_, room, _)| !room.seats().is_empty());
        self.game = GameScreen::of_room(is_seated);
        self.context.notices.log.clear();
    }

    pub(super) fn leave_room(&mut self) {
        if let Some(room) = self.context.room().cloned() {
            self.context.session.leave(room, "leave");
        }
        self.show_lobby();
    }

    /// Connects to another server, or to the same one anew.
    pub(super) fn connect_to(&mut self, server: ServerUrl) {
        self.context.session = Session::default();
        self.lobby = Lobby::default();
        self.context.place = Place::Lobby;
        self.context.link = Link::Connecting;
        self.context.setup.server = server.clone();
        self.errands.push(Errand::Connect(server));
    }
}
