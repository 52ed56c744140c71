//! Moves lists of the University of Évora.

use reversi_game::formats::{Format, GameFile};

use crate::{PASSES, SHORT, bytes_of, game, load, messages};

fn refusal(text: &str) -> String {
    let file = GameFile::open(text.as_bytes(), Format::Evora).unwrap();
    file.load_only().unwrap_err().to_string()
}

#[test]
fn line_ends_and_case_do_not_matter_and_passes_have_no_line() {
    assert!(bytes_of("passes-crlf.txt").ends_with(b"1H\r\n"));
    assert!(bytes_of("passes-lower.txt").ends_with(b"1h"));
    for name in ["passes-crlf.txt", "passes-lower.txt"] {
        let loaded = load(name, None).unwrap();
        assert_eq!(loaded.saved.game, game(PASSES), "{name}");
        assert_eq!(loaded.saved.game.ply(), 63, "60 moves and 3 passes");
    }
    assert_eq!(load("short.txt", None).unwrap().saved.game, game(SHORT));
}

#[test]
fn an_empty_file_is_a_game_at_its_start() {
    let loaded = GameFile::open(b"", Format::Evora).unwrap().load_only().unwrap();
    assert_eq!(loaded.saved.game.ply(), 0);
    assert_eq!(messages(&loaded.warnings), ["the file is empty: the game is at its start"]);
}

#[test]
fn an_illegal_move_is_refused_with_its_line() {
    let error = load("illegal.txt", None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 1: move 2 (d3, ply 1): d3 turns no disc for white"
    );
}

#[test]
fn what_is_no_move_is_refused_with_its_line() {
    let expected = "expected a row digit and a column letter such as 5F, found";
    assert_eq!(refusal("5F\n\n6D\n3 4\n"), format!("line 4, column 1: {expected} \"3 4\""));
    assert_eq!(refusal("1\n4c"), format!("line 1, column 1: {expected} \"1\""));
    assert_eq!(refusal("5F\nf6"), format!("line 2, column 1: {expected} \"f6\""));
    assert_eq!(refusal("5F\n9D"), format!("line 2, column 1: {expected} \"9D\""));
    assert_eq!(refusal("5F6D"), format!("line 1, column 1: {expected} \"5F6D\""));
}
