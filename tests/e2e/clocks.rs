//! Games with a clock, through the real server: what falls when, for everyone alike.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use reversi_game::{Color, Outcome};
use reversi_protocol::{EndReason, Phase, RoomEvent, RoomSettings};
use reversi_tests::{Player, ServerProcess, Table};
use rusqlite::{Connection, OptionalExtension as _};
use rustix::process::Signal;
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use crate::bots::{play_to_end, seats_against, without_waiting};
use crate::offers::{come_back, restart};

pub(crate) fn timed(time: &str) -> RoomSettings {
    RoomSettings { time: time.parse().unwrap(), ..without_waiting() }
}

#[tokio::test]
async fn a_flag_falls_for_everyone_once_and_the_same() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), timed("1s")).await;
    table.play("f5d6").await;
    let begun = table.state().clocks.unwrap();
    assert_eq!((begun.black.main_ms, begun.turn.color), (1_000, Color::Black));
    let end = table.state().seq + 1;
    table.settle(end).await;
    let state = table.state();
    let (result, turn) = (state.result.unwrap(), state.clocks.unwrap().turn);
    assert_eq!((result.outcome, result.reason), (Outcome::White, EndReason::Time));
    assert_eq!((state.phase, turn.since_ms), (Phase::Finished, None));
    assert!(turn.spent_ms >= 1_000, "{turn:?}");
}

#[tokio::test]
async fn a_restart_is_charged_to_nobody_and_everyone_is_told() {
    let mut server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), timed("20s+1s")).await;
    table.play("f5d6").await;
    let begun = Instant::now();
    table.play("c3").await;
    let before = table.state().clone();
    server.kill().await;
    let thought_max = begun.elapsed();
    come_back(&mut server, &mut table).await;
    let room = table.room.clone();
    let is_held = |(_, event): &(u64, RoomEvent)| matches!(event, RoomEvent::ClockHeld { .. });
    let [black, white] = &mut table.players;
    for player in [black, white] {
        let told = |player: &Player| player.room(&room).state.seq > before.seq;
        player.until("what the restart did", told).await;
    }
    let seq = before.seq + 1;
    table.settle(seq).await;
    let (before, after) = (before.clocks.unwrap(), table.state().clocks.unwrap());
    assert_eq!((before.black, before.white), (after.black, after.white));
    assert_eq!(after.turn.color, Color::White);
    assert!(Duration::from_millis(after.turn.spent_ms) <= thought_max, "{after:?}");
    let told = table.spectators[0].room(&room).events.iter().filter(|it| is_held(it)).count();
    assert!(told <= 1);
    table.play("d3").await;
}

/// Returns when a server was last noted to run.
fn noted_ms(server: &ServerProcess) -> u64 {
    let database = Connection::open(server.database()).unwrap();
    let noted = database.query_row("SELECT at_ms FROM alive", [], |row| row.get::<_, i64>(0));
    noted.optional().unwrap().unwrap_or_default().cast_unsigned()
}

#[tokio::test]
async fn what_was_thought_before_a_stop_is_charged() {
    const THOUGHT: Duration = Duration::from_secs(3);
    let mut server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), timed("5m+1s")).await;
    let mut begun = Instant::now();
    table.play("f5d6c3").await;
    for is_killed in [false, true] {
        let before = table.state().clone();
        let turn = before.clocks.unwrap().turn;
        sleep(THOUGHT).await;
        let thought_min = if is_killed {
            let since_ms = turn.since_ms.unwrap();
            while noted_ms(&server) <= since_ms {
                sleep(Duration::from_millis(50)).await;
            }
            let noted_ms = noted_ms(&server);
            server.kill().await;
            Duration::from_millis(noted_ms - since_ms)
        } else {
            server.signal(Signal::TERM);
            server.ended().await;
            THOUGHT
        };
        let stopped = Instant::now();
        let thought_max = stopped - begun;
        come_back(&mut server, &mut table).await;
        begun = stopped;
        table.settle(before.seq + 1).await;
        let after = table.state().clocks.unwrap().turn;
        let charged = Duration::from_millis(after.spent_ms - turn.spent_ms);
        let is_thought = (thought_min..=thought_max).contains(&charged);
        assert!(
            is_thought,
            "{charged:?} of {thought_min:?} to {thought_max:?}, killed: {is_killed}"
        );
    }
}

