//! What may happen to linked servers and to their database, one thing at a time. Whoever plays waits; for how long is
//! printed beside what is aimed at, and fails no test.

use std::sync::Arc;
use std::time::Duration;

use reversi_private_postgres::PrivatePostgres;
use reversi_protocol::{RefusalCode, RoleWish, RoomSettings, ServerMessage};
use reversi_tests::{Ended, Held, Player, ServerProcess, Table, get, run_server_to_end};
use rustix::process::Signal;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep, timeout};

use crate::clocks::{WallClock, timed};
use crate::kill_server::from_env;
use crate::links::{linked, table_at};
use crate::node::Node;
use crate::postgres::{acknowledged, come_back, stored};
use crate::stored::Broken;

/// How long a link is silent here: until both sides have noticed.
const SILENT: Duration = Duration::from_secs(5);

/// How long the database stands still: until it is taken for lost.
const STILL: Duration = Duration::from_secs(4);

/// How long it takes until somebody lets the standby be the database.
const DECISION: Duration = Duration::from_millis(300);

/// Time in which nothing comes that is not to come.
const A_WHILE: Duration = Duration::from_secs(2);

/// Plays, and returns how long the longest move took until everyone saw it.
pub(crate) async fn longest_wait(table: &mut Table, transcript: &str) -> Duration {
    let mut longest = Duration::ZERO;
    for square in transcript.as_bytes().chunks(2) {
        let asked = Instant::now();
        table.play(std::str::from_utf8(square).unwrap()).await;
        longest = longest.max(asked.elapsed());
    }
    longest
}

/// Says how long somebody waited.
#[expect(clippy::print_stderr, reason = "the test harness shows it")]
pub(crate) fn tell(fault: &str, waited: Duration, goal: &str) {
    eprintln!("{fault}: {waited:.1?}, of {goal}");
}

async fn nodes<const N: usize>(database: &PrivatePostgres) -> [Node; N] {
    let address = database.database();
    let mut nodes = Vec::new();
    for _ in 0..N {
        nodes.push(Node::start(database, &address).await);
    }
    nodes.try_into().unwrap_or_else(|_| unreachable!("as many as were started"))
}

/// Returns how many servers count as alive, and how many have owned the rooms one after the other.
fn living_and_owners(database: &PrivatePostgres) -> String {
    let counts = "SELECT (SELECT count(*) FROM node WHERE alive), (SELECT max(epoch) FROM event)";
    database.sql("test0", counts)
}

#[tokio::test]
async fn owner_vanished() {
    let Some(database) = PrivatePostgres::start("owner_vanished") else { return };
    let [mut owner, gateway] = nodes(&database).await;
    let far = &gateway.server;
    let mut table = table_at(&owner.server, [far, far], [far, far, far]).await;
    table.play("f5d6").await;
    owner.vanish().await;
    tell("owner_vanished", longest_wait(&mut table, "c3d3").await, "5 s");
    assert_eq!(stored(&database).check(&acknowledged(&table)), Ok(()));
    assert_eq!(living_and_owners(&database), "1|2");

    // What the check is worth: it notices one who writes after the next owner.
    let last = table.state().seq;
    database.sql("test0", &format!("UPDATE event SET epoch = 1 WHERE seq = {last}"));
    assert_eq!(stored(&database).check(&[]), Err(Broken::TwoOwners(table.room, last)));
}

/// What it has locked is let go of.
#[tokio::test]
async fn stuck_session() {
    let Some(database) = PrivatePostgres::start("stuck_session") else { return };
    let [mut owner, gateway] = nodes(&database).await;
    let far = &gateway.server;
    let mut table = table_at(&owner.server, [far, far], [far, far, far]).await;
    table.play("f5d6").await;
    let (stopped, waited) =
        tokio::join!(owner.stop_amid_a_move(), longest_wait(&mut table, "c3d3"));
    tell("stuck_session", waited, "8 s");
    let () = stopped;
    owner.line.go_on();
    owner.server.signal(Signal::CONT);
    assert_eq!(owner.server.ended().await.code(), Some(1), "it counts as dead");
    table.play("c4").await;
    assert_eq!(stored(&database).check(&acknowledged(&table)), Ok(()));
    assert_eq!(stored(&database).actions(&table.room).len(), 5);
}

