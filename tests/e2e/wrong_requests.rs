//! Commands that are wrong where they stand: each is refused by name and changes nothing. Frames that
//! are wrong whatever the room: refused by name, or the end of the connection with a code that says why.
//! The room that others play in does not notice.

use reversi_game::{Color, Square};
use reversi_protocol::{
    Command, EndReason, HelloReply, RefusalCode, RejectionCode, Request, RequestId, RoleWish,
    RoomId, RoomSettings, ServerMessage,
};
use reversi_tests::{Connection, Ended, Identity, Player, ServerProcess, Table};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

/// A room that the server cannot have drawn: its rooms have 4 or 16 characters.
const NOWHERE: &str = "NONE12";

/// Opens a table after two moves: Black to move at ply 2, where c3 is legal.
async fn table_after_two_moves(server: &ServerProcess) -> Table {
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    table.play("f5d6").await;
    table
}

/// Asks, expects this refusal, and holds that the room is as it was.
async fn expect_refusal(table: &mut Table, who: Who, command: Command, code: RefusalCode) {
    let room = table.room.clone();
    let before = table.state().clone();
    let what = format!("{who:?}: {command:?}");
    let player = match who {
        Who::Player(color) => table.player(color),
        Who::Spectator => &mut table.spectators[0],
    };
    let refused = player.ask(command).await.expect_err(&what);
    assert_eq!(refused.code, code, "{what}");
    assert!(refused.message.starts_with(code.sentence()), "{what}: {}", refused.message);
    assert_eq!(table.spectators[0].resync(&room).await, before, "{what}");
}

#[derive(Clone, Copy, Debug)]
enum Who {
    Player(Color),
    Spectator,
}

#[tokio::test]
async fn commands_against_the_rules_are_refused_and_change_nothing() {
    let server = ServerProcess::start().await;
    let mut table = table_after_two_moves(&server).await;
    let room = table.room.clone();
    let place = |ply, square| Command::Place { room: room.clone(), ply, square };
    let (black, white) = (Who::Player(Color::Black), Who::Player(Color::White));
    for (who, command, code) in [
        (white, place(2, Square::C3), RefusalCode::NotYourTurn),
        (black, place(2, Square::D4), RefusalCode::Occupied),
        (black, place(2, Square::A1), RefusalCode::TurnsNothing),
        (black, place(0, Square::F5), RefusalCode::StalePly),
        (black, place(1, Square::C3), RefusalCode::StalePly),
        (black, place(3, Square::C3), RefusalCode::StalePly),
        (black, place(u32::MAX, Square::C3), RefusalCode::StalePly),
        (white, place(1, Square::D6), RefusalCode::StalePly),
        (Who::Spectator, place(2, Square::C3), RefusalCode::NotSeated),
        (Who::Spectator, Command::Resign { room: room.clone() }, RefusalCode::NotSeated),
    ] {
        expect_refusal(&mut table, who, command, code).await;
    }
    table.place(Square::C3).await;
}

#[tokio::test]
async fn a_stranger_is_in_no_room() {
    let server = ServerProcess::start().await;
    let mut table = table_after_two_moves(&server).await;
    let before = table.state().clone();
    let mut stranger = Player::connect(server.address(), "Stranger").await;
    let nowhere: RoomId = NOWHERE.parse().unwrap();
    for room in [table.room.clone(), nowhere.clone()] {
        for command in [
            Command::Place { room: room.clone(), ply: 2, square: Square::C3 },
            Command::Resign { room: room.clone() },
            Command::Leave { room: room.clone() },
            Command::Resync { room: room.clone() },
        ] {
            let refused = stranger.ask(command.clone()).await.unwrap_err();
            assert_eq!(refused.code, RefusalCode::NotInRoom, "{command:?}");
        }
    }
    for role in [RoleWish::Player, RoleWish::Black, RoleWish::Spectator] {
        let refused = stranger.join(&nowhere, role).await.unwrap_err();
        assert_eq!(refused.code, RefusalCode::NoSuchRoom);
    }
    let room = table.room.clone();
    assert_eq!(table.spectators[0].resync(&room).await, before);
}

