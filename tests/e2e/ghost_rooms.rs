//! Who is in a room and who only seems to be: seats that are raced for, left, kept and freed.

use std::time::Duration;

use reversi_game::{Color, Square};
use reversi_protocol::{
    Command, EndReason, Phase, PlayerName, Presence, RefusalCode, RoleWish, RoomEvent, RoomName,
    RoomSettings, RoomSummary, SeatChoice, SeatChoices, SeatView, ServerMessage, UnseatedReason,
};
use reversi_room::{
    Attendance, Deadline, Entry, Lot, Occupancy, OpenRequest, Room, SecretHash, TimeoutAction,
    Timeouts, Timestamp, open,
};
use reversi_tests::{Identity, Player, ServerProcess, Table, get, raw_request};

const BOTH_OPEN: SeatChoices =
    SeatChoices { black: SeatChoice::Open, white: SeatChoice::Open, draw: false };

#[tokio::test]
async fn two_who_join_in_the_same_instant_are_both_seated_and_a_third_is_told_it_is_full() {
    let server = ServerProcess::start().await;
    let mut host = Player::connect(server.address(), "Host").await;
    let mut guests = Vec::new();
    for name in ["Ann", "Ben", "Cleo"] {
        guests.push(Player::connect(server.address(), name).await);
    }
    let [mut ann, mut ben, mut cleo] = guests.try_into().unwrap();
    for _ in 0..50 {
        let room = host.create(RoomSettings::default(), BOTH_OPEN).await;
        let (first, second, third) = tokio::join!(
            ann.join(&room, RoleWish::Player),
            ben.join(&room, RoleWish::Player),
            cleo.join(&room, RoleWish::Player),
        );
        let mut seats: Vec<Color> =
            [&first, &second, &third].into_iter().flatten().flatten().copied().collect();
        seats.sort_unstable();
        assert_eq!(seats, Color::BOTH);
        let late = [first, second, third].into_iter().filter_map(Result::err);
        let late: Vec<_> = late.map(|refused| refused.code).collect();
        assert_eq!(late, [RefusalCode::RoomFull]);
        host.until("the start", |host| host.room(&room).state.phase == Phase::Playing).await;
    }
}

#[tokio::test]
async fn leaving_and_joining_again_at_once_takes_one_seat() {
    let server = ServerProcess::start().await;
    let mut host = Player::connect(server.address(), "Host").await;
    let mut guest = Player::connect(server.address(), "Guest").await;
    let room = host.create(RoomSettings::default(), BOTH_OPEN).await;
    assert_eq!(guest.join(&room, RoleWish::White).await, Ok(vec![Color::White]));
    // Both requests are on their way before the first is answered.
    let leave = guest.send(Command::Leave { room: room.clone() }).await.unwrap();
    let seats = guest.join(&room, RoleWish::White).await;
    assert_eq!(seats, Ok(vec![Color::White]));
    guest.reply(leave).await.unwrap();
    let seq = guest.room(&room).state.seq;
    host.until_seq(&room, seq).await;
    assert_eq!(host.room(&room).state.seats, [None, Some("Guest".to_owned())]);
    let told: Vec<&RoomEvent> = host.room(&room).events.iter().map(|(_, event)| event).collect();
    let is_as_expected = matches!(
        told[..],
        [
            RoomEvent::Seated { color: Color::White, .. },
            RoomEvent::Unseated { color: Color::White, reason: UnseatedReason::Left },
            RoomEvent::Seated { color: Color::White, .. },
        ]
    );
    assert!(is_as_expected, "{told:?}");
}

/// Two clients of one player, as on two screens: each knows of the seats that the other takes, and
/// one that leaves does not cost the other its seats.
#[tokio::test]
async fn two_clients_with_one_token_hold_the_same_seats() {
    let server = ServerProcess::start().await;
    let mut host = Player::connect(server.address(), "Host").await;
    let mut first = Player::connect(server.address(), "Ann").await;
    let elsewhere = Identity { token: first.identity.token, ..Identity::new("Ann") };
    let mut second = Player::connect_as(server.address(), elsewhere).await;
    let room = host.create(RoomSettings::default(), BOTH_OPEN).await;
    first.join(&room, RoleWish::Black).await.unwrap();
    assert_eq!(second.join(&room, RoleWish::Black).await, Ok(vec![Color::Black]));
    second.accepted_seq(Command::Leave { room: room.clone() }).await.unwrap();
    assert_eq!(host.resync(&room).await.seats, [Some("Ann".to_owned()), None]);

    // The other seat is taken from the second screen, and the game begins on both.
    let seats = second.join(&room, RoleWish::White).await;
    assert_eq!(seats, Ok(Color::BOTH.to_vec()));
    first.until("word of the second seat", |ann| ann.seats[&room] == Color::BOTH).await;
    first.until("the start", |ann| ann.room(&room).state.phase == Phase::Playing).await;
    first.do_now(&room, first.place_command(&room, Square::F5)).await.unwrap();
    first.do_now(&room, first.place_command(&room, Square::D6)).await.unwrap();
    second.until("both moves", |ann| ann.room(&room).ply() == 2).await;
}

