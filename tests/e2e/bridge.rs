//! Other people's engines in a seat: `reversi bridge`, with the engine lab's program at its other end, and with
//! scripts that do what an engine must not.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Output, Stdio};

use reversi_tests::{LineClient, ServerProcess, binary, within};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

fn bridge(address: SocketAddr, state: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(binary("reversi"));
    command.args(["bridge", "--server", &format!("http://{address}"), "--name", "engine"]);
    command.arg("--state-dir").arg(state).arg("--config-dir").arg(state).args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.kill_on_drop(true).spawn().expect("it starts")
}

async fn ended(bridge: Child) -> Output {
    within("the end of the bridge", bridge.wait_with_output()).await.expect("its output")
}

/// Returns the command of the engine lab's program.
fn engine(arguments: &str) -> String {
    format!("{} {arguments}", binary("reversi-engine").display())
}

/// A person in a room of their own, who waits for an engine.
async fn ann(server: &ServerProcess, state: &TempDir) -> (LineClient, String) {
    let mut ann = LineClient::start(server.address(), "ann", state.path()).await;
    ann.type_line("new time=10m").await;
    let room = ann.hear("joined").await["room"].as_str().expect("a name").to_owned();
    (ann, room)
}

async fn hear_answer(ann: &mut LineClient) {
    let is_it = |line: &Value| line["type"] == "placed" && line["ply"] == 1;
    ann.hear_such("the engine's move", is_it).await;
}

#[tokio::test]
async fn an_engine_plays_a_person_and_follows_what_is_taken_back() {
    let server = ServerProcess::start().await;
    let states = TempDir::new().unwrap();
    let (mut ann, room) = ann(&server, &states).await;
    let gtp = engine("gtp --bot level-1");
    let bridge = bridge(server.address(), states.path(), &["--gtp", &gtp, &room]);
    ann.hear("started").await;
    ann.type_line("f5").await;
    hear_answer(&mut ann).await;
    ann.type_line("undo").await;
    ann.hear("undone").await;
    ann.type_line("d3").await;
    hear_answer(&mut ann).await;
    ann.type_line("resign yes").await;
    ann.hear("ended").await;
    let output = ended(bridge).await;
    assert!(output.status.success(), "{output:?}");
}

#[tokio::test]
async fn an_engine_plays_a_whole_game_against_itself() {
    let server = ServerProcess::start().await;
    let states = TempDir::new().unwrap();
    let nboard = engine("nboard");
    let arguments = ["--nboard", &nboard, "--depth", "1", "--new", "black=me white=me", "--json"];
    let output = ended(bridge(server.address(), states.path(), &arguments)).await;
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    let lines = said.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let ended = lines.into_iter().find(|line| line["type"] == "ended").expect("the end");
    assert_eq!(ended["result"]["reason"], "no_moves_left");
}

/// An engine that agrees to everything until it is to move.
fn script(folder: &Path, to_move: &str) -> String {
    let file = folder.join("engine.sh");
    let text = format!(
        "while read -r command rest; do\n\
         case $command in genmove) {to_move};; quit) exit 0;; *) echo =; echo;; esac\n\
         done\n"
    );
    std::fs::write(&file, text).unwrap();
    format!("/bin/sh {}", file.display())
}

#[tokio::test]
async fn an_engine_that_fails_is_told_of_and_its_seat_is_left() {
    let server = ServerProcess::start().await;
    for (to_move, language, told) in [
        ("exit 3", "en", "reversi: the engine ended by itself (code 3)\n"),
        (
            "echo '= a1'; echo",
            "pt",
            "reversi: o motor quer jogar \"a1\", que não é um lance válido\n",
        ),
    ] {
        let states = TempDir::new().unwrap();
        let (mut ann, room) = ann(&server, &states).await;
        let gtp = script(states.path(), to_move);
        let arguments = ["--gtp", &gtp, "--language", language, &room];
        let bridge = bridge(server.address(), states.path(), &arguments);
        ann.hear("started").await;
        ann.type_line("f5").await;
        ann.hear_such("that it is gone", |line| line["white"]["state"] == "absent").await;
        let output = ended(bridge).await;
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), told);
    }
}

/// Reads on until the bridge says something of this type.
async fn hear(said: &mut Lines<BufReader<ChildStdout>>, kind: &str) -> Value {
    loop {
        let line = within(kind, said.next_line()).await.expect("its output can be read");
        let line: Value = serde_json::from_str(&line.expect("it goes on")).expect("a line of JSON");
        if line["type"] == kind {
            return line;
        }
    }
}

#[tokio::test]
async fn a_match_outlives_the_server_and_an_interrupt_ends_it_with_its_table() {
    let mut server = ServerProcess::start().await;
    let states = TempDir::new().unwrap();
    let gtp = engine("gtp --bot level-1");
    let arguments = ["--gtp", &gtp, "--against", "bot:level-1", "--games", "1000", "--json"];
    let mut bridge = bridge(server.address(), states.path(), &arguments);
    let mut said = BufReader::new(bridge.stdout.take().unwrap()).lines();
    let first = hear(&mut said, "match_game").await;
    server.kill().await;
    server.restart().await;
    let second = hear(&mut said, "match_game").await;
    assert_eq!((&second["game"], &second["games"]), (&2.into(), &1000.into()));
    assert_eq!([&second["black"], &second["white"]], [&first["white"], &first["black"]]);
    assert_ne!(second["room"], first["room"]);
    let process = Pid::from_raw(bridge.id().unwrap().cast_signed()).unwrap();
    kill_process(process, Signal::INT).unwrap();
    let table = hear(&mut said, "match").await;
    let [engine, bot] = [0, 1].map(|player| &table["players"][player]);
    assert_eq!(bot["name"], "level-1");
    let counts =
        |player: &Value, names: [&str; 3]| names.map(|name| player[name].as_u64().unwrap());
    let won = counts(engine, ["wins", "draws", "losses"]);
    assert_eq!(won, counts(bot, ["losses", "draws", "wins"]));
    assert!(won.iter().sum::<u64>() >= 2, "{table}");
    assert_eq!(ended(bridge).await.status.code(), Some(130));
}

#[tokio::test]
async fn an_engine_that_fails_loses_its_games_and_the_match_goes_on() {
    let server = ServerProcess::start().await;
    let states = TempDir::new().unwrap();
    let openings = states.path().join("openings.txt");
    std::fs::write(&openings, "# one\nf5d6c3d3c4f4f6f3\n").unwrap();
    let gtp = engine("gtp --bot level-1");
    let against = format!("gtp:{}", script(states.path(), "exit 3"));
    let openings = openings.display().to_string();
    let arguments = ["--gtp", &gtp, "--against", &against, "--games", "2", "--openings", &openings];
    let output = ended(bridge(server.address(), states.path(), &arguments)).await;
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    let told = [
        "White wins: Black resigned.",
        "fails: the engine ended by itself (code 3).",
        "2 of 2 games played:",
        "lost before the end: 2 by ending in the middle.",
    ];
    for told in told {
        assert!(said.contains(told), "{told}: {said}");
    }
}
