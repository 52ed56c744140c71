//! Finished games looked back at.

use reversi_game::{Color, Square};
use reversi_protocol::{
    Command, MoveLabel, RefusalCode, ReviewSubject, ReviewedMove, RoomSettings, ServerMessage,
    Visibility,
};
use reversi_tests::{Player, Refused, ServerProcess, Table};

/// Black wipes White out with the ninth disc placed.
const WIPE_OUT: &str = "e6f4e3f6g5d6e7f5c5";

fn code(told: Result<ServerMessage, Refused>) -> Option<RefusalCode> {
    told.err().map(|refused| refused.code)
}

async fn finished(server: &ServerProcess, visibility: Visibility) -> Table {
    let settings = RoomSettings { visibility, ..RoomSettings::default() };
    let mut table = Table::open(server.address(), settings).await;
    table.play(WIPE_OUT).await;
    table
}

fn of_room(table: &Table) -> Command {
    Command::Review { of: ReviewSubject::Room { room: table.room.clone() } }
}

fn of_game(game: u64) -> Command {
    Command::Review { of: ReviewSubject::Game { game } }
}

/// Tells a label again from what was lost.
fn label(mv: &ReviewedMove) -> MoveLabel {
    match mv.best_value_centidiscs - mv.value_centidiscs {
        ..0 => panic!("better than the best: {mv:?}"),
        0 => MoveLabel::Best,
        1..200 => MoveLabel::Fine,
        200..400 => MoveLabel::Inaccuracy,
        400..800 => MoveLabel::Mistake,
        800.. => MoveLabel::Blunder,
    }
}

#[tokio::test]
async fn a_finished_game_is_reviewed_move_by_move() {
    let server = ServerProcess::start().await;
    let mut table = finished(&server, Visibility::Listed).await;
    let of_room = of_room(&table);
    let told = table.spectators[0].ask(of_room).await.unwrap();
    let ServerMessage::Review { moves, black_values_centidiscs: values, .. } = told else {
        panic!("{told:?}")
    };
    let squares: String = moves.iter().map(|mv| mv.square.to_string()).collect();
    assert_eq!(squares, WIPE_OUT);
    for (ply, mv) in moves.iter().enumerate() {
        let (color, sign) = if ply % 2 == 0 { (Color::Black, 1) } else { (Color::White, -1) };
        assert_eq!((mv.ply as usize, mv.color, mv.label), (ply, color, label(mv)));
        assert_eq!(values[ply], sign * mv.best_value_centidiscs, "the graph has what was possible");
        let is_best = mv.square == mv.best;
        assert_eq!(is_best, mv.label == MoveLabel::Best, "{mv:?}");
    }
    // The wipe-out is sure, and it could have been seen a ply before.
    assert_eq!((values.len(), values[9]), (10, 6400));
    let last = &moves[8];
    assert_eq!((last.best, last.value_centidiscs, last.is_exact), (Square::C5, 6400, true));
    assert_eq!((moves[7].value_centidiscs, moves[7].label), (-6400, MoveLabel::Blunder));
}

#[tokio::test]
async fn only_finished_games_that_one_may_see_are_reviewed() {
    let server = ServerProcess::start().await;
    let private = finished(&server, Visibility::Private).await;
    let mut running = Table::open(server.address(), RoomSettings::default()).await;
    running.play("f5d6").await;
    let of_running = of_room(&running);
    let told = running.players[0].ask(of_running).await;
    assert_eq!(code(told), Some(RefusalCode::NoSuchGame), "it would be a hint");

    let mut stranger = Player::connect(server.address(), "Dan").await;
    let told = stranger.ask(of_room(&private)).await;
    assert_eq!(code(told), Some(RefusalCode::NotInRoom));
    for game in [1, 1_000_000] {
        let told = stranger.ask(of_game(game)).await;
        assert_eq!(code(told), Some(RefusalCode::NoSuchGame));
    }
    let mut player = private.players.into_iter().next().unwrap();
    let told = player.ask(of_game(1)).await;
    assert!(matches!(told, Ok(ServerMessage::Review { .. })), "{told:?}");
}

#[tokio::test]
async fn a_connection_gets_one_review_at_a_time_and_is_served_meanwhile() {
    let server = ServerProcess::start().await;
    let mut table = finished(&server, Visibility::Listed).await;
    let player = &mut table.players[0];
    let first = player.send(of_game(1)).await.unwrap();
    let told = player.ask(of_game(1)).await;
    assert_eq!(code(told), Some(RefusalCode::Busy));
    let told = player.ask(Command::Ping).await;
    assert!(matches!(told, Ok(ServerMessage::Pong { .. })), "{told:?}");
    let told = player.reply(first).await.unwrap();
    assert!(matches!(told, ServerMessage::Review { .. }), "{told:?}");
    // And the next one when that is done.
    let told = player.ask(of_game(1)).await;
    assert!(matches!(told, Ok(ServerMessage::Review { .. })), "{told:?}");
}
