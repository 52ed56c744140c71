//! What one network address can do to a server with its limits as shipped: the disk that it can
//! fill, the wait of a person beside its bots, and the delay of a person's moves beside its lists.
#![expect(clippy::print_stdout, reason = "it prints what it measures")]
#![allow(clippy::unwrap_used, reason = "what it measures went wrong")]

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::Duration;

use futures::future::join_all;
use reversi_game::Color;
use reversi_protocol::{
    Command, OfferKind, RoleWish, RoomId, RoomSettings, SaveName, SeatChoice, SeatChoices, Start,
};
use reversi_tests::{Connection, Identity, Player, Refused, ServerProcess};
use rusqlite::params;
use rustix::process::Signal;
use tokio::net::TcpSocket;
use tokio::time::{Instant, sleep, timeout};

/// For how long the disk is filled.
const FLOOD: Duration = Duration::from_secs(10);

/// Connections of the attacker that fill it.
const FLOODERS: usize = 8;

/// Rooms of the attacker in which the strongest bot has to move.
const BOT_ROOMS: usize = 160;

/// Moves that lead out of every book, with Black to move (WTHOR 1977, record 1).
const MIDGAME: &str = "f5f6e6f4f3d6c6d3g6e7g5d7c7h5c3h6e3b6c5d8";

/// Finished games that every list has to look through.
const GAMES: u32 = 100_000;

/// Connections that ask for lists without a pause.
const READERS: usize = 20;

/// Moves whose acknowledgement is timed.
const MOVES: usize = 100;

/// Pause after each of them: a person is there, not a flood.
const PAUSE: Duration = Duration::from_millis(60);

/// The longest that a person's wait is watched.
const WAIT_MAX: Duration = Duration::from_secs(25);

const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
const PERSON: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 3);

#[tokio::main(flavor = "current_thread")]
async fn main() {
    for (name, kind) in
        [("saves", Flood::Saves), ("loads", Flood::Loads), ("rematches", Flood::Rematches)]
    {
        let (requests, bytes) = fill_disk(kind).await;
        let minutes = FLOOD.as_secs_f64() / 60.0;
        #[expect(clippy::cast_precision_loss, reason = "a figure for people")]
        let megabytes = bytes as f64 / 1e6;
        println!(
            "{name:<10} {:>8.0} done a minute, {:>7.1} MB a minute on the disk",
            f64::from(requests) / minutes,
            megabytes / minutes
        );
    }
    let alone = wait_for_bot(0).await;
    let beside = wait_for_bot(BOT_ROOMS).await;
    println!(
        "a bot's answer: {alone:.2?} alone, {beside:.2?} beside {BOT_ROOMS} bots of an address"
    );
    let (alone, beside) = moves_beside_lists().await;
    println!(
        "a move, p50: {alone:.2?} alone, {beside:.2?} beside {READERS} readers of {GAMES} games, ratio {:.1}",
        beside.as_secs_f64() / alone.as_secs_f64()
    );
}

/// What fills the disk.
#[derive(Clone, Copy)]
enum Flood {
    /// One name after the other, and a new key when no more are taken.
    Saves,
    /// The same saved game again and again.
    Loads,
    /// Game after game that is given up at once.
    Rematches,
}

/// Fills the disk; returns the requests that were done and the bytes that the data folder grew by.
async fn fill_disk(kind: Flood) -> (u32, u64) {
    let server = ServerProcess::start_as_shipped(&[]).await;
    let before = folder_bytes(server.data());
    let until = Instant::now() + FLOOD;
    let floods = (0..FLOODERS).map(|_| flood(server.address(), kind, until));
    let done = join_all(floods).await.into_iter().sum();
    (done, folder_bytes(server.data()).saturating_sub(before))
}

async fn flood(server: SocketAddr, kind: Flood, until: Instant) -> u32 {
    let mut player = connect(server, ATTACKER).await;
    let seats = SeatChoices { black: SeatChoice::Me, white: SeatChoice::Me, draw: false };
    let Ok(room) = create(&mut player, seats.clone()).await else { return 0 };
    let mut done = 0;
    if matches!(kind, Flood::Loads) {
        let _ = player.ask(save(&room, 0)).await;
    }
    while Instant::now() < until {
        let asked = match kind {
            Flood::Saves if done % 39 == 38 => {
                player = connect(server, ATTACKER).await;
                player.join(&room, RoleWish::Spectator).await.map(drop)
            }
            Flood::Saves => player.ask(save(&room, done)).await.map(drop),
            Flood::Loads => {
                let name = SaveName::new("save 0").unwrap();
                player.ask(Command::Load { room: room.clone(), name }).await.map(drop)
            }
            Flood::Rematches => {
                let resigned = player.ask(Command::Resign { room: room.clone() }).await;
                let kind = OfferKind::Rematch;
                let again = player.ask(Command::Offer { room: room.clone(), kind }).await;
                resigned.and(again).map(drop)
            }
        };
        match asked {
            Ok(()) => done += 1,
            Err(refused) => sleep(pause_after(&refused)).await,
        }
    }
    done
}

fn save(room: &RoomId, number: u32) -> Command {
    let name = SaveName::new(&format!("save {number}")).unwrap();
    Command::Save { room: room.clone(), name, overwrite: true }
}

