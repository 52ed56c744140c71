//! What `docs/several-nodes.md` says to type and to write down does what it says.

use std::net::{SocketAddr, TcpListener};
use std::process::{Child, Command};

use reversi_private_postgres::PrivatePostgres;
use reversi_protocol::{RoleWish, RoomSettings};
use reversi_tests::{ServerProcess, Table, get};
use tempfile::TempDir;
use tokio::time::Instant;

use crate::faults::tell;
use crate::links::table_at;
use crate::postgres::{acknowledged, stored};

const GUIDE: &str = include_str!("../../docs/several-nodes.md");

/// Returns what the guide shows, from a line on that begins so.
fn shown(first: &str) -> String {
    let begins = |line: &str| line.strip_prefix("    ").is_some_and(|line| line.starts_with(first));
    let lines = GUIDE.lines().skip_while(|line| !begins(line));
    let lines = lines.take_while(|line| line.is_empty() || line.starts_with("    "));
    lines.map(|line| line.strip_prefix("    ").unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn certificates_for_links_are_made_as_it_is_said() {
    let name = "certificates_for_links_are_made_as_it_is_said";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let folder = TempDir::new().unwrap();
    let commands = shown("openssl req -x509");
    let (commands, _) = commands.split_once("\nreversi-server --listen").unwrap();
    let made =
        Command::new("bash").args(["-ec", commands]).current_dir(folder.path()).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let option = format!("--database={}", database.database());
    let trust = format!("--link-tls={}", folder.path().display());
    let options = [&option[..], "--link-listen=127.0.0.1:0", &trust];
    let [owner, gateway] =
        [ServerProcess::start_with(&options).await, ServerProcess::start_with(&options).await];
    let mut table = table_at(&owner, [&owner, &gateway], [&owner, &gateway, &gateway]).await;
    table.play("f5d6").await;
    owner.until_logged(&["links are taken", "encrypted=true"]).await;
}

/// A balancer that ends with this value.
struct Balancer {
    process: Child,
    address: SocketAddr,
    _folder: TempDir,
}

impl Balancer {
    /// Starts one as it is said, for these servers; nothing where there is none.
    #[expect(clippy::print_stderr, reason = "the test harness shows it")]
    fn start(test: &str, servers: &[ServerProcess]) -> Option<Self> {
        let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let mut written = shown("defaults").replace("bind :8080", &format!("bind {free}"));
        for (number, server) in servers.iter().enumerate() {
            let documented = format!("127.0.0.1:788{}", number + 1);
            assert!(written.contains(&documented), "{written}");
            written = written.replace(&documented, &server.address().to_string());
        }
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("haproxy.cfg");
        std::fs::write(&file, written).unwrap();
        let Ok(process) = Command::new("haproxy").arg("-f").arg(file).spawn() else {
            eprintln!("SKIPPED: {test}, since there is no haproxy");
            return None;
        };
        Some(Self { process, address: free, _folder: folder })
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns the options that servers behind the balancer have, with ports that are free.
fn options() -> Vec<String> {
    let commands = shown("for i in 1 2 3");
    let line = commands.lines().find(|line| line.contains("reversi-server")).unwrap();
    let words: Vec<&str> = line.split_whitespace().skip(1).filter(|word| *word != "&").collect();
    let options = words.chunks(2).filter(|option| option[0] != "--listen");
    let options = options.map(|option| match option {
        ["--link-listen", _] => "--link-listen=127.0.0.1:0".to_owned(),
        [name, value] => format!("{name}={value}"),
        _ => panic!("{line}"),
    });
    options.collect()
}

#[tokio::test]
async fn players_behind_the_balancer_play_on_when_their_server_is_killed() {
    let name = "players_behind_the_balancer_play_on_when_their_server_is_killed";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let mut options = options();
    options.push(format!("--database={}", database.database()));
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let mut servers = Vec::new();
    for _ in 0..3 {
        servers.push(ServerProcess::start_with(&options).await);
    }
    let Some(balancer) = Balancer::start(name, &servers) else { return };
    while tokio::net::TcpStream::connect(balancer.address).await.is_err() {}
    while get(balancer.address, "/healthz").await.status != 200 {}
    assert_eq!(get(balancer.address, "/metrics").await.status, 403);
    let mut table = Table::open(balancer.address, RoomSettings::default()).await;
    table.play("f5d6").await;
    let mut busy = None;
    for server in &mut servers {
        if server.metric("reversi_connections").await > 0 {
            assert!(busy.replace(server).is_none(), "one address has one server");
        }
    }
    let killed = Instant::now();
    busy.unwrap().kill().await;
    table.spectators.clear();
    let room = table.room.clone();
    for player in &mut table.players {
        while player.reconnect(balancer.address).await.is_err() {}
        player.join(&room, RoleWish::Player).await.unwrap();
    }
    table.play("c3d3").await;
    tell("behind a balancer, the own server killed", killed.elapsed(), "5 s");
    assert_eq!(stored(&database).check(&acknowledged(&table)), Ok(()));
}
