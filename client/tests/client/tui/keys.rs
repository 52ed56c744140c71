//! What keys, clicks and typed words do.

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use reversi_client::tui::action::{ACTIONS, Action};
use reversi_client::tui::canvas::Hit;
use reversi_client::tui::effect::{Effect, Exit};
use reversi_client::tui::input::{Input, Wheel};
use reversi_client_core::files::{Exported, SettingsError};
use reversi_client_core::session::{self, News};
use reversi_client_core::texts::Spoken;
use reversi_client_core::words::COMMANDS;
use reversi_game::formats::Detail;
use reversi_game::{Color, DiscCounts, Square};
use reversi_protocol::{
    BotKind, Command, Competition, Nick, Occupant, OfferKind, PlayerName, RankingLine, RoleWish,
    SaveName, SavedGame, SeatChoice, ServerMessage, Start as GameStart,
};

use super::stage::{START_MS, Stage};
use crate::common::FakeRoom;
use crate::common::sessions::INVITATION;

fn playing(settings: &[(&str, &str)]) -> (Stage, FakeRoom) {
    let room = FakeRoom::playing("K7QP");
    let stage = Stage::room(settings, &room, &[Color::Black]);
    (stage, room)
}

/// Returns the square of the cursor, by what Enter places.
fn cursor_after(keys: &str) -> Option<Square> {
    let (stage, _) = {
        let (mut stage, room) = playing(&[]);
        stage.press(keys);
        (stage, room)
    };
    let marked = |(area, hit): &(ratatui::layout::Rect, Hit)| {
        let Hit::Square(square) = hit else { return None };
        let (cells, _) = stage.picture();
        let left = cells[(area.x, area.y)].symbol();
        (left == "[" || left == "{").then_some(*square)
    };
    stage.picture().1.hits.iter().find_map(marked)
}

#[test]
fn the_cursor_goes_where_keys_say() {
    // The cursor starts at d3, a legal square of the start.
    for (keys, square) in [
        ("right", Square::E3),
        ("l l", Square::F3),
        ("up up up up", Square::D1),
        ("j j", Square::D5),
        ("home", Square::A3),
        ("end", Square::H3),
        ("pageup", Square::D1),
        ("pagedown end", Square::H8),
        ("left left left left", Square::A3),
        // A letter moves to the file at once, a digit after it to the rank.
        ("f", Square::F3),
        ("f 5", Square::F5),
        ("a 1", Square::A1),
        ("g 2 b", Square::B2),
        // A digit waits for a letter, small or not.
        ("5 f", Square::F5),
        ("3 4 D", Square::D4),
        ("4 right d", Square::D3),
        // `h` goes left, and with a digit right after it it is the file.
        ("h", Square::C3),
        ("h 5", Square::H5),
        ("h h", Square::B3),
        // Another key between them, and the digit says nothing.
        ("f right 5", Square::G3),
        ("f esc 5", Square::F3),
        ("5", Square::D3),
        // The next legal square is the next one in reading order; round and round.
        ("tab", Square::C4),
        ("tab tab tab tab", Square::D3),
        ("shift-tab", Square::E6),
    ] {
        assert_eq!(cursor_after(keys), Some(square), "{keys}");
    }
}

#[test]
fn a_placement_is_sent_once_and_only_if_it_is_legal() {
    let (mut stage, mut room) = playing(&[]);
    stage.press("d 3 enter");
    let (request, square) = stage.taken_placement();
    assert_eq!(square, Square::D3);
    stage.press("f 5 enter");
    assert!(stage.sent.iter().all(|request| !matches!(request.command, Command::Place { .. })));
    assert!(stage.shows("d3 is still unanswered."));
    stage.hear(crate::common::accepted(request.id, &room));
    stage.hear_all(room.place(Square::D3));
    stage.press("c 3 space");
    assert!(stage.shows("It is the other side's turn."));
    stage.hear_all(room.place(Square::C3));
    stage.press("a 1 enter");
    assert!(stage.shows("a1 is not legal"));
    assert!(stage.sent.iter().all(|request| !matches!(request.command, Command::Place { .. })));
}

