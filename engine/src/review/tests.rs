//! What a review says of games, beside brute force and the rules.

use super::*;
use crate::analysis::best_move;
use crate::control::StopFlag;
use crate::openings::random_openings;
use crate::player::Request;

/// Solves a position by trying everything, with the rules alone.
fn solve(position: &Position) -> i32 {
    match position.turn() {
        Turn::Over => {
            let margin = position.counts().margin_discs();
            if position.to_move == Color::Black { margin } else { -margin }
        }
        Turn::Pass => -solve(&position.passed()),
        Turn::Place => {
            let squares = position.legal();
            let values = squares.iter().map(|square| solve_after(position, square));
            values.max().unwrap()
        }
    }
}

fn solve_after(position: &Position, square: Square) -> i32 {
    -solve(&position.place(square).unwrap().after)
}

/// Plays on at random to the end.
fn finished(seed: u64) -> Game {
    let mut game = random_openings(1, 30, seed).remove(0);
    while !game.is_over() {
        let square = game.legal().iter().last().unwrap();
        game.play(square).unwrap();
    }
    game
}

fn limits() -> Limits {
    Limits { exact_empties: 9, ..Limits::depth(2) }
}

#[test]
fn a_review_of_the_endgame_matches_brute_force() {
    let stop = StopFlag::default();
    let mut compared = 0;
    for seed in 0..20 {
        let game = finished(seed);
        let review = review(&game, &limits(), Control::timeless(&stop), |_| {}).unwrap();
        for mv in &review.moves {
            let position = game.position_at(mv.ply).unwrap();
            if position.board.empties().len() > 7 {
                continue;
            }
            assert!(mv.is_exact);
            assert_eq!(mv.best_score, Score::from_discs(solve(&position)));
            let played = solve_after(&position, mv.played);
            assert_eq!(mv.played_score, Score::from_discs(played));
            assert_eq!(solve_after(&position, mv.best), solve(&position));
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn losses_are_never_negative_and_the_graph_has_every_position() {
    let stop = StopFlag::default();
    let game = finished(3);
    let mut left = Vec::new();
    let review =
        review(&game, &limits(), Control::timeless(&stop), |plies| left.push(plies)).unwrap();
    assert_eq!(left, (1..=game.ply()).rev().collect::<Vec<_>>());
    assert_eq!(review.graph.len(), game.ply() + 1);
    assert!(review.moves.iter().all(|mv| mv.loss() >= Score::default()));
    assert!(review.moves.iter().all(|mv| (mv.loss() > Score::default()) == (mv.best != mv.played)));
    let end = review.graph.last().unwrap();
    let margin = Score::from_discs(game.counts().margin_discs());
    assert_eq!((end.black_score, end.is_exact), (margin, true));
    let lost: Score = Color::BOTH.into_iter().map(|color| review.loss_of(color)).sum();
    assert_eq!(lost, review.moves.iter().map(ReviewedMove::loss).sum());
}

/// The 37th game of the collection of 1981, in which White takes everything.
const WIPEOUT: &str = "f5f6d3f4g5h4f7e7d7f8g4g3h6d8h3h2g7f3e6h8e3g6f2f1\
    g8e8g2h7e1d1c8h5b8d6c7c4c6c5b6c3e2h1b4a4a3g1b5d2\
    a5a7c2b2c1b1b7a8a6a1b3a2";

fn replayed(text: &str) -> Game {
    Game::replay(Position::START, &text.parse().unwrap()).unwrap()
}

#[test]
fn the_end_is_exact_wherever_it_is_cheap_and_what_loses_nothing_is_never_marked() {
    let stop = StopFlag::default();
    // Solves almost nothing of itself, and looks two plies ahead.
    let limits = Limits { exact_empties: 2, ..Limits::depth(2) };
    for game in (0..10).map(finished).chain([replayed(WIPEOUT)]) {
        let review = review(&game, &limits, Control::timeless(&stop), |_| {}).unwrap();
        for mv in &review.moves {
            let position = game.position_at(mv.ply).unwrap();
            let empties_count = position.board.empties().len();
            if empties_count <= 12 {
                assert!(mv.is_exact, "{mv:?}");
            }
            if empties_count <= 7 {
                let lost = solve(&position) - solve_after(&position, mv.played);
                assert_eq!(mv.loss(), Score::from_discs(lost), "{mv:?}");
            }
        }
    }
}

#[test]
fn who_is_lost_at_all_discs_loses_nothing_more() {
    let stop = StopFlag::default();
    let game = replayed(WIPEOUT);
    let limits = Limits { exact_empties: 8, ..Limits::depth(6) };
    let review = review(&game, &limits, Control::timeless(&stop), |_| {}).unwrap();
    // By the solver, Black has lost everything from move 39 on, and White never lets go.
    for mv in &review.moves[38..] {
        let solved = Limits::default();
        let request = Request::new(game.position_at(mv.ply).unwrap()).with_limits(solved);
        let answer = best_move(&request, Control::timeless(&stop)).unwrap();
        let all = if mv.color == Color::White { 64 } else { -64 };
        assert_eq!(answer.score, Some(Score::from_discs(all)));
        assert_eq!((mv.label(), mv.is_exact), (Label::Best, true), "{mv:?}");
    }
}

#[test]
fn a_search_that_was_cut_off_is_not_taken_for_exact() {
    let stop = StopFlag::default();
    for nodes in [10, 30, 100, 300, 1000] {
        let limits = Limits { nodes: Some(nodes), exact_empties: 7, ..Limits::depth(2) };
        for game in (0..10).map(finished) {
            let review = review(&game, &limits, Control::timeless(&stop), |_| {}).unwrap();
            for mv in review.moves.iter().filter(|mv| mv.is_exact) {
                let position = game.position_at(mv.ply).unwrap();
                if position.board.empties().len() <= 7 {
                    assert_eq!(mv.best_score, Score::from_discs(solve(&position)), "{mv:?}");
                }
            }
        }
    }
}

#[test]
fn a_stopped_review_is_none() {
    let stop = StopFlag::default();
    let game = finished(4);
    let mut plies = 0;
    let cut = review(&game, &limits(), Control::timeless(&stop), |_| {
        plies += 1;
        stop.stop();
    });
    assert_eq!((cut, plies), (None, 1));
}

#[test]
fn labels_go_by_the_discs_lost() {
    let label = |discs| Label::of_loss(Score::from_discs(discs));
    assert_eq!(label(0), Label::Best);
    assert_eq!(label(1), Label::Fine);
    assert_eq!((label(2), label(3)), (Label::Inaccuracy, Label::Inaccuracy));
    assert_eq!((label(4), label(7)), (Label::Mistake, Label::Mistake));
    assert_eq!((label(8), label(64)), (Label::Blunder, Label::Blunder));
}
