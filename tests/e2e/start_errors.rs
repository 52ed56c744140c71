//! Starting and stopping: what an operator sees when something is in the way, and what clients are
//! told when the server goes.

use std::fs;
use std::path::Path;
use std::time::Duration;

use futures::future::join_all;
use reversi_game::Color;
use reversi_protocol::{RefusalCode, RoleWish, RoomSettings};
use reversi_tests::{Connection, Ended, Player, ServerProcess, Table, get, run_server_to_end};
use rustix::process::Signal;
use tokio::time::Instant;

/// Time in which the server stops, by its README.
const STOP_MAX: Duration = Duration::from_secs(5);

/// Runs a server that cannot start; it has to say why in one line that names the way out.
async fn expect_start_error(listen: &str, data: &Path, said: &[&str]) {
    let output = run_server_to_end(&[], listen, data).await;
    let (stdout, stderr) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert_eq!(stdout, "");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert!(stderr.starts_with("reversi-server: "), "{stderr}");
    assert!(stderr.matches("os error").count() <= 1, "the cause is told twice: {stderr}");
    for said in said {
        assert!(stderr.contains(said), "{said:?} is missing: {stderr}");
    }
}

#[tokio::test]
async fn a_port_in_use_is_named_with_the_option_to_choose_another() {
    let server = ServerProcess::start().await;
    let address = server.address().to_string();
    let data = tempfile::tempdir().unwrap();
    expect_start_error(&address, data.path(), &[&address, "--listen"]).await;
    assert_eq!(get(server.address(), "/healthz").await.status, 200);
}

#[tokio::test]
async fn a_data_folder_that_cannot_be_made_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "not a folder").unwrap();
    let data = file.join("data");
    expect_start_error("127.0.0.1:0", &data, &[data.to_str().unwrap(), "--data"]).await;
}

#[tokio::test]
async fn a_variable_that_is_empty_counts_as_not_set() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "not a folder").unwrap();
    let names = ["LISTEN", "DATA", "LOG_FORMAT", "LOG_LEVEL", "ALLOW_ORIGIN", "HOST"];
    let empty = names.map(|name| format!("REVERSI_{name}="));
    let wrapper: Vec<&str> = ["env"].into_iter().chain(empty.iter().map(String::as_str)).collect();
    // The options are fit: what is in the way is the folder, with code 1 and not 2.
    let output = run_server_to_end(&wrapper, "127.0.0.1:0", &file.join("data")).await;
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
}

#[tokio::test]
async fn a_data_folder_in_use_is_named_and_the_server_there_goes_on() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let said = ["another server", server.data().to_str().unwrap(), "--data"];
    expect_start_error("127.0.0.1:0", server.data(), &said).await;
    table.play("f5d6").await;
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_left_alone() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("reversi.db");
    let database = rusqlite::Connection::open(&file).unwrap();
    database.execute_batch("CREATE TABLE later (x); PRAGMA user_version = 99;").unwrap();
    drop(database);
    let before = fs::read(&file).unwrap();
    let said = ["version 99", file.to_str().unwrap(), "--data"];
    expect_start_error("127.0.0.1:0", data.path(), &said).await;
    assert_eq!(fs::read(&file).unwrap(), before, "the database was changed");
}

#[tokio::test]
async fn a_file_that_is_no_database_is_named_and_kept() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("reversi.db");
    let garbage = "this is no database ".repeat(100);
    fs::write(&file, &garbage).unwrap();
    let said = [file.to_str().unwrap(), "not a database", "--data"];
    expect_start_error("127.0.0.1:0", data.path(), &said).await;
    assert_eq!(fs::read_to_string(&file).unwrap(), garbage);
}

