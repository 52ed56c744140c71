//! What people missed in other programs of this kind: each thing is here, and stays.

use ratatui::layout::Rect;
use reversi_client::tui::action::{ACTIONS, Action};
use reversi_client::tui::canvas::Hit;
use reversi_client::tui::config::Config;
use reversi_client::tui::context::Setup;
use reversi_client::tui::effect::Effect;
use reversi_client::tui::input::{Input, Start};
use reversi_client::tui::ui::Ui;
use reversi_client_core::answer::Warning;
use reversi_client_core::voice::texts::{Language, Say as _, Spoken};
use reversi_game::{Color, DiscCounts, Square};
use reversi_protocol::{
    BotKind, Command, Nick, Opponents, Phase, PlayerName, RoomName, RoomSummary, ServerMessage,
    TimeControl, Watch,
};
use serde_json::Value;

use super::pictures::games;
use super::stage::{START_MS, Stage, setup};
use crate::common::FakeRoom;

fn playing(settings: &[(&str, &str)]) -> (Stage, FakeRoom) {
    let room = FakeRoom::playing("K7QP");
    let stage = Stage::room(settings, &room, &[Color::Black]);
    (stage, room)
}

/// Returns where a square is drawn.
fn area_of(stage: &Stage, square: Square) -> Rect {
    let (_, picture) = stage.picture();
    picture.hits.iter().find(|(_, hit)| *hit == Hit::Square(square)).unwrap().0
}

/// Returns the squares that show a dot.
fn dots(stage: &Stage) -> Vec<Square> {
    let (cells, _) = stage.picture();
    let has_dot = |area: Rect| area.positions().any(|at| cells[at].symbol() == "·");
    Square::ALL.into_iter().filter(|&square| has_dot(area_of(stage, square))).collect()
}

#[test]
fn a_newcomer_sees_dots_on_exactly_the_legal_squares() {
    let (mut stage, mut room) = playing(&[]);
    let legal = |room: &FakeRoom| -> Vec<Square> {
        let legal = room.view().position.legal.clone().unwrap();
        legal.iter().map(|legal| legal.square).collect()
    };
    assert_eq!(dots(&stage), [Square::D3, Square::C4, Square::F5, Square::E6]);
    for square in [Square::F5, Square::F6] {
        stage.hear_all(room.place(square));
    }
    assert_eq!(dots(&stage), legal(&room));
}

#[test]
fn squares_grow_and_shrink_as_far_as_there_is_room() {
    let (mut stage, _) = playing(&[]);
    let size =
        |stage: &Stage| (area_of(stage, Square::A1).width, area_of(stage, Square::A1).height);
    stage.resize(140, 45);
    assert_eq!(size(&stage), (7, 3));
    stage.press("-");
    assert_eq!(size(&stage), (5, 2));
    stage.press("- -");
    assert_eq!(size(&stage), (3, 1));
    assert!(stage.shows("The squares cannot be smaller."));
    stage.press("+ +");
    assert_eq!(size(&stage), (7, 3));
    stage.resize(80, 24);
    stage.press("+");
    assert_eq!(size(&stage), (3, 1));
    assert!(stage.shows("There is no room for larger squares."));
    stage.resize(140, 45);
    assert_eq!(size(&stage), (7, 3), "what there was no room for is not forgotten");
}

#[test]
fn a_clock_counts_down_marks_that_little_is_left_and_rings_once() {
    let room = FakeRoom::playing("K7QP").by_clock("5m+3s", [31_000, 300_000], START_MS);
    let mut stage = Stage::room(&[], &room, &[Color::Black]);
    assert!(stage.shows("[0:31]") && stage.shows(" 5:00 ") && stage.shows("5m+3s"));
    stage.effects.clear();
    stage.wait_ms(1_500);
    assert!(stage.shows("[!0:29]") && stage.shows("You have 30 seconds left."));
    assert_eq!(stage.effects, [Effect::Bell]);
    stage.wait_ms(20_000);
    assert!(stage.shows("[!0:09.5]"), "{:#?}", stage.screen());
    // It is looked at again when it shows something else, and not before.
    assert_eq!(stage.ui.next_wake_ms(), Some(stage.now_ms + 1));
    let room = FakeRoom::playing("Q2ZD").by_clock("5m", [300_000, 300_000], START_MS);
    let stage = Stage::room(&[], &room.not_begun(START_MS + 60_000), &[Color::Black]);
    assert!(stage.ui.next_wake_ms() > Some(stage.now_ms + 1_000));
}

