//! Line mode as a program: pipes, exit codes, lines.

use std::path::Path;
use std::pin::pin;
use std::process::{Output, Stdio};
use std::time::Duration;

use crate::common::{FakeConnection, FakeRoom, FakeServer, LineProcess, accepted};
use reversi_game::{Color, Square};
use reversi_protocol::{
    Command, HelloReply, RefusalCode, RejectionCode, Request, RequestId, RoleWish, ServerMessage,
};
use tempfile::TempDir;
use tokio::select;
use tokio::time::sleep;

fn dir() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Runs the program with arguments and no input to its end.
async fn run(arguments: &[&str], state_dir: &Path) -> Output {
    let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_reversi"));
    command.args(arguments).env("REVERSI_STATE_DIR", state_dir).stdin(Stdio::null());
    command.output().await.unwrap()
}

fn joined(id: RequestId, room: &FakeRoom, seats: &[Color]) -> ServerMessage {
    ServerMessage::Joined { id, room: room.id(), seq: room.seq(), seats: seats.to_vec() }
}

/// Answers the request to create a room that a client has sent.
async fn open_room(connection: &mut FakeConnection, room: &FakeRoom, seats: &[Color]) {
    let Request { id, command: Command::Create { token: Some(_), .. } } =
        connection.request().await
    else {
        panic!("no creation")
    };
    connection.send_all(&[joined(id, room, seats), room.snapshot()]).await;
}

/// Answers the requests to leave with which a client ends.
async fn let_leave(connection: &mut FakeConnection, room: &FakeRoom) {
    let Request { id, command: Command::Leave { .. } } = connection.request().await else {
        panic!("no leave")
    };
    connection.send(&accepted(id, room)).await;
}

/// Rings, clears, turns the line around, and ends a sequence in two ways.
const HOSTILE: &str = "\u{7}\u{1b}[2J\u{1b}]0;t\u{7}\u{9b}31m\u{202e}\u{2028}\r\n";

fn assert_harmless(output: &Output) {
    for bytes in [&output.stdout, &output.stderr] {
        let text = str::from_utf8(bytes).unwrap();
        let is_harmful =
            |c: char| c != '\n' && (c.is_control() || ('\u{2028}'..='\u{202e}').contains(&c));
        assert!(!text.contains(is_harmful), "{text:?}");
        assert!(text.lines().count() <= 3, "{text:?}");
    }
}

#[tokio::test]
async fn nothing_that_a_server_says_does_anything_to_a_terminal() {
    let (server, state) = (FakeServer::start().await, dir());
    let start = || LineProcess::command(&server.url(), "Ann", state.path()).spawn().unwrap();
    // Instead of a welcome: a rejection, and a close.
    let client = start();
    let (mut connection, _) = server.accept_silently().await;
    let (code, message) = (RejectionCode::BadHello, HOSTILE.to_owned());
    connection.send(&HelloReply::Rejected { code, message, versions: vec![1] }).await;
    let output = client.wait_with_output().await.unwrap();
    assert_eq!(output.status.code(), Some(4));
    assert_harmless(&output);
    let client = start();
    let (connection, _) = server.accept_silently().await;
    assert!(connection.close_saying(4000, HOSTILE).await, "the close is answered");
    let output = client.wait_with_output().await.unwrap();
    assert!(output.stderr.len() > HOSTILE.len(), "the reason is told");
    assert_harmless(&output);
    // After the welcome: a close for good, and one with a farewell.
    for farewell in [None, Some(HOSTILE.to_owned())] {
        let mut client = start();
        // The end of the input would end the client before the close comes.
        let input = client.stdin.take();
        let (mut connection, _) = server.accept("Ann").await;
        if let Some(message) = farewell {
            connection.send(&ServerMessage::Closing { message, retry_after_ms: None }).await;
        }
        assert!(connection.close_saying(4000, HOSTILE).await, "the close is answered");
        let output = client.wait_with_output().await.unwrap();
        assert_eq!(output.status.code(), Some(4));
        assert!(output.stderr.len() > HOSTILE.len(), "the reason is told");
        assert_harmless(&output);
        drop(input);
    }
}

