//! A server that keeps everything in PostgreSQL: killed, and its database killed, amid play.

use std::sync::Arc;
use std::time::Duration;

use reversi_private_postgres::{Line, PrivatePostgres};
use reversi_protocol::{Command, RoleWish, RoomSettings};
use reversi_tests::{ServerProcess, Table, binary, get, run_server_to_end, within};
use rustix::process::Signal;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::faults::{longest_wait, tell};
use crate::kill_server::lose_nothing_by_kills;
use crate::stored::{Acknowledged, Stored};

/// Kills of the server. Chosen: some seconds of them, since all else is as it is with SQLite.
const KILLS: u64 = 4;

/// Kills of the database.
const CRASHES: usize = 3;

const GAME: &str = "f5d6c3d3c4f4f6f3e6e7";

async fn server_over(database: &PrivatePostgres) -> ServerProcess {
    ServerProcess::start_with(&[&format!("--database={}", database.database())]).await
}

/// Reads what the only database holds.
pub(crate) fn stored(database: &PrivatePostgres) -> Stored {
    let events =
        "SELECT room, seq, epoch, encode(session, 'hex'), request, body FROM event ORDER BY 1, 2";
    Stored::of_lines(&database.sql("test0", events))
}

#[tokio::test]
async fn kills_of_a_server_over_postgres_lose_nothing_and_play_goes_on_by_itself() {
    let name = "kills_of_a_server_over_postgres_lose_nothing_and_play_goes_on_by_itself";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let server = server_over(&database).await;
    lose_nothing_by_kills(vec![server], KILLS, || stored(&database)).await;
}

/// Nobody's line breaks, nothing is refused, nothing is there twice: who moves waits, and goes on.
#[tokio::test]
async fn a_database_that_is_killed_and_started_amid_play_makes_players_wait() {
    let name = "a_database_that_is_killed_and_started_amid_play_makes_players_wait";
    let Some(database) = PrivatePostgres::start(name).map(Arc::new) else { return };
    let server = server_over(&database).await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let (before, after) = GAME.split_at(4);
    table.play(before).await;
    for moves in after.as_bytes().chunks(4).take(CRASHES) {
        database.kill();
        let play = table.play(std::str::from_utf8(moves).unwrap());
        let killed = Arc::clone(&database);
        let back = async {
            sleep(Duration::from_millis(300)).await;
            spawn_blocking(move || killed.start_again()).await.unwrap();
        };
        tokio::join!(play, back);
    }
    let (room, acknowledged) = (table.room.clone(), acknowledged(&table));
    let stored = stored(&database);
    assert_eq!(stored.check(&acknowledged), Ok(()));
    let placed = 2 + 2 * CRASHES;
    assert_eq!((acknowledged.len(), stored.actions(&room).len()), (placed, placed));
    let lost: Vec<_> =
        server.log().into_iter().filter(|line| line.contains("out of reach: nothing")).collect();
    assert!(lost.len() <= CRASHES, "each is told once: {lost:?}");
    assert_eq!(get(server.address(), "/healthz").await.status, 200);
}

/// The certificate is checked: whoever answers in the database's place is told nothing.
#[tokio::test]
async fn lines_to_the_database_are_encrypted_where_that_is_asked_for() {
    let name = "lines_to_the_database_are_encrypted_where_that_is_asked_for";
    let Some(database) = PrivatePostgres::start(name) else { return };
    database.database();
    let encrypted = database.encrypt();
    let option = format!("--database={}", encrypted.address("test0"));
    let trusting = format!("SSL_CERT_FILE={}", encrypted.authority.display());
    let server = ServerProcess::start_by(&["env", &trusting], &[&option]).await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    table.play("f5d6").await;
    let lines = "SELECT ssl, count(*) > 1 FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
                 WHERE application_name LIKE 'reversi-server%' GROUP BY ssl";
    assert_eq!(database.sql("test0", lines), "t|t");
    let data = tempfile::tempdir().unwrap();
    let database = format!("REVERSI_DATABASE={}", encrypted.address("test0"));
    let output = run_server_to_end(&["env", &database], "127.0.0.1:0", data.path()).await;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("cannot reach the database") && said.contains("certificate"), "{said}");
}

