//! Who only watches sees everything and can touch nothing; and what those in a room say.

use reversi_game::{Color, Square};
use reversi_protocol::{
    Channel, ChatLine, Command, OfferKind, Phrase, PlayerName, Presence, RoleWish, Said,
    ServerMessage,
};

use reversi_client::tui::effect::Effect;
use reversi_client::tui::input::Input;

use super::stage::Stage;
use crate::common::{FakeRoom, sessions};

/// Tells whether a command would change the game, its seats, or what is offered.
fn is_players(command: &Command) -> bool {
    matches!(
        command,
        Command::Place { .. }
            | Command::Resign { .. }
            | Command::Offer { .. }
            | Command::Answer { .. }
            | Command::Withdraw { .. }
            | Command::Redo { .. }
            | Command::Resume { .. }
            | Command::SeatBot { .. }
            | Command::FreeSeat { .. }
            | Command::Load { .. }
            | Command::Hint { .. }
    )
}

#[test]
fn no_key_of_a_spectator_asks_for_what_is_the_players() {
    let mut room = FakeRoom::playing("K7QP");
    room.place(Square::D3);
    let mut stage = Stage::room(&[], &room, &[]);
    stage.hear(room.offer(Color::Black, OfferKind::Undo, Some(0)));
    stage.wait_ms(1000);
    assert!(!stage.shows("[y]"), "it is not asked");
    let letters = ('a'..='z').chain('A'..='Z').map(String::from);
    for key in letters.chain(["enter", "space", "home", "u enter", "d 3"].map(str::to_owned)) {
        stage.press(&key);
        // A question is answered with yes, and whatever came up goes away.
        stage.wait_ms(1000);
        stage.press("y esc esc");
        let asked = stage.sent.iter().find(|request| is_players(&request.command));
        assert!(asked.is_none(), "{key}: {asked:?}");
        if stage.sent.drain(..).any(|request| matches!(request.command, Command::Leave { .. })) {
            stage = Stage::room(&[], &room, &[]);
        }
    }
}

#[test]
fn a_move_that_comes_leaves_who_looks_back_where_they_look() {
    let mut room = FakeRoom::playing("K7QP");
    for square in [Square::D3, Square::C3] {
        room.place(square);
    }
    let mut stage = Stage::room(&[], &room, &[]);
    stage.press(", ,");
    let looked_at = stage.screen();
    stage.hear_all(room.place(Square::C4));
    // The board takes the first 36 columns.
    let board = |screen: &[String]| -> Vec<String> {
        let is_row = |row: &&String| row.trim_start().starts_with(|c| ('1'..='8').contains(&c));
        screen.iter().filter(is_row).map(|row| row.chars().take(36).collect()).collect()
    };
    assert!(!board(&looked_at).is_empty());
    assert_eq!(board(&stage.screen()), board(&looked_at));
    assert!(stage.shows("1 new move"));
}

fn said(room: &FakeRoom, at_ms: u64, said: Said) -> ServerMessage {
    let name = PlayerName::new("Ben").unwrap();
    let (channel, color) = (Channel::Players, Some(Color::White));
    let line = ChatLine { at_ms, ply: 0, channel, name, color, said };
    ServerMessage::Chat { room: room.id(), lines: vec![line] }
}

#[test]
fn what_is_said_is_told_beside_the_board_and_answered_in_a_popup() {
    let room = FakeRoom::playing("K7QP");
    let mut stage = Stage::room(&[], &room, &[Color::Black]);
    for _ in 0..2 {
        // It comes again after a lost line.
        stage.hear(said(&room, 1, Said::Phrase { phrase: Phrase::GoodLuck }));
    }
    let told = |stage: &Stage| stage.screen().join("\n").matches("[0] Ben: Good luck!").count();
    assert_eq!(told(&stage), 1);
    stage.press("t");
    assert!(stage.shows("[0] Ben: Good luck!"));
    stage.type_text("to you too");
    stage.press("enter");
    let request = stage.take(|command| matches!(command, Command::Say { .. }));
    let Command::Say { said: Said::Text { text }, .. } = request.command else { panic!("no text") };
    assert_eq!(text.as_str(), "to you too");
    stage.press("down down enter");
    let request = stage.take(|command| matches!(command, Command::Say { .. }));
    assert!(
        matches!(
            request.command,
            Command::Say { said: Said::Phrase { phrase: Phrase::GoodLuck }, .. }
        ),
        "{request:?}"
    );
    stage.press("esc");
    let mut stage = Stage::room(&[("language", "pt"), ("muted", "kim")], &room, &[Color::Black]);
    stage.hear(said(&room, 1, Said::Phrase { phrase: Phrase::GoodLuck }));
    assert!(stage.shows("[0] Ben: Boa sorte!"));
    let mut stage = Stage::room(&[("muted", "kim | ben")], &room, &[Color::Black]);
    stage.hear(said(&room, 1, Said::Phrase { phrase: Phrase::GoodLuck }));
    assert_eq!(told(&stage), 0);
}

