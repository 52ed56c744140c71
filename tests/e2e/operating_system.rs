//! What the operating system does to a server: standard streams that take nothing, few files, few
//! threads, signals; and what the server asks of it.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::os::unix::fs::PermissionsExt as _;
use std::process::Stdio;
use std::time::Duration;

use reversi_game::Color;
use reversi_protocol::{Command, RefusalCode, RoleWish, RoomSettings, SeatChoices, ServerMessage};
use reversi_tests::{
    Connection, Ended, Identity, Player, ServerProcess, Table, binary, get, run_server_to_end,
    within,
};
use rustix::process::Signal;
use tokio::join;
use tokio::net::TcpSocket;
use tokio::process;
use tokio::time::sleep;

/// What a pipe holds before a writer has to wait (Linux).
const PIPE_BYTES: usize = 64 * 1024;

/// A pipe that is full, and whoever could read it.
fn full_pipe() -> (io::PipeReader, io::PipeWriter) {
    let (reader, mut writer) = io::pipe().unwrap();
    writer.write_all(&vec![b'.'; PIPE_BYTES]).unwrap();
    (reader, writer)
}

/// A pipe that nobody can read any more.
fn dead_pipe() -> io::PipeWriter {
    io::pipe().unwrap().1
}

fn full_disk() -> File {
    File::options().write(true).open("/dev/full").unwrap()
}

/// Plays a game to its end, looks how many lines of the log were lost, and stops the server.
async fn expect_service(what: &str, mut server: ServerProcess) -> u64 {
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    table.play("f5d6").await;
    table.resign(Color::Black).await;
    let metrics = get(server.address(), "/metrics").await.body;
    let lost =
        metrics.lines().find_map(|line| line.strip_prefix("reversi_log_lines_dropped_total "));
    let lost = lost.unwrap_or_else(|| panic!("{what}: {metrics}")).parse().unwrap();
    server.signal(Signal::TERM);
    for player in table.players.iter_mut().chain(&mut table.spectators) {
        let ended = player.ended().await;
        assert!(matches!(ended, Ended::Closed { code: 1001, .. }), "{what}: {ended:?}");
    }
    assert_eq!(server.ended().await.code(), Some(0), "{what}");
    lost
}

#[tokio::test]
async fn a_log_that_nobody_takes_disturbs_no_game_and_its_lines_are_counted() {
    let lost_by = async |what, stderr| {
        expect_service(what, ServerProcess::start_with_stderr(stderr).await).await
    };
    let (_reader, full) = full_pipe();
    let close = ["sh", "-c", "exec \"$0\" \"$@\" 2>&-"];
    let (to_disk, to_nobody, _, _) = join!(
        lost_by("a full disk", Stdio::from(full_disk())),
        lost_by("a dead reader", Stdio::from(dead_pipe())),
        // One line is in the hands of the thread that writes, the others wait: none is lost yet.
        lost_by("nobody reads", Stdio::from(full)),
        async { expect_service("closed", ServerProcess::start_by(&close, &[]).await).await },
    );
    assert!(to_disk > 3 && to_nobody > 3, "{to_disk} {to_nobody}");
}

#[tokio::test]
async fn a_server_runs_whether_anybody_takes_what_it_says_at_its_start_or_not() {
    let (_reader, full) = full_pipe();
    for (what, stdout) in [
        ("a full disk", Stdio::from(full_disk())),
        ("a dead reader", Stdio::from(dead_pipe())),
        ("nobody reads", Stdio::from(full)),
    ] {
        // Nobody tells the port, so one is chosen that was free a moment ago.
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let data = tempfile::tempdir().unwrap();
        let mut server = process::Command::new(binary("reversi-server"))
            .arg(format!("--listen={address}"))
            .arg("--data")
            .arg(data.path())
            .stdout(stdout)
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let table = within(what, async {
            while tokio::net::TcpStream::connect(address).await.is_err() {
                sleep(Duration::from_millis(20)).await;
            }
            Table::open(address, RoomSettings::default()).await
        });
        drop(table.await);
        let id = rustix::process::Pid::from_raw(server.id().unwrap().cast_signed()).unwrap();
        rustix::process::kill_process(id, Signal::TERM).unwrap();
        let status = within(what, server.wait()).await.unwrap();
        assert_eq!(status.code(), Some(0), "{what}");
    }
}

#[tokio::test]
async fn a_hang_up_that_was_to_be_ignored_is_ignored() {
    let nohup = ["sh", "-c", "trap '' HUP; exec \"$0\" \"$@\""];
    let mut server = ServerProcess::start_by(&nohup, &[]).await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    server.signal(Signal::HUP);
    table.play("f5d6").await;
    server.signal(Signal::TERM);
    assert_eq!(server.ended().await.code(), Some(0));
}

