//! Games in files, through the real client and the real server: read, gone on with, taken back,
//! and written again.

use reversi_game::formats::{self, Format, GameFile};
use reversi_game::{Game, Position};
use reversi_tests::{LineClient, ServerProcess};
use serde_json::json;

/// The formats whose files can begin at any board.
const WITH_A_START: [Format; 5] =
    [Format::Ggf, Format::Json, Format::Minho, Format::Sgf, Format::Transcript];

/// The last part of a real game: it starts after ten placements and ends where Black has had to
/// pass.
fn game_from_another_start() -> Game {
    let ten = Game::replay(Position::START, &"e6f6c4c5c6d6g7f4g4g6".parse().unwrap()).unwrap();
    Game::replay(ten.position(), &"e7h8h6g5g8f8".parse().unwrap()).unwrap()
}

#[tokio::test]
async fn a_game_from_another_start_keeps_its_moves_and_is_undone_to_that_start() {
    let server = ServerProcess::start().await;
    let folder = tempfile::tempdir().unwrap();
    let game = game_from_another_start();
    let placements = game.actions().iter().filter(|action| action.square().is_some()).count();
    let mut client = LineClient::start(server.address(), "ann", folder.path()).await;
    for format in WITH_A_START {
        let file = folder.path().join(format!("game.{format}"));
        let written = formats::write(&game.clone().into(), format).unwrap();
        std::fs::write(&file, written.bytes).unwrap();
        client.type_line(&format!("import {} {format}", file.display())).await;
        assert_eq!(client.hear("imported").await["plies"], game.ply(), "{format}");
        client.hear("snapshot").await;
        let again = folder.path().join(format!("again.{format}"));
        client.type_line(&format!("export {} {format}", again.display())).await;
        client.hear("exported").await;
        let bytes = std::fs::read(&again).unwrap();
        let loaded = GameFile::open(&bytes, format).unwrap().load_only().unwrap();
        assert_eq!(loaded.saved.game, game, "{format}");
        for _ in 0..placements {
            client.type_line("undo").await;
            client.hear("undone").await;
        }
        client.type_line("board").await;
        let board = client.hear("board").await;
        let start = game.start();
        assert_eq!(board["board"], json!(start.board), "{format}");
        assert_eq!((&board["to_move"], &board["ply"]), (&json!(start.to_move), &json!(0)));
    }
}
