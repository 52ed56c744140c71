//! A connection that comes and goes: the program goes on exactly where it was.

use crate::common::{FakeConnection, FakeRoom, FakeServer, LineProcess, accepted};
use reversi_client::driver::{Driver, Owner};
use reversi_client::line::{Beginning, Ending, Format, InputKind, InputLine, Printer, Repl};
use reversi_client_core::session::Session;
use reversi_client_core::texts::Language;
use reversi_game::{Color, Square};
use reversi_protocol::{
    Command, PlayerName, RefusalCode, Request, RequestId, RoleWish, SeatToken, ServerMessage,
};
use serde_json::Value;
use tokio::sync::mpsc;

fn joined(id: RequestId, room: &FakeRoom) -> ServerMessage {
    let seats = vec![Color::Black];
    ServerMessage::Joined { id, room: room.id(), seq: room.seq(), seats }
}

/// Sits the client down in a running game; returns the token.
async fn sit(
    client: &mut LineProcess,
    connection: &mut FakeConnection,
    room: &FakeRoom,
) -> SeatToken {
    client.write("join K7QP").await;
    let Request { id, command: Command::Join { token: Some(token), seen: None, .. } } =
        connection.request().await
    else {
        panic!("no join")
    };
    connection.send_all(&[joined(id, room), room.snapshot()]).await;
    client.expect("connected").await;
    client.expect("joined").await;
    client.expect("snapshot").await;
    token
}

/// Lets the client come back to its room; it has to name what it saw.
async fn let_back(connection: &mut FakeConnection, room: &FakeRoom, token: SeatToken, saw: u64) {
    let Request { id, command } = connection.request().await;
    let role = RoleWish::Player;
    let expected = Command::Join {
        room: room.id(),
        role,
        token: Some(token),
        invitation: None,
        seen: Some(saw),
        named: false,
        strength: None,
    };
    assert_eq!(command, expected);
    connection.send(&joined(id, room)).await;
}

#[tokio::test]
async fn a_move_whose_reply_was_lost_is_asked_again_under_its_number() {
    let (server, state) = (FakeServer::start().await, tempfile::tempdir().unwrap());
    let mut client = LineProcess::json(&server.url(), "ann", state.path());
    let (mut connection, greeting) = server.accept("ann").await;
    let mut room = FakeRoom::playing("K7QP");
    let token = sit(&mut client, &mut connection, &room).await;
    client.write("f5\nscore").await;
    let request = connection.request().await;
    let saw = room.seq();
    let events = room.place(Square::F5);
    drop(connection);
    client.expect("offline").await;
    assert_eq!(client.expect("pending").await["request"], "f5");

    let (mut connection, again) = server.accept("ann").await;
    assert_eq!(again.session, greeting.session);
    let_back(&mut connection, &room, token, saw).await;
    connection.send_all(&events).await;
    assert_eq!(connection.request().await, request);
    // A server that remembers answers as before; one that does not says that it is too late.
    let code = RefusalCode::StalePly;
    let message = code.sentence().to_owned();
    let id = Some(request.id);
    connection
        .send(&ServerMessage::Refused { id, code, message, room: None, retry_after_ms: None })
        .await;
    assert_eq!(client.expect("connected").await["again"], true);
    assert_eq!(client.expect("joined").await["entered"], "resumed");
    assert_eq!(client.expect("placed").await["square"], "f5");
    assert_eq!(client.expect("accepted").await["request"], "f5");
    // The next line of the script was not read before.
    assert_eq!(client.expect("score").await["ply"], 1);
}

#[tokio::test]
async fn a_server_that_stops_is_waited_for_as_long_as_it_asks() {
    let (server, state) = (FakeServer::start().await, tempfile::tempdir().unwrap());
    let mut client = LineProcess::json(&server.url(), "ann", state.path());
    let (mut connection, _) = server.accept("ann").await;
    client.expect("connected").await;
    let message = "Back soon.".to_owned();
    connection.send(&ServerMessage::Closing { message, retry_after_ms: Some(700) }).await;
    connection.close(1001).await;
    assert_eq!(client.expect("closing").await["retry_after_ms"], 700);
    let offline = client.expect("offline").await;
    assert_eq!(offline["reason"], "Back soon.");
    // What it asks for, and the first wait: between an eighth and a quarter of a second.
    let wait = offline["retry_in_ms"].as_u64().unwrap();
    assert!((825..=950).contains(&wait), "{wait}");
    server.accept("ann").await;
    client.expect("connected").await;
}

