//! The line to the server as the screen shows it.

use reversi_client::driver::own_server::Reach;
use reversi_client::tui::context::Link;
use reversi_client::tui::effect::Effect;
use reversi_client::tui::input::{Input, Start};
use reversi_client::tui::ui::Ui;
use reversi_client_core::session::{NetNews, News};
use reversi_client_core::texts::Spoken;
use reversi_game::{Color, Square};
use reversi_protocol::{Command, Durability, PlayerName, RoleWish, ServerMessage};

use super::pictures::list_rooms;
use super::stage::{START_MS, Stage, setup};
use crate::common::{FakeRoom, sessions};

fn unreachable(stage: &mut Stage) {
    let reason = Spoken::quoting("connection refused");
    stage.feed(Input::News(News::Net(NetNews::Unreachable { reason, is_final: false })));
}

fn connects(stage: &mut Stage) -> Vec<String> {
    let effects = std::mem::take(&mut stage.effects);
    let url = |effect| if let Effect::Connect(url) = effect { Some(url.to_string()) } else { None };
    effects.into_iter().filter_map(url).collect()
}

#[test]
fn without_a_server_it_says_where_it_looked_and_goes_on_trying() {
    let mut stage = Stage::start(&[], Start::Lobby);
    assert_eq!(connects(&mut stage), ["http://play.example:7878"]);
    unreachable(&mut stage);
    assert!(stage.shows("No server answers at http://play.example:7878."));
    assert!(stage.shows("p: play here") && stage.shows("reversi-server"));
    stage.wait_ms(1999);
    assert_eq!(connects(&mut stage), Vec::<String>::new());
    stage.wait_ms(1);
    assert_eq!(connects(&mut stage), ["http://play.example:7878"]);
    stage.wait_ms(10_000);
    assert_eq!(connects(&mut stage), Vec::<String>::new(), "one try at a time");
    unreachable(&mut stage);
    // Another address is typed over the one that was tried.
    stage.press("c ctrl-u");
    stage.type_text("other.example");
    stage.press("enter");
    assert_eq!(connects(&mut stage), ["http://other.example:7878"]);
    stage.connect();
    assert!(stage.shows("other.example:7878") && stage.shows("Play against a bot"));
}

#[test]
fn an_address_that_is_none_is_not_tried() {
    let mut stage = Stage::start(&[], Start::Lobby);
    connects(&mut stage);
    unreachable(&mut stage);
    stage.press("c ctrl-u");
    stage.type_text("https://play.example");
    stage.press("enter");
    assert!(stage.shows("https: is not built in"));
    assert_eq!(connects(&mut stage), Vec::<String>::new());
    assert!(stage.shows("Server: https://play.example"), "the text stays to be mended");
}

#[test]
fn a_try_that_takes_its_time_is_no_countdown_and_spectators_have_no_seat() {
    let room = FakeRoom::playing("K7QP");
    for (seats, has_seat) in [(&[Color::Black][..], true), (&[], false)] {
        let mut stage = Stage::room(&[], &room, seats);
        stage.lose_connection("cut", 500, 1);
        stage.wait_ms(8000);
        let banner = stage.screen()[0].clone();
        assert!(banner.contains("Connection lost. Trying again (try 1)."), "{banner}");
        assert_eq!(banner.contains("Your seat is kept."), has_seat, "{banner}");
    }
}

#[test]
fn a_lost_line_is_said_loudly_over_any_screen_and_counts_down() {
    let room = FakeRoom::playing("K7QP");
    let mut game = Stage::room(&[], &room, &[Color::Black]);
    let mut help = Stage::room(&[], &room, &[Color::Black]);
    help.press("?");
    for stage in [&mut game, &mut help, &mut Stage::lobby(&[])] {
        stage.lose_connection("the connection was cut", 3000, 2);
        assert!(stage.screen()[0].contains("Connection lost. Again in 3 s (try 2)."));
        stage.wait_ms(1200);
        assert!(stage.screen()[0].contains("in 2 s"));
        stage.connect();
        assert!(stage.shows("Connected again.") && !stage.shows("Connection lost"));
    }
}

