//! Three servers on one database, linked, and games whose players sit at others than the room is at, while one fault
//! comes after the other: whatever was acknowledged is there once, and every room goes on.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use reversi_private_postgres::PrivatePostgres;
use reversi_protocol::RoomId;
use reversi_tests::{Held, Player, within};
use rustix::process::Signal;
use tokio::sync::watch;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{Instant, sleep};

use crate::driver::{Driver, Ledger, Servers, finished_rooms};
use crate::kill_server::from_env;
use crate::node::Node;
use crate::postgres::stored;

const SERVERS: usize = 3;

/// Tables that play at a time, unless `REVERSI_TEST_TABLES` says otherwise.
const TABLES: u64 = 6;

/// How long is thought about a move: so that the machine is not what is tested.
const THOUGHT: Duration = Duration::from_millis(500);

/// How long a server stands still, or is cut off: past its burial.
const AWAY: Duration = Duration::from_secs(6);

/// How long a link is cut: shorter than clients wait behind it.
const CUT: Duration = Duration::from_secs(3);

/// What happens to one of the servers, or to the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    Killed,
    Stopped,
    StandsStill,
    LinkCut,
    CutOffTheDatabase,
    DatabaseKilled,
    Vanished,
    LinkCutOneWay,
    StopsAmidAStatement,
    DatabaseStandsStill,
}

const FAULTS: [Fault; 10] = [
    Fault::Killed,
    Fault::LinkCut,
    Fault::StandsStill,
    Fault::DatabaseKilled,
    Fault::CutOffTheDatabase,
    Fault::Stopped,
    Fault::Vanished,
    Fault::LinkCutOneWay,
    Fault::StopsAmidAStatement,
    Fault::DatabaseStandsStill,
];

/// How many of them there are where no time is given: the others have tests of their own.
const FAULTS_AT_ONCE: usize = 6;

/// Servers over one database, and who plays there.
struct Cluster {
    database: Arc<PrivatePostgres>,
    nodes: Vec<Node>,
    tables: Vec<JoinHandle<[Player; 2]>>,
    ledger: Ledger,
    last_game: watch::Sender<bool>,
}

impl Cluster {
    async fn start(database: PrivatePostgres, random: &mut StdRng) -> Self {
        let address = database.database();
        let mut nodes = Vec::new();
        for _ in 0..SERVERS {
            nodes.push(Node::start(&database, &address).await);
        }
        let addresses: Arc<[_]> = nodes.iter().map(|node| node.server.address()).collect();
        let (last_game, is_last_game) = watch::channel(false);
        let ledger = Ledger::default();
        let mut tables = Vec::new();
        for table in 0..from_env("REVERSI_TEST_TABLES").unwrap_or(TABLES) {
            let own = table as usize % SERVERS;
            let driver = Driver {
                servers: Servers::Any { addresses: Arc::clone(&addresses), own },
                is_last_game: is_last_game.clone(),
                ledger: Ledger::clone(&ledger),
                thought: THOUGHT,
            };
            let black = Player::connect(addresses[own], "Ann").await;
            let white = Player::connect(addresses[(own + 2) % SERVERS], "Ben").await;
            tables.push(tokio::spawn(driver.keep_playing([black, white], random.random())));
        }
        Self { database: Arc::new(database), nodes, tables, ledger, last_game }
    }

    /// Returns some server, or the one that has most rooms: they gather where the last faults have left them.
    async fn victim(&self, random: &mut StdRng) -> usize {
        if random.random() {
            return random.random_range(0..SERVERS);
        }
        let rooms = self.nodes.iter().map(|node| node.server.metric("reversi_rooms"));
        let rooms = join_all(rooms).await;
        (0..SERVERS).max_by_key(|&server| rooms[server]).unwrap_or_default()
    }

    /// Lets something happen to some server, and has everything as it was afterwards.
    async fn suffer(&mut self, fault: Fault, random: &mut StdRng) {
        let victim = self.victim(random).await;
        let node = &mut self.nodes[victim];
        match fault {
            Fault::Killed => {
                node.server.kill().await;
                sleep(AWAY).await;
                node.server.restart().await;
            }
            Fault::Stopped => {
                node.server.signal(Signal::TERM);
                node.revive().await;
            }
            Fault::StandsStill => {
                node.server.signal(Signal::STOP);
                sleep(AWAY).await;
                node.server.signal(Signal::CONT);
                node.revive().await;
            }
            Fault::LinkCut => {
                node.cable.cut();
                sleep(CUT).await;
                node.cable.mend();
            }
            Fault::CutOffTheDatabase => {
                node.line.be_silent(true);
                sleep(AWAY).await;
                node.line.be_silent(false);
                node.revive().await;
            }
            Fault::DatabaseKilled => {
                let database = Arc::clone(&self.database);
                let killed = spawn_blocking(move || {
                    database.kill();
                    database.start_again();
                });
                killed.await.expect("it starts again");
            }
            Fault::Vanished => {
                node.vanish().await;
                sleep(AWAY).await;
                node.cable.mend();
                node.line.go_on();
                node.server.restart().await;
            }
            Fault::LinkCutOneWay => {
                node.cable.hold(if random.random() { Held::FromServer } else { Held::ToServer });
                sleep(AWAY).await;
                node.cable.mend();
            }
            Fault::StopsAmidAStatement => {
                node.stop_amid_a_move().await;
                sleep(AWAY).await;
                node.line.go_on();
                node.server.signal(Signal::CONT);
                node.revive().await;
            }
            Fault::DatabaseStandsStill => {
                self.database.stand_still(true);
                sleep(AWAY).await;
                self.database.stand_still(false);
            }
        }
    }