#[tokio::test]
async fn a_lost_players_seat_is_kept_and_one_that_was_left_is_free_at_once() {
    let server = ServerProcess::start().await;
    let mut host = Player::connect(server.address(), "Host").await;
    let mut ann = Player::connect(server.address(), "Ann").await;
    let mut ben = Player::connect(server.address(), "Ben").await;
    let room = host.create(RoomSettings::default(), BOTH_OPEN).await;
    ann.join(&room, RoleWish::Black).await.unwrap();
    let identity = ann.identity.clone();
    drop(ann);
    host.until("Ann's absence", |host| {
        matches!(host.room(&room).presence()[0], Some(Presence::Absent { .. }))
    })
    .await;
    let refused = ben.join(&room, RoleWish::Black).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::SeatTaken);
    let mut ann = Player::connect_as(server.address(), identity).await;
    assert_eq!(ann.join(&room, RoleWish::Black).await, Ok(vec![Color::Black]));
    ann.accepted_seq(Command::Leave { room: room.clone() }).await.unwrap();
    assert_eq!(ben.join(&room, RoleWish::Black).await, Ok(vec![Color::Black]));
}

#[tokio::test]
async fn a_seat_in_a_running_game_is_kept_for_who_left_it() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    let white = table.player(Color::White);
    white.accepted_seq(Command::Leave { room: room.clone() }).await.unwrap();
    let black = table.player(Color::Black);
    let loses_at = |black: &Player| match black.room(&room).presence()[1] {
        Some(Presence::Absent { loses_at_ms, .. }) => Some(loses_at_ms),
        Some(Presence::Connected) | None => None,
    };
    black.until("White's absence", |black| loses_at(black) == Some(None)).await;
    // On White's turn its absence costs the game, and when is told at once.
    let f5 = "f5".parse().unwrap();
    black.do_now(&room, black.place_command(&room, f5)).await.unwrap();
    black.until("the end", |black| loses_at(black).flatten().is_some()).await;
    let mut other = Player::connect(server.address(), "Other").await;
    let refused = other.join(&room, RoleWish::White).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::SeatTaken);
    let white = table.player(Color::White);
    assert_eq!(white.join(&room, RoleWish::Player).await, Ok(vec![Color::White]));
    table.play("d6c3").await;
}

#[tokio::test]
async fn the_count_of_spectators_follows_those_who_leave_and_those_who_are_lost() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    let mut second = Player::connect(server.address(), "Dora").await;
    second.join(&room, RoleWish::Spectator).await.unwrap();
    let black = table.player(Color::Black);
    black.until("two spectators", |black| black.room(&room).view.spectators == 2).await;
    second.accepted_seq(Command::Leave { room: room.clone() }).await.unwrap();
    black.until("one spectator", |black| black.room(&room).view.spectators == 1).await;
    table.spectators.clear();
    let black = table.player(Color::Black);
    black.until("no spectator", |black| black.room(&room).view.spectators == 0).await;
    let page = get(server.address(), &format!("/room/{room}")).await.body;
    assert!(!page.contains("watching"), "{page}");
}

#[tokio::test]
async fn two_connections_on_one_seat_are_both_live() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    // The numbers of a session's requests are its own affair: a second window has its own session.
    let session = Identity::new("Ann").session;
    let identity = Identity { session, ..table.players[0].identity.clone() };
    let mut second = Player::connect_as(server.address(), identity).await;
    assert_eq!(second.join(&room, RoleWish::Player).await, Ok(vec![Color::Black]));
    table.play("f5d6").await;
    second.until_seq(&room, table.state().seq).await;
    let placed = second.place(&room, Square::C3).await.unwrap();
    table.settle(placed).await;
    second.until_seq(&room, placed).await;
    assert_eq!(second.room(&room).state, *table.state());
    let presence = table.players[1].room(&room).presence();
    assert_eq!(presence[0], Some(Presence::Connected));
}

