//! A storage that cannot be used for a while, or was tampered with: nothing is acknowledged that is
//! not kept, nothing is forgotten without a word.

use std::fs;
use std::time::Duration;

use reversi_game::Color;
use reversi_protocol::{
    Command, RefusalCode, RoleWish, RoomSettings, SaveName, SeatChoice, SeatChoices, SeatToken,
};
use reversi_tests::{Player, ServerProcess, Table, get, run_server_to_end};
use rusqlite::Connection;
use tokio::time::{Instant, sleep};

/// How long a request may wait for another program that has locked the database.
const REFUSED_MAX: Duration = Duration::from_secs(4);

/// Places until it is done; it may be refused as unavailable until then.
async fn place_in_time(table: &mut Table, square: &str) {
    let until = Instant::now() + Duration::from_secs(20);
    let (room, square) = (table.room.clone(), square.parse().unwrap());
    while let Err(refused) = table.mover().place(&room, square).await {
        assert_eq!(refused.code, RefusalCode::Unavailable);
        assert!(Instant::now() < until, "it stays refused");
        sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn a_database_that_another_program_has_locked_is_waited_for() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    table.play("f5").await;
    let other = Connection::open(server.database()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let asked = Instant::now();
    let room = table.room.clone();
    let refused = table.mover().place(&room, "d6".parse().unwrap()).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::Unavailable);
    assert!(asked.elapsed() < REFUSED_MAX, "{:?}", asked.elapsed());
    let health = get(server.address(), "/healthz").await;
    assert_eq!(health.status, 503, "{}", health.body);
    assert!(health.body.contains("locked the database"), "{}", health.body);
    sleep(Duration::from_secs(3)).await;
    other.execute_batch("ROLLBACK").unwrap();
    place_in_time(&mut table, "d6").await;
    assert_eq!(get(server.address(), "/healthz").await.status, 200);
    server.until_logged(&["locked the database"]).await;
    let said = server.log().iter().filter(|line| line.contains("locked the database")).count();
    assert_eq!(said, 1, "{:?}", server.log());
}

#[tokio::test]
async fn what_a_deleted_database_would_lose_is_not_acknowledged() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    table.play("f5").await;
    for (file, square) in [("reversi.db", "d6"), ("reversi.db-wal", "c3")] {
        let (file, aside) = (server.data().join(file), server.data().join("aside"));
        fs::rename(&file, &aside).unwrap();
        let room = table.room.clone();
        let square = square.parse().unwrap();
        let refused = table.mover().place(&room, square).await.unwrap_err();
        assert_eq!(refused.code, RefusalCode::Unavailable);
        let health = get(server.address(), "/healthz").await;
        assert!(health.status == 503 && health.body.contains("taken out"), "{}", health.body);
        // The same file put back is the same database.
        fs::rename(&aside, &file).unwrap();
        table.place(square).await;
    }
}

#[tokio::test]
async fn a_server_never_begins_anew_where_there_was_a_database() {
    for (lost, is_emptied, named) in [
        ("reversi.db", true, "reversi.db"),
        ("reversi.db", false, "reversi.db"),
        ("reversi.db-wal", false, "reversi.db-wal"),
    ] {
        let mut server = ServerProcess::start().await;
        let mut table = Table::open(server.address(), RoomSettings::default()).await;
        table.play("f5d6").await;
        server.kill().await;
        let file = server.data().join(lost);
        let kept = fs::read(&file).unwrap();
        if is_emptied {
            fs::write(&file, "").unwrap();
        } else {
            fs::remove_file(&file).unwrap();
        }
        let output = run_server_to_end(&[], "127.0.0.1:0", server.data()).await;
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), said.lines().count()), (Some(1), 1), "{said}");
        assert!(said.contains(named) && said.contains("reversi.lock"), "{said}");
        // Nothing was touched: put back, everything is there.
        fs::write(&file, kept).unwrap();
        server.restart().await;
        let room = table.room.clone();
        let player = table.player(Color::Black);
        player.reconnect(server.address()).await.unwrap();
        player.join(&room, RoleWish::Black).await.unwrap();
        assert_eq!(player.resync(&room).await.transcript(), "f5d6");
    }
}

#[tokio::test]
async fn a_database_that_holds_what_it_may_takes_nothing_new_and_games_go_on() {
    let options = ["--data-max=300K", "--rooms-per-address=5000"];
    let server = ServerProcess::start_with(&options).await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    table.play("f5d6").await;
    let mut ann = Player::connect(server.address(), "Ann").await;
    let both = SeatChoices { black: SeatChoice::Me, white: SeatChoice::Me, draw: false };
    let create = || Command::Create {
        settings: RoomSettings::default(),
        seats: both.clone(),
        token: Some(SeatToken::from_bytes([7; 16])),
        competition: None,
        invitation: None,
        to: None,
    };
    let refused = loop {
        match ann.open(create()).await {
            Ok(room) => ann.accepted_seq(Command::Leave { room }).await.unwrap(),
            Err(refused) => break refused,
        };
    };
    assert_eq!(refused.code, RefusalCode::StorageFull);
    let name = SaveName::new("late").unwrap();
    let save = Command::Save { room: table.room.clone(), name, overwrite: false };
    let refused = table.ask(Color::White, save).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::StorageFull);
    table.play("c3d3").await;
    table.resign(Color::Black).await;
    assert!(server.metric("reversi_database_bytes").await > 50_000);
}
