//! What clocks do: each time control against a clock that ticks, and that no time is lost or won whatever
//! happens.

use std::time::Duration;

use proptest::prelude::*;
use reversi_game::{Color, Square};
use reversi_protocol::limits::{FIRST_MOVE_MS_MAX, LAG_MS_PER_GAME_MAX, LAG_MS_PER_MOVE_MAX};
use reversi_protocol::{
    Clock, Clocks, EndReason, FlagScore, OfferKind, Presence, RefusalCode, RoomSettings,
    SeatChoice, SeatChoices, TimeControl,
};

use super::script::{actor, entries, named, open_room};
use crate::{
    Attendance, Audience, Command, Deadline, Entry, Event, Room, SavedBody, TimeoutAction,
    Timeouts, Timestamp,
};

/// A room in which the host plays both sides, and what time it is there.
pub(super) struct Table {
    pub(super) room: Room,
    pub(super) now: u64,
}

impl Table {
    fn with(time: &str, flag: Option<FlagScore>) -> Self {
        let seats =
            SeatChoices { black: SeatChoice::Me, white: SeatChoice::Me, ..SeatChoices::default() };
        let time = time.parse().unwrap();
        let settings = RoomSettings { time, flag, ..RoomSettings::default() };
        let room = open_room(seats, settings, None).unwrap();
        // The game began with event 4.
        Self { room, now: 4_000 }
    }

    pub(super) fn of(time: &str) -> Self {
        Self::with(time, None)
    }

    /// A game in which both have placed, so that time counts.
    fn begun(time: &str) -> Self {
        let mut table = Self::of(time);
        table.place(0, 0).unwrap();
        table.place(0, 0).unwrap();
        table
    }

    fn evolve(&mut self, events: &[Event]) {
        for entry in entries(self.room.seq(), events.to_vec()) {
            self.room.evolve(&Entry { at: Timestamp(self.now), ..entry });
        }
    }

    pub(super) fn run(&mut self, command: &Command) -> Result<Vec<Event>, RefusalCode> {
        let events = self.room.decide(actor("host"), command, Timestamp(self.now));
        let events = events.map_err(|refusal| refusal.code)?;
        self.evolve(&events);
        Ok(events)
    }

    pub(super) fn offer(&mut self, kind: OfferKind) -> Result<Vec<Event>, RefusalCode> {
        self.run(&Command::Offer { kind, saved: None })
    }

    /// Places on the first legal square after so much time, of which so much was lost on the way.
    fn place(&mut self, after_ms: u64, lag_ms: u32) -> Result<Vec<Event>, RefusalCode> {
        let square = self.room.game().position().legal().iter().next().unwrap();
        self.place_at(square, after_ms, lag_ms)
    }

    pub(super) fn place_at(
        &mut self,
        square: Square,
        after_ms: u64,
        lag_ms: u32,
    ) -> Result<Vec<Event>, RefusalCode> {
        self.now += after_ms;
        let ply = self.room.game().ply() as u32;
        self.run(&Command::Place { ply, square, lag_ms })
    }

    pub(super) fn clocks(&self) -> Clocks {
        let everyone = Attendance::nobody(Timestamp(0));
        *self.room.view(Audience::Spectators, &everyone).position.clocks.unwrap()
    }

    pub(super) fn mover(&self) -> Color {
        self.room.game().position().to_move
    }

    pub(super) fn deadline(&self) -> Deadline {
        let nobody = Attendance::nobody(Timestamp(self.now));
        Deadline::next(&self.room, &nobody, &Timeouts::default()).unwrap()
    }

    /// Lets time pass to the next deadline and beyond it by this, and do what it does.
    pub(super) fn time_out(&mut self) -> Vec<Event> {
        let deadline = self.deadline();
        self.now = self.now.max(deadline.at.0);
        let events = self.room.time_out(deadline.action, Timestamp(self.now));
        self.evolve(&events);
        events
    }

    /// The server stops, having run until `alive_ms` from now at least, and is back after all of this.
    pub(super) fn restart(&mut self, alive_ms: u64, down_ms: u64) -> Vec<Event> {
        let stopped_at = Timestamp(self.now + alive_ms);
        self.now = stopped_at.0 + down_ms;
        self.room.resume(stopped_at, Timestamp(self.now));
        if self.deadline().action == TimeoutAction::HoldClock {
            self.time_out()
        } else {
            Vec::new()
        }
    }
}