#[test]
fn what_is_said_is_told_for_a_while_where_nothing_beside_the_board_tells_it() {
    let mut room = FakeRoom::playing("K7QP");
    let mut stage = Stage::room(&[], &room, &[Color::Black]);
    stage.resize(40, 14);
    stage.wait_ms(10_000);
    let told = "[0] Ben: Good luck!";
    stage.hear(said(&room, 1, Said::Phrase { phrase: Phrase::GoodLuck }));
    assert!(stage.shows(told), "{:#?}", stage.screen());
    stage.wait_ms(10_000);
    assert!(!stage.shows(told), "{:#?}", stage.screen());
    // A question stays where it is.
    stage.hear(room.offer(Color::White, OfferKind::Draw, None));
    let asked: Vec<_> = stage.screen().into_iter().filter(|row| row.contains("draw")).collect();
    assert!(!asked.is_empty(), "{:#?}", stage.screen());
    stage.hear(said(&room, 2, Said::Phrase { phrase: Phrase::GoodLuck }));
    assert!(stage.shows(told), "{:#?}", stage.screen());
    for row in asked {
        assert!(stage.shows(&row), "{:#?}", stage.screen());
    }
}

#[test]
fn those_who_wish_it_are_named_while_they_watch_and_so_is_the_user() {
    let room = FakeRoom::playing("K7QP");
    let mut stage = Stage::room(&[], &room, &[]);
    let presence = |names: &[&str]| ServerMessage::Presence {
        room: room.id(),
        black: Some(Presence::Connected),
        white: Some(Presence::Connected),
        spectators: 40,
        watchers: Some(names.iter().map(|name| PlayerName::new(name).unwrap()).collect()),
        seq: None,
    };
    stage.hear(presence(&["kim"]));
    assert!(stage.shows("Room, 40 watching: kim and 39 more"), "{:?}", stage.screen());
    // There is no room for more of them here.
    stage.hear(presence(&["kim", "lou", "someone with a long name"]));
    assert!(stage.shows("Room, 40 watching: kim and 39 more"), "{:?}", stage.screen());
    stage.press("w");
    assert!(stage.shows("kim, lou, someone with a long name and 37 more"), "{:?}", stage.screen());
    stage.press("esc");
    // The setting counts at once: the room is entered again, without a word.
    let before = stage.screen();
    let is_named = |command: &Command| {
        matches!(command, Command::Join { role: RoleWish::Spectator, named: true, .. })
    };
    stage.press(":");
    stage.feed(Input::Paste("who on".to_owned()));
    stage.press("enter");
    let join = stage.take(is_named);
    stage.hear(sessions::joined(join.id, &room, &[]));
    assert!(stage.shows("Where you watch, those in the room see your name."));
    stage.press("esc");
    assert_eq!(stage.screen(), before);
    let kept = stage.effects.iter().any(|effect| {
        matches!(effect, Effect::SaveSetting { key: "named", value, .. } if value == "true")
    });
    assert!(kept, "{:?}", stage.effects);
}

#[test]
fn it_is_said_that_a_side_is_picked_and_how() {
    let room = FakeRoom::opened_by("K7QP", "ann").beginning("bid:5");
    let picks = "Whoever comes picks the side.";
    let stage = Stage::room(&[], &room, &[]);
    let how = format!("{picks} Take one by `:join K7QP black` or `white`.");
    assert!(stage.shows(&how), "{:?}", stage.screen());
    let stage = Stage::room(&[], &room, &[Color::Black]);
    assert!(stage.shows(picks) && !stage.shows("Take one"), "{:?}", stage.screen());
    let stage = Stage::room(&[("language", "pt")], &room, &[]);
    assert!(stage.shows("Quem vier escolhe o lado. Fica com um por"), "{:?}", stage.screen());
}
