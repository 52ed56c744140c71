//! The client on the whole screen: it leaves the terminal as it was, and is silent while nothing
//! happens.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::os::unix::process::ExitStatusExt as _;
use std::time::Duration;

use futures::{SinkExt as _, StreamExt as _};
use reversi_protocol::{Durability, HelloReply, PROTOCOL_VERSION, PlayerName, ServerMessage};
use reversi_tests::{Cable, ServerProcess, TerminalClient};
use rustix::process::Signal;
use tokio::net::TcpListener;
use tokio::time::sleep;
use tokio_tungstenite::accept_async;
use tokio_tungstenite::tungstenite::{self, Message};

/// Nobody listens there.
const NOWHERE: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 1);

/// The alternate screen, mouse, focus, and pasted text in brackets: each has to be taken back.
const TAKEN: [u16; 5] = [1000, 1004, 1006, 1049, 2004];

/// Starts a client without a server and waits until it has the whole screen.
async fn newcomer() -> (TerminalClient, tempfile::TempDir) {
    let state = tempfile::tempdir().unwrap();
    let client = TerminalClient::start(NOWHERE, "Ann", state.path(), &[]);
    client.shows("No server answers").await;
    for mode in TAKEN {
        assert!(client.changed_modes().contains(&mode), "{mode}");
    }
    assert!(!client.is_cooked());
    (client, state)
}

/// Presses Ctrl-C, which has to be meant.
async fn interrupt(client: &TerminalClient) {
    client.type_keys("\x03");
    client.shows("Press Ctrl-C again").await;
    client.type_keys("\x03");
}

fn assert_given_back(client: &TerminalClient) {
    assert_eq!(client.changed_modes(), BTreeSet::new());
    assert!(client.is_cooked(), "a shell needs lines and echo");
}

#[tokio::test]
async fn a_signal_or_ctrl_c_ends_it_and_gives_the_terminal_back() {
    for (signal, code) in [(Some(Signal::TERM), 143), (Some(Signal::HUP), 129), (None, 130)] {
        let (mut client, _state) = newcomer().await;
        match signal {
            Some(signal) => client.signal(signal),
            None => interrupt(&client).await,
        }
        let status = client.ended().await;
        assert_eq!((status.code(), status.signal()), (Some(code), None), "{signal:?}");
        assert_given_back(&client);
    }
}

#[tokio::test]
async fn ctrl_z_gives_the_terminal_back_and_fg_takes_it_again() {
    let (mut client, _state) = newcomer().await;
    client.type_keys("\x1a");
    client.is_in_state('T').await;
    // It has written that before it stopped, but that need not have been read yet.
    client.shows_such("the terminal given back", |_| client.changed_modes().is_empty()).await;
    assert_given_back(&client);
    let written = client.written();
    client.signal(Signal::CONT);
    client.shows_such("a new picture", |_| client.written() > written + 100).await;
    client.shows("No server answers").await;
    assert!(client.changed_modes().contains(&1049));
    assert!(!client.is_cooked());
    interrupt(&client).await;
    client.ended().await;
    assert_given_back(&client);
}

#[tokio::test]
async fn the_mouse_is_left_to_the_terminal_if_that_is_wished() {
    let state = tempfile::tempdir().unwrap();
    let client = TerminalClient::start(NOWHERE, "Ann", state.path(), &["--no-mouse"]);
    client.shows("No server answers").await;
    let taken: BTreeSet<u16> =
        TAKEN.into_iter().filter(|mode| ![1000, 1006].contains(mode)).collect();
    assert!(client.changed_modes().is_superset(&taken));
    assert!(client.changed_modes().is_disjoint(&BTreeSet::from([1000, 1002, 1003, 1006])));
}

#[tokio::test]
async fn plain_is_lines_without_any_escape_code() {
    let server = ServerProcess::start().await;
    let state = tempfile::tempdir().unwrap();
    let mut client = TerminalClient::start(server.address(), "Ann", state.path(), &["--plain"]);
    client.shows("Connected").await;
    client.type_keys("both X\rf5\rboard\rquit\r");
    assert!(client.ended().await.success());
    let output = client.output();
    assert!(output.contains("Black plays f5"), "{output}");
    assert!(!output.contains('\x1b'), "{output}");
}