#[tokio::test]
async fn waits_grow_until_the_server_does_something_again() {
    let (server, state) = (FakeServer::start().await, tempfile::tempdir().unwrap());
    let mut client = LineProcess::json(&server.url(), "ann", state.path());
    for (answers, attempt) in [(false, 1), (false, 2), (true, 1), (false, 2)] {
        let (mut connection, _) = server.accept("ann").await;
        client.expect("connected").await;
        if answers {
            client.write("rooms").await;
            let Request { id, .. } = connection.request().await;
            connection.send(&ServerMessage::Rooms { id, rooms: Vec::new(), total: 0 }).await;
            client.expect("rooms").await;
        }
        drop(connection);
        assert_eq!(client.expect("offline").await["attempt"], attempt);
    }
}

#[tokio::test]
async fn a_close_for_good_ends_it() {
    for (code, exit) in [(4000, 4), (1009, 1)] {
        let (server, state) = (FakeServer::start().await, tempfile::tempdir().unwrap());
        let mut client = LineProcess::json(&server.url(), "ann", state.path());
        let (connection, _) = server.accept("ann").await;
        client.expect("connected").await;
        connection.close(code).await;
        assert_eq!(client.exit_code().await, Some(exit));
        assert_eq!(client.rest().await, [""; 0]);
    }
}

#[tokio::test]
async fn after_a_kill_the_seat_is_taken_back_with_the_kept_token() {
    let (server, state) = (FakeServer::start().await, tempfile::tempdir().unwrap());
    let mut client = LineProcess::json(&server.url(), "ann", state.path());
    let (mut connection, _) = server.accept("ann").await;
    let room = FakeRoom::playing("K7QP");
    let token = sit(&mut client, &mut connection, &room).await;
    client.child.kill().await.unwrap();

    let mut client = LineProcess::json(&server.url(), "ann", state.path());
    let (mut connection, _) = server.accept("ann").await;
    client.expect("connected").await;
    assert_eq!(client.expect("kept_seats").await["rooms"], Value::from(vec!["K7QP"]));
    client.write("join k7qp").await;
    let Request { id, command: Command::Join { token: Some(again), .. } } =
        connection.request().await
    else {
        panic!("no join")
    };
    assert_eq!(again, token);
    connection.send_all(&[joined(id, &room), room.snapshot()]).await;
    assert_eq!(client.expect("joined").await["seats"], Value::from(vec!["black"]));
}

#[tokio::test]
async fn a_kill_before_the_reply_to_new_does_not_lose_the_seat() {
    let (server, state) = (FakeServer::start().await, tempfile::tempdir().unwrap());
    let mut client = LineProcess::json(&server.url(), "ann", state.path());
    let (mut connection, _) = server.accept("ann").await;
    client.write("new").await;
    let Request { command: Command::Create { token, .. }, .. } = connection.request().await else {
        panic!("no creation")
    };
    client.child.kill().await.unwrap();

    let mut client = LineProcess::json(&server.url(), "ann", state.path());
    let (mut connection, _) = server.accept("ann").await;
    client.write("join K7QP").await;
    let Request { command: Command::Join { token: again, .. }, .. } = connection.request().await
    else {
        panic!("no join")
    };
    assert_eq!(again, token);
}

/// Line mode in this process, so that it can be at a person's pace.
struct Person {
    input: mpsc::Sender<InputLine>,
    output: mpsc::UnboundedReceiver<String>,
    line: tokio::task::JoinHandle<std::io::Result<Ending>>,
}

/// Passes on each line that is written.
struct Lines(mpsc::UnboundedSender<String>);

