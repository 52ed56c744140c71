//! The session comes back to exactly where it was after a lost connection.

use reversi_client_core::intent::{Intent, NewRoom, RoomIntent};
use reversi_client_core::not_done::NotDone;
use reversi_client_core::report::{Entered, Refused, Report};
use reversi_client_core::session::{Effect, Session};
use reversi_game::{Color, Square};
use reversi_protocol::{
    Command, Presence, RefusalCode, Request, RequestId, RoleWish, RoomSeq, ServerMessage,
    UnseatedReason,
};

use crate::common::sessions::{
    ask_for_seat, clear, connect, declined, disconnect, joined, moves, own_seats, play, refused,
    reports, requests, seated, view,
};
use crate::common::{FakeRoom, accepted, room_id, token};

#[test]
fn a_second_move_is_refused_while_one_is_unanswered_and_the_first_is_sent_once_more() {
    let room = FakeRoom::playing("K7QP");
    let mut session = seated(&room, &[Color::Black]);
    disconnect(&mut session);
    let ticket = session.ask(RoomIntent::Place(Square::F5), "f5");
    assert_eq!(reports(&mut session), [Report::Pending { request: "f5".to_owned() }]);
    assert_eq!(
        declined(&mut session, RoomIntent::Place(Square::C4)),
        NotDone::MoveUnanswered(Square::F5)
    );
    let sent = connect(&mut session);
    let places = sent.iter().filter(|r| matches!(r.command, Command::Place { .. })).count();
    assert_eq!(places, 1);
    assert!(session.is_pending(ticket));
}

#[test]
fn after_a_lost_connection_rooms_come_first_then_the_same_request_under_the_same_number() {
    let mut room = FakeRoom::playing("K7QP");
    let mut session = seated(&room, &[Color::Black]);
    let (ticket, request, events) = play(&mut session, &mut room, Square::F5);
    disconnect(&mut session);
    let sent = connect(&mut session);
    let [back, again] = &sent[..] else { panic!("two requests: {sent:?}") };
    let expected = Command::Join {
        room: room.id(),
        role: RoleWish::Player,
        token: Some(token(1)),
        invitation: None,
        seen: Some(room.seq() - 1),
        named: false,
        strength: None,
    };
    assert_eq!(back.command, expected);
    assert!(back.id > request.id);
    assert_eq!(*again, request);
    // The server had done it: the missed event comes with the return, the same reply again.
    session.receive(joined(back.id, &room, &[Color::Black]));
    session.receive(events[0].clone());
    session.receive(accepted(again.id, &room));
    assert!(!session.is_pending(ticket));
    let told = reports(&mut session);
    let [Report::Joined { entered, .. }, Report::Event(_), Report::Accepted { .. }] = &told[..]
    else {
        panic!("{told:?}")
    };
    assert_eq!(*entered, Entered::Resumed);
    assert_eq!(view(&session, &room), room.view());
}

/// Loses the reply to f5, lets `done` happen in the room meanwhile, and has the repeated request
/// refused as stale, before or after the events come.
fn stale_after_return(done: Square, refusal_first: bool) -> Vec<Report> {
    let mut room = FakeRoom::playing("K7QP");
    let mut session = seated(&room, &[Color::Black]);
    session.ask(RoomIntent::Place(Square::F5), "f5");
    requests(&mut session);
    disconnect(&mut session);
    let sent = connect(&mut session);
    let event = room.place(done).remove(0);
    session.receive(joined(sent[0].id, &room, &[Color::Black]));
    clear(&mut session);
    let refusal = refused(sent[1].id, RefusalCode::StalePly);
    let (first, second) = if refusal_first { (refusal, event) } else { (event, refusal) };
    session.receive(first);
    session.receive(second);
    assert_eq!(view(&session, &room), room.view());
    reports(&mut session)
}

