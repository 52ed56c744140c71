//! What not everyone may know. (That no frame holds a token, a session or a hash of them is checked
//! on every frame of every test: see `Connection::next_text`.)

use reversi_game::{Color, Square};
use reversi_protocol::{
    Command, Invitation, LegalSquares, Phrase, RefusalCode, ReviewSubject, RoleWish, RoomEvent,
    RoomSettings, Said, SaveName, SeatChoices, ServerMessage, Visibility, Watch, WatchDelay,
};
use reversi_tests::{Identity, Player, Refused, ServerProcess, Table, get};
use rustix::process::Signal;

#[tokio::test]
async fn legal_squares_are_told_to_those_whom_the_room_lets_see_them() {
    let server = ServerProcess::start().await;
    for (legal_squares, to_players, to_spectators) in [
        (LegalSquares::Shown, true, true),
        (LegalSquares::Players, true, false),
        (LegalSquares::Hidden, false, false),
    ] {
        let settings = RoomSettings { legal_squares, ..RoomSettings::default() };
        let mut table = Table::open(server.address(), settings).await;
        table.play("f5d6c3").await;
        let room = table.room.clone();
        let [black, _] = &mut table.players;
        for (player, is_told) in [(black, to_players), (&mut table.spectators[0], to_spectators)] {
            let name = player.identity.name.clone();
            let events = &player.room(&room).events;
            let mut positions = events.iter().filter_map(|(_, event)| event.position());
            let is_as_expected = positions.all(|position| position.legal.is_some() == is_told);
            assert!(is_as_expected, "{legal_squares:?}, {name}: {events:?}");
            player.resync(&room).await;
            let is_in_snapshot = player.room(&room).view.position.legal.is_some();
            assert_eq!(is_in_snapshot, is_told, "{legal_squares:?}, {name}");
        }
    }
}

#[tokio::test]
async fn a_private_room_is_not_listed_and_its_long_name_lets_in() {
    let server = ServerProcess::start().await;
    let mut host = Player::connect(server.address(), "Host").await;
    let settings = RoomSettings { visibility: Visibility::Private, ..RoomSettings::default() };
    let room = host.create(settings, SeatChoices::default()).await;
    assert_eq!(room.as_str().len(), 16, "80 random bits");
    let mut guest = Player::connect(server.address(), "Guest").await;
    for filter in [None, Some("Host".to_owned()), Some(room.to_string())] {
        let reply = guest.ask(Command::Rooms { filter }).await;
        assert!(matches!(reply, Ok(ServerMessage::Rooms { total: 0, .. })), "{reply:?}");
    }
    assert_eq!(guest.join(&room, RoleWish::Player).await, Ok(vec![Color::White]));
    let started = |host: &Player| {
        let events = &host.room(&room).events;
        events.iter().any(|(_, event)| matches!(event, RoomEvent::Started { .. }))
    };
    host.until("the start", started).await;
}

