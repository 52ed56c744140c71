//! What a room does, line by line.

use reversi_game::{Board, Color, DiscCounts, Game, Position};
use reversi_protocol::{
    Hints, Nick, Phase, RefusalCode, RoomSettings, SeatChoice, SeatChoices, Start,
};

use super::script::{
    LOT, NOW, actor, check, check_from, check_in, empty_room, entries, id, name, open_room,
};

use crate::{
    Actor, Attendance, Audience, Command, Competition, Lot, OpenRequest, Room, SecretHash,
    Timestamp, open,
};

#[test]
fn two_people_sit_down_and_the_game_begins() {
    check(
        "ann: sit   -> ann sits black
         ben: f5    -> refused not_seated
         ann: f5    -> refused not_started
         ben: sit   -> ben sits white, started
         kim: sit   -> refused room_full
         kim: sit white -> refused seat_taken
         ben: f5    -> refused not_your_turn
         ann: f5    -> black f5
         ann: d6    -> refused not_your_turn
         ben: f5    -> refused occupied
         ben: a1    -> refused turns_nothing
         ben: d6@0  -> refused stale_ply
         ben: d6@2  -> refused stale_ply
         kim: d6    -> refused not_seated
         -: d6      -> refused not_seated
         ben: d6    -> white d6",
    );
}

#[test]
fn a_token_comes_back_to_its_seat_and_no_other_does() {
    check(
        "ann: sit black   -> ann sits black
         ben: sit         -> ben sits white, started
         ann: return      -> nothing
         ann: sit black   -> nothing
         ann: sit white   -> refused seat_taken
         kim: return      -> refused wrong_token
         kim: return black -> refused wrong_token
         -: sit           -> refused token_missing
         ann: stand       -> nothing
         ann: f5          -> black f5",
    );
}

#[test]
fn a_seat_left_before_the_game_is_free_at_once_and_one_of_an_absent_player_after_a_while() {
    check(
        "ann: sit         -> ann sits black
         ann: stand       -> black left
         ann: sit white   -> ann sits white
         clock: unseat black -> nothing
         clock: unseat white -> white absent
         ben: sit         -> ben sits black
         ann: return      -> ann sits white, started
         clock: unseat black -> nothing
         clock: close     -> nothing",
    );
}

#[test]
fn one_person_may_hold_both_seats() {
    check(
        "ann: sit black   -> ann sits black
         ann: sit white   -> ann sits white, started
         ann: f5          -> black f5
         ann: d6          -> white d6
         ann: resign      -> white wins by resignation",
    );
}

#[test]
fn a_blocked_side_passes_and_the_game_goes_on() {
    // A real game: after its 16 placements Black has no legal square, White has.
    let moves = "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8".to_owned();
    let room = check_from(
        Start::Transcript { moves },
        "ann: sit -> ann sits black
         ben: sit -> ben sits white, started
         ben: f8  -> white f8, black passes
         ann: c3  -> refused not_your_turn
         ben: c3@16 -> refused stale_ply
         ben: c3  -> white c3",
    );
    assert_eq!(room.game().position().to_move, Color::Black);
}

#[test]
fn a_bot_that_is_blocked_passes_and_keeps_its_seat() {
    // The same game: after White's f8 it is the bot that has no legal square.
    let moves = "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8".to_owned();
    let seats =
        SeatChoices { black: "bot:level-1".parse().unwrap(), white: SeatChoice::Me, draw: false };
    let settings = RoomSettings { start: Start::Transcript { moves }, ..RoomSettings::default() };
    let room = check_in(
        open_room(seats, settings, None).unwrap(),
        "host: f8   -> white f8, black passes
         host: c3   -> white c3
         bot: c2    -> black c2
         host: offer undo -> white takes back 2 to ply 17
         host: offer undo -> white takes back 1 to ply 15
         host: resign -> black wins by resignation",
    );
    // What the bot thought about meanwhile comes too late.
    let late = Command::Place { ply: 15, square: "c3".parse().unwrap(), lag_ms: 0 };
    assert_eq!(
        room.decide(Actor::Bot(Color::Black), &late, NOW),
        Err(RefusalCode::GameOver.into())
    );
}

#[test]
fn a_pass_at_the_start_belongs_to_the_game() {
    // Black h1, White g1: White to move has no legal square, Black has f1.
    let board: Board =
        "------OX--------------------------------------------------------".parse().unwrap();
    check_from(
        Start::Board { board, to_move: Color::White, moves: String::new() },
        "ann: sit -> ann sits black
         ben: sit -> ben sits white, started
         ann: f1@0 -> refused stale_ply
         ann: f1@1 -> black f1, black wins by no moves left",
    );
}

