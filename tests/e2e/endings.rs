//! However a game ends, everyone is told once: who won, why, and the score. Passes through the real
//! server: known games with what they came to, and positions in which a side is blocked.

use futures::StreamExt as _;
use reversi_game::{Action, Color, Outcome, Square};
use reversi_protocol::{
    Command, EndReason, Phase, RefusalCode, RoleWish, RoomEvent, RoomSettings, SeatChoice,
    SeatChoices, ServerMessage, Start,
};
use reversi_tests::{Player, ServerProcess, Table};
use rusqlite::Connection;
use rustix::process::Signal;

use crate::known_games::{KnownGame, known_games};

#[tokio::test]
async fn whoever_waits_for_an_absent_player_may_claim_the_game_or_a_draw() {
    let server = ServerProcess::start_with(&["--seat-limit=0"]).await;
    for (as_draw, outcome) in [(false, Outcome::White), (true, Outcome::Draw)] {
        let mut table = Table::open(server.address(), RoomSettings::default()).await;
        table.play("f5d6").await;
        let room = table.room.clone();
        let [ann, ben] = &mut table.players;
        let claim = Command::Claim { room: room.clone(), as_draw };
        let refused = ben.accepted_seq(claim.clone()).await.unwrap_err();
        assert_eq!(refused.code, RefusalCode::NotNow, "she is there");
        ann.accepted_seq(Command::Leave { room: room.clone() }).await.unwrap();
        ben.do_now(&room, claim).await.unwrap();
        let result = ben.room(&room).state.result.unwrap();
        assert_eq!((result.outcome, result.reason), (outcome, EndReason::Abandonment));
    }
}

#[tokio::test]
async fn giving_up_on_and_off_turn_ends_the_game_for_the_other() {
    let mut server = ServerProcess::start().await;
    // Black is to move after two moves.
    for loser in Color::BOTH {
        let mut table = Table::open(server.address(), RoomSettings::default()).await;
        table.play("f5d6").await;
        table.resign(loser).await;
        let state = table.state().clone();
        assert_eq!((state.phase, state.to_move), (Phase::Finished, None));
        let result = state.result.unwrap();
        assert_eq!(result.outcome, Outcome::win_of(loser.opponent()));
        assert_eq!(result.reason, EndReason::Resignation);
        assert_eq!(result.score, None, "the board did not decide");
        for player in table.players.iter().chain(&table.spectators) {
            let events = player.room(&table.room).events.iter();
            let ends = events.filter(|(_, event)| matches!(event, RoomEvent::Ended { .. }));
            assert_eq!(ends.count(), 1, "{}", player.identity.name);
        }
        // What is told later, and after a restart, is the same.
        let room = table.room.clone();
        assert_eq!(table.spectators[0].resync(&room).await, state);
        server.kill().await;
        server.restart().await;
        let mut late = Player::connect(server.address(), "Late").await;
        late.join(&room, RoleWish::Spectator).await.unwrap();
        assert_eq!(late.room(&room).state, state);
    }
}

#[tokio::test]
async fn of_two_who_give_up_in_the_same_instant_one_has_lost() {
    let server = ServerProcess::start().await;
    for _ in 0..20 {
        let mut table = Table::open(server.address(), RoomSettings::default()).await;
        let resign = Command::Resign { room: table.room.clone() };
        let [black, white] = &mut table.players;
        let answers =
            tokio::join!(black.accepted_seq(resign.clone()), white.accepted_seq(resign.clone()));
        let (loser, seq, late) = match answers {
            (Ok(seq), Err(late)) => (Color::Black, seq, late),
            (Err(late), Ok(seq)) => (Color::White, seq, late),
            both => panic!("{both:?}"),
        };
        assert_eq!(late.code, RefusalCode::GameOver);
        table.settle(seq).await;
        let result = table.state().result.unwrap();
        assert_eq!(result.outcome, Outcome::win_of(loser.opponent()));
    }
}

