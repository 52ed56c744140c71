//! This project's own save files.

use reversi_game::formats::{BotSeat, StatedResult};
use reversi_game::{Color, Position};

use crate::{PASSES, bytes_of, game, load, load_text, refusal};

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
