//! How long to think about a move with so much left on the clock. Knows neither the search nor the
//! time of day.

use std::time::Duration;

/// What a player has left before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time for the rest of the game.
    pub remaining: Duration,
    /// Added after each placement.
    pub increment: Duration,
}

/// How long one move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// After this, nothing new is worth beginning: the next depth would take longer than this one.
    pub soft: Duration,
    /// After this, the move has to be made.
    pub hard: Duration,
}

/// Lost with every move beside thinking: the search's way to its next look at the clock, the
/// system and the wire. Chosen: four times the 5 ms in which a search stops.
const OVERHEAD: Duration = Duration::from_millis(20);

/// With so many empties the rest of the game is solved in less than [`OVERHEAD`], so these moves
/// need no share of the time.
const FREE_EMPTIES: u32 = 12;

/// How many times the soft limit a move may take that is hard to decide.
const HARD_FACTOR: u32 = 3;

/// Returns the budget of the next move with so many empty squares left: an even share of the time
/// for each own move that still has to be thought about, and most of the increment. As long as
/// 20 ms are left for each own move to the end, no move that keeps the hard limit runs out of
/// time; with less the budget is nothing.
pub fn budget(clock: Clock, empties_count: u32) -> Budget {
    let own_moves = empties_count.div_ceil(2).max(1);
    let thinking_moves = empties_count.saturating_sub(FREE_EMPTIES).div_ceil(2).max(1);
    let usable = clock.remaining.saturating_sub(OVERHEAD * own_moves);
    // The increment comes when the move is made, so it is no part of what may be used for it.
    let soft = (usable / thinking_moves + clock.increment * 3 / 4).min(usable);
    let hard = (soft * HARD_FACTOR).min(usable / 2).max(soft);
    Budget { soft, hard }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn clock(remaining_ms: u64, increment_ms: u64) -> Clock {
        Clock {
            remaining: Duration::from_millis(remaining_ms),
            increment: Duration::from_millis(increment_ms),
        }
    }

    proptest! {
        #[test]
        fn a_player_who_always_takes_the_hard_limit_keeps_the_clock(
            spare_ms in 0..3_600_000_u64,
            increment_ms in 0..60_000_u64,
            empties_count in 1..=60_u32,
        ) {
            let reserve = OVERHEAD * empties_count.div_ceil(2);
            let mut clock = clock(spare_ms, increment_ms);
            clock.remaining += reserve;
            for empties_count in (1..=empties_count).rev().step_by(2) {
                let spent = budget(clock, empties_count).hard + OVERHEAD;
                let left = clock.remaining.checked_sub(spent);
                prop_assert!(left.is_some(), "{clock:?} {empties_count}");
                clock.remaining = left.unwrap_or_default() + clock.increment;
            }
        }

        #[test]
        fn the_soft_limit_comes_first(
            remaining_ms in 0..3_600_000_u64,
            increment_ms in 0..60_000_u64,
            empties_count in 0..=60_u32,
        ) {
            let budget = budget(clock(remaining_ms, increment_ms), empties_count);
            prop_assert!(budget.soft <= budget.hard);
        }
    }

    #[test]
    fn the_time_is_shared_among_the_moves_that_need_thought() {
        // Thirty own moves, six of them free, and 600 ms of overhead.
        let share = budget(clock(24_600, 0), 60);
        assert_eq!(share.soft, Duration::from_secs(1));
        assert_eq!(share.hard, Duration::from_secs(3));
    }

    #[test]
    fn the_last_move_that_needs_thought_may_have_what_is_left() {
        let all = budget(clock(10_140, 0), 14);
        assert_eq!((all.soft, all.hard), (Duration::from_secs(10), Duration::from_secs(10)));
    }

    #[test]
    fn an_increment_is_spent_though_little_is_left() {
        assert_eq!(budget(clock(4_000, 2_000), 40).soft, Duration::from_nanos(1_757_142_857));
    }

    #[test]
    fn with_next_to_nothing_left_a_move_is_made_at_once() {
        assert_eq!(budget(clock(100, 0), 60).hard, Duration::ZERO);
    }
}