#[tokio::test]
async fn a_move_and_a_resignation_in_the_same_instant_have_one_outcome() {
    let server = ServerProcess::start().await;
    for _ in 0..20 {
        let mut table = Table::open(server.address(), RoomSettings::default()).await;
        let room = table.room.clone();
        let resign = Command::Resign { room: room.clone() };
        let [black, white] = &mut table.players;
        let (placed, resigned) =
            tokio::join!(black.place(&room, Square::F5), white.accepted_seq(resign));
        let resigned = resigned.unwrap();
        table.settle(resigned).await;
        let moves = match placed {
            Ok(placed) => {
                assert!(placed < resigned);
                "f5"
            }
            Err(refused) => {
                assert_eq!(refused.code, RefusalCode::GameOver);
                ""
            }
        };
        assert_eq!(table.state().transcript(), moves);
        assert_eq!(table.state().result.unwrap().outcome, Outcome::Black);
    }
}

#[tokio::test]
async fn one_client_in_both_seats_gives_up_for_the_side_to_move() {
    let server = ServerProcess::start().await;
    let mut both = Player::connect(server.address(), "Both").await;
    let seats = SeatChoices { black: SeatChoice::Me, white: SeatChoice::Me, draw: false };
    let room = both.create(RoomSettings::default(), seats).await;
    let placed = both.place(&room, Square::F5).await.unwrap();
    both.until_seq(&room, placed).await;
    let over = both.accepted_seq(Command::Resign { room: room.clone() }).await.unwrap();
    both.until_seq(&room, over).await;
    assert_eq!(both.room(&room).state.result.unwrap().outcome, Outcome::Black);
}

#[tokio::test]
async fn known_games_with_passes_wipe_outs_and_early_ends_come_to_what_is_known() {
    let server = ServerProcess::start().await;
    let games = known_games();
    assert!(games.len() >= 30, "{} games", games.len());
    let played = futures::stream::iter(&games).map(|game| play(&server, game));
    played.buffer_unordered(8).collect::<()>().await;
}

async fn play(server: &ServerProcess, game: &KnownGame) {
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    table.play(game.moves).await;
    let state = table.state();
    assert_eq!(state.board.to_string(), game.board, "{}", game.id);
    assert_eq!((state.phase, state.to_move), (Phase::Finished, None), "{}", game.id);
    assert_eq!(passes(&state.actions), game.passes, "{}", game.id);
    let result = state.result.unwrap();
    let score = result.score.unwrap();
    assert_eq!(result.reason, EndReason::NoMovesLeft, "{}", game.id);
    assert_eq!(result.discs, game.discs, "{}", game.id);
    assert_eq!(score.margin_on_board(), game.margin, "{}", game.id);
    assert_eq!(score.black + score.white, 64, "{}", game.id);
    let winner = match game.margin {
        1.. => Outcome::Black,
        0 => Outcome::Draw,
        _ => Outcome::White,
    };
    assert_eq!(result.outcome, winner, "{}", game.id);
    let events = &table.players[0].room(&table.room).events;
    let is_end = |(_, event): &&(u64, RoomEvent)| matches!(event, RoomEvent::Ended { .. });
    assert_eq!(events.iter().filter(is_end).count(), 1, "{}", game.id);
    assert!(events.last().as_ref().is_some_and(is_end), "{}", game.id);
}

/// Returns the passes in the form of the table.
fn passes(actions: &[Action]) -> Vec<String> {
    let mut passes = Vec::new();
    let (mut placements, mut to_move) = (0, Color::Black);
    for action in actions {
        match action {
            Action::Place(_) => placements += 1,
            Action::Pass => passes.push(format!("{placements}{}", to_move.symbol())),
        }
        to_move = to_move.opponent();
    }
    passes
}

/// Case RC-051 of the table: White is to move and has no legal square, Black has h1 alone.
const WHITE_IS_BLOCKED: &str = "OOOOOOO-OXXXXXOOXOXXOOXOXXXXOOXOXXXXOOXOXXXXOXXOXXXXOXXOXXXXXXXO";

fn settings(start: Start) -> RoomSettings {
    RoomSettings { start, ..RoomSettings::default() }
}

#[tokio::test]
async fn a_game_that_starts_with_a_blocked_side_begins_with_its_pass() {
    let server = ServerProcess::start().await;
    let board = WHITE_IS_BLOCKED.parse().unwrap();
    let start = Start::Board { board, to_move: Color::White, moves: String::new() };
    let mut table = Table::open(server.address(), settings(start)).await;
    assert_eq!(table.state().actions, [Action::Pass]);
    assert_eq!(table.state().to_move, Some(Color::Black));
    let room = table.room.clone();
    let refused = table.player(Color::White).place(&room, Square::H1).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::NotYourTurn);
    table.play("h1").await;
    assert_eq!(table.state().phase, Phase::Finished);
    assert_eq!(table.state().actions, [Action::Pass, Action::Place(Square::H1)]);
}

