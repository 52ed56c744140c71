//! However a game ends, everyone is told once: who won, why, and the score.

use reversi_game::{Color, Outcome, Square};
use reversi_protocol::{
    Command, EndReason, Phase, RefusalCode, RoleWish, RoomEvent, RoomSettings, SeatChoice,
    SeatChoices,
};
use reversi_tests::{Player, ServerProcess, Table};

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
    let seats = SeatChoices { black: SeatChoice::Me, white: SeatChoice::Me };
    let room = both.create(RoomSettings::default(), seats).await;
    let placed = both.place(&room, Square::F5).await.unwrap();
    both.until_seq(&room, placed).await;
    let over = both.accepted_seq(Command::Resign { room: room.clone() }).await.unwrap();
    both.until_seq(&room, over).await;
    assert_eq!(both.room(&room).state.result.unwrap().outcome, Outcome::Black);
}