#[tokio::test]
async fn a_seat_is_kept_for_an_invitation_of_which_only_a_hash_is_stored() {
    let mut server = ServerProcess::start_with(&["--log-level=trace"]).await;
    let [lost, sent] = [(); 2].map(|()| Invitation::from_bytes(rand::random()));
    let mut host = Player::connect(server.address(), "Host").await;
    let create = Command::Create {
        settings: RoomSettings::default(),
        seats: SeatChoices::default(),
        token: Some(host.identity.token),
        competition: None,
        invitation: Some(lost),
        to: None,
    };
    let room = host.open(create).await.unwrap();
    let invite = Command::Invite { room: room.clone(), invitation: Some(sent), to: None };
    host.accepted_seq(invite).await.unwrap();
    server.kill().await;
    server.restart().await;
    host.reconnect(server.address()).await.unwrap();
    host.join(&room, RoleWish::Player).await.unwrap();
    let mut guest = Player::connect(server.address(), "Guest").await;
    guest.join(&room, RoleWish::Spectator).await.unwrap();
    assert!(guest.room(&room).view.reserved);
    let listed = guest.ask(Command::Rooms { filter: None }).await.unwrap();
    assert!(matches!(listed, ServerMessage::Rooms { rooms, .. } if rooms[0].reserved));
    let page = get(server.address(), &format!("/room/{room}")).await;
    assert!(page.body.contains("(reserved)"), "{page:?}");
    let mut join = guest.join_command(&room, RoleWish::Player);
    for (shown, seats) in [
        (None, Err(RefusalCode::SeatReserved)),
        (Some(lost), Err(RefusalCode::SeatReserved)),
        (Some(sent), Ok(vec![Color::White])),
    ] {
        if let Command::Join { invitation, .. } = &mut join {
            *invitation = shown;
        }
        let reply = guest.ask(join.clone()).await.map_err(|refused| refused.code);
        let seated = reply.map(|reply| {
            let ServerMessage::Joined { seats, .. } = reply else { panic!("{reply:?}") };
            seats
        });
        assert_eq!(seated, seats);
    }
    host.until("the start", |host| !host.room(&room).view.reserved).await;
    // What is stored lies there before anyone hears of it, and before the server tidies up.
    server.kill().await;
    let files = std::fs::read_dir(server.data()).unwrap().map(|file| file.unwrap().path());
    let stored = files.filter_map(|file| std::fs::read(file).ok()).flatten().collect::<Vec<u8>>();
    let has = |bytes: &[u8]| stored.windows(bytes.len()).any(|window| window == bytes);
    assert!(has(b"\"reserved\""), "the journal is read");
    let log = server.log().join("\n");
    for secret in [lost, sent] {
        let hex = secret.to_hex();
        assert!(!log.contains(&hex) && !has(hex.as_bytes()) && !has(secret.as_bytes()));
    }
}

#[tokio::test]
async fn no_secret_is_logged_even_at_the_finest_level() {
    let mut server = ServerProcess::start_with(&["--log-level=trace"]).await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    table.play("f5d6").await;
    let mut thief = Player::connect(server.address(), "Thief").await;
    assert!(thief.join(&room, RoleWish::White).await.is_err());
    let settings = RoomSettings { visibility: Visibility::Private, ..RoomSettings::default() };
    let private = thief.create(settings, SeatChoices::default()).await;
    thief.accepted_seq(Command::Leave { room: private.clone() }).await.unwrap();
    let white = table.player(Color::White);
    drop(white.reconnect(server.address()).await.unwrap());
    white.join(&room, RoleWish::Player).await.unwrap();
    assert!(white.place(&room, Square::A1).await.is_err());
    white.accepted_seq(Command::Leave { room: room.clone() }).await.unwrap();
    server.signal(Signal::TERM);
    assert!(server.ended().await.success());
    let log = server.log().join("\n");
    assert!(log.contains("TRACE"), "the level was not set");
    assert!(log.contains(&format!("room={room} ")), "a listed room is logged by its name");
    assert!(log.contains("room=private-"), "a private room is logged by a digest");
    assert!(!log.contains(private.as_str()), "who knows a private room's name may enter it");
    let people = table.players.iter().chain(&table.spectators).chain([&thief]);
    for Identity { name, session, token, key } in people.map(|player| &player.identity) {
        for secret in [token.to_hex(), session.to_hex(), key.to_hex()] {
            let leak = log.lines().find(|line| line.contains(&secret));
            assert_eq!(leak, None, "a secret of {name}");
        }
    }
}

