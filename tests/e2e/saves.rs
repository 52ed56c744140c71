//! Saved and finished games: a player's own, from whatever client and after any restart.

use reversi_game::{Action, Color};
use reversi_protocol::{
    Command, GameSummary, OfferAnswer, OfferKind, Phase, RefusalCode, Request, RequestId,
    ReviewSubject, RoleWish, RoomEvent, RoomId, RoomSettings, SaveName, SavedGame, SeatChoice,
    SeatChoices, ServerMessage, Start, Visibility,
};
use reversi_tests::{Identity, Player, Refused, ServerProcess, Table};

use crate::known_games::known_games;

fn name(text: &str) -> SaveName {
    SaveName::new(text).unwrap()
}

fn code<T>(result: Result<T, Refused>) -> Option<RefusalCode> {
    result.err().map(|refused| refused.code)
}

/// Connects as the same player with another client: only the key is the same.
async fn another_client(server: &ServerProcess, player: &Player) -> Player {
    let identity = Identity { key: player.identity.key, ..Identity::new("Elsewhere") };
    Player::connect_as(server.address(), identity).await
}

async fn saves(player: &mut Player) -> Vec<SavedGame> {
    let reply = player.ask(Command::Saves).await;
    let Ok(ServerMessage::Saves { saves, .. }) = reply else { panic!("{reply:?}") };
    saves
}

async fn games(player: &mut Player, of: Option<&str>) -> Vec<GameSummary> {
    let command = Command::Games { player: of.map(str::to_owned), before: None };
    let reply = player.ask(command).await;
    let Ok(ServerMessage::Games { games, .. }) = reply else { panic!("{reply:?}") };
    games
}

fn both_seats() -> SeatChoices {
    SeatChoices { black: SeatChoice::Me, white: SeatChoice::Me, draw: false }
}

fn start_of(saved: &str) -> RoomSettings {
    RoomSettings { start: Start::Saved { name: name(saved) }, ..RoomSettings::default() }
}

/// Returns the moves of a known game with passes, up to the last but one.
fn moves_with_passes() -> &'static str {
    let game = known_games().into_iter().find(|game| game.passes.len() > 3).unwrap();
    &game.moves[..game.moves.len() - 4]
}

#[tokio::test]
async fn a_saved_game_survives_a_crash_and_is_undone_to_its_start_by_another_client() {
    let mut server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    table.play(moves_with_passes()).await;
    let before = table.state().clone();
    assert!(before.actions.contains(&Action::Pass));
    let save = Command::Save { room: table.room.clone(), name: name("long one"), overwrite: false };
    table.ask(Color::White, save).await.unwrap();
    server.kill().await;
    server.restart().await;

    let mut ben = another_client(&server, table.player(Color::White)).await;
    let listed = saves(&mut ben).await;
    let listed: Vec<_> =
        listed.iter().map(|save| (save.name.as_str(), save.ply as usize, save.discs)).collect();
    let discs = reversi_game::DiscCounts::of(&before.board);
    assert_eq!(listed, [("long one", before.actions.len(), discs)]);
    let room = ben.create(start_of("long one"), both_seats()).await;
    let loaded = ben.room(&room).state.clone();
    assert_eq!((&loaded.actions, loaded.board), (&before.actions, before.board));
    assert_eq!((loaded.phase, loaded.to_move), (Phase::Playing, before.to_move));

    let undo = Command::Offer { room: room.clone(), kind: OfferKind::Undo };
    let placements = before.actions.iter().filter(|action| **action != Action::Pass).count();
    for _ in 0..placements {
        ben.do_now(&room, undo.clone()).await.unwrap();
    }
    let start = &ben.room(&room).state;
    assert_eq!((start.actions.len(), start.to_move), (0, Some(Color::Black)));
    assert_eq!(code(ben.accepted_seq(undo).await), Some(RefusalCode::NothingToUndo));
    let redo = Command::Redo { room: room.clone() };
    for _ in 0..placements {
        ben.do_now(&room, redo.clone()).await.unwrap();
    }
    assert_eq!(ben.room(&room).state.actions, before.actions);
    assert_eq!(code(ben.accepted_seq(redo).await), Some(RefusalCode::NothingToRedo));
}