#[tokio::test]
async fn who_stays_away_on_the_own_turn_loses_after_the_limit() {
    let server = ServerProcess::start_with(&["--absence-limit=0"]).await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    table.play("f5d6").await;
    let [mut black, white] = table.players;
    drop(white);
    black
        .until("White's absence", |black| {
            matches!(black.room(&room).view.white, Some(SeatView { presence, .. })
                if presence != Presence::Connected)
        })
        .await;
    assert_eq!(black.room(&room).state.result, None, "it is Black's turn");
    black.place(&room, Square::C3).await.unwrap();
    let is_over = |black: &Player| black.room(&room).state.result.is_some();
    black.until("the end by absence", is_over).await;
    let result = black.room(&room).state.result.unwrap();
    assert_eq!(result.outcome.winner(), Some(Color::Black));
    assert_eq!(result.reason, EndReason::Abandonment);
    table.spectators[0].until("the end by absence", is_over).await;
    assert_eq!(table.spectators[0].room(&room).state, black.room(&room).state);
}

#[tokio::test]
async fn a_game_against_a_bot_waits_for_who_left_it() {
    let server = ServerProcess::start_with(&["--absence-limit=0"]).await;
    let mut player = Player::connect(server.address(), "Ann").await;
    let seats = SeatChoices { white: "bot:level-1".parse().unwrap(), ..SeatChoices::default() };
    let room = player.create(RoomSettings::default(), seats).await;
    let mut watcher = Player::connect(server.address(), "Kim").await;
    watcher.join(&room, RoleWish::Spectator).await.unwrap();
    player.place(&room, Square::F5).await.unwrap();
    player.until("the bot's move", |player| player.room(&room).state.actions.len() == 2).await;
    let identity = player.identity.clone();
    drop(player);
    let phase = |player: &Player| player.room(&room).state.phase;
    watcher.until("the game to wait", |watcher| phase(watcher) == Phase::Adjourned).await;
    let mut player = Player::connect_as(server.address(), identity).await;
    assert_eq!(player.join(&room, RoleWish::Player).await, Ok(vec![Color::Black]));
    player.until("the game to go on", |player| phase(player) == Phase::Playing).await;
    assert_eq!(player.room(&room).state.actions.len(), 2);
    watcher.until("the game to go on", |watcher| phase(watcher) == Phase::Playing).await;
}

#[tokio::test]
async fn a_game_goes_on_when_the_one_who_opened_the_room_is_gone() {
    let server = ServerProcess::start().await;
    let mut host = Player::connect(server.address(), "Host").await;
    let mut ann = Player::connect(server.address(), "Ann").await;
    let mut ben = Player::connect(server.address(), "Ben").await;
    let room = host.create(RoomSettings::default(), BOTH_OPEN).await;
    ann.join(&room, RoleWish::Player).await.unwrap();
    ben.join(&room, RoleWish::Player).await.unwrap();
    drop(host);
    ann.until("the host's end", |ann| ann.room(&room).view.spectators == 0).await;
    let placed = ann.place(&room, Square::F5).await.unwrap();
    ben.until_seq(&room, placed).await;
    let placed = ben.place(&room, Square::D6).await.unwrap();
    ann.until_seq(&room, placed).await;
    assert_eq!(ann.room(&room).state.phase, Phase::Playing);
}

