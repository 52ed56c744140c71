//! A session as the shell drives it: what it wants to be sent and told, and a person who reads that.

use reversi_client_core::answer::Output;
use reversi_client_core::intent::{Intent, RoomIntent};
use reversi_client_core::not_done::NotDone;
use reversi_client_core::report::{Reason, Refused, Report};
use reversi_client_core::session::{Effect, News, SeatFor, Secrets, Session, Ticket};
use reversi_client_core::texts::{Language, Spoken};
use reversi_client_core::voice::sentences;
use reversi_game::{Action, Color, Square, Transcript};
use reversi_protocol::{
    Durability, Invitation, PlayerName, RefusalCode, Request, RequestId, RoleWish, SeatToken,
    ServerMessage, Snapshot,
};

use super::{FakeRoom, GAME_WITH_PASSES, token};

pub(crate) fn connect(session: &mut Session) -> Vec<Request> {
    session.connected(
        "http://here".parse().unwrap(),
        PlayerName::new("ann").unwrap(),
        Durability::Full,
    );
    requests(session)
}

pub(crate) fn disconnect(session: &mut Session) {
    session.offline(Spoken::quoting("cut"), 250, 1);
    assert_eq!(requests(session), []);
}

/// Lets go of what there is to do and to tell.
pub(crate) fn clear(session: &mut Session) {
    session.take_effects();
    session.take_outputs();
}

/// Lets go of what there is to do and to tell; returns what is to be sent.
pub(crate) fn requests(session: &mut Session) -> Vec<Request> {
    let sent = |effect| if let Effect::Send(request) = effect { Some(request) } else { None };
    session.take_outputs();
    session.take_effects().into_iter().filter_map(sent).collect()
}

/// Lets go of what there is to do and to tell; returns what is to be told.
pub(crate) fn reports(session: &mut Session) -> Vec<Report> {
    let told = |output| if let Output::Report(report) = output { Some(report) } else { None };
    session.take_effects();
    session.take_outputs().into_iter().filter_map(told).collect()
}

/// What a seat is kept for.
pub(crate) const INVITATION: Invitation = Invitation::from_bytes([7; 16]);

/// Returns what the shell fetches or makes for a seat.
pub(crate) fn secrets(seat: &SeatFor) -> Secrets {
    let (token, invitation) = match seat {
        SeatFor::New(new) => (Some(token(1)), new.invites.then_some(INVITATION)),
        SeatFor::Room(link, _) => (Some(token(1)), link.invitation),
        SeatFor::Opponent(_) => (Some(token(1)), None),
        SeatFor::Guest(..) => (None, Some(INVITATION)),
    };
    Secrets { token, invitation }
}

/// Asks for something that takes a seat, which this token is fetched for.
pub(crate) fn ask_for_seat(
    session: &mut Session,
    intent: impl Into<Intent>,
    token: SeatToken,
    words: &str,
) -> Ticket {
    let ticket = session.ask(intent, words);
    let Some(Effect::FetchSecrets(seat, asked)) = session.take_effects().pop() else {
        panic!("no token is fetched")
    };
    session.hear(News::Secrets(seat, Ok(Secrets { token: Some(token), invitation: None }), asked));
    ticket
}

/// Asks to enter a room, with a token if there are seats to take.
pub(crate) fn enter(session: &mut Session, room: &FakeRoom, seats: &[Color]) {
    if seats.is_empty() {
        session.ask(Intent::Enter(room.id().into(), RoleWish::Spectator), "watch");
    } else {
        ask_for_seat(session, Intent::Enter(room.id().into(), RoleWish::Player), token(1), "join");
    }
}

/// Asks for what the client declines by itself; returns why.
pub(crate) fn declined(session: &mut Session, intent: impl Into<Intent>) -> NotDone {
    clear(session);
    session.ask(intent, "");
    match &reports(session)[..] {
        [Report::Refused(Refused { reason: Reason::Client(why), .. })] => why.clone(),
        told => panic!("{told:?}"),
    }
}

pub(crate) fn joined(id: RequestId, room: &FakeRoom, seats: &[Color]) -> ServerMessage {
    ServerMessage::Joined { id, room: room.id(), seq: room.seq(), seats: seats.to_vec() }
}

/// Which seats the client holds from now on.
pub(crate) fn own_seats(room: &FakeRoom, seats: &[Color]) -> ServerMessage {
    ServerMessage::Seats { room: room.id(), seats: seats.to_vec() }
}

pub(crate) fn refused(id: RequestId, code: RefusalCode) -> ServerMessage {
    let message = code.sentence().to_owned();
    ServerMessage::Refused { id: Some(id), code, message, room: None, retry_after_ms: None }
}

/// A session that sits in seats of a room and has seen its snapshot.
pub(crate) fn seated(room: &FakeRoom, seats: &[Color]) -> Session {
    let mut session = Session::default();
    connect(&mut session);
    enter(&mut session, room, seats);
    let [request] = &requests(&mut session)[..] else { panic!("one request") };
    session.receive(joined(request.id, room, seats));
    session.receive(room.snapshot());
    clear(&mut session);
    session
}

pub(crate) fn view<'a>(session: &'a Session, room: &FakeRoom) -> &'a Snapshot {
    session.room(&room.id()).unwrap().view().unwrap()
}

/// Places in the session and in the room; returns the request and the events.
pub(crate) fn play(
    session: &mut Session,
    room: &mut FakeRoom,
    square: Square,
) -> (Ticket, Request, Vec<ServerMessage>) {
    let ticket = session.ask(RoomIntent::Place(square), &square.to_string());
    let [request] = &requests(session)[..] else { panic!("one request") };
    (ticket, request.clone(), room.place(square))
}

pub(crate) fn moves() -> Vec<Square> {
    let transcript: Transcript = GAME_WITH_PASSES.parse().unwrap();
    transcript.0.into_iter().filter_map(Action::square).collect()
}

/// A client of ann's that is in rooms, and what it has been told so far.
pub(crate) struct Reader {
    pub(crate) session: Session,
}

impl Reader {
    pub(crate) fn in_room(room: &FakeRoom, seats: &[Color]) -> Self {
        let mut session = Session::default();
        session.connected(
            "http://here:1".parse().unwrap(),
            PlayerName::new("ann").unwrap(),
            Durability::Full,
        );
        clear(&mut session);
        let mut reader = Self { session };
        reader.enter(room, seats);
        reader
    }

    pub(crate) fn enter(&mut self, room: &FakeRoom, seats: &[Color]) -> Vec<String> {
        enter(&mut self.session, room, seats);
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