#[tokio::test]
async fn a_room_whose_events_do_not_fit_is_left_out_and_the_others_go_on() {
    let mut server = ServerProcess::start().await;
    let mut damaged = Table::open(server.address(), RoomSettings::default()).await;
    let mut sound = Table::open(server.address(), RoomSettings::default()).await;
    damaged.play("f5d6").await;
    sound.play("f5d6").await;
    server.kill().await;
    let database = rusqlite::Connection::open(server.database()).unwrap();
    let room = damaged.room.as_str();
    let deleted = database.execute("DELETE FROM log WHERE room = ?1 AND seq = 5", [room]);
    assert_eq!(deleted, Ok(1));
    server.restart().await;
    let mut late = Player::connect(server.address(), "Late").await;
    let refused = late.join(&damaged.room, RoleWish::Spectator).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::NoSuchRoom);
    late.join(&sound.room, RoleWish::Spectator).await.unwrap();
    assert_eq!(late.room(&sound.room).state, *sound.state());
    server.until_logged(&["ERROR", room]).await;
    let kept = database
        .query_row("SELECT count(*) FROM log WHERE room = ?1", [room], |row| row.get::<_, i64>(0));
    assert_eq!(kept, Ok(5), "its events stay where they are");
}

#[tokio::test]
async fn the_first_line_says_where_the_server_is() {
    let server = ServerProcess::start().await;
    let address = server.address();
    assert_ne!(address.port(), 0, "port 0 asks for a free one");
    assert_eq!(server.first_line(), format!("listening on http://{address}"));
    assert_eq!(get(address, "/healthz").await.body, "ok\n");
}

#[tokio::test]
async fn at_a_signal_the_server_tells_everyone_to_come_back_and_ends_well() {
    // Whoever runs the tests in the background may have them ignore some signals.
    let heeding = ["env", "--default-signal=INT,HUP,QUIT"];
    let signals = [Signal::TERM, Signal::INT, Signal::HUP, Signal::QUIT];
    join_all(signals.map(async |signal| {
        let mut server = ServerProcess::start_by(&heeding, &[]).await;
        let mut table = Table::open(server.address(), RoomSettings::default()).await;
        table.play("f5d6").await;
        // One that has not said hello, and one that only came to look at the page.
        let mut silent = Connection::open(server.address()).await.unwrap();
        let mut idle = tokio::net::TcpStream::connect(server.address()).await.unwrap();
        let start = Instant::now();
        server.signal(signal);
        for player in table.players.iter_mut().chain(&mut table.spectators) {
            let ended = player.ended().await;
            assert!(matches!(ended, Ended::Closed { code: 1001, .. }), "{ended:?}");
            let (message, retry_after_ms) = player.farewell.clone().expect("a farewell");
            assert!(message.contains("connect again"), "{message}");
            assert!(retry_after_ms.is_some());
        }
        let ended = silent.ended().await;
        assert!(matches!(ended, Ended::Closed { code: 1001, .. }), "{ended:?}");
        let _ = tokio::io::AsyncReadExt::read(&mut idle, &mut [0; 1]).await;
        let status = server.ended().await;
        assert_eq!(status.code(), Some(0), "{signal:?}");
        assert!(start.elapsed() < STOP_MAX, "{signal:?}: {:?}", start.elapsed());
        // What was played is there again.
        server.restart().await;
        let mut late = Player::connect(server.address(), "Late").await;
        late.join(&table.room, RoleWish::Spectator).await.unwrap();
        assert_eq!(late.room(&table.room).state, *table.state());
    }))
    .await;
}

#[tokio::test]
async fn the_json_log_is_one_object_a_line() {
    let mut server = ServerProcess::start_with(&["--log=json"]).await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    table.play("f5d6").await;
    table.resign(Color::Black).await;
    server.signal(Signal::TERM);
    assert!(server.ended().await.success());
    let log = server.log();
    assert!(log.len() > 3, "{log:?}");
    for line in &log {
        let entry: serde_json::Value =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        for field in ["timestamp", "level", "target", "fields"] {
            assert!(entry.get(field).is_some(), "{field} is missing: {line}");
        }
    }
    let room = table.room.to_string();
    assert!(log.iter().any(|line| line.contains("game ended") && line.contains(&room)));
}
