//! A game that is written and read back is the same game, in every format that can hold it. This project's
//! own save files.

use proptest::prelude::*;
use reversi_game::formats::{
    self, BotSeat, CannotHold, Detail, Format, GameFile, Loaded, ResultReason, SavedGame,
    StatedResult,
};
use reversi_game::{Board, Color, Game, Outcome, Position, Square};

use crate::{PASSES, bytes_of, game, load, load_text, refusal};

/// A game from a start, each choice taken modulo the number of legal squares.
fn play(start: Position, choices: &[usize]) -> Game {
    let mut game = Game::new(start);
    for choice in choices {
        let legal = game.legal();
        let Some(square) = legal.iter().nth(choice % (legal.len() as usize).max(1)) else { break };
        game.play(square).unwrap();
    }
    game
}

fn any_start() -> impl Strategy<Value = Position> {
    let cell = prop_oneof![Just(None), Just(Some(Color::Black)), Just(Some(Color::White))];
    let any = (prop::collection::vec(cell, 64), any::<bool>()).prop_map(|(cells, black)| {
        let of =
            |color| Square::ALL.into_iter().filter(|s| cells[s.index()] == Some(color)).collect();
        let board = Board::new(of(Color::Black), of(Color::White)).unwrap();
        Position { board, to_move: if black { Color::Black } else { Color::White } }
    });
    prop_oneof![3 => Just(Position::START), 1 => any]
}

