//! How long to think about a move with so much left on the clock. Knows neither the search nor the
//! time of day.

use std::time::Duration;

/// What a player has left before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time for the moves to come.
    pub remaining: Duration,
    /// Added after each placement.
    pub increment: Duration,
    /// How many moves the time is for; the rest of the game if not told.
    pub moves: Option<u32>,
}

impl Clock {
    /// Returns a clock for the rest of the game to which nothing is added.
    pub const fn for_game(remaining: Duration) -> Self {
        Self { remaining, increment: Duration::ZERO, moves: None }
    }
}

/// How long one move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// After this, nothing new is worth beginning: the next depth would take longer than all
    /// before it.
    pub soft: Duration,
    /// After this, the move has to be made.
    pub hard: Duration,
}

/// Lost with every move beside thinking: the search's way to its next look at the clock, the
/// system and the wire. Chosen: twice the 5 ms in which a search stops.
pub const MOVE_OVERHEAD: Duration = Duration::from_millis(10);

/// What every move may take however little time there is, as long as [`MOVE_OVERHEAD`] and this are left for
/// each.
const QUICK: Duration = Duration::from_millis(10);

/// What a move may take though nothing is left: a controller that tells whole seconds says none
/// during the last one. Enough to solve about twelve empties.
const INSTANT: Duration = Duration::from_millis(2);

/// With this many empties the rest of the game is solved in less than [`QUICK`], so these moves
/// need no share of the time.
const FREE_EMPTIES: u32 = 12;

/// How many times its share a move may take that is hard to decide.
const HARD_FACTOR: u32 = 3;

/// Which part of its share is gone, in per cent, when no new depth is begun. A depth takes about twice as
/// long as the one before it, so the last one ends on average near the whole share.
const SOFT_PERCENT: u32 = 65;

/// Returns the budget of the next move with this many empty squares left: an even share of the time
/// for each of the player's moves that still takes time, and most of the increment. As long as
/// 20 ms are left for each of them to the end, no move that keeps the hard limit runs out of
/// time; with less a move has half of its even share, and 2 ms in any case.
pub fn budget(clock: Clock, empties_count: u32) -> Budget {
    let to_end = empties_count.div_ceil(2).max(1);
    let own_moves = clock.moves.map_or(to_end, |moves| moves.clamp(1, to_end));
    let thinking = empties_count.saturating_sub(FREE_EMPTIES).div_ceil(2).clamp(1, own_moves);
    let usable = clock.remaining.saturating_sub((MOVE_OVERHEAD + QUICK) * own_moves);
    // The increment comes when the move is made, so it is no part of what may be used for it.
    let share = (usable / thinking + clock.increment * 3 / 4).min(usable);
    let hard = (share * HARD_FACTOR).min(usable / 2).max(share);
    let quick = QUICK.min(clock.remaining / (2 * own_moves)).max(INSTANT);
    Budget { soft: share * SOFT_PERCENT / 100, hard: hard + quick }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn clock(remaining_ms: u64, increment_ms: u64) -> Clock {
        Clock {
            remaining: Duration::from_millis(remaining_ms),
            increment: Duration::from_millis(increment_ms),
            moves: None,
        }
    }

    proptest! {
        #[test]
        fn always_using_the_hard_limit_never_loses_on_time(
            spare_ms in 0..3_600_000_u64,
            increment_ms in 0..60_000_u64,
            empties_count in 1..=60_u32,
        ) {
            let reserve = (MOVE_OVERHEAD + QUICK) * empties_count.div_ceil(2);
            let mut clock = clock(spare_ms, increment_ms);
            clock.remaining += reserve;
            for empties_count in (1..=empties_count).rev().step_by(2) {
                let spent = budget(clock, empties_count).hard + MOVE_OVERHEAD;
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
    fn time_is_shared_among_the_costly_moves() {
        // Thirty own moves, six of them free, and 600 ms of lag and quick moves: a second each.
        let share = budget(clock(24_600, 0), 60);
        assert_eq!(share.soft, Duration::from_millis(650));
        assert_eq!(share.hard, Duration::from_millis(3_010));
    }

    #[test]
    fn the_last_costly_move_may_use_all_the_time_left() {
        let all = budget(clock(10_140, 0), 14);
        assert_eq!(all.hard, Duration::from_millis(10_010));
    }

    #[test]
    fn time_for_some_moves_is_shared_among_them() {
        let four = Clock { moves: Some(4), ..clock(4_080, 0) };
        assert_eq!(budget(four, 50).soft, Duration::from_millis(650));
        // More moves than the game can have are no reason to hurry.
        let many = Clock { moves: Some(100), ..clock(24_600, 0) };
        assert_eq!(budget(many, 60), budget(clock(24_600, 0), 60));
    }

    #[test]
    fn an_increment_is_spent_even_with_little_time_left() {
        // 4 s are less than 14 shares of what is added.
        assert!(budget(clock(4_000, 2_000), 40).hard > Duration::from_millis(1_500));
    }

    #[test]
    fn with_little_time_left_a_move_takes_half_its_share() {
        let rushed = budget(clock(240, 0), 60);
        assert_eq!((rushed.soft, rushed.hard), (Duration::ZERO, Duration::from_millis(4)));
        assert_eq!(budget(clock(0, 0), 60).hard, INSTANT);
    }
}