#[test]
fn that_the_line_is_back_is_said_for_a_while_and_then_whose_turn_it_is() {
    let room = FakeRoom::playing("K7QP");
    let mut stage = Stage::room(&[], &room, &[Color::Black]);
    stage.lose_connection("the connection was cut", 250, 1);
    stage.connect();
    stage.wait_ms(2999);
    assert!(stage.screen()[21].contains("Connected again."));
    assert_eq!(stage.ui.next_wake_ms(), Some(stage.now_ms + 1));
    stage.wait_ms(1);
    assert_eq!(stage.screen()[21], "");
    assert!(stage.screen()[20].contains("Your move (black)."));
}

#[test]
fn a_move_made_offline_is_shown_as_sent_and_asked_again() {
    let mut room = FakeRoom::playing("K7QP");
    let mut stage = Stage::room(&[], &room, &[Color::Black]);
    stage.press("enter");
    let (first, _) = stage.taken_placement();
    stage.lose_connection("the connection was cut", 250, 1);
    assert!(stage.shows("?"));
    assert!(stage.shows("Sending d3."));
    stage.connect();
    let (again, _) = stage.taken_placement();
    assert_eq!(again, first, "the same number, so that it is done once");
    let join = stage.take(|command| matches!(command, Command::Join { .. }));
    let seats = vec![Color::Black];
    let events = room.place(Square::D3);
    stage.hear(ServerMessage::Joined { id: join.id, room: room.id(), seq: room.seq(), seats });
    stage.hear_all(events);
    stage.hear(crate::common::accepted(first.id, &room));
    assert!(stage.shows("ben (white) to move. Last: black d3, turned 1."));
}

#[test]
fn the_rooms_are_asked_for_while_they_are_shown_and_the_choice_stays() {
    let mut stage = Stage::lobby(&[]);
    list_rooms(&mut stage);
    stage.press("down down down");
    let asks = |stage: &mut Stage| {
        let sent = std::mem::take(&mut stage.sent);
        sent.iter().filter(|request| matches!(request.command, Command::Rooms { .. })).count()
    };
    asks(&mut stage);
    stage.wait_ms(2999);
    assert_eq!(asks(&mut stage), 0);
    stage.wait_ms(1);
    assert_eq!(asks(&mut stage), 1);
    stage.press("/");
    stage.type_text("lee");
    stage.wait_ms(0);
    let rooms = stage.take(|command| matches!(command, Command::Rooms { .. }));
    assert_eq!(rooms.command, Command::Rooms { filter: Some("lee".to_owned()) });
    stage.hear(ServerMessage::Rooms { id: rooms.id, rooms: vec![], total: 0 });
    assert!(stage.shows("No room contains lee; Esc shows all."));
    stage.press("esc");
    stage.wait_ms(3000);
    let rooms = stage.take(|command| matches!(command, Command::Rooms { .. }));
    assert_eq!(rooms.command, Command::Rooms { filter: None });
}

#[test]
fn own_games_come_first_and_are_gone_back_to() {
    let mut stage = Stage::start(&[], Start::Lobby);
    stage.kept = vec!["K7QP".parse().unwrap()];
    stage.connect();
    list_rooms(&mut stage);
    stage.press("up up up enter");
    let join = stage.take(|command| matches!(command, Command::Join { .. }));
    let Command::Join { room, role, token, .. } = join.command else { unreachable!("asked") };
    assert_eq!((room.to_string().as_str(), role), ("K7QP", RoleWish::Player));
    assert!(token.is_some());
}

#[test]
fn who_browses_is_not_disturbed_by_moves() {
    let mut room = FakeRoom::playing("K7QP");
    for square in [Square::D3, Square::C3, Square::C4] {
        room.place(square);
    }
    let mut stage = Stage::room(&[], &room, &[]);
    stage.press("< .");
    let board = |stage: &Stage| -> Vec<String> {
        stage.screen()[1..19].iter().map(|row| row.chars().take(36).collect()).collect()
    };
    let before = board(&stage);
    stage.hear_all(room.place(Square::C5));
    stage.hear_all(room.place(Square::B6));
    assert_eq!(board(&stage), before);
    assert!(stage.shows("2 new moves; Esc shows them."));
    stage.press("esc");
    assert!(stage.shows("Last: black b6"));
}

