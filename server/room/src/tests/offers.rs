//! What players agree on, line by line.

use std::time::Duration;

use reversi_protocol::{
    Hints, OfferKind, Refusal, RefusalCode, RoomSettings, SeatChoice, SeatChoices, Start,
    UndoPolicy,
};

use super::script::{OVER, actor, check, check_from, check_in, open_room};

use crate::{Command, Room, Timestamp};

/// Two people at a game of two plies.
const TWO: &str = "ann: sit -> ann sits black
     ben: sit -> ben sits white, started
     ann: f5  -> black f5
     ben: d6  -> white d6
     ";

fn check_two(script: &str) {
    check(&format!("{TWO}{script}"));
}

#[test]
fn undo_goes_back_to_the_askers_own_decision_when_the_other_agrees() {
    check_two(
        "ann: offer undo -> black offers undo to ply 0
         ann: yes        -> refused stale_offer
         kim: yes        -> refused stale_offer
         ben: yes 4      -> refused stale_offer
         ben: yes        -> accepted, black takes back 2 to ply 0
         ben: yes        -> refused stale_offer
         ben: d6         -> refused not_your_turn
         ann: e6         -> black e6
         ann: offer undo -> black offers undo to ply 0
         ben: yes        -> accepted, black takes back 1 to ply 0
         ben: offer undo -> refused nothing_to_undo",
    );
}

#[test]
fn an_undo_goes_back_over_a_forced_pass() {
    // After White's f8 Black has no legal square and White places again.
    let moves = "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8".to_owned();
    check_from(
        Start::Transcript { moves },
        "ann: sit -> ann sits black
         ben: sit -> ben sits white, started
         ben: f8  -> white f8, black passes
         ben: offer undo -> white offers undo to ply 15
         ann: yes -> accepted, white takes back 1 to ply 15
         ben: f8  -> white f8, black passes
         ben: c3  -> white c3
         ann: offer undo -> black offers undo to ply 14
         ben: yes -> accepted, black takes back 3 to ply 14
         ann: g8  -> black g8",
    );
}

#[test]
fn an_offer_dies_when_the_other_side_moves_and_not_when_its_maker_does() {
    check_two(
        "ben: offer undo -> white offers undo to ply 1
         ann: c3         -> overtaken, black c3
         ann: yes        -> refused stale_offer
         ben: d3         -> white d3
         ann: offer draw -> black offers draw
         ann: c4         -> black c4
         ben: no         -> declined
         ann: yes        -> refused stale_offer",
    );
}

#[test]
fn an_offer_never_comes_to_mean_more_than_was_asked() {
    check_two(
        "ann: offer undo -> black offers undo to ply 0
         ann: c3         -> withdrawn, black c3
         ben: yes        -> refused stale_offer
         ann: offer undo -> black offers undo to ply 2
         ben: yes        -> accepted, black takes back 1 to ply 2",
    );
    check(
        "ann: sit -> ann sits black
         ben: sit -> ben sits white, started
         ann: offer swap_seats -> black offers swap_seats
         ann: f5  -> withdrawn, black f5
         ben: yes -> refused stale_offer",
    );
    let free = RoomSettings { undo: Some(UndoPolicy::Free), ..RoomSettings::default() };
    check_in(
        open_room(SeatChoices::default(), free, None).unwrap(),
        "ben: sit -> ben sits white, started
         host: f5 -> black f5
         host: offer undo -> black takes back 1 to ply 0
         host: offer swap_seats -> black offers swap_seats
         ben: redo -> overtaken, redone to ply 1",
    );
}

#[test]
fn between_two_people_nothing_is_made_again_where_undo_is_asked_for() {
    check_two(
        "ann: offer undo -> black offers undo to ply 0
         ben: yes        -> accepted, black takes back 2 to ply 0
         ann: redo       -> refused redo_off",
    );
}

#[test]
fn an_offer_is_withdrawn_expires_or_ends_with_the_game() {
    check_two(
        "ann: offer draw -> black offers draw
         ben: withdraw   -> refused stale_offer
         ann: withdraw   -> withdrawn
         ann: withdraw   -> refused stale_offer
         ann: offer undo -> black offers undo to ply 0
         clock: expire 7 -> nothing
         clock: expire 9 -> expired
         clock: expire 9 -> nothing
         ben: offer draw -> white offers draw
         ann: resign     -> game_ended, white wins by resignation
         ann: yes        -> refused stale_offer",
    );
}