#[tokio::test]
async fn a_wrong_command_line_is_2_and_a_server_that_is_not_there_3() {
    let state = dir();
    for arguments in [
        &["line", "--server", "https://play.example"][..],
        &["line", "--server", "http://a:port"],
        &["line", "--name", ""],
        &["line", "--colour"],
        &["dance"],
    ] {
        let output = run(arguments, state.path()).await;
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
    // A port that was free a moment ago.
    let nobody = FakeServer::start().await.url();
    let output = run(&["line", "--name", "ann", "--server", &nobody], state.path()).await;
    assert_eq!(output.status.code(), Some(3));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.starts_with(&format!("reversi: cannot connect to {nobody}: ")), "{told}");
    assert!(told.contains("`--here` plays on this machine"), "{told}");
    assert_eq!(told.lines().count(), 1);
}

#[tokio::test]
async fn a_rejected_client_is_4_and_says_why() {
    let (server, state) = (FakeServer::start().await, dir());
    let url = server.url();
    let arguments = ["line", "--name", "ann", "--server", &url];
    let (output, ()) = tokio::join!(run(&arguments, state.path()), async {
        let (mut connection, _) = server.accept_silently().await;
        let rejected = HelloReply::Rejected {
            code: RejectionCode::UnsupportedVersion,
            message: "use a newer client".to_owned(),
            versions: vec![7],
        };
        connection.send(&rejected).await;
        connection.close(4000).await;
    });
    assert_eq!(output.status.code(), Some(4));
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(told, "reversi: the server rejects this client: use a newer client\n");
}

#[tokio::test]
async fn something_else_on_the_port_is_3() {
    use tokio::io::AsyncWriteExt as _;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let state = dir();
    let arguments = ["line", "--name", "ann", "--server", &url];
    let (output, ()) = tokio::join!(run(&arguments, state.path()), async {
        let (mut stream, _) = listener.accept().await.unwrap();
        let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
        stream.write_all(answer).await.unwrap();
    });
    assert_eq!(output.status.code(), Some(3));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.starts_with(&format!("reversi: no Reversi server at {url}: ")), "{told}");
}

#[tokio::test]
async fn a_script_waits_for_each_reply_and_leaves_at_its_end() {
    let (server, state) = (FakeServer::start().await, dir());
    let mut client = LineProcess::json(&server.url(), "ann", state.path());
    client.write("new black=me white=me\nf5\nd6\nmoves").await;
    client.end_input();
    let (mut connection, _) = server.accept("ann").await;
    let mut room = FakeRoom::playing("K7QP");
    open_room(&mut connection, &room, &Color::BOTH).await;
    for (square, ply) in [(Square::F5, 0), (Square::D6, 1)] {
        let Request { id, command } = connection.request().await;
        assert_eq!(command, Command::Place { room: room.id(), ply, square });
        let events = room.place(square);
        // The reply comes first: the next line has to wait for the event all the same.
        connection.send(&accepted(id, &room)).await;
        connection.send_all(&events).await;
    }
    let_leave(&mut connection, &room).await;
    assert_eq!(connection.closed().await, Some(1000));
    assert_eq!(client.exit_code().await, Some(0));

    let lines = client.rest().await;
    let types: Vec<String> = lines
        .iter()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["type"].to_string())
        .collect();
    let expected = [
        "connected",
        "joined",
        "snapshot",
        "placed",
        "accepted",
        "placed",
        "accepted",
        "moves",
        "left",
    ];
    assert_eq!(types, expected.map(|kind| format!("\"{kind}\"")));
    let moves: serde_json::Value = serde_json::from_str(&lines[7]).unwrap();
    assert_eq!((&moves["transcript"], &moves["ply"]), (&"f5d6".into(), &2.into()));
    let left: serde_json::Value = serde_json::from_str(&lines[8]).unwrap();
    assert_eq!(left["seat_kept"], true);
}

