//! Older positions and finished games: everything on the screen is of the position that is shown, and
//! the keys are those that do something.

use reversi_client::tui::canvas::Hit;
use reversi_client::tui::effect::Effect;
use reversi_client::tui::input::{Input, Start, Wheel};
use reversi_client::tui::record::Replay;
use reversi_game::formats;
use reversi_game::{Color, Square};
use reversi_protocol::{Command, OfferKind, RoomEvent};

use super::stage::Stage;
use crate::common::sessions::INVITATION;
use crate::common::{FakeRoom, accepted};

const MOVES: [Square; 4] = [Square::D3, Square::C3, Square::C4, Square::C5];

fn playing(settings: &[(&str, &str)]) -> (Stage, FakeRoom) {
    let mut room = FakeRoom::playing("K7QP");
    for square in MOVES {
        room.place(square);
    }
    let stage = Stage::room(settings, &room, &[Color::Black]);
    (stage, room)
}

#[test]
fn lead_and_counts_are_those_of_the_position_that_is_shown() {
    for (columns, rows) in [(80, 24), (120, 36), (120, 44)] {
        let (mut stage, _) = playing(&[]);
        stage.resize(columns, rows);
        let newest = "white leads by 2";
        assert!(stage.shows(newest), "{columns}x{rows}: {:#?}", stage.screen());
        stage.press(",");
        assert!(stage.shows("black leads by 3"), "{columns}x{rows}: {:#?}", stage.screen());
        stage.press("<");
        assert!(stage.shows("no lead"), "{columns}x{rows}");
    }
}

#[test]
fn the_graph_marks_the_position_that_is_shown_and_a_click_in_it_goes_there() {
    for (columns, rows) in [(80, 24), (120, 44)] {
        let (mut stage, _) = playing(&[]);
        stage.resize(columns, rows);
        stage.press("< .");
        let (cells, picture) = stage.picture();
        let at_ply =
            |ply: usize| picture.hits.iter().find(|(_, hit)| *hit == Hit::Ply(ply)).unwrap().0;
        // The move's own row answers too; the graph's column is the one that is marked here.
        let marked = picture.hits.iter().filter(|(area, hit)| {
            let cell = &cells[(area.x, area.y)];
            *hit == Hit::Ply(1) && cell.modifier.contains(ratatui::style::Modifier::REVERSED)
        });
        assert!(marked.count() >= 1, "{columns}x{rows}: {:?}", at_ply(1));
        stage.click(Hit::Ply(3));
        assert!(stage.shows("history 3 / 4"), "{columns}x{rows}");
    }
}

#[test]
fn only_what_can_be_done_now_is_in_the_key_bar() {
    let bar = |stage: &Stage| stage.screen().pop().unwrap();
    let mut room = FakeRoom::playing("K7QP");
    let mut stage = Stage::room(&[], &room, &[Color::Black]);
    assert!(bar(&stage).contains("play") && !bar(&stage).contains("undo"), "{}", bar(&stage));
    stage.hear_all(room.place(Square::D3));
    let theirs = bar(&stage);
    assert!(theirs.contains("undo"), "{theirs}");
    for key in ["play", "next legal", "dots"] {
        assert!(!theirs.contains(key), "{key}: {theirs}");
    }
    stage.press("<");
    assert!(!bar(&stage).contains("< "), "{}", bar(&stage));
    stage.press("esc");
    stage.hear(room.resign(Color::White));
    stage.hear(room.unseat(Color::White, reversi_protocol::UnseatedReason::Left));
    assert!(!bar(&stage).contains("rematch"), "{}", bar(&stage));
}

#[test]
fn a_game_that_goes_back_while_one_looks_back_says_so() {
    let (mut stage, mut room) = playing(&[]);
    stage.press("<");
    stage.hear(room.undo(Color::White, 2));
    assert!(stage.shows("The game went back to move 2; Esc shows it."), "{:#?}", stage.screen());
    assert!(!stage.screen().join(" ").contains("new move"));
    stage.hear_all(room.place(Square::B3));
    assert!(stage.shows("The game went back to move 2; Esc shows it."));
}