#[test]
fn a_declined_offer_waits_before_it_is_made_again() {
    check_two(
        "ann: offer undo -> black offers undo to ply 0
         ann: offer undo -> refused offer_pending
         ben: offer undo -> refused offer_pending
         ann: offer draw -> refused offer_pending
         ben: no         -> declined
         ben: offer draw -> white offers draw",
    );
    let room = check(&format!(
        "{TWO}ann: offer undo -> black offers undo to ply 0
         ben: no         -> declined"
    ));
    // It was declined by event 8, at 8 s; 20 s after that it may be made again.
    let undo = Command::Offer { kind: OfferKind::Undo, saved: None };
    let at = |ms| room.decide(actor("ann"), &undo, Timestamp(ms));
    assert_eq!(at(18_000), Err(Refusal::wait(RefusalCode::OfferTooSoon, Duration::from_secs(10))));
    assert!(at(28_000).is_ok());
}

#[test]
fn a_declined_undo_does_not_keep_other_moves_from_being_taken_back() {
    let declined = format!(
        "{TWO}ann: offer undo -> black offers undo to ply 0
         ben: no         -> declined"
    );
    let undo = Command::Offer { kind: OfferKind::Undo, saved: None };
    // Declined at 8 s.
    let again = check(&declined).decide(actor("ann"), &undo, Timestamp(18_000));
    let wait = Duration::from_secs(10);
    assert_eq!(again, Err(Refusal::wait(RefusalCode::OfferTooSoon, wait)));
    let room = check(&format!(
        "{declined}
         ann: c3 -> black c3
         ben: d3 -> white d3"
    ));
    assert!(room.decide(actor("ann"), &undo, Timestamp(18_000)).is_ok());
}

#[test]
fn what_was_withdrawn_waits_too_and_each_kind_by_itself() {
    let room = check(&format!(
        "{TWO}ann: offer undo -> black offers undo to ply 0
         ann: withdraw   -> withdrawn
         ann: offer draw -> black offers draw
         ben: no         -> declined
         ben: offer draw -> white offers draw
         ben: withdraw   -> withdrawn"
    ));
    let offer = |who, kind, ms| {
        let offer = Command::Offer { kind, saved: None };
        room.decide(actor(who), &offer, Timestamp(ms))
    };
    // Withdrawn or declined by events 8, 10 and 12, at as many seconds.
    for (who, kind, ended_ms) in [
        ("ann", OfferKind::Undo, 8_000),
        ("ann", OfferKind::Draw, 10_000),
        ("ben", OfferKind::Draw, 12_000),
    ] {
        let too_soon = Err(Refusal::wait(RefusalCode::OfferTooSoon, Duration::from_secs(1)));
        assert_eq!(offer(who, kind, ended_ms + 19_000), too_soon, "{who} {kind:?}");
        assert!(offer(who, kind, ended_ms + 20_000).is_ok(), "{who} {kind:?}");
    }
    assert!(offer("ben", OfferKind::Undo, 12_000).is_ok());
}

#[test]
fn two_who_offer_the_same_have_agreed() {
    check_two(
        "ann: offer draw -> black offers draw
         ben: offer draw -> accepted, a draw by agreement
         ben: offer rematch -> white offers rematch
         ann: offer rematch -> accepted, swapped, started
         ann: f5 -> refused not_your_turn
         ben: f5 -> black f5",
    );
}

#[test]
fn nothing_is_offered_by_those_who_only_watch_or_where_it_makes_no_sense() {
    check_two(
        "kim: offer draw       -> refused not_seated
         ann: offer rematch    -> refused not_now
         ann: offer swap_seats -> refused not_now
         ann: resign           -> white wins by resignation
         ann: offer undo       -> refused game_over
         ann: offer draw       -> refused game_over
         ann: offer rematch    -> black offers rematch
         ben: stand            -> overtaken, white left
         ann: offer rematch    -> refused not_now",
    );
    check(
        "ann: sit -> ann sits black
           ann: offer undo -> refused not_started",
    );
}