#[test]
fn what_the_room_forbids_is_said_at_once() {
    let mut room = FakeRoom::playing("K7QP");
    room.place(Square::D3);
    room.forbid_undo();
    let mut stage = Stage::room(&[], &room, &[Color::Black]);
    stage.sent.clear();
    for (key, told) in
        [("u", "This room does not allow undo."), ("i", "This room does not allow hints.")]
    {
        stage.press(key);
        assert!(stage.shows(told), "{key}");
        assert!(stage.sent.is_empty(), "{key}");
    }
    let keys = stage.screen().pop().unwrap();
    assert!(!keys.contains("undo") && !keys.contains("hint"), "{keys}");
}

#[test]
fn a_spectator_has_no_move_to_make() {
    let room = FakeRoom::playing("K7QP");
    let mut stage = Stage::room(&[], &room, &[]);
    stage.sent.clear();
    assert_eq!(dots(&stage), []);
    stage.press("d 3 enter space");
    stage.click(Hit::Square(Square::D3));
    assert!(stage.sent.is_empty());
    let keys = stage.screen().pop().unwrap();
    assert!(!keys.contains("play") && !keys.contains("undo"), "{keys}");
}

#[test]
fn a_game_that_ended_meanwhile_tells_its_result_and_can_be_left() {
    let (mut stage, mut room) = playing(&[]);
    stage.lose_connection("cut", 250, 1);
    let ended = room.resign(Color::White);
    stage.connect();
    let join = stage.take(|command| matches!(command, Command::Join { .. }));
    let seats = vec![Color::Black];
    stage.hear(ServerMessage::Joined { id: join.id, room: room.id(), seq: room.seq(), seats });
    stage.hear(ended);
    stage.wait_ms(3000);
    assert!(stage.screen()[20].contains("You won: White resigned."), "{:#?}", stage.screen());
    stage.press("q");
    assert!(stage.shows("Play against a bot"), "no question is asked");
}

#[test]
fn the_bell_can_be_switched_off() {
    let (mut stage, mut room) = playing(&[("bell", "false")]);
    stage.feed(Input::Focus(false));
    for square in [Square::D3, Square::C3] {
        stage.hear_all(room.place(square));
    }
    assert!(!stage.effects.contains(&Effect::Bell));
}

#[test]
fn the_mouse_is_released_and_taken_by_a_key() {
    let (mut stage, _) = playing(&[]);
    for (takes_mouse, told) in [(false, "Clicks select text"), (true, "Hold Shift")] {
        stage.press("m");
        assert_eq!(stage.effects.pop(), Some(Effect::UseMouse(takes_mouse)));
        assert!(stage.shows(told));
        stage.wait_ms(1000);
    }
}

#[test]
fn legend_and_help_follow_the_keys_that_the_configuration_gives() {
    let (config, problems) = Config::read("[keys]\nplace = [\"f4\"]\nhelp = [\"f3\"]\n");
    assert_eq!(problems, []);
    let (mut stage, room) = playing(&[]);
    let mut setup = setup(&[], Start::Enter(room.id().into(), reversi_protocol::RoleWish::Player));
    setup.config.keymap = config.keymap;
    stage.ui = Ui::new(setup, (80, 24), START_MS);
    stage.connect();
    stage.enter(&room, &[Color::Black]);
    assert!(stage.shows(" F4 play  Tab next legal"));
    assert!(stage.shows("F3 help") && !stage.shows("? help"));
    stage.press("d 3 enter");
    assert!(stage.sent.iter().all(|request| !matches!(request.command, Command::Place { .. })));
    stage.press("f4");
    assert_eq!(stage.taken_placement().1, Square::D3);
    stage.press("f3");
    assert!(stage.shows(" F4              places a disc at the cursor"));
}