#[test]
fn what_is_said_stays_until_a_key_but_long_enough_to_be_read() {
    let (mut stage, _) = playing(&[]);
    // Below the status, which it leaves in sight.
    let said = |stage: &Stage| {
        assert!(stage.screen()[20].contains("Your move (black)."));
        stage.screen()[21].clone()
    };
    stage.press("a 1 enter");
    assert!(said(&stage).contains("a1 is not legal"));
    stage.wait_ms(60_000);
    assert!(said(&stage).contains("a1 is not legal"));
    stage.press("right");
    assert_eq!(said(&stage), "");
    // A key right after it came does not wipe it away before it was read.
    stage.press("enter");
    stage.wait_ms(400);
    stage.press("right");
    assert!(said(&stage).contains("b1 is not legal"));
    stage.wait_ms(300);
    assert_eq!(said(&stage), "");
}

#[test]
fn the_status_says_what_is_under_the_cursor() {
    let (mut stage, _) = playing(&[]);
    for (keys, told) in [
        ("f 5", "f5: legal, turns 1."),
        ("a 1", "a1: not legal."),
        ("d 4", "d4: white."),
        ("5 f", "f5: legal, turns 1."),
        ("4 D", "d4: white."),
        ("3 4 h", "h4: not legal."),
    ] {
        stage.press(keys);
        assert!(stage.screen()[20].contains(told), "{told}");
    }
}

#[test]
fn typed_squares_place_if_that_is_wished() {
    let (mut stage, _) = playing(&[("typed_moves", "play")]);
    stage.press("f 5");
    assert_eq!(stage.taken_placement().1, Square::F5);
}

#[test]
fn releases_are_not_presses_and_repeats_are() {
    let (mut stage, _) = playing(&[]);
    let event = |kind| KeyEvent::new_with_kind(KeyCode::Enter, KeyModifiers::NONE, kind);
    stage.feed(Input::Key(event(KeyEventKind::Release)));
    assert!(stage.sent.iter().all(|request| !matches!(request.command, Command::Place { .. })));
    stage.feed(Input::Key(event(KeyEventKind::Press)));
    assert_eq!(stage.taken_placement().1, Square::D3);
}

#[test]
fn a_click_places_or_is_asked_to_be_made_twice() {
    let (mut stage, _) = playing(&[]);
    stage.click(Hit::Square(Square::F5));
    assert_eq!(stage.taken_placement().1, Square::F5);
    let (mut stage, _) = playing(&[("click", "confirm")]);
    stage.click(Hit::Square(Square::F5));
    assert!(stage.sent.iter().all(|request| !matches!(request.command, Command::Place { .. })));
    assert!(stage.shows("f5: legal, turns 1."));
    stage.click(Hit::Square(Square::F5));
    assert_eq!(stage.taken_placement().1, Square::F5);
}

#[test]
fn the_wheel_and_clicks_on_moves_lead_through_the_game() {
    let (mut stage, mut room) = playing(&[]);
    for square in [Square::D3, Square::C3, Square::C4] {
        stage.hear_all(room.place(square));
    }
    stage.click(Hit::Ply(2));
    assert!(stage.shows("history 2 / 3"));
    stage.feed(Input::Wheel(Wheel::Up, Some(Hit::Moves)));
    assert!(stage.shows("history 1 / 3"));
    stage.press("esc");
    assert!(!stage.shows("history"));
}

#[test]
fn clicks_on_names_of_keys_do_what_the_keys_do() {
    let (mut stage, _) = playing(&[]);
    stage.click(Hit::Action(Action::Place));
    assert_eq!(stage.taken_placement().1, Square::D3);
    stage.click(Hit::Action(Action::Help));
    assert!(stage.shows("type to search"));
}

#[test]
fn help_is_found_by_typing_and_does_what_it_tells() {
    let (mut stage, _) = playing(&[]);
    stage.press("?");
    stage.type_text("180 deg");
    assert!(stage.shows("turns the board by 180 degrees"));
    stage.press("enter");
    assert!(!stage.shows("type to search"));
    assert!(stage.screen()[1].trim_start().starts_with('h'), "{:?}", stage.screen()[1]);
}

#[test]
fn help_does_nothing_before_something_is_chosen_and_places_nothing() {
    let (mut stage, _) = playing(&[]);
    stage.press("? enter");
    assert!(stage.shows("type to search"));
    stage.type_text("places a disc");
    stage.press("enter");
    assert!(!stage.shows("type to search"));
    assert!(stage.sent.iter().all(|request| !matches!(request.command, Command::Place { .. })));
}

