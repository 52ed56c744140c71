//! Whole games against a clock. The clock of these tests stands still but for the searches: each of
//! their looks at it costs a fixed time, so that nothing depends on the machine.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use reversi_engine::{Answer, Bot, Control, Memory, Request, StopFlag};

use super::GtpSession;

/// What a look at the clock costs: the nodes between two looks, at the speed of a slow machine.
const LOOK: Duration = Duration::from_millis(2);

/// Lost with every move on the way to the controller.
const WIRE: Duration = Duration::from_millis(5);

/// Plays a game of the highest level against itself under these settings, and returns the time that
/// is left to each side. The controller does not tell it: the session has to keep count.
fn time_left(seconds: u64) -> [Duration; 2] {
    let looks = AtomicU32::new(0);
    let now = || LOOK * looks.load(Ordering::Relaxed);
    let bot: Bot = "level-10".parse().unwrap();
    let stop = StopFlag::default();
    let player = |request: &Request, memory: &Memory| -> Option<Answer> {
        let start = now();
        let clock = || {
            looks.fetch_add(1, Ordering::Relaxed);
            now().saturating_sub(start)
        };
        let request = request.clone().without_book();
        bot.choose(&request, Control::new(&stop, &clock).remembering(memory))
    };
    let mut session = GtpSession::new(player, now);
    session.answer(&format!("time_settings {seconds} 0 0"));
    let mut left = [Duration::from_secs(seconds); 2];
    for turn in 0.. {
        let start = now();
        let color = ["black", "white"][turn % 2];
        let answer = session.answer(&format!("genmove {color}")).unwrap();
        assert!(answer.starts_with("= "), "{answer}");
        left[turn % 2] = left[turn % 2].checked_sub(now().saturating_sub(start) + WIRE).unwrap();
        if session.answer("final_score").is_some_and(|score| score.starts_with('=')) {
            break;
        }
    }
    left
}

#[test]
fn the_highest_level_keeps_every_clock_and_uses_most_of_it() {
    // Of a short game more is kept back for the moves that take next to nothing.
    for (seconds, percent) in [(1, 75), (2, 85), (20, 90)] {
        for left in time_left(seconds) {
            let used = Duration::from_secs(seconds).checked_sub(left).unwrap();
            assert!(
                used * 100 >= Duration::from_secs(seconds) * percent,
                "{used:?} of {seconds} s"
            );
        }
    }
}