/// Nobody is taken for dead.
#[tokio::test]
async fn partial_partition() {
    let Some(database) = PrivatePostgres::start("partial_partition") else { return };
    let [one, other, gateway] = nodes(&database).await;
    let far = &gateway.server;
    let mut tables = Vec::new();
    for owner in [&one.server, &other.server] {
        let mut table = table_at(owner, [owner, far], [owner, far, far]).await;
        table.play("f5d6").await;
        tables.push(table);
    }
    one.cable.hold(Held::FromServer);
    other.cable.hold(Held::ToServer);
    let mending = async {
        sleep(SILENT).await;
        one.cable.mend();
        other.cable.mend();
    };
    let [here, there] = &mut tables[..] else { unreachable!() };
    let ((), here, there) =
        tokio::join!(mending, longest_wait(here, "c3d3"), longest_wait(there, "c3d3"));
    tell(
        "partial_partition, nothing from the owner",
        here.saturating_sub(SILENT),
        "10 s after the cut",
    );
    tell(
        "partial_partition, nothing to the owner",
        there.saturating_sub(SILENT),
        "10 s after the cut",
    );
    let acknowledged: Vec<_> = tables.iter().flat_map(acknowledged).collect();
    assert_eq!(stored(&database).check(&acknowledged), Ok(()));
    assert_eq!(living_and_owners(&database), "3|1");
}

/// Whoever waits behind it for too long is let go, and comes to another server. It takes ten seconds, so it is left out
/// unless long runs are asked for.
#[tokio::test]
async fn link_cut() {
    if from_env("REVERSI_TEST_CLUSTER_SECONDS").is_none() {
        return;
    }
    let Some(database) = PrivatePostgres::start("link_cut") else { return };
    let [owner, gateway] = nodes(&database).await;
    let (here, far) = (&owner.server, &gateway.server);
    let mut table = table_at(here, [here, far], [here, here, here]).await;
    table.play("f5d6c3").await;
    owner.cable.cut();
    let cut = Instant::now();
    let ended = table.players[1].ended().await;
    assert!(matches!(ended, Ended::Closed { code: 4008, .. }), "{ended:?}");
    let room = table.room.clone();
    table.players[1].reconnect(here.address()).await.unwrap();
    table.players[1].join(&room, RoleWish::Player).await.unwrap();
    table.play("d3c4").await;
    tell("link_cut for longer", cut.elapsed(), "10 s");
    assert_eq!(stored(&database).check(&acknowledged(&table)), Ok(()));
    assert_eq!(living_and_owners(&database), "2|1");
}

/// Whoever is at the owner plays on as if nothing were.
#[tokio::test]
async fn gateway_paused() {
    let Some(database) = PrivatePostgres::start("gateway_paused") else { return };
    let [owner, mut gateway] = linked(&database).await;
    let mut table = table_at(&owner, [&owner, &gateway], [&owner, &gateway, &gateway]).await;
    table.play("f5d6").await;
    gateway.signal(Signal::STOP);
    let (room, asked) = (table.room.clone(), Instant::now());
    let placed = table.players[0].place(&room, "c3".parse().unwrap()).await.unwrap();
    tell("gateway_paused, at the owner", asked.elapsed(), "0 s");
    sleep(DECISION).await;
    gateway.signal(Signal::CONT);
    table.settle(placed).await;
    table.play("d3").await;
    assert_eq!(living_and_owners(&database), "2|1");

    gateway.signal(Signal::STOP);
    let placed = table.players[0].place(&room, "c4".parse().unwrap()).await.unwrap();
    let asked = Instant::now();
    table.spectators.truncate(1);
    table.players[1].reconnect(owner.address()).await.unwrap();
    table.players[1].join(&room, RoleWish::Player).await.unwrap();
    table.settle(placed).await;
    table.play("f4").await;
    tell("gateway_paused, at another server", asked.elapsed(), "a reconnect");
    while living_and_owners(&database) != "1|1" {
        sleep(DECISION).await;
    }
    gateway.signal(Signal::CONT);
    assert_eq!(gateway.ended().await.code(), Some(1), "it counts as dead");
    table.play("f6f3").await;
    assert_eq!(stored(&database).check(&acknowledged(&table)), Ok(()));
}

/// Nobody is taken for dead.
#[tokio::test]
async fn db_stalls() {
    let Some(database) = PrivatePostgres::start("db_stalls") else { return };
    let [owner, gateway] = linked(&database).await;
    let mut table = table_at(&owner, [&owner, &gateway], [&owner, &gateway, &gateway]).await;
    table.play("f5d6").await;
    database.stand_still(true);
    let back = async {
        sleep(STILL).await;
        database.stand_still(false);
    };
    let ((), waited) = tokio::join!(back, longest_wait(&mut table, "c3d3"));
    tell("db_stalls", waited.saturating_sub(STILL), "0 s after its recovery");
    assert_eq!(stored(&database).check(&acknowledged(&table)), Ok(()));
    assert_eq!(living_and_owners(&database), "2|1");
}

