//! Games with a clock, through the real server: what falls when, for everyone alike.

use reversi_game::{Color, Outcome};
use reversi_protocol::{EndReason, Phase, RoomEvent, RoomSettings};
use reversi_tests::{Player, ServerProcess, Table};

use crate::bots::{play_to_end, seats_against, without_waiting};
use crate::offers::restart;

fn timed(time: &str) -> RoomSettings {
    RoomSettings { time: time.parse().unwrap(), ..without_waiting() }
}

#[tokio::test]
async fn a_flag_falls_for_everyone_once_and_the_same() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), timed("1s")).await;
    table.play("f5d6").await;
    let begun = table.state().clocks.unwrap();
    assert_eq!((begun.black.main_ms, begun.turn.color), (1_000, Color::Black));
    let end = table.state().seq + 1;
    table.settle(end).await;
    let state = table.state();
    let (result, turn) = (state.result.unwrap(), state.clocks.unwrap().turn);
    assert_eq!((result.outcome, result.reason), (Outcome::White, EndReason::Time));
    assert_eq!((state.phase, turn.since_ms), (Phase::Finished, None));
    assert!(turn.spent_ms >= 1_000, "{turn:?}");
}

#[tokio::test]
async fn a_restart_is_charged_to_nobody_and_everyone_is_told() {
    let mut server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), timed("20s+1s")).await;
    table.play("f5d6c3").await;
    let before = table.state().clone();
    restart(&mut server, &mut table).await;
    let room = table.room.clone();
    let is_held = |(_, event): &(u64, RoomEvent)| matches!(event, RoomEvent::ClockHeld { .. });
    let [black, white] = &mut table.players;
    for player in [black, white] {
        let told = |player: &Player| player.room(&room).state.seq > before.seq;
        player.until("what the restart did", told).await;
    }
    let seq = before.seq + 1;
    table.settle(seq).await;
    let (before, after) = (before.clocks.unwrap(), table.state().clocks.unwrap());
    assert_eq!((before.black, before.white), (after.black, after.white));
    assert_eq!((after.turn.color, after.turn.spent_ms), (Color::White, before.turn.spent_ms));
    let told = table.spectators[0].room(&room).events.iter().filter(|it| is_held(it)).count();
    assert!(told <= 1);
    table.play("d3").await;
}

#[tokio::test]
async fn a_bot_with_a_clock_comes_to_the_end_in_time() {
    let server = ServerProcess::start().await;
    let mut ann = Player::connect(server.address(), "Ann").await;
    let room = ann.create(timed("20s"), seats_against("level-10", Color::White)).await;
    play_to_end(&mut ann, &room, Color::Black).await;
    let state = &ann.room(&room).state;
    assert_eq!(state.result.unwrap().reason, EndReason::NoMovesLeft, "{:?}", state.clocks);
}
