//! Hints: what they say, and that nobody but the asker is told. Finished games looked back at.

use reversi_game::{Board, Color, Game, Position, Square};
use reversi_protocol::{
    Command, Hints, MoveLabel, RefusalCode, ReviewSubject, ReviewedMove, RoleWish, RoomId,
    RoomSettings, ServerMessage, SquareValue, Start, Visibility,
};
use reversi_tests::{Player, Refused, ServerProcess, Table};

use crate::bots::{bot, seats_against, without_waiting};

/// A hint as it was told.
struct Told {
    ply: u32,
    best: Square,
    bot: Option<String>,
    values: Vec<SquareValue>,
}

async fn hint(player: &mut Player, room: &RoomId, kind: Option<&str>) -> Result<Told, Refused> {
    let asked = Command::Hint { room: room.clone(), bot: kind.map(bot), deepen: false };
    let reply = player.ask(asked).await?;
    let ServerMessage::Hint { room: about, ply, best, bot, values, .. } = reply else {
        panic!("not a hint: {reply:?}")
    };
    assert_eq!(about, *room);
    Ok(Told { ply, best, bot: bot.map(|bot| bot.to_string()), values })
}

async fn refusal(player: &mut Player, room: &RoomId, kind: Option<&str>) -> Option<RefusalCode> {
    hint(player, room, kind).await.err().map(|refused| refused.code)
}

#[tokio::test]
async fn a_hint_tells_the_asker_about_every_legal_square_and_others_nothing() {
    let server = ServerProcess::start().await;
    let settings = RoomSettings { hints: Some(Hints::Allowed), ..RoomSettings::default() };
    let mut table = Table::open(server.address(), settings).await;
    table.play("f5d6c3").await;
    let room = table.room.clone();
    let Table { players: [ann, ben], spectators, .. } = &mut table;
    ann.frames = Some(Vec::new());
    spectators[0].frames = Some(Vec::new());

    let told = hint(ben, &room, None).await.unwrap();
    assert_eq!((told.ply, told.bot), (3, None));
    let mut squares: Vec<Square> = told.values.iter().map(|value| value.square).collect();
    squares.sort();
    assert_eq!(Some(squares), ben.room(&room).to_place(Color::White));
    assert_eq!(told.best, told.values[0].square);
    assert!(told.values.is_sorted_by_key(|value| -value.value_centidiscs), "{:?}", told.values);
    assert!(told.values.iter().all(|value| value.depth_plies > 0 && !value.is_exact));
    for kind in ["000-hint", "001-hint", "level-3"] {
        let told = hint(ben, &room, Some(kind)).await.unwrap();
        assert_eq!((told.ply, told.bot.as_deref()), (3, Some(kind)));
        assert_eq!(told.values, []);
        assert!(ben.room(&room).to_place(Color::White).unwrap().contains(&told.best), "{kind}");
    }

    // Whatever the hints may have caused comes before the move that is made now.
    table.play("f4").await;
    for other in [&table.players[0], &table.spectators[0]] {
        let frames = other.frames.as_ref().unwrap();
        assert!(!frames.is_empty());
        for word in [r#""type":"hint""#, "best", "value", "exact"] {
            let leak = frames.iter().find(|frame| frame.contains(word));
            assert_eq!(leak, None, "{}: {word}", other.identity.name);
        }
    }
}

/// Returns how far the values of a hint were looked, and whether they are all exact.
fn depth(hint: &ServerMessage) -> (u32, bool) {
    let ServerMessage::Hint { ply: 3, values, .. } = hint else { panic!("{hint:?}") };
    let depths = values.iter().map(|value| value.depth_plies);
    (depths.min().unwrap(), values.iter().all(|value| value.is_exact))
}

