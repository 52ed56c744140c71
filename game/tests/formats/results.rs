//! Who won a finished game is decided by its board, whatever the file says.

use reversi_game::Outcome;
use reversi_game::formats::{self, Format, StatedResult};

use crate::{SHORT, game, load_text, messages};

/// Black wipes White out with 13 discs on the board: 64-0 with the empties.
const WIPEOUT: &str = "B[F5]W[D6]B[C5]W[F6]B[E7]W[F4]B[G5]W[E6]B[E3]";

fn written(name: &str, text: &str, format: Format) -> String {
    let saved = load_text(name, text).unwrap().saved;
    String::from_utf8_lossy(&formats::write(&saved, format).unwrap().bytes).into_owned()
}

#[test]
fn a_margin_without_the_empties_is_scored_with_them() {
    let text = format!("(;GM[Othello]RE[+13]{WIPEOUT};)");
    let loaded = load_text("a.ggf", &text).unwrap();
    assert!(loaded.warnings.is_empty(), "both ways of counting are right");
    assert_eq!(loaded.saved.known_result(), Some(StatedResult::by_margin(64)));
    assert!(written("a.ggf", &text, Format::Pgn).contains("[Result \"64-0\"]"));
    // Black's discs are the seventh byte of a WTHOR record.
    let wthor = formats::write(&loaded.saved, Format::Wthor).unwrap();
    assert_eq!(wthor.bytes[16 + 6], 64);
}

#[test]
fn a_wrong_winner_is_a_warning_and_is_not_written_again() {
    // White has no disc left.
    let moves = "1. f5 d6 2. c5 f6 3. e7 f4 4. g5 e6 5. e3";
    for (name, text, warning) in [
        (
            "a.sgf",
            format!("(;GM[2]RE[W+62];{})", WIPEOUT.replace("]W", "];W").replace("]B", "];B")),
            "the file states a margin of -62 for Black, the board says +64",
        ),
        (
            "b.sgf",
            format!("(;GM[2]RE[W+R];{})", WIPEOUT.replace("]W", "];W").replace("]B", "];B")),
            "by the file white wins, by the board black wins",
        ),
        ("a.pgn", format!("{moves} 0-1"), "by the file white wins, by the board black wins"),
        ("b.pgn", format!("{moves} 1/2-1/2"), "by the file it is a draw, by the board black wins"),
        (
            "a.ggf",
            format!("(;GM[Othello]RE[-64.00:t]{WIPEOUT};)"),
            "the file states a margin of -64 for Black, the board says +64",
        ),
    ] {
        let loaded = load_text(name, &text).unwrap();
        assert_eq!(messages(&loaded.warnings), [warning], "{name}");
        assert_eq!(loaded.saved.known_result(), Some(StatedResult::by_margin(64)), "{name}");
        assert!(written(name, &text, Format::Pgn).contains("64-0"), "{name}");
        assert!(written(name, &text, Format::Sgf).contains("RE[B+64]"), "{name}");
        assert!(written(name, &text, Format::Ggf).contains("RE[+64.00]"), "{name}");
    }
}

#[test]
fn a_game_in_memory_is_scored_by_its_board_too() {
    let mut saved: formats::SavedGame = game(SHORT).into();
    saved.result = Some(StatedResult { outcome: Outcome::White, margin_discs: None, reason: None });
    assert_eq!(saved.known_result(), Some(StatedResult::by_margin(64)));
}
