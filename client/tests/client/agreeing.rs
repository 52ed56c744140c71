//! The session follows what players agree on: undo, rematch, adjournment, changed seats, bots.

use reversi_client_core::answer::{Answer, Output};
use reversi_client_core::intent::{Intent, NewRoom, Query, RoomIntent};
use reversi_client_core::not_done::NotDone;
use reversi_client_core::report::{Entered, EventReport, OfferNote, Report, taken_back};
use reversi_client_core::session::{Effect, SeatFor, Session};
use reversi_game::{Action, Color, DiscCounts, Game, Outcome, Position, Square};
use reversi_protocol::{
    Command, EndReason, GameResult, GameSummary, Hints, Occupant, OfferAnswer, OfferEndReason,
    OfferKind, Phase, PlayerName, RefusalCode, Request, RoleWish, RoomEvent, SaveName, SeatChoices,
    ServerMessage, Start,
};

use crate::common::sessions::{
    ask_for_seat, clear, connect, declined, disconnect, joined, moves, own_seats, play, refused,
    reports, requests, seated, view,
};
use crate::common::{FakeRoom, GAME_WITH_PASSES, Reader, accepted, token};

/// Takes events that the room made; the view has to equal the room's after each.
fn follow(session: &mut Session, room: &FakeRoom, message: ServerMessage) {
    session.receive(message);
    assert_eq!(view(session, room), room.view());
}

fn save_name(name: &str) -> SaveName {
    SaveName::new(name).unwrap()
}

#[test]
fn undo_and_redo_over_passes_leave_the_view_as_a_snapshot_has_it() {
    let mut room = FakeRoom::playing("K7QP");
    let mut session = seated(&room, &[Color::White]);
    let game = Game::replay(Position::START, &GAME_WITH_PASSES.parse().unwrap()).unwrap();
    for square in moves() {
        if room.view().phase == Phase::Playing {
            room.place(square).into_iter().for_each(|event| session.receive(event));
        }
        // One that ends the game cannot be taken back.
        if room.view().phase == Phase::Finished {
            break;
        }
        let ply = room.view().actions.len() as u32;
        for to_ply in (0..ply).rev().take(4) {
            let undone = room.undo(Color::White, to_ply);
            follow(&mut session, &room, undone);
            // The rules never let a game rest on a forced pass.
            let reached = view(&session, &room).position.ply as usize;
            assert!(game.actions()[to_ply as usize..reached].iter().all(|a| *a == Action::Pass));
            let redone = room.redo(ply);
            follow(&mut session, &room, redone);
        }
    }
    assert_eq!(room.view().phase, Phase::Finished);
}

#[test]
fn an_offer_stands_under_the_number_of_its_event_until_it_ends() {
    let mut room = FakeRoom::playing("K7QP");
    let mut ann = seated(&room, &[Color::Black]);
    for square in [Square::F5, Square::D6] {
        room.place(square).into_iter().for_each(|event| ann.receive(event));
    }
    let offered = room.offer(Color::White, OfferKind::Undo, Some(1));
    let seq = room.seq();
    follow(&mut ann, &room, offered);
    let told = reports(&mut ann).pop();
    let Some(Report::Event(EventReport { note, your_turn, your_answer, .. })) = told else {
        panic!("{told:?}")
    };
    assert_eq!(
        (note, your_turn, your_answer),
        (Some(OfferNote::Made { takes_back: 1 }), true, true)
    );
    let known = ann.room(&room.id()).unwrap();
    assert_eq!(known.offer_to_answer().map(|pending| pending.id), Some(seq));
    assert_eq!(known.own_offer(), None);
    assert_eq!(
        taken_back(view(&ann, &room), 0),
        [(Color::White, Square::D6), (Color::Black, Square::F5)]
    );

    ann.ask(RoomIntent::Answer(OfferAnswer::Accept), "yes");
    let [Request { id, command }] = &requests(&mut ann)[..] else { panic!("one request") };
    let answer = OfferAnswer::Accept;
    assert_eq!(*command, Command::Answer { room: room.id(), offer: seq, answer });
    let (ended, undone) = (room.end_offer(OfferEndReason::Accepted), room.undo(Color::White, 1));
    ann.receive(accepted(*id, &room));
    ann.receive(ended);
    assert!(reports(&mut ann).iter().all(|report| matches!(
        report,
        Report::Event(EventReport {
            note: Some(OfferNote::Ended { by: Color::White, kind: OfferKind::Undo }),
            ..
        })
    )));
    follow(&mut ann, &room, undone);
    // The reply speaks of both events: it is told after them.
    assert!(matches!(
        reports(&mut ann)[..],
        [
            Report::Event(EventReport { event: RoomEvent::Undone { .. }, .. }),
            Report::Accepted { .. }
        ]
    ));
}

