//! Line mode as a program that is started for something: what it says where, and how it ends.

use std::path::Path;
use std::process::Stdio;

use reversi_protocol::{Command, RefusalCode, ServerMessage};
use tokio::process::Child;

use crate::common::{FakeConnection, FakeServer, sessions};

/// Starts the program without input.
fn start(arguments: &[&str], url: &str, dir: &Path) -> Child {
    let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_reversi"));
    command.args(arguments).args(["--server", url, "--name", "ann"]);
    command.env("REVERSI_STATE_DIR", dir).env("REVERSI_CONFIG_DIR", dir);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.kill_on_drop(true).spawn().unwrap()
}

/// Waits for the end; returns the exit code and what was said on both ways out.
async fn end(child: Child) -> (Option<i32>, [String; 2]) {
    let output = child.wait_with_output().await.unwrap();
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.code(), said)
}

async fn refuse_next(connection: &mut FakeConnection, code: RefusalCode) {
    let request = connection.request().await;
    connection.send(&sessions::refused(request.id, code)).await;
}

#[tokio::test]
async fn what_the_program_was_started_for_and_is_refused_is_1() {
    let dir = tempfile::tempdir().unwrap();
    for (arguments, code) in [
        (&["watch", "ZZZZ"][..], RefusalCode::NoSuchRoom),
        (&["join", "ZZZZ"], RefusalCode::NoSuchRoom),
        (&["play", "--vs", "bot:nosuch"], RefusalCode::UnknownBot),
        (&["lobby"], RefusalCode::Busy),
    ] {
        let server = FakeServer::start().await;
        let child = start(arguments, &server.url(), dir.path());
        let (mut connection, _) = server.accept("ann").await;
        refuse_next(&mut connection, code).await;
        let (rc, said) = end(child).await;
        assert_eq!(rc, Some(1), "{arguments:?}: {said:?}");
        assert!(said.concat().contains(code.sentence()), "{arguments:?}: {said:?}");
    }
}

#[tokio::test]
async fn the_lobby_says_what_was_asked_alone_on_standard_output() {
    let dir = tempfile::tempdir().unwrap();
    for arguments in [&["lobby"][..], &["lobby", "--json"]] {
        let server = FakeServer::start().await;
        let child = start(arguments, &server.url(), dir.path());
        let (mut connection, _) = server.accept("ann").await;
        let request = connection.request().await;
        assert_eq!(request.command, Command::Rooms { filter: None });
        connection.send(&ServerMessage::Rooms { id: request.id, rooms: vec![], total: 0 }).await;
        let (rc, [out, err]) = end(child).await;
        assert_eq!(rc, Some(0), "{err}");
        let asked = if out.starts_with('{') { "{\"type\":\"rooms\"" } else { "No rooms" };
        assert!(out.starts_with(asked) && out.lines().count() == 1, "{out}");
        assert!(err.contains("onnected"), "{err}");
    }
}

#[tokio::test]
async fn a_variable_that_is_empty_counts_as_not_set() {
    let (server, dir) = (FakeServer::start().await, tempfile::tempdir().unwrap());
    let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_reversi"));
    command.args(["line", "--server", &server.url()]).env("HOME", dir.path());
    for variable in ["SERVER", "NAME", "STATE_DIR", "CONFIG_DIR"] {
        command.env(format!("REVERSI_{variable}"), "");
    }
    for variable in ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "LC_ALL", "LANG", "TERM", "USER"] {
        command.env(variable, "");
    }
    command.env("LOGNAME", "login").stdin(Stdio::null()).stderr(Stdio::piped());
    let child = command.kill_on_drop(true).spawn().unwrap();
    server.accept("login").await;
    let (rc, said) = end(child).await;
    assert_eq!((rc, said[1].as_str()), (Some(0), ""));
    assert!(dir.path().join(".local/state/reversi/keys").exists());
}
