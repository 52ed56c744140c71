//! SGF games.

use reversi_game::formats::{ResultReason, StatedResult};
use reversi_game::{Color, Outcome};

use crate::{PASSES, game, load, load_text, messages, refusal};

#[test]
fn reads_letter_and_digit_with_passes_and_a_move_in_the_root() {
    let loaded = load("letter-digit.sgf", None).unwrap();
    let saved = &loaded.saved;
    assert_eq!(saved.game, game(PASSES));
    assert_eq!(saved.black.as_deref(), Some("Heiberg Thomas"));
    assert_eq!(saved.white, None, "a question mark is no name");
    assert_eq!(saved.event.as_deref(), Some("Club [north]"));
    assert_eq!(saved.result, Some(StatedResult::by_margin(40)));
    assert!(loaded.warnings.is_empty());
}

#[test]
fn reads_two_letters_without_passes_along_the_main_line() {
    let loaded = load("two-letters.sgf", None).unwrap();
    assert_eq!(loaded.saved.game, game(PASSES));
    assert_eq!(
        messages(&loaded.warnings),
        ["only the main line was read, other variations were left out"]
    );
}

#[test]
fn a_start_can_be_set_up() {
    let text = "(;GM[2]SZ[8]AB[d4][ee]AW[de][e4]PL[W];W[dc];B[c3])";
    let loaded = load_text("a.sgf", text).unwrap();
    let start = loaded.saved.game.start();
    assert_eq!(
        start.to_string(),
        "---------------------------XO------OX--------------------------- O"
    );
    assert_eq!(loaded.saved.game.transcript().to_string(), "d3c3");
    // Without PL the first move tells.
    let loaded = load_text("a.sgf", &text.replace("PL[W]", "")).unwrap();
    assert_eq!(loaded.saved.game.start().to_move, Color::White);
}

#[test]
fn older_files_spell_property_names_out() {
    // FF[1] to FF[3] let lower-case letters stand in a name, for people.
    let text = "(;FF[3]GaMe[2]SiZe[8]PlayerBlack[Ann];Black[f5];White[d6];Black[c3])";
    let loaded = load_text("a.sgf", text).unwrap();
    assert_eq!(loaded.saved.game, game("f5d6c3"));
    assert_eq!(loaded.saved.black.as_deref(), Some("Ann"));
    let start = "(;GaMe[2]AddBlack[d4][e5]AddWhite[d5][e4]PLayer[White];White[d3])";
    let loaded = load_text("a.sgf", start).unwrap();
    assert_eq!(loaded.saved.game.transcript().to_string(), "d3");
    assert_eq!(
        refusal("a.sgf", "(;GaMe[1]SiZe[19];Black[dd])"),
        "line 1, column 8: the game is \"number 1\", not Othello"
    );
    assert_eq!(
        refusal("a.sgf", "(;GM[2];b[f5];w[d6])"),
        "line 1, column 9: expected a property in capital letters, such as B[f5], found \"b[f5];w[d6])\""
    );
}

#[test]
fn discs_can_be_taken_off_the_start() {
    let text = "(;FF[4]GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B];AE[d4];B[f5])";
    let loaded = load_text("a.sgf", text).unwrap();
    assert_eq!(
        loaded.saved.game.start().to_string(),
        "----------------------------X------XO--------------------------- X"
    );
    assert_eq!(loaded.saved.game.transcript().to_string(), "f5");
    // Without discs set up, they are taken off the standard start, and a square is free again.
    let loaded = load_text("a.sgf", "(;GM[2]AE[d4:e4]AB[d4];B[f5])").unwrap();
    assert_eq!(
        loaded.saved.game.start().to_string(),
        "---------------------------X-------XO--------------------------- X"
    );
    // A rectangle by two of its corners.
    let loaded = load_text("a.sgf", "(;GM[2]AB[c3:d4]AW[e4:f5])").unwrap();
    assert_eq!(
        loaded.saved.game.start().to_string(),
        "------------------XX------XXOO------OO-------------------------- X"
    );
    for text in ["(;GM[2];B[f5];AE[d4])", "(;GM[2];B[f5];PL[B])"] {
        assert!(refusal("a.sgf", text).ends_with("in the middle of a game cannot be read"));
    }
}

#[test]
fn reads_results() {
    let by = |outcome, reason| Some(StatedResult { outcome, margin_discs: None, reason });
    for (text, result) in [
        ("B+12", Some(StatedResult::by_margin(12))),
        ("W+2.0", Some(StatedResult::by_margin(-2))),
        ("0", Some(StatedResult::by_margin(0))),
        ("W+R", by(Outcome::White, Some(ResultReason::Resignation))),
        ("B+Time", by(Outcome::Black, Some(ResultReason::Time))),
        ("B+", by(Outcome::Black, None)),
        ("Void", None),
        ("?", None),
    ] {
        let loaded = load_text("a.sgf", &format!("(;GM[2]RE[{text}];B[f5])")).unwrap();
        assert_eq!(loaded.saved.result, result, "{text}");
        assert!(loaded.warnings.is_empty(), "{text}");
    }
    let loaded = load_text("a.sgf", "(;GM[2]RE[B+many];B[f5])").unwrap();
    assert_eq!(messages(&loaded.warnings), ["the result \"B+many\" is not understood"]);
}

#[test]
fn a_file_may_hold_several_games() {
    let two = "(;GM[2];B[f5])\n(;GM[2];B[d3];W[c3])";
    assert_eq!(refusal("a.sgf", two), "the file holds 2 games: choose one, from 1 to 2");
}

#[test]
fn what_is_wrong_is_refused_with_its_place() {
    assert_eq!(
        refusal("a.sgf", "(;GM[1];B[dd])"),
        "line 1, column 6: the game is \"number 1\", not Othello"
    );
    assert_eq!(
        refusal("a.sgf", "(;GM[2]SZ[10];B[f5])"),
        "line 1, column 11: a 10x10 board cannot be read, only 8x8"
    );
    assert_eq!(
        refusal("a.sgf", "(;GM[2];B[f5]\n;W[f5])"),
        "line 2, column 4: move 2 (f5, ply 1): f5 is occupied"
    );
    assert_eq!(
        refusal("a.sgf", "(;GM[2];B[f5];AW[a1])"),
        "line 1, column 18: discs set up in the middle of a game cannot be read"
    );
    assert_eq!(
        refusal("a.sgf", "(;GM[2]AB[d4]AW[d4])"),
        "line 1, column 17: expected a square without a disc, such as d4 or dd, found \"d4])\""
    );
    assert_eq!(
        refusal("a.sgf", "(;GM[2];B[f5"),
        "line 1, column 13: expected the ] of a value, found the end"
    );
    assert_eq!(
        refusal("a.sgf", "(;GM[2]\n;B[f5]"),
        "line 2, column 7: expected the ) of a game, found the end"
    );
}
