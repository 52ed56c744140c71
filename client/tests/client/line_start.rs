//! Line mode as a program that is started for something: what it says where, and how it ends.

use std::path::Path;
use std::process::Stdio;

use reversi_game::Color;
use reversi_protocol::{Command, RefusalCode, ServerMessage};
use tokio::process::Child;

use crate::common::{FakeConnection, FakeRoom, FakeServer, LineProcess, accepted, sessions};

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
async fn a_link_names_server_and_room() {
    let dir = tempfile::tempdir().unwrap();
    let server = FakeServer::start().await;
    let (link, elsewhere) = (format!("{}/room/zzzz#x", server.url()), "http://a.example:9");
    let child = start(&["watch", &link], elsewhere, dir.path());
    let (mut connection, _) = server.accept("ann").await;
    refuse_next(&mut connection, RefusalCode::NoSuchRoom).await;
    assert_eq!(end(child).await.0, Some(1));

    let mut client = LineProcess::plain(&server.url(), "ann", dir.path());
    let (mut connection, _) = server.accept("ann").await;
    client.line().await;
    client.write("join http://a.example:9/room/K7QP").await;
    let told = format!(
        "refused: That link leads to another server, and this is {}. `reversi join \
         http://a.example:9/room/K7QP` goes there; `join K7QP` looks here.",
        server.url()
    );
    assert_eq!(client.line().await, told);
    client.write(&format!("watch {link}")).await;
    let request = connection.request().await;
    assert!(matches!(request.command, Command::Join { room, .. } if room.to_string() == "ZZZZ"));
}

/// Plays a script in a room that begins, and returns what is said after the room is entered.
async fn said_to(script: &str) -> Vec<String> {
    let (server, dir) = (FakeServer::start().await, tempfile::tempdir().unwrap());
    let mut client = LineProcess::plain(&server.url(), "ann", dir.path());
    client.write(&format!("new\n{script}")).await;
    client.end_input();
    let (mut connection, _) = server.accept("ann").await;
    let room = FakeRoom::playing("K7QP");
    let request = connection.request().await;
    connection.send(&sessions::joined(request.id, &room, &[Color::Black])).await;
    connection.send(&room.snapshot()).await;
    let leave = connection.request().await;
    connection.send(&accepted(leave.id, &room)).await;
    client.rest().await.split_off(3)
}

#[tokio::test]
async fn a_board_is_said_in_words() {
    let said = said_to("square d3\nsquare d4\nrow 4\nlegal\nboard words\nlegal\nboard").await;
    assert_eq!(said[0], "d3: legal.");
    assert_eq!(said[1], "d4: white.");
    let fourth = "Row 4: a4 to b4 empty, c4 legal, d4 white, e4 black, f4 to h4 empty.";
    assert_eq!(said[2], fourth);
    // Drawn as the first interpreter does, until words are asked for.
    let legal = "Black may place (discs turned): d3 (1), c4 (1), f5 (1), e6 (1).";
    assert_eq!((said[3].as_str(), said[4].as_str()), (legal, "    a  b  c  d  e  f  g  h"));
    assert_eq!(said[14], "Row 1: a1 to h1 empty.");
    assert_eq!(said[17], fourth);
    assert_eq!((said[22].as_str(), &said[23][..5]), (legal, "Room "));
    assert_eq!(said[24], "    a  b  c  d  e  f  g  h");
}

#[tokio::test]
async fn a_board_is_shown_by_itself_where_that_is_wanted() {
    let said = said_to("board auto\nscore\nscore\nboard auto off\nscore").await;
    let boards = said.iter().filter(|line| line.starts_with(" 4  -  -  -  O  X")).count();
    assert_eq!(boards, 1, "{said:?}");
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
