//! Measures a server under load, beside a bare relay in the same run, and in `rooms` one that keeps every move, so
//! that ratios mean something on whatever machine it is:
//!
//!     load [rooms|idle|fanout|restart|keys|cluster] [--rooms N] [--spectators N] [--moves N] [--seconds N] [--rate N]
//!          [--rounds N] [--no-relay] [--lean] [--program PATH | --at ADDR --pid PID]
//!          [--opened-at ADDR] [-- OPTIONS OF THE SERVER]
//!
//! `rooms` plays games: as fast as both players have each move, or by a timetable of N moves a second in
//! all (`--rate`), where a late move counts from when it was due. `idle` fills a room with spectators and
//! tells what one costs. `fanout` times a move until everyone has it. `restart` kills the server amid games and
//! times how long it takes until all play on. `keys` plays in the full-screen client and tells how soon a key is on
//! the line and what it writes to the terminal. With `--opened-at` rooms are another server's, linked to the one that is
//! played at. `cluster` measures `rooms` and `fanout` of 1, 2 and 4 linked servers over a PostgreSQL of its own beside one
//! server by itself. Servers and that database get core 0, this program core 1.
#![expect(clippy::print_stdout, reason = "it prints what it measures")]
#![expect(clippy::cast_precision_loss, reason = "figures for people")]

mod cluster;
mod figures;
mod keys;
mod relay;
mod seat;
mod target;

use std::cell::{Cell, RefCell};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::slice;
use std::time::Duration;

use futures::future::{join_all, try_join_all};
use tokio::sync::Notify;
use tokio::task::{LocalSet, spawn_local, yield_now};
use tokio::time::{Instant, sleep, sleep_until};

use figures::{Latencies, Usage};
use seat::{Ended, Seat, Seats, Watched};
use target::{Kind, Target};

/// Connections that are opened at a time.
const OPENED_AT_ONCE: usize = 32;

/// How long a server is left alone before its memory is read.
const SETTLING: Duration = Duration::from_secs(3);

/// What is asked for on the command line.
struct Options {
    mode: String,
    rooms: usize,
    spectators: usize,
    moves: usize,
    time: Duration,
    /// Moves a second in all; none for as fast as it goes.
    rate: Option<f64>,
    rounds: usize,
    is_relay_left_out: bool,
    is_lean: bool,
    /// Another build of the server than this workspace's.
    program: Option<PathBuf>,
    /// A server that runs, and its process.
    at: Option<(SocketAddr, u32)>,
    /// A server that opens the rooms in place of the one that is played at.
    opened_at: Option<SocketAddr>,
    server: Vec<String>,
}

impl Options {
    fn read() -> Self {
        let mut words: Vec<String> = std::env::args().skip(1).collect();
        let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
        let server = words.split_off(end).into_iter().skip(1).collect();
        let value = |name: &str| {
            let at = words.iter().position(|word| word == name)?;
            words.get(at + 1).map(String::as_str)
        };
        let number = |name: &str, default: usize| {
            value(name).map_or(default, |text| text.parse().expect("a number"))
        };
        let at = value("--at").map(|at| at.parse().expect("an address"));
        Self {
            mode: words.first().cloned().unwrap_or_else(|| "rooms".to_owned()),
            rooms: number("--rooms", 100),
            spectators: number("--spectators", 1000),
            moves: number("--moves", 50),
            time: Duration::from_secs(number("--seconds", 5) as u64),
            rate: value("--rate").map(|rate| rate.parse().expect("moves a second")),
            rounds: number("--rounds", 1),
            is_relay_left_out: words.iter().any(|word| word == "--no-relay"),
            is_lean: words.iter().any(|word| word == "--lean"),
            program: value("--program").map(PathBuf::from),
            at: at.map(|at| (at, number("--pid", 0) as u32)),
            opened_at: value("--opened-at").map(|at| at.parse().expect("an address")),
            server,
        }
    }