#[tokio::test]
async fn a_seat_is_not_to_be_had_with_another_token() {
    let server = ServerProcess::start().await;
    let mut table = table_after_two_moves(&server).await;
    let other = table_after_two_moves(&server).await;
    let before = table.state().clone();
    let room = table.room.clone();
    let [thief, _] = other.players;
    let token = thief.identity.token;
    let mut thief = Player::connect_as(server.address(), thief.identity).await;
    let join = |role, token, seen| Command::Join {
        room: room.clone(),
        role,
        token,
        invitation: None,
        seen,
        named: false,
        strength: None,
    };
    for (role, token, seen, code) in [
        // Whoever claims to have been there shows the wrong secret; whoever does not is late.
        (RoleWish::Black, Some(token), Some(1), RefusalCode::WrongToken),
        (RoleWish::White, Some(token), Some(6), RefusalCode::WrongToken),
        (RoleWish::Player, Some(token), Some(1), RefusalCode::WrongToken),
        (RoleWish::Black, Some(token), None, RefusalCode::SeatTaken),
        (RoleWish::Player, Some(token), None, RefusalCode::RoomFull),
        (RoleWish::Black, None, None, RefusalCode::TokenMissing),
    ] {
        let refused = thief.ask(join(role, token, seen)).await.unwrap_err();
        assert_eq!(refused.code, code, "{role:?} {seen:?}");
        let place = Command::Place { room: room.clone(), ply: 2, square: Square::C3 };
        assert_eq!(thief.ask(place).await.unwrap_err().code, RefusalCode::NotInRoom);
        assert_eq!(table.spectators[0].resync(&room).await, before);
    }
    // Who watches and finds no seat goes on watching.
    thief.join(&room, RoleWish::Spectator).await.unwrap();
    let late = thief.ask(join(RoleWish::Player, Some(token), None)).await.unwrap_err();
    assert_eq!(late.code, RefusalCode::RoomFull);
    assert_eq!(thief.resync(&room).await, before);
    table.place(Square::C3).await;
}

#[tokio::test]
async fn nothing_follows_the_end() {
    let server = ServerProcess::start().await;
    let mut table = table_after_two_moves(&server).await;
    table.resign(Color::White).await;
    let result = table.state().result.expect("the game is over");
    assert_eq!(result.reason, EndReason::Resignation);
    assert_eq!(result.outcome.winner(), Some(Color::Black));
    let room = table.room.clone();
    for color in Color::BOTH {
        let place = Command::Place { room: room.clone(), ply: 2, square: Square::C3 };
        let resign = Command::Resign { room: room.clone() };
        for command in [place, resign] {
            expect_refusal(&mut table, Who::Player(color), command, RefusalCode::GameOver).await;
        }
    }
}

#[tokio::test]
async fn the_same_request_twice_in_one_packet_has_one_effect_and_two_equal_answers() {
    let server = ServerProcess::start().await;
    let mut table = table_after_two_moves(&server).await;
    let room = table.room.clone();
    let place = |id, square| {
        let command = Command::Place { room: room.clone(), ply: 2, square };
        serde_json::to_string(&Request { id: RequestId(id), command }).unwrap()
    };
    let mut connection = second_connection(&server, &table, Color::Black).await;
    // The same number twice, then the same move and another one under numbers of their own.
    for frame in [
        place(100, Square::C3),
        place(100, Square::C3),
        place(101, Square::C3),
        place(102, Square::C4),
    ] {
        connection.feed_text(&frame).await.unwrap();
    }
    connection.flush().await.unwrap();
    let mut answers = Vec::new();
    for _ in 0..4 {
        let reply = next_reply(&mut connection).await;
        answers.push(if let ServerMessage::Accepted { id, seq, .. } = reply {
            (id.0, Ok(seq))
        } else if let ServerMessage::Refused { id: Some(id), code, .. } = reply {
            (id.0, Err(code))
        } else {
            panic!("{reply:?}")
        });
    }
    let placed_at = table.state().seq + 1;
    let stale = Err(RefusalCode::StalePly);
    assert_eq!(answers, [(100, Ok(placed_at)), (100, Ok(placed_at)), (101, stale), (102, stale)]);
    table.settle(placed_at).await;
    assert_eq!(table.state().transcript(), "f5d6c3");
    assert_eq!(table.spectators[0].resync(&room).await, *table.state());
}