fn any_text() -> impl Strategy<Value = Option<String>> {
    prop::option::of(r#"[A-Za-zÀ-ž\]\["\\ ;()]{0,20}[A-Za-z]"#.prop_map(|s| s.trim().to_owned()))
}

fn any_result() -> impl Strategy<Value = Option<StatedResult>> {
    let winner = prop_oneof![Just(Outcome::Black), Just(Outcome::White)];
    let reason =
        prop::option::of(prop_oneof![Just(ResultReason::Resignation), Just(ResultReason::Time)]);
    let drawn = prop::option::of(Just(ResultReason::Agreement)).prop_map(|r| (Outcome::Draw, r));
    let uncounted = prop_oneof![(winner, reason), drawn];
    prop_oneof![
        Just(None),
        (-32..=32).prop_map(|half| Some(StatedResult::by_margin(2 * half))),
        uncounted.prop_map(|(outcome, reason)| {
            Some(StatedResult { outcome, margin_discs: None, reason })
        }),
    ]
}

fn any_saved() -> impl Strategy<Value = SavedGame> {
    let choices = prop::collection::vec(any::<usize>(), 0..70);
    (any_start(), choices, any_text(), any_text(), any_text(), any_result()).prop_map(
        |(start, choices, black, white, event, stated)| {
            let game = play(start, &choices);
            // Nothing is stated of a finished game but what its board says.
            let on_board = || game.counts().into();
            let result = stated.map(|stated| if game.is_over() { on_board() } else { stated });
            let date = Some("2026-11-28".to_owned());
            SavedGame { black, white, event, date, result, ..game.into() }
        },
    )
}

fn read_back(bytes: &[u8], format: Format) -> Loaded {
    let file = GameFile::open(bytes, format).unwrap();
    file.load_only().unwrap_or_else(|error| {
        panic!("{error}: {}", String::from_utf8_lossy(bytes));
    })
}

/// The games that a format has no place for.
fn is_refused(saved: &SavedGame, format: Format) -> bool {
    let start = saved.game.start();
    match format {
        Format::Evora | Format::Pgn | Format::Wthor if start != Position::START => true,
        Format::Wthor => saved.known_result().is_none_or(|result| result.margin_discs.is_none()),
        Format::Sgf => start.board.empties().len() == 64,
        Format::Evora
        | Format::Ggf
        | Format::Json
        | Format::Minho
        | Format::Obf
        | Format::Pgn
        | Format::Transcript => false,
    }
}

fn check(saved: &SavedGame, format: Format) {
    let written = match formats::write(saved, format) {
        Ok(written) => written,
        Err(CannotHold::Start | CannotHold::Score) => {
            assert!(is_refused(saved, format), "{format}: {saved:?}");
            return;
        }
    };
    assert!(!is_refused(saved, format), "{format}: {saved:?}");
    let back = read_back(&written.bytes, format).saved;
    let holds = |detail| !written.left_out.contains(&detail);
    assert_eq!(back.game.position(), saved.game.position(), "{format}");
    if format == Format::Minho {
        // The first state's side to move is not written; a pass at the start is not a state.
        assert_eq!(back.game.transcript().to_string(), saved.game.transcript().to_string());
        assert_eq!(back.game.start().board, saved.game.start().board);
    } else if holds(Detail::Record) && format != Format::Obf {
        assert_eq!(back.game, saved.game, "{format}");
    }
    // GGF has no way to write a bracket.
    if holds(Detail::Names) && format != Format::Ggf {
        assert_eq!((&back.black, &back.white), (&saved.black, &saved.white), "{format}");
    }
    if holds(Detail::Event) && format != Format::Ggf {
        assert_eq!(back.event, saved.event, "{format}");
    }
    if let Some(result) = saved.result.filter(|_| holds(Detail::Result)) {
        let back = back.result.unwrap();
        assert_eq!(back.outcome, result.outcome, "{format}");
        if result.margin_discs.is_some() {
            assert_eq!(back.margin_discs, result.margin_discs, "{format}");
        }
        if holds(Detail::ResultReason) {
            assert_eq!(back.reason, result.reason, "{format}");
        }
    }
}

proptest! {
    #[test]
    fn every_format_gives_back_what_it_holds(saved in any_saved()) {
        for format in Format::ALL {
            check(&saved, format);
        }
    }

    #[test]
    fn our_own_format_gives_back_everything(saved in any_saved()) {
        let written = formats::write(&saved, Format::Json).unwrap();
        prop_assert_eq!(read_back(&written.bytes, Format::Json).saved, saved);
    }
}

#[test]
fn real_games_go_through_every_format() {
    let selection = include_bytes!("../data/wthor-selection.wtb");
    let file = GameFile::open(selection, Format::Wthor).unwrap();
    for number in 1..=file.count() {
        let loaded = file.load(number).unwrap();
        for format in Format::ALL {
            check(&loaded.saved, format);
        }
    }
}

fn version_1() -> String {
    String::from_utf8(bytes_of("version-1.json")).unwrap()
}

/// The file is never rewritten: whoever saved a game with the first version can load it with every
/// later one.
#[test]
fn the_first_version_loads() {
    let loaded = load("version-1.json", None).unwrap();
    let saved = &loaded.saved;
    assert_eq!(saved.game, game(PASSES));
    assert_eq!(saved.black.as_deref(), Some("Heiberg Thomas"));
    assert_eq!(saved.white.as_deref(), Some("Jacobs Carol"));
    assert_eq!(saved.event.as_deref(), Some("World Championship"));
    assert_eq!(saved.date.as_deref(), Some("1977"));
    assert_eq!(saved.result, Some(StatedResult::by_margin(40)));
    assert_eq!(saved.bot, Some(BotSeat { color: Color::White, level: Some(3), kind: None }));
    assert!(loaded.warnings.is_empty());
}

#[test]
fn the_example_of_the_readme_loads() {
    let readme = include_str!("../../README.md");
    let example = readme.split("```json").nth(1).unwrap().split("```").next().unwrap();
    let saved = load_text("a.json", example).unwrap().saved;
    assert_eq!(saved.game, game("f5d6c3"));
    assert_eq!(saved.move_scores.len(), 1);
}

#[test]
fn a_loaded_game_can_be_undone_to_its_start() {
    let mut game = load("version-1.json", None).unwrap().saved.game;
    game.undo_to(0).unwrap();
    assert_eq!(game.position(), Position::START);
}

#[test]
fn fields_of_later_versions_are_passed_over() {
    let text = version_1().replace("\"version\":1,", "\"version\":1,\"weather\":\"fine\",");
    assert_eq!(load_text("a.json", &text).unwrap(), load("version-1.json", None).unwrap());
}

#[test]
fn names_cannot_steer_a_terminal() {
    let text = version_1().replace("Heiberg Thomas", "\\u001b[2J Heiberg\\u0007");
    let black = load_text("a.json", &text).unwrap().saved.black;
    assert_eq!(black.as_deref(), Some("[2J Heiberg"));
}

#[test]
fn what_is_wrong_is_refused_with_its_place() {
    let text = version_1();
    assert_eq!(
        refusal("a.json", &text.replace("\"version\":1", "\"version\":2")),
        "line 1, column 26: version 2 of the format is newer than 1, the last one known"
    );
    let other = "line 1, column 1: expected a saved game, with \"format\":\"reversi-game\", found";
    assert!(refusal("a.json", &text.replace("reversi-game", "chess")).starts_with(other));
    assert_eq!(refusal("a.json", "{"), "line 1, column 1: EOF while parsing an object");
    assert!(
        refusal("a.json", &text.replace("\"f6\"", "\"f9\"")).contains("not a square: \"f9\""),
        "the square is named"
    );
    assert!(
        refusal("a.json", &text.replace("\"f6\"", "\"a1\""))
            .ends_with("move 2 (a1, ply 1): a1 turns no disc for white")
    );
    let scores =
        text.replace("\"start\"", "\"move_scores\":[{\"square\":\"a1\",\"score\":2}],\"start\"");
    assert!(refusal("a.json", &scores).contains("expected scores of legal squares, -64 to 64"));
}