#[test]
fn a_move_that_was_done_before_its_reply_was_lost_is_no_error() {
    for refusal_first in [false, true] {
        let told = stale_after_return(Square::F5, refusal_first);
        assert!(matches!(told[..], [Report::Event(_), Report::Accepted { .. }]), "{told:?}");
        let told = stale_after_return(Square::D3, refusal_first);
        let [Report::Event(_), Report::Refused(Refused { reason, request, square, .. })] =
            &told[..]
        else {
            panic!("{told:?}")
        };
        assert_eq!(reason.code(), "stale_ply");
        assert_eq!((request.as_deref(), square.as_deref()), (Some("f5"), Some("f5")));
    }
}

#[test]
fn a_creation_is_asked_again_under_its_number_and_its_token_is_kept() {
    let mut session = Session::default();
    connect(&mut session);
    let ticket = ask_for_seat(&mut session, NewRoom::default(), token(9), "new");
    let first = requests(&mut session);
    disconnect(&mut session);
    assert_eq!(connect(&mut session), first);
    let room = FakeRoom::opened_by("K7QP", "ann");
    session.receive(joined(first[0].id, &room, &[Color::Black]));
    assert!(session.is_pending(ticket));
    let kept = Effect::KeepSeat { room: room.id(), token: token(9) };
    assert!(session.take_effects().contains(&kept));
    session.receive(room.snapshot());
    assert!(!session.is_pending(ticket));
    assert_eq!(session.current(), Some(&room.id()));
}

#[test]
fn joining_and_leaving_are_asked_anew_because_they_belong_to_a_connection() {
    let room = FakeRoom::playing("K7QP");
    let mut session = seated(&room, &[Color::Black]);
    let join =
        session.ask(Intent::Enter(room_id("Q2ZD").into(), RoleWish::Spectator), "watch q2zd");
    let leave = session.ask(Intent::Leave, "leave");
    let first = requests(&mut session);
    disconnect(&mut session);
    let sent = connect(&mut session);
    let [back, join_again, leave_again] = &sent[..] else { panic!("{sent:?}") };
    assert!(matches!(back.command, Command::Join { seen: Some(_), .. }));
    for (old, new) in first.iter().zip([join_again, leave_again]) {
        assert_eq!(old.command, new.command);
        assert!(new.id > old.id);
    }
    session.receive(refused(join_again.id, RefusalCode::NoSuchRoom));
    session.receive(accepted(leave_again.id, &room));
    assert!(!session.is_pending(join) && !session.is_pending(leave));
}

#[test]
fn a_room_that_is_gone_is_told_and_one_that_is_busy_is_tried_again() {
    let room = FakeRoom::playing("K7QP");
    let mut session = seated(&room, &[Color::Black]);
    disconnect(&mut session);
    let id = connect(&mut session)[0].id;
    session.receive(refused(id, RefusalCode::Unavailable));
    assert_eq!(session.take_effects(), [Effect::Reconnect]);
    assert_eq!(session.take_outputs(), []);
    disconnect(&mut session);
    let id = connect(&mut session)[0].id;
    session.receive(refused(id, RefusalCode::NoSuchRoom));
    let effects = session.take_effects();
    let [Effect::ForgetSeat(_)] = &effects[..] else { panic!("{effects:?}") };
    let [Report::Refused(told)] = &reports(&mut session)[..] else { panic!("one report") };
    assert_eq!(told.request.as_deref(), Some("join K7QP"));
    assert!(session.room(&room.id()).is_none());
}

#[test]
fn a_server_about_to_stop_is_asked_anew_when_it_is_back() {
    let room = FakeRoom::playing("K7QP");
    let mut session = seated(&room, &[Color::Black]);
    let ticket = session.ask(RoomIntent::Place(Square::F5), "f5");
    let first = requests(&mut session).remove(0);
    session.receive(refused(first.id, RefusalCode::Draining));
    assert_eq!(reports(&mut session), [Report::Pending { request: "f5".to_owned() }]);
    assert!(session.is_pending(ticket));
    disconnect(&mut session);
    let again = connect(&mut session).pop().unwrap();
    assert_eq!(again.command, first.command);
    assert!(again.id > first.id);
}