#[tokio::test]
async fn events_arrive_between_commands_and_refusals_name_their_request() {
    let (server, state) = (FakeServer::start().await, dir());
    let mut client = LineProcess::json(&server.url(), "ann", state.path());
    let (mut connection, _) = server.accept("ann").await;
    client.expect("connected").await;
    client.write("new").await;
    let mut room = FakeRoom::opened_by("K7QP", "ann");
    open_room(&mut connection, &room, &[Color::Black]).await;
    client.expect("joined").await;
    let snapshot = client.expect("snapshot").await;
    assert_eq!((&snapshot["room"], &snapshot["your_turn"]), (&"K7QP".into(), &false.into()));

    connection.send_all(&[room.seat(Color::White, "ben"), room.start()]).await;
    assert_eq!(client.expect("seated").await["color"], "white");
    let started = client.expect("started").await;
    assert_eq!((&started["your_turn"], &started["ply"]), (&true.into(), &0.into()));

    for (line, code) in [("a9", "bad_square"), ("castle", "unknown_command"), ("", "")] {
        client.write(line).await;
        if !line.is_empty() {
            let refused = client.expect("refused").await;
            assert_eq!((&refused["request"], &refused["code"]), (&line.into(), &code.into()));
        }
    }
    client.write("J 1,1").await;
    let Request { id, command } = connection.request().await;
    assert!(matches!(command, Command::Place { square: Square::A1, .. }));
    let code = RefusalCode::TurnsNothing;
    let message = code.sentence().to_owned();
    let refusal =
        ServerMessage::Refused { id: Some(id), code, message, room: None, retry_after_ms: None };
    connection.send(&refusal).await;
    let refused = client.expect("refused").await;
    assert_eq!((&refused["request"], &refused["move"]), (&"J 1,1".into(), &"a1".into()));
    assert_eq!(refused["code"], "turns_nothing");

    client.write("resign").await;
    assert_eq!(client.expect("confirm").await["command"], "resign yes");
    client.write("resign yes").await;
    let Request { id, command: Command::Resign { .. } } = connection.request().await else {
        panic!("no resignation")
    };
    let ended = room.resign(Color::Black);
    connection.send_all(&[ended, accepted(id, &room)]).await;
    let ended = client.expect("ended").await;
    assert_eq!((&ended["seq"], &ended["ply"]), (&room.seq().into(), &0.into()));
    assert_eq!(ended["result"]["reason"], "resignation");
    assert_eq!(client.expect("accepted").await["request"], "resign yes");
}

#[tokio::test]
async fn wait_lets_a_script_play_one_side() {
    let (server, state) = (FakeServer::start().await, dir());
    let mut client = LineProcess::plain(&server.url(), "ann", state.path());
    client.write("join K7QP\nwait\nf5\nwait\nboard\nquit").await;
    let (mut connection, _) = server.accept("ann").await;
    let mut room = FakeRoom::opened_by("K7QP", "ann");
    let Request { id, command } = connection.request().await;
    assert!(matches!(command, Command::Join { role: RoleWish::Player, token: Some(_), .. }));
    connection.send_all(&[joined(id, &room, &[Color::Black]), room.snapshot()]).await;
    connection.send_all(&[room.seat(Color::White, "ben"), room.start()]).await;
    let Request { id, command: Command::Place { square: Square::F5, .. } } =
        connection.request().await
    else {
        panic!("no move")
    };
    connection.send_all(&room.place(Square::F5)).await;
    connection.send(&accepted(id, &room)).await;
    connection.send_all(&room.place(Square::D6)).await;
    let_leave(&mut connection, &room).await;
    connection.closed().await;
    assert_eq!(client.exit_code().await, Some(0));
    let text = client.rest().await.join("\n");
    let end = "White plays d6 and turns 1 disc: d5. Opening: Perpendicular. Black to move, 5 legal moves. Your move.
Room K7QP, 2 moves made: black 3, white 3. Black to move, 5 legal moves.
    a  b  c  d  e  f  g  h
 1  -  -  -  -  -  -  -  -  1
 2  -  -  -  -  -  -  -  -  2
 3  -  -  -  -  -  -  -  -  3
 4  -  -  -  O  X  -  -  -  4
 5  -  -  -  O  X  X  -  -  5
 6  -  -  - (O) -  -  -  -  6
 7  -  -  -  -  -  -  -  -  7
 8  -  -  -  -  -  -  -  -  8
    a  b  c  d  e  f  g  h
You left room K7QP. Your seat stays yours: `join K7QP` takes it back.";
    assert!(text.ends_with(end), "{text}");
}

