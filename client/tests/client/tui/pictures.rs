//! Every screen at three sizes, in ASCII and beyond, in both languages. `screens.txt` beside the
//! tests holds the pictures; with `UPDATE_PICTURES=1` they are written anew, to be looked at before
//! they are kept.

use std::fmt::Write as _;
use std::{env, fs};

use ratatui::buffer::Cell;
use ratatui::style::Color as Ink;
use reversi_client::tui::input::{Input, Start};
use reversi_client::tui::record::Replay;
use reversi_client_core::session::{NetNews, News};
use reversi_client_core::texts::Spoken;
use reversi_game::formats;
use reversi_game::{Color, DiscCounts, Outcome, Square};
use reversi_protocol::{
    BotKind, Command, EndReason, GameResult, GameSummary, MoveLabel, Occupant, OfferKind,
    Opponents, Phase, PlayerName, ReviewedMove, RoomName, RoomSummary, ServerMessage, SquareValue,
    TimeControl, Watch,
};

use super::stage::{START_MS, Stage};
use crate::common::FakeRoom;

type Settings<'a> = &'a [(&'a str, &'a str)];

/// Brings a screen about.
type Setting = fn(Settings<'_>) -> Stage;

/// Every screen: its name, and how to get there.
pub(crate) const SCREENS: &[(&str, Setting)] = &[
    ("answer", |settings| pressed(game(settings), ": m o v e s enter")),
    ("bots", bots),
    ("clocks", clocks),
    ("connecting", |settings| Stage::start(settings, Start::Lobby)),
    ("connection-lost", connection_lost),
    ("doctor", |settings| pressed(lobby(settings), "? d o c t o r enter")),
    ("finished", finished),
    ("form", |settings| pressed(lobby(settings), "n down down down right down right")),
    ("game", game),
    ("games", games),
    ("help", |settings| pressed(game(settings), "?")),
    ("hint", hint),
    ("history", |settings| pressed(long_game(settings), "< . . .")),
    ("invite", |settings| pressed(waiting(settings), "f2")),
    ("lobby", lobby),
    ("lobby-empty", lobby_empty),
    ("long-game", long_game),
    ("no-server", no_server),
    ("palette", |settings| pressed(game(settings), ": r e")),
    ("prompt", prompt),
    ("rejected", rejected),
    ("replay", replay),
    ("resign", |settings| pressed(game(settings), "x")),
    ("review", |settings| pressed(reviewed(settings), ", , , ,")),
    ("settings", |settings| pressed(game(settings), "s down")),
    ("spectator", spectator),
    ("typing", |settings| pressed(lobby(settings), "/ l e e")),
    ("waiting", waiting),
    ("who", |settings| pressed(game(settings), "w")),
];

/// How the pictures are taken.
const LOOKS: [(&str, Settings<'static>); 2] = [
    ("unicode-en", &[("glyphs", "unicode"), ("language", "en")]),
    ("ascii-pt", &[("glyphs", "ascii"), ("language", "pt")]),
];

const SIZES: [(u16, u16); 3] = [(80, 24), (40, 14), (120, 36)];

/// What stands before another screen, or changes little of it: two pictures are enough.
const LIKE_OTHERS: &[&str] = &[
    "answer",
    "connecting",
    "connection-lost",
    "help",
    "hint",
    "history",
    "invite",
    "lobby-empty",
    "palette",
    "prompt",
    "rejected",
    "resign",
    "typing",
    "who",
];

/// Returns whether a picture is kept of a screen with this look at this size.
fn is_pictured(name: &str, look: usize, size: usize) -> bool {
    !LIKE_OTHERS.contains(&name) || look == size
}

/// Takes the pictures of a screen that are kept.
fn pictures(name: &str, prepare: Setting) -> String {
    let mut shown = String::new();
    for (look, (look_name, settings)) in LOOKS.into_iter().enumerate() {
        let mut stage = prepare(settings);
        for (size, (columns, rows)) in SIZES.into_iter().enumerate() {
            stage.resize(columns, rows);
            let lines = stage.screen().join("\n");
            if is_pictured(name, look, size) {
                writeln!(shown, "== {name} {look_name} {columns}x{rows}\n{lines}").unwrap();
            }
        }
    }
    shown
}

#[test]
fn every_screen_looks_as_it_was_looked_at() {
    let shown: Vec<String> =
        SCREENS.iter().map(|(name, prepare)| pictures(name, *prepare)).collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/screens.txt");
    if env::var_os("UPDATE_PICTURES").is_some() {
        fs::write(path, shown.concat()).unwrap();
    }
    let kept = fs::read_to_string(path).unwrap();
    let different: Vec<&str> =
        shown.iter().map(String::as_str).filter(|shown| !kept.contains(shown)).collect();
    let told = different.concat();
    assert!(different.is_empty(), "other than before, UPDATE_PICTURES=1 keeps them:\n{told}");
    assert_eq!(kept.len(), shown.concat().len(), "there are pictures of other screens");
}

#[test]
fn every_screen_says_the_same_without_colours() {
    for (name, prepare) in SCREENS {
        let (mut plain, mut colored) = (prepare(&[("color", "off")]), prepare(&[]));
        for (columns, rows) in SIZES {
            plain.resize(columns, rows);
            colored.resize(columns, rows);
            let (cells, _) = plain.picture();
            let is_plain = |cell: &Cell| (cell.fg, cell.bg) == (Ink::Reset, Ink::Reset);
            assert!(cells.content().iter().all(is_plain), "{name} {columns}x{rows}");
            // These two name the level of colours.
            if !["doctor", "settings"].contains(name) {
                assert_eq!(plain.screen(), colored.screen(), "{name} {columns}x{rows}");
            }
        }
    }
}

#[test]
fn with_ascii_glyphs_nothing_is_beyond_ascii() {
    // The doctor's ruler shows every set.
    for (name, prepare) in SCREENS.iter().filter(|(name, _)| *name != "doctor") {
        for glyphs in ["ascii", "letters"] {
            let mut stage = prepare(&[("glyphs", glyphs), ("language", "pt")]);
            for (columns, rows) in SIZES {
                stage.resize(columns, rows);
                for line in stage.screen() {
                    assert!(line.is_ascii(), "{name} {columns}x{rows}: {line}");
                }
            }
        }
    }
}

#[test]
fn a_screen_that_is_too_small_says_so() {
    let mut stage = game(&[]);
    stage.resize(35, 14);
    assert!(stage.screen().join(" ").contains("The screen has 35x14; Reversi needs 36x14."));
    stage.resize(3, 2);
    assert_eq!(stage.screen().len(), 2, "what there is room for");
    stage.resize(80, 24);
    assert!(stage.shows("K7QP"));
}

fn pressed(mut stage: Stage, keys: &str) -> Stage {
    stage.press(keys);
    stage
}

#[expect(clippy::unnecessary_wraps, reason = "a seat may be empty")]
fn human(name: &str) -> Option<Occupant> {
    Some(Occupant::Human { name: PlayerName::new(name).unwrap() })
}

#[expect(clippy::unnecessary_wraps, reason = "a seat may be empty")]
fn bot(name: &str) -> Option<Occupant> {
    Some(Occupant::Bot { bot: name.parse().unwrap(), stands_in_for: None })
}

/// Answers the last request for the rooms.
pub(crate) fn list_rooms(stage: &mut Stage) {
    let room = |id: &str, phase, black, white, ply, spectators| RoomSummary {
        room: id.parse().unwrap(),
        name: RoomName::new("friday night").unwrap(),
        phase,
        black,
        white,
        reserved: false,
        ply,
        discs: DiscCounts { black: 2 + ply / 2, white: 2 + ply - ply / 2 },
        spectators,
        away: vec![],
        time: TimeControl::None,
        watch: Watch::Everyone,
        opponents: Opponents::default(),
        opening: None,
        opened_at_ms: START_MS - 125_000,
    };
    let away = |room: RoomSummary, away| RoomSummary { away, ..room };
    let rooms = vec![
        room("Q2ZD", Phase::Open, human("ben"), None, 0, 0),
        room("K7QP", Phase::Playing, human("ann"), bot("level-6"), 13, 1),
        room("M4TT", Phase::Playing, human("Maria Eduarda Lancastre"), human("lee"), 40, 12),
        away(room("W3CP", Phase::Playing, human("mia"), human("tom"), 22, 0), Color::BOTH.to_vec()),
        room("8HXW", Phase::Finished, human("kim"), human("李伟"), 60, 0),
    ];
    let request = stage.take(|command| matches!(command, Command::Rooms { .. }));
    stage.hear(ServerMessage::Rooms { id: request.id, rooms, total: 5 });
}

fn lobby_empty(settings: Settings<'_>) -> Stage {
    let mut stage = Stage::lobby(settings);
    let request = stage.take(|command| matches!(command, Command::Rooms { .. }));
    stage.hear(ServerMessage::Rooms { id: request.id, rooms: vec![], total: 0 });
    stage
}

fn lobby(settings: Settings<'_>) -> Stage {
    let mut stage = Stage::start(settings, Start::Lobby);
    stage.kept = vec!["K7QP".parse().unwrap()];
    stage.connect();
    list_rooms(&mut stage);
    pressed(stage, "down down down")
}

fn no_server(settings: Settings<'_>) -> Stage {
    let mut stage = Stage::start(settings, Start::Lobby);
    let reason = Spoken::quoting(
        "cannot connect to http://play.example:7878: Connection refused (os error 111)",
    );
    stage.feed(Input::News(News::Net(NetNews::Unreachable { reason, is_final: false })));
    stage
}

fn rejected(settings: Settings<'_>) -> Stage {
    let mut stage = Stage::start(settings, Start::Lobby);
    let reason = Spoken::quoting("the server rejects this client: it speaks versions 2 and 3");
    stage.feed(Input::News(News::Net(NetNews::Unreachable { reason, is_final: true })));
    stage
}

fn bots(settings: Settings<'_>) -> Stage {
    let mut stage = pressed(lobby_empty(settings), "b");
    let kinds = [
        ("level-1", "novice: grabs discs and overlooks replies"),
        ("level-2", "beginner: looks at your reply, still likes discs"),
        ("level-10", "master: the engine's best, thinks for a second, plays the last 20 exactly"),
        ("000-easy", "plays any legal square at random (report 000, easy)"),
    ];
    let bots = kinds.map(|(name, description)| BotKind {
        name: name.parse().unwrap(),
        description: description.to_owned(),
    });
    let request = stage.take(|command| *command == Command::Bots);
    stage.hear(ServerMessage::Bots { id: request.id, bots: bots.to_vec() });
    stage
}

pub(crate) fn games(settings: Settings<'_>) -> Stage {
    let mut stage = pressed(lobby_empty(settings), "g");
    let game = |game, black: Option<Occupant>, white: Option<Occupant>, result| GameSummary {
        game,
        room: "K7QP".parse().unwrap(),
        black: black.unwrap(),
        white: white.unwrap(),
        result,
        opening: None,
        ended_at_ms: START_MS,
    };
    let decided = |black, white| {
        let discs = DiscCounts { black, white };
        let score = Some(discs.with_empties_to_winner());
        GameResult { outcome: discs.outcome(), reason: EndReason::NoMovesLeft, discs, score }
    };
    let stopped = |outcome, reason, black, white| {
        let discs = DiscCounts { black, white };
        GameResult { outcome, reason, discs, score: None }
    };
    let games = vec![
        game(12, human("ann"), bot("level-6"), decided(23, 41)),
        game(11, human("lee"), human("mia"), decided(44, 8)),
        game(
            10,
            human("Maria Eduarda Lancastre"),
            human("ann"),
            stopped(Outcome::White, EndReason::Resignation, 30, 12),
        ),
        game(9, human("kim"), human("lee"), stopped(Outcome::Draw, EndReason::Agreement, 5, 6)),
        game(8, human("kim"), human("lee"), stopped(Outcome::Black, EndReason::Abandonment, 2, 2)),
    ];
    let request = stage.take(|command| matches!(command, Command::Games { .. }));
    stage.hear(ServerMessage::Games { id: request.id, games });
    stage
}

/// Ann waits for someone to take the white seat.
fn waiting(settings: Settings<'_>) -> Stage {
    let room = FakeRoom::opened_by("K7QP", "ann");
    Stage::room(settings, &room, &[Color::Black])
}

/// The board of the design's example: ann is to answer c3.
fn game(settings: Settings<'_>) -> Stage {
    let mut room = FakeRoom::opened_by("K7QP", "ann");
    let mut stage = Stage::room(settings, &room, &[Color::Black]);
    stage.hear(room.seat(Color::White, "ben"));
    stage.hear(room.start());
    for square in [Square::D3, Square::C3] {
        stage.hear_all(room.place(square));
    }
    let (black, white) = (room.view().black.clone(), room.view().white.clone());
    let presence = |seat: Option<reversi_protocol::SeatView>| seat.map(|seat| seat.presence);
    stage.hear(ServerMessage::Presence {
        room: room.id(),
        black: presence(black),
        white: presence(white),
        spectators: 3,
        watchers: None,
        seq: None,
    });
    pressed(stage, "f 5")
}

/// A game by a clock, with little left for Black.
fn clocks(settings: Settings<'_>) -> Stage {
    let room = FakeRoom::playing("K7QP").by_clock("5m+3s", [9_300, 291_000], START_MS);
    Stage::room(settings, &room, &[Color::Black])
}

/// Someone else's game: two moves came while the spectator looked at an older position.
fn spectator(settings: Settings<'_>) -> Stage {
    let mut room = FakeRoom::playing("K7QP");
    for square in [Square::D3, Square::C3, Square::C4] {
        room.place(square);
    }
    let mut stage = pressed(Stage::room(settings, &room, &[]), ",");
    stage.hear_all(room.place(Square::C5));
    stage.hear_all(room.place(Square::B6));
    stage
}

fn prompt(settings: Settings<'_>) -> Stage {
    let mut room = FakeRoom::playing("K7QP");
    for square in [Square::D3, Square::C3] {
        room.place(square);
    }
    let mut stage = Stage::room(settings, &room, &[Color::Black]);
    stage.hear(room.offer(Color::White, OfferKind::Undo, Some(1)));
    stage
}

fn hint(settings: Settings<'_>) -> Stage {
    let mut room = FakeRoom::playing("K7QP");
    for square in [Square::D3, Square::C3] {
        room.place(square);
    }
    room.allow_hints();
    let mut stage = pressed(Stage::room(settings, &room, &[Color::Black]), "f 5 i");
    let value = |square, value_centidiscs| SquareValue {
        square,
        value_centidiscs,
        depth_plies: 12,
        is_exact: false,
    };
    let values = vec![
        value(Square::C4, 312),
        value(Square::E6, 0),
        value(Square::F5, -149),
        value(Square::B3, -1220),
    ];
    let request = stage.take(|command| matches!(command, Command::Hint { .. }));
    let (room, best) = (room.id(), Square::C4);
    stage.hear(ServerMessage::Hint { id: request.id, room, ply: 2, best, bot: None, values });
    stage
}

/// The first 40 moves of a game of the French championship of 1981, Andrieu against Pingaud.
const LONG_GAME: &str =
    "f5f6e6f4c3c4f3d3e3e2e1d2c5g3h3c2d1c1b1b3a3b4g6f2a4b5a5a6a7b6f1g4h4d6c6b2a1a2a8b7";

fn moves() -> Vec<Square> {
    let names = (0..LONG_GAME.len() / 2).map(|index| &LONG_GAME[2 * index..2 * index + 2]);
    names.map(|name| name.parse().unwrap()).collect()
}

fn long_game(settings: Settings<'_>) -> Stage {
    let mut room = FakeRoom::playing("K7QP");
    let mut stage = Stage::room(settings, &room, &[Color::Black]);
    for square in moves() {
        stage.hear_all(room.place(square));
    }
    stage.wait_ms(2000);
    stage
}

fn finished(settings: Settings<'_>) -> Stage {
    let mut room = FakeRoom::playing("K7QP");
    let mut stage = Stage::room(settings, &room, &[Color::Black]);
    for square in moves() {
        stage.hear_all(room.place(square));
    }
    stage.hear(room.resign(Color::White));
    stage
}

/// The finished game after the server has looked back at it.
pub(crate) fn reviewed(settings: Settings<'_>) -> Stage {
    reviewed_with(settings, |moves| moves)
}

/// The same, with another opinion of the moves.
pub(crate) fn reviewed_with(
    settings: Settings<'_>,
    opinion: impl Fn(Vec<ReviewedMove>) -> Vec<ReviewedMove>,
) -> Stage {
    let mut stage = pressed(finished(settings), "z");
    let request = stage.take(|command| matches!(command, Command::Review { .. }));
    stage.hear(ServerMessage::Review {
        id: request.id,
        opening: Some("Chimney".to_owned()),
        moves: opinion(reviewed_moves()),
        black_values_centidiscs: (0..=PLIES).map(|ply| 900 - 45 * ply).collect(),
    });
    stage.wait_ms(1000);
    stage
}

/// Plies of the long game, in which Black passes twice.
const PLIES: i32 = 42;

/// What a server could say of the long game: every fourth move is a blunder, the others are the best.
fn reviewed_moves() -> Vec<ReviewedMove> {
    let game = formats::read("game.txt", LONG_GAME.as_bytes(), None).unwrap().saved.game;
    let plies = game.actions_by_side().enumerate();
    let placed = plies.filter_map(|(ply, (color, action))| Some((ply, color, action.square()?)));
    placed
        .map(|(ply, color, square)| {
            let is_blunder = ply % 4 == 3;
            ReviewedMove {
                ply: ply.try_into().unwrap(),
                color,
                square,
                value_centidiscs: if is_blunder { -900 } else { 300 },
                best: if is_blunder { Square::H8 } else { square },
                best_value_centidiscs: 300,
                depth_plies: 12,
                is_exact: false,
                label: if is_blunder { MoveLabel::Blunder } else { MoveLabel::Best },
            }
        })
        .collect()
}

fn connection_lost(settings: Settings<'_>) -> Stage {
    let mut stage = pressed(game(settings), "enter");
    stage.lose_connection("the server has gone silent", 2300, 3);
    stage
}

fn replay(settings: Settings<'_>) -> Stage {
    let mut file = "[Black \"Andrieu\"]\n[White \"Pingaud\"]\n[Date \"1981\"]\n".to_owned();
    for (number, pair) in moves().chunks(2).enumerate() {
        writeln!(file, "{}. {} {}", number + 1, pair[0], pair[1]).unwrap();
    }
    let loaded = formats::read("paris.pgn", file.as_bytes(), None).unwrap();
    let replay = Replay::of_file("paris.pgn", loaded.saved);
    pressed(Stage::start(settings, Start::Replay(Box::new(replay))), ", , ,")
}