#[tokio::test]
async fn a_game_saved_at_its_end_is_loaded_as_finished_and_counts_once() {
    let mut server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    table.play("e6f4e3f6g5d6e7f5c5").await;
    let over = table.state().clone();
    let save = Command::Save { room: table.room.clone(), name: name("over"), overwrite: false };
    table.ask(Color::White, save).await.unwrap();

    let mut ben = another_client(&server, table.player(Color::White)).await;
    let room = ben.create(start_of("over"), both_seats()).await;
    let loaded = ben.room(&room).state.clone();
    assert_eq!((loaded.phase, loaded.result), (Phase::Finished, over.result));
    assert_eq!((&loaded.actions, loaded.board), (&over.actions, over.board));
    let undo = Command::Offer { room: room.clone(), kind: OfferKind::Undo };
    assert_eq!(code(ben.accepted_seq(undo).await), Some(RefusalCode::GameOver));
    let review = Command::Review { of: ReviewSubject::Room { room: room.clone() } };
    let told = ben.ask(review.clone()).await;
    assert!(matches!(told, Ok(ServerMessage::Review { .. })), "{told:?}");

    let load = Command::Load { room: room.clone(), name: name("over") };
    ben.do_now(&room, load).await.unwrap();
    assert_eq!(ben.room(&room).state.phase, Phase::Finished);
    assert_eq!(games(&mut ben, None).await.len(), 1, "it was played once");

    server.kill().await;
    server.restart().await;
    let mut ben = another_client(&server, table.player(Color::White)).await;
    assert_eq!(games(&mut ben, None).await.len(), 1);
    let again = ben.create(start_of("over"), both_seats()).await;
    assert_eq!(ben.room(&again).state.result, over.result);
}

#[tokio::test]
async fn a_name_that_exists_is_replaced_only_when_that_is_said() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    let save = |overwrite| Command::Save { room: room.clone(), name: name("one"), overwrite };
    table.play("f5").await;
    table.ask(Color::Black, save(false)).await.unwrap();
    table.play("d6").await;
    assert_eq!(code(table.ask(Color::Black, save(false)).await), Some(RefusalCode::SaveExists));
    assert_eq!(saves(table.player(Color::Black)).await[0].ply, 1, "it is as it was");
    table.ask(Color::Black, save(true)).await.unwrap();
    let ann = table.player(Color::Black);
    assert_eq!(saves(ann).await[0].ply, 2);
    let remove = Command::Remove { name: name("one") };
    let reply = ann.ask(remove.clone()).await;
    assert!(matches!(&reply, Ok(ServerMessage::Saves { saves, .. }) if saves.is_empty()));
    assert_eq!(code(ann.ask(remove).await), Some(RefusalCode::NoSuchSave));
}

#[tokio::test]
async fn nobody_else_sees_uses_or_removes_a_saved_game() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    table.play("f5d6").await;
    let save = Command::Save { room: room.clone(), name: name("mine"), overwrite: false };
    table.ask(Color::Black, save.clone()).await.unwrap();
    let [ann, ben] = &mut table.players;
    assert_eq!(saves(ben).await, []);
    for wrong in [
        Command::Load { room: room.clone(), name: name("mine") },
        Command::Remove { name: name("mine") },
        ben.create_command(start_of("mine"), both_seats()),
    ] {
        let refused = ben.ask(wrong.clone()).await;
        assert_eq!(code(refused), Some(RefusalCode::NoSuchSave), "{wrong:?}");
    }
    // Each has a name space of the own: the same name is no clash.
    ben.accepted_seq(save).await.unwrap();
    assert_eq!((saves(ann).await.len(), saves(ben).await.len()), (1, 1));
    assert_eq!(table.state().transcript(), "f5d6");
}

