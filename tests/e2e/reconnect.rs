//! Lines that are lost and come back: nothing is missed, nothing comes twice, the seat stays.

use std::time::Duration;

use futures::future::join_all;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use reversi_game::{Color, Square};
use reversi_protocol::limits::EVENTS_KEPT_PER_ROOM;
use reversi_protocol::{
    Command, Occupant, OfferKind, Phase, Presence, RefusalCode, RoleWish, RoomEvent, RoomId,
    RoomSeq, RoomSettings, SeatChoices, ServerMessage,
};
use reversi_tests::{Identity, Player, ServerProcess, Table};
use rustix::process::Signal;
use tokio::time::sleep;

use crate::stored::{Acknowledged, Stored};

/// Plays random moves, at most so many.
async fn play_on(table: &mut Table, moves: usize, seed: u64) {
    let mut random = StdRng::seed_from_u64(seed);
    for _ in 0..moves {
        let Some(to_move) = table.state().to_move else { return };
        let legal = table.players[0].room(&table.room).to_place(to_move).unwrap();
        table.place(*legal.choose(&mut random).unwrap()).await;
    }
}

/// Loses the line without a word and comes back as the same client.
async fn drop_and_return(player: &mut Player, server: &ServerProcess, room: &RoomId) {
    let role = if player.room(room).state.seats.contains(&Some(player.identity.name.to_string())) {
        RoleWish::Player
    } else {
        RoleWish::Spectator
    };
    drop(player.reconnect(server.address()).await.unwrap());
    player.join(room, role).await.unwrap();
}

#[tokio::test]
async fn whoever_joins_in_the_middle_of_play_misses_no_move() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    let newcomers = async {
        let mut players = Vec::new();
        for _ in 0..40 {
            let mut player = Player::connect(server.address(), "Newcomer").await;
            player.join(&room, RoleWish::Spectator).await.unwrap();
            players.push(player);
        }
        players
    };
    let (mut newcomers, ()) = tokio::join!(newcomers, play_on(&mut table, 60, 1));
    let seq = table.state().seq;
    join_all(newcomers.iter_mut().map(|player| player.until_seq(&room, seq))).await;
    for player in &newcomers {
        assert_eq!(player.room(&room).state, *table.state());
    }
    // They came at different times, not all before the first move or after the last one.
    let heard = newcomers.iter().map(|player| player.room(&room).events.len());
    assert!(heard.clone().max() > heard.min(), "the newcomers came too late to miss anything");
}

#[tokio::test]
async fn a_move_stored_just_before_a_kill_reaches_both_sides_and_nobody_left() {
    let mut server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    table.play("f5d6").await;
    // The opponent and the spectator have not read it when the server dies.
    let placed = table.player(Color::Black).place(&room, Square::C3).await.unwrap();
    server.kill().await;
    server.restart().await;
    for player in table.players.iter_mut().chain(&mut table.spectators) {
        drop_and_return(player, &server, &room).await;
    }
    table.settle(placed).await;
    assert_eq!(table.state().transcript(), "f5d6c3");
    table.play("d3c4f4").await;
    for player in table.players.iter().chain(&table.spectators) {
        let mut events = player.room(&room).events.iter();
        assert!(!events.any(|(_, event)| matches!(event, RoomEvent::Unseated { .. })));
    }
}

#[tokio::test]
async fn after_a_line_was_lost_in_silence_the_missed_moves_come_in_order() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    table.play("f5").await;
    // The old connection stays open, as after a change of networks: nobody reads it any more.
    let old = table.player(Color::White).reconnect(server.address()).await.unwrap();
    // White plays on elsewhere meanwhile, on the same seat.
    let session = Identity::new("Ben").session;
    let identity = Identity { session, ..table.players[1].identity.clone() };
    let mut elsewhere = Player::connect_as(server.address(), identity).await;
    elsewhere.join(&room, RoleWish::Player).await.unwrap();
    let placed = elsewhere.place(&room, Square::D6).await.unwrap();
    let black = table.player(Color::Black);
    black.until_seq(&room, placed).await;
    let placed = black.place(&room, Square::C3).await.unwrap();
    let white = table.player(Color::White);
    assert_eq!(white.join(&room, RoleWish::Player).await, Ok(vec![Color::White]));
    let mirror = white.room(&room);
    assert_eq!(mirror.state.transcript(), "f5d6c3");
    assert_eq!(mirror.snapshots, 1, "the events were still kept");
    table.settle(placed).await;
    table.play("d3").await;
    drop(old);
}

#[tokio::test]
async fn a_line_that_breaks_twenty_times_during_a_game_changes_nothing() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    for toggle in 0..20 {
        play_on(&mut table, 2, toggle).await;
        let everyone = table.players.iter_mut().chain(&mut table.spectators);
        let unlucky = everyone.skip(toggle as usize % 3).step_by(2);
        for player in unlucky {
            drop_and_return(player, &server, &room).await;
        }
        let seq = table.state().seq;
        table.settle(seq).await;
    }
    for player in table.players.iter().chain(&table.spectators) {
        assert_eq!(player.room(&room).snapshots, 1, "what was missed came as events");
    }
}

