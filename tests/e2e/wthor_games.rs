//! Two hundred tournament games through the real server: two players and a spectator in each, and
//! every final board, result, number and transcript held against the file.

use futures::StreamExt as _;
use reversi_game::formats::wthor::{WthorFile, WthorGame};
use reversi_game::{DiscCounts, Outcome};
use reversi_protocol::{EndReason, Phase, RoomSettings};
use reversi_tests::{Player, ServerProcess, Table, get};

/// The games with the most passes, wipe-outs, early ends and draws, and some that were broken off.
const SELECTION: &[u8] = include_bytes!("../../game/tests/data/wthor-selection.wtb");

/// Games that are played at a time.
const TABLES: usize = 16;

/// Events before the first move: the room opened, two people sat down, the game began.
const EVENTS_BEFORE: u64 = 4;

#[tokio::test]
async fn two_hundred_games_end_as_the_file_says() {
    let server = ServerProcess::start().await;
    let games = WthorFile::read(SELECTION).unwrap().games;
    assert_eq!(games.len(), 200);
    let games = futures::stream::iter(games.iter().enumerate());
    let played = games.map(|(number, game)| play(&server, number, game));
    let passes: Vec<usize> = played.buffer_unordered(TABLES).collect().await;
    // The selection would be of little use without them.
    assert!(passes.iter().filter(|&&passes| passes > 0).count() > 100);
    assert_eq!(get(server.address(), "/healthz").await.status, 200);
}

/// Plays one game and returns how many passes it had.
async fn play(server: &ServerProcess, number: usize, game: &WthorGame) -> usize {
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    for &square in &game.squares {
        table.place(square).await;
    }
    let replayed = game.replay().unwrap();
    let plies = replayed.ply();
    let transcript: String = game.squares.iter().map(ToString::to_string).collect();
    assert_eq!(table.state().transcript(), transcript, "game {number}");
    assert_eq!(table.state().board, replayed.position().board, "game {number}");
    assert_eq!(table.state().actions, replayed.actions(), "game {number}");
    if replayed.is_over() {
        let result = table.state().result.unwrap_or_else(|| panic!("game {number} is not over"));
        let black = u32::from(game.black_score);
        let score = DiscCounts { black, white: 64 - black };
        assert_eq!(result.reason, EndReason::NoMovesLeft, "game {number}");
        assert_eq!(result.score, Some(score), "game {number}");
        assert_eq!(result.outcome, score.outcome(), "game {number}");
    } else {
        // A game that was broken off: its score is what referees made of it.
        assert_eq!(table.state().phase, Phase::Playing, "game {number}");
        let loser = table.state().to_move.unwrap();
        table.resign(loser).await;
        let result = table.state().result.unwrap();
        assert_eq!(result.reason, EndReason::Resignation, "game {number}");
        assert_eq!(result.outcome, Outcome::win_of(loser.opponent()), "game {number}");
    }
    assert_eq!(table.state().seq, EVENTS_BEFORE + plies as u64 + 1, "game {number}");
    everyone_heard_the_same(&table, number);
    plies - game.squares.len()
}

/// Holds the players and the spectator against each other once more: every event that they heard
/// of the game, and where it left them.
fn everyone_heard_the_same(table: &Table, number: usize) {
    let game_of = |player: &Player| {
        let mirror = player.room(&table.room);
        assert_eq!(mirror.state.phase, Phase::Finished, "game {number}");
        assert_eq!(mirror.snapshots, 1, "game {number}");
        let heard = mirror.events.iter().filter(|(seq, _)| *seq > EVENTS_BEFORE);
        (mirror.state.clone(), heard.cloned().collect::<Vec<_>>())
    };
    let [black, white] = table.players.each_ref().map(game_of);
    assert_eq!(black, white, "game {number}");
    assert_eq!(black, game_of(&table.spectators[0]), "game {number}");
}