#[tokio::test]
async fn between_two_people_a_saved_game_is_loaded_by_consent() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    table.play("f5d6c3").await;
    let save = Command::Save { room: room.clone(), name: name("here"), overwrite: false };
    table.ask(Color::Black, save).await.unwrap();
    table.play("d3c4").await;
    let load = Command::Load { room: room.clone(), name: name("here") };
    let offer = table.ask(Color::Black, load.clone()).await.unwrap();
    assert_eq!(table.state().offer.as_ref().unwrap().offer.kind, OfferKind::Load);
    assert_eq!(table.state().transcript(), "f5d6c3d3c4");
    table.answer(Color::White, offer, OfferAnswer::Accept).await.unwrap();
    assert_eq!(table.state().transcript(), "f5d6c3");
    let started = &table.spectators[0].room(&room).events;
    let started = started.iter().filter(|(_, event)| matches!(event, RoomEvent::Started { .. }));
    assert!(started.count() >= 1);
    table.play("f4").await;
    // Undo works in what was loaded.
    table.agree(Color::Black, OfferKind::Undo).await;
    assert_eq!(table.state().transcript(), "f5d6");
}

#[tokio::test]
async fn finished_games_are_kept_and_those_of_private_rooms_are_for_their_players() {
    let mut server = ServerProcess::start().await;
    let open = finished(&server, Visibility::Listed).await;
    let mut table = finished(&server, Visibility::Private).await;
    server.kill().await;
    server.restart().await;

    let mut stranger = Player::connect(server.address(), "Dan").await;
    let listed = games(&mut stranger, None).await;
    assert_eq!(rooms(&listed), [&open.room]);
    let [public] = &listed[..] else { panic!("{listed:?}") };
    assert_eq!((public.black.name(), public.white.name()), ("Ann", "Ben"));
    assert_eq!(Some(public.result), open.state().result);
    let told = stranger.ask(Command::Game { game: public.game }).await.unwrap();
    let ServerMessage::Game { summary, actions, .. } = told else { panic!("{told:?}") };
    assert_eq!((*summary, &actions), (public.clone(), &open.state().actions));
    assert_eq!(rooms(&games(&mut stranger, Some("bEN")).await), [&open.room]);
    assert_eq!(games(&mut stranger, Some("Cleo")).await, []);

    // Both players of the private game find it, from any client; who watched it does not.
    let mut private = 0;
    for player in &table.players {
        let mut elsewhere = another_client(&server, player).await;
        let listed = games(&mut elsewhere, None).await;
        assert_eq!(rooms(&listed), [&table.room, &open.room], "the newest first");
        private = listed[0].game;
        let told = elsewhere.ask(Command::Game { game: private }).await;
        assert!(matches!(told, Ok(ServerMessage::Game { .. })), "{told:?}");
    }
    let watcher = &mut table.spectators[0];
    watcher.reconnect(server.address()).await.unwrap();
    for player in [watcher, &mut stranger] {
        assert_eq!(rooms(&games(player, None).await), [&open.room]);
        let refused = player.ask(Command::Game { game: private }).await;
        assert_eq!(code(refused), Some(RefusalCode::NoSuchGame));
        let refused = player.ask(Command::Game { game: 1_000_000 }).await;
        assert_eq!(code(refused), Some(RefusalCode::NoSuchGame), "the same answer");
    }
}

fn rooms(games: &[GameSummary]) -> Vec<&RoomId> {
    games.iter().map(|game| &game.room).collect()
}

/// Plays a game to the end that the board decides.
async fn finished(server: &ServerProcess, visibility: Visibility) -> Table {
    let settings = RoomSettings { visibility, ..RoomSettings::default() };
    let mut table = Table::open(server.address(), settings).await;
    table.play("e6f4e3f6g5d6e7f5c5").await;
    assert_eq!(table.state().phase, Phase::Finished);
    table
}

