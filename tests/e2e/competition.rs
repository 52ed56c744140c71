//! Games for the ranking: what they forbid, what they are worth, and whose nick it is.

use std::time::Duration;

use reversi_game::{Action, Color};
use reversi_private_postgres::PrivatePostgres;
use reversi_protocol::{
    Command, Competition, Hints, Nick, OfferKind, RankingLine, RefusalCode, ReviewSubject,
    RoleWish, RoomEvent, RoomId, RoomSettings, SaveName, SeatChoice, SeatChoices, ServerMessage,
    Start,
};
use reversi_tests::{Identity, Player, Refused, ServerProcess, within};
use tokio::time::sleep;

use crate::bots::{bot, play_to_end, without_waiting};
use crate::ghost_rooms::metric;
use crate::links::start;

/// Opens a game for the ranking against White, with settings that a competition does not heed.
async fn compete(player: &mut Player, nick: &str) -> Result<RoomId, Refused> {
    let settings = RoomSettings { hints: Some(Hints::Allowed), ..without_waiting() };
    let token = Some(player.identity.token);
    let competition = Competition { nick: Nick::new(nick).unwrap(), bot_color: Color::White };
    let create = Command::Create {
        settings,
        seats: SeatChoices::default(),
        token,
        competition: Some(competition),
        invitation: None,
        to: None,
    };
    player.open(create).await
}

async fn ranking(player: &mut Player) -> Vec<(u32, String, i32)> {
    let Ok(ServerMessage::Ranking { lines, .. }) = player.ask(Command::Ranking).await else {
        panic!("no ranking")
    };
    let line = |RankingLine { place, nick, score }| (place, nick.to_string(), score);
    lines.into_iter().map(line).collect()
}

/// What the report of the competitive mode says that a game is worth.
fn worth(discs: u32, placements: u32) -> i32 {
    let factor = |steps: &[(u32, i32)], last: i32, value: u32| {
        steps.iter().find(|(up_to, _)| value <= *up_to).map_or(last, |&(_, factor)| factor)
    };
    let for_discs = factor(&[(20, 1), (40, 2), (55, 3)], 4, discs);
    let for_length = factor(&[(50, 25), (53, 15), (57, 10), (59, 5)], 2, placements);
    for_discs * discs.cast_signed() + for_length * (placements.cast_signed() - 30)
}