#[tokio::test]
async fn a_hint_is_deepened_until_the_game_goes_on() {
    let server = ServerProcess::start().await;
    let settings = RoomSettings { hints: Some(Hints::Allowed), ..RoomSettings::default() };
    let mut table = Table::open(server.address(), settings).await;
    table.play("f5d6c3").await;
    let asked = Command::Hint { room: table.room.clone(), bot: None, deepen: true };
    let ben = &mut table.players[1];
    let mut told = Vec::new();
    for _ in 0..2 {
        let id = ben.send(asked.clone()).await.unwrap();
        // The second one takes the place of the first.
        for _ in 0..3 {
            told.push(depth(&ben.reply(id).await.unwrap()));
        }
    }
    assert!(told[..3].is_sorted() && told[3..].is_sorted(), "{told:?}");
    assert!(told[0].0 < told[2].0 && told[3].0 < told[5].0, "{told:?}");
    ben.frames = Some(Vec::new());
    // What was told may have taken so long that nobody else at the table is connected any more.
    ben.do_now(&table.room, ben.place_command(&table.room, Square::F4)).await.unwrap();
    ben.ask(Command::Ping).await.unwrap();
    let frames = ben.frames.take().unwrap();
    let mut after_move = frames.iter().skip_while(|frame| !frame.contains(r#""type":"event""#));
    assert!(!after_move.any(|frame| frame.contains(r#""type":"hint""#)), "{frames:?}");
}

#[tokio::test]
async fn hints_are_for_players_on_their_turn_where_the_room_allows_them() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    let Table { players: [ann, ben], spectators, .. } = &mut table;
    assert_eq!(refusal(ann, &room, None).await, Some(RefusalCode::HintsForbidden));
    assert_eq!(refusal(&mut spectators[0], &room, None).await, Some(RefusalCode::NotSeated));
    assert_eq!(refusal(ben, &room, Some("000-hint")).await, Some(RefusalCode::HintsForbidden));

    let settings = RoomSettings { hints: Some(Hints::Allowed), ..RoomSettings::default() };
    let mut table = Table::open(server.address(), settings).await;
    let room = table.room.clone();
    let Table { players: [ann, ben], spectators, .. } = &mut table;
    assert_eq!(refusal(&mut spectators[0], &room, None).await, Some(RefusalCode::NotSeated));
    assert_eq!(refusal(ben, &room, None).await, Some(RefusalCode::NotYourTurn));
    assert_eq!(refusal(ann, &room, Some("level-0")).await, Some(RefusalCode::UnknownBot));
    let mut stranger = Player::connect(server.address(), "Dan").await;
    assert_eq!(refusal(&mut stranger, &room, None).await, Some(RefusalCode::NotInRoom));
    stranger.join(&room, RoleWish::Spectator).await.unwrap();
    assert_eq!(refusal(&mut stranger, &room, None).await, Some(RefusalCode::NotSeated));
}

/// Three squares are empty: what best play leads to is found here by trying everything.
#[tokio::test]
async fn near_the_end_a_hint_tells_what_best_play_leads_to() {
    let board: Board =
        "OOOOOO--XOXXXXOXXXOOXOOXXXOOXXOXXXXOXOOXXOXXXOXXXOOXXXOX-XXXXXOX".parse().unwrap();
    let start = Start::Board { board, to_move: Color::White, moves: String::new() };
    let server = ServerProcess::start().await;
    let mut ann = Player::connect(server.address(), "Ann").await;
    let settings = RoomSettings { start, ..without_waiting() };
    let room = ann.create(settings, seats_against("level-1", Color::Black)).await;
    let told = hint(&mut ann, &room, None).await.unwrap();
    let game = Game::new(Position { board, to_move: Color::White });
    let mut expected: Vec<(Square, i32)> = game
        .legal()
        .iter()
        .map(|square| (square, margin_after(&game, square, Color::White)))
        .collect();
    let mut values: Vec<(Square, i32)> =
        told.values.iter().map(|value| (value.square, value.value_centidiscs)).collect();
    expected.sort();
    values.sort();
    assert_eq!(values, expected.iter().map(|&(s, discs)| (s, discs * 100)).collect::<Vec<_>>());
    assert!(told.values.iter().all(|value| value.is_exact), "{:?}", told.values);
}

/// Returns by how many discs a side is ahead at the end, empties to the winner, if it places there
/// and both play their best from then on.
fn margin_after(game: &Game, square: Square, side: Color) -> i32 {
    let mut after = game.clone();
    after.play(square).unwrap();
    let Some(mover) = after.to_move() else {
        let score = after.counts().with_empties_to_winner();
        return score.of_color(side).cast_signed() - score.of_color(side.opponent()).cast_signed();
    };
    let margins = after.legal().iter().map(|reply| margin_after(&after, reply, side));
    if mover == side { margins.max().unwrap() } else { margins.min().unwrap() }
}

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
