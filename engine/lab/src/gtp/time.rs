//! The clocks of a session, as the controller sets and tells them, and as they run between: main
//! time first, then periods of time for a number of moves each.

use std::time::Duration;

use reversi_engine::pace::Clock;
use reversi_game::Color;

/// What each player has at the start, and what follows when it is used up.
#[derive(Clone, Copy)]
struct Settings {
    main: Clock,
    /// Time for a number of moves, given anew when these are made.
    period: Option<Clock>,
}

/// Both players' clocks; without settings nothing limits a move.
#[derive(Clone, Copy, Default)]
pub(super) struct Clocks {
    settings: Option<Settings>,
    left: [Option<Clock>; 2],
}

impl Clocks {
    /// Returns clocks by the arguments of `time_settings`: main time, and byo-yomi time for a
    /// number of stones. Byo-yomi time without stones means that there is no limit.
    pub(super) fn canadian(main: Duration, byo_yomi: Duration, stones: u32) -> Self {
        if stones == 0 && !byo_yomi.is_zero() {
            return Self::default();
        }
        let period = Clock { moves: Some(stones), ..Clock::for_game(byo_yomi) };
        Self::set(Settings {
            main: Clock::for_game(main),
            period: Some(period).filter(|_| stones > 0),
        })
    }

    /// Returns clocks by the arguments of `kgs-time_settings`, of which the first names the kind;
    /// nothing if they mean nothing.
    pub(super) fn kgs(kind: &str, numbers: &[u32]) -> Option<Self> {
        let seconds = |number: u32| Duration::from_secs(number.into());
        Some(match (kind, numbers) {
            ("none", []) => Self::default(),
            ("absolute", &[main]) => Self::canadian(seconds(main), Duration::ZERO, 0),
            // All periods but the last may be lost, which is no reason to use them up.
            ("byoyomi", &[main, period, _]) => Self::canadian(seconds(main), seconds(period), 1),
            ("canadian", &[main, period, stones]) => {
                Self::canadian(seconds(main), seconds(period), stones)
            }
            _ => return None,
        })
    }

    fn set(settings: Settings) -> Self {
        Self { settings: Some(settings), left: [None; 2] }.restarted()
    }

    /// Returns the clocks as they are at the start of a game.
    pub(super) fn restarted(self) -> Self {
        let left = self.settings.map(|settings| settings.renewed(settings.main));
        Self { left: [left; 2], ..self }
    }

    /// Returns what a player has left; nothing if there is no limit.
    pub(super) fn of(&self, color: Color) -> Option<Clock> {
        self.left[color.index()]
    }

    /// Takes what the controller says a player has left, and for how many moves if not for the
    /// whole game. It says whole seconds: what was counted here is kept if it comes to the same.
    pub(super) fn tell(&mut self, color: Color, remaining: Duration, stones: u32) {
        let period_moves = self.settings.and_then(|settings| settings.period?.moves);
        // Where a period is one move, the number counts the periods that are left.
        let moves = if period_moves == Some(1) { stones.min(1) } else { stones };
        let told =
            Clock { moves: Some(moves).filter(|&moves| moves > 0), ..Clock::for_game(remaining) };
        let told = self.settings.map_or(told, |settings| settings.renewed(told));
        let counted = self.left[color.index()].filter(|counted| {
            let apart = counted.remaining.abs_diff(told.remaining);
            counted.moves == told.moves && apart < Duration::from_secs(1)
        });
        self.left[color.index()] = Some(counted.unwrap_or(told));
    }

    /// Takes the time of a move off a player's clock.
    pub(super) fn spend(&mut self, color: Color, taken: Duration) {
        let Some(left) = &mut self.left[color.index()] else { return };
        left.remaining = left.remaining.saturating_sub(taken);
        left.moves = left.moves.map(|moves| moves.saturating_sub(1));
        if let Some(settings) = self.settings {
            *left = settings.renewed(*left);
        }
    }
}

impl Settings {
    /// Returns the clock, or a new period where its main time or its moves are used up.
    fn renewed(&self, left: Clock) -> Clock {
        let is_used_up = left.remaining.is_zero() && left.moves.is_none() || left.moves == Some(0);
        self.period.filter(|_| is_used_up).unwrap_or(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Color = Color::Black;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    /// Returns Black's seconds and moves.
    fn black(clocks: &Clocks) -> Option<(u64, Option<u32>)> {
        clocks.of(BLACK).map(|clock| (clock.remaining.as_secs(), clock.moves))
    }

    #[test]
    fn byo_yomi_follows_main_time() {
        let mut clocks = Clocks::canadian(seconds(10), seconds(30), 2);
        let mut seen = vec![black(&clocks)];
        for taken in [4, 6, 5, 20] {
            clocks.spend(BLACK, seconds(taken));
            seen.push(black(&clocks));
        }
        let expected = [(10, None), (6, None), (30, Some(2)), (25, Some(1)), (30, Some(2))];
        assert_eq!(seen, expected.map(Some));
        assert_eq!(clocks.of(Color::White).map(|clock| clock.remaining), Some(seconds(10)));
        assert_eq!(black(&clocks.restarted()), Some((10, None)));
    }

    #[test]
    fn the_controller_sets_the_clock() {
        let mut clocks = Clocks::default();
        clocks.tell(BLACK, seconds(7), 0);
        assert_eq!(black(&clocks), Some((7, None)));
        clocks.tell(BLACK, seconds(12), 4);
        assert_eq!(black(&clocks), Some((12, Some(4))));
    }

    #[test]
    fn a_partial_second_is_kept() {
        let mut clocks = Clocks::default();
        clocks.tell(BLACK, seconds(3), 0);
        clocks.spend(BLACK, Duration::from_millis(2_300));
        // 700 ms are left: no second, or one.
        for told in [0, 1] {
            clocks.tell(BLACK, seconds(told), 0);
            assert_eq!(clocks.of(BLACK).map(|clock| clock.remaining.as_millis()), Some(700));
        }
        clocks.tell(BLACK, seconds(2), 0);
        assert_eq!(black(&clocks), Some((2, None)));
    }

    #[test]
    fn each_kind_of_settings_is_read() {
        let kgs = |kind, numbers: &[u32]| Clocks::kgs(kind, numbers);
        assert_eq!(black(&kgs("none", &[]).unwrap()), None);
        assert_eq!(black(&kgs("absolute", &[300]).unwrap()), Some((300, None)));
        assert_eq!(black(&kgs("canadian", &[0, 60, 10]).unwrap()), Some((60, Some(10))));
        let mut byo_yomi = kgs("byoyomi", &[0, 30, 5]).unwrap();
        assert_eq!(black(&byo_yomi), Some((30, Some(1))));
        // Twenty seconds of the period, and three periods.
        byo_yomi.tell(BLACK, seconds(20), 3);
        assert_eq!(black(&byo_yomi), Some((20, Some(1))));
        assert!(kgs("absolute", &[]).is_none() && kgs("fischer", &[1, 2]).is_none());
        // No stones in byo-yomi time: no limit.
        assert_eq!(black(&Clocks::canadian(seconds(0), seconds(5), 0)), None);
    }
}