/// How long a patient attacker waits after a refusal.
fn pause_after(refused: &Refused) -> Duration {
    Duration::from_millis(refused.retry_after_ms.unwrap_or(10).clamp(1, 1_000))
}

/// Returns how long a person waits for the move of the weakest bot, beside rooms of somebody else in
/// which the strongest has to move.
async fn wait_for_bot(rooms: usize) -> Duration {
    let server = ServerProcess::start_as_shipped(&["--rooms-per-minute=1000"]).await;
    let mut attackers = Vec::new();
    while attackers.len() < rooms {
        let mut attacker = connect(server.address(), ATTACKER).await;
        let bot: SeatChoice = "bot:level-10".parse().unwrap();
        let seats = SeatChoices { black: bot, white: SeatChoice::Me, draw: false };
        let start = Start::Transcript { moves: MIDGAME.to_owned() };
        match create_from(start, &mut attacker, seats).await {
            Ok(_room) => attackers.push(attacker),
            Err(refused) => sleep(pause_after(&refused)).await,
        }
    }
    let mut person = connect(server.address(), PERSON).await;
    let started = Instant::now();
    let bot: SeatChoice = "bot:level-1".parse().unwrap();
    let seats = SeatChoices { black: bot, white: SeatChoice::Me, draw: false };
    let room = create(&mut person, seats).await.unwrap();
    let _ = timeout(WAIT_MAX, person.until_turn(&room, Color::White)).await;
    started.elapsed()
}

/// Returns the median time of a move alone, and beside readers of a list that finds nothing.
async fn moves_beside_lists() -> (Duration, Duration) {
    let mut server = ServerProcess::start_as_shipped(&[]).await;
    let mut player = connect(server.address(), PERSON).await;
    let seats = SeatChoices { black: SeatChoice::Me, white: SeatChoice::Me, draw: false };
    let room = create(&mut player, seats).await.unwrap();
    player.ask(Command::Resign { room }).await.unwrap();
    // Not killed: another program that looks in takes the log of a killed server away.
    server.signal(Signal::TERM);
    server.ended().await;
    multiply_games(&server.database());
    server.restart().await;

    let alone = median_move(&server).await;
    let readers: Vec<_> = (0..READERS)
        .map(|_| {
            let address = server.address();
            tokio::spawn(async move {
                let mut reader = connect(address, ATTACKER).await;
                loop {
                    let player = Some("nobody of this name".to_owned());
                    if let Err(refused) = reader.ask(Command::Games { player, before: None }).await
                    {
                        sleep(pause_after(&refused)).await;
                    }
                }
            })
        })
        .collect();
    sleep(Duration::from_secs(1)).await;
    let beside = median_move(&server).await;
    for reader in readers {
        reader.abort();
    }
    (alone, beside)
}

/// Writes the only finished game of a database again and again under other numbers.
fn multiply_games(database: &Path) {
    let database = rusqlite::Connection::open(database).unwrap();
    let mut columns: Vec<String> = database
        .prepare("SELECT name FROM pragma_table_info('game') WHERE name NOT IN ('id', 'seq')")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    columns.sort();
    let columns = columns.join(", ");
    database
        .execute(
            &format!(
                "WITH RECURSIVE numbers (n) AS
                     (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
                 INSERT INTO game (seq, {columns}) SELECT seq + 1000 + n, {columns} FROM game, numbers"
            ),
            params![GAMES],
        )
        .unwrap();
}

async fn median_move(server: &ServerProcess) -> Duration {
    let mut person = connect(server.address(), PERSON).await;
    let seats = SeatChoices { black: SeatChoice::Me, white: SeatChoice::Me, draw: false };
    let mut taken = Vec::with_capacity(MOVES);
    while taken.len() < MOVES {
        let Ok(room) = create(&mut person, seats.clone()).await else { continue };
        while let Some(square) = square_to_play(&person, &room) {
            let started = Instant::now();
            if let Ok(seq) = person.place(&room, square).await {
                taken.push(started.elapsed());
                person.until_seq(&room, seq).await;
            }
            sleep(PAUSE).await;
            if taken.len() == MOVES {
                break;
            }
        }
    }
    taken.sort();
    taken[taken.len() / 2]
}

fn square_to_play(player: &Player, room: &RoomId) -> Option<reversi_game::Square> {
    let mirror = player.room(room);
    let legal = mirror.to_place(mirror.state.to_move?)?;
    legal.first().copied()
}

async fn create(player: &mut Player, seats: SeatChoices) -> Result<RoomId, Refused> {
    create_from(Start::default(), player, seats).await
}

async fn create_from(
    start: Start,
    player: &mut Player,
    seats: SeatChoices,
) -> Result<RoomId, Refused> {
    let settings = RoomSettings { start, ..RoomSettings::default() };
    player.open(player.create_command(settings, seats)).await
}

async fn connect(server: SocketAddr, from: Ipv4Addr) -> Player {
    loop {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::new(IpAddr::V4(from), 0)).unwrap();
        if let Ok(connection) = Connection::open_on(socket, server).await
            && let Ok(player) = Player::welcomed(connection, Identity::new("Somebody")).await
        {
            return player;
        }
        sleep(Duration::from_millis(50)).await;
    }
}

fn folder_bytes(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).unwrap();
    files.map(|file| file.unwrap().metadata().unwrap().len()).sum()
}
