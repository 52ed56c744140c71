//! Measures how soon the server acknowledges a person's move while it has nothing else to do, and
//! while a hundred games of bots are running; and how many moves it takes when nobody thinks.
#![expect(clippy::print_stdout, reason = "it prints what it measures")]

use std::time::Duration;

use futures::future::join_all;
use reversi_game::Square;
use reversi_protocol::{Phase, RoomId, RoomSettings, SeatChoice, SeatChoices};
use reversi_tests::{Player, ServerProcess};
use tokio::time::{Instant, sleep};

/// Moves whose acknowledgement is timed, in either state.
const MOVES: usize = 1000;

/// Pause after each of them: a person is there, not a flood.
const PAUSE: Duration = Duration::from_millis(20);

/// Games of bots that run meanwhile, each watched.
const BOT_GAMES: usize = 100;

/// Who plays them: a kind that thinks for as long as it takes to keep every core busy.
const BOT: &str = "bot:level-8";

/// Rooms in which moves are made as fast as they are acknowledged.
const FAST_ROOMS: usize = 64;

/// For how long.
const FAST_TIME: Duration = Duration::from_secs(5);

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let server =
        ServerProcess::start_with(&["--log-level=warn", "--rooms-per-address=10000"]).await;
    let idle = Latencies::measure(&server).await;
    println!("idle:               {}", idle.text());

    let mut watchers = Vec::new();
    for _ in 0..BOT_GAMES {
        let watcher = Player::connect(server.address(), "Watcher").await;
        watchers.push(tokio::spawn(keep_watching(watcher)));
    }
    while server.metric("reversi_bot_searches").await < BOT_GAMES * 9 / 10 {
        sleep(PAUSE).await;
    }
    let busy = Latencies::measure(&server).await;
    println!("{BOT_GAMES} games of bots:  {}", busy.text());
    println!("searches at the end: {}", server.metric("reversi_bot_searches").await);
    for watcher in watchers {
        watcher.abort();
    }
    let [p50, p99] = [50, 99].map(|percent| {
        busy.percentile(percent).as_secs_f64() / idle.percentile(percent).as_secs_f64()
    });
    println!("ratio:              p50 {p50:.2}, p99 {p99:.2}");

    while server.metric("reversi_bot_searches").await > 0 {
        sleep(PAUSE).await;
    }
    let players = join_all((0..FAST_ROOMS).map(|_| play_for(&server, FAST_TIME))).await;
    let rate = f64::from(players.iter().sum::<u32>()) / FAST_TIME.as_secs_f64();
    println!("{FAST_ROOMS} rooms at once:   {rate:.0} moves a second");
}

/// How long acknowledgements took, the quickest first.
struct Latencies(Vec<Duration>);

impl Latencies {
    async fn measure(server: &ServerProcess) -> Self {
        let mut person = Person::sit(server).await;
        let mut taken = Vec::with_capacity(MOVES);
        for _ in 0..MOVES {
            taken.push(person.make_move().await);
            sleep(PAUSE).await;
        }
        taken.sort();
        Self(taken)
    }

    fn percentile(&self, percent: usize) -> Duration {
        self.0[(self.0.len() * percent / 100).min(self.0.len() - 1)]
    }

    fn text(&self) -> String {
        let [p50, p99, max] = [50, 99, 100].map(|percent| self.percentile(percent));
        format!("p50 {p50:.1?}, p99 {p99:.1?}, longest {max:.1?}")
    }
}

/// Someone who plays both sides of one game after the other.
struct Person {
    player: Player,
    room: RoomId,
}

impl Person {
    async fn sit(server: &ServerProcess) -> Self {
        let mut player = Player::connect(server.address(), "Person").await;
        let room = open(&mut player).await;
        Self { player, room }
    }

    /// Makes a move, in a new room if the game is over, and returns how soon it was acknowledged.
    async fn make_move(&mut self) -> Duration {
        if self.square().is_none() {
            self.room = open(&mut self.player).await;
        }
        let square = self.square().expect("a game that begins has a legal square");
        let started = Instant::now();
        let seq = self.player.place(&self.room, square).await;
        let taken = started.elapsed();
        let seq = seq.unwrap_or_else(|refused| panic!("{refused:?}"));
        self.player.until_seq(&self.room, seq).await;
        taken
    }

    fn square(&self) -> Option<Square> {
        let mirror = self.player.room(&self.room);
        let legal = mirror.to_place(mirror.state.to_move?)?;
        legal.get(mirror.ply() as usize % legal.len()).copied()
    }
}

async fn open(player: &mut Player) -> RoomId {
    let seats = SeatChoices { black: SeatChoice::Me, white: SeatChoice::Me, draw: false };
    player.create(RoomSettings::default(), seats).await
}

/// Watches one game of bots after the other.
async fn keep_watching(mut watcher: Player) {
    let bot: SeatChoice = BOT.parse().expect("a bot's seat");
    loop {
        let settings = RoomSettings { think_ms_min: 0, ..RoomSettings::default() };
        let seats = SeatChoices { black: bot.clone(), white: bot.clone(), draw: false };
        let room = watcher.create(settings, seats).await;
        while watcher.room(&room).state.phase != Phase::Finished {
            // A move may take long where a hundred games wait for their turn.
            let received = watcher.receive().await;
            received.unwrap_or_else(|ended| panic!("a watcher was cut off: {ended:?}"));
        }
    }
}

/// Makes moves as fast as they are acknowledged, and returns how many.
async fn play_for(server: &ServerProcess, time: Duration) -> u32 {
    let mut person = Person::sit(server).await;
    let started = Instant::now();
    let mut moves = 0;
    while started.elapsed() < time {
        person.make_move().await;
        moves += 1;
    }
    moves
}