#[tokio::test]
async fn a_transcript_that_leaves_its_passes_out_starts_a_game() {
    let server = ServerProcess::start().await;
    let games = known_games();
    let with_passes = games.iter().filter(|game| !game.passes.is_empty());
    let mut imported = 0;
    for game in with_passes.take(5) {
        // All but the last move, which is then played.
        let (moves, last) = game.moves.split_at(game.moves.len() - 2);
        let start = Start::Transcript { moves: moves.to_owned() };
        let mut table = Table::open(server.address(), settings(start)).await;
        table.play(last).await;
        assert_eq!(table.state().board.to_string(), game.board, "{}", game.id);
        assert_eq!(passes(&table.state().actions), game.passes, "{}", game.id);
        assert_eq!(table.state().result.unwrap().discs, game.discs, "{}", game.id);
        imported += 1;
    }
    assert_eq!(imported, 5);
}

#[tokio::test]
async fn a_start_from_which_no_game_can_be_played_is_refused_with_the_reason() {
    let server = ServerProcess::start().await;
    let mut host = Player::connect(server.address(), "Host").await;
    let transcript = |moves: &str| Start::Transcript { moves: moves.to_owned() };
    let board = |board: &str, moves: &str| Start::Board {
        board: board.parse().unwrap(),
        to_move: Color::White,
        moves: moves.to_owned(),
    };
    let only_black = "---------------------------XXX----XXX---------------------------";
    for (start, said) in [
        (transcript("f5d6f5"), "f5 is occupied"),
        (transcript("f5a1"), "a1 turns no disc"),
        (transcript("f5 k9"), "k9"),
        (transcript("f5pa"), "may not pass"),
        (transcript("e6f4e3f6g5d6e7f5c5d3"), "the game is over"),
        (board(only_black, ""), "over"),
        (board(WHITE_IS_BLOCKED, "a1"), "a1 is occupied"),
    ] {
        let command = host.create_command(settings(start.clone()), SeatChoices::default());
        let refused = host.ask(command).await.unwrap_err();
        assert_eq!(refused.code, RefusalCode::BadStart, "{start:?}");
        assert!(refused.message.contains(said), "{start:?}: {}", refused.message);
    }
    let rooms = host.ask(Command::Rooms { filter: None }).await.unwrap();
    assert!(matches!(rooms, ServerMessage::Rooms { total: 0, .. }), "{rooms:?}");
}

/// A program of ours writes a move together with the pass or the end that it brings. A database
/// without the second half may come from elsewhere: the rules supply it.
#[tokio::test]
async fn a_pass_or_an_end_that_is_missing_in_the_database_is_made_up_for_at_the_start() {
    let games = known_games();
    let game = games.iter().find(|game| !game.passes.is_empty()).unwrap();
    let placements: usize = game.passes[0].trim_end_matches(['X', 'O']).parse().unwrap();
    for (moves, missing) in
        [(&game.moves[..2 * placements], "passed"), ("e6f4e3f6g5d6e7f5c5", "ended")]
    {
        let mut server = ServerProcess::start().await;
        let mut table = Table::open(server.address(), RoomSettings::default()).await;
        table.play(moves).await;
        let before = table.state().clone();
        // Not killed: another program that looks in takes the log of a killed server away.
        server.signal(Signal::TERM);
        server.ended().await;
        let database = Connection::open(server.database()).unwrap();
        let deleted = database.execute(
            "DELETE FROM log WHERE seq = ?1 AND body ->> '$.type' = ?2",
            (before.seq.cast_signed(), missing),
        );
        assert_eq!(deleted, Ok(1), "{missing}");
        drop(database);
        server.restart().await;
        let mut late = Player::connect(server.address(), "Late").await;
        late.join(&table.room, RoleWish::Spectator).await.unwrap();
        late.until_seq(&table.room, before.seq).await;
        assert_eq!(late.room(&table.room).state, before, "{missing}");
    }
}
