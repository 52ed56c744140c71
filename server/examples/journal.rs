//! Measures what a move costs the journal, and how that grows with rooms and with what is stored:
//!
//!     cargo run --release -p reversi-server --example journal [MOVES]
//!
//! Each row makes so many moves (100,000 unless said otherwise) in so many rooms at a time, each room as
//! soon as its last move is durable, in a folder on the disk that the system keeps temporary files on.
#![expect(clippy::print_stdout, reason = "it prints what it measures")]
#![expect(clippy::cast_precision_loss, reason = "figures for people")]
#![expect(clippy::disallowed_methods, reason = "it measures time")]

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures::future::join_all;
use reversi_game::{Color, GameRecord, Position, Square};
use reversi_protocol::{
    ClosedReason, Durability, RequestId, RoomId, RoomName, RoomSettings, SeatChoices, SessionId,
};
use reversi_room::{Entry, Event, RequestKey, Timestamp};
use reversi_server::store::{Append, Epoch, Journal, JournalMetrics, SqliteStorage};

/// Moves of a game.
const GAME: u64 = 60;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let moves = std::env::args().nth(1).map_or(100_000, |text| text.parse().expect("a number"));
    println!(
        "| rooms | stored events | CPU us a move | writes a move | bytes a move | moves a commit | p50 us | p99 us |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for rooms in [1, 10, 100, 1_000, 10_000] {
        let mut bench = Bench::new();
        bench.measure(rooms, if rooms == 1 { moves / 10 } else { moves }).await;
    }
    let mut bench = Bench::new();
    for doubling in 0..5 {
        bench.measure(100, moves << doubling).await;
    }
}

struct Bench {
    _folder: tempfile::TempDir,
    journal: Journal,
    metrics: JournalMetrics,
    rooms_opened: Arc<AtomicU64>,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let storage = SqliteStorage::open(folder.path()).expect("a database");
        let metrics = JournalMetrics::default();
        let (journal, _ended) =
            Journal::start(storage, metrics.clone(), Durability::Full).expect("it is read");
        Self { _folder: folder, journal, metrics, rooms_opened: Arc::default() }
    }

    async fn measure(&mut self, rooms: u64, moves: u64) {
        let stored = self.metrics.entries.get();
        let before = (Usage::now(), self.metrics.commits.get());
        let each = moves.div_ceil(rooms);
        let played = join_all((0..rooms).map(|_| self.play(each))).await;
        let (after, commits) = (Usage::now(), self.metrics.commits.get() - before.1);
        let mut taken: Vec<Duration> = played.into_iter().flatten().collect();
        taken.sort_unstable();
        let entries = (self.metrics.entries.get() - stored) as f64;
        let at = |percent: usize| taken[taken.len() * percent / 100].as_secs_f64() * 1e6;
        println!(
            "| {rooms} | {stored} | {:.1} | {:.2} | {:.0} | {:.1} | {:.0} | {:.0} |",
            (after.cpu_us - before.0.cpu_us) / entries,
            (after.writes - before.0.writes) as f64 / entries,
            (after.bytes - before.0.bytes) as f64 / entries,
            entries / commits as f64,
            at(50),
            at(99),
        );
    }

    /// Plays games in one room after the other; returns how long each move took.
    async fn play(&self, moves: u64) -> Vec<Duration> {
        let mut taken = Vec::new();
        let mut room = self.next_room();
        let mut seq = 0;
        for done in 0..moves {
            if seq > GAME {
                self.append(&room, &mut seq, Event::Closed { reason: ClosedReason::Idle }).await;
                (room, seq) = (self.next_room(), 0);
            }
            if seq == 0 {
                // The rooms do not all begin and end at the same time.
                self.append(&room, &mut seq, opened()).await;
            }
            let (color, square) = (Color::BOTH[(done % 2) as usize], Square::F5);
            let placed = Event::Placed { ply: seq as u32 - 1, color, square, clock: None };
            let started = Instant::now();
            self.append(&room, &mut seq, placed).await;
            taken.push(started.elapsed());
        }
        taken
    }

    fn next_room(&self) -> RoomId {
        // Names are drawn from everywhere, as those of a server are.
        let number = self.rooms_opened.fetch_add(1, Ordering::Relaxed);
        let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes();
        RoomId::from_random(&[mixed, number.to_be_bytes()].concat()).expect("16 characters")
    }

    async fn append(&self, room: &RoomId, seq: &mut u64, event: Event) {
        *seq += 1;
        let session = SessionId::from_bytes([7; 16]);
        let key = Some(RequestKey { session, request: RequestId(*seq as u32) });
        let entries = vec![Entry { seq: *seq, at: Timestamp(*seq), key, event }];
        let append = Append { room: room.clone(), epoch: Epoch::FIRST, entries, finished: None };
        self.journal.append(append).await.expect("it is stored");
    }
}

fn opened() -> Event {
    Event::Opened {
        name: RoomName::new("a room").expect("a name"),
        rules: RoomSettings::default().rules(&SeatChoices::default()),
        start: GameRecord { start: Position::START, actions: Vec::new() },
        think_ms_min: 0,
        host: None,
        competition: None,
        clocks: None,
    }
}

/// What this process has used so far.
struct Usage {
    cpu_us: f64,
    writes: u64,
    bytes: u64,
}

impl Usage {
    fn now() -> Self {
        let io = fs::read_to_string("/proc/self/io").expect("Linux");
        let count = |name: &str| {
            let line = io.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|count| count.trim().parse().ok()).unwrap_or_default()
        };
        let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        let cpu_us = used.tv_sec as f64 * 1e6 + used.tv_nsec as f64 / 1e3;
        Self { cpu_us, writes: count("syscw:"), bytes: count("wchar:") }
    }
}
