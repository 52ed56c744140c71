//! The server is killed with SIGKILL in the middle of play: whatever it acknowledged is there
//! after the restart, nothing is there twice, and play goes on by itself.

use std::collections::HashSet;
use std::time::Duration;

use futures::future::join_all;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use reversi_game::Color;
use reversi_protocol::{Command, RoleWish, RoomSettings, ServerMessage};
use reversi_tests::{Player, ServerProcess, Table, within};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::driver::{Driver, Ledger, Servers, finished_rooms};
use crate::stored::{Acknowledged, Broken, Stored};

/// Tables that play at a time.
const TABLES: u64 = 6;

/// Kills, unless `REVERSI_TEST_KILLS` says otherwise.
const KILLS: u64 = 50;

/// Time between a start and the next kill, in milliseconds: from before the clients are back to
/// well into their games.
const PLAY_MS: std::ops::Range<u64> = 5..150;

/// Reads a number from the environment.
pub(crate) fn from_env(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[tokio::test]
async fn kills_lose_no_acknowledged_move_and_play_goes_on_by_itself() {
    let server = ServerProcess::start().await;
    let database = server.database();
    lose_nothing_by_kills(vec![server], KILLS, || Stored::read(&database)).await;
}

/// Kills a server over and over amid games, or of two on one database each in its turn; what is stored is read by
/// `stored`.
#[expect(clippy::print_stderr, reason = "the test harness shows the seed with a failure")]
pub(crate) async fn lose_nothing_by_kills(
    mut servers: Vec<ServerProcess>,
    kills: u64,
    stored: impl Fn() -> Stored,
) {
    let seed = from_env("REVERSI_TEST_SEED").unwrap_or_else(rand::random);
    eprintln!("repeat with REVERSI_TEST_SEED={seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let ledger = Ledger::default();
    let address = servers[0].address();
    let (newest, on_newest) = watch::channel(address);
    let (last_game, on_last_game) = watch::channel(false);
    let mut tables = Vec::new();
    for _ in 0..TABLES {
        let driver = Driver {
            servers: Servers::Newest(on_newest.clone()),
            is_last_game: on_last_game.clone(),
            ledger: Ledger::clone(&ledger),
            thought: Duration::ZERO,
        };
        let black = Player::connect(address, "Ann").await;
        let white = Player::connect(address, "Ben").await;
        tables.push(tokio::spawn(driver.keep_playing([black, white], random.random())));
    }
    let kills = from_env("REVERSI_TEST_KILLS").unwrap_or(kills);
    for kill in 0..kills {
        let play = Duration::from_millis(random.random_range(PLAY_MS));
        tokio::time::sleep(play).await;
        assert!(!tables.iter().any(JoinHandle::is_finished), "a table gave up");
        let dead = kill as usize % servers.len();
        servers[dead].kill().await;
        if let [server] = &mut servers[..] {
            server.restart().await;
        }
        // Nobody is back yet: the database is as the kill left it.
        let acknowledged: Vec<_> = ledger.lock().unwrap().iter().map(|it| it.0.clone()).collect();
        let checked = stored().check(&acknowledged);
        assert_eq!(checked, Ok(()), "after kill {kill}");
        let next = (dead + 1) % servers.len();
        newest.send_replace(servers[next].address());
        if next != dead {
            // Whoever starts takes over as well: the other one is to have the rooms before.
            let play_on = || {
                let ledger = ledger.lock().unwrap();
                let since = ledger[acknowledged.len()..].iter();
                since.map(|(it, _)| it.session).collect::<HashSet<_>>().len() as u64 == 2 * TABLES
            };
            let playing = async {
                while !play_on() {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            };
            within("play at the other server", playing).await;
            servers[dead].restart().await;
        }
    }
    last_game.send_replace(true);
    let played = join_all(tables).await;
    let acknowledged: Vec<_> = ledger.lock().unwrap().iter().map(|it| it.0.clone()).collect();
    assert!(acknowledged.len() as u64 > kills, "the kills hit nothing");
    let stored = stored();
    assert_eq!(stored.check(&acknowledged), Ok(()));
    let rooms: usize =
        played.into_iter().map(|table| finished_rooms(&table.unwrap(), &stored)).sum();
    assert_eq!(stored.0.len(), rooms, "a room was opened twice");
}

#[tokio::test]
async fn a_request_sent_again_after_a_kill_has_the_same_answer_and_no_second_effect() {
    let mut server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    table.play("f5").await;
    server.kill().await;
    server.restart().await;
    let [mut black, _] = table.players;
    let accepted = black.accepted.clone();
    let requests = accepted.iter().map(|(request, _)| request);
    let is_one_of_each = matches!(
        requests.map(|request| &request.command).collect::<Vec<_>>()[..],
        [Command::Create { .. }, Command::Place { .. }]
    );
    assert!(is_one_of_each, "{accepted:?}");
    drop(black.reconnect(server.address()).await.unwrap());
    assert_eq!(black.join(&room, RoleWish::Player).await, Ok(vec![Color::Black]));
    let mut answers = Vec::new();
    for (request, _) in &accepted {
        black.send_request(request.clone()).await.unwrap();
        answers.push(black.reply(request.id).await.unwrap());
    }
    let placed_at = accepted[1].1;
    let is_the_same = matches!(
        &answers[..],
        [
            ServerMessage::Joined { room: again, .. },
            ServerMessage::Accepted { seq, .. },
        ] if *again == room && *seq == placed_at
    );
    assert!(is_the_same, "{answers:?}");
    let state = black.resync(&room).await;
    assert_eq!((state.seq, state.transcript().as_str()), (placed_at, "f5"));
    assert_eq!(Stored::read(&server.database()).0.len(), 1, "a second room");
}

/// What the checks are worth: they notice an acknowledged move that is gone, a move that is there
/// twice, and a missing number.
#[tokio::test]
async fn the_checks_notice_a_database_that_breaks_a_promise() {
    let mut server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    table.play("f5d6c3d3").await;
    server.kill().await;
    let room = table.room.clone();
    let [_, white] = table.players;
    let (request, seq) = white.accepted.last().unwrap().clone();
    let id = request.id;
    let session = white.identity.session;
    let acknowledged = [Acknowledged { room: room.clone(), session, request, seq }];
    let database = rusqlite::Connection::open(server.database()).unwrap();
    let check = || Stored::read(&server.database()).check(&acknowledged);
    assert_eq!(check(), Ok(()));
    let copy =
        "INSERT INTO log SELECT id + 1, room, seq + 1, at_ms, session, request, body FROM log
                ORDER BY id DESC LIMIT 1";
    database.execute(copy, []).unwrap();
    assert_eq!(check(), Err(Broken::Illegal(room.clone(), seq + 1)));
    database.execute("DELETE FROM log WHERE seq >= ?1", [seq.cast_signed()]).unwrap();
    assert_eq!(check(), Err(Broken::Lost(room.clone(), id)));
    database.execute("DELETE FROM log WHERE seq = 5", []).unwrap();
    assert_eq!(check(), Err(Broken::Gap(room)));
}

/// What a crash takes of the moves that were confirmed early is gone for everyone, and what is left is a game.
#[tokio::test]
async fn where_moves_are_confirmed_early_a_crash_leaves_a_game_that_goes_on() {
    const GAME: &str = "f5d6c3d3c4f4f6f3e6e7";
    let mut server = ServerProcess::start_with(&["--durability=relaxed"]).await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    table.play(GAME).await;
    server.kill().await;
    let room = table.room.clone();
    server.restart().await;
    let stored = Stored::read(&server.database());
    assert_eq!(stored.check(&[]), Ok(()));
    let left = 2 * stored.actions(&room).len();
    table.spectators.clear();
    for (color, role) in [(Color::Black, RoleWish::Black), (Color::White, RoleWish::White)] {
        let player = table.player(color);
        player.reconnect(server.address()).await.unwrap();
        // What it knew may be more than is left.
        player.rooms.remove(&room);
        player.join(&room, role).await.unwrap();
        assert_eq!(player.resync(&room).await.transcript(), GAME[..left]);
    }
    table.play(&GAME[left..]).await;
    server.signal(rustix::process::Signal::TERM);
    server.ended().await;
    assert_eq!(2 * Stored::read(&server.database()).actions(&room).len(), GAME.len());
}
