//! A session as the shell drives it: what it wants to be sent and told.

use reversi_client_core::session::{Effect, Report, Session, Ticket};
use reversi_game::{Action, Color, Square, Transcript};
use reversi_protocol::{
    PlayerName, RefusalCode, Request, RequestId, RoleWish, ServerMessage, Snapshot,
};

use super::{FakeRoom, GAME_WITH_PASSES, token};

pub(crate) fn connect(session: &mut Session) -> Vec<Request> {
    session.connected("http://here".to_owned(), PlayerName::new("ann").unwrap());
    requests(session)
}

pub(crate) fn disconnect(session: &mut Session) {
    session.offline("cut".to_owned(), 250, 1);
    assert_eq!(requests(session), []);
}

/// Takes the effects; returns what is to be sent.
pub(crate) fn requests(session: &mut Session) -> Vec<Request> {
    let sent = |effect| if let Effect::Send(request) = effect { Some(request) } else { None };
    session.take_effects().into_iter().filter_map(sent).collect()
}

/// Takes the effects; returns what is to be told.
pub(crate) fn reports(session: &mut Session) -> Vec<Report> {
    let told = |effect| if let Effect::Report(report) = effect { Some(report) } else { None };
    session.take_effects().into_iter().filter_map(told).collect()
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
    let role = if seats.is_empty() { RoleWish::Spectator } else { RoleWish::Player };
    session.join(room.id(), role, Some(token(1)), "join");
    let [request] = &requests(&mut session)[..] else { panic!("one request") };
    session.receive(joined(request.id, room, seats));
    session.receive(room.snapshot());
    session.take_effects();
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
    let ticket = session.place(square, &square.to_string()).unwrap();
    let [request] = &requests(session)[..] else { panic!("one request") };
    (ticket, request.clone(), room.place(square))
}

pub(crate) fn moves() -> Vec<Square> {
    let transcript: Transcript = GAME_WITH_PASSES.parse().unwrap();
    transcript.0.into_iter().filter_map(Action::square).collect()
}
