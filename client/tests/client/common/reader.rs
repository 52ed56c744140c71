//! What a person reads, from messages as a server sends them.

use reversi_client_core::session::{Effect, Session};
use reversi_client_core::texts::Language;
use reversi_client_core::voice::sentences;
use reversi_game::Color;
use reversi_protocol::{PlayerName, Request, ServerMessage};

use super::{FakeRoom, sessions};

/// A client of ann's that is in rooms, and what it has been told so far.
pub(crate) struct Reader {
    pub(crate) session: Session,
}

impl Reader {
    pub(crate) fn in_room(room: &FakeRoom, seats: &[Color]) -> Self {
        let mut session = Session::default();
        session.connected("http://here:1".parse().unwrap(), PlayerName::new("ann").unwrap());
        sessions::clear(&mut session);
        let mut reader = Self { session };
        reader.enter(room, seats);
        reader
    }

    pub(crate) fn enter(&mut self, room: &FakeRoom, seats: &[Color]) -> Vec<String> {
        sessions::enter(&mut self.session, room, seats);
        let request = self.request();
        let (id, room_id, seq) = (request.id, room.id(), room.seq());
        let joined = ServerMessage::Joined { id, room: room_id, seq, seats: seats.to_vec() };
        let mut lines = self.read(joined);
        lines.extend(self.read(room.snapshot()));
        lines
    }

    pub(crate) fn read(&mut self, message: ServerMessage) -> Vec<String> {
        self.session.receive(message);
        self.told()
    }

    pub(crate) fn read_all(&mut self, messages: Vec<ServerMessage>) -> Vec<String> {
        messages.into_iter().flat_map(|message| self.read(message)).collect()
    }

    pub(crate) fn told(&mut self) -> Vec<String> {
        self.session.take_effects();
        let told = self.session.take_outputs();
        let (session, symbols) = (&self.session, self.session.symbols());
        told.iter()
            .flat_map(|output| sentences(Language::English, output, session, symbols))
            .collect()
    }

    /// Takes the one request that the session wants to be sent.
    pub(crate) fn request(&mut self) -> Request {
        let effects = self.session.take_effects();
        let Some(Effect::Send(request)) = effects.first() else { panic!("{effects:?}") };
        request.clone()
    }
}
