//! The exact solver against published scores of every move.

use reversi_engine::{Control, Limits, Score, StopFlag, analyse};
use reversi_game::Square;
use reversi_game::formats::{Format, GameFile};

#[test]
fn every_move_of_the_published_endgames_has_its_score() {
    let stop = StopFlag::default();
    let file = GameFile::open(include_bytes!("data/ffo.obf"), Format::Obf).unwrap();
    for number in 1..=file.count() {
        let problem = file.load(number).unwrap().saved;
        let name = problem.event.unwrap();
        let hints = analyse(&problem.game.position(), &Limits::default(), Control::timeless(&stop));
        assert!(hints.iter().all(|hint| hint.is_exact), "{name}");
        assert!(hints.is_sorted_by_key(|hint| -hint.score.hundredths()), "{name}");
        let in_scan_order = |mut moves: Vec<(Square, Score)>| {
            moves.sort_unstable();
            moves
        };
        let published = problem.move_scores.iter();
        let published =
            published.map(|scored| (scored.square, Score::from_discs(scored.score))).collect();
        let found = hints.iter().map(|hint| (hint.square, hint.score)).collect();
        assert_eq!(in_scan_order(found), in_scan_order(published), "{name}");
    }
}