#[tokio::test]
async fn who_missed_more_than_is_kept_gets_a_snapshot() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    let mut absent = table.spectators.pop().unwrap();
    play_on(&mut table, EVENTS_KEPT_PER_ROOM + 3, 2).await;
    drop_and_return(&mut absent, &server, &room).await;
    assert_eq!(absent.room(&room).state, *table.state());
    assert_eq!(absent.room(&room).snapshots, 2);
    table.spectators.push(absent);
    play_on(&mut table, 5, 3).await;
}

#[tokio::test]
async fn who_claims_to_have_seen_the_future_gets_a_snapshot() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    for (seen, snapshots) in [(u64::MAX, 2), (5, 3), (0, 4)] {
        let role = RoleWish::Spectator;
        let join = Command::Join {
            room: room.clone(),
            role,
            token: None,
            invitation: None,
            seen: Some(seen),
            named: false,
            strength: None,
        };
        let spectator = &mut table.spectators[0];
        spectator.ask(join).await.unwrap();
        let is_here = |player: &Player| player.room(&room).snapshots == snapshots;
        spectator.until("a snapshot", is_here).await;
    }
    table.play("f5d6").await;
}

#[tokio::test]
async fn a_resume_tells_who_is_there_and_a_return_is_told_to_the_others() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    let is_absent = |player: &Player, color: Color| {
        matches!(player.room(&room).presence()[color.index()], Some(Presence::Absent { .. }))
    };
    let is_there = |player: &Player, color: Color| {
        player.room(&room).presence()[color.index()] == Some(Presence::Connected)
    };
    let [mut black, mut white] = table.players;
    let identity = white.identity.clone();
    drop(white);
    black.until("White's absence", |player| is_absent(player, Color::White)).await;
    drop_and_return(&mut black, &server, &room).await;
    black
        .until("both presences", |player| {
            is_there(player, Color::Black) && is_absent(player, Color::White)
        })
        .await;
    white = Player::connect_as(server.address(), identity).await;
    white.join(&room, RoleWish::Player).await.unwrap();
    white
        .until("both presences", |player| Color::BOTH.map(|c| is_there(player, c)) == [true; 2])
        .await;
    black.until("White's return", |player| is_there(player, Color::White)).await;
    table.players = [black, white];
    table.play("f5d6").await;
}

#[tokio::test]
async fn a_wrong_token_neither_takes_an_absent_players_seat_nor_ends_the_absence() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    let [mut black, white] = table.players;
    let identity = white.identity.clone();
    drop(white);
    let absence = |player: &Player| player.room(&room).presence()[Color::White.index()];
    let is_absent = |player: &Player| matches!(absence(player), Some(Presence::Absent { .. }));
    black.until("White's absence", is_absent).await;
    let since = absence(&black);
    let thief = Identity { token: Identity::new("x").token, ..identity.clone() };
    let mut thief = Player::connect_as(server.address(), thief).await;
    for seen in [Some(1), None] {
        let command = Command::Join {
            room: room.clone(),
            role: RoleWish::White,
            token: Some(thief.identity.token),
            invitation: None,
            seen,
            named: false,
            strength: None,
        };
        let code = thief.ask(command).await.unwrap_err().code;
        assert!(matches!(code, RefusalCode::WrongToken | RefusalCode::SeatTaken), "{code:?}");
    }
    black.resync(&room).await;
    assert_eq!(absence(&black), since, "the absence goes on from when it began");
    let mut white = Player::connect_as(server.address(), identity).await;
    assert_eq!(white.join(&room, RoleWish::White).await, Ok(vec![Color::White]));
    table.players = [black, white];
    table.play("f5d6").await;
}

#[tokio::test]
async fn ten_reconnects_leave_one_listing_and_one_seat() {
    let server = ServerProcess::start().await;
    let mut black = Player::connect(server.address(), "Ann").await;
    let room = black.create(RoomSettings::default(), SeatChoices::default()).await;
    for _ in 0..10 {
        drop_and_return(&mut black, &server, &room).await;
    }
    let rooms = black.ask(Command::Rooms { filter: None }).await.unwrap();
    let ServerMessage::Rooms { rooms, total: 1, .. } = rooms else { panic!("{rooms:?}") };
    assert_eq!(rooms[0].room, room);
    assert_eq!(rooms[0].black.as_ref().map(Occupant::name), Some("Ann"));
    assert_eq!(rooms[0].white, None);
    assert_eq!(black.room(&room).state.seats, [Some("Ann".to_owned()), None]);
}