#[test]
fn a_bad_line_of_the_configuration_is_named_and_the_others_count() {
    let (config, problems) = Config::read("dots = false\nanimatoin = false\nbell = false\n");
    let mut setup = setup(&[], Start::Lobby);
    setup.warnings = problems.iter().map(|it| Warning::Config(Spoken::of(it))).collect();
    let model = Ui::new(setup, (80, 24), START_MS);
    let (mut stage, _) = playing(&[]);
    stage.ui = model;
    assert!(stage.shows("config.toml, line 2: ") && stage.shows("animatoin"));
    assert!(!config.values.dots && !config.values.bell);
}

#[test]
fn several_bad_lines_of_the_configuration_are_counted_and_all_kept_in_the_news() {
    let (_, problems) = Config::read("color = 3\ndots = \"no\"\nname = \"You\"\n");
    let mut setup = setup(&[], Start::Lobby);
    setup.warnings = problems.iter().map(|it| Warning::Config(Spoken::of(it))).collect();
    let (mut stage, _) = playing(&[]);
    stage.ui = Ui::new(setup, (120, 36), START_MS);
    assert!(stage.shows("config.toml, line 1: color takes auto"));
    assert!(stage.shows("(3 lines are wrong; `reversi config check` lists them)"));
}

#[test]
fn the_age_of_a_room_is_told_in_whole_minutes_after_the_first() {
    for (age_ms, told) in [(59_000, "Opened just now"), (125_000, "Opened 2 min ago")] {
        let mut stage = Stage::lobby(&[]);
        let request = stage.take(|command| matches!(command, Command::Rooms { .. }));
        let room = RoomSummary {
            room: "Q2ZD".parse().unwrap(),
            name: RoomName::new("friday").unwrap(),
            phase: Phase::Open,
            black: None,
            white: None,
            reserved: false,
            ply: 0,
            discs: DiscCounts { black: 2, white: 2 },
            spectators: 0,
            away: vec![],
            time: TimeControl::None,
            watch: Watch::Everyone,
            opponents: Opponents::default(),
            opening: None,
            opened_at_ms: START_MS - age_ms,
        };
        stage.hear(ServerMessage::Rooms { id: request.id, rooms: vec![room], total: 1 });
        stage.press("up");
        assert!(stage.shows(told), "{:#?}", stage.screen());
    }
}

#[test]
fn a_long_name_is_cut_before_what_follows_it() {
    for name in ["一二三四五六七八九十一二三四五六七八九十一二三四", "abcdefghijklmnopqrstuvwx"]
    {
        let room = FakeRoom::opened_by("K7QP", name);
        let mut stage = Stage::room(&[], &room, &[Color::Black]);
        for (columns, rows) in [(80, 24), (40, 14), (112, 30)] {
            stage.resize(columns, rows);
            assert!(stage.shows("(you)"), "{name} at {columns}x{rows}: {:#?}", stage.screen());
        }
    }
}

#[test]
fn every_action_has_a_word_and_all_but_one_a_key() {
    let without: Vec<Action> =
        ACTIONS.iter().filter(|spec| spec.keys.is_empty()).map(|spec| spec.action).collect();
    assert_eq!(without, [Action::Doctor]);
    for spec in ACTIONS {
        let (mut stage, _) = playing(&[]);
        stage.press(":");
        stage.type_text(spec.name);
        let found = stage.screen().iter().any(|row| row.starts_with(&format!("│ {} ", spec.name)));
        assert!(found, "{}", spec.name);
    }
}