#[test]
fn a_server_that_will_not_have_the_client_is_not_asked_again() {
    let mut stage = Stage::start(&[], Start::Lobby);
    connects(&mut stage);
    let reason = Spoken::quoting("the server rejects this client: too old");
    stage.feed(Input::News(News::Net(NetNews::Unreachable { reason, is_final: true })));
    assert!(stage.shows("does not want this client") && stage.shows("too old"));
    stage.wait_ms(600_000);
    assert_eq!(connects(&mut stage), Vec::<String>::new());
    assert!(matches!(stage.ui.link(), Link::Ended { .. }));
}

#[test]
fn the_round_trip_is_measured_and_small_changes_do_not_count() {
    let mut stage = Stage::lobby(&[]);
    let answer = |stage: &mut Stage, after_ms| {
        let ping = stage.take(|command| *command == Command::Ping);
        stage.now_ms += after_ms;
        stage.hear(ServerMessage::Pong { id: ping.id, now_ms: 0, rooms: vec![] });
        stage.screen()[0].clone()
    };
    assert!(answer(&mut stage, 40).contains("online 40 ms"));
    stage.wait_ms(20_000);
    assert!(answer(&mut stage, 45).contains("online 40 ms"));
    stage.wait_ms(20_000);
    assert!(answer(&mut stage, 900).contains("slow 900 ms"));
}

#[test]
fn an_idle_screen_has_nothing_to_do_but_ask_the_server() {
    let room = FakeRoom::playing("K7QP");
    let mut stage = Stage::room(&[], &room, &[Color::Black]);
    let ping = stage.take(|command| *command == Command::Ping);
    stage.hear(ServerMessage::Pong { id: ping.id, now_ms: 0, rooms: vec![] });
    let before = stage.picture();
    assert_eq!(stage.ui.next_wake_ms(), Some(stage.now_ms + 20_000));
    stage.wait_ms(10_000);
    assert_eq!(stage.picture(), before);
}

#[test]
fn an_invitation_names_server_and_room() {
    let mut room = FakeRoom::opened_by("K7QP", "ann");
    let mut stage = Stage::room(&[], &room, &[Color::Black]);
    stage.effects.clear();
    stage.press("f2");
    let address = "http://play.example:7878/room/K7QP";
    assert_eq!(stage.effects, [Effect::Copy(address.to_owned())]);
    assert!(stage.shows(address) && stage.shows("▄"));
    stage.hear(room.seat(Color::White, "ben"));
}

/// The server of one's own is there, at this address.
fn served(stage: &mut Stage, server: &str) {
    let (server, name) = (server.parse().unwrap(), PlayerName::new("ann").unwrap());
    stage.feed(Input::News(News::Net(NetNews::Connected {
        server,
        name,
        durability: Durability::Full,
        server_ms: 0,
    })));
}

#[test]
fn without_a_server_one_plays_on_this_machine() {
    let mut stage = Stage::start(&[], Start::Lobby);
    unreachable(&mut stage);
    stage.effects.clear();
    // Of the lobby there is nothing else.
    stage.press("b n g r i /");
    assert!(stage.shows("No server answers") && stage.effects.is_empty());
    stage.press("p");
    assert_eq!(stage.effects, [Effect::ServeHere(Reach::Machine)]);
    assert!(stage.shows("Starting a server on this machine."));
    served(&mut stage, "http://127.0.0.1:40123");
    assert!(stage.shows("this machine") && stage.shows("Play against a bot"));
    stage.effects.clear();
    stage.press("p");
    assert_eq!(stage.effects, [], "it plays there already");
}

#[test]
fn where_no_server_can_be_started_it_says_why_and_tries_when_it_is_told_to() {
    let mut stage = Stage::start(&[], Start::Lobby);
    unreachable(&mut stage);
    stage.press("p");
    stage.effects.clear();
    let reason = Spoken::quoting("there is no reversi-server in /opt/bin");
    stage.feed(Input::News(News::Net(NetNews::Unreachable { reason, is_final: true })));
    assert!(stage.shows("There is no playing on this machine."));
    assert!(stage.shows("there is no reversi-server in /opt/bin"));
    stage.wait_ms(600_000);
    assert_eq!(stage.effects, []);
    stage.press("p");
    assert_eq!(stage.effects, [Effect::ServeHere(Reach::Machine)]);
}

