//! A search in the midst of an exact solution ends when it is told to.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use reversi_engine::{Control, Limits, Request, StopFlag, best_move, obf};

/// FFO problem 49, 26 empties: far more than a second's work.
const LONG: &str = "--OX-O----XXOO--OOOOOXX-OOOOOX--OOOXOXX-OOOOXX-----OOX----X-O--- X;";

/// Looks at the clock after which the search is well under way.
const UNDER_WAY: u32 = 20;

#[test]
fn a_stop_from_another_thread_ends_the_solver_at_its_next_look() {
    let position = obf::parse_line(LONG).unwrap().unwrap().position;
    for threads in [1, 3] {
        let limits = Limits { depth_plies: 2, exact_empties: 60, threads, ..Limits::default() };
        let request = Request::new(position).with_limits(limits);
        let (stop, looks) = (StopFlag::default(), AtomicU32::new(0));
        let (under_way, when_under_way) = mpsc::channel();
        // The search looks at flag and clock together, so the clock tells how often it looks.
        let clock = || {
            if looks.fetch_add(1, Ordering::SeqCst) == UNDER_WAY {
                under_way.send(()).unwrap();
            }
            Duration::ZERO
        };
        std::thread::scope(|scope| {
            let (flag, looks_so_far) = (&stop, &looks);
            let stopping = scope.spawn(move || {
                when_under_way.recv().unwrap();
                flag.stop();
                looks_so_far.load(Ordering::SeqCst)
            });
            let answer = best_move(&request, Control { stop: &stop, clock: &clock }).unwrap();
            assert!(!answer.is_exact, "{answer:?}");
            let at_stop = stopping.join().unwrap();
            let looks = looks.load(Ordering::SeqCst);
            assert!(looks <= at_stop + 1, "{looks} looks, {at_stop} of them before the stop");
        });
    }
}