#[tokio::test]
async fn a_line_is_edited_at_a_terminal_and_the_board_follows_each_move() {
    let server = ServerProcess::start().await;
    let state = tempfile::tempdir().unwrap();
    let mut client = TerminalClient::start(server.address(), "Ann", state.path(), &["line"]);
    client.shows("reversi ? >").await;
    client.type_keys("both X\r");
    client.shows(" 4  -  -  -  O  X").await;
    // A key without a character, a wrong digit mended, and a word mended in its middle.
    client.type_keys("\x1b[15~f6\x7f5\r");
    client.shows(" 5  -  -  -  X  X (X)").await;
    client.type_keys("scre\x1b[D\x1b[Do\r");
    client.shows("Black 4, white 1.").await;
    // The line before, again.
    client.type_keys("\x1b[A\r");
    client
        .shows_such("the score twice", |screen| screen.matches("Black 4, white 1.").count() == 2)
        .await;
    client.type_keys("quit\r");
    assert!(client.ended().await.success());
    assert!(!client.output().contains("unknown command"), "{}", client.output());
    assert!(client.is_cooked());
}

#[cfg(debug_assertions)]
#[tokio::test]
async fn a_panic_gives_the_terminal_back_before_it_is_told() {
    let state = tempfile::tempdir().unwrap();
    let mut client = TerminalClient::start(NOWHERE, "Ann", state.path(), &["--panic-test"]);
    assert!(!client.ended().await.success());
    assert_given_back(&client);
    let output = client.output();
    let (left, told) =
        (output.find("\x1b[?1049l").unwrap(), output.find("a panic was asked for").unwrap());
    assert!(left < told, "it is told on the screen that stays");
}

#[tokio::test]
async fn while_nothing_happens_it_writes_nothing_and_uses_no_time() {
    let server = ServerProcess::start().await;
    let state = tempfile::tempdir().unwrap();
    let client =
        TerminalClient::start(server.address(), "Ann", state.path(), &["play", "--vs", "human"]);
    client.shows("online").await;
    sleep(Duration::from_secs(2)).await;
    let (written, ticks) = (client.written(), client.cpu_ticks());
    sleep(Duration::from_secs(10)).await;
    assert_eq!(client.written(), written, "{}", client.screen());
    assert!(client.cpu_ticks() - ticks <= 10, "a hundredth of the time at most");
}

/// What Black, White and a spectator are told at the end of [`SHORT_GAME`].
const ENDS: [&str; 3] = ["You won.", "You lost.", "Black wins."];

/// Black has turned every disc after these moves.
const SHORT_GAME: [&str; 9] = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];

/// Two players, Black first, and a spectator, each with a terminal and a folder of their own.
struct ThreePanes {
    players: [TerminalClient; 2],
    kim: TerminalClient,
    _states: [tempfile::TempDir; 3],
}

impl ThreePanes {
    async fn open(server: &ServerProcess) -> Self {
        Self::open_with_line(server, server.address()).await
    }

    /// Ann has a line of her own to the server.
    async fn open_with_line(server: &ServerProcess, line_of_ann: SocketAddr) -> Self {
        let states = [(); 3].map(|()| tempfile::tempdir().unwrap());
        let start = |name, state: &tempfile::TempDir, mode: &[&str]| {
            TerminalClient::start(server.address(), name, state.path(), mode)
        };
        let mode = ["play", "--vs", "human"];
        let ann = TerminalClient::start(line_of_ann, "Ann", states[0].path(), &mode);
        ann.shows("/room/").await;
        let screen = ann.screen();
        let (_, room) = screen.split_once("/room/").unwrap();
        let room = room.split_whitespace().next().unwrap();
        let ben = start("Ben", &states[1], &["join", room]);
        let kim = start("Kim", &states[2], &["watch", room]);
        kim.shows("to move").await;
        ben.shows("to move").await;
        ann.shows("to move").await;
        // The players stand below each other, black first.
        let screen = ann.screen();
        let ann_is_black = screen.find("Ann (you)") < screen.find(" Ben ");
        let players = if ann_is_black { [ann, ben] } else { [ben, ann] };
        Self { players, kim, _states: states }
    }

    /// Makes the move of this number in the short game, by `play`.
    async fn make(&self, number: usize, play: impl Fn(&TerminalClient, &str)) {
        let (mover, square) = (&self.players[number % 2], SHORT_GAME[number]);
        is_to_move(mover).await;
        play(mover, square);
        self.is_seen(number).await;
    }

    /// Waits until all have seen the move of this number.
    async fn is_seen(&self, number: usize) {
        let square = SHORT_GAME[number];
        let last = format!("{} {square}", ["black", "white"][number % 2]);
        for client in self.players.iter().chain([&self.kim]) {
            let is_told = |screen: &str| {
                screen.contains(&last) || ENDS.iter().any(|end| screen.contains(end))
            };
            client.shows_such(&last, is_told).await;
        }
    }

    async fn is_over(&self) {
        for (client, end) in self.players.iter().chain([&self.kim]).zip(ENDS) {
            client.shows(end).await;
        }
    }
}

