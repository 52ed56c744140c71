//! GGF games.

use reversi_game::formats::{
    self, Detail, Format, GameTime, ResultReason, SavedGame, StatedResult,
};
use reversi_game::{Color, Outcome};

use crate::{PASSES, game, load, load_text, messages, refusal};

#[test]
fn reads_moves_with_values_and_seconds_and_passes_in_every_spelling() {
    let loaded = load("passes.ggf", None).unwrap();
    let saved = &loaded.saved;
    assert_eq!(saved.game, game(PASSES));
    assert_eq!(saved.black.as_deref(), Some("Heiberg Thomas"));
    assert_eq!(saved.white.as_deref(), Some("Jacobs Carol"));
    assert_eq!(saved.event.as_deref(), Some("GGS/os"));
    assert_eq!(saved.date.as_deref(), Some("1977-8-13 11:13 EST"));
    assert_eq!(saved.result, Some(StatedResult::by_margin(40)));
    assert!(loaded.warnings.is_empty());
}

#[test]
fn both_games_of_a_synchro_match_start_from_their_own_position() {
    // The position after 14 moves of the game; the file's first game goes on as that did.
    let first = load("synchro.ggf", Some(1)).unwrap().saved.game;
    assert_eq!(first.start(), game(PASSES).position_at(14).unwrap());
    assert_eq!(first.position(), game(PASSES).position());
    let second = load("synchro.ggf", Some(2)).unwrap().saved;
    assert_eq!((second.game.start(), second.game.ply()), (first.start(), 2));
    let lost_on_time = StatedResult {
        outcome: Outcome::White,
        margin_discs: Some(-64),
        reason: Some(ResultReason::Time),
    };
    assert_eq!(second.result, Some(lost_on_time));
}

#[test]
fn other_sizes_and_rules_are_refused_by_name_and_leave_the_rest_readable() {
    assert_eq!(
        load("synchro.ggf", Some(3)).unwrap_err().to_string(),
        "line 2, column 33: a 4x4 board cannot be read, only 8x8"
    );
    let komi = load("synchro.ggf", Some(4)).unwrap();
    assert_eq!(komi.saved.game, game(PASSES));
    // The board says +40; the stated +43.5 has White's komi of -3.5 taken off.
    assert_eq!(komi.saved.result, Some(StatedResult::by_margin(40)));
    assert_eq!(
        messages(&komi.warnings),
        ["the result was decided with a komi of -3.5 discs for White"]
    );
    assert_eq!(
        load("synchro.ggf", Some(5)).unwrap_err().to_string(),
        "line 4, column 33: an anti game, in which the fewest discs win, cannot be read"
    );
    assert!(refusal("a.ggf", "(;GM[Go]B[d3];)").contains("the game is \"Go\", not Othello"));
}

#[test]
fn a_komi_is_kept_and_decides_who_won() {
    let saved = SavedGame { komi: 41, ..game(PASSES).into() };
    for (format, property) in
        [(Format::Ggf, "KM[41]"), (Format::Sgf, "KM[41]"), (Format::Json, "\"komi\":41")]
    {
        let written = formats::write(&saved, format).unwrap().bytes;
        let text = String::from_utf8(written).unwrap();
        assert!(text.contains(property), "{text}");
        let loaded = load_text(&format!("a.{}", format.name()), &text).unwrap().saved;
        assert_eq!(loaded.komi, 41);
        assert_eq!(loaded.known_result(), Some(StatedResult::by_margin(-1)));
    }
    let pgn = formats::write(&saved, Format::Pgn).unwrap();
    assert!(String::from_utf8(pgn.bytes).unwrap().contains("[Result \"0-1\"]"));
    assert!(pgn.left_out.contains(&Detail::Komi));
}

#[test]
fn white_may_start() {
    let rows = "-------- -------- -------- ---*O--- ---O*--- -------- -------- --------";
    let loaded = load_text("a.ggf", &format!("(;GM[Othello]BO[8 {rows} O]W[d3]B[c3];)")).unwrap();
    assert_eq!(loaded.saved.game.start().to_move, Color::White);
    assert_eq!(loaded.saved.game.ply(), 2);
}

#[test]
fn a_result_that_contradicts_the_board_is_pointed_out() {
    let text = String::from_utf8(crate::bytes_of("passes.ggf")).unwrap();
    let loaded = load_text("a.ggf", &text.replace("RE[+40.00]", "RE[-40.00]")).unwrap();
    assert_eq!(
        messages(&loaded.warnings),
        ["the file states a margin of -40 for Black, the board says +40"]
    );
    let loaded = load_text("a.ggf", &text.replace("RE[+40.00]", "RE[lost]")).unwrap();
    assert_eq!(messages(&loaded.warnings), ["the result \"lost\" is not understood"]);
    assert_eq!(loaded.saved.result, None);
}

#[test]
fn what_is_wrong_is_refused_with_its_place() {
    let expected = "expected a square such as f5, or pass, found";
    assert_eq!(
        refusal("a.ggf", "(;GM[Othello]\nB[f5]W[k6];)"),
        format!("line 2, column 8: {expected} \"k6];)\"")
    );
    assert_eq!(
        refusal("a.ggf", "(;GM[Othello]B[f5]B[d6];)"),
        "line 1, column 21: a move of black, but it is not black's turn"
    );
    assert_eq!(
        refusal("a.ggf", "(;GM[Othello]B[f5]W[pass];)"),
        "line 1, column 21: move 2 (pass, ply 1): white has a legal square and may not pass"
    );
    assert_eq!(
        refusal("a.ggf", "(;GM[Othello]B[f5]"),
        "line 1, column 19: expected the ;) of a game, found the end"
    );
    assert_eq!(
        refusal("a.ggf", "no game"),
        "line 1, column 1: expected a game, which begins with (;, found \"no game\""
    );
    let short = "(;GM[Othello]BO[8 ---- *];)";
    assert!(refusal("a.ggf", short).contains("expected 64 of - * O and the side to move"));
}

#[test]
fn the_time_of_both_is_read_and_written() {
    let time = |main_s, increment_s, extension_s| GameTime { main_s, increment_s, extension_s };
    for (text, read, again) in [
        ("15:00//02:00", Some(time(900, 0, 120)), "15:00//02:00"),
        ("05:00/00:03", Some(time(300, 3, 0)), "05:00/00:03"),
        ("5:00/0:03/0:00", Some(time(300, 3, 0)), "05:00/00:03"),
        ("01:30:00", Some(time(5_400, 0, 0)), "01:30:00"),
        ("90", Some(time(90, 0, 0)), "01:30"),
        ("soon", None, ""),
        ("", None, ""),
        ("1/2/3/4", None, ""),
        ("99999999:00:00", None, ""),
    ] {
        let file = format!("(;GM[Othello]TI[{text}]B[f5];)");
        let saved = load_text("a.ggf", &file).unwrap().saved;
        assert_eq!(saved.time, read, "{text}");
        let written = formats::write(&saved, Format::Ggf).unwrap().bytes;
        let property = if read.is_some() { format!("]TI[{again}]TY[8]") } else { "]TY[8]".into() };
        assert!(String::from_utf8(written).unwrap().contains(&property), "{text}");
    }
}
