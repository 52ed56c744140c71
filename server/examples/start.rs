//! Measures how soon a server is ready again after a crash, and what it occupies, with so many rooms open:
//!
//!     cargo build --release -p reversi-server && cargo run --release -p reversi-server --example start [ROOMS]…
//!
//! The program is the one beside the example; each room is in the middle of a game against a bot.
#![expect(clippy::print_stdout, reason = "it prints what it measures")]
#![expect(clippy::disallowed_methods, reason = "it measures time")]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use reversi_game::{Action, Game};
use reversi_protocol::{
    PlayerName, RequestId, RoomId, RoomName, RoomSettings, SeatChoice, SeatChoices, SessionId,
};
use reversi_room::{Entry, Event, Lot, OpenRequest, RequestKey, SecretHash, Timestamp, open};
use reversi_server::store::{Append, Epoch, SqliteStorage, Storage as _, Write};

/// Moves of each room's game.
const MOVES: usize = 30;

/// How often a start is timed.
const STARTS: usize = 5;

fn main() {
    let given: Vec<usize> =
        std::env::args().skip(1).map(|it| it.parse().expect("a number")).collect();
    let sizes = if given.is_empty() { vec![0, 10_000, 20_000, 40_000, 80_000] } else { given };
    println!(
        "| open rooms | events | ready after a kill, s | all listed, s | MB ready | MB all listed |"
    );
    println!("|---|---|---|---|---|---|");
    for rooms in sizes {
        let folder = tempfile::tempdir().expect("a folder");
        let events = fill(folder.path(), rooms);
        let mut starts: Vec<[f64; 4]> = (0..STARTS).map(|_| start(folder.path(), rooms)).collect();
        starts.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let [ready, listed, before, after] = starts[STARTS / 2];
        println!("| {rooms} | {events} | {ready:.3} | {listed:.2} | {before:.1} | {after:.1} |");
    }
}

/// Stores rooms, and returns how many events they have.
fn fill(folder: &Path, rooms: usize) -> usize {
    let mut storage = SqliteStorage::open(folder).expect("a database");
    let key = |room: usize| RequestKey {
        session: SessionId::from_bytes((room as u128).to_be_bytes()),
        request: RequestId(1),
    };
    let events = events();
    let write = |number: usize| {
        let mixed = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes();
        let numbered = (1..).zip(events.iter().cloned());
        let entry = |(seq, event)| Entry { seq, at: Timestamp(seq), key: Some(key(number)), event };
        Write::Append(Append {
            room: RoomId::from_random(&[mixed, (number as u64).to_be_bytes()].concat())
                .expect("a name"),
            epoch: Epoch::FIRST,
            entries: numbered.map(entry).collect(),
            finished: None,
        })
    };
    let all: Vec<usize> = (0..rooms).collect();
    for some in all.chunks(256) {
        let batch: Vec<Write> = some.iter().map(|&number| write(number)).collect();
        assert!(storage.commit(&batch).iter().all(Result::is_ok));
    }
    rooms * events.len()
}

fn events() -> Vec<Event> {
    let name = PlayerName::new("Ann").expect("a name");
    let bot = SeatChoice::Bot("level-1".parse().expect("a bot"));
    let request = OpenRequest {
        settings: RoomSettings::default(),
        seats: SeatChoices { white: bot, ..SeatChoices::default() },
        token: Some(SecretHash::of(&[1; 16])),
        player: None,
        saved: None,
        competition: None,
        invitation: None,
        default_name: RoomName::new("Ann's room").expect("a name"),
        name,
    };
    let mut events = open(request, Lot::default()).expect("it may be opened");
    let mut game = Game::default();
    while game.ply() < MOVES {
        let (ply, color) = (game.ply() as u32, game.position().to_move);
        let legal: Vec<_> = game.position().legal().iter().collect();
        let square = legal[ply as usize % legal.len()];
        game.apply(Action::Place(square)).expect("it is legal");
        events.push(Event::Placed { ply, color, square, clock: None });
    }
    events
}

/// Starts the server and kills it; returns when it was ready and had read all rooms, and the MB it occupied.
fn start(folder: &Path, rooms: usize) -> [f64; 4] {
    let example = std::env::current_exe().expect("it runs");
    let program =
        example.parent().and_then(Path::parent).expect("two folders").join("reversi-server");
    let begun = Instant::now();
    let mut server = Command::new(program)
        .args(["--listen", "127.0.0.1:0", "--log-level", "info", "--data"])
        .arg(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server is built");
    let mut line = String::new();
    let said = server.stdout.take().expect("it is piped");
    BufReader::new(said).read_line(&mut line).expect("it says where it listens");
    let ready = begun.elapsed();
    let before = resident_mb(&server);
    let log = BufReader::new(server.stderr.take().expect("it is piped"));
    let mut lines = log.lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("all rooms are read")), "{rooms} rooms are read");
    let listed = begun.elapsed();
    sleep(Duration::from_secs(1));
    let after = resident_mb(&server);
    server.kill().expect("it runs");
    server.wait().expect("it was killed");
    [ready.as_secs_f64(), listed.as_secs_f64(), before, after]
}

fn resident_mb(server: &Child) -> f64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.id())).expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib: f64 =
        line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok()).expect("a size");
    kib / 1024.0
}