/// A clock of one side that is moved on by a millisecond at a time.
struct Ticking {
    left: u64,
    periods: u32,
    period_left: u64,
    /// What a period is, what is not counted at each move, and what a placement adds, in milliseconds.
    period: u64,
    delay: u64,
    increment: u64,
    /// To what a placement sets the clock.
    each_move: Option<u64>,
}

impl Ticking {
    fn new(control: TimeControl) -> Self {
        let ms = |seconds: u32| u64::from(seconds) * 1000;
        let none = Self {
            left: 0,
            periods: 0,
            period_left: 0,
            period: 0,
            delay: 0,
            increment: 0,
            each_move: None,
        };
        match control {
            TimeControl::PerMove { seconds } => {
                Self { left: ms(seconds), each_move: Some(ms(seconds)), ..none }
            }
            TimeControl::SuddenDeath { main_s } => Self { left: ms(main_s), ..none },
            TimeControl::Increment { main_s, increment_s } => {
                Self { left: ms(main_s), increment: ms(increment_s), ..none }
            }
            TimeControl::Delay { main_s, delay_s } => {
                Self { left: ms(main_s), delay: ms(delay_s), ..none }
            }
            TimeControl::Periods { main_s, periods, period_s } => {
                let period = ms(period_s);
                Self { left: ms(main_s), periods, period, period_left: period, ..none }
            }
            TimeControl::None | TimeControl::Correspondence { .. } => panic!("not for ticks"),
        }
    }