#[test]
fn an_offer_is_answered_by_the_other_side_and_withdrawn_by_its_own() {
    let mut room = FakeRoom::playing("K7QP");
    let mut ann = seated(&room, &[Color::Black]);
    assert_eq!(declined(&mut ann, RoomIntent::Answer(OfferAnswer::Accept)), NotDone::NoOffer);
    assert_eq!(declined(&mut ann, RoomIntent::Withdraw), NotDone::NoOwnOffer);
    let offered = room.offer(Color::Black, OfferKind::Draw, None);
    follow(&mut ann, &room, offered);
    assert_eq!(declined(&mut ann, RoomIntent::Answer(OfferAnswer::Accept)), NotDone::NoOffer);
    ann.ask(RoomIntent::Withdraw, "withdraw");
    let withdraw = Command::Withdraw { room: room.id(), offer: room.seq() };
    assert_eq!(requests(&mut ann)[0].command, withdraw);
    // A spectator can do neither.
    let mut kim = seated(&room, &[]);
    assert_eq!(declined(&mut kim, RoomIntent::Answer(OfferAnswer::Decline)), NotDone::NoOffer);
    assert_eq!(declined(&mut kim, RoomIntent::Withdraw), NotDone::NoOwnOffer);
}

#[test]
fn an_offer_of_which_the_beginning_was_missed_asks_for_a_snapshot() {
    let mut room = FakeRoom::playing("K7QP");
    let mut session = seated(&room, &[]);
    let offer = 99;
    session.receive(room.event(RoomEvent::OfferEnded { offer, reason: OfferEndReason::Expired }));
    assert!(matches!(requests(&mut session)[0].command, Command::Resync { .. }));
}

#[test]
fn the_own_seats_are_those_that_the_server_says() {
    let mut room = FakeRoom::playing("K7QP");
    let mut ann = seated(&room, &[Color::Black]);
    ann.receive(own_seats(&room, &[Color::White]));
    let report = Report::Seats { room: room.id(), seats: vec![Color::White] };
    let kept = Effect::KeepSeat { room: room.id(), token: token(1) };
    assert_eq!(ann.take_effects(), [kept]);
    assert_eq!(ann.take_outputs(), [Output::Report(report)]);
    let swapped = room.swap_seats();
    follow(&mut ann, &room, swapped);
    assert_eq!(ann.room(&room.id()).unwrap().seats(), [Color::White]);
    assert!(!ann.room(&room.id()).unwrap().is_your_turn());
    ann.receive(own_seats(&room, &Color::BOTH));
    assert!(ann.room(&room.id()).unwrap().is_your_turn());
    clear(&mut ann);
    ann.receive(own_seats(&room, &[]));
    assert!(ann.take_effects().contains(&Effect::ForgetSeat(room.id())));
}

#[test]
fn seats_that_were_swapped_while_the_line_was_down_are_as_the_reply_says() {
    let mut room = FakeRoom::playing("K7QP");
    let mut ann = seated(&room, &[Color::Black]);
    disconnect(&mut ann);
    let id = connect(&mut ann)[0].id;
    let swapped = room.swap_seats();
    // What was missed comes after the reply.
    ann.receive(joined(id, &room, &[Color::White]));
    ann.receive(swapped);
    assert_eq!(ann.room(&room.id()).unwrap().seats(), [Color::White]);
}

#[test]
fn a_rematch_begins_anew_and_a_saved_game_where_it_was() {
    let mut room = FakeRoom::playing("K7QP");
    let mut ann = seated(&room, &[Color::Black]);
    for event in room.place(Square::F5).into_iter().chain([room.resign(Color::White)]) {
        ann.receive(event);
    }
    let rematch = room.begin(Game::default());
    follow(&mut ann, &room, rematch);
    assert!(ann.room(&room.id()).unwrap().is_your_turn());
    let saved = Game::replay(Position::START, &GAME_WITH_PASSES[..40].parse().unwrap()).unwrap();
    let loaded = room.begin(saved.clone());
    follow(&mut ann, &room, loaded);
    assert_eq!(view(&ann, &room).actions, saved.actions());
}

