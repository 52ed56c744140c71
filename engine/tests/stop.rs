//! A search in the midst of an exact solution ends when it is told to.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use reversi_engine::{Control, Limits, Request, StopFlag, analyse, best_move};
use reversi_game::{Color, Position};

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
        search(position, Control { stop: &stop, clock: &clock });
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
        assert!(looks <= 1, "{looks} looks");
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