    /// Waits until something was acknowledged at every table since then.
    async fn all_play_on(&self, since: Instant) {
        let playing = async {
            let mut rooms = 0;
            while rooms < self.tables.len() {
                assert!(!self.tables.iter().any(JoinHandle::is_finished), "a table gave up");
                sleep(Duration::from_millis(100)).await;
                rooms = self.moves(|at| at > since).len();
            }
        };
        within("play in every room", playing).await;
    }

    /// Returns the rooms in which something was acknowledged at such a time, and each time.
    fn moves(&self, is_meant: impl Fn(Instant) -> bool) -> BTreeMap<RoomId, Vec<Instant>> {
        let mut moves: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (acknowledged, at) in self.ledger.lock().unwrap().iter().filter(|it| is_meant(it.1)) {
            moves.entry(acknowledged.room.clone()).or_default().push(*at);
        }
        moves
    }

    /// Returns the longest that nothing was acknowledged in each room since then.
    fn pauses(&self, since: Instant) -> Vec<Duration> {
        let moves = self.moves(|at| at + THOUGHT * 2 > since);
        let longest = |at: &Vec<Instant>| at.windows(2).map(|it| it[1] - it[0]).max();
        moves.values().filter_map(longest).collect()
    }

    /// Lets all games come to their ends, and holds what is stored to what was acknowledged and shown.
    async fn end(self) -> usize {
        self.last_game.send_replace(true);
        let played = join_all(self.tables).await;
        let ledger = self.ledger.lock().unwrap();
        let acknowledged: Vec<_> = ledger.iter().map(|it| it.0.clone()).collect();
        let stored = stored(&self.database);
        assert_eq!(stored.check(&acknowledged), Ok(()));
        let rooms: usize =
            played.into_iter().map(|table| finished_rooms(&table.unwrap(), &stored)).sum();
        assert_eq!(stored.0.len(), rooms, "a room was opened twice");
        acknowledged.len()
    }
}

/// Returns what so many of a hundred are at most.
fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    sorted[(sorted.len() * percent / 100).min(sorted.len() - 1)]
}

/// Each fault once, or one after the other for `REVERSI_TEST_CLUSTER_SECONDS`.
#[tokio::test]
#[expect(clippy::print_stderr, reason = "the test harness shows the seed with a failure")]
async fn whatever_happens_to_three_servers_nothing_is_lost_and_every_room_goes_on() {
    let name = "whatever_happens_to_three_servers_nothing_is_lost_and_every_room_goes_on";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let seed = from_env("REVERSI_TEST_SEED").unwrap_or_else(rand::random);
    eprintln!("repeat with REVERSI_TEST_SEED={seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let begun = Instant::now();
    let mut cluster = Cluster::start(database, &mut random).await;
    cluster.all_play_on(begun).await;
    let time = from_env("REVERSI_TEST_CLUSTER_SECONDS").map_or(Duration::ZERO, Duration::from_secs);
    let mut pauses: BTreeMap<Fault, Vec<Duration>> = BTreeMap::new();
    for (round, fault) in FAULTS.into_iter().cycle().enumerate() {
        if round >= FAULTS_AT_ONCE && begun.elapsed() > time {
            break;
        }
        let at = Instant::now();
        cluster.suffer(fault, &mut random).await;
        cluster.all_play_on(Instant::now()).await;
        pauses.entry(fault).or_default().extend(cluster.pauses(at));
    }
    let moves = cluster.end().await;
    eprintln!("{moves} moves acknowledged; the longest that a room waited:");
    for (fault, mut pauses) in pauses {
        pauses.sort();
        let [p50, p99] = [50, 99].map(|percent| percentile(&pauses, percent));
        eprintln!("{fault:?}: p50 {p50:.1?}, p99 {p99:.1?} of {}", pauses.len());
    }
}
