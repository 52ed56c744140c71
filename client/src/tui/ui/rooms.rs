//! From one place to another: entering rooms, opening and leaving them, other servers.

use reversi_client_core::intent::Intent;
use reversi_client_core::server_url::ServerUrl;
use reversi_protocol::{RoleWish, RoomId};

use super::{GameScreen, Link, Lobby, Place, Session, Ui};
use crate::tui::effect::Effect;

impl Ui {
    /// Shows the lobby and asks for the rooms.
    pub(super) fn show_lobby(&mut self) {
        self.context.place = Place::Lobby;
        self.context.question = None;
        self.popup = None;
        self.game = GameScreen::default();
        self.context.session.find_kept_seats();
        self.lobby.refresh(&self.context);
    }

    pub(super) fn enter(&mut self, room: RoomId, role: RoleWish) {
        let session = &mut self.context.session;
        let ticket = session.ask(Intent::Enter(room, role), "");
        // Where the client is already, nothing else will be told.
        if !session.is_pending(ticket) && session.current().is_some() {
            self.show_room();
        }
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
        if self.context.room().is_some() {
            self.context.session.ask(Intent::Leave, "");
        }
        self.show_lobby();
    }

    /// Connects to another server, or to the same one anew.
    pub(super) fn connect_to(&mut self, server: ServerUrl) {
        self.context.session = Session::with_symbols(self.context.session.symbols());
        self.lobby = Lobby::default();
        self.context.place = Place::Lobby;
        self.context.link = Link::Connecting;
        self.context.setup.server = server.clone();
        self.effects.push(Effect::Connect(server));
    }
}
