//! The session follows a room by events, notices what it missed, and refuses what cannot be.

use proptest::prelude::*;
use reversi_client_core::answer::Output;
use reversi_client_core::intent::{Intent, NewRoom, RoomIntent};
use reversi_client_core::not_done::NotDone;
use reversi_client_core::report::Report;
use reversi_client_core::session::{Effect, Session};
use reversi_game::{Color, Position, Square};
use reversi_protocol::{Command, RefusalCode, Request, RoomEvent, ServerMessage, UndoPolicy};

use crate::common::sessions::{
    ask_for_seat, connect, declined, moves, play, refused, reports, requests, seated, view,
};
use crate::common::{FakeRoom, PASSES, accepted, token};

#[test]
fn a_game_followed_by_events_equals_its_snapshots_at_every_point() {
    let mut room = FakeRoom::opened_by("K7QP", "ann");
    let mut session = seated(&room, &[Color::Black]);
    session.receive(room.seat(Color::White, "ben"));
    assert_eq!(view(&session, &room), room.view());
    session.receive(room.start());
    assert_eq!(view(&session, &room), room.view());
    let mut passes = 0;
    for square in moves() {
        let events = room.place(square);
        passes += events.len() - 1;
        for event in events {
            session.receive(event);
        }
        assert_eq!(view(&session, &room), room.view());
        assert_eq!(
            session.room(&room.id()).unwrap().is_your_turn(),
            room.view().position.to_move == Some(Color::Black)
        );
    }
    // The last of those events is the end.
    assert_eq!(passes - 1, PASSES);
}

#[test]
fn events_seen_before_are_not_told_again() {
    let mut room = FakeRoom::playing("K7QP");
    let mut session = seated(&room, &[Color::Black]);
    let event = room.place(Square::F5).remove(0);
    session.receive(event.clone());
    assert_eq!(reports(&mut session).len(), 1);
    session.receive(event);
    assert_eq!(session.take_effects(), []);
    assert_eq!(view(&session, &room), room.view());
}

#[test]
fn a_gap_asks_once_for_a_snapshot_and_waits_for_it() {
    let mut room = FakeRoom::playing("K7QP");
    let mut session = seated(&room, &[]);
    room.place(Square::F5);
    session.receive(room.place(Square::D6).remove(0));
    let [Request { id, command: Command::Resync { .. } }] = requests(&mut session)[..] else {
        panic!("one resync")
    };
    session.receive(room.place(Square::C3).remove(0));
    assert_eq!(session.take_effects(), []);
    session.receive(accepted(id, &room));
    session.receive(room.snapshot());
    assert!(matches!(reports(&mut session)[..], [Report::Snapshot { .. }]));
    session.receive(room.place(Square::D3).remove(0));
    assert_eq!(view(&session, &room), room.view());
}

#[test]
fn an_event_of_a_later_server_or_one_that_does_not_fit_asks_for_a_snapshot() {
    for event in [
        RoomEvent::Unknown,
        RoomEvent::Passed {
            ply: 7,
            color: Color::Black,
            position: FakeRoom::playing("K7QP").view().position.clone(),
        },
    ] {
        let mut room = FakeRoom::playing("K7QP");
        let mut session = seated(&room, &[]);
        let before = view(&session, &room).clone();
        session.receive(room.event(event));
        assert!(matches!(requests(&mut session)[0].command, Command::Resync { .. }));
        assert_eq!(*view(&session, &room), before);
    }
}

#[test]
fn a_withheld_event_keeps_its_number() {
    let mut room = FakeRoom::playing("K7QP");
    let mut session = seated(&room, &[]);
    session.receive(room.event(RoomEvent::Withheld));
    session.receive(room.place(Square::F5).remove(0));
    assert_eq!(view(&session, &room), room.view());
}

#[test]
fn a_move_is_done_when_both_its_reply_and_its_event_have_come() {
    for reply_first in [false, true] {
        let mut room = FakeRoom::playing("K7QP");
        let mut session = seated(&room, &[Color::Black]);
        let (ticket, request, events) = play(&mut session, &mut room, Square::F5);
        let reply = accepted(request.id, &room);
        let event = events[0].clone();
        let (first, second) = if reply_first { (reply, event) } else { (event, reply) };
        session.receive(first);
        assert!(session.is_pending(ticket));
        session.receive(second);
        assert!(!session.is_pending(ticket));
        let told = reports(&mut session);
        assert!(
            matches!(told[..], [Report::Event(_), Report::Accepted { seq: 5, .. }]),
            "{told:?}"
        );
    }
}

#[test]
fn what_cannot_be_is_refused_without_asking() {
    let rule = |code| NotDone::Rule(code);
    let mut session = Session::default();
    connect(&mut session);
    assert_eq!(declined(&mut session, RoomIntent::Place(Square::F5)), NotDone::NoRoom);

    let mut open = seated(&FakeRoom::opened_by("K7QP", "ann"), &[Color::Black]);
    assert_eq!(declined(&mut open, RoomIntent::Place(Square::F5)), rule(RefusalCode::NotStarted));
    let mut room = FakeRoom::playing("K7QP");
    let mut watching = seated(&room, &[]);
    assert_eq!(
        declined(&mut watching, RoomIntent::Place(Square::F5)),
        rule(RefusalCode::NotSeated)
    );
    assert_eq!(declined(&mut watching, RoomIntent::Resign), rule(RefusalCode::NotSeated));
    let mut white = seated(&room, &[Color::White]);
    assert_eq!(declined(&mut white, RoomIntent::Place(Square::F5)), rule(RefusalCode::NotYourTurn));
    room.resign(Color::White);
    let mut finished = seated(&room, &[Color::White]);
    assert_eq!(declined(&mut finished, RoomIntent::Place(Square::F5)), rule(RefusalCode::GameOver));
    for session in [&mut session, &mut open, &mut watching, &mut white, &mut finished] {
        assert_eq!(session.take_effects(), []);
    }
}