#[tokio::test]
async fn disk_full() {
    let Some(database) = PrivatePostgres::start("disk_full") else { return };
    let [owner, gateway] = linked(&database).await;
    let mut table = table_at(&owner, [&owner, &gateway], [&owner, &gateway, &gateway]).await;
    table.play("f5d6").await;
    // What the database says then, without the disk.
    database.sql(
        "test0",
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql
             AS $$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = 'disk_full'; END $$;
         CREATE TRIGGER full_disk BEFORE INSERT ON event EXECUTE FUNCTION full_disk()",
    );
    let (room, square) = (table.room.clone(), "c3".parse().unwrap());
    let refused = table.mover().place(&room, square).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::Unavailable);
    let health = get(owner.address(), "/healthz").await;
    assert!(health.status == 503 && health.body.contains("disk is full"), "{}", health.body);
    database.sql("test0", "DROP TRIGGER full_disk ON event");
    let again = Instant::now();
    table.play("c3").await;
    tell("disk_full, once there is space", again.elapsed(), "0 s");
    table.play("d3").await;
    assert_eq!(get(owner.address(), "/healthz").await.status, 200);
    assert_eq!(stored(&database).check(&acknowledged(&table)), Ok(()));
}

/// The second one does not start, and the first one goes on.
#[tokio::test]
async fn same_address() {
    let Some(database) = PrivatePostgres::start("same_address") else { return };
    let [owner, gateway] = nodes(&database).await;
    let here = &owner.server;
    let mut table = table_at(here, [here, &gateway.server], [here, here, &gateway.server]).await;
    let second = run_server_to_end(
        &[
            "env",
            &format!("REVERSI_DATABASE={}", database.address("test0")),
            "REVERSI_LINK_LISTEN=127.0.0.1:0",
            &format!("REVERSI_LINK_ADDRESS={}", owner.cable.address()),
        ],
        "127.0.0.1:0",
        tempfile::tempdir().unwrap().path(),
    )
    .await;
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(said.contains("another server is reached at"), "{said}");
    assert_eq!(second.status.code(), Some(1));
    table.play("f5d6").await;
}

/// No lease of a server ends by a clock, and no clock of a game moves with one.
#[tokio::test]
async fn clock_jumps() {
    const MONTH_HOURS: i64 = 30 * 24;
    let Some(database) = PrivatePostgres::start("clock_jumps") else { return };
    let (wall, begun) = (WallClock::new(), Instant::now());
    wall.put(0);
    let (words, option) = (wall.words(), format!("--database={}", database.database()));
    let (words, options) =
        (words.each_ref().map(String::as_str), [&option, "--link-listen=127.0.0.1:0"]);
    let jumping = ServerProcess::start_by(&words, &options).await;
    let mut owner = ServerProcess::start_by(&words, &options).await;
    let mut table = Table::open(owner.address(), timed("5m+2s")).await;
    table.play("f5d6").await;
    let mut gone = Player::connect(jumping.address(), "Kim").await;
    gone.join(&table.room, RoleWish::Spectator).await.unwrap();
    table.spectators = vec![gone];
    for (hours, squares) in [(MONTH_HOURS, "c3d3"), (-MONTH_HOURS, "c4f4")] {
        wall.put(hours);
        tell("clock_jumps", longest_wait(&mut table, squares).await, "0 s");
        sleep(A_WHILE).await;
    }
    assert_eq!(living_and_owners(&database), "2|1");
    owner.kill().await;
    wall.put(MONTH_HOURS);
    let room = table.room.clone();
    for player in &mut table.players {
        player.reconnect(jumping.address()).await.unwrap();
        player.join(&room, RoleWish::Player).await.unwrap();
    }
    table.play("f6f3").await;
    let clocks = table.state().clocks.unwrap();
    let used = Duration::from_mins(5).saturating_sub(Duration::from_millis(clocks.black.main_ms));
    assert!(used <= begun.elapsed(), "{used:?}");
    assert_eq!(stored(&database).check(&acknowledged(&table)), Ok(()));
}

/// A database that waits for its standby, and a game at a server that knows both.
async fn with_standby(test: &str) -> Option<([Arc<PrivatePostgres>; 2], ServerProcess, Table)> {
    let database = PrivatePostgres::start(test)?;
    database.database();
    let standby = database.standby();
    database.wait_for_standby(true);
    let either = database.address_of_either("test0", &standby);
    let server = ServerProcess::start_with(&[&format!("--database={either}")]).await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    table.play("f5d6").await;
    Some(([database, standby].map(Arc::new), server, table))
}