#[test]
fn moves_from_another_start_are_undone_back_to_it() {
    // The real game of above, cut after ten placements: the rest is played from that board.
    let ten = Game::replay(Position::START, &"e6f6c4c5c6d6g7f4g4g6".parse().unwrap()).unwrap();
    let Position { board, to_move } = ten.position();
    let room = check_from(
        Start::Board { board, to_move, moves: "e7h8h6g5g8f8".to_owned() },
        "ann: sit black  -> ann sits black
         ann: sit white  -> ann sits white, started
         ann: c3@7       -> white c3
         ann: offer undo -> white takes back 1 to ply 7
         ann: offer undo -> white takes back 1 to ply 5
         ann: offer undo -> black takes back 1 to ply 4
         ann: offer undo -> white takes back 1 to ply 3
         ann: offer undo -> black takes back 1 to ply 2
         ann: offer undo -> white takes back 1 to ply 1
         ann: offer undo -> black takes back 1 to ply 0
         ann: offer undo -> refused nothing_to_undo",
    );
    assert_eq!(room.game().position(), Position { board, to_move });
}

#[test]
fn a_wipe_out_ends_the_game_with_the_empties_to_the_winner() {
    // One of the 228 shortest games; 13-0 on the board is 64-0 by the federation's rule.
    let room = check(
        "ann: sit -> ann sits black
         ben: sit -> ben sits white, started
         ann: e6 -> black e6
         ben: f4 -> white f4
         ann: e3 -> black e3
         ben: f6 -> white f6
         ann: g5 -> black g5
         ben: d6 -> white d6
         ann: e7 -> black e7
         ben: f5 -> white f5
         ann: c5 -> black c5, black wins by no moves left
         ben: a1 -> refused game_over
         ben: resign -> refused game_over
         kim: sit -> refused game_over
         ann: sit -> nothing
         clock: abandon white -> nothing
         ann: stand -> black left
         clock: close -> closed
         ben: resign -> refused room_closed
         kim: sit -> refused room_closed",
    );
    let result = room.result().unwrap();
    assert_eq!(result.discs, DiscCounts { black: 13, white: 0 });
    assert_eq!(result.score, Some(DiscCounts { black: 64, white: 0 }));
    let view = room.view(Audience::Spectators, &Attendance::nobody(Timestamp(0)));
    assert_eq!((view.phase, view.position.to_move), (Phase::Closed, None));
    assert_eq!(view.position.legal, None);
}

#[test]
fn giving_up_and_staying_away_lose() {
    check(
        "ann: sit -> ann sits black
         ben: sit -> ben sits white, started
         kim: resign -> refused not_seated
         ben: resign -> black wins by resignation
         ann: resign -> refused game_over",
    );
    check(
        "ann: sit -> ann sits black
         ben: sit -> ben sits white, started
         clock: abandon black -> white wins by abandonment",
    );
}

#[test]
fn a_game_cannot_start_where_nobody_can_move() {
    let refused = |start| empty_room(start).unwrap_err();
    let full = Start::Board {
        board: "X".repeat(64).parse().unwrap(),
        to_move: Color::Black,
        moves: String::new(),
    };
    assert_eq!(refused(full).code, RefusalCode::BadStart);
    let illegal = refused(Start::Transcript { moves: "f5f5".to_owned() });
    assert!(illegal.message().contains("move 2 (f5, ply 1): f5 is occupied"), "{illegal}");
    let garbage = refused(Start::Transcript { moves: "f5 k9".to_owned() });
    assert!(garbage.message().contains("byte 3"), "{garbage}");
}

#[test]
fn white_may_move_first() {
    check_from(
        Start::Standard { first: Color::White },
        "ann: sit -> ann sits black
         ben: sit -> ben sits white, started
         ann: f5  -> refused not_your_turn
         ben: f4  -> white f4",
    );
}

fn bot(name: &str) -> SeatChoice {
    SeatChoice::Bot(name.parse().unwrap())
}

#[test]
fn a_host_seats_bots_and_takes_them_out_before_the_game() {
    check_in(
        open_room(
            SeatChoices { black: SeatChoice::Open, ..SeatChoices::default() },
            RoomSettings::default(),
            None,
        )
        .unwrap(),
        "kim: bot white level-1  -> refused not_host
         host: bot white level-1 -> level-1 plays white
         host: bot white level-9 -> level-9 plays white
         kim: sit white          -> refused seat_taken
         kim: free white         -> refused not_host
         host: free white        -> white freed
         host: free white        -> nothing
         ann: sit black          -> ann sits black
         host: bot black level-1 -> refused seat_taken
         host: free black        -> refused seat_taken
         host: bot white 000-hard -> 000-hard plays white, started
         host: free white        -> refused seat_taken
         ann: f5                 -> black f5
         ann: d6                 -> refused not_your_turn
         bot: d6                 -> white d6",
    );
}