#[tokio::test]
async fn who_watches_may_save_and_who_is_elsewhere_may_not() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    table.play("f5d6").await;
    let save = Command::Save { room: table.room.clone(), name: name("seen"), overwrite: false };
    table.spectators[0].accepted_seq(save.clone()).await.unwrap();
    assert_eq!(saves(&mut table.spectators[0]).await[0].ply, 2);
    let mut stranger = Player::connect(server.address(), "Dan").await;
    assert_eq!(code(stranger.accepted_seq(save).await), Some(RefusalCode::NotInRoom));
    let room = stranger.join(&table.room, RoleWish::Spectator).await;
    assert_eq!(room, Ok(vec![]));
    assert_eq!(saves(&mut stranger).await, []);
}

/// Saves a game of White's against a bot, three plies long, as `name`.
async fn save_game_against_bot(server: &ServerProcess, saved: &str) -> Player {
    let mut ann = Player::connect(server.address(), "Ann").await;
    let seats = SeatChoices { black: bot("002-normal"), white: SeatChoice::Me, draw: false };
    let settings = RoomSettings { think_ms_min: 0, ..RoomSettings::default() };
    let room = ann.create(settings, seats).await;
    let [square, ..] = ann.until_turn(&room, Color::White).await[..] else { panic!("no square") };
    ann.place(&room, square).await.unwrap();
    ann.until("the bot's answer", |ann| ann.room(&room).ply() >= 3).await;
    let save = Command::Save { room, name: name(saved), overwrite: false };
    ann.accepted_seq(save).await.unwrap();
    ann
}

fn bot(kind: &str) -> SeatChoice {
    SeatChoice::Bot(kind.parse().unwrap())
}

fn seats_as_saved() -> SeatChoices {
    SeatChoices { black: SeatChoice::Saved, white: SeatChoice::Saved, draw: false }
}

#[tokio::test]
async fn a_saved_game_against_a_bot_goes_on_against_it_in_a_new_room() {
    let mut server = ServerProcess::start().await;
    let ann = save_game_against_bot(&server, "bot").await;
    server.kill().await;
    server.restart().await;
    let mut ben = another_client(&server, &ann).await;
    let [save] = &saves(&mut ben).await[..] else { panic!("one save") };
    let names = [&save.black, &save.white].map(|it| it.as_ref().map(|it| it.name().to_owned()));
    assert_eq!(names, [Some("002-normal".to_owned()), Some("Ann".to_owned())]);

    let settings = RoomSettings { think_ms_min: 0, ..start_of("bot") };
    let room = ben.create(settings, seats_as_saved()).await;
    assert_eq!(ben.seats[&room], [Color::White]);
    let state = &ben.room(&room).state;
    assert_eq!(state.seats, [Some("002-normal".to_owned()), Some("Elsewhere".to_owned())]);
    assert_eq!((state.phase, state.actions.len()), (Phase::Playing, 3));
    // The bot plays on.
    let [square, ..] = ben.until_turn(&room, Color::White).await[..] else { panic!("no square") };
    ben.place(&room, square).await.unwrap();
    ben.until("the bot's answer", |ben| ben.room(&room).ply() >= 5).await;
    // Back to the own first decision; what the bot did before it stays.
    let undo = Command::Offer { room: room.clone(), kind: OfferKind::Undo };
    for ply in [3, 1] {
        ben.do_now(&room, undo.clone()).await.unwrap();
        assert_eq!(ben.room(&room).ply(), ply);
    }
    assert_eq!(code(ben.accepted_seq(undo).await), Some(RefusalCode::NothingToUndo));
}