#[test]
fn seats_are_swapped_before_the_first_placement_or_after_the_end() {
    check(
        "ann: sit -> ann sits black
         ben: sit -> ben sits white, started
         ben: offer swap_seats -> white offers swap_seats
         ann: yes -> accepted, swapped
         ann: f5  -> refused not_your_turn
         ben: f5  -> black f5
         ben: resign -> white wins by resignation
         ann: offer swap_seats -> white offers swap_seats
         ben: yes -> accepted, swapped
         ann: offer rematch -> black offers rematch
         ben: yes -> accepted, swapped, started
         ben: f5 -> black f5",
    );
}

#[test]
fn an_adjourned_game_takes_nothing_until_both_are_back() {
    check_two(
        "ann: offer adjourn -> black offers adjourn
         ben: yes    -> accepted, adjourned
         ann: c3     -> refused adjourned
         ann: resign -> refused adjourned
         ann: stand  -> nothing
         ann: return -> nothing
         kim: resume -> refused not_seated
         kim: sit    -> refused room_full
         ann: resume alone -> refused adjourned
         ben: resume -> resumed
         ann: c3     -> black c3",
    );
}

#[test]
fn hints_are_allowed_by_agreement() {
    check_two(
        "ann: hint -> refused hints_forbidden
         ben: offer allow_hints -> white offers allow_hints
         ann: yes  -> accepted, hints allowed
         ann: hint -> nothing
         ann: offer allow_hints -> refused not_now",
    );
}

#[test]
fn a_saved_game_is_loaded_by_agreement() {
    check_two(
        "ann: load f5d6c3 -> black offers load two at 3
         ben: yes -> accepted, loaded 3 plies
         ben: d3  -> white d3
         ben: offer undo -> white offers undo to ply 3
         ann: yes -> accepted, white takes back 1 to ply 3
         ben: offer undo -> white offers undo to ply 1
         ann: yes -> accepted, white takes back 2 to ply 1
         ben: load e6f4e3f6g5d6e7f5c5 -> white offers load two at 9
         ann: yes -> accepted, loaded 9 plies, black wins by no moves left
         ann: offer undo -> refused game_over
         ben: load f5 -> white offers load two at 1
         ann: yes -> accepted, loaded 1 plies
         ben: d6  -> white d6
         ann: resign -> white wins by resignation
         ben: stand -> white left
         ann: load f5 -> refused not_now",
    );
}

#[test]
fn a_game_that_was_saved_at_its_end_is_finished_where_it_is_loaded() {
    let ends = "loaded 9 plies, black wins by no moves left";
    let script = format!(
        "host: load {OVER} -> {ends}
         host: load {OVER} -> {ends}
         host: load f5     -> loaded 1 plies
         host: load {OVER} -> {ends}
         host: offer undo  -> refused game_over
         host: offer rematch -> swapped, started"
    );
    let room = check_in(alone(None, "bot:level-1"), &script);
    assert_eq!(room.game().ply(), 0);
    let seated = format!(
        "host: load {OVER} bot:level-2 host -> \
         loaded 9 plies, swapped, level-2 plays black, black wins by no moves left"
    );
    check_in(alone(None, "bot:level-1"), &seated);
}

#[test]
fn a_room_that_starts_where_a_game_is_over_is_finished_with_its_second_player() {
    let start = Start::Transcript { moves: OVER.to_owned() };
    let room = check_from(
        start,
        "ann: sit -> ann sits black
         ben: sit -> ben sits white, started, black wins by no moves left
         ann: a1 -> refused game_over
         ann: offer rematch -> black offers rematch
         ben: yes -> accepted, swapped, started
         ben: f5 -> black f5",
    );
    assert_eq!(room.game().ply(), 1, "another game begins at the first position");
}

fn alone(undo: Option<UndoPolicy>, white: &str) -> Room {
    let white: SeatChoice = white.parse().unwrap();
    let seats = SeatChoices { white, ..SeatChoices::default() };
    open_room(seats, RoomSettings { undo, ..RoomSettings::default() }, None).unwrap()
}

#[test]
fn against_a_bot_undo_is_at_once_and_redo_follows() {
    check_in(
        alone(None, "bot:level-1"),
        "host: offer undo -> refused nothing_to_undo
         host: redo -> refused nothing_to_redo
         host: f5 -> black f5
         host: offer undo -> black takes back 1 to ply 0
         host: redo -> redone to ply 1
         bot: d6  -> white d6
         host: c3 -> black c3
         bot: d3  -> white d3
         host: offer undo -> black takes back 2 to ply 2
         host: offer undo -> black takes back 2 to ply 0
         host: redo -> redone to ply 2
         host: c4 -> black c4
         host: redo -> refused nothing_to_redo
         host: offer draw -> refused bot_declines
         host: offer adjourn -> adjourned
         host: resume -> resumed
         host: resign -> white wins by resignation
         host: offer rematch -> swapped, started
         bot: f5 -> black f5",
    );
}