#[test]
fn a_friend_is_let_in_and_the_game_comes_back() {
    let mut setup = setup(&[], Start::Lobby);
    setup.here = Some(Reach::Machine);
    let mut stage = Stage::lobby(&[]);
    stage.press("f4");
    assert!(stage.shows("This server was not started here"));
    stage.ui = Ui::new(setup, (80, 24), START_MS);
    stage.effects.clear();
    stage.feed(Input::Tick);
    assert_eq!(stage.effects, [Effect::ServeHere(Reach::Machine)]);
    served(&mut stage, "http://127.0.0.1:40123");
    stage.press("n enter");
    let room = FakeRoom::opened_by("K7QP", "ann");
    stage.enter(&room, &[Color::Black]);
    stage.press("f2");
    assert!(stage.shows("http://127.0.0.1:40123/room/K7QP") && stage.shows("F4 lets other"));
    stage.effects.clear();
    stage.press("f4");
    assert!(stage.effects.is_empty() && stage.shows("Open this server to the network?"));
    stage.press("y");
    assert_eq!(stage.effects, [Effect::ServeHere(Reach::Network)]);
    served(&mut stage, "http://192.168.1.20:40124");
    let join = stage.take(|command| matches!(command, Command::Join { .. }));
    stage.hear(sessions::joined(join.id, &room, &[Color::Black]));
    stage.hear(room.snapshot());
    assert!(stage.screen()[0].contains("open to the network"), "{:#?}", stage.screen());
    assert!(stage.shows("Other machines can come in"), "{:#?}", stage.screen());
    stage.press("f2");
    assert!(stage.shows("http://192.168.1.20:40124/room/K7QP") && !stage.shows("machine only"));
    stage.press("esc f4");
    assert!(stage.shows("Other machines can come in: http://192.168.1.20:40124."));
    stage.press("q");
    assert!(stage.screen()[0].contains("open to the network"), "{:#?}", stage.screen());
}

/// Types a text into the line that a key opens.
fn answer(stage: &mut Stage, keys: &str, text: &str) {
    stage.press(keys);
    stage.type_text(text);
    stage.press("enter");
}

/// Takes the request to enter the room of the links below.
fn entered_as(stage: &mut Stage) -> RoleWish {
    let join = stage.take(|command| matches!(command, Command::Join { .. }));
    let Command::Join { room, role, .. } = join.command else { unreachable!("it was asked") };
    assert_eq!(room.to_string(), "K7QP");
    role
}

#[test]
fn a_link_is_taken_wherever_a_room_is_typed() {
    let link = "http://play.example:7878/room/k7qp#t";
    let mut stage = Stage::lobby(&[]);
    answer(&mut stage, "i", link);
    assert_eq!(entered_as(&mut stage), RoleWish::Player);
    answer(&mut stage, ":", &format!("watch {link}"));
    assert_eq!(entered_as(&mut stage), RoleWish::Spectator);
}

#[test]
fn a_link_to_another_server_is_said_and_as_an_address_goes_there() {
    let room = FakeRoom::playing("K7QP");
    let mut stage = Stage::room(&[], &room, &[Color::Black]);
    let before = stage.sent.len();
    answer(&mut stage, ":", "join http://other.example/room/K7QP");
    assert!(stage.shows("That link leads to another server"), "{:#?}", stage.screen());
    assert!(stage.shows("ben") && stage.sent.len() == before, "nothing else has changed");

    let mut stage = Stage::start(&[], Start::Lobby);
    unreachable(&mut stage);
    connects(&mut stage);
    answer(&mut stage, "c ctrl-u", "http://play.example:7878/room/K7QP");
    assert_eq!(connects(&mut stage), ["http://play.example:7878"]);
    stage.connect();
    assert_eq!(entered_as(&mut stage), RoleWish::Player);
}