    fn kinds(&self) -> &'static [Kind] {
        match self.mode.as_str() {
            _ if self.is_relay_left_out => &[Kind::Server],
            "restart" | "keys" => &[Kind::Server],
            "rooms" => &[Kind::Relay, Kind::StoringRelay, Kind::Server],
            _ => &[Kind::Relay, Kind::Server],
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let options = Options::read();
    if options.mode == "relay" {
        return relay::serve(std::env::args().nth(2).as_deref().map(Path::new)).await;
    }
    if options.mode != "keys" {
        target::prepare();
    }
    for _ in 0..options.rounds {
        if options.mode == "cluster" {
            LocalSet::new().run_until(Box::pin(cluster::measure(&options))).await;
            continue;
        }
        for &kind in options.kinds() {
            let mut target = Target::start(kind, &options);
            let measured = async {
                match options.mode.as_str() {
                    "rooms" => rooms(slice::from_ref(&target), &options).await,
                    "idle" => idle(&target, &options).await,
                    "fanout" => fan_out(slice::from_ref(&target), &options).await,
                    "restart" => restart(&mut target, &options).await,
                    "keys" => Ok(keys::keys(&target).await),
                    mode => {
                        panic!(
                            "no mode {mode:?}; there are rooms, idle, fanout, restart, keys and cluster"
                        )
                    }
                }
            };
            let figures = LocalSet::new().run_until(Box::pin(measured)).await;
            let figures = figures.unwrap_or_else(|ended| panic!("{}: {ended}", kind.name()));
            println!("{:<13} {figures}", kind.name());
        }
    }
}

/// What the games have in common.
#[derive(Default)]
struct Play {
    is_measured: Cell<bool>,
    is_over: Cell<bool>,
    latencies: RefCell<Latencies>,
}

/// Plays in rooms of one server, or of several that are measured together.
async fn rooms(targets: &[Target], options: &Options) -> Result<String, Ended> {
    let play = Rc::new(Play::default());
    let target = &targets[0];
    let mut seats = Vec::new();
    for target in targets.iter().cycle().take(options.rooms) {
        seats.push(Seats::sit(target).await?);
    }
    let begin = Instant::now() + Duration::from_millis(100);
    let interval = options.rate.map(|rate| Duration::from_secs_f64(options.rooms as f64 / rate));
    let games = seats.into_iter().enumerate().map(|(number, seats)| {
        let timetable = interval.map(|interval| {
            (begin + interval.mul_f64(number as f64 / options.rooms as f64), interval)
        });
        spawn_local(keep_playing(seats, Rc::clone(&play), timetable))
    });
    let games: Vec<_> = games.collect();
    sleep(options.time / 3).await;
    let [before, stored_before] = target.used();
    play.is_measured.set(true);
    sleep(options.time).await;
    play.is_measured.set(false);
    let [used, stored] = target.used();
    let (used, stored) = (used.since(&before), stored.since(&stored_before));
    play.is_over.set(true);
    let mut traffic = (0, 0);
    for game in join_all(games).await {
        let (frames, bytes) = game.expect("a game does not panic")?;
        traffic = (traffic.0 + frames, traffic.1 + bytes);
    }
    let latencies = play.latencies.take();
    let moves = latencies.len();
    Ok(format!(
        "{:>4} rooms: {:>6.0} moves/s, {:>5.1} us CPU a move{}, {:.1} switches a move, {}, \
         {:.0} bytes an update, {:.1} MB; others {:.2}",
        options.rooms,
        moves as f64 / options.time.as_secs_f64(),
        used.cpu.as_secs_f64() * 1e6 / moves as f64,
        target.told_of_database(&stored, moves),
        used.switches as f64 / moves as f64,
        latencies.text(),
        traffic.1 as f64 / traffic.0 as f64,
        used.resident_kib as f64 / 1024.0,
        used.others - stored.cpu.as_secs_f64() / options.time.as_secs_f64(),
    ))
}

/// Plays game after game; returns how many updates came and how many bytes they had.
async fn keep_playing(
    mut seats: Seats,
    play: Rc<Play>,
    mut timetable: Option<(Instant, Duration)>,
) -> Result<(u64, u64), Ended> {
    while !play.is_over.get() {
        let due = match &mut timetable {
            None => Instant::now(),
            Some((due, interval)) => {
                let at = *due;
                *due += *interval;
                wait_until(at).await;
                at
            }
        };
        seats.make_move().await?;
        if play.is_measured.get() {
            play.latencies.borrow_mut().add(due.elapsed());
        }
        seats.begin_anew_if_over().await?;
    }
    Ok(seats.traffic())
}

/// Waits until an instant; a timer alone would be a millisecond late.
async fn wait_until(at: Instant) {
    sleep_until(at - Duration::from_millis(2)).await;
    while Instant::now() < at {
        yield_now().await;
    }
}

/// Spectators of one room, and how far they are.
#[derive(Default)]
struct Crowd {
    updates: Cell<usize>,
    lost: Cell<usize>,
    stirred: Notify,
}

impl Crowd {
    /// Lets spectators in.
    async fn gather(
        self: &Rc<Self>,
        targets: &[Target],
        room: &str,
        number: usize,
    ) -> Result<(), Ended> {
        let left = Rc::new(Cell::new(number));
        let opening = (0..OPENED_AT_ONCE.min(number)).map(|_| {
            let (crowd, left) = (Rc::clone(self), Rc::clone(&left));
            async move {
                while left.get() > 0 {
                    left.set(left.get() - 1);
                    let seat = Seat::watch(&targets[left.get() % targets.len()], room).await?;
                    spawn_local(Rc::clone(&crowd).keep_watching(seat));
                }
                Ok(())
            }
        });
        try_join_all(opening).await.map(|_| ())
    }