#[test]
fn the_readme_lists_every_key_as_it_is() {
    let readme = include_str!("../../../README.md");
    let (_, rest) = readme.split_once("| Key | Action | What it does |\n|---|---|---|\n").unwrap();
    let listed: Vec<&str> = rest.lines().take_while(|line| line.starts_with('|')).collect();
    let rows = ACTIONS.iter().map(|spec| {
        let keys: Vec<String> = spec.keys.iter().map(|key| format!("`{key}`")).collect();
        let help = Language::English.text(spec.help);
        format!("| {} | `{}` | {help} |", keys.join(" "), spec.name)
    });
    let rows: Vec<String> = rows.collect();
    assert_eq!(listed, rows, "the table is to be:\n{}", rows.join("\n"));
}

#[test]
fn finished_games_say_when_they_were_played_and_how_they_ended() {
    let mut stage = games(&[]);
    let screen = stage.screen();
    for (row, told) in
        (1..).zip(["white won", "black won", "black resigned", "draw agreed", "white away"])
    {
        assert!(screen[row].contains(" 2023-11-14 "), "{:?}", screen[row]);
        assert!(screen[row].contains(told), "{:?}", screen[row]);
    }
    stage.resize(40, 14);
    stage.press("down down");
    let below = stage.screen()[10..13].join("");
    assert!(below.contains("Maria Eduarda Lancastre - ann."), "{below:?}");
    assert!(below.contains("Black resigned."), "{below:?}");
}

/// Returns the protocol's example of a list of bots: those of the server.
fn bots_of_the_server() -> Vec<BotKind> {
    let examples = include_str!("../../../../protocol/golden/server_message.json");
    let examples: Value = serde_json::from_str(examples).unwrap();
    let ServerMessage::Bots { bots, .. } =
        serde_json::from_value(examples["bots"].clone()).unwrap()
    else {
        unreachable!("it is about bots")
    };
    bots
}

#[test]
fn every_bot_says_in_portuguese_what_it_is_like() {
    let numbers = |text: &str| -> Vec<u32> {
        let mut numbers: Vec<u32> = text
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|part| part.parse().ok())
            .collect();
        numbers.sort_unstable();
        numbers
    };
    for bot in bots_of_the_server() {
        let told = Language::Portuguese.bot(&bot);
        assert_ne!(told, bot.description, "{}", bot.name);
        assert_eq!(numbers(told), numbers(&bot.description), "{}", bot.name);
        assert_eq!(Language::English.bot(&bot), bot.description);
    }
    let description = "plays like nobody else".to_owned();
    let unknown = BotKind { name: "new-one".parse().unwrap(), description };
    assert_eq!(Language::Portuguese.bot(&unknown), unknown.description);
}

#[test]
fn a_bot_of_endless_words_is_told_as_far_as_there_is_room() {
    let mut stage = Stage::lobby(&[]);
    stage.press("b");
    let request = stage.take(|command| *command == Command::Bots);
    let description = "words ".repeat(20_000);
    let bots = vec![BotKind { name: "talker".parse().unwrap(), description }];
    stage.hear(ServerMessage::Bots { id: request.id, bots });
    assert!(stage.shows("talker            words words"));
}

/// Takes what was to be kept, a key and its value.
fn kept(stage: &mut Stage) -> Vec<(&'static str, String)> {
    let effects = std::mem::take(&mut stage.effects).into_iter();
    let kept = effects.filter_map(|effect| match effect {
        Effect::SaveSetting { key, value, .. } => Some((key, value)),
        _ => None,
    });
    kept.collect()
}