/// Waits until a player's own line of the list has the mark of who is to move.
async fn is_to_move(player: &TerminalClient) {
    let is_marked = |line: &str| line.contains("(you)") && line.contains("◂ to move");
    player.shows_such("the own turn", |screen| screen.lines().any(is_marked)).await;
}

fn type_move(mover: &TerminalClient, square: &str) {
    mover.type_keys(&format!("{square}\r"));
}

fn click_move(mover: &TerminalClient, square: &str) {
    let [file, rank] = [0, 1].map(|index| usize::from(square.as_bytes()[index]));
    // A square is four columns wide and two lines high; the first is below the letter `a`.
    let (columns, lines) = (4 * (file - usize::from(b'a')), 2 + 2 * (rank - usize::from(b'1')));
    mover.click("a   b   c", columns, lines);
}

#[tokio::test]
async fn two_play_by_keys_while_one_watches_and_the_server_is_gone_for_a_while() {
    let mut server = ServerProcess::start().await;
    let panes = ThreePanes::open(&server).await;
    for number in 0..4 {
        panes.make(number, type_move).await;
    }
    is_to_move(&panes.players[0]).await;
    server.kill().await;
    for client in panes.players.iter().chain([&panes.kim]) {
        client.shows_such("that the line is lost", |screen| !screen.contains(" online ")).await;
    }
    server.restart().await;
    for client in panes.players.iter().chain([&panes.kim]) {
        client.shows(" online ").await;
    }
    for number in 4..SHORT_GAME.len() {
        panes.make(number, type_move).await;
    }
    panes.is_over().await;
}

#[tokio::test]
async fn a_move_made_while_the_own_line_is_cut_arrives_once_it_is_mended() {
    let server = ServerProcess::start().await;
    let cable = Cable::to(server.address()).await;
    let panes = ThreePanes::open_with_line(&server, cable.address()).await;
    let sits = |player: &TerminalClient| player.screen().contains("Ann (you)");
    let ann = panes.players.iter().position(sits).unwrap();
    let turn_of_ann = 2 + ann;
    for number in 0..turn_of_ann {
        panes.make(number, type_move).await;
    }
    let (ann, ben) = (&panes.players[ann], &panes.players[1 - ann]);
    is_to_move(ann).await;
    cable.cut();
    ann.shows("Connection lost").await;
    type_move(ann, SHORT_GAME[turn_of_ann]);
    ann.shows(&format!("Sending {}.", SHORT_GAME[turn_of_ann])).await;
    for other in [ben, &panes.kim] {
        other.shows("Ann (away").await;
    }
    cable.mend();
    // Whoever played it a second time would be told that the square is taken.
    panes.is_seen(turn_of_ann).await;
    ann.shows(" online ").await;
    for number in turn_of_ann + 1..SHORT_GAME.len() {
        panes.make(number, type_move).await;
    }
    panes.is_over().await;
}

#[tokio::test]
async fn two_play_by_mouse_alone_while_one_watches() {
    let server = ServerProcess::start().await;
    let panes = ThreePanes::open(&server).await;
    for number in 0..SHORT_GAME.len() {
        panes.make(number, click_move).await;
    }
    panes.is_over().await;
    let [black, _] = &panes.players;
    black.shows("review").await;
    black.click("review", 0, 0);
    black.shows("Discs lost: black").await;
    black.shows("evaluation").await;
}

/// Plays a server that greets whoever comes and then never stops talking.
async fn talk_without_end(listener: TcpListener) -> Result<(), tungstenite::Error> {
    let (stream, _) = listener.accept().await?;
    let mut socket = accept_async(stream).await?;
    let _hello = socket.next().await;
    let name = PlayerName::new("Ann").unwrap();
    let (version, server) = (PROTOCOL_VERSION, "talker".to_owned());
    let durability = Durability::Full;
    let welcome = HelloReply::Welcome { version, server, name, now_ms: 0, durability };
    socket.send(Message::text(serde_json::to_string(&welcome).unwrap())).await?;
    let message = "a word ".to_owned();
    let talk = ServerMessage::Closing { message, retry_after_ms: None };
    let talk = Message::text(serde_json::to_string(&talk).unwrap());
    loop {
        socket.send(talk.clone()).await?;
    }
}

#[tokio::test]
async fn a_server_that_never_stops_talking_does_not_hold_the_screen() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let talker = tokio::spawn(talk_without_end(listener));
    let state = tempfile::tempdir().unwrap();
    let mut client = TerminalClient::start(address, "Ann", state.path(), &[]);
    client.shows("online").await;
    client.type_keys("?");
    client.shows("lists the bots to play against").await;
    assert!(!talker.is_finished(), "it still talks");
    client.type_keys("\x1b");
    client.shows("Open a room for two people").await;
    interrupt(&client).await;
    assert_eq!(client.ended().await.code(), Some(130));
    talker.abort();
}
