//! How games begin that do not begin as the rules say.

use reversi_game::{Color, DiscCounts};
use reversi_protocol::{OfferKind, Opening, RoomName, RoomSettings, SaveName, SeatChoices, Start};

use super::script::{
    LOT, NOW, OVER, actor, apply, check, check_from, check_in, entries, id, name, named, saved,
};

use crate::play::counted;
use crate::{Command, OpenRequest, Room, SavedBody, open};

#[test]
fn an_opening_by_lot_is_not_undone_and_each_game_has_another() {
    let room = check_from(
        Start::Opening { opening: Opening::Xot },
        "ann: sit -> ann sits black
         ben: sit -> ben sits white, started
         ann: offer undo -> refused nothing_to_undo
         ann: e3 -> black e3
         ann: offer undo -> black offers undo to ply 8
         ben: yes -> accepted, black takes back 1 to ply 8
         ann: resign -> white wins by resignation
         ann: offer rematch -> black offers rematch
         ben: yes -> accepted, swapped, started at f5f6e6f4e3c5c4e7
         ben: offer undo -> refused nothing_to_undo
         ben: offer swap_seats -> black offers swap_seats",
    );
    assert_eq!(room.to_save(NOW).unwrap().opening, Some(Opening::Xot));
}

#[test]
fn whoever_has_a_handicap_keeps_it_in_a_rematch() {
    let room = check_from(
        Start::Opening { opening: "handicap:2".parse().unwrap() },
        "ann: sit -> ann sits black
         ben: sit -> ben sits white, started
         ann: c4 -> refused not_your_turn
         ben: resign -> black wins by resignation
         ann: offer rematch -> black offers rematch
         ben: yes -> accepted, started
         ben: e3 -> white e3
         ben: offer undo -> white offers undo to ply 0",
    );
    assert_eq!(room.game().counts(), DiscCounts { black: 3, white: 4 });
}

#[test]
fn one_names_the_komi_and_the_other_picks_the_side() {
    let room = check_from(
        Start::Opening { opening: Opening::Bid { komi: 63 } },
        "ann: sit black -> ann sits black
         ben: sit black -> ben sits white, swapped, started
         kim: sit black -> refused seat_taken
         ben: e6 -> black e6
         ann: f4 -> white f4
         ben: e3 -> black e3
         ann: f6 -> white f6
         ben: g5 -> black g5
         ann: d6 -> white d6
         ben: e7 -> black e7
         ann: f5 -> white f5
         ben: c5 -> black c5, black wins by no moves left",
    );
    assert_eq!(room.result().unwrap().score, Some(DiscCounts { black: 64, white: 63 }));
    let close = DiscCounts { black: 33, white: 31 };
    let winner = |komi| counted(close, Some(Opening::Bid { komi })).outcome().winner();
    let winners = [-1, 1, 2, 3].map(winner);
    assert_eq!(winners, [Some(Color::Black), Some(Color::Black), None, Some(Color::White)]);
}

#[test]
fn a_loaded_game_is_counted_as_it_began_and_the_next_one_as_the_room_says() {
    let moves = &OVER[..OVER.len() - 2];
    let mut room = check(
        "ann: sit black -> ann sits black
         ann: sit white -> ann sits white, started",
    );
    let opening = Some(Opening::Bid { komi: 5 });
    let (name, saved) = named(moves, "-", "-");
    let saved = Some((name, Box::new(SavedBody { opening, ..*saved })));
    apply(&mut room, actor("ann"), &Command::Offer { kind: OfferKind::Load, saved }).unwrap();
    assert_eq!(room.to_save(NOW).unwrap().opening, opening);
    let room = check_in(room, "ann: c5 -> black c5, black wins by no moves left");
    assert_eq!(room.result().unwrap().score, Some(DiscCounts { black: 64, white: 5 }));
    assert_eq!(room.finished_game().unwrap().body.opening, opening);
    let room = check_in(room, "ann: offer rematch -> started");
    assert_eq!(room.to_save(NOW).unwrap().opening, None);
}

#[test]
fn a_room_goes_on_from_a_saved_game_as_it_began_and_its_sides_are_picked() {
    let opening = Some(Opening::Bid { komi: 5 });
    let saved = SavedBody { opening, ..saved("f5d6", "ann", "ben") };
    let request = OpenRequest {
        settings: RoomSettings {
            start: Start::Saved { name: SaveName::new("two").unwrap() },
            ..RoomSettings::default()
        },
        seats: SeatChoices::default(),
        name: name("ann"),
        token: actor("ann").token(),
        player: None,
        saved: Some(saved),
        competition: None,
        invitation: None,
        default_name: RoomName::new("test").unwrap(),
    };
    let room = Room::from_entries(&id(), entries(0, open(request, LOT).unwrap())).unwrap();
    let room = check_in(
        room,
        "ben: sit black -> refused seat_taken
         ben: sit white -> ben sits white, started",
    );
    assert_eq!(room.to_save(NOW).unwrap().opening, opening);
}