#[test]
fn a_running_game_is_saved_by_a_key_that_the_bar_shows() {
    let (mut stage, _) = playing(&[]);
    assert!(stage.screen()[23].contains("S save"), "{:?}", stage.screen()[23]);
    stage.press("S");
    stage.type_text("friday");
    stage.press("enter");
    let save = stage.take(|command| matches!(command, Command::Save { .. }));
    let Command::Save { name, .. } = save.command else { unreachable!("asked") };
    assert_eq!(name.as_str(), "friday");
}

#[test]
fn the_palette_takes_the_words_of_line_mode() {
    let (mut stage, _) = playing(&[]);
    stage.press(":");
    stage.type_text("play f5");
    stage.press("enter");
    assert_eq!(stage.taken_placement().1, Square::F5);
    stage.press(":");
    stage.type_text("draw");
    stage.press("enter");
    let offer = stage.take(|command| matches!(command, Command::Offer { .. }));
    assert!(matches!(offer.command, Command::Offer { kind: OfferKind::Draw, .. }));
    stage.press(":");
    stage.type_text("resign maybe");
    stage.press("enter");
    assert!(stage.shows("resign"), "{:#?}", stage.screen());
    stage.press("esc :");
    stage.type_text("score");
    stage.press("enter");
    assert!(stage.shows("Black 2, white 2."));
}

#[test]
fn every_word_of_line_mode_is_in_the_palette_and_in_the_help() {
    let (mut stage, _) = playing(&[]);
    stage.resize(200, 170);
    for key in [":", "?"] {
        stage.press(key);
        let screen = stage.screen().join("\n");
        for spec in COMMANDS {
            assert!(screen.contains(spec.name), "{key}: {}", spec.name);
        }
        stage.press("esc");
    }
}

#[test]
fn every_action_is_in_the_help_with_its_keys() {
    let (mut stage, _) = playing(&[("language", "pt")]);
    stage.resize(200, 170);
    stage.press("?");
    let screen = stage.screen().join("\n");
    for spec in ACTIONS {
        let help = reversi_client_core::voice::texts::Language::Portuguese.text(spec.help);
        assert!(screen.contains(help), "{}", spec.name);
    }
}

#[test]
fn ctrl_c_asks_once_and_is_never_ignored() {
    let (mut stage, _) = playing(&[]);
    stage.effects.clear();
    stage.press("ctrl-c");
    assert!(stage.shows("Press Ctrl-C again to quit."));
    stage.press("right ctrl-c");
    assert_eq!(stage.effects, []);
    stage.press("ctrl-c");
    assert_eq!(stage.effects, [Effect::Quit(Exit::Interrupted)]);
    // Over a popup, too, and while text is typed.
    for keys in ["?", ":", "s", "f2"] {
        let (mut stage, _) = playing(&[]);
        stage.press(keys);
        stage.effects.clear();
        stage.press("ctrl-c ctrl-c");
        assert_eq!(stage.effects, [Effect::Quit(Exit::Interrupted)], "{keys}");
    }
}

#[test]
fn settings_take_effect_at_once_and_are_kept() {
    let (mut stage, _) = playing(&[]);
    stage.press("s down right");
    assert!(stage.shows("+-") && !stage.shows("┌"));
    let kept = stage.effects.pop();
    let Some(Effect::SaveSetting { key: "glyphs", value, .. }) = kept else { panic!("{kept:?}") };
    assert_eq!(value, "ascii");
    stage.press("up right");
    assert!(stage.shows("Defini"), "the next language after English");
    // Where the file is broken they hold all the same.
    let error = SettingsError::NotToml { path: "/c/config.toml".into(), line: 3 };
    stage.feed(Input::Warning(Spoken::of(&error)));
    assert!(stage.shows("a linha 3 de /c/config.toml") && stage.shows("Defini"));
}

