//! The exact solver: published scores of every move, and an end when it is told to.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use reversi_engine::{Control, Limits, Request, Score, StopFlag, analyse, best_move};
use reversi_game::formats::{Format, GameFile};
use reversi_game::{Color, Position, Square};

/// FFO problem 49, 26 empties, Black to move: far more than a second's work.
const LONG: &str = "--OX-O----XXOO--OOOOOXX-OOOOOX--OOOXOXX-OOOOXX-----OOX----X-O---";

/// Looks at the clock after which the search is well under way.
const UNDER_WAY: u32 = 20;

/// Stops a search of the long problem from another thread and returns how often it looked at its
/// flag after that. The search looks at flag and clock together, so the clock tells.
fn looks_after_stop(search: impl FnOnce(Position, Control<'_>)) -> u32 {
    let position = Position { board: LONG.parse().unwrap(), to_move: Color::Black };
    let (stop, looks) = (StopFlag::default(), AtomicU32::new(0));
    let (under_way, when_under_way) = mpsc::channel();
    let clock = || {
        if looks.fetch_add(1, Ordering::SeqCst) == UNDER_WAY {
            under_way.send(()).unwrap();
        }
        Duration::ZERO
    };
    let at_stop = std::thread::scope(|scope| {
        let (flag, looks_so_far) = (&stop, &looks);
        let stopping = scope.spawn(move || {
            when_under_way.recv().unwrap();
            flag.stop();
            looks_so_far.load(Ordering::SeqCst)
        });
        search(position, Control::new(&stop, &clock));
        stopping.join().unwrap()
    });
    looks.load(Ordering::SeqCst) - at_stop
}

fn limits(threads: usize) -> Limits {
    Limits { depth_plies: 2, exact_empties: 60, threads, ..Limits::default() }
}

#[test]
fn a_stop_from_another_thread_ends_the_solver_at_its_next_look() {
    for threads in [1, 3] {
        let looks = looks_after_stop(|position, control| {
            let request = Request::new(position).with_limits(limits(threads));
            let answer = best_move(&request, control).unwrap();
            assert!(!answer.is_exact, "{answer:?}");
        });
        assert!(looks as usize <= threads, "{looks} looks of {threads} threads");
    }
}

#[test]
fn a_stop_ends_every_thread_of_an_analysis_at_its_next_look() {
    for threads in [1, 3] {
        let looks = looks_after_stop(|position, control| {
            let hints = analyse(&position, &limits(threads), control);
            assert_eq!(hints.len(), position.legal().len() as usize);
            assert!(hints.iter().all(|hint| !hint.is_exact), "{hints:?}");
        });
        assert!(looks as usize <= threads, "{looks} looks of {threads} threads");
    }
}

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