#[tokio::test]
async fn a_bot_with_a_clock_comes_to_the_end_in_time() {
    let server = ServerProcess::start().await;
    let mut ann = Player::connect(server.address(), "Ann").await;
    let room = ann.create(timed("20s"), seats_against("level-10", Color::White)).await;
    play_to_end(&mut ann, &room, Color::Black).await;
    let state = &ann.room(&room).state;
    assert_eq!(state.result.unwrap().reason, EndReason::NoMovesLeft, "{:?}", state.clocks);
}

/// The wall clock of programs that are run by its words, which can be put anywhere while they run.
pub(crate) struct WallClock {
    folder: TempDir,
}

impl WallClock {
    pub(crate) fn new() -> Self {
        let this = Self { folder: TempDir::new().unwrap() };
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/e2e/wall_clock.c");
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", source, "-o"]).arg(this.file("wall_clock.so"));
        assert!(compiler.status().unwrap().success(), "it compiles");
        this
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn words(&self) -> [String; 3] {
        let [library, ahead] = ["wall_clock.so", "ahead"].map(|name| self.file(name));
        let set = |name, file: PathBuf| format!("{name}={}", file.display());
        ["env".to_owned(), set("LD_PRELOAD", library), set("AHEAD", ahead)]
    }

    /// Puts it so many hours ahead, and checks that a program takes that for the time.
    pub(crate) fn put(&self, hours: i64) {
        let new = self.file("new");
        fs::write(&new, (hours * 3600).to_string()).unwrap();
        fs::rename(new, self.file("ahead")).unwrap();
        let here = self.words();
        let elsewhere = ["env".to_owned()];
        let [here, elsewhere] = [&here[..], &elsewhere].map(|words| {
            let shown = Command::new(&words[0]).args(&words[1..]).args(["date", "+%s"]).output();
            String::from_utf8(shown.unwrap().stdout).unwrap().trim().parse::<i64>().unwrap()
        });
        assert!((elsewhere + hours * 3600 - here).abs() < 1800, "{elsewhere} {here}");
    }
}

/// Returns what a side was granted and has not left, in milliseconds.
fn used_ms(table: &Table, color: Color, placements: u64) -> u64 {
    let granted_ms = 300_000 + 2_000 * placements.saturating_sub(1);
    granted_ms - table.state().clocks.unwrap().of(color).main_ms
}

#[tokio::test]
async fn wherever_the_wall_clock_jumps_no_clock_of_a_game_moves() {
    let wall = WallClock::new();
    wall.put(0);
    let words = wall.words();
    let mut server = ServerProcess::start_by(&words.each_ref().map(String::as_str), &[]).await;
    let begun = Instant::now();
    let mut table = Table::open(server.address(), timed("5m+2s")).await;
    let hours = [3, -3, 24, -24, 24 * 365, -24 * 365, 1, -1];
    for (ply, (square, hours)) in
        ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3"].into_iter().zip(hours).enumerate()
    {
        wall.put(hours);
        table.play(square).await;
        // The first placement of each side starts its clock; those after it are used up as they are played.
        let placements = ply as u64 / 2 + 1;
        let used = used_ms(&table, Color::BOTH[ply % 2], placements);
        assert!(Duration::from_millis(used) <= begun.elapsed(), "{square}: {used} ms");
    }
    let before = table.state().clocks.unwrap();
    for hours in [48, -48] {
        wall.put(hours);
        restart(&mut server, &mut table).await;
        let room = table.room.clone();
        let after = table.players[0].resync(&room).await.clocks.unwrap();
        assert_eq!((after.black, after.white), (before.black, before.white));
    }
    assert_eq!(table.state().phase, Phase::Playing);
}