/// The limits of [`Timeouts`] are minutes to days, so the room is asked what it would do.
#[test]
fn before_a_game_a_lost_players_seat_is_freed_after_two_minutes_and_an_empty_room_closes_after_ten()
{
    const MINUTE_MS: u64 = 60_000;
    let token = Some(SecretHash::of(&[1; 16]));
    let request = OpenRequest {
        settings: RoomSettings::default(),
        seats: SeatChoices::default(),
        name: PlayerName::new("Ann").unwrap(),
        token,
        player: None,
        saved: None,
        competition: None,
        invitation: None,
        default_name: RoomName::new("Ann").unwrap(),
    };
    let entry = |(seq, event)| Entry { seq, at: Timestamp(0), key: None, event };
    let entries: Vec<Entry> =
        (1..).zip(open(request, Lot::default()).unwrap()).map(entry).collect();
    let mut room = Room::from_entries(&"TEST".parse().unwrap(), entries).unwrap();
    let mut attendance = Attendance::nobody(Timestamp(0));
    let occupancy = Occupancy { seats: [true, false], spectators: 0, people: 1 };
    attendance.update(&occupancy, Timestamp(1_000));
    attendance.update(&Occupancy::default(), Timestamp(5_000));

    let freed = Deadline::next(&room, &attendance, &Timeouts::default()).unwrap();
    assert_eq!(freed.action, TimeoutAction::Unseat(Color::Black));
    assert_eq!(freed.at, Timestamp(5_000 + 2 * MINUTE_MS));
    for event in room.time_out(freed.action, freed.at) {
        room.evolve(&Entry { seq: room.seq() + 1, at: freed.at, key: None, event });
    }
    assert!(room.seat(Color::Black).is_none());
    let closed = Deadline::next(&room, &attendance, &Timeouts::default()).unwrap();
    assert_eq!(closed.action, TimeoutAction::Close);
    assert_eq!(closed.at, Timestamp(5_000 + 10 * MINUTE_MS));
}

#[tokio::test]
async fn one_address_fills_no_server() {
    let server = ServerProcess::start_with(&["--rooms-per-address=2"]).await;
    let mut ann = Player::connect(server.address(), "Ann").await;
    let mut ben = Player::connect(server.address(), "Ben").await;
    let seats = BOTH_OPEN;
    let room = ann.create(RoomSettings::default(), seats.clone()).await;
    ben.create(RoomSettings::default(), seats.clone()).await;
    for player in [&mut ann, &mut ben] {
        let settings = RoomSettings::default();
        let create = Command::Create {
            settings,
            seats: seats.clone(),
            token: None,
            competition: None,
            invitation: None,
            to: None,
        };
        let refused = player.open(create).await.unwrap_err();
        assert_eq!(
            (refused.code, refused.retry_after_ms),
            (RefusalCode::TooManyRooms, Some(60_000))
        );
    }
    // The rooms that there are go on.
    assert_eq!(ben.join(&room, RoleWish::Black).await, Ok(vec![Color::Black]));
}

#[tokio::test]
async fn a_finished_room_is_listed_with_who_played_there_when_they_have_left() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    table.play("f5d6").await;
    table.resign(Color::Black).await;
    for player in &mut table.players {
        let leave = Command::Leave { room: table.room.clone() };
        player.ask(leave).await.unwrap();
    }
    let told = table.spectators[0].ask(Command::Rooms { filter: None }).await.unwrap();
    let ServerMessage::Rooms { rooms, .. } = told else { panic!("{told:?}") };
    let [summary] = &rooms[..] else { panic!("{rooms:?}") };
    let players = [&summary.black, &summary.white].map(|who| who.as_ref().unwrap().name());
    assert_eq!((summary.phase, players), (Phase::Finished, ["Ann", "Ben"]));
}

/// Reads a number of the server's metrics.
pub(crate) async fn metric(server: &ServerProcess, name: &str) -> i64 {
    let metrics = get(server.address(), "/metrics").await.body;
    let value = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.unwrap_or_else(|| panic!("{name}: {metrics}")).parse().unwrap()
}