    async fn keep_watching(self: Rc<Self>, mut seat: Seat) {
        while let Ok(watched) = seat.watched().await {
            if matches!(watched, Watched::Move) {
                self.updates.set(self.updates.get() + 1);
                self.stirred.notify_one();
            }
        }
        self.lost.set(self.lost.get() + 1);
        self.stirred.notify_one();
    }

    /// Waits until there have been so many updates in all.
    async fn until(&self, updates: usize) {
        while self.updates.get() < updates && self.lost.get() == 0 {
            self.stirred.notified().await;
        }
    }
}

async fn idle(target: &Target, options: &Options) -> Result<String, Ended> {
    let seats = Seats::sit(target).await?;
    let crowd = Rc::new(Crowd::default());
    sleep(SETTLING).await;
    let empty = Usage::of(target.pids());
    crowd.gather(slice::from_ref(target), seats.room(), options.spectators).await?;
    sleep(SETTLING).await;
    let full = Usage::of(target.pids());
    let later = async {
        sleep(SETTLING).await;
        Usage::of(target.pids()).since(&full)
    };
    let rested = later.await;
    Ok(format!(
        "{:>5} spectators: {:.2} KiB each, {:.1} MB in all, idle CPU {:.2} %; {} lost",
        options.spectators,
        (full.resident_kib - empty.resident_kib) as f64 / options.spectators as f64,
        full.resident_kib as f64 / 1024.0,
        rested.cpu.as_secs_f64() * 100.0 / SETTLING.as_secs_f64(),
        crowd.lost.get(),
    ))
}

/// Plays at the first server, and has spectators at all of them.
async fn fan_out(targets: &[Target], options: &Options) -> Result<String, Ended> {
    let target = &targets[0];
    let mut seats = Seats::sit(target).await?;
    let crowd = Rc::new(Crowd::default());
    crowd.gather(targets, seats.room(), options.spectators).await?;
    sleep(SETTLING).await;
    let (mut players, mut everyone) = (Latencies::default(), Latencies::default());
    let (mut before, mut packets) = (Usage::of(target.pids()), 0_u64);
    let warm_up = options.moves / 5;
    for number in 0..warm_up + options.moves {
        if number == warm_up {
            (players, everyone) = Default::default();
            before = Usage::of(target.pids());
            packets = target.link_packets().await;
        }
        let updates = crowd.updates.get();
        let begin = Instant::now();
        let told = async {
            crowd.until(updates + options.spectators).await;
            begin.elapsed()
        };
        let moved = async {
            let made = seats.make_move().await;
            (made, begin.elapsed())
        };
        let (all, (made, mine)) = tokio::join!(told, moved);
        made?;
        players.add(mine);
        everyone.add(all);
        if seats.begin_anew_if_over().await? {
            // What the crowd hears of it is no update.
            sleep(Duration::from_millis(500)).await;
        }
    }
    let used = Usage::of(target.pids()).since(&before);
    let packets = target.link_packets().await - packets;
    let links = targets.len() - 1;
    let crossed = match links {
        0 => String::new(),
        _ => format!(
            "{:.2} packets a move and link; ",
            packets as f64 / (options.moves * links) as f64
        ),
    };
    Ok(format!(
        "{:>5} spectators: {:.2} us CPU a delivery; {crossed}players {}; everyone {}; {} lost; others {:.2}",
        options.spectators,
        used.cpu.as_secs_f64() * 1e6 / (options.moves * options.spectators) as f64,
        players.text(),
        everyone.text(),
        crowd.lost.get(),
        used.others,
    ))
}

/// Kills the server amid games, whose players come back at once, each with a move.
async fn restart(target: &mut Target, options: &Options) -> Result<String, Ended> {
    let mut rooms = Vec::new();
    for _ in 0..options.rooms {
        let mut seats = Seats::sit(target).await?;
        seats.make_move().await?;
        rooms.push(seats);
    }
    let killed = Instant::now();
    target.restart(options);
    let ready = killed.elapsed();
    let target = &*target;
    let playing = rooms.into_iter().map(async |seats: Seats| -> Result<Duration, Ended> {
        let mut seats = seats.come_back(target).await?;
        seats.make_move().await?;
        Ok(killed.elapsed())
    });
    let mut latencies = Latencies::default();
    let back = try_join_all(playing).await?;
    for after in &back {
        latencies.add(*after);
    }
    let last = back.into_iter().max().unwrap_or_default();
    Ok(format!(
        "{:>5} players: ready {ready:.2?} after the kill; a room plays on after {}, the last after {last:.2?}",
        2 * options.rooms,
        latencies.text(),
    ))
}