#[test]
fn a_refused_move_names_the_words_and_the_square() {
    let room = FakeRoom::playing("K7QP");
    let mut session = seated(&room, &[Color::Black]);
    let ticket = session.ask(RoomIntent::Place(Square::A1), "J 1,1");
    let id = requests(&mut session)[0].id;
    session.receive(refused(id, RefusalCode::TurnsNothing));
    assert!(!session.is_pending(ticket));
    let [Report::Refused(refused)] = &reports(&mut session)[..] else { panic!() };
    assert_eq!(refused.reason.code(), "turns_nothing");
    assert_eq!(refused.request.as_deref(), Some("J 1,1"));
    assert_eq!(refused.square.as_deref(), Some("a1"));
}

#[test]
fn a_refused_creation_forgets_its_token() {
    let mut session = Session::default();
    connect(&mut session);
    ask_for_seat(&mut session, NewRoom::default(), token(9), "new");
    let id = requests(&mut session)[0].id;
    session.receive(refused(id, RefusalCode::BadStart));
    assert!(session.take_effects().contains(&Effect::ForgetToken(token(9))));
}

#[test]
fn leaving_a_running_game_keeps_the_seat_and_leaving_another_forgets_it() {
    for (room, kept) in
        [(FakeRoom::playing("K7QP"), true), (FakeRoom::opened_by("K7QP", "ann"), false)]
    {
        let mut session = seated(&room, &[Color::Black]);
        session.ask(Intent::Leave, "leave");
        let id = requests(&mut session)[0].id;
        session.receive(accepted(id, &room));
        let effects = session.take_effects();
        assert_eq!(effects.contains(&Effect::ForgetSeat(room.id())), !kept);
        let left = Report::Left { room: room.id(), seat_kept: kept };
        assert!(session.take_outputs().contains(&Output::Report(left)));
        assert_eq!(session.current(), None);
    }
}

#[test]
fn leaving_as_a_spectator_does_not_forget_a_seat_from_earlier() {
    let room = FakeRoom::opened_by("K7QP", "ann");
    let mut session = seated(&room, &[]);
    session.ask(Intent::Leave, "leave");
    let id = requests(&mut session)[0].id;
    session.receive(accepted(id, &room));
    let left = Report::Left { room: room.id(), seat_kept: false };
    assert_eq!(session.take_effects(), []);
    assert_eq!(session.take_outputs(), [Output::Report(left)]);
}

#[test]
fn messages_of_a_room_that_was_left_are_ignored() {
    let mut room = FakeRoom::playing("K7QP");
    let mut session = Session::default();
    connect(&mut session);
    session.receive(room.snapshot());
    session.receive(room.place(Square::F5).remove(0));
    session.receive(ServerMessage::Unknown);
    assert_eq!(session.take_effects(), []);
}

proptest! {
    /// Whatever is lost or doubled on the way, the view is right once the last event arrived.
    #[test]
    fn a_lossy_way_never_leaves_a_wrong_view(fates in prop::collection::vec(0..4_u8, 130)) {
        let mut room = FakeRoom::playing("K7QP");
        let mut session = seated(&room, &[]);
        let mut fates = fates.into_iter();
        for square in moves() {
            for event in room.place(square) {
                match fates.next() {
                    Some(0) => {}
                    Some(1) => {
                        session.receive(event.clone());
                        session.receive(event);
                    }
                    Some(_) | None => session.receive(event),
                }
                for request in requests(&mut session) {
                    let is_resync = matches!(request.command, Command::Resync { .. });
                    prop_assert!(is_resync);
                    session.receive(accepted(request.id, &room));
                    session.receive(room.snapshot());
                }
            }
        }
        session.receive(room.event(RoomEvent::Withheld));
        for request in requests(&mut session) {
            session.receive(accepted(request.id, &room));
            session.receive(room.snapshot());
        }
        prop_assert_eq!(view(&session, &room), room.view());
    }
}

#[test]
fn a_transcript_start_and_another_first_mover_are_followed() {
    let start = Position { to_move: Color::White, ..Position::START };
    let mut room = FakeRoom::empty("K7QP", start);
    room.seat(Color::Black, "ann");
    let mut session = seated(&room, &[Color::Black, Color::White]);
    session.receive(room.seat(Color::White, "ann"));
    session.receive(room.start());
    let (_, request, events) = play(&mut session, &mut room, Square::E3);
    assert!(matches!(request.command, Command::Place { ply: 0, .. }));
    session.receive(events[0].clone());
    assert_eq!(view(&session, &room), room.view());
}

#[test]
fn undo_is_free_where_a_bot_took_the_open_seat() {
    let mut room = FakeRoom::opened_by("K7QP", "ann");
    let mut session = seated(&room, &[Color::Black]);
    let policy = |session: &Session, room: &FakeRoom| {
        session.room(&room.id()).and_then(reversi_client_core::session::Room::undo_policy)
    };
    assert_eq!(policy(&session, &room), Some(UndoPolicy::Ask));
    session.receive(room.seat_bot(Color::White, "level-3", None));
    assert_eq!(policy(&session, &room), Some(UndoPolicy::Free));
    session.receive(room.seat_bot(Color::White, "level-3", Some("ben")));
    assert_eq!(policy(&session, &room), Some(UndoPolicy::Ask), "ben is asked when he is back");
}
