//! Two servers on one database: what one of them had goes on at the other when it is killed, or stands still.

use std::time::Duration;

use reversi_private_postgres::PrivatePostgres;
use reversi_protocol::{RefusalCode, RoleWish, RoomSettings, SeatChoices};
use reversi_tests::{Player, ServerProcess, Table};
use rustix::process::Signal;
use tokio::time::{Instant, sleep};

use crate::clocks::timed;
use crate::kill_server::lose_nothing_by_kills;
use crate::postgres::{acknowledged, come_back, stored};

/// Kills, each of which takes some seconds to get over.
const KILLS: u64 = 3;

#[tokio::test]
async fn players_of_a_server_that_is_killed_or_stopped_play_on_at_another() {
    let name = "players_of_a_server_that_is_killed_or_stopped_play_on_at_another";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let option = format!("--database={}", database.database());
    let mut first = ServerProcess::start_with(&[&option]).await;
    let mut second = ServerProcess::start_with(&[&option]).await;
    let mut table = Table::open(first.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    table.play("f5d6").await;
    let mut other = Player::connect(second.address(), "Kim").await;
    let refused = other.join(&room, RoleWish::Spectator).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::Unavailable, "its owner lives");
    let own = other.create(RoomSettings::default(), SeatChoices::default()).await;

    first.kill().await;
    come_back(&mut table, &second).await;
    table.play("c3d3").await;
    assert_eq!(other.join(&room, RoleWish::Spectator).await, Ok(vec![]));

    first.restart().await;
    second.signal(Signal::STOP);
    come_back(&mut table, &first).await;
    table.play("c4f4").await;
    assert!(table.players[0].join(&own, RoleWish::Spectator).await.is_ok());
    second.signal(Signal::CONT);
    assert_eq!(second.ended().await.code(), Some(1), "it counts as dead");
    table.play("f6f3").await;
    first.signal(Signal::TERM);
    assert!(first.ended().await.success());
    let log = first.log().join("\n");
    assert!(!log.contains("did not end in time"), "{log}");

    let stored = stored(&database);
    assert_eq!(stored.check(&acknowledged(&table)), Ok(()));
    assert_eq!(stored.actions(&room).len(), 8);
    assert_eq!(database.sql("test0", "SELECT count(DISTINCT epoch) FROM event"), "3");
}

#[tokio::test]
async fn what_was_thought_at_a_server_until_it_was_killed_is_charged_at_another() {
    let name = "what_was_thought_at_a_server_until_it_was_killed_is_charged_at_another";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let option = format!("--database={}", database.database());
    let mut first = ServerProcess::start_with(&[&option]).await;
    let second = ServerProcess::start_with(&[&option]).await;
    let mut table = Table::open(first.address(), timed("5m+1s")).await;
    let begun = Instant::now();
    table.play("f5d6c3").await;
    let before = table.state().clone();
    let turn = before.clocks.unwrap().turn;
    let since_ms = turn.since_ms.unwrap();
    let noted_ms = || {
        let noted = "SELECT alive_at_ms FROM node WHERE id = (SELECT owner FROM room)";
        database.sql("test0", noted).parse::<u64>().unwrap()
    };
    while noted_ms() <= since_ms {
        sleep(Duration::from_millis(100)).await;
    }
    let noted_ms = noted_ms();
    first.kill().await;
    let thought_max = begun.elapsed();
    come_back(&mut table, &second).await;
    table.settle(before.seq + 1).await;
    let after = table.state().clocks.unwrap().turn;
    let charged = Duration::from_millis(after.spent_ms - turn.spent_ms);
    let thought_min = Duration::from_millis(noted_ms - since_ms);
    let is_thought = (thought_min..=thought_max).contains(&charged);
    assert!(is_thought, "{charged:?} of {thought_min:?} to {thought_max:?}");
    table.play("d3").await;
}

#[tokio::test]
async fn kills_of_one_of_two_servers_lose_nothing_and_play_goes_on_at_the_other() {
    let name = "kills_of_one_of_two_servers_lose_nothing_and_play_goes_on_at_the_other";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let option = format!("--database={}", database.database());
    let first = ServerProcess::start_with(&[&option]).await;
    let second = ServerProcess::start_with(&[&option]).await;
    lose_nothing_by_kills(vec![first, second], KILLS, || stored(&database)).await;
}
