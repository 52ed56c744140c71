//! From one place to another: entering rooms, opening and leaving them, other servers.

use std::fmt::Display;

use reversi_client_core::intent::Intent;
use reversi_client_core::server_url::{RoomRef, ServerUrl};
use reversi_client_core::voice::texts::Text;
use reversi_protocol::RoleWish;

use super::{GameScreen, Link, Outcome, Place, Start, Ui};
use crate::driver::own_server::Reach;
use crate::tui::question::QuestionKind;

impl Ui {
    /// Shows the lobby and asks for the rooms.
    pub(super) fn show_lobby(&mut self) {
        self.context.place = Place::Lobby;
        self.context.question = None;
        self.popup = None;
        self.chooser = None;
        self.game = GameScreen::default();
        self.context.session.find_kept_seats();
        self.lobby.refresh(&self.context);
    }

    pub(super) fn enter(&mut self, room: RoomRef, role: RoleWish) {
        let session = &mut self.context.session;
        let id = room.room.clone();
        let ticket = session.ask(Intent::Enter(room, role), "");
        // Where the client is already, nothing else will be told.
        if !session.is_pending(ticket) && session.current() == Some(&id) {
            self.show_room();
        }
    }

    pub(super) fn show_room(&mut self) {
        self.context.place = Place::Room;
        self.popup = None;
        self.chooser = None;
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
        self.context.setup.server = server;
        self.context.setup.here = None;
        self.connect();
    }

    /// Plays on this machine, unless that is so already.
    pub(super) fn play_here(&mut self) {
        let is_here = self.context.setup.here.is_some();
        let is_missing = matches!(self.context.link, Link::Unreachable { .. } | Link::Ended { .. });
        if !is_here || is_missing {
            self.context.setup.here.get_or_insert(Reach::Machine);
            self.connect();
        }
    }

    /// Asks whether other machines may reach the server that runs on this one.
    pub(super) fn ask_to_let_in(&mut self) {
        let setup = &self.context.setup;
        match setup.here {
            None => self.context.notices.complain(self.context.text(Text::NotOwnServer)),
            Some(Reach::Network) => self.tell_that_it_is_open(),
            Some(Reach::Machine) => self.follow(Some(Outcome::Ask(QuestionKind::LetIn))),
        }
    }

    /// Says that other machines can come in, and where, if that is so.
    pub(super) fn tell_that_it_is_open(&mut self) {
        let context = &mut self.context;
        if context.setup.here == Some(Reach::Network) {
            let places: [(&str, &dyn Display); 1] = [("server", &context.setup.server)];
            let is_open = context.is_open_to_network();
            let text = if is_open { Text::OpenAlready } else { Text::InviteNoNetwork };
            let told = context.fill(text, &places);
            context.notices.notify(told);
        }
    }

    /// Lets them: the server starts anew, and what is on the screen comes back.
    pub(super) fn let_others_in(&mut self) {
        let is_seated = self.context.has_seat();
        let role = if is_seated { RoleWish::Player } else { RoleWish::Spectator };
        if let Some(room) = self.context.room().cloned() {
            self.context.setup.start = Start::Enter(room.into(), role);
        }
        self.context.setup.here = Some(Reach::Network);
        self.popup = None;
        self.connect();
    }
}