#[tokio::test]
async fn a_saved_game_against_a_bot_seats_it_in_the_room_of_one_person() {
    let server = ServerProcess::start().await;
    let mut ann = save_game_against_bot(&server, "bot").await;
    let settings = RoomSettings { think_ms_min: 0, ..RoomSettings::default() };
    // The bot has the other side here.
    let seats = SeatChoices { black: SeatChoice::Me, white: bot("level-1"), draw: false };
    let room = ann.create(settings, seats).await;
    let load = Command::Load { room: room.clone(), name: name("bot") };
    ann.do_now(&room, load.clone()).await.unwrap();
    ann.until("word of the own seat", |ann| ann.seats[&room] == [Color::White]).await;
    let names = |ann: &Player| ann.room(&room).state.seats.clone().map(Option::unwrap);
    assert_eq!(names(&ann), ["002-normal", "Ann"]);
    let [square, ..] = ann.until_turn(&room, Color::White).await[..] else { panic!("no square") };
    ann.place(&room, square).await.unwrap();
    ann.until("the bot's answer", |ann| ann.room(&room).ply() >= 5).await;

    // A game of one person with both seats, and back again.
    let alone = ann.create(RoomSettings::default(), both_seats()).await;
    let save = Command::Save { room: alone, name: name("alone"), overwrite: false };
    ann.accepted_seq(save).await.unwrap();
    ann.do_now(&room, Command::Load { room: room.clone(), name: name("alone") }).await.unwrap();
    ann.until("word of both seats", |ann| ann.seats[&room] == Color::BOTH).await;
    assert_eq!(names(&ann), ["Ann", "Ann"]);
    ann.place(&room, "f5".parse().unwrap()).await.unwrap();
    ann.do_now(&room, load).await.unwrap();
    assert_eq!(names(&ann), ["002-normal", "Ann"].map(str::to_owned));
    let [square, ..] = ann.until_turn(&room, Color::White).await[..] else { panic!("no square") };
    ann.place(&room, square).await.unwrap();
    ann.until("the bot's answer", |ann| ann.room(&room).ply() >= 5).await;
}

#[tokio::test]
async fn what_comes_again_before_its_answer_waits_for_it() {
    let server = ServerProcess::start().await;
    let mut first = Player::connect(server.address(), "Ann").await;
    // The same run of the client, over a line of its own.
    let mut second = Player::connect_as(server.address(), first.identity.clone()).await;
    let create = first.create_command(RoomSettings::default(), both_seats());
    let created = both(&mut first, &mut second, 1000, &create).await;
    let [ServerMessage::Joined { room, .. }, ServerMessage::Joined { room: again, .. }] = &created
    else {
        panic!("{created:?}")
    };
    assert_eq!(room, again);
    for id in 2000..2010 {
        let name = name(&id.to_string());
        let save = Command::Save { room: room.clone(), name: name.clone(), overwrite: false };
        let saved = both(&mut first, &mut second, id, &save).await;
        assert!(matches!(saved[0], ServerMessage::Accepted { .. }), "{saved:?}");
        assert_eq!(saved[0], saved[1]);
        let removed = both(&mut first, &mut second, id + 1000, &Command::Remove { name }).await;
        assert!(matches!(removed[0], ServerMessage::Saves { .. }), "{removed:?}");
        assert_eq!(removed[0], removed[1]);
    }
}

/// Sends the same request over two connections at once; returns both replies.
async fn both(
    first: &mut Player,
    second: &mut Player,
    id: u32,
    command: &Command,
) -> [ServerMessage; 2] {
    let request = Request { id: RequestId(id), command: command.clone() };
    first.send_request(request.clone()).await.unwrap();
    second.send_request(request).await.unwrap();
    [first.reply(RequestId(id)).await.unwrap(), second.reply(RequestId(id)).await.unwrap()]
}