/// Each answer of the database may be lost: what was moved is stored once, and the players go on.
#[tokio::test]
async fn a_game_is_played_over_a_line_that_loses_answers_of_the_database() {
    let name = "a_game_is_played_over_a_line_that_loses_answers_of_the_database";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let line = Line::to(&database, &database.database());
    let option = format!("--database={}", line.address());
    let server = ServerProcess::start_with(&[&option]).await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    // Other answers, such as those to beats, are lost too.
    let (mut moves, mut longest) = (0, Duration::ZERO);
    for square in GAME.as_bytes().chunks(2) {
        line.lose_answer();
        let waited = longest_wait(&mut table, std::str::from_utf8(square).unwrap()).await;
        longest = longest.max(waited);
        moves += 1;
    }
    tell("unknown_commit", longest, "0.1 s");
    let stored = stored(&database);
    assert_eq!(stored.check(&acknowledged(&table)), Ok(()));
    assert_eq!((acknowledged(&table).len(), stored.actions(&room).len()), (moves, moves));
    server.until_logged(&["whose answer was lost"]).await;
}

/// Carries everything over, and returns what is said of it.
async fn migrate(from: &str, to: &str) -> String {
    let server = spawn_blocking(|| binary("reversi-server")).await.unwrap();
    let mut migrate = tokio::process::Command::new(server);
    migrate.args(["migrate", "--from", from, "--to", to]);
    let output = within("the end of the migration", migrate.output()).await.unwrap();
    let said = [output.stdout, output.stderr].concat();
    String::from_utf8(said).unwrap()
}

#[tokio::test]
async fn a_game_goes_on_in_postgres_and_comes_back_to_the_folder() {
    let name = "a_game_goes_on_in_postgres_and_comes_back_to_the_folder";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let address = database.database();
    let mut here = ServerProcess::start().await;
    let folder = here.data().to_str().unwrap().to_owned();
    let mut table = Table::open(here.address(), RoomSettings::default()).await;
    table.play("f5d6").await;
    let in_use = migrate(&folder, &address).await;
    assert!(in_use.contains("another server uses"), "{in_use}");
    here.signal(Signal::TERM);
    here.ended().await;
    let counts = migrate(&folder, &address).await;
    assert!(counts.starts_with("room: 1\nevent: "), "{counts}");
    assert!(migrate(&folder, &address).await.contains("something in the database"));

    let mut there = ServerProcess::start_with(&[&format!("--database={address}")]).await;
    come_back(&mut table, &there).await;
    table.play("c3d3").await;
    let in_use = migrate(&address, &folder).await;
    assert!(in_use.contains("a server uses the database"), "{in_use}");
    there.signal(Signal::TERM);
    there.ended().await;
    let other = tempfile::tempdir().unwrap();
    migrate(&address, other.path().to_str().unwrap()).await;
    let room = table.room.clone();
    let carried = Stored::read(&other.path().join("reversi.db"));
    assert_eq!(carried.check(&[]), Ok(()));
    assert_eq!(carried.actions(&room), stored(&database).actions(&room));
    assert_eq!(carried.actions(&room).len(), 4);
}

/// Connects everyone anew, to another server that has their room.
pub(crate) async fn come_back(table: &mut Table, server: &ServerProcess) {
    let room = table.room.clone();
    for (player, role) in [(0, RoleWish::Black), (1, RoleWish::White)] {
        let player = &mut table.players[player];
        player.reconnect(server.address()).await.unwrap();
        player.join(&room, role).await.unwrap();
    }
    for spectator in &mut table.spectators {
        spectator.reconnect(server.address()).await.unwrap();
        spectator.join(&room, RoleWish::Spectator).await.unwrap();
    }
}

/// Returns the moves that players were told are stored.
pub(crate) fn acknowledged(table: &Table) -> Vec<Acknowledged> {
    let accepted = table.players.iter().flat_map(|player| {
        player.accepted.iter().map(move |(request, seq)| (player.identity.session, request, *seq))
    });
    let moves = accepted.filter(|(_, request, _)| matches!(request.command, Command::Place { .. }));
    let room = &table.room;
    moves
        .map(|(session, request, seq)| Acknowledged {
            room: room.clone(),
            session,
            request: request.clone(),
            seq,
        })
        .collect()
}