/// Loses the database's machine, and lets the standby be the database after the time that such a decision takes.
async fn fail_over([database, standby]: &[Arc<PrivatePostgres>; 2]) {
    database.kill();
    sleep(DECISION).await;
    let standby = Arc::clone(standby);
    spawn_blocking(move || standby.promote()).await.unwrap();
}

#[tokio::test]
async fn db_fails_over() {
    let Some((both, server, mut table)) = with_standby("db_fails_over").await else { return };
    let ((), waited) = tokio::join!(fail_over(&both), longest_wait(&mut table, "c3d3"));
    tell("db_fails_over, decided after 0.3 s", waited, "the decision, and 2 s");
    table.play("c4").await;
    assert_eq!(stored(&both[1]).check(&acknowledged(&table)), Ok(()));
    assert_eq!(get(server.address(), "/healthz").await.status, 200);
}

/// What is found in the database need not be on the standby: nobody is told until something later is.
#[tokio::test]
async fn what_only_the_lost_database_had_was_acknowledged_to_nobody() {
    let name = "what_only_the_lost_database_had_was_acknowledged_to_nobody";
    let Some((both, _server, mut table)) = with_standby(name).await else { return };
    let [database, standby] = &both;
    standby.kill();
    let room = table.room.clone();
    let place = table.players[0].place_command(&room, "c3".parse().unwrap());
    let id = table.players[0].send(place).await.unwrap();
    let ends_whoever_waits = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                              WHERE wait_event = 'SyncRep' AND query LIKE '%INTO event%'";
    while database.sql("test0", ends_whoever_waits) == "0" {}
    while stored(database).actions(&room).len() < 3 {}
    let answered = timeout(A_WHILE, table.players[0].reply(id)).await;
    assert!(answered.is_err(), "{answered:?}");
    database.kill();
    standby.start_again();
    assert_eq!(stored(standby).actions(&room).len(), 2);
    standby.promote();
    let placed = table.players[0].reply(id).await.unwrap();
    let ServerMessage::Accepted { seq, .. } = placed else { panic!("{placed:?}") };
    table.settle(seq).await;
    table.play("d3").await;
    assert_eq!(stored(standby).check(&acknowledged(&table)), Ok(()));
}

/// The check finds what a standby that is not waited for has lost; what is left is played on.
#[tokio::test]
async fn db_lost_moves() {
    let Some((both, server, mut table)) = with_standby("db_lost_moves").await else { return };
    let [database, standby] = &both;
    database.wait_for_standby(false);
    standby.kill();
    table.play("c3").await;
    let room = table.room.clone();
    let lost = table.players[0].accepted.last().unwrap().0.id;
    let acknowledged = acknowledged(&table);
    database.kill();
    standby.start_again();
    standby.promote();
    let asked = Instant::now();
    table.players[1]
        .send(table.players[1].place_command(&room, "d3".parse().unwrap()))
        .await
        .unwrap();
    server.until_logged(&["is out of step"]).await;
    tell("db_lost_moves", asked.elapsed(), "2 s");
    for player in table.players.iter_mut().chain(&mut table.spectators) {
        // What it knew is more than is left.
        player.rooms.remove(&room);
        player.unanswered.clear();
    }
    come_back(&mut table, &server).await;
    assert_eq!(table.state().transcript(), "f5d6");
    assert_eq!(stored(standby).check(&acknowledged), Err(Broken::Lost(room, lost)));
    table.play("c3d3").await;
    assert_eq!(stored(standby).actions(&table.room).len(), 4);
}

/// What the check is worth: it finds a move that was acknowledged before it was stored.
#[tokio::test]
async fn what_is_acknowledged_before_it_is_stored_is_missed() {
    let name = "what_is_acknowledged_before_it_is_stored_is_missed";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let option = format!("--database={}", database.database());
    let mut server = ServerProcess::start_with(&[&option, "--durability=relaxed"]).await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    table.play("f5d6").await;
    while stored(&database).actions(&table.room).len() < 2 {}
    database.stand_still(true);
    table.play("c3").await;
    server.kill().await;
    database.kill();
    database.start_again();
    let lost = table.players[0].accepted.last().unwrap().0.id;
    let found = stored(&database).check(&acknowledged(&table));
    assert_eq!(found, Err(Broken::Lost(table.room, lost)));
}