#[test]
fn an_adjourned_game_keeps_its_seats_and_takes_no_moves() {
    let mut room = FakeRoom::playing("K7QP");
    let mut ann = seated(&room, &[Color::Black]);
    let adjourned = room.adjourn();
    follow(&mut ann, &room, adjourned);
    let stopped = NotDone::Rule(RefusalCode::Adjourned);
    assert_eq!(declined(&mut ann, RoomIntent::Place(Square::F5)), stopped);
    assert_eq!(declined(&mut ann, RoomIntent::Resign), stopped);
    let mut leaving = ann.clone();
    leaving.ask(Intent::Leave, "leave");
    let id = requests(&mut leaving)[0].id;
    leaving.receive(accepted(id, &room));
    assert_eq!(leaving.take_effects(), []);
    assert_eq!(reports(&mut leaving), [Report::Left { room: room.id(), seat_kept: true }]);
    let (resumed, hints) = (room.resume(), room.allow_hints());
    ann.receive(resumed);
    follow(&mut ann, &room, hints);
    assert_eq!(view(&ann, &room).rules.hints, Hints::Allowed);
    assert!(ann.room(&room.id()).unwrap().is_your_turn());
}

#[test]
fn while_a_bot_plays_for_you_it_is_not_your_turn() {
    let mut room = FakeRoom::playing("K7QP");
    let mut ann = seated(&room, &[Color::Black]);
    let bot = room.seat_bot(Color::Black, "level-3", Some("ann"));
    follow(&mut ann, &room, bot);
    assert_eq!(ann.room(&room.id()).unwrap().seats(), [Color::Black]);
    assert!(!ann.room(&room.id()).unwrap().is_your_turn());
    assert_eq!(
        declined(&mut ann, RoomIntent::Place(Square::F5)),
        NotDone::Rule(RefusalCode::BotPlays)
    );
    let back = room.seat(Color::Black, "ann");
    follow(&mut ann, &room, back);
    play(&mut ann, &mut room, Square::F5);
}

#[test]
fn after_a_lost_connection_a_bot_keeps_the_seat_that_it_was_given() {
    let mut room = FakeRoom::playing("K7QP");
    for seats in [&[Color::Black][..], &Color::BOTH] {
        let mut ann = seated(&room, seats);
        let bot = room.seat_bot(Color::Black, "level-3", Some("ann"));
        follow(&mut ann, &room, bot);
        disconnect(&mut ann);
        let command = connect(&mut ann).remove(0).command;
        let Command::Join { role, .. } = command else { panic!("{command:?}") };
        // Who still plays the other seat comes back to that one.
        let expected = if seats.len() == 1 { RoleWish::Spectator } else { RoleWish::White };
        assert_eq!(role, expected);
    }
}

#[test]
fn colours_drawn_by_lot_are_told_apart_from_chosen_ones() {
    for (draw, expected) in [(true, Entered::Drawn), (false, Entered::Created)] {
        let room = FakeRoom::opened_by("K7QP", "ann");
        let mut ann = Session::default();
        connect(&mut ann);
        let seats = SeatChoices { draw, ..SeatChoices::default() };
        ask_for_seat(&mut ann, NewRoom { seats, ..NewRoom::default() }, token(1), "new");
        let id = requests(&mut ann)[0].id;
        ann.receive(joined(id, &room, &[Color::White]));
        let told = reports(&mut ann);
        assert!(
            matches!(&told[..], [Report::Joined { entered, .. }] if *entered == expected),
            "{told:?}"
        );
    }
}

