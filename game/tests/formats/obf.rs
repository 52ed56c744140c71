//! Positions with the scores of their moves.

use reversi_game::formats::MoveScore;
use reversi_game::{Color, Square};

use crate::{load, load_text, refusal};

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
fn what_is_wrong_is_refused_with_its_place() {
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
