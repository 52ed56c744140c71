//! PGN games of PlayOK and of the WTHOR conversions.

use reversi_game::Outcome;
use reversi_game::formats::StatedResult;

use crate::{PASSES, SHORT, game, load, load_text, messages, refusal};

#[test]
fn reads_playok_games_with_passes_that_take_a_place() {
    let loaded = load("playok.pgn", None).unwrap();
    let saved = &loaded.saved;
    assert_eq!(saved.game, game(PASSES));
    assert_eq!(saved.black.as_deref(), Some("Heiberg Thomas"));
    assert_eq!(saved.white.as_deref(), Some("Jacobs Carol"));
    assert_eq!(saved.event, None);
    assert_eq!(saved.date.as_deref(), Some("1977.08.13"));
    assert_eq!(saved.result, Some(StatedResult::by_margin(40)));
    assert!(loaded.warnings.is_empty());
}

#[test]
fn reads_conversions_in_upper_case_without_passes() {
    let first = load("pairs.pgn", Some(1)).unwrap();
    assert_eq!(first.saved.game, game(PASSES));
    assert_eq!(first.saved.event.as_deref(), Some("World Championship - 1977"));
    let second = load("pairs.pgn", Some(2)).unwrap();
    assert_eq!(second.saved.game, game(SHORT));
    // 64-0 gives the 51 empties to the winner.
    assert_eq!(second.saved.result, Some(StatedResult::by_margin(64)));
    assert!(first.warnings.is_empty() && second.warnings.is_empty());
    assert!(load("pairs.pgn", Some(3)).is_err());
}

#[test]
fn results_tell_discs_or_only_the_winner() {
    let read = |text: &str| load_text("a.pgn", text).unwrap();
    let black = StatedResult { outcome: Outcome::Black, margin_discs: None, reason: None };
    assert_eq!(read("[Result \"1-0\"]\n\n1. f5 d6 1-0\n").saved.result, Some(black));
    assert_eq!(read("1. f5 d6 *\n").saved.result, None);
    assert_eq!(read("1.f5 d6 {a comment} 2.c3 34-30").saved.game.ply(), 3);
    assert_eq!(read("1. f5 34-30").saved.result, Some(StatedResult::by_margin(4)));
    let unclear = read("[Result \"a lot\"]\n1. f5");
    assert_eq!(messages(&unclear.warnings), ["the result \"a lot\" is not understood"]);
}

#[test]
fn a_start_position_is_read_or_refused() {
    let board = "---------------------------XO------OX---------------------------";
    let text = format!("[SetUp \"1\"]\n[FEN \"{board} O\"]\n\n1. d3 c3 *");
    let game = load_text("a.pgn", &text).unwrap().saved.game;
    assert_eq!(game.start().to_string(), format!("{board} O"));
    assert_eq!(game.transcript().to_string(), "d3c3");
    for fen in ["8/8/8/3pP3/3Pp3/8/8/8 w - - 0 1", "", &format!("{board} O x")] {
        assert_eq!(
            refusal("a.pgn", &format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. f5 d6")),
            "line 2, column 1: the start position cannot be read, only 64 of X O - and the side to \
             move, X or O"
        );
    }
}

#[test]
fn remarks_are_passed_over() {
    let text =
        "% made by a program\n[Black \"Ann\"]\n% [White \"x\"]\n\n1. f5 d6; good\n% 2. a1\n2. c3 *";
    for name in ["a.pgn", "a file without ending"] {
        let loaded = load_text(name, text).unwrap();
        assert_eq!(loaded.saved.black.as_deref(), Some("Ann"));
        assert_eq!(loaded.saved.white, None);
        assert_eq!(loaded.saved.game, game("f5d6c3"));
    }
}

#[test]
fn what_is_wrong_is_refused_with_its_place() {
    assert_eq!(
        refusal("a.pgn", "[Black \"x\"]\n\n1. f5 d6\n2. e4"),
        "line 4, column 4: move 3 (e4, ply 2): e4 is occupied"
    );
    assert_eq!(
        refusal("a.pgn", "1. f5 Nf3"),
        "line 1, column 7: expected a move such as f5, --, or the result, found \"Nf3\""
    );
    assert_eq!(
        refusal("a.pgn", "1. f5 34-30 d6"),
        "line 1, column 13: expected the end of the game after its result, found \"d6\""
    );
    assert_eq!(
        refusal("a.pgn", "[Black x]\n1. f5"),
        "line 1, column 1: expected a tag such as [Black \"name\"], found \"[Black x]\""
    );
    assert_eq!(refusal("a.pgn", ""), "line 1, column 1: expected tags or moves, found the end");
}