#[tokio::test]
async fn what_is_saved_loaded_or_removed_twice_by_one_request_has_the_same_answer() {
    let mut server = ServerProcess::start().await;
    let mut ann = Player::connect(server.address(), "Ann").await;
    let room = ann.create(RoomSettings::default(), both_seats()).await;
    ann.place(&room, "f5".parse().unwrap()).await.unwrap();
    let again = |id, command: &Command| Request { id, command: command.clone() };
    let save = Command::Save { room: room.clone(), name: name("one"), overwrite: false };
    let replace = Command::Save { room: room.clone(), name: name("one"), overwrite: true };
    let (first, second) = (ann.next_id(), ann.next_id());
    ann.send_request(again(first, &save)).await.unwrap();
    let answer = ann.reply(first).await.unwrap();
    assert!(matches!(answer, ServerMessage::Accepted { .. }), "{answer:?}");
    ann.place(&room, "d6".parse().unwrap()).await.unwrap();
    ann.send_request(again(second, &replace)).await.unwrap();
    let replaced = ann.reply(second).await.unwrap();
    ann.place(&room, "c3".parse().unwrap()).await.unwrap();

    // The line is lost with the answers; the server is even another one.
    server.kill().await;
    server.restart().await;
    ann.reconnect(server.address()).await.unwrap();
    ann.join(&room, RoleWish::Player).await.unwrap();
    for (id, command, answer) in [(first, &save, &answer), (second, &replace, &replaced)] {
        ann.send_request(again(id, command)).await.unwrap();
        assert_eq!(&ann.reply(id).await.unwrap(), answer);
    }
    assert_eq!(saves(&mut ann).await[0].ply, 2, "what comes again has no second effect");

    let load = Command::Load { room: room.clone(), name: name("one") };
    let loaded = ann.next_id();
    ann.send_request(again(loaded, &load)).await.unwrap();
    let answer = ann.reply(loaded).await.unwrap();
    assert!(matches!(answer, ServerMessage::Accepted { .. }), "{answer:?}");

    let create = ann.create_command(start_of("one"), both_seats());
    let created = ann.next_id();
    ann.send_request(again(created, &create)).await.unwrap();
    let joined = ann.reply(created).await.unwrap();
    assert!(matches!(joined, ServerMessage::Joined { .. }), "{joined:?}");

    let remove = Command::Remove { name: name("one") };
    let id = ann.next_id();
    for _ in 0..2 {
        ann.send_request(again(id, &remove)).await.unwrap();
        let reply = ann.reply(id).await.unwrap();
        assert!(
            matches!(&reply, ServerMessage::Saves { saves, .. } if saves.is_empty()),
            "{reply:?}"
        );
    }
    // What was loaded before it was removed was loaded, and a room that began there is there.
    ann.send_request(again(loaded, &load)).await.unwrap();
    assert_eq!(ann.reply(loaded).await.unwrap(), answer);
    ann.send_request(again(created, &create)).await.unwrap();
    assert_eq!(ann.reply(created).await.unwrap(), joined);
    for new in [remove, load, create] {
        assert_eq!(code(ann.ask(new).await), Some(RefusalCode::NoSuchSave));
    }
}

#[tokio::test]
async fn what_one_address_makes_the_server_store_is_limited_over_all_its_connections() {
    let server = ServerProcess::start_as_shipped(&["--stores-per-minute=20"]).await;
    let (mut stored, mut refused) = (0, None);
    for name in ["Ann", "Ben", "Cleo"] {
        let mut player = Player::connect(server.address(), name).await;
        for _ in 0..10 {
            let (settings, seats) = (RoomSettings::default(), SeatChoices::default());
            let save = Command::Remove { name: SaveName::new("nothing").unwrap() };
            let create = player.create_command(settings, seats);
            let command = if stored == 0 { create } else { save };
            match player.ask(command).await {
                Err(it) if it.code == RefusalCode::RateLimited => refused = Some(it),
                Ok(_) | Err(_) => stored += 1,
            }
        }
    }
    let wait = refused.and_then(|refused| refused.retry_after_ms);
    assert!((20..25).contains(&stored) && wait.is_some(), "{stored} stored, {wait:?}");
}
