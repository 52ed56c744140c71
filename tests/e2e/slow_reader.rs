//! A client that does not read: it is cut off, nobody waits for it, it costs no memory, and a
//! resume makes it whole.

use std::time::Duration;

use futures::future::join_all;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use reversi_protocol::limits::{EVENTS_KEPT_PER_ROOM, OUTBOX_FRAMES_MAX};
use reversi_protocol::{Command, RoleWish, RoomId, RoomSettings};
use reversi_tests::{Connection, Identity, Player, ServerProcess, Table, get};
use tokio::net::TcpSocket;
use tokio::time::Instant;

/// Games that the slow readers watch. Their events come to more than half a megabyte for each
/// reader, several times what the kernel and the server hold for it.
const TABLES: usize = 8;

/// Clients that stop reading.
const SLOW_READERS: usize = 8;

/// A move that took so long would have waited for a slow reader: the server gives a write 5 s.
const MOVE_MAX: Duration = Duration::from_secs(4);

/// What the server may grow by, in bytes: the past events that it keeps of each room, of some 2 KB
/// each, and what is on its way to each slow reader.
const GROWTH_MAX: u64 =
    (TABLES * EVENTS_KEPT_PER_ROOM * 3 * 1024 + SLOW_READERS * OUTBOX_FRAMES_MAX * 3 * 1024) as u64;

/// Receive buffer of a slow reader, in bytes; without a limit the kernel would read on for it, up to
/// 32 MB (`tcp_rmem`).
const RECEIVE_BUFFER: u32 = 32 * 1024;

/// Connects with a narrow receive buffer.
async fn connect_narrow(server: &ServerProcess) -> Player {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(RECEIVE_BUFFER).unwrap();
    let connection = Connection::open_on(socket, server.address()).await.unwrap();
    Player::welcomed(connection, Identity::new("Slow")).await.unwrap()
}

/// Plays a random game to its end and returns the time of the slowest move, from the request to
/// its arrival with everyone.
async fn play_out(table: &mut Table, seed: u64) -> Duration {
    let mut random = StdRng::seed_from_u64(seed);
    let mut slowest = Duration::ZERO;
    while let Some(to_move) = table.state().to_move {
        let legal = table.players[0].room(&table.room).to_place(to_move).unwrap();
        let start = Instant::now();
        table.place(*legal.choose(&mut random).unwrap()).await;
        slowest = slowest.max(start.elapsed());
    }
    slowest
}

/// Returns how many connections the server has closed for reading too slowly.
async fn closed_as_slow(server: &ServerProcess) -> usize {
    let metrics = get(server.address(), "/metrics").await.body;
    let line =
        metrics.lines().find_map(|line| line.strip_prefix(r#"reversi_closes_total{code="4008"} "#));
    line.map_or(0, |count| count.parse().unwrap())
}

/// Waits until Black at each table is told of this many spectators.
async fn everywhere_are(tables: &mut [Table], spectators: usize) {
    for Table { room, players: [black, _], .. } in tables {
        let what = format!("{spectators} spectators of {room}");
        let is_told = |black: &Player| black.room(room).view.spectators as usize == spectators;
        black.until(&what, is_told).await;
    }
}

#[tokio::test]
async fn spectators_that_stop_reading_are_cut_off_and_made_whole_by_a_resume() {
    let server = ServerProcess::start().await;
    let tables = (0..TABLES).map(|_| Table::open(server.address(), RoomSettings::default()));
    let mut tables = join_all(tables).await;
    let rooms: Vec<RoomId> = tables.iter().map(|table| table.room.clone()).collect();
    let mut slow = Vec::new();
    for _ in 0..SLOW_READERS {
        let mut reader = connect_narrow(&server).await;
        for room in &rooms {
            reader.join(room, RoleWish::Spectator).await.unwrap();
        }
        slow.push(reader);
    }
    everywhere_are(&mut tables, 1 + SLOW_READERS).await;
    let before = server.resident_bytes();
    let games = tables.iter_mut().zip(0..).map(|(table, seed)| play_out(table, seed));
    let slowest = join_all(games).await.into_iter().max().unwrap();
    assert!(slowest < MOVE_MAX, "a move took {slowest:?}");
    // The others are told that the slow ones are gone, without these having closed anything.
    everywhere_are(&mut tables, 1).await;
    let growth = server.resident_bytes().saturating_sub(before);
    assert!(growth < GROWTH_MAX, "grown by {growth} bytes");
    assert_eq!(closed_as_slow(&server).await, SLOW_READERS);
    for mut reader in slow {
        drop(reader.reconnect(server.address()).await.unwrap());
        for table in &tables {
            reader.join(&table.room, RoleWish::Spectator).await.unwrap();
            assert_eq!(reader.room(&table.room).state, *table.state());
        }
    }
}

#[tokio::test]
async fn who_asks_and_asks_and_reads_no_answer_is_cut_off() {
    let server = ServerProcess::start().await;
    let table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    let mut greedy = connect_narrow(&server).await;
    greedy.join(&room, RoleWish::Spectator).await.unwrap();
    let mut tables = [table];
    everywhere_are(&mut tables, 2).await;
    // Five hundred snapshots are more than the server keeps waiting; it stops reading on the way.
    for _ in 0..500 {
        if greedy.send(Command::Resync { room: room.clone() }).await.is_err() {
            break;
        }
    }
    everywhere_are(&mut tables, 1).await;
    assert_eq!(closed_as_slow(&server).await, 1);
    let [mut table] = tables;
    let slowest = play_out(&mut table, 1).await;
    assert!(slowest < MOVE_MAX, "a move took {slowest:?}");
    drop(greedy.reconnect(server.address()).await.unwrap());
    greedy.join(&room, RoleWish::Spectator).await.unwrap();
    assert_eq!(greedy.room(&room).state, *table.state());
}
