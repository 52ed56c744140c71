//! The exact solver against published scores of every move.

use reversi_engine::{Control, Limits, Score, StopFlag, analyse, obf};
use reversi_game::Square;

#[test]
fn every_move_of_the_published_endgames_has_its_score() {
    let stop = StopFlag::default();
    for line in include_str!("data/ffo.obf").lines() {
        let Some(problem) = obf::parse_line(line).unwrap() else { continue };
        let hints = analyse(&problem.position, &Limits::default(), Control::timeless(&stop));
        assert!(hints.iter().all(|hint| hint.is_exact), "{}", problem.comment);
        assert!(hints.is_sorted_by_key(|hint| -hint.score.hundredths()), "{}", problem.comment);
        let in_scan_order = |mut moves: Vec<(Square, Score)>| {
            moves.sort_unstable();
            moves
        };
        let found = hints.iter().map(|hint| (hint.square, hint.score)).collect();
        assert_eq!(in_scan_order(found), in_scan_order(problem.moves), "{}", problem.comment);
    }
}