impl std::io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        self.0.send(text).map_err(|_unread| std::io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Person {
    /// Connects; the server has to accept meanwhile.
    async fn connect(url: &str, state_dir: &std::path::Path) -> Self {
        let (name, state_dir) = (PlayerName::new("ann").unwrap(), state_dir.to_owned());
        let mut driver = Driver::new(Owner { name, state_dir, config_path: None });
        driver.connect(url.parse().unwrap()).await.unwrap();
        let (input, lines) = mpsc::channel(1);
        let (sender, output) = mpsc::unbounded_channel();
        let printer = Printer::new(Lines(sender), Format::Plain, Language::English);
        let (session, beginning) = (Session::default(), Beginning::default());
        let line = Repl::new(session, driver, InputKind::Person, printer, beginning);
        let line = tokio::spawn(line.run(lines, std::future::pending()));
        Self { input, output, line }
    }

    async fn say(&self, text: &str) {
        self.input.send(InputLine::Text(text.to_owned())).await.unwrap();
    }

    /// Reads until a text comes.
    async fn read_to(&mut self, text: &str) {
        let patience = std::time::Duration::from_secs(20);
        let mut seen = String::new();
        while !seen.contains(text) {
            let more = tokio::time::timeout(patience, self.output.recv()).await;
            seen += &more.unwrap_or_else(|_| panic!("{text:?} is not in {seen:?}")).unwrap();
        }
    }
}

#[tokio::test]
async fn while_offline_a_person_can_look_but_not_move_twice() {
    let (server, state) = (FakeServer::start().await, tempfile::tempdir().unwrap());
    let url = server.url();
    let (mut ann, (mut connection, _)) =
        tokio::join!(Person::connect(&url, state.path()), server.accept("ann"));
    let mut room = FakeRoom::playing("K7QP");
    ann.say("join K7QP").await;
    let Request { id, .. } = connection.request().await;
    connection.send_all(&[joined(id, &room), room.snapshot()]).await;
    ann.read_to("Your move.").await;
    drop(connection);
    ann.read_to("No connection").await;
    ann.say("f5").await;
    ann.read_to("`f5` waits for the connection").await;
    ann.say("c4").await;
    ann.read_to("refused: f5 is still unanswered.").await;
    ann.say("score").await;
    ann.read_to("Black 2, white 2.").await;

    let (mut connection, _) = server.accept("ann").await;
    let Request { id, .. } = connection.request().await;
    connection.send(&joined(id, &room)).await;
    let Request { id, command } = connection.request().await;
    assert!(matches!(command, Command::Place { square: Square::F5, .. }));
    connection.send_all(&room.place(Square::F5)).await;
    connection.send(&accepted(id, &room)).await;
    ann.read_to("Black plays f5").await;
    ann.say("quit").await;
    let Request { id, command: Command::Leave { .. } } = connection.request().await else {
        panic!("not one move, then leave")
    };
    connection.send(&accepted(id, &room)).await;
    connection.closed().await;
    assert!(matches!(ann.line.await.unwrap().unwrap(), Ending::Quit));
}

#[tokio::test]
async fn a_person_whose_answer_does_not_come_goes_on_and_quits() {
    let (server, state) = (FakeServer::start().await, tempfile::tempdir().unwrap());
    let url = server.url();
    let (mut ann, (mut connection, _)) =
        tokio::join!(Person::connect(&url, state.path()), server.accept("ann"));
    let room = FakeRoom::playing("K7QP");
    ann.say("join K7QP").await;
    let Request { id, .. } = connection.request().await;
    connection.send_all(&[joined(id, &room), room.snapshot()]).await;
    ann.read_to("Your move.").await;
    // Nothing is answered from here on, and nobody reads on the other side.
    for text in ["f5", "rooms", "score"] {
        ann.say(text).await;
    }
    ann.read_to("Black 2, white 2.").await;
    ann.say("quit").await;
    let patience = std::time::Duration::from_secs(4);
    let ended = tokio::time::timeout(patience, ann.line).await.expect("it does not wait");
    assert!(matches!(ended.unwrap().unwrap(), Ending::Quit));
    drop(connection);
}
