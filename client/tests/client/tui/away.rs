//! A player who is away, an empty seat, and a room whose seats are taken: what is said, and the key
//! that helps.

use reversi_client::tui::input::Start;
use reversi_game::{Color, Square};
use reversi_protocol::{Command, Presence, RefusalCode, RoleWish, ServerMessage};

use super::stage::{START_MS, Stage};
use crate::common::{FakeRoom, sessions};

/// Ann plays black, has placed, and ben has been away for 72 seconds.
fn ben_is_away(settings: &[(&str, &str)]) -> Stage {
    let mut room = FakeRoom::playing("K7QP");
    room.place(Square::D3);
    let mut stage = Stage::room(settings, &room, &[Color::Black]);
    // It has been his turn for a minute of them.
    let loses_at_ms = Some(START_MS + 3_540_000);
    stage.hear(ServerMessage::Presence {
        room: room.id(),
        black: Some(Presence::Connected),
        white: Some(Presence::Absent { since_ms: START_MS - 72_000, loses_at_ms }),
        spectators: 0,
        watchers: None,
        seq: None,
    });
    stage.press("g 8");
    stage
}

#[test]
fn who_is_away_is_said_at_every_size_with_what_that_means() {
    for (columns, rows) in [(40, 14), (72, 22), (80, 24), (120, 36), (200, 60)] {
        let mut stage = ben_is_away(&[]);
        stage.resize(columns, rows);
        let screen = stage.screen().join(" ");
        for told in ["ben is away (1:12).", "B: a bot plays on.", "You win in 59:00."] {
            assert!(screen.contains(told), "{told} {columns}x{rows}: {screen}");
        }
    }
    let stage = ben_is_away(&[("language", "pt")]);
    assert!(stage.shows("ben está ausente (1:12). B: joga um bot. Ganhas daqui a 59:00."));
}

#[test]
fn the_time_away_is_not_cut_for_a_long_name() {
    for name in ["Ben Júnior", "Maximiliano Júnior de Sá"] {
        let mut room = FakeRoom::opened_by("K7QP", "ann");
        room.seat(Color::White, name);
        room.start();
        let mut stage = Stage::room(&[], &room, &[Color::Black]);
        stage.hear(ServerMessage::Presence {
            room: room.id(),
            black: Some(Presence::Connected),
            white: Some(Presence::Absent { since_ms: START_MS - 72_000, loses_at_ms: None }),
            spectators: 0,
            watchers: None,
            seq: None,
        });
        for (columns, rows) in [(72, 22), (80, 24), (112, 30)] {
            stage.resize(columns, rows);
            assert!(stage.shows("(away 1:12)"), "{name} {columns}x{rows}: {:#?}", stage.screen());
        }
    }
}

#[test]
fn a_name_is_read_beside_a_clock_and_a_time_away() {
    for (language, note) in [("en", "(away"), ("pt", "(ause")] {
        for name in ["ben", "Maximiliano"] {
            let mut room = FakeRoom::opened_by("K7QP", "ann");
            room.seat(Color::White, name);
            room.start();
            let room = room.by_clock("5m", [300_000, 300_000], START_MS);
            let mut stage = Stage::room(&[("language", language)], &room, &[Color::Black]);
            stage.hear(ServerMessage::Presence {
                room: room.id(),
                black: Some(Presence::Connected),
                white: Some(Presence::Absent { since_ms: START_MS - 72_000, loses_at_ms: None }),
                spectators: 0,
                watchers: None,
                seq: None,
            });
            for (columns, rows) in [(40, 14), (72, 22), (80, 24), (112, 30)] {
                stage.resize(columns, rows);
                let screen = stage.screen();
                // Above the status, which says it too.
                let rows_above = &screen[..screen.len() - 5];
                let is_named = |row: &&String| row.contains(&name[..name.len().min(5)]);
                let row = rows_above.iter().find(is_named);
                let row = row.unwrap_or_else(|| panic!("{columns}x{rows}: {screen:#?}"));
                assert!(columns == 40 || row.contains(note), "{columns}x{rows}: {row}");
            }
        }
    }
}

#[test]
fn the_time_away_counts_on() {
    let mut stage = ben_is_away(&[]);
    assert_eq!(stage.ui.next_wake_ms(), Some(START_MS + 1000));
    stage.wait_ms(2000);
    assert!(stage.shows("ben is away (1:14)."));
    assert!(stage.shows("You win in 58:58."));
}

#[test]
fn the_list_of_who_is_here_tells_who_is_not() {
    let mut stage = ben_is_away(&[]);
    stage.press("w");
    assert!(stage.shows("White: ben (away 1:12)"));
    assert!(stage.shows("Black: ann (you)"));
}

/// Lets the server tell its bots.
fn tell_bots(stage: &mut Stage) {
    let bot = |name: &str| reversi_protocol::BotKind {
        name: name.parse().unwrap(),
        description: String::new(),
    };
    let bots = ["level-1", "level-2", "level-3"].map(bot).to_vec();
    let request = stage.take(|command| *command == Command::Bots);
    stage.hear(ServerMessage::Bots { id: request.id, bots });
}

/// Returns the seat and the bot that were asked for.
fn seated(stage: &mut Stage) -> (Color, String) {
    let request = stage.take(|command| matches!(command, Command::SeatBot { .. }));
    let Command::SeatBot { color, bot, .. } = request.command else { unreachable!("asked") };
    (color, bot.to_string())
}

#[test]
fn a_key_seats_a_bot_for_a_player_who_is_away() {
    let mut stage = ben_is_away(&[]);
    stage.press("B");
    tell_bots(&mut stage);
    assert!(stage.shows("A bot for the white seat"));
    stage.press("enter");
    assert_eq!(seated(&mut stage), (Color::White, "level-3".to_owned()));
    assert!(!stage.shows("A bot for the white seat"));
}

#[test]
fn a_key_seats_a_bot_in_the_open_seat() {
    let room = FakeRoom::opened_by("K7QP", "ann");
    let mut stage = Stage::room(&[], &room, &[Color::Black]);
    for (columns, rows) in [(40, 14), (80, 24), (120, 36)] {
        stage.resize(columns, rows);
        assert!(stage.screen().join(" ").contains("B seats a bot."), "{columns}x{rows}");
    }
    stage.press("B");
    tell_bots(&mut stage);
    stage.press("up enter");
    assert_eq!(seated(&mut stage), (Color::White, "level-2".to_owned()));
}

#[test]
fn without_a_seat_for_it_no_bot_is_seated() {
    let room = FakeRoom::playing("K7QP");
    let mut stage = Stage::room(&[], &room, &[Color::Black]);
    stage.press("B");
    assert!(stage.shows("No seat is open, and nobody is away."));
    let mut watching = Stage::room(&[], &FakeRoom::opened_by("K7QP", "lee"), &[]);
    watching.press("B");
    assert!(watching.shows("No seat is open, and nobody is away."));
}

#[test]
fn who_comes_third_is_asked_to_watch() {
    let mut stage = Stage::start(&[], Start::Enter("K7QP".parse().unwrap(), RoleWish::Player));
    stage.connect();
    let join = stage.take(|command| matches!(command, Command::Join { .. }));
    stage.hear(sessions::refused(join.id, RefusalCode::RoomFull));
    assert!(stage.shows("Both seats of K7QP are taken.  [w] watch  [n] no"));
    stage.wait_ms(400);
    stage.press("w");
    let join = stage.take(|command| matches!(command, Command::Join { .. }));
    let Command::Join { role, .. } = join.command else { unreachable!("asked") };
    assert_eq!(role, RoleWish::Spectator);
}