#[test]
fn a_bot_keeps_the_seat_of_one_who_left_and_hands_it_back() {
    check(
        "ann: sit -> ann sits black
         ben: sit -> ben sits white, started
         ben: bot black level-3 -> refused seat_taken
         kim: bot black level-3 -> refused not_host
         ann: stand -> nothing
         ben: bot black level-3 lost -> refused seat_kept
         ben: bot black level-3 absent -> level-3 plays black
         ben: bot black 003-easy absent -> refused seat_taken
         ann: bot black level-9 -> level-9 plays black
         ann: f5 -> refused bot_plays
         bot: f5 -> black f5
         kim: sit black -> refused seat_taken
         ben: d6 -> white d6
         ann: return -> black is back
         ann: c3 -> black c3
         ben: bot white level-3 -> level-3 plays white
         bot: d3 -> white d3
         ben: return white -> white is back
         ann: resign -> white wins by resignation
         ben: bot black level-1 absent -> refused game_over",
    );
}

#[test]
fn two_bots_play_while_anyone_watches() {
    let seats = SeatChoices { black: bot("level-1"), white: bot("level-2"), draw: false };
    let room = open_room(seats, RoomSettings::default(), None).unwrap();
    assert_eq!(room.bot_to_move().map(|(color, _)| color), Some(Color::Black));
    check_in(
        room,
        "bot: f5   -> black f5
         host: d6  -> refused not_seated
         bot: d6   -> white d6
         host: bot black level-5 -> level-5 plays black
         clock: close -> closed",
    );
}

#[test]
fn hints_are_for_those_who_play_alone_unless_the_room_says_otherwise() {
    let alone = SeatChoices { white: bot("level-1"), ..SeatChoices::default() };
    check_in(
        open_room(alone.clone(), RoomSettings::default(), None).unwrap(),
        "host: hint -> nothing
         kim: hint  -> refused not_seated
         host: f5   -> black f5
         host: hint -> refused not_your_turn",
    );
    let forbidden = RoomSettings { hints: Some(Hints::Forbidden), ..RoomSettings::default() };
    check_in(open_room(alone, forbidden, None).unwrap(), "host: hint -> refused hints_forbidden");
    check(
        "ann: hint -> refused not_seated
         ann: sit  -> ann sits black
         ann: hint -> refused not_started
         ben: sit  -> ben sits white, started
         ann: hint -> refused hints_forbidden",
    );
}

#[test]
fn a_game_for_the_ranking_helps_nobody_and_is_scored_at_its_end() {
    let seats = SeatChoices { white: bot("000-competitive"), ..SeatChoices::default() };
    let competition =
        Competition { nick: Nick::new("Zé").unwrap(), owner: SecretHash::of(&[1; 16]) };
    let asked = RoomSettings {
        hints: Some(Hints::Allowed),
        start: Start::Transcript { moves: "f5d6".to_owned() },
        ..RoomSettings::default()
    };
    let room = open_room(seats, asked, Some(competition)).unwrap();
    assert_eq!(room.game().ply(), 0, "it starts from the start, whatever was asked");
    let view = room.view(Audience::Players, &Attendance::nobody(Timestamp(0)));
    assert_eq!(view.position.legal, None);
    assert_eq!(view.competition.unwrap().as_str(), "Zé");
    // Nine placements, 13 discs: 13 - 25 * 21.
    check_in(
        room,
        "host: hint -> refused competing
         host: bot black level-9 -> refused competing
         host: e6 -> black e6
         bot: f4 -> white f4
         host: e3 -> black e3
         bot: f6 -> white f6
         host: g5 -> black g5
         bot: d6 -> white d6
         host: e7 -> black e7
         bot: f5 -> white f5
         host: c5 -> black c5, black wins by no moves left, Zé scores -512",
    );
}

#[test]
fn the_colours_may_be_drawn() {
    let seats = SeatChoices { white: bot("level-1"), draw: true, ..SeatChoices::default() };
    let request = OpenRequest {
        settings: RoomSettings::default(),
        seats,
        name: name("ann"),
        token: actor("ann").token(),
        player: None,
        saved: None,
        competition: None,
        invitation: None,
        default_name: "test".to_owned().try_into().unwrap(),
    };
    let seat_of_ann = |is_swapped| {
        let events = open(request.clone(), Lot { is_swapped, ..LOT }).unwrap();
        let room = Room::from_entries(&id(), entries(0, events)).unwrap();
        room.seats_of(actor("ann")).colors()
    };
    assert_eq!(seat_of_ann(false), [Color::Black]);
    assert_eq!(seat_of_ann(true), [Color::White]);
}
