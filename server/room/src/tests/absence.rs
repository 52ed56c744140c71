//! What comes of a game whose players are away, as deadlines tell it.

use reversi_game::Color;
use reversi_protocol::{RoomSettings, SeatChoice, SeatChoices};

use super::script::{check, check_in, open_room};
use crate::{Attendance, Deadline, Occupancy, Room, TimeoutAction, Timeouts, Timestamp};

const MINUTE: u64 = 60_000;
const WEEK: u64 = 7 * 24 * 60 * MINUTE;

/// Returns who is there when a side has left at this time.
fn without(away: &[Color], at: u64) -> Attendance {
    let mut attendance = Attendance::nobody(Timestamp(0));
    let everyone = Occupancy { seats: [true; 2], spectators: 0, people: 2 };
    attendance.update(&everyone, Timestamp(0));
    let seats = Color::BOTH.map(|color| !away.contains(&color));
    let people = seats.iter().filter(|is_there| **is_there).count();
    attendance.update(&Occupancy { seats, spectators: 0, people }, Timestamp(at));
    attendance
}

/// Returns what time does next, and when.
fn next(room: &Room, attendance: &Attendance) -> (TimeoutAction, u64) {
    let deadline = Deadline::next(room, attendance, &Timeouts::default()).unwrap();
    (deadline.action, deadline.at.0)
}

/// Ann and Ben after Black's first placement, which was event 5, at 5 s.
fn two_people() -> Room {
    check(
        "ann: sit -> ann sits black
         ben: sit -> ben sits white, started
         ann: f5  -> black f5",
    )
}

#[test]
fn absence_counts_from_when_it_is_the_absent_players_turn() {
    let room = two_people();
    // White is to move. Who is away on the own turn loses an hour later.
    let away = without(&[Color::White], 9_000);
    assert_eq!(next(&room, &away), (TimeoutAction::Abandon(Color::White), 9_000 + 60 * MINUTE));
    // Away since before that turn: the hour begins with the turn.
    let away = without(&[Color::White], 1_000);
    assert_eq!(next(&room, &away), (TimeoutAction::Abandon(Color::White), 5_000 + 60 * MINUTE));
    let loss = |away| Deadline::loss_by_absence(&room, away, &Timeouts::default());
    assert_eq!(loss(&away), Some((Color::White, Timestamp(5_000 + 60 * MINUTE))));
    assert_eq!(loss(&without(&[Color::Black], 9_000)), None);
}

#[test]
fn nobody_wins_by_not_moving_while_the_other_is_away() {
    let away = without(&[Color::Black], 1_000);
    assert_eq!(next(&two_people(), &away), (TimeoutAction::Abandon(Color::White), 5_000 + WEEK));
}

#[test]
fn offers_do_not_put_off_the_end_of_an_absence() {
    let room = check_in(
        two_people(),
        "ann: offer draw -> black offers draw
         ann: withdraw -> withdrawn",
    );
    let away = without(&[Color::White], 1_000);
    assert_eq!(next(&room, &away), (TimeoutAction::Abandon(Color::White), 5_000 + 60 * MINUTE));
}

#[test]
fn time_in_which_the_server_was_down_counts_against_nobody() {
    let mut room = two_people();
    let up_at = Timestamp(100 * MINUTE);
    room.resume(Timestamp(6_000), up_at);
    // After a start everyone is away; Black comes back after a second.
    let mut attendance = Attendance::nobody(up_at);
    let black = Occupancy { seats: [true, false], spectators: 0, people: 1 };
    attendance.update(&black, Timestamp(up_at.0 + 1_000));
    assert_eq!(next(&room, &attendance), (TimeoutAction::Abandon(Color::White), 160 * MINUTE));
}

fn alone(white: SeatChoice) -> Room {
    let seats = SeatChoices { white, ..SeatChoices::default() };
    open_room(seats, RoomSettings::default(), None).unwrap()
}

#[test]
fn a_game_against_a_bot_is_adjourned_when_its_player_stays_away() {
    let room = alone("bot:level-1".parse().unwrap());
    let away = without(&[Color::Black], 9_000);
    assert_eq!(next(&room, &away), (TimeoutAction::Adjourn, 9_000 + 60 * MINUTE));
    // On the bot's turn as well: it does not think for nobody.
    let room = check_in(room, "host: f5 -> black f5");
    assert_eq!(next(&room, &away), (TimeoutAction::Adjourn, 9_000 + 60 * MINUTE));
    check_in(
        room,
        "clock: adjourn -> adjourned
         kim: sit       -> refused room_full
         host: d6       -> refused adjourned
         host: return   -> resumed
         bot: d6        -> white d6
         clock: adjourn -> adjourned
         host: resume   -> resumed
         host: c3       -> black c3",
    );
}

