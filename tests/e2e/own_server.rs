//! A client that plays on its own machine: it starts the server beside it, ends it with itself, and finds
//! its games again.

use std::path::Path;
use std::process::Stdio;

use reversi_tests::{binary, within};
use rustix::process::{Pid, test_kill_process};
use serde_json::Value;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::{Duration, sleep};

struct Player {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Player {
    fn start(home: &Path, options: &[&str]) -> Self {
        // The folder of the client is where the server lies.
        binary("reversi-server");
        let mut command = Command::new(binary("reversi"));
        command.args(options).args(["--name", "ann", "line", "--json"]).kill_on_drop(true);
        command.env("HOME", home).env_remove("XDG_STATE_HOME").env_remove("XDG_CONFIG_HOME");
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let input = child.stdin.take().expect("standard input is piped");
        let output = child.stdout.take().expect("standard output is piped");
        Self { child, input, output: BufReader::new(output).lines() }
    }

    async fn type_line(&mut self, line: &str) {
        self.input.write_all(format!("{line}\n").as_bytes()).await.expect("it reads");
    }

    /// Reads on until a line comes for which this holds, and returns it.
    async fn hear(&mut self, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let line = within(what.to_owned(), self.output.next_line()).await;
            let line = line.expect("the output can be read").unwrap_or_else(|| panic!("no {what}"));
            let line: Value = serde_json::from_str(&line).expect("JSON");
            assert_ne!(line["type"], "refused", "waits for {what}: {line}");
            if is_it(&line) {
                return line;
            }
        }
    }

    /// Opens a room against a bot, plays so many moves, and returns the room.
    async fn play(&mut self, moves: usize) -> String {
        self.type_line("new white=bot:level-1").await;
        let joined = self.hear("a room", |line| line["type"] == "joined").await;
        for _ in 0..moves {
            self.hear("its turn", |line| line["your_turn"] == true).await;
            self.type_line("legal").await;
            let legal = self.hear("squares", |line| line["type"] == "legal").await;
            self.type_line(legal["squares"][0]["square"].as_str().expect("a square")).await;
        }
        self.hear("the last answer", |line| line["your_turn"] == true).await;
        joined["room"].as_str().expect("a name").to_owned()
    }

    /// Returns the process of the server that it has started.
    fn server(&self) -> Pid {
        let client = self.child.id().expect("it runs");
        let children = format!("/proc/{client}/task");
        let tasks = std::fs::read_dir(children).expect("a process has tasks");
        let pids: Vec<i32> = tasks
            .filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("children")).ok())
            .flat_map(|pids| pids.split(' ').filter_map(|pid| pid.parse().ok()).collect::<Vec<_>>())
            .collect();
        assert_eq!(pids.len(), 1, "one server");
        Pid::from_raw(pids[0]).expect("a process has a number")
    }
}

async fn is_gone(server: Pid) {
    let gone = async {
        while test_kill_process(server).is_ok() {
            sleep(Duration::from_millis(20)).await;
        }
    };
    within("the end of the server", gone).await;
}

#[tokio::test]
async fn a_game_on_this_machine_is_there_again_and_no_server_is_left_behind() {
    let home = TempDir::new().unwrap();
    let mut first = Player::start(home.path(), &["--here"]);
    let connected = first.hear("a server", |line| line["type"] == "connected").await;
    let server = connected["server"].as_str().unwrap();
    assert!(server.starts_with("http://127.0.0.1:"), "{server}");
    let room = first.play(3).await;
    let server = first.server();
    first.type_line("quit").await;
    assert!(within("the end of the client", first.child.wait()).await.unwrap().success());
    assert!(test_kill_process(server).is_err(), "it ends before the client");

    let mut second = Player::start(home.path(), &["--here"]);
    second.hear("the room", |line| line["rooms"][0] == room.as_str()).await;
    second.type_line(&format!("join {room}")).await;
    second.hear("the game", |line| line["type"] == "snapshot" && line["ply"] == 6).await;
    // A client that is killed takes its server along.
    let server = second.server();
    second.child.kill().await.unwrap();
    is_gone(server).await;

    let mut third = Player::start(home.path(), &["--open-to-network"]);
    third.hear("the room", |line| line["rooms"][0] == room.as_str()).await;
    third.type_line(&format!("join {room}")).await;
    third.hear("the game", |line| line["type"] == "snapshot" && line["ply"] == 6).await;
}
