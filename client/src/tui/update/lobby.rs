//! What is done in the lobby: choosing, entering, opening.

use reversi_protocol::{Phase, RoleWish, RoomId};

use crate::tui::errand::{Errand, SeatFor};
use crate::tui::field::Field;
use crate::tui::model::{
    BotList, GameList, Link, LobbyRow, Model, NewRoomForm, Place, Popup, Table, Typing, TypingKind,
};
use reversi_client_core::server_url::ServerUrl;
use reversi_client_core::session::{NewRoom, Query};

impl Model {
    /// Shows the lobby and asks for the rooms.
    pub(super) fn show_lobby(&mut self) {
        self.place = Place::Lobby;
        self.popup = None;
        self.question = None;
        self.table = Table::default();
        self.errands.push(Errand::FindKeptSeats);
        self.refresh();
    }

    pub(in crate::tui) fn refresh(&mut self) {
        self.lobby.next_poll_ms = self.now_ms;
    }

    /// Does what the chosen row is for.
    pub(super) fn choose_lobby_row(&mut self) {
        match self.lobby.chosen_row() {
            LobbyRow::PlayBot => self.show_bots(),
            LobbyRow::NewRoom => self.show_new_room(),
            LobbyRow::Own(room) => self.enter(room, RoleWish::Player),
            LobbyRow::Listed(room) => {
                let role = self.role_in(&room);
                self.enter(room, role);
            }
        }
    }

    /// Returns as what a listed room is entered: as a player where a seat is open.
    fn role_in(&self, room: &RoomId) -> RoleWish {
        let has_open_seat = self.lobby.summary(room).is_some_and(|summary| {
            summary.phase == Phase::Open && (summary.black.is_none() || summary.white.is_none())
        });
        if has_open_seat { RoleWish::Player } else { RoleWish::Spectator }
    }

    pub(in crate::tui) fn watch_chosen(&mut self) {
        if let Some(room) = self.lobby.chosen_row().room().cloned() {
            self.enter(room, RoleWish::Spectator);
        }
    }

    /// Enters a room; a seat in it needs a token first.
    pub(super) fn enter(&mut self, room: RoomId, role: RoleWish) {
        // A seat in which a bot plays is taken back by joining again.
        let is_back = role != RoleWish::Spectator
            && self
                .session
                .room(&room)
                .is_some_and(reversi_client_core::session::Room::has_stand_in);
        if !is_back && self.session.turn_to(&room, role) {
            self.show_room();
        } else if role == RoleWish::Spectator {
            self.session.join(room, role, None, "watch");
        } else {
            self.errands.push(Errand::FetchToken(SeatFor::Room(room, role)));
        }
    }

    /// Opens a room; a seat in it needs a token first.
    pub(super) fn open_room(&mut self, room: NewRoom) {
        if room.takes_seat() {
            self.errands.push(Errand::FetchToken(SeatFor::New(room)));
        } else {
            self.session.create(room, None, "new");
        }
    }

    /// Goes on where a token was needed.
    pub(super) fn take_token(
        &mut self,
        seat: SeatFor,
        token: Result<reversi_protocol::SeatToken, String>,
    ) {
        let token = match token {
            Ok(token) => Some(token),
            Err(reason) => return self.complain(reason),
        };
        match seat {
            SeatFor::New(room) => self.session.create(room, token, "new"),
            SeatFor::Room(room, role) => self.session.join(room, role, token, "join"),
        };
    }

    /// Shows the session's current room.
    pub(super) fn show_room(&mut self) {
        self.place = Place::Room;
        self.popup = None;
        self.question = None;
        self.typing = None;
        let is_seated = self.session.here().is_ok_and(|(_, room, _)| !room.seats().is_empty());
        self.table = Table { has_cursor: is_seated, ..Table::default() };
        self.log.clear();
    }

    pub(in crate::tui) fn show_bots(&mut self) {
        let bots = BotList { chosen: 2, ..BotList::default() };
        self.popup = Some(Popup::Bots(bots));
        self.session.query(Query::Bots, "");
    }

    pub(in crate::tui) fn show_new_room(&mut self) {
        self.popup = Some(Popup::NewRoom(NewRoomForm::default()));
    }

    pub(in crate::tui) fn show_games(&mut self) {
        self.popup = Some(Popup::Games(GameList::default()));
        self.session.query(Query::Games { player: None, before: None }, "");
    }

    pub(in crate::tui) fn type_room_id(&mut self) {
        self.begin_typing(TypingKind::RoomId, "");
    }

    pub(in crate::tui) fn type_filter(&mut self) {
        let filter = self.lobby.filter.clone();
        self.begin_typing(TypingKind::Filter, &filter);
    }

    pub(in crate::tui) fn type_address(&mut self) {
        let server = self.setup.server.to_string();
        self.begin_typing(TypingKind::Address, &server);
    }

    fn begin_typing(&mut self, kind: TypingKind, text: &str) {
        self.typing = Some(Typing { kind, field: Field::with(text) });
    }

    /// Takes note of typed text; a filter works while it is typed.
    pub(super) fn field_changed(&mut self) {
        if let Some(Popup::Finder(finder)) = &mut self.popup {
            finder.chosen = 0;
        } else if let Some(Typing { kind: TypingKind::Filter, field }) = &self.typing {
            field.text().trim().clone_into(&mut self.lobby.filter);
            self.refresh();
        }
    }

    pub(super) fn submit_typing(&mut self) {
        let Some(Typing { kind, field }) = self.typing.take() else { return };
        let text = field.text();
        match kind {
            TypingKind::Filter => {}
            TypingKind::RoomId => match text.trim().parse() {
                Ok(room) => self.enter(room, RoleWish::Player),
                Err(error) => self.complain(format!("{error}")),
            },
            TypingKind::Address => match text.trim().parse::<ServerUrl>() {
                Ok(server) => self.connect_to(server),
                Err(error) => {
                    self.typing = Some(Typing { kind, field });
                    self.complain(error.to_string());
                }
            },
        }
    }

    pub(super) fn cancel_typing(&mut self) {
        match self.typing.take().map(|typing| typing.kind) {
            Some(TypingKind::Filter) => self.clear_filter(),
            Some(TypingKind::Address)
                if matches!(self.link, Link::Unreachable { .. } | Link::Ended { .. }) =>
            {
                self.quit();
            }
            Some(TypingKind::Address | TypingKind::RoomId) | None => {}
        }
    }

    pub(super) fn clear_filter(&mut self) {
        self.lobby.filter.clear();
        self.refresh();
    }

    /// Connects to another server, or to the same one anew.
    pub(super) fn connect_to(&mut self, server: ServerUrl) {
        self.session = reversi_client_core::session::Session::default();
        self.lobby = crate::tui::model::Lobby::default();
        self.place = Place::Lobby;
        self.link = Link::Connecting;
        self.setup.server = server.clone();
        self.errands.push(Errand::Connect(server));
    }

    /// Tells whether the client has a seat or watches in a room already.
    pub(in crate::tui) fn is_in(&self, room: &RoomId) -> bool {
        self.session.room(room).is_some()
    }
}