fn replay() -> Stage {
    let loaded = formats::read("game.txt", b"f5d6c3d3c4f4", None).unwrap();
    Stage::start(&[], Start::Replay(Box::new(Replay::of_file("game.txt", loaded.saved))))
}

#[test]
fn a_game_that_is_over_is_gone_through_by_arrows_and_the_wheel_from_its_start() {
    let mut stage = replay();
    assert!(stage.shows("history 0 / 6"), "{:#?}", stage.screen());
    stage.press("right right left");
    assert!(stage.shows("history 1 / 6"));
    stage.press("down");
    assert!(stage.shows("history 6 / 6"));
    stage.press("up");
    assert!(stage.shows("history 0 / 6"));
    stage.feed(Input::Wheel(Wheel::Down, Some(Hit::Square(Square::A1))));
    assert!(stage.shows("history 1 / 6"));
    stage.click(Hit::Ply(4));
    assert!(stage.shows("history 4 / 6"));
}

#[test]
fn a_question_leaves_what_is_told_its_own_line() {
    let (mut stage, mut room) = playing(&[]);
    stage.resize(40, 14);
    stage.hear(room.offer(Color::White, OfferKind::Undo, Some(1)));
    assert!(stage.shows("ben asks to take back"));
    assert!(stage.shows("[y] yes"));
    assert!(stage.shows("Your move"), "{:#?}", stage.screen());
    stage.press("B");
    assert!(stage.shows("No seat is open"), "{:#?}", stage.screen());
    assert!(stage.shows("ben asks to take back"));
}

#[test]
fn who_types_a_square_at_an_earlier_position_is_told_how_to_return() {
    let (mut stage, _) = playing(&[]);
    assert_eq!(stage.screen()[22], " >");
    stage.press(",");
    assert_eq!(stage.screen()[22], "");
    stage.press("f 5");
    assert!(stage.shows("This is an older position. Esc returns to the game."));
}

#[test]
fn a_list_says_where_one_is_and_that_there_is_more() {
    for keys in ["?", ":"] {
        let mut stage = playing(&[]).0;
        stage.press(keys);
        assert!(stage.shows("↕ 1/"), "{keys}: {:#?}", stage.screen());
        stage.press("down down");
        assert!(stage.shows("↕ 3/"), "{keys}");
    }
}

#[test]
fn help_is_grouped_and_has_a_legend_and_the_rules() {
    let mut stage = playing(&[]).0;
    stage.resize(120, 140);
    stage.press("?");
    for told in ["AT THE BOARD", "MARKS ON THE BOARD", "THE RULES", "COMMANDS IN WORDS"] {
        assert!(stage.shows(told), "{told}");
    }
    assert!(stage.shows("the disc placed last") && stage.shows("More discs win"));
}

#[test]
fn an_invitation_is_shown_when_it_is_asked_for_and_until_somebody_has_come() {
    let mut room = FakeRoom::opened_by("K7QP", "ann");
    let mut stage = Stage::room(&[], &room, &[Color::Black]);
    assert!(stage.shows("Whoever is to play opens this in a"));
    stage.press("f2 right");
    let request = stage.take(|command| matches!(command, Command::Invite { .. }));
    assert!(matches!(request.command, Command::Invite { invitation: Some(INVITATION), .. }));
    let reserved = room.event(RoomEvent::Reserved);
    stage.hear_all(vec![accepted(request.id, &room), reserved]);
    let link = format!("http://play.example:7878/room/K7QP#i={}", INVITATION.to_hex());
    let is_copied = |effect: &Effect| matches!(effect, Effect::Copy(text) if *text == link);
    assert!(stage.effects.iter().any(is_copied), "{:?}", stage.effects);
    assert!(stage.shows("K7QP#i=") && stage.shows("is kept for whoever gets"));
    stage.press("esc");
    assert!(!stage.shows("#i=") && stage.shows("(reserved)"));
    stage.press("f2 right");
    let request = stage.take(|command| matches!(command, Command::Invite { .. }));
    assert!(matches!(request.command, Command::Invite { invitation: None, .. }));
    stage.hear(room.seat(Color::White, "ben"));
    assert!(!stage.shows("#i="));
}