#[test]
fn a_seat_lost_while_away_is_not_taken_again_by_itself() {
    let mut room = FakeRoom::opened_by("K7QP", "ann");
    let mut session = seated(&room, &[Color::Black]);
    session.receive(own_seats(&room, &[]));
    session.receive(room.unseat(Color::Black, UnseatedReason::Absent));
    assert!(session.take_effects().contains(&Effect::ForgetSeat(room.id())));
    disconnect(&mut session);
    let sent = connect(&mut session);
    assert!(matches!(
        sent[0].command,
        Command::Join { role: RoleWish::Spectator, token: None, .. }
    ));
}

#[test]
fn an_event_that_was_lost_is_noticed_when_presence_or_a_pong_tells_its_number() {
    let presence = |seq| ServerMessage::Presence {
        room: room_id("K7QP"),
        black: Some(Presence::Connected),
        white: Some(Presence::Connected),
        spectators: 0,
        watchers: None,
        seq,
    };
    let pong = |seq: Option<u64>| {
        let rooms = seq.map(|seq| RoomSeq { room: room_id("K7QP"), seq }).into_iter().collect();
        ServerMessage::Pong { id: RequestId(99), now_ms: 0, rooms }
    };
    let tellers: [&dyn Fn(Option<u64>) -> ServerMessage; 2] = [&presence, &pong];
    for tell in tellers {
        let mut room = FakeRoom::playing("K7QP");
        let mut session = seated(&room, &[Color::Black]);
        session.receive(tell(Some(room.view().seq)));
        session.receive(tell(None));
        assert_eq!(requests(&mut session), []);
        room.place(Square::F5);
        session.receive(tell(Some(room.view().seq)));
        // Said again before the answer is there, it is asked for once.
        session.receive(tell(Some(room.view().seq)));
        let sent = requests(&mut session);
        assert!(matches!(sent[..], [Request { command: Command::Resync { .. }, .. }]), "{sent:?}");
        session.receive(room.snapshot());
        assert_eq!(view(&session, &room), room.view());
    }
}

#[test]
fn a_server_that_knows_less_than_the_client_is_asked_for_everything() {
    let mut room = FakeRoom::playing("K7QP");
    let mut session = seated(&room, &[Color::Black]);
    session.receive(room.place(Square::F5).remove(0));
    disconnect(&mut session);
    let id = connect(&mut session)[0].id;
    let restored = FakeRoom::playing("K7QP");
    session.receive(joined(id, &restored, &[Color::Black]));
    assert!(matches!(requests(&mut session)[0].command, Command::Resync { .. }));
    session.receive(restored.snapshot());
    assert_eq!(view(&session, &restored), restored.view());
}

#[test]
fn the_link_toggled_twenty_times_during_play_changes_nothing() {
    let mut room = FakeRoom::playing("K7QP");
    let mut session = seated(&room, &[Color::Black]);
    for square in moves().into_iter().take(20) {
        let events = if session.room(&room.id()).unwrap().is_your_turn() {
            let (ticket, request, events) = play(&mut session, &mut room, square);
            disconnect(&mut session);
            let sent = connect(&mut session);
            assert_eq!(*sent.last().unwrap(), request);
            session.receive(joined(sent[0].id, &room, &[Color::Black]));
            session.receive(accepted(request.id, &room));
            assert!(session.is_pending(ticket));
            events
        } else {
            let events = room.place(square);
            disconnect(&mut session);
            let id = connect(&mut session)[0].id;
            session.receive(joined(id, &room, &[Color::Black]));
            events
        };
        for event in events {
            session.receive(event);
        }
        assert_eq!(view(&session, &room), room.view());
    }
}