#[test]
fn a_player_at_rest_loses_nothing_to_a_bot() {
    let room = alone("bot:level-1".parse().unwrap());
    assert_eq!(next(&room, &without(&[], 0)), (TimeoutAction::Adjourn, 4_000 + WEEK));
}

#[test]
fn a_game_with_oneself_is_adjourned_too() {
    let room = alone(SeatChoice::Me);
    let away = without(&Color::BOTH, 9_000);
    assert_eq!(next(&room, &away), (TimeoutAction::Adjourn, 9_000 + 60 * MINUTE));
    check_in(
        room,
        "clock: adjourn -> adjourned
         host: return white -> resumed
         host: f5 -> black f5",
    );
}

#[test]
fn nobody_waits_beside_a_bot_that_plays_for_someone() {
    let room = check_in(
        two_people(),
        "ann: bot white level-1 absent -> level-1 plays white
         bot: d6 -> white d6",
    );
    let away = without(&[Color::Black], 9_000);
    assert_eq!(next(&room, &away), (TimeoutAction::Adjourn, 9_000 + 60 * MINUTE));
    check_in(
        room,
        "clock: adjourn -> adjourned
         ann: return    -> nothing
         ann: resume    -> resumed
         clock: adjourn -> adjourned
         ben: return    -> nothing
         ben: resume    -> resumed
         ben: return    -> white is back",
    );
}

#[test]
fn whose_bot_plays_finds_the_game_adjourned_and_takes_the_seat_back_at_once() {
    check_in(
        alone("bot:level-2".parse().unwrap()),
        "host: bot black level-1 -> level-1 plays black
         clock: adjourn -> adjourned
         host: return   -> resumed, black is back
         host: f5       -> black f5",
    );
}

#[test]
fn an_offer_does_not_outlive_the_game_that_time_adjourns() {
    let room = check_in(
        two_people(),
        "ann: offer draw -> black offers draw
         clock: adjourn  -> game_ended, adjourned",
    );
    assert_eq!(room.pending_offer(), None);
}

#[test]
fn a_game_that_one_person_opened_and_nobody_touched_closes_after_hours() {
    let month = 30 * 24 * 60 * MINUTE;
    for (moves, kept) in [("", 180 * MINUTE), ("host: f5 -> black f5\n", month)] {
        let script = format!("{moves}clock: adjourn -> adjourned");
        let room = check_in(alone(SeatChoice::Me), &script);
        let (action, at) = next(&room, &without(&Color::BOTH, 9_000));
        assert_eq!(action, TimeoutAction::Close);
        assert_eq!(at - at % MINUTE, kept, "{moves:?}");
    }
    let script = "ann: sit -> ann sits black\nben: sit -> ben sits white, started\nclock: adjourn -> adjourned";
    let (_, at) = next(&check(script), &without(&Color::BOTH, 9_000));
    assert_eq!(at - at % MINUTE, month, "two people sat here");
}

#[test]
fn whoever_waits_for_an_absent_player_may_claim_the_game_or_a_draw_after_a_while() {
    let room = two_people();
    let from = |away| Deadline::claim(&room, &away, &Timeouts::default());
    assert_eq!(from(without(&[Color::White], 9_000)), Some(Timestamp(9_000 + 2 * MINUTE)));
    assert_eq!(from(without(&[Color::White], 1_000)), Some(Timestamp(5_000 + 2 * MINUTE)));
    // Nobody is awaited by one who is away too, or on the own turn.
    assert_eq!(
        [&[Color::Black][..], &Color::BOTH, &[]].map(|away| from(without(away, 0))),
        [None; 3]
    );
    check_in(
        room,
        "ann: claim never -> refused not_now
         ann: claim early -> refused seat_kept
         ben: claim       -> refused not_now
         kim: claim       -> refused not_seated
         ann: claim       -> black wins by abandonment",
    );
    check_in(two_people(), "ann: claim draw -> a draw by abandonment");
}
