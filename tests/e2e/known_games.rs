//! Finished games with what they came to, from the table of the `game` crate, and two hundred tournament
//! games through the real server: two players and a spectator in each, and every final board, result,
//! number and transcript held against the file.

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

/// Games and positions with their outcome; `game/tests/data/README.md` names their sources.
const RULE_CASES: &str = include_str!("../../game/tests/data/rule-cases.tsv");

/// A finished game of the table, with what a program that shares no code with this one made of it.
#[derive(Debug)]
pub(crate) struct KnownGame {
    pub(crate) id: &'static str,
    pub(crate) moves: &'static str,
    /// Such as `57O`: after 57 placements White could not move.
    pub(crate) passes: Vec<String>,
    pub(crate) board: &'static str,
    pub(crate) discs: DiscCounts,
    /// Black minus White, the empties given to the winner.
    pub(crate) margin: i32,
}

/// Reads the finished games that begin with the standard start.
pub(crate) fn known_games() -> Vec<KnownGame> {
    let mut lines = RULE_CASES.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let names = lines.next().unwrap();
    let column = |name| names.iter().position(|&column| column == name).unwrap();
    let read = |row: Vec<&'static str>| {
        let field = |name| row[column(name)];
        let is_game = field("over") == "yes" && !field("moves").is_empty();
        is_game.then(|| KnownGame {
            id: field("id"),
            moves: field("moves"),
            passes: field("passes").split(' ').filter(|&p| p != "-").map(str::to_owned).collect(),
            board: field("final_board"),
            discs: DiscCounts {
                black: field("X").parse().unwrap(),
                white: field("O").parse().unwrap(),
            },
            margin: field("diff_empties_to_winner").parse().unwrap(),
        })
    };
    lines.filter_map(read).collect()
}
