//! The example client in Python, which knows no rule of the game, plays whole games.
//!
//! It runs where Python has the package `websockets`. `REVERSI_PYTHON` names an interpreter that
//! is known to have it; the test then fails if it does not run.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use futures::future::join_all;
use reversi_tests::{ServerProcess, within};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// Returns an interpreter that has the package, if there is one.
async fn python() -> Option<PathBuf> {
    let named = std::env::var_os("REVERSI_PYTHON").map(PathBuf::from);
    let python = named.clone().unwrap_or_else(|| "python3".into());
    let tried = Command::new(&python).args(["-c", "import websockets.sync.client"]).output().await;
    let has_package = tried.is_ok_and(|output| output.status.success());
    assert!(has_package || named.is_none(), "{} has no websockets", python.display());
    has_package.then_some(python)
}

fn start(python: &Path, server: &ServerProcess, name: &str, opponent: &str) -> Child {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/client.py");
    let url = format!("ws://{}/ws", server.address());
    let mut command = Command::new(python);
    command.arg(script).args([&url, name, opponent]);
    command.stdout(Stdio::piped()).kill_on_drop(true).spawn().unwrap()
}

/// Reads the first line, `room ID SEATS`, and returns the room.
async fn room_of(client: &mut Child) -> (String, BufReader<tokio::process::ChildStdout>) {
    let mut output = BufReader::new(client.stdout.take().unwrap());
    let mut line = String::new();
    within("the room", output.read_line(&mut line)).await.unwrap();
    let room = line.split_whitespace().nth(1).unwrap_or_else(|| panic!("no room in {line:?}"));
    (room.to_owned(), output)
}

/// Reads the board and the result that a client prints at its end.
async fn ending(mut output: BufReader<tokio::process::ChildStdout>) -> String {
    let mut text = String::new();
    let reading = tokio::io::AsyncReadExt::read_to_string(&mut output, &mut text);
    within("the end of the game", reading).await.unwrap();
    text
}

#[tokio::test]
#[expect(clippy::print_stdout, reason = "the test harness shows why nothing was tested")]
async fn two_of_them_play_to_the_same_end_and_one_plays_a_bot() {
    let Some(python) = python().await else {
        println!(
            "no Python with the package websockets: pip install -r tests/python/requirements.txt"
        );
        return;
    };
    let server = ServerProcess::start().await;
    let mut alone = start(&python, &server, "Ada", "bot:level-1");
    let (_, seen_alone) = room_of(&mut alone).await;
    let mut ada = start(&python, &server, "Ada", "open");
    let (room, seen_by_ada) = room_of(&mut ada).await;
    let mut grace = start(&python, &server, "Grace", &room);
    let (joined, seen_by_grace) = room_of(&mut grace).await;
    assert_eq!(joined, room);
    let [seen_by_ada, seen_by_grace, seen_alone] =
        join_all([seen_by_ada, seen_by_grace, seen_alone].map(ending)).await.try_into().unwrap();
    assert_eq!(seen_by_ada, seen_by_grace);
    for seen in [seen_by_ada, seen_alone] {
        assert!(seen.contains("no_moves_left"), "{seen}");
    }
    for client in [&mut ada, &mut grace, &mut alone] {
        assert!(within("the exit", client.wait()).await.unwrap().success());
    }
}