#[test]
fn a_saved_game_is_told_by_its_name_and_a_removed_one_with_what_is_left() {
    let room = FakeRoom::playing("K7QP");
    let mut ann = seated(&room, &[Color::Black]);
    let name = save_name("friday");
    ann.ask(RoomIntent::Save { name: name.clone(), overwrite: false }, "E friday");
    let id = requests(&mut ann)[0].id;
    ann.receive(accepted(id, &room));
    let (request, seq) = ("E friday".to_owned(), room.seq());
    let saved = Report::Saved { request, room: room.id(), seq, name: name.clone() };
    assert_eq!(reports(&mut ann), [saved]);

    ann.ask(Intent::RemoveSave(name.clone()), "R friday");
    let id = requests(&mut ann)[0].id;
    ann.receive(ServerMessage::Saves { id, saves: Vec::new() });
    assert_eq!(reports(&mut ann), [Report::Saves { removed: Some(name), saves: Vec::new() }]);
    ann.ask(Query::Saves, "T");
    let id = requests(&mut ann)[0].id;
    ann.receive(ServerMessage::Saves { id, saves: Vec::new() });
    assert_eq!(reports(&mut ann), [Report::Saves { removed: None, saves: Vec::new() }]);
}

#[test]
fn a_finished_game_comes_back_under_its_ticket() {
    let room = FakeRoom::playing("K7QP");
    let mut session = Session::default();
    connect(&mut session);
    let ticket = session.ask(Intent::ShowGame(17), "show 17");
    let [Request { id, command: Command::Game { game: 17 } }] = requests(&mut session)[..] else {
        panic!("one request")
    };
    let human = |name: &str| Occupant::Human { name: PlayerName::new(name).unwrap() };
    let discs = DiscCounts { black: 4, white: 1 };
    let result =
        GameResult { outcome: Outcome::Draw, reason: EndReason::Agreement, discs, score: None };
    let summary = GameSummary {
        game: 17,
        room: room.id(),
        black: human("ann"),
        white: human("ben"),
        result,
        opening: None,
        ended_at_ms: 1,
    };
    let (start, actions) = (Position::START, vec![Action::Place(Square::F5)]);
    session.receive(ServerMessage::Game {
        id,
        summary: Box::new(summary.clone()),
        start,
        actions: actions.clone(),
    });
    let told = session.take_outputs();
    let [Output::Answer(Answer::FinishedGame { summary: told, transcript, .. })] = &told[..] else {
        panic!("{told:?}")
    };
    assert_eq!((&**told, &transcript[..]), (&summary, "f5"));
    assert!(!session.is_pending(ticket));
}

#[test]
fn a_refused_wish_names_the_words() {
    let room = FakeRoom::playing("K7QP");
    let mut ann = seated(&room, &[Color::Black]);
    ann.ask(RoomIntent::Offer(OfferKind::Undo), "U");
    let id = requests(&mut ann)[0].id;
    ann.receive(refused(id, RefusalCode::NothingToUndo));
    let [Report::Refused(refused)] = &reports(&mut ann)[..] else { panic!() };
    assert_eq!((refused.request.as_deref(), refused.reason.code()), (Some("U"), "nothing_to_undo"));
}

#[test]
fn only_a_room_that_its_creator_plays_in_needs_a_token() {
    let watched = "bot:level-1".parse().unwrap();
    let mut new = NewRoom::default();
    assert!(new.takes_seat());
    (new.seats.black, new.seats.white) = (watched, "bot:level-2".parse().unwrap());
    assert!(!new.takes_seat());
}

/// Loads a game; tells whether that goes into the current room, and not into a new one.
fn loads_here(mut session: Session) -> bool {
    clear(&mut session);
    connect(&mut session);
    session.ask(Intent::Load(save_name("friday")), "L friday");
    match &session.take_effects()[..] {
        [Effect::Send(Request { command: Command::Load { .. }, .. })] => true,
        [Effect::FetchSecrets(SeatFor::New(room), _)] => {
            assert_eq!(room.settings.start, Start::Saved { name: save_name("friday") });
            false
        }
        effects => panic!("{effects:?}"),
    }
}

#[test]
fn a_saved_game_goes_on_where_the_client_plays_and_not_in_a_room_that_still_waits() {
    let waiting = FakeRoom::opened_by("K7QP", "ann");
    let playing = FakeRoom::playing("K7QP");
    for (room, seats, expected) in [
        (&waiting, &[Color::Black][..], false),
        (&playing, &[Color::Black], true),
        (&playing, &[], false),
    ] {
        assert_eq!(loads_here(Reader::in_room(room, seats).session), expected);
    }
    assert!(!loads_here(Session::default()));
}