#[tokio::test]
async fn spectators_who_are_told_late_are_shown_nothing_sooner_anywhere() {
    let mut server = ServerProcess::start().await;
    let mut black = Player::connect(server.address(), "Ada").await;
    let watch_delay = Some(WatchDelay::Placements(2));
    let settings = RoomSettings { watch_delay, ..RoomSettings::default() };
    let room = black.create(settings, SeatChoices::default()).await;
    let mut white = Player::connect(server.address(), "Ben").await;
    white.join(&room, RoleWish::Player).await.unwrap();
    let mut kim = Player::connect(server.address(), "Kim").await;
    kim.join(&room, RoleWish::Spectator).await.unwrap();
    for (ply, square) in (0..).zip(["f5", "d6", "c3"]) {
        let mover = if ply % 2 == 0 { &mut black } else { &mut white };
        mover.until("the moves before", |mover| mover.room(&room).ply() == ply).await;
        mover.place(&room, square.parse().unwrap()).await.unwrap();
    }
    kim.until("the first placement", |kim| kim.room(&room).ply() == 1).await;
    server.kill().await;
    server.restart().await;
    let address = server.address();
    let mut lea = Player::connect(address, "Lea").await;
    let reply = lea.join(&room, RoleWish::Spectator).await;
    assert_eq!(reply, Ok(vec![]));
    assert_eq!(lea.room(&room).view.actions.len(), 1);
    lea.resync(&room).await;
    assert_eq!(lea.room(&room).view.actions.len(), 1);
    let page = get(address, &format!("/room/{room}")).await;
    assert!(page.body.contains("# black   4") || page.body.contains("  4  Ada"), "{}", page.body);
    let listed = lea.ask(Command::Rooms { filter: None }).await.unwrap();
    let ServerMessage::Rooms { rooms, .. } = listed else { panic!("heard {listed:?}") };
    assert_eq!(rooms[0].ply, 1);
    let name = SaveName::new("seen").unwrap();
    let save = Command::Save { room: room.clone(), name: name.clone(), overwrite: false };
    lea.accepted_seq(save).await.unwrap();
    let saves = lea.ask(Command::Saves).await.unwrap();
    assert!(matches!(&saves, ServerMessage::Saves { saves, .. } if saves[0].ply == 1), "{saves:?}");
    white.reconnect(address).await.unwrap();
    white.join(&room, RoleWish::Player).await.unwrap();
    white.accepted_seq(Command::Resign { room: room.clone() }).await.unwrap();
    let is_all_known = |lea: &Player| {
        let view = &lea.room(&room).view;
        view.result.is_some() && view.actions.len() == 3
    };
    lea.until("the end and all before it", is_all_known).await;
}

#[tokio::test]
async fn where_only_players_may_watch_nobody_else_is_shown_anything() {
    let server = ServerProcess::start().await;
    let mut host = Player::connect(server.address(), "Host").await;
    let settings = RoomSettings { watch: Watch::Players, ..RoomSettings::default() };
    let room = host.create(settings, SeatChoices::default()).await;
    let mut guest = Player::connect(server.address(), "Guest").await;
    let refused = |reply: Result<Vec<Color>, Refused>| reply.err().map(|refused| refused.code);
    let total = async |guest: &mut Player| match guest.ask(Command::Rooms { filter: None }).await {
        Ok(ServerMessage::Rooms { total, .. }) => total,
        other => panic!("heard {other:?}"),
    };
    assert_eq!(total(&mut guest).await, 1);
    // Whoever came before the game began is out of it from then on.
    let mut spy = Player::connect(server.address(), "Spy").await;
    spy.join(&room, RoleWish::Spectator).await.unwrap();
    let mut other = Player::connect(server.address(), "Other").await;
    other.join(&room, RoleWish::Player).await.unwrap();
    assert_eq!(total(&mut guest).await, 0);
    spy.until("word that it is out", |spy| spy.rooms.is_empty()).await;
    let room_of = || room.clone();
    let of = || ReviewSubject::Room { room: room.clone() };
    let said = || Said::Phrase { phrase: Phrase::Hello };
    for command in [
        Command::Say { room: room_of(), said: said() },
        Command::Resync { room: room_of() },
        Command::Hint { room: room_of(), bot: None, deepen: false },
        Command::Leave { room: room_of() },
        Command::Review { of: of() },
    ] {
        let refused = spy.ask(command.clone()).await.unwrap_err();
        assert_eq!(refused.code, RefusalCode::NotInRoom, "{command:?}");
    }
    let pong = spy.ask(Command::Ping).await;
    assert!(matches!(&pong, Ok(ServerMessage::Pong { rooms, .. }) if rooms.is_empty()), "{pong:?}");
    let watched = guest.join(&room, RoleWish::Spectator).await;
    assert_eq!(refused(watched), Some(RefusalCode::NotWatched));
    assert_eq!(get(server.address(), &format!("/room/{room}")).await.status, 404);
    host.accepted_seq(Command::Resign { room: room.clone() }).await.unwrap();
    let games = guest.ask(Command::Games { player: None, before: None }).await.unwrap();
    assert!(matches!(&games, ServerMessage::Games { games, .. } if games.is_empty()), "{games:?}");
    let review = spy.ask(Command::Review { of: of() }).await;
    assert_eq!(review.unwrap_err().code, RefusalCode::NotInRoom);
}