#[tokio::test]
async fn names_from_others_cannot_move_the_cursor() {
    let (server, state) = (FakeServer::start().await, dir());
    for json in [false, true] {
        let mut command = LineProcess::command(&server.url(), "ann", state.path());
        command.args(json.then_some("--json"));
        let mut client = LineProcess::start(command);
        let (mut connection, _) = server.accept("ann").await;
        client.line().await;
        client.write("rooms").await;
        let Request { id, .. } = connection.request().await;
        let refusal = ServerMessage::Refused {
            id: Some(id),
            code: RefusalCode::Unavailable,
            message: "\u{1b}[2J\u{9b}1m\u{7}gone\r\n".to_owned(),
            room: None,
            retry_after_ms: None,
        };
        connection.send(&refusal).await;
        let line = client.line().await;
        assert!(line.contains("gone") && !line.chars().any(char::is_control), "{line:?}");
    }
}

#[tokio::test]
async fn a_closed_output_ends_it_quietly() {
    let (server, state) = (FakeServer::start().await, dir());
    let mut client = LineProcess::plain(&server.url(), "ann", state.path());
    let (connection, _) = server.accept("ann").await;
    client.line().await;
    client.close_output();
    // A process that another test is just starting may still hold what was closed here, and what is
    // written meanwhile goes there.
    let mut closed = pin!(connection.closed());
    let closed = loop {
        client.write("help").await;
        select! {
            code = &mut closed => break code,
            () = sleep(Duration::from_secs(1)) => {}
        }
    };
    assert!(closed.is_some());
    let output = client.child.wait_with_output().await.unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[cfg(unix)]
#[tokio::test]
async fn an_interrupt_is_130_and_does_not_leave_the_rooms() {
    let (server, state) = (FakeServer::start().await, dir());
    let mut client = LineProcess::json(&server.url(), "ann", state.path());
    let (mut connection, _) = server.accept("ann").await;
    client.write("new").await;
    open_room(&mut connection, &FakeRoom::opened_by("K7QP", "ann"), &[Color::Black]).await;
    client.expect("connected").await;
    client.expect("joined").await;
    client.expect("snapshot").await;
    let process = client.child.id().unwrap().to_string();
    let kill = tokio::process::Command::new("kill").args(["-INT", &process]).status().await;
    assert!(kill.unwrap().success());
    // A request to leave would fail this.
    assert_eq!(connection.closed().await, Some(1000));
    assert_eq!(client.exit_code().await, Some(130));
}

#[tokio::test]
async fn a_log_goes_to_standard_error_and_holds_no_secret() {
    let (server, state) = (FakeServer::start().await, dir());
    let mut command = LineProcess::command(&server.url(), "ann", state.path());
    command.args(["--log", "trace", "--json"]);
    let mut client = LineProcess::start(command);
    let (mut connection, greeting) = server.accept("ann").await;
    client.write("new\nquit").await;
    let Request { id, command: Command::Create { token: Some(token), .. } } =
        connection.request().await
    else {
        panic!("no creation")
    };
    let room = FakeRoom::opened_by("K7QP", "ann");
    connection.send_all(&[joined(id, &room, &[Color::Black]), room.snapshot()]).await;
    let_leave(&mut connection, &room).await;
    connection.closed().await;
    client.rest().await;
    let log = client.child.wait_with_output().await.unwrap().stderr;
    let log = String::from_utf8(log).unwrap();
    assert!(log.contains("joined"), "{log}");
    let secrets = [token.to_hex(), greeting.session.to_hex(), greeting.key.unwrap().to_hex()];
    assert!(secrets.iter().all(|secret| !log.contains(secret)));
}