#[test]
fn a_bot_is_chosen_from_the_list_and_sits_opposite() {
    let mut stage = Stage::lobby(&[]);
    stage.press("b");
    let request = stage.take(|command| *command == Command::Bots);
    let bots = ["level-1", "level-2"].map(|name| reversi_protocol::BotKind {
        name: name.parse().unwrap(),
        description: format!("what {name} is like"),
    });
    stage.hear(ServerMessage::Bots { id: request.id, bots: bots.to_vec() });
    assert!(stage.shows("what level-2 is like"));
    stage.press("up up right enter");
    let request = stage.take(|command| matches!(command, Command::Create { .. }));
    let Command::Create { seats, token, .. } = request.command else { unreachable!("asked") };
    assert_eq!(seats.black, SeatChoice::Bot("level-1".parse().unwrap()));
    assert_eq!(seats.white, SeatChoice::Me);
    assert!(token.is_some());
}

#[test]
fn a_list_that_was_closed_before_it_came_stays_closed() {
    let answer = |stage: &mut Stage| {
        let request = stage.take(|command| *command == Command::Bots);
        let description = "plays anything".to_owned();
        let bots = vec![BotKind { name: "level-1".parse().unwrap(), description }];
        stage.hear(ServerMessage::Bots { id: request.id, bots });
    };
    let mut stage = Stage::lobby(&[]);
    stage.press("b esc");
    answer(&mut stage);
    assert!(!stage.shows("plays anything"));
    stage.press(":");
    stage.type_text("bots");
    stage.press("enter");
    answer(&mut stage);
    assert!(stage.shows("level-1: plays anything"));
}

#[test]
fn a_written_game_says_what_the_file_does_not_hold() {
    let (mut stage, _) = playing(&[]);
    let export = |stage: &mut Stage, left_out: &[Detail]| {
        stage.press(":");
        stage.type_text("export x.sgf");
        stage.press("enter");
        let Some(Effect::Session(session::Effect::WriteGame(saved, export, asked))) =
            stage.effects.pop()
        else {
            panic!("{:?}", stage.effects)
        };
        let written = Exported { format: "sgf".parse().unwrap(), left_out: left_out.to_vec() };
        stage.feed(Input::News(News::GameWritten(saved, export, Ok(written), asked)));
    };
    export(&mut stage, &[]);
    assert!(stage.screen()[21].contains("Wrote x.sgf (sgf)."));
    export(&mut stage, &[Detail::Bot, Detail::Date]);
    let told = "Wrote x.sgf (sgf). The format does not hold: the bot's seat, the date.";
    assert!(stage.screen()[21].contains(told), "{:?}", stage.screen());
}

#[test]
fn a_room_is_opened_by_the_form() {
    let mut stage = Stage::lobby(&[]);
    stage.press("n enter");
    let request = stage.take(|command| matches!(command, Command::Create { .. }));
    let Command::Create { seats, settings, .. } = request.command else { unreachable!("asked") };
    assert_eq!((seats.black, seats.white), (SeatChoice::Me, SeatChoice::Open));
    assert_eq!(settings.name, None);
    stage.press("esc n down right down right right");
    // The name is in the last row, and takes letters that are keys elsewhere.
    for _ in 0..15 {
        stage.press("down");
    }
    stage.type_text("quick game");
    stage.press("up up up up up up up up up up up up up up enter");
    let request = stage.take(|command| matches!(command, Command::Create { .. }));
    let Command::Create { seats, settings, .. } = request.command else { unreachable!("asked") };
    assert_eq!((seats.black, seats.white), (SeatChoice::Me, SeatChoice::Me));
    assert_eq!(settings.name.unwrap().as_str(), "quick game");
    // Enter behind the name opens the room too.
    stage.press("esc n");
    for _ in 0..15 {
        stage.press("down");
    }
    stage.type_text("late");
    stage.press("enter");
    let request = stage.take(|command| matches!(command, Command::Create { .. }));
    let Command::Create { settings, invitation, .. } = request.command else {
        unreachable!("asked")
    };
    assert_eq!((settings.name.unwrap().as_str(), invitation), ("late", None));
    // It can be for some alone.
    stage.press("esc n down down down right up up up enter");
    let request = stage.take(|command| matches!(command, Command::Create { .. }));
    let Command::Create { settings, .. } = request.command else { unreachable!("asked") };
    assert_eq!(settings.opponents.to_string(), "no-guests");
    // It can be kept for one person.
    stage.press("esc n down down right up up enter");
    let request = stage.take(|command| matches!(command, Command::Create { .. }));
    let Command::Create { invitation, .. } = request.command else { unreachable!("asked") };
    assert_eq!(invitation, Some(INVITATION));
}