/// Undo lowers the ply and never the number of the event, so what was seen before it still says
/// what is missing.
#[tokio::test]
async fn who_was_away_during_an_undo_and_what_followed_misses_neither() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    table.play("f5d6c3d3").await;
    let mut away = table.spectators.pop().unwrap();
    let seen = away.room(&room).state.seq;
    table.agree(Color::Black, OfferKind::Undo).await;
    table.play("c4").await;
    assert!(table.state().actions.len() < away.room(&room).state.actions.len());
    let snapshots = away.room(&room).snapshots;
    drop_and_return(&mut away, &server, &room).await;
    assert_eq!(away.room(&room).state, *table.state());
    assert_eq!(away.room(&room).snapshots, snapshots, "the events were enough");
    let first_missed = away.room(&room).events.iter().find(|(seq, _)| *seq > seen);
    assert!(matches!(first_missed, Some((_, RoomEvent::Offered { .. }))), "{first_missed:?}");
}

#[tokio::test]
async fn a_request_whose_answer_was_lost_with_the_line_is_answered_on_the_next_one() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    let black = table.player(Color::Black);
    let id = black.send(black.place_command(&room, Square::F5)).await.unwrap();
    let pending = std::mem::take(&mut black.unanswered);
    drop_and_return(black, &server, &room).await;
    black.unanswered = pending;
    black.send_unanswered().await.unwrap();
    let reply = black.reply(id).await.unwrap();
    let ServerMessage::Accepted { seq, .. } = reply else { panic!("{reply:?}") };
    table.settle(seq).await;
    assert_eq!(table.state().transcript(), "f5");
    table.play("d6").await;
}

#[tokio::test]
async fn after_a_restart_the_side_to_move_plays_and_both_go_on() {
    let mut server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    table.play("f5d6c3").await;
    for round in 0..3 {
        server.kill().await;
        server.restart().await;
        // The side to move comes first and does not wait for the other.
        let to_move = table.state().to_move.unwrap();
        drop_and_return(table.player(to_move), &server, &room).await;
        let legal = table.player(to_move).room(&room).to_place(to_move).unwrap();
        let seq = table.player(to_move).place(&room, legal[0]).await.unwrap();
        drop_and_return(table.player(to_move.opponent()), &server, &room).await;
        drop_and_return(&mut table.spectators[0], &server, &room).await;
        table.settle(seq).await;
        play_on(&mut table, 4, round).await;
    }
    assert_eq!(table.state().phase, Phase::Playing);
}

#[tokio::test]
async fn moves_sent_while_the_server_stops_are_stored_or_not_acknowledged() {
    let mut server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    let mut acknowledged = Vec::new();
    let mut random = StdRng::seed_from_u64(4);
    server.signal(Signal::TERM);
    // Both play as long as they are answered.
    'play: while let Some(to_move) = table.state().to_move {
        let player = table.player(to_move);
        let legal = player.room(&room).to_place(to_move).unwrap();
        let command = player.place_command(&room, *legal.choose(&mut random).unwrap());
        let Ok(id) = player.send(command).await else { break };
        match player.reply(id).await {
            Ok(ServerMessage::Accepted { seq, .. }) => {
                let (request, _) = player.accepted.last().unwrap().clone();
                let session = player.identity.session;
                acknowledged.push(Acknowledged { room: room.clone(), session, request, seq });
                for player in &mut table.players {
                    while player.room(&room).state.seq < seq {
                        if player.receive().await.is_err() {
                            break 'play;
                        }
                    }
                }
            }
            Ok(ServerMessage::Refused { code: RefusalCode::Draining, .. }) | Err(_) => break,
            Ok(reply) => panic!("{reply:?}"),
        }
    }
    assert!(server.ended().await.success());
    assert_eq!(Stored::read(&server.database()).check(&acknowledged), Ok(()));
    server.restart().await;
    for player in table.players.iter_mut().chain(&mut table.spectators) {
        player.unanswered.clear();
        drop_and_return(player, &server, &room).await;
    }
    let seq = table.state().seq;
    table.settle(seq).await;
    play_on(&mut table, 4, 5).await;
}

#[tokio::test]
async fn a_pong_tells_how_far_each_room_is() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    for transcript in ["f5", "d6c3"] {
        table.play(transcript).await;
        let (room, seq) = (table.room.clone(), table.state().seq);
        // The room says so once everyone was sent the event, so that nobody takes it for lost.
        loop {
            let pong = table.spectators[0].ask(Command::Ping).await.unwrap();
            let ServerMessage::Pong { rooms, .. } = pong else { panic!("{pong:?}") };
            let [RoomSeq { room: of, seq: told }] = &rooms[..] else { panic!("{rooms:?}") };
            assert_eq!(*of, room);
            assert!(*told <= seq, "{told} is more than the spectator has");
            if *told == seq {
                break;
            }
            sleep(Duration::from_millis(20)).await;
        }
    }
}
