//! A search in the midst of an exact solution ends when it is told to.

use std::sync::mpsc;
use std::time::Duration;

use reversi_engine::{Control, Limits, Request, StopFlag, best_move, obf, stopwatch};

/// FFO problem 49, 26 empties: far more than a second's work.
const LONG: &str = "--OX-O----XXOO--OOOOOXX-OOOOOX--OOOXOXX-OOOOXX-----OOX----X-O--- X;";

#[test]
fn a_stop_from_another_thread_ends_the_solver_at_once() {
    let position = obf::parse_line(LONG).unwrap().unwrap().position;
    let limits = Limits { depth_plies: 2, exact_empties: 60, ..Limits::default() };
    let request = Request::new(position).with_limits(limits);
    let stop = StopFlag::default();
    let (stopped, when_stopped) = mpsc::channel();
    let clock = stopwatch();
    let answered = std::thread::scope(|scope| {
        scope.spawn(|| {
            // Nothing arrives: a wait without sleeping. The solver is at work by then.
            let (_sender, silence) = mpsc::channel::<()>();
            let _ = silence.recv_timeout(Duration::from_millis(100));
            stop.stop();
            stopped.send(clock()).unwrap();
        });
        let answer = best_move(&request, Control::timeless(&stop)).unwrap();
        assert!(!answer.is_exact);
        assert!(answer.nodes > 10_000, "{answer:?}");
        clock()
    });
    // Measured: under 0.4 ms; a busy machine may take the processor away for a while.
    let late = answered.saturating_sub(when_stopped.recv().unwrap());
    assert!(late < Duration::from_millis(500), "{late:?}");
}
