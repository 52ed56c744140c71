//! A match over `reversi bridge`, with a server that lets it wait.

use std::path::Path;
use std::time::Duration;

use reversi_game::Color;
use reversi_protocol::{Command, Refusal, RefusalCode, Request, RequestId, ServerMessage};
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