#[tokio::test]
async fn a_game_for_the_ranking_is_played_without_help() {
    let server = ServerProcess::start_with(&["--bot-ms=20"]).await;
    let mut ann = Player::connect(server.address(), "Ann").await;
    let mut cleo = Player::connect(server.address(), "Cleo").await;
    ann.frames = Some(Vec::new());
    cleo.frames = Some(Vec::new());
    let room = compete(&mut ann, "ann").await.unwrap();
    cleo.join(&room, RoleWish::Spectator).await.unwrap();
    let legal = ann.until_turn(&room, Color::Black).await;
    ann.do_now(&room, ann.place_command(&room, legal[0])).await.unwrap();
    ann.until_turn(&room, Color::Black).await;
    let in_room = || room.clone();
    let offer = |kind| Command::Offer { room: in_room(), kind };
    for request in [
        Command::Hint { room: in_room(), bot: None, deepen: false },
        Command::Hint { room: in_room(), bot: Some(bot("000-hint")), deepen: false },
        Command::SeatBot { room: in_room(), color: Color::Black, bot: bot("level-10") },
        Command::SeatBot { room: in_room(), color: Color::White, bot: bot("level-1") },
        offer(OfferKind::Undo),
        offer(OfferKind::Draw),
        offer(OfferKind::Adjourn),
        offer(OfferKind::AllowHints),
        Command::Save { room: in_room(), name: SaveName::new("a").unwrap(), overwrite: false },
    ] {
        let refused = ann.ask(request.clone()).await.unwrap_err();
        assert_eq!(refused.code, RefusalCode::Competing, "{request:?}");
    }
    ann.resync(&room).await;
    cleo.until_seq(&room, ann.room(&room).state.seq).await;
    for player in [&ann, &cleo] {
        let frames = player.frames.as_ref().unwrap();
        assert!(frames.iter().any(|frame| frame.contains(r#""type":"placed""#)), "{frames:?}");
        let leak = frames.iter().find(|frame| frame.contains(r#""legal":"#));
        assert_eq!(leak, None, "{}", player.identity.name);
    }
}

/// Returns a start from which another room stands where this one does.
fn same_start(player: &Player, room: &RoomId) -> Start {
    Start::Transcript { moves: player.room(room).state.transcript() }
}

#[tokio::test]
async fn where_a_game_for_the_ranking_stands_nothing_is_analysed_in_any_room() {
    let server = ServerProcess::start_with(&["--bot-ms=20", "--rest-after=0"]).await;
    let mut ann = Player::connect(server.address(), "Ann").await;
    let mut cleo = Player::connect(server.address(), "Cleo").await;
    let room = compete(&mut ann, "ann").await.unwrap();
    let both = || SeatChoices { white: SeatChoice::Me, ..SeatChoices::default() };
    let hint = |room: &RoomId, bot| Command::Hint { room: room.clone(), bot, deepen: false };
    ann.until_turn(&room, Color::Black).await;
    let early = same_start(&ann, &room);
    play_until(&mut ann, &room, 10).await;
    let settings = |start| RoomSettings { start, ..without_waiting() };
    // What most games begin with is everybody's.
    let common = cleo.create(settings(early), both()).await;
    cleo.ask(hint(&common, None)).await.unwrap();
    let elsewhere = cleo.create(settings(same_start(&ann, &room)), both()).await;
    let with_bot = SeatChoices { white: SeatChoice::Bot(bot("level-3")), ..both() };
    let create = Command::Create {
        settings: settings(same_start(&ann, &room)),
        seats: with_bot.clone(),
        token: Some(cleo.identity.token),
        competition: None,
        invitation: None,
        to: None,
    };
    for request in [
        hint(&elsewhere, None),
        hint(&elsewhere, Some(bot("000-hint"))),
        Command::SeatBot { room: elsewhere.clone(), color: Color::Black, bot: bot("level-10") },
        create.clone(),
    ] {
        let refused = cleo.ask(request.clone()).await.unwrap_err();
        assert_eq!(refused.code, RefusalCode::RankedPosition, "{request:?}");
    }
    // Nor while nobody is at the game, and it rests.
    ann.accepted_seq(Command::Leave { room: room.clone() }).await.unwrap();
    while metric(&server, "reversi_rooms_in_memory").await > 2 {}
    let refused = cleo.ask(hint(&elsewhere, None)).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::RankedPosition);
    ann.join(&room, RoleWish::Player).await.unwrap();
    // A finished game that went through it is not looked back at.
    cleo.do_now(&elsewhere, Command::Resign { room: elsewhere.clone() }).await.unwrap();
    let review = Command::Review { of: ReviewSubject::Room { room: elsewhere.clone() } };
    let refused = cleo.ask(review.clone()).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::RankedPosition);
    // It is over: everybody may know.
    ann.do_now(&room, Command::Resign { room: room.clone() }).await.unwrap();
    cleo.open(create).await.unwrap();
}

/// Plays until Black's turn with this many placements.
async fn play_until(player: &mut Player, room: &RoomId, actions: usize) {
    while player.room(room).state.actions.len() < actions {
        let legal = player.until_turn(room, Color::Black).await;
        player.do_now(room, player.place_command(room, legal[0])).await.unwrap();
        player.until_turn(room, Color::Black).await;
    }
}

#[tokio::test]
async fn where_a_game_for_the_ranking_stands_nothing_is_analysed_at_another_server() {
    let name = "where_a_game_for_the_ranking_stands_nothing_is_analysed_at_another_server";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let option = format!("--database={}", database.database());
    let [one, two] = [start(&option).await, start(&option).await];
    let mut ann = Player::connect(one.address(), "Ann").await;
    let room = compete(&mut ann, "ann").await.unwrap();
    play_until(&mut ann, &room, 10).await;
    let settings = RoomSettings { start: same_start(&ann, &room), ..without_waiting() };
    let both = SeatChoices { white: SeatChoice::Me, ..SeatChoices::default() };
    // One of them comes later, and is told of it all the same.
    let mut elsewhere = Vec::new();
    for server in [two, start(&option).await] {
        let mut cleo = Player::connect(server.address(), "Cleo").await;
        let same = cleo.create(settings.clone(), both.clone()).await;
        elsewhere.push((server, cleo, Command::Hint { room: same, bot: None, deepen: false }));
    }
    for is_over in [false, true] {
        for (_, cleo, hint) in &mut elsewhere {
            let refused = async {
                while cleo.ask(hint.clone()).await.is_err() == is_over {
                    sleep(Duration::from_millis(20)).await;
                }
            };
            within("that it is known at another server", refused).await;
        }
        if !is_over {
            let (_, cleo, hint) = &mut elsewhere[0];
            let refused = cleo.ask(hint.clone()).await.unwrap_err();
            assert_eq!(refused.code, RefusalCode::RankedPosition);
            ann.do_now(&room, Command::Resign { room: room.clone() }).await.unwrap();
        }
    }
}

#[tokio::test]
async fn a_finished_game_is_ranked_once_and_for_good() {
    let mut server = ServerProcess::start_with(&["--bot-ms=20"]).await;
    let mut ann = Player::connect(server.address(), "Ann").await;
    assert_eq!(ranking(&mut ann).await, []);
    let room = compete(&mut ann, "Ann").await.unwrap();
    play_to_end(&mut ann, &room, Color::Black).await;
    let is_ranked = |player: &Player| {
        let last = player.room(&room).events.last();
        last.is_some_and(|(_, event)| matches!(event, RoomEvent::Ranked { .. }))
    };
    ann.until("the score", is_ranked).await;
    let state = &ann.room(&room).state;
    let placements = state.actions.iter().filter(|action| **action != Action::Pass).count();
    let score = worth(state.result.unwrap().discs.black, placements as u32);
    let expected = [(1, "Ann".to_owned(), score)];
    assert_eq!(ranking(&mut ann).await, expected);

    server.kill().await;
    server.restart().await;
    let mut ben = Player::connect(server.address(), "Ben").await;
    assert_eq!(ranking(&mut ben).await, expected);
    let refused = compete(&mut ben, "aNN").await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::NickTaken);
    // The same key is the same player, whatever the name.
    let elsewhere = Identity { key: ann.identity.key, ..Identity::new("Ann at home") };
    let mut elsewhere = Player::connect_as(server.address(), elsewhere).await;
    compete(&mut elsewhere, "Ann").await.unwrap();
}

#[tokio::test]
async fn a_game_that_is_given_up_is_not_ranked_and_takes_no_nick() {
    let server = ServerProcess::start_with(&["--bot-ms=20"]).await;
    let mut ann = Player::connect(server.address(), "Ann").await;
    let room = compete(&mut ann, "ann").await.unwrap();
    ann.do_now(&room, Command::Resign { room: room.clone() }).await.unwrap();
    assert_eq!(ranking(&mut ann).await, []);
    let mut ben = Player::connect(server.address(), "Ben").await;
    compete(&mut ben, "ann").await.unwrap();
}
