//! Hints: what they say, and that nobody but the asker is told.

use reversi_game::{Board, Color, Game, Position, Square};
use reversi_protocol::{
    Command, Hints, RefusalCode, RoleWish, RoomId, RoomSettings, ServerMessage, SquareValue, Start,
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
    let asked = Command::Hint { room: room.clone(), bot: kind.map(bot) };
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