async fn until_all_rest(server: &ServerProcess) {
    while metric(server, "reversi_rooms_in_memory").await > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The rooms that are listed, once there are any: after a start they are read one after the other.
async fn listed(player: &mut Player) -> Vec<RoomSummary> {
    loop {
        let told = player.ask(Command::Rooms { filter: None }).await.unwrap();
        let ServerMessage::Rooms { rooms, .. } = told else { panic!("{told:?}") };
        if !rooms.is_empty() {
            break rooms;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

const BOTH_MINE: SeatChoices =
    SeatChoices { black: SeatChoice::Me, white: SeatChoice::Me, draw: false };

#[tokio::test]
async fn a_game_that_everyone_has_left_rests_and_is_as_it_was_when_they_come_back() {
    let mut server = ServerProcess::start_with(&["--rest-after=0"]).await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    table.play("f5d6").await;
    let before = table.state().clone();
    let [black, white] = table.players.map(|player| player.identity.clone());
    drop(table.spectators);
    // At rest, and after a start, where it rests from the beginning.
    for start in 0..3 {
        if start == 2 {
            server.kill().await;
            server.restart().await;
        }
        until_all_rest(&server).await;
        assert_eq!(metric(&server, "reversi_rooms").await, 1);
        let mut kim = Player::connect(server.address(), "Kim").await;
        let rooms = listed(&mut kim).await;
        assert_eq!((rooms.len(), &rooms[0].room, rooms[0].ply), (1, &room, 2));
        assert_eq!((rooms[0].phase, &rooms[0].away[..]), (Phase::Playing, &Color::BOTH[..]));
        let page = get(server.address(), &format!("/room/{room}")).await;
        assert!(page.body.contains("black to move."), "{}", page.body);
        let refused = kim.join(&room, RoleWish::White).await.unwrap_err();
        assert_eq!(refused.code, RefusalCode::SeatTaken);
        kim.join(&room, RoleWish::Spectator).await.unwrap();
        assert_eq!(kim.room(&room).state, before);
    }
    let mut black = Player::connect_as(server.address(), black).await;
    assert_eq!(black.join(&room, RoleWish::Player).await, Ok(vec![Color::Black]));
    let mut white = Player::connect_as(server.address(), white).await;
    assert_eq!(white.join(&room, RoleWish::Player).await, Ok(vec![Color::White]));
    let placed = black.place(&room, Square::C3).await.unwrap();
    white.until_seq(&room, placed).await;
    let placed = white.place(&room, Square::D3).await.unwrap();
    black.until_seq(&room, placed).await;
}

/// After a start a room rests until somebody enters it: whoever looks at its address does not.
#[tokio::test]
async fn a_look_at_a_room_does_not_wake_it() {
    let mut server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    table.play("f5d6").await;
    server.kill().await;
    server.restart().await;
    for kind in ["text/plain", "text/html"] {
        let (address, room) = (server.address(), &table.room);
        let look =
            format!("GET /room/{room} HTTP/1.1\r\nHost: {address}\r\nAccept: {kind}\r\n\r\n");
        let page = raw_request(address, look.as_bytes()).await;
        assert!(page.body.contains("black to move."), "{}", page.body);
    }
    assert_eq!(metric(&server, "reversi_rooms_in_memory").await, 0);
}

#[tokio::test]
async fn a_bots_turn_waits_in_a_room_at_rest() {
    let server = ServerProcess::start_with(&["--rest-after=0"]).await;
    let mut ann = Player::connect(server.address(), "Ann").await;
    let seats = SeatChoices { white: "bot:level-1".parse().unwrap(), ..SeatChoices::default() };
    let settings = RoomSettings { think_ms_min: 2_000, ..RoomSettings::default() };
    let room = ann.create(settings, seats).await;
    ann.place(&room, Square::F5).await.unwrap();
    let identity = ann.identity.clone();
    drop(ann);
    until_all_rest(&server).await;
    let mut ann = Player::connect_as(server.address(), identity).await;
    ann.join(&room, RoleWish::Player).await.unwrap();
    ann.until("the bot's move", |ann| ann.room(&room).state.actions.len() == 2).await;
}

#[tokio::test]
async fn rooms_at_rest_fill_no_server_and_those_that_nobody_shares_make_way() {
    let server = ServerProcess::start_with(&["--rest-after=0", "--rooms-per-address=3"]).await;
    let mut ann = Player::connect(server.address(), "Ann").await;
    let mut shared = Table::open(server.address(), RoomSettings::default()).await;
    shared.play("f5").await;
    drop(shared.players);
    drop(shared.spectators);
    until_all_rest(&server).await;
    let mut rooms = Vec::new();
    for _ in 0..8 {
        let room = ann.create(RoomSettings::default(), BOTH_MINE).await;
        ann.place(&room, Square::F5).await.unwrap();
        ann.accepted_seq(Command::Leave { room: room.clone() }).await.unwrap();
        until_all_rest(&server).await;
        rooms.push(room);
    }
    let listed: Vec<_> = listed(&mut ann).await.into_iter().map(|line| line.room).collect();
    assert_eq!(listed.len(), 4, "{listed:?}");
    assert!(rooms[5..].iter().chain([&shared.room]).all(|room| listed.contains(room)));
    assert_eq!(ann.join(&rooms[7], RoleWish::Player).await, Ok(Color::BOTH.to_vec()));
}