#[tokio::test]
async fn as_many_files_are_opened_as_may_be_and_no_more_connections_taken_than_fit() {
    let server = ServerProcess::start_by(&["prlimit", "--nofile=100:364"], &[]).await;
    let limits = server.kernel_file("limits");
    let files = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    assert_eq!(files.split_whitespace().filter(|&word| word == "364").count(), 2, "{files}");
    server.until_logged(&["WARN", "fitting=300", "ulimit -n", "--connections"]).await;
    // By default an address may have 1000 of 15000 connections; of 300 that is 20.
    let mut crowd = Vec::new();
    for _ in 0..20 {
        crowd.push(Player::connect(server.address(), "Crowd").await);
    }
    assert!(Connection::open(server.address()).await.is_err(), "one more than its share");
    let other = connect_from(Ipv4Addr::new(127, 0, 0, 2), server.address()).await;
    Player::welcomed(other, Identity::new("Other")).await.unwrap();
}

async fn connect_from(from: Ipv4Addr, server: SocketAddr) -> Connection {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from((from, 0))).unwrap();
    Connection::open_on(socket, server).await.unwrap()
}

#[tokio::test]
async fn where_threads_cannot_be_started_the_server_says_so_and_ends() {
    let data = tempfile::tempdir().unwrap();
    // The stacks of so many threads do not fit into the memory that it may use; nothing else takes much of it.
    let start = "MALLOC_ARENA_MAX=1 exec \"$0\" \"$@\" --bot-threads=512";
    let little_memory = ["prlimit", "--as=700000000", "sh", "-c", start];
    let output = run_server_to_end(&little_memory, "127.0.0.1:0", data.path()).await;
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.starts_with("reversi-server: cannot start 5"), "{stderr}");
    assert!(stderr.contains("--bot-threads") && stderr.contains("ulimit -u"), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}

#[tokio::test]
async fn nobody_else_on_the_machine_can_read_the_database() {
    let server = ServerProcess::start().await;
    let mut player = Player::connect(server.address(), "Ann").await;
    let room = player.create(RoomSettings::default(), SeatChoices::default()).await;
    player.join(&room, RoleWish::Player).await.unwrap();
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let files: Vec<_> =
        fs::read_dir(server.data()).unwrap().map(|file| file.unwrap().path()).collect();
    assert!(files.iter().any(|file| file.ends_with("reversi.db-wal")), "{files:?}");
    for file in files {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
    // The server cannot start, but the folder is made by then.
    let (folder, address) = (tempfile::tempdir().unwrap(), server.address().to_string());
    let data = folder.path().join("new/data");
    assert_eq!(run_server_to_end(&[], &address, &data).await.status.code(), Some(1));
    assert_eq!(mode(&data), 0o700);
}

/// Refusals in a row after which the disk is full for everything.
const REFUSED_WHEN_FULL: usize = 20;

#[tokio::test]
async fn a_full_disk_is_said_once_in_the_log_and_to_whoever_asks() {
    let may_mount = ["--map-root-user", "--mount", "true"];
    if !process::Command::new("unshare").args(may_mount).status().await.unwrap().success() {
        // Not every container lets a test mount something.
        return;
    }
    // A small file system of its own, with something on it that can be taken away.
    let small_disk = [
        "unshare",
        "--map-root-user",
        "--mount",
        "sh",
        "-c",
        "mount -t tmpfs -o size=1m none \"$4\" && head -c 500k /dev/zero > \"$4/ballast\" && \
         exec \"$0\" \"$@\"",
    ];
    let options = ["--rooms-per-minute=100000", "--requests-per-second=100000", "--log-level=info"];
    let server = ServerProcess::start_by(&small_disk, &options).await;
    let address = server.address();
    let mut player = Player::connect(address, "Ann").await;
    let mut create = async || {
        let command = player.create_command(RoomSettings::default(), SeatChoices::default());
        match player.ask(command).await {
            Ok(ServerMessage::Joined { room, .. }) => {
                player.accepted_seq(Command::Leave { room }).await.is_ok()
            }
            Ok(reply) => panic!("{reply:?}"),
            Err(refused) => {
                assert_eq!(refused.code, RefusalCode::Unavailable);
                false
            }
        }
    };
    let said = || server.log().iter().filter(|line| line.contains("the disk is full")).count();
    // What was written to the log goes into the database now and then, and then a little fits again.
    let mut refused = 0;
    while refused < REFUSED_WHEN_FULL {
        refused = if create().await { 0 } else { refused + 1 };
    }
    server.until_logged(&["the disk is full"]).await;
    let said_when_full = said();
    for _ in 0..3 {
        assert!(!create().await, "it stays full");
    }
    let health = get(address, "/healthz").await;
    assert_eq!(health.status, 503, "{}", health.body);
    assert!(health.body.contains("the disk is full"), "{}", health.body);
    assert!(get(address, "/metrics").await.body.contains("reversi_storage_trouble 1"));
    let ballast = server.data().join("ballast");
    fs::remove_file(server.kernel_path("root").join(ballast.strip_prefix("/").unwrap())).unwrap();
    assert!(create().await, "there is room again");
    assert_eq!(get(address, "/healthz").await.status, 200);
    assert!(get(address, "/metrics").await.body.contains("reversi_storage_trouble 0"));
    assert_eq!(said(), said_when_full, "{:?}", server.log());
}
