//! Commands that are wrong where they stand: each is refused by name and changes nothing.

use reversi_game::{Color, Square};
use reversi_protocol::{Command, EndReason, RefusalCode, RoleWish, RoomId, RoomSettings};
use reversi_tests::{Player, ServerProcess, Table};

/// A room that the server cannot have drawn: its rooms have 4 or 16 characters.
const NOWHERE: &str = "NONE12";

/// Opens a table after two moves: Black to move at ply 2, where c3 is legal.
pub(crate) async fn table_after_two_moves(server: &ServerProcess) -> Table {
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
    let join = |role, token, seen| Command::Join { room: room.clone(), role, token, seen };
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
