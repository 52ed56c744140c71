//! No time is lost or won, whatever happens: what was granted is what is left and what was spent.

use reversi_game::{Color, Square};
use reversi_protocol::{OfferKind, Presence, RefusalCode};

use super::clocks::Table;
use crate::{Command, Event};

/// What each ply of a game took off the clock of who placed there, kept beside the room.
#[derive(Default)]
struct Accounts {
    turns: Vec<Option<(Color, u64)>>,
    ply: usize,
    /// What the turn took until now.
    spent_ms: u64,
}

impl Accounts {
    /// Returns the placements of a side that counted, and what they took.
    fn of(&self, color: Color) -> (u64, u64) {
        let turns = self.turns[..self.ply].iter().flatten().filter(|(it, _)| *it == color);
        turns.skip(1).fold((0, 0), |(count, sum), (_, ms)| (count + 1, sum + ms))
    }

    fn end_turn(&mut self, turn: Option<(Color, u64)>) {
        self.turns.truncate(self.ply);
        self.turns.push(turn);
        self.ply += 1;
        self.spent_ms = 0;
    }
}

const CONSERVED: u64 = 300_000;
const ADDED: u64 = 2_000;

/// Checks that what was granted is what is left and what was spent.
fn check_conserved(table: &Table, accounts: &Accounts) {
    let clocks = table.clocks();
    for color in Color::BOTH {
        let (placements, spent_ms) = accounts.of(color);
        let granted_ms = CONSERVED + placements * ADDED;
        assert_eq!(clocks.of(color).main_ms + spent_ms, granted_ms, "{color} at {}", accounts.ply);
    }
    let running = clocks.turn.since_ms.map_or(0, |since_ms| table.now - since_ms);
    assert_eq!(clocks.turn.spent_ms + running, accounts.spent_ms);
}

/// Returns the next of a row of numbers that look drawn.
fn draw(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// A game that is played at random, and its accounts.
struct Game {
    table: Table,
    accounts: Accounts,
}

impl Game {
    fn pass_time(&mut self, ms: u64) {
        self.table.now += ms;
        self.accounts.spent_ms += ms;
    }

    /// Goes back or forward, if that is possible.
    fn move_to(&mut self, moved: &Result<Vec<Event>, RefusalCode>) {
        if moved.is_ok() {
            self.accounts.ply = self.table.room.game().ply();
            self.accounts.spent_ms = 0;
        }
    }

    fn adjourn(&mut self, for_ms: u64) {
        if self.table.offer(OfferKind::Adjourn).is_ok() {
            check_conserved(&self.table, &self.accounts);
            self.table.now += for_ms;
            let resume = Command::Resume { presence: [Presence::Connected; 2] };
            self.table.run(&resume).unwrap();
        }
    }

    fn place(&mut self, pick: u64, lag_ms: u32) {
        let Self { table, accounts } = self;
        let legal: Vec<Square> = table.room.game().position().legal().iter().collect();
        let square = legal[pick as usize % legal.len()];
        let (mover, before, spent_ms) = (table.mover(), table.clocks(), accounts.spent_ms);
        match table.place_at(square, 0, lag_ms) {
            Ok(events) => {
                let given_ms = before.of(mover).lag_ms - table.clocks().of(mover).lag_ms;
                accounts.end_turn(Some((mover, spent_ms - u64::from(given_ms))));
                let passes = events.iter().filter(|event| matches!(event, Event::Passed { .. }));
                passes.for_each(|_| accounts.end_turn(None));
            }
            Err(refused) => {
                assert_eq!(refused, RefusalCode::TimeIsUp);
                table.time_out();
            }
        }
    }

    fn do_something(&mut self, draws: [u64; 3]) {
        match draws[0] % 16 {
            0 => {
                self.pass_time(draws[1] % 3_000);
                let undone = self.table.offer(OfferKind::Undo);
                self.move_to(&undone);
            }
            1 => {
                let redone = self.table.run(&Command::Redo);
                self.move_to(&redone);
            }
            2 => {
                let alive_ms = draws[1] % 2_000;
                self.accounts.spent_ms += alive_ms;
                self.table.restart(alive_ms, draws[2] % 10_000_000);
            }
            3 => {
                self.pass_time(draws[1] % 3_000);
                self.adjourn(draws[2] % 10_000_000);
            }
            4 if draws[1].is_multiple_of(8) => {
                self.table.time_out();
            }
            _ => {
                self.pass_time(draws[2] % 12_000);
                self.place(draws[1], draws[1] as u32 % 1_000);
            }
        }
    }
}

/// Plays so many random events at a table: placements with lag, undo, redo, restarts, adjournments, flags
/// and rematches.
fn play_randomly(mut state: u64, events: usize) {
    let mut game = Game { table: Table::of("5m+2s"), accounts: Accounts::default() };
    for _ in 0..events {
        game.do_something([(); 3].map(|()| draw(&mut state)));
        if game.table.room.result().is_some() {
            game.table.offer(OfferKind::Rematch).unwrap();
            game.accounts = Accounts::default();
        }
        check_conserved(&game.table, &game.accounts);
    }
}

/// With `CLOCK_EVENTS=1000000` there are so many.
#[test]
fn no_time_is_lost_or_won_whatever_happens() {
    const EACH: usize = 5_000;
    let events = std::env::var("CLOCK_EVENTS").map_or(100_000, |count| count.parse().unwrap());
    for seed in 0..(events / EACH) as u64 {
        play_randomly(seed, EACH);
    }
}