#[test]
fn who_holds_both_seats_undoes_move_by_move() {
    check_in(
        alone(None, "me"),
        "host: f5 -> black f5
         host: d6 -> white d6
         host: offer undo -> white takes back 1 to ply 1
         host: offer undo -> black takes back 1 to ply 0
         host: redo -> redone to ply 1
         host: redo -> redone to ply 2
         host: offer draw -> a draw by agreement
         host: offer rematch -> started
         host: f5 -> black f5",
    );
}

#[test]
fn a_room_may_forbid_undo_or_free_it() {
    check_in(
        alone(Some(UndoPolicy::Off), "bot:level-1"),
        "host: f5 -> black f5
         host: offer undo -> refused undo_off",
    );
    let free = RoomSettings {
        undo: Some(UndoPolicy::Free),
        hints: Some(Hints::Allowed),
        ..RoomSettings::default()
    };
    check_in(
        open_room(SeatChoices::default(), free, None).unwrap(),
        "ben: sit -> ben sits white, started
         host: f5 -> black f5
         host: offer undo -> black takes back 1 to ply 0
         ben: redo -> redone to ply 1
         host: offer draw -> black offers draw",
    );
}

#[test]
fn against_a_bot_there_is_nothing_to_undo_at_first_and_a_rematch_begins_at_once() {
    let seats = SeatChoices { white: "bot:level-1".parse().unwrap(), ..SeatChoices::default() };
    let room = open_room(seats, RoomSettings::default(), None).unwrap();
    check_in(
        room,
        "host: offer undo    -> refused nothing_to_undo
         host: f5            -> black f5
         host: resign        -> white wins by resignation
         host: yes           -> refused stale_offer
         host: offer undo    -> refused game_over
         host: offer rematch -> swapped, started
         host: offer undo    -> refused nothing_to_undo
         bot: d3             -> black d3
         host: c3            -> white c3",
    );
}

#[test]
fn a_saved_game_brings_its_bots_back_to_a_table_of_one_person() {
    // Both seats in one hand: the bot plays in the second one, and undo is the person's own.
    check(
        "ann: sit black -> ann sits black
         ann: sit white -> ann sits white, started
         ann: load f5d6 ann bot:level-1 -> loaded 2 plies, level-1 plays white
         ann: c3         -> black c3
         ann: d3         -> refused bot_plays
         bot: d3         -> white d3
         ann: offer undo -> black takes back 2 to ply 2
         ann: load f5d6 ann ann -> loaded 2 plies, white is back
         ann: load f5d6 bot:level-1 ann -> loaded 2 plies, level-1 plays black
         ann: resign     -> black wins by resignation",
    );
}

#[test]
fn a_saved_game_changes_sides_and_bots_as_it_was() {
    let seats = SeatChoices { white: "bot:level-1".parse().unwrap(), ..SeatChoices::default() };
    let room = open_room(seats, RoomSettings::default(), None).unwrap();
    check_in(
        room,
        "host: load f5d6 bot:level-1 ann -> loaded 2 plies, swapped
         bot: c3          -> black c3
         host: d3         -> white d3
         host: load f5d6 bot:level-2 ann -> loaded 2 plies, level-2 plays black
         host: load f5d6 - - -> loaded 2 plies
         host: load f5d6 ann ben -> loaded 2 plies, host sits black
         host: c3         -> black c3
         host: d3         -> white d3",
    );
}

#[test]
fn a_saved_game_leaves_two_people_in_their_seats() {
    check_two(
        "ann: load f5 ann bot:level-1 -> black offers load two at 1
         ben: yes -> accepted, loaded 1 plies
         ben: d6 -> white d6",
    );
}

#[test]
fn a_named_seat_alone_is_taken_back() {
    check(
        "ann: sit black -> ann sits black
         ann: sit white -> ann sits white, started
         ann: bot black level-1 -> level-1 plays black
         ann: bot white level-1 -> level-1 plays white
         ann: sit white -> white is back
         ann: f5        -> refused bot_plays
         ann: sit       -> black is back
         ann: f5        -> black f5",
    );
}