#[test]
fn a_name_and_a_server_are_typed_in_the_settings() {
    let mut stage = Stage::lobby(&[]);
    stage.effects.clear();
    stage.press("s up pagedown pagedown up enter");
    assert!(stage.shows("name that others see:"), "{:#?}", stage.screen());
    stage.type_text("level-3");
    stage.press("enter");
    assert!(
        stage.shows("it would pass for") && kept(&mut stage).is_empty(),
        "{:#?}",
        stage.screen()
    );
    stage.press("ctrl-u");
    stage.type_text("Zoe q");
    stage.press("enter");
    let name = PlayerName::new("Zoe q").unwrap();
    assert!(stage.effects.contains(&Effect::Rename(name)));
    assert_eq!(kept(&mut stage), [("name", "Zoe q".to_owned())]);
    stage.press("up enter");
    stage.type_text("other.example");
    stage.press("enter");
    let url = "http://other.example:7878";
    assert!(stage.effects.contains(&Effect::Connect(url.parse().unwrap())));
    assert_eq!(kept(&mut stage), [("server", url.to_owned())]);
    // Typed and let go of: nothing changes, and the list stays.
    stage.press("enter x esc");
    assert!(kept(&mut stage).is_empty() && stage.shows("Settings"));
    // Nothing typed is nothing chosen.
    stage.press("enter ctrl-u enter");
    assert_eq!(kept(&mut stage), [("server", String::new())]);
    stage.press("esc");
    assert!(stage.shows("you are Zoe q"));
}

#[test]
fn a_name_that_is_no_nick_is_cut_and_what_is_wrong_with_one_is_said_at_every_size() {
    for (columns, rows) in [(40, 14), (80, 24), (120, 36)] {
        let mut setup = setup(&[], Start::Lobby);
        setup.name = PlayerName::new("Maximiliano Júnior").unwrap();
        let mut stage = Stage::of(setup);
        stage.connect();
        stage.resize(columns, rows);
        stage.press("W enter");
        assert!(stage.screen().iter().any(|row| row.ends_with(" Maximili")), "{columns}x{rows}");
        stage.type_text("ninechars");
        stage.press("enter");
        let why = Spoken::of(&Nick::new("ninechars").unwrap_err()).say(Language::English);
        let told = stage.screen().join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            told.contains(&why) && !told.contains("Your best score"),
            "{columns}x{rows}: {told}"
        );
        assert!(told.contains("ninechars"), "it stays to be mended");
    }
}

#[test]
fn in_a_room_one_stays_who_one_is() {
    let (mut stage, _) = playing(&[]);
    stage.effects.clear();
    stage.press("s pagedown pagedown up enter");
    stage.type_text("zoe");
    stage.press("enter");
    assert!(stage.shows("It counts from the next start."));
    assert_eq!(stage.effects.len(), 1);
    assert_eq!(kept(&mut stage), [("name", "zoe".to_owned())]);
}

#[test]
fn who_comes_first_is_asked_for_a_name_before_anyone_sees_one() {
    let first = || {
        let lacks_name = Setup { lacks_name: true, ..setup(&[], Start::Lobby) };
        Stage::of(lacks_name)
    };
    let mut stage = first();
    assert!(stage.effects.is_empty() && stage.shows("Your name: ann"));
    // No key leads elsewhere.
    stage.press("f1 f2");
    // The name that was offered is typed over.
    stage.type_text("Level-1");
    stage.press("enter");
    assert!(stage.effects.is_empty() && stage.shows("Your name: Level-1"));
    stage.press("ctrl-u");
    stage.type_text("bea s?");
    stage.press("enter");
    let name = PlayerName::new("bea s?").unwrap();
    let server = "http://play.example:7878".parse().unwrap();
    assert_eq!(stage.effects[0], Effect::Rename(name));
    assert_eq!(stage.effects.last(), Some(&Effect::Connect(server)));
    assert_eq!(kept(&mut stage), [("name", "bea s?".to_owned())]);
    // Who does not care keeps the name of the login, and is not asked again.
    let mut stage = first();
    stage.press("esc");
    assert!(matches!(stage.effects.last(), Some(Effect::Connect(_))));
    assert_eq!(kept(&mut stage), [("name", "ann".to_owned())]);
}
