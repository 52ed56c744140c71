//! Plain transcripts, and positions with the scores of their moves.

use reversi_game::formats::MoveScore;
use reversi_game::{Color, Position, Square};

use crate::{PASSES, SHORT, game, load, load_text, refusal};

#[test]
fn moves_may_be_spaced_numbered_and_on_several_lines() {
    for text in [
        SHORT.to_owned(),
        SHORT.to_uppercase() + "\n",
        "1. f5 d6 2. c5 f6\n3. e7 f4\r\n4. g5 e6 5. e3".to_owned(),
        "\u{FEFF}f5-d6-c5-f6-e7-f4-g5-e6-e3\n".to_owned(),
    ] {
        assert_eq!(load_text("a.txt", &text).unwrap().saved.game, game(SHORT), "{text}");
    }
}

#[test]
fn passes_may_be_written() {
    let head = PASSES.strip_suffix("h7f1h1").unwrap();
    let written = format!("{head} pa h7--f1 PASS h1");
    assert_eq!(load_text("a.txt", &written).unwrap().saved.game, game(PASSES));
    let one_written = format!("{head}h7 pass f1h1");
    assert_eq!(load_text("a.txt", &one_written).unwrap().saved.game, game(PASSES));
    assert_eq!(
        refusal("a.txt", "f5 pa"),
        "line 1, column 4: move 2 (pass, ply 1): white has a legal square and may not pass"
    );
}

#[test]
fn a_list_holds_a_game_on_each_line() {
    assert_eq!(load("list.txt", Some(1)).unwrap().saved.game, game(SHORT));
    assert_eq!(load("list.txt", Some(2)).unwrap().saved.game, game(PASSES));
    assert_eq!(
        load("list.txt", None).unwrap_err().to_string(),
        "the file holds 2 games: choose one, from 1 to 2"
    );
    assert_eq!(
        load("list.txt", Some(3)).unwrap_err().to_string(),
        "there is no game 3: the file holds 2"
    );
    assert!(load("list.txt", Some(0)).is_err());
}

#[test]
fn a_game_from_another_start_begins_with_its_position() {
    let board = "---------------------------XO------OX---------------------------";
    let loaded = load_text("a.txt", &format!("{board} O;d3c3\n")).unwrap();
    let start: Position = loaded.saved.game.start();
    assert_eq!(start.to_string(), format!("{board} O"));
    assert_eq!(loaded.saved.game.transcript().to_string(), "d3c3");
}

#[test]
fn what_is_wrong_is_refused_with_its_place() {
    assert_eq!(
        refusal("a.txt", "f5 d6\nc3 d4"),
        "line 2, column 4: move 4 (d4, ply 3): d4 is occupied"
    );
    assert_eq!(
        refusal("a.txt", "f5d6c9"),
        "line 1, column 5: expected a square such as f5, or a pass, found \"c9\""
    );
    assert_eq!(
        refusal("a.txt", &format!("{SHORT}a1")),
        "line 1, column 19: move 10 (a1, ply 9): the game is over"
    );
}

#[test]
fn reads_position_side_and_scores() {
    let saved = load("scores.obf", Some(1)).unwrap().saved;
    assert_eq!(
        saved.game.position().to_string(),
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
    );
    assert_eq!(saved.move_scores.len(), 8);
    assert_eq!(saved.move_scores[0], MoveScore { square: Square::G8, score: 18 });
    assert_eq!(saved.event.as_deref(), Some("FFO #1"));
    // The list is complete: each legal square has a score.
    assert!(
        saved
            .game
            .legal()
            .iter()
            .all(|square| { saved.move_scores.iter().any(|scored| scored.square == square) })
    );
    // What fills up a line is no score.
    assert_eq!(load("scores.obf", Some(2)).unwrap().saved.move_scores.len(), 3);
}

#[test]
fn a_position_may_come_without_scores_and_with_a_pass() {
    let board = "------OX--------------------------------------------------------";
    let saved = load_text("a.obf", &format!("{board} O;")).unwrap().saved;
    assert_eq!(saved.game.start().to_move, Color::White);
    assert_eq!(saved.game.to_move(), Some(Color::Black), "White has no legal square");
    assert!(saved.move_scores.is_empty());
}

#[test]
fn what_is_wrong_in_a_position_is_refused_with_its_place() {
    assert_eq!(
        load("scores.obf", Some(3)).unwrap_err().to_string(),
        "line 5, column 69: move 1 (a1, ply 0): a1 turns no disc for black"
    );
    let start = "---------------------------OX------XO---------------------------";
    assert_eq!(
        refusal("a.obf", &format!("{start} X; d3:+99;")),
        "line 1, column 69: expected a move and its score in discs, such as f5:+12, found \
         \"d3:+99;\""
    );
    assert_eq!(
        refusal("a.obf", &start.replace('O', "Q")),
        "line 1, column 1: expected 64 of X O - and the side to move, X or O, found \
         \"----------------\""
    );
}