/// Opens a raw connection that holds the seat of a player as well.
async fn second_connection(server: &ServerProcess, table: &Table, color: Color) -> Connection {
    let player = &table.players[color.index()];
    let mut connection = Connection::open(server.address()).await.unwrap();
    connection.greet(&player.identity.hello()).await.unwrap();
    let join =
        Request { id: RequestId(99), command: player.join_command(&table.room, RoleWish::Player) };
    connection.send_text(&serde_json::to_string(&join).unwrap()).await.unwrap();
    let joined = connection.next_text().await.unwrap();
    assert!(joined.contains(r#""type":"joined""#), "{joined}");
    connection
}

#[tokio::test]
async fn a_frame_that_is_no_request_is_refused_by_name_and_the_connection_stays() {
    let server = ServerProcess::start().await;
    let mut table = table_after_two_moves(&server).await;
    let room = table.room.clone();
    let before = table.state().clone();
    let mut connection = second_connection(&server, &table, Color::Black).await;
    let bad = RefusalCode::BadRequest;
    let squares = ["a9", "i1", "@1", "a0", "pass", "--", "", "c33", "c\u{0663}"].map(|square| {
        format!(r#"{{"id":8,"type":"place","room":"{room}","ply":2,"square":"{square}"}}"#)
    });
    let others = [
        (Some(7), RefusalCode::UnknownType, r#"{"id":7,"type":"castle"}"#),
        (Some(7), RefusalCode::UnknownType, r#"{"id":7,"type":"pass","room":"K7QP"}"#),
        (Some(7), RefusalCode::UnknownType, r#"{"id":7,"type":"hello","version":1}"#),
        (Some(7), bad, r#"{"id":7}"#),
        (Some(7), bad, r#"{"id":7,"type":"place","room":"K7QP","square":"c3"}"#),
        (Some(7), bad, r#"{"id":7,"type":"place","room":"K7QP","ply":-1,"square":"c3"}"#),
        (Some(7), bad, r#"{"id":7,"type":"join","room":"../../etc"}"#),
        (Some(7), bad, r#"{"id":7,"type":"join","room":"K7QP","token":"123"}"#),
        (Some(7), bad, r#"{"id":7,"type":"join","room":"K7QP","as":"king"}"#),
        (Some(7), bad, r#"{"id":7,"type":"create","settings":{"start":{"type":"chess"}}}"#),
        (None, bad, r#"{"type":"ping"}"#),
        (None, bad, r#"{"id":4294967296,"type":"ping"}"#),
        (None, bad, r#"{"id":"7","type":"ping"}"#),
        (None, bad, "[1, 2]"),
        (None, bad, "7"),
        (None, bad, "null"),
        (None, bad, r#""ping""#),
    ];
    let others = others.map(|(id, code, frame)| (id, code, frame.to_owned()));
    for (id, code, frame) in squares.map(|frame| (Some(8), bad, frame)).into_iter().chain(others) {
        connection.send_text(&frame).await.unwrap();
        let reply = next_reply(&mut connection).await;
        let ServerMessage::Refused { id: to, code: told, message, .. } = reply else {
            panic!("{frame}: {reply:?}")
        };
        assert_eq!((to.map(|id| id.0), told), (id, code), "{frame}");
        assert!(message.len() > code.sentence().len(), "{frame}: {message}");
        connection.send_text(r#"{"id":9,"type":"ping"}"#).await.unwrap();
        let reply = next_reply(&mut connection).await;
        assert!(matches!(reply, ServerMessage::Pong { .. }), "{reply:?}");
    }
    assert_eq!(table.spectators[0].resync(&room).await, before);
    table.place(Square::C3).await;
}

/// Reads past snapshots, events and presence to the next reply.
async fn next_reply(connection: &mut Connection) -> ServerMessage {
    loop {
        let message = serde_json::from_str(&connection.next_text().await.unwrap()).unwrap();
        let is_news = matches!(
            message,
            ServerMessage::Snapshot(_)
                | ServerMessage::Event { .. }
                | ServerMessage::Presence { .. }
        );
        if !is_news {
            return message;
        }
    }
}

#[tokio::test]
async fn a_broken_frame_closes_the_connection_with_its_code() {
    let server = ServerProcess::start().await;
    let mut table = table_after_two_moves(&server).await;
    let before = table.state().clone();
    let room = table.room.clone();
    let text = |payload: Vec<u8>| Frame::message(payload, OpCode::Data(Data::Text), true);
    let mut reserved = text(b"{}".to_vec());
    reserved.header_mut().rsv1 = true;
    for (what, message, code) in [
        ("garbage", Message::text("place f5 please {"), 1007),
        ("an empty frame", Message::text(""), 1007),
        ("text that is not UTF-8", Message::Frame(text(vec![b'"', 0xFF, b'"'])), 1007),
        ("a binary frame", Message::binary(vec![1, 2, 3]), 1003),
        ("one byte too many", Message::text(format!("{:>4097}", "{}")), 1009),
        ("a frame of 1 MB", Message::text("x".repeat(1 << 20)), 1009),
        ("reserved bits", Message::Frame(reserved), 1002),
    ] {
        let mut connection = greeted(&server).await;
        // The server may close before it has read everything.
        let _ = connection.send(message).await;
        match connection.ended().await {
            Ended::Closed { code: told, reason } => {
                assert_eq!(told, code, "{what}: {reason}");
                assert!(!reason.is_empty(), "{what}");
            }
            Ended::Lost(error) => panic!("{what}: no close frame: {error}"),
        }
    }
    assert_eq!(table.spectators[0].resync(&room).await, before);
    table.place(Square::C3).await;
}

async fn greeted(server: &ServerProcess) -> Connection {
    let mut connection = Connection::open(server.address()).await.unwrap();
    connection.greet(&Identity::new("Vandal").hello()).await.unwrap();
    connection
}

#[tokio::test]
async fn a_frame_of_the_largest_size_is_read() {
    let server = ServerProcess::start().await;
    let mut connection = greeted(&server).await;
    let ping = r#"{"id":1,"type":"ping"}"#;
    connection.send_text(&format!("{ping:>4096}")).await.unwrap();
    assert!(matches!(next_reply(&mut connection).await, ServerMessage::Pong { .. }));
}

#[tokio::test]
async fn a_wrong_hello_is_rejected_with_a_reason() {
    let server = ServerProcess::start().await;
    let session = "00112233445566778899aabbccddeeff";
    let hello = |version: u32, name: &str, session: &str| {
        format!(r#"{{"type":"hello","version":{version},"name":"{name}","session":"{session}"}}"#)
    };
    for (frame, code, said) in [
        (hello(999, "Ann", session), RejectionCode::UnsupportedVersion, "version 1"),
        (hello(0, "Ann", session), RejectionCode::UnsupportedVersion, "version 1"),
        // A hello of a far future shares nothing but its version.
        (
            r#"{"type":"bonjour","version":7,"nom":"Anne"}"#.to_owned(),
            RejectionCode::UnsupportedVersion,
            "version 1",
        ),
        (hello(1, "", session), RejectionCode::BadHello, "visible character"),
        (hello(1, "An\\u001b[2Jn", session), RejectionCode::BadHello, "U+001B"),
        (hello(1, &"a".repeat(25), session), RejectionCode::BadHello, "24 characters"),
        (hello(1, "Ann", "123"), RejectionCode::BadHello, "32 hexadecimal digits"),
        (r#"{"id":1,"type":"ping"}"#.to_owned(), RejectionCode::BadHello, "hello"),
        (r#"{"id":1,"type":"rooms"}"#.to_owned(), RejectionCode::BadHello, "hello"),
        ("GET / HTTP/1.1".to_owned(), RejectionCode::BadHello, "hello"),
    ] {
        let mut connection = Connection::open(server.address()).await.unwrap();
        connection.send_text(&frame).await.unwrap();
        let reply = serde_json::from_str(&connection.next_text().await.unwrap()).unwrap();
        let HelloReply::Rejected { code: told, message, versions } = reply else {
            panic!("{frame}: {reply:?}")
        };
        assert_eq!((told, versions), (code, vec![1]), "{frame}");
        assert!(message.contains(said), "{frame}: {message}");
        let ended = connection.ended().await;
        assert!(matches!(ended, Ended::Closed { code: 4000, .. }), "{frame}: {ended:?}");
    }
}

#[tokio::test]
async fn who_says_no_hello_is_closed_after_ten_seconds() {
    let server = ServerProcess::start().await;
    let mut connection = Connection::open(server.address()).await.unwrap();
    let ended = connection.ended().await;
    assert!(matches!(ended, Ended::Closed { code: 4001, .. }), "{ended:?}");
}