    /// Thinks for so long, then places. False if the flag falls.
    fn think(&mut self, ms: u64) -> bool {
        let mut delay = self.delay;
        for _ in 0..ms {
            if delay > 0 {
                delay -= 1;
            } else if self.left > 0 {
                self.left -= 1;
            } else {
                self.period_left -= 1;
                if self.period_left == 0 {
                    self.periods -= 1;
                    self.period_left = self.period;
                }
            }
            if self.left == 0 && self.periods == 0 {
                return false;
            }
        }
        self.period_left = self.period;
        self.left = self.each_move.unwrap_or(self.left + self.increment);
        true
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn each_time_control_is_what_a_ticking_clock_says(
        time in prop::sample::select(vec!["2s/move", "5s", "3s+2s", "3s/2s", "2s+3x1s", "0s+4x2s"]),
        thoughts in prop::collection::vec(prop_oneof![0..900_u64, 900..2_500_u64], 1..24),
    ) {
        let mut table = Table::begun(time);
        let mut ticking = [(); 2].map(|()| Ticking::new(time.parse().unwrap()));
        for thought in thoughts {
            if table.room.result().is_some() {
                break;
            }
            let mover = table.mover();
            let is_in_time = ticking[mover.index()].think(thought);
            let ends_at = table.clocks().turn.ends_at_ms.unwrap();
            let placed = table.place(thought, 0);
            if !is_in_time {
                prop_assert_eq!(placed, Err(RefusalCode::TimeIsUp));
                // What may still be on its way is waited for.
                let events = table.time_out();
                prop_assert!(table.now >= ends_at);
                let outcome = reversi_game::Outcome::win_of(mover.opponent());
                prop_assert_eq!(events, vec![Event::Ended { outcome, reason: EndReason::Time }]);
                let face = table.clocks().face(mover, table.now);
                prop_assert_eq!((face.ms, face.is_running), (0, false));
                break;
            }
            prop_assert!(placed.is_ok() && table.now < ends_at);
            let Clock { main_ms, periods, .. } = *table.clocks().of(mover);
            let expected = &ticking[mover.index()];
            prop_assert_eq!((main_ms, periods), (expected.left, expected.periods));
        }
    }
}

#[test]
fn a_clock_shows_its_delay_its_main_time_and_its_periods() {
    let face = |table: &Table, after_ms| {
        let face = table.clocks().face(Color::Black, table.now + after_ms);
        (face.ms, face.periods, face.is_in_period)
    };
    let delay = Table::begun("1m/3s");
    assert_eq!(face(&delay, 3_000), (60_000, 0, false));
    assert_eq!(face(&delay, 4_500), (58_500, 0, false));
    let periods = Table::begun("1m+3x30s");
    assert_eq!(face(&periods, 59_000), (1_000, 3, false));
    assert_eq!(face(&periods, 60_000), (30_000, 3, true));
    assert_eq!(face(&periods, 95_000), (25_000, 2, true));
    assert_eq!(face(&periods, 150_000), (0, 0, true));
    let white = periods.clocks().face(Color::White, periods.now + 95_000);
    assert_eq!((white.ms, white.periods, white.is_running), (60_000, 3, false));
}

#[test]
fn the_first_placement_of_each_side_is_free_and_without_it_the_game_is_called_off() {
    let mut table = Table::of("1s");
    assert_eq!(table.place(FIRST_MOVE_MS_MAX - 1, 0).map(|events| events.len()), Ok(1));
    assert_eq!(table.clocks().black.main_ms, 1_000);
    assert!(table.clocks().turn.is_first);
    assert_eq!(table.place(FIRST_MOVE_MS_MAX, 0), Err(RefusalCode::TimeIsUp));
    table.time_out();
    let result = table.room.result().unwrap();
    assert_eq!((result.outcome.winner(), result.reason), (None, EndReason::CalledOff));
    assert_eq!(table.room.finished_game(), None, "it is not kept");
    // Both can begin anew, with full clocks.
    table.offer(OfferKind::Rematch).unwrap();
    table.place(1_500, 0).unwrap();
    table.place(1_500, 0).unwrap();
    table.place(999, 0).unwrap();
    assert_eq!(table.clocks().black.main_ms, 1);
}

#[test]
fn what_a_flag_counts_for_is_for_the_room_to_say() {
    for (flag, score) in [
        (None, None),
        (Some(FlagScore::Wipeout), Some((0, 64))),
        // Three discs each after two placements: 61 to the other side.
        (Some(FlagScore::Discs), Some((3, 61))),
    ] {
        let mut table = Table::with("1s", flag);
        table.place(0, 0).unwrap();
        table.place(0, 0).unwrap();
        table.time_out();
        let result = table.room.result().unwrap();
        assert_eq!(result.outcome.winner(), Some(Color::White));
        assert_eq!(result.score.map(|score| (score.black, score.white)), score);
        assert!(table.room.finished_game().is_some());
    }
}

#[test]
fn what_is_lost_on_the_way_is_given_back_up_to_a_quota() {
    let mut table = Table::begun("1m");
    table.place(2_000, 80).unwrap();
    assert_eq!(table.clocks().black.main_ms, 60_000 - 1_920);
    assert_eq!(table.clocks().black.lag_ms, LAG_MS_PER_GAME_MAX - 80);
    table.place(2_000, 9_000).unwrap();
    assert_eq!(table.clocks().white.main_ms, 60_000 - 2_000 + u64::from(LAG_MS_PER_MOVE_MAX));
    // No more than the move took.
    table.place(30, 80).unwrap();
    assert_eq!(table.clocks().black.main_ms, 60_000 - 1_920);
    // A placement made in time and late on its way counts; one made too late does not.
    table.place(0, 0).unwrap();
    let left = table.clocks().black.main_ms;
    assert_eq!(table.place(left + 60, 50), Err(RefusalCode::TimeIsUp));
    table.now -= left + 60;
    table.place(left + 40, 50).unwrap();
}

#[test]
fn undo_and_redo_put_the_clocks_where_they_stood() {
    let mut table = Table::begun("1m+2s");
    table.place(10_000, 0).unwrap();
    let after_black = table.clocks();
    table.place(5_000, 0).unwrap();
    let after_white = table.clocks();
    table.now += 7_000;
    table.offer(OfferKind::Undo).unwrap();
    let clocks = table.clocks();
    assert_eq!((clocks.black, clocks.white), (after_black.black, after_black.white));
    assert_eq!((clocks.turn.color, clocks.turn.since_ms), (Color::White, Some(table.now)));
    table.now += 3_000;
    table.run(&Command::Redo).unwrap();
    let clocks = table.clocks();
    assert_eq!((clocks.black, clocks.white), (after_white.black, after_white.white));
    // Moves that the game began with can be taken back too: the clocks were full then.
    for _ in 0..4 {
        table.offer(OfferKind::Undo).unwrap();
    }
    assert_eq!(table.clocks().black.main_ms, 60_000);
    assert!(table.clocks().turn.is_first);
}

#[test]
fn a_restart_is_charged_to_nobody_and_says_so() {
    let mut table = Table::begun("5s");
    // Two seconds are left when the server goes down for an hour.
    assert_eq!(
        table.restart(3_000, 3_600_000),
        [Event::ClockHeld { spent_ms: 3_000, held_ms: 3_600_000 }]
    );
    let face = table.clocks().face(Color::Black, table.now);
    assert_eq!((face.ms, face.is_running), (2_000, true));
    assert_eq!(table.mover(), Color::Black);
    assert_eq!(table.place(2_000, 0), Err(RefusalCode::TimeIsUp));
    table.now -= 1;
    table.place(0, 0).unwrap();
    // A clock that stands is not held.
    table.offer(OfferKind::Adjourn).unwrap();
    assert_eq!(table.restart(0, 1_000), []);
}

#[test]
fn an_adjourned_game_goes_on_with_the_turn_that_it_stopped_in() {
    let mut table = Table::begun("10s/2s");
    table.now += 5_000;
    table.offer(OfferKind::Adjourn).unwrap();
    assert_eq!(table.clocks().face(Color::Black, table.now + 99_000).ms, 7_000);
    table.now += 99_000;
    table.run(&Command::Resume { presence: [Presence::Connected; 2] }).unwrap();
    table.place(1_000, 0).unwrap();
    assert_eq!(table.clocks().black.main_ms, 6_000);
}

#[test]
fn a_saved_game_keeps_its_clocks_for_rooms_with_the_same_time() {
    let mut table = Table::begun("1m");
    table.place(10_000, 0).unwrap();
    table.now += 4_000;
    let saved = table.room.to_save(Timestamp(table.now)).unwrap();
    let left = |time| saved.clocks_for(time).map(|left| left.map(|clock| clock.main_ms));
    assert_eq!(left("1m".parse().unwrap()), Some([50_000, 56_000]));
    assert_eq!(left("2m".parse().unwrap()), None);
    let (name, _) = named("f5d6", "-", "-");
    let load = |saved: &SavedBody| Command::Offer {
        kind: OfferKind::Load,
        saved: Some((name.clone(), Box::new(saved.clone()))),
    };
    table.run(&load(&saved)).unwrap();
    assert_eq!(table.clocks().black.main_ms, 50_000);
    let mut other = Table::begun("2m");
    other.run(&load(&saved)).unwrap();
    assert_eq!(other.clocks().black.main_ms, 120_000);
}

#[test]
fn correspondence_counts_no_absence_and_gives_nothing_for_lag() {
    const DAY_MS: u64 = 24 * 60 * 60 * 1000;
    let mut table = Table::begun("3d");
    let flag = Deadline {
        at: Timestamp(table.now + 3 * DAY_MS),
        action: TimeoutAction::Flag(Color::Black),
    };
    assert_eq!(table.deadline(), flag);
    assert_eq!(table.clocks().black, Clock { main_ms: 3 * DAY_MS, periods: 0, lag_ms: 0 });
    table.place(2 * DAY_MS, 0).unwrap();
    assert_eq!(table.clocks().black.main_ms, 3 * DAY_MS);
    // A week is no limit where there is a clock.
    let table = Table::begun("14d");
    assert_eq!(table.deadline().at, Timestamp(table.now + 14 * DAY_MS));
}

#[test]
fn what_a_side_has_for_its_turn_is_told() {
    let seconds = Duration::from_secs;
    for (time, all, increment, own) in [
        ("1m", 56, 0, 0),
        ("1m+3s", 56, 3, 0),
        ("1m/3s", 59, 0, 0),
        ("1m+2x30s", 116, 0, 26),
        ("30s/move", 26, 0, 26),
    ] {
        let table = Table::begun(time);
        let left = table.room.time_left(Timestamp(table.now + 4_000)).unwrap();
        let told = (left.all, left.increment, left.own);
        assert_eq!(told, (seconds(all), seconds(increment), seconds(own)), "{time}");
    }
}