#[test]
fn who_types_what_a_group_of_the_help_is_called_finds_all_of_it() {
    for (language, name, first, last) in [
        ("en", "rules", "on a board of 8 by 8", "More discs win"),
        ("pt", "regras", "num tabuleiro de 8 por 8", "Ganha quem tem mais"),
        ("en", "marks", "you may place there", "inaccuracy"),
    ] {
        let mut stage = Stage::lobby(&[("language", language)]);
        stage.press("?");
        stage.type_text(name);
        assert!(stage.shows(first) && stage.shows(last), "{:#?}", stage.screen());
    }
}

#[test]
fn ranking_and_saved_games_are_lists_of_the_lobby() {
    let mut stage = Stage::lobby(&[]);
    stage.press("T");
    let request = stage.take(|command| matches!(command, Command::Saves));
    let save = |name: &str, ply| SavedGame {
        name: SaveName::new(name).unwrap(),
        saved_at_ms: START_MS,
        ply,
        discs: DiscCounts { black: 12, white: ply - 8 },
        black: None,
        white: Some(Occupant::Human { name: PlayerName::new("mia").unwrap() }),
    };
    let saves = vec![save("my game", 10), save("two", 23)];
    stage.hear(ServerMessage::Saves { id: request.id, saves });
    stage.press("x");
    assert!(stage.shows("Remove the saved game my game?"), "{:#?}", stage.screen());
    stage.press("n x y");
    let request = stage.take(|command| matches!(command, Command::Remove { .. }));
    stage.hear(ServerMessage::Saves { id: request.id, saves: vec![save("two", 23)] });
    assert!(!stage.shows("my game") && stage.shows("Saved games"), "{:#?}", stage.screen());
    assert!(stage.shows("two") && stage.shows("mia") && stage.shows("move 23"));
    stage.press("enter");
    let request = stage.take(|command| matches!(command, Command::Create { .. }));
    let Command::Create { settings, .. } = request.command else { unreachable!("asked") };
    assert_eq!(settings.start, GameStart::Saved { name: SaveName::new("two").unwrap() });

    let mut stage = Stage::lobby(&[]);
    stage.press("down down down");
    assert!(stage.shows("Play for the ranking"));
    stage.press("enter");
    let request = stage.take(|command| *command == Command::Ranking);
    let line = |place, nick, score| RankingLine { place, nick: Nick::new(nick).unwrap(), score };
    let lines = vec![line(1, "bea", 24), line(2, "ann", -3)];
    stage.hear(ServerMessage::Ranking { id: request.id, lines });
    assert!(stage.shows("1.  bea") && stage.shows("+24") && stage.shows("-3"));
    stage.press("right enter Z o e enter");
    let request = stage.take(|command| matches!(command, Command::Create { .. }));
    let Command::Create { competition, .. } = request.command else { unreachable!("asked") };
    let (nick, bot_color) = (Nick::new("Zoe").unwrap(), Color::Black);
    assert_eq!(competition, Some(Competition { nick, bot_color }));
    // In words they are the same lists.
    for (words, list) in [("W", "Ranking"), ("saves", "Saved games")] {
        let mut stage = Stage::lobby(&[]);
        stage.press(":");
        stage.type_text(words);
        stage.press("enter");
        assert!(stage.screen()[0].contains(list), "{:#?}", stage.screen());
    }
}

#[test]
fn enter_plays_where_a_seat_is_open_and_watches_elsewhere() {
    let mut stage = Stage::lobby(&[]);
    super::pictures::list_rooms(&mut stage);
    stage.press("up enter");
    let request = stage.take(|command| matches!(command, Command::Join { .. }));
    let Command::Join { room, role, .. } = request.command else { unreachable!("asked") };
    assert_eq!((room.to_string().as_str(), role), ("Q2ZD", RoleWish::Player));
    stage.press("down down down down down down down enter");
    let request = stage.take(|command| matches!(command, Command::Join { .. }));
    let Command::Join { room, role, token, .. } = request.command else { unreachable!("asked") };
    assert_eq!((room.to_string().as_str(), role, token), ("K7QP", RoleWish::Spectator, None));
}
