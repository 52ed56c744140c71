//! A match over `reversi bridge`, with a server that lets it wait.

use std::path::Path;
use std::time::Duration;

use reversi_game::Color;
use reversi_protocol::{
    Command, Opening, Refusal, RefusalCode, Request, RequestId, RoleWish, ServerMessage,
};
use serde_json::Value;

use crate::common::{FakeConnection, FakeRoom, FakeServer, LineProcess, accepted, sessions};

/// How long the server lets wait.
const WAIT: Duration = Duration::from_millis(40);

/// An engine that agrees to everything, which is all that a game takes that is over.
fn engine(folder: &Path) -> String {
    let file = folder.join("engine.sh");
    std::fs::write(&file, "while read -r line; do printf '= \\n\\n'; done\n").unwrap();
    format!("sh {}", file.display())
}

fn to_wait(id: RequestId, _: &FakeRoom) -> ServerMessage {
    ServerMessage::refused(Some(id), None, &Refusal::wait(RefusalCode::RateLimited, WAIT))
}

/// Lets a room be opened, in which the game is given up by the bot at once.
async fn open(connection: &mut FakeConnection, id: &str) -> FakeRoom {
    let Request { id: asked, command: Command::Create { .. } } = connection.request().await else {
        panic!("no room is opened")
    };
    let mut room = FakeRoom::opened_by(id, "ann");
    room.seat_bot(Color::White, "level-1", None);
    room.start();
    room.resign(Color::White);
    connection.send(&sessions::joined(asked, &room, &[Color::Black])).await;
    connection.send(&room.snapshot()).await;
    room
}

#[tokio::test]
async fn a_room_is_left_as_often_as_it_takes_before_the_next_one_is_opened() {
    let (server, state) = (FakeServer::start().await, tempfile::tempdir().unwrap());
    let mut command = LineProcess::command_of("bridge", &server.url(), "ann", state.path());
    let engine = engine(state.path());
    command.args(["--json", "--gtp", &engine, "--against", "bot:level-1", "--games", "2"]);
    let mut client = LineProcess::start(command);
    let (mut connection, _) = server.accept("ann").await;
    client.expect("connected").await;
    for id in ["K7QP", "M4TT"] {
        let room = open(&mut connection, id).await;
        for reply in [to_wait, accepted] {
            let Request { id, command } = connection.request().await;
            assert_eq!(command, Command::Leave { room: room.id() });
            connection.send(&reply(id, &room)).await;
        }
        let game: Value = client.expect("match_game").await;
        assert_eq!(game["room"], id);
    }
    client.expect("match").await;
}

#[tokio::test]
async fn no_seat_is_taken_in_a_game_that_the_engine_cannot_be_told_of() {
    let (server, state) = (FakeServer::start().await, tempfile::tempdir().unwrap());
    let engine = engine(state.path());
    let other = || FakeRoom::empty("K7QP", "handicap:2".parse::<Opening>().unwrap().start());
    for (room, arguments) in
        [(Some(other()), &["K7QP"][..]), (None, &["--new", "opening=handicap:2"])]
    {
        let mut command = LineProcess::command_of("bridge", &server.url(), "ann", state.path());
        command.args(["--json", "--gtp", &engine]).args(arguments);
        let mut client = LineProcess::start(command);
        let (mut connection, _) = server.accept("ann").await;
        if let Some(room) = room {
            let Request { id, command } = connection.request().await;
            assert!(
                matches!(command, Command::Join { role: RoleWish::Spectator, .. }),
                "{command:?}"
            );
            connection.send(&sessions::joined(id, &room, &[])).await;
            connection.send(&room.snapshot()).await;
            let Request { id, command } = connection.request().await;
            assert_eq!(command, Command::Leave { room: room.id() });
            connection.send(&accepted(id, &room)).await;
        }
        assert_eq!(connection.closed().await, Some(1000), "nothing else is asked");
        assert_eq!(client.exit_code().await, Some(1));
    }
}

#[tokio::test]
async fn a_seat_is_taken_where_the_moves_were_drawn_or_nobody_may_watch() {
    let (server, state) = (FakeServer::start().await, tempfile::tempdir().unwrap());
    let engine = engine(state.path());
    for may_watch in [true, false] {
        let room = FakeRoom::opened_by("K7QP", "ben").beginning("xot");
        let mut command = LineProcess::command_of("bridge", &server.url(), "ann", state.path());
        command.args(["--json", "--gtp", &engine, "K7QP"]);
        let mut client = LineProcess::start(command);
        let (mut connection, _) = server.accept("ann").await;
        let Request { id, .. } = connection.request().await;
        if may_watch {
            connection.send(&sessions::joined(id, &room, &[])).await;
            connection.send(&room.snapshot()).await;
        } else {
            connection.send(&sessions::refused(id, RefusalCode::NotWatched)).await;
        }
        let Request { id, command } = connection.request().await;
        assert!(matches!(command, Command::Join { role: RoleWish::Player, .. }), "{command:?}");
        connection.send(&sessions::refused(id, RefusalCode::SeatTaken)).await;
        client.expect("connected").await;
        let refused = client.expect("refused").await;
        assert_eq!(refused["code"], RefusalCode::SeatTaken.as_str());
        if may_watch {
            let Request { id, command } = connection.request().await;
            assert_eq!(command, Command::Leave { room: room.id() });
            connection.send(&accepted(id, &room)).await;
        }
        assert_eq!(client.exit_code().await, Some(1));
    }
}
