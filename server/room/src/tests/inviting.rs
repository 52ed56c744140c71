//! A seat that is kept for whoever was invited: who gets it, and when everyone may have it again.

use reversi_game::Color;
use reversi_protocol::{RefusalCode, RoomSettings, SeatChoice, SeatChoices};

use super::script::{check, check_in, open_invited, secret};

use crate::{Attendance, Audience, Deadline, Room, TimeoutAction, Timeouts, Timestamp};

fn invited(seats: SeatChoices) -> Result<Room, RefusalCode> {
    let settings = RoomSettings::default();
    open_invited(seats, settings, None, secret("key")).map_err(|refusal| refusal.code)
}

/// Tells whether everyone is shown that the seat is kept, in the room and in the list.
fn is_reserved(room: &Room) -> bool {
    let nobody = Attendance::nobody(Timestamp(0));
    let shown = [Audience::Players, Audience::Spectators].map(|it| room.view(it, &nobody).reserved);
    assert_eq!(shown, [room.summary(&nobody).reserved; 2]);
    shown[0]
}

#[test]
fn a_reserved_seat_is_for_whoever_shows_the_invitation_and_for_nobody_twice() {
    let room = check_in(
        invited(SeatChoices::default()).unwrap(),
        "ben: sit            -> refused seat_reserved
         ben: sit with other -> refused seat_reserved
         ben: sit black      -> refused seat_taken
         ben: return         -> refused seat_reserved
         host: sit           -> nothing",
    );
    assert!(is_reserved(&room));
    let room = check_in(
        room,
        "kim: sit with key   -> kim sits white, started
         ben: sit with key   -> refused room_full
         host: invite key    -> refused not_now
         kim: return         -> nothing
         host: f5            -> black f5
         kim: offer adjourn  -> white offers adjourn
         host: yes           -> accepted, adjourned
         kim: sit            -> nothing
         host: resume        -> resumed
         host: resign        -> white wins by resignation
         kim: offer rematch  -> white offers rematch
         host: yes           -> accepted, swapped, started",
    );
    assert!(!is_reserved(&room));
}

#[test]
fn the_host_and_the_players_keep_the_open_seat_and_open_it_again() {
    let room = check(
        "ann: sit            -> ann sits black
         ben: invite one     -> refused not_host
         -: invite one       -> refused not_host
         ann: invite -       -> nothing
         ann: invite one     -> reserved
         ann: invite one     -> nothing
         ben: sit with two   -> refused seat_reserved
         host: invite two    -> reserved
         ben: sit with one   -> refused seat_reserved
         ben: invite -       -> refused not_host
         ann: invite -       -> released
         ann: invite -       -> nothing
         ben: sit with one   -> ben sits white, started",
    );
    assert!(!is_reserved(&room));
}

#[test]
fn an_invitation_lapses_when_the_one_who_waits_goes_and_when_a_bot_sits_down() {
    for gone in ["ann: stand -> black left", "clock: unseat black -> black absent"] {
        let waits = "ann: sit -> ann sits black\n ann: invite one -> reserved";
        let room = check(&format!(
            "{waits}
             {gone}
             host: invite one -> refused not_now"
        ));
        assert!(!is_reserved(&room), "{gone}");
        check_in(room, "ben: sit -> ben sits black");
    }
    let room = check(
        "ann: sit               -> ann sits black
         ann: invite one        -> reserved
         ann: bot white level-1 -> level-1 plays white, started",
    );
    assert!(!is_reserved(&room));
    // Bots that take turns in the other seat change nothing.
    let bot = SeatChoices {
        black: SeatChoice::Bot("level-1".parse().unwrap()),
        white: SeatChoice::Open,
        draw: false,
    };
    let room = check_in(
        invited(bot).unwrap(),
        "host: bot black level-2 -> level-2 plays black
         ben: sit                -> refused seat_reserved
         host: free black        -> black freed
         ben: sit                -> ben sits black",
    );
    assert!(!is_reserved(&room));
}

/// Whoever sends a link on a phone leaves the page for it.
#[test]
fn an_invitation_keeps_the_seat_of_whoever_waits_and_the_room_for_half_an_hour() {
    const MINUTE: u64 = 60_000;
    let nobody = Attendance::nobody(Timestamp(0));
    let next = |room: &Room| {
        let deadline = Deadline::next(room, &nobody, &Timeouts::default()).unwrap();
        (deadline.action, deadline.at.0)
    };
    let waits = check("ann: sit -> ann sits black");
    assert_eq!(next(&waits), (TimeoutAction::Unseat(Color::Black), 2 * MINUTE));
    let invites = check_in(waits, "ann: invite one -> reserved");
    assert_eq!(next(&invites), (TimeoutAction::Unseat(Color::Black), 30 * MINUTE));
    let lapsed = check_in(invites, "clock: unseat black -> black absent");
    assert_eq!(next(&lapsed), (TimeoutAction::Close, 10 * MINUTE));
}

#[test]
fn an_invitation_is_for_exactly_one_seat() {
    for seat in [SeatChoice::Me, SeatChoice::Open] {
        let seats = SeatChoices { black: seat.clone(), white: seat, draw: false };
        assert_eq!(invited(seats), Err(RefusalCode::BadRequest));
    }
}

#[test]
fn an_open_seat_is_for_those_whom_it_is_opened_to_and_for_whoever_is_invited() {
    let open_to = |opponents: &str, invitation| {
        let opponents = opponents.parse().unwrap();
        let settings = RoomSettings { opponents, ..RoomSettings::default() };
        open_invited(SeatChoices::default(), settings, None, invitation).unwrap()
    };
    check_in(
        open_to("no-guests,3-6", None),
        "ben: sit          -> refused key_missing
         ben: sit as 4     -> refused key_missing
         ben: sit keyed 2  -> refused other_strength
         ben: sit keyed 7  -> refused other_strength
         ben: sit keyed -  -> refused other_strength
         ben: sit keyed 6  -> ben sits white, started
         kim: sit keyed 4  -> refused room_full
         ben: sit          -> nothing
         host: resign      -> white wins by resignation
         ben: offer rematch -> white offers rematch
         host: yes         -> accepted, swapped, started",
    );
    check_in(open_to("3-6", None), "ben: sit as 3 -> ben sits white, started");
    check_in(
        open_to("no-guests,3-6", secret("key")),
        "ben: sit keyed 4  -> refused seat_reserved
         ben: sit with key -> ben sits white, started",
    );
}
