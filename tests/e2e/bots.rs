//! Bots in seats: whole games against every kind, games that are watched or not, players for whom
//! a bot stands in, and bots that fail.

use std::time::Duration;

use futures::StreamExt as _;
use reversi_game::{Color, Square};
use reversi_protocol::{
    BotName, Command, EndReason, Occupant, OfferKind, Phase, RefusalCode, RoleWish, RoomEvent,
    RoomId, RoomSettings, SeatChoice, SeatChoices, ServerMessage, Start,
};
use reversi_tests::{Player, ServerProcess, Table};

/// Time for a bot's move: enough for all but the strongest, who then play the best found so far.
const BOT_MS: &str = "--bot-ms=100";

/// Games that are played at a time.
const AT_A_TIME: usize = 4;

pub(crate) fn bot(name: &str) -> BotName {
    name.parse().unwrap()
}

/// Settings of a room whose bots do not wait for people to see what happens.
pub(crate) fn without_waiting() -> RoomSettings {
    RoomSettings { think_ms_min: 0, ..RoomSettings::default() }
}

/// The creator against a bot that plays this colour.
pub(crate) fn seats_against(name: &str, color: Color) -> SeatChoices {
    let (me, bot) = (SeatChoice::Me, SeatChoice::Bot(bot(name)));
    match color {
        Color::Black => SeatChoices { black: bot, white: me, draw: false },
        Color::White => SeatChoices { black: me, white: bot, draw: false },
    }
}

fn seats_of_bots(black: &str, white: &str) -> SeatChoices {
    let [black, white] = [black, white].map(|name| SeatChoice::Bot(bot(name)));
    SeatChoices { black, white, draw: false }
}

/// Plays for one side to the end of the game, some legal square or other each time.
pub(crate) async fn play_to_end(player: &mut Player, room: &RoomId, color: Color) {
    loop {
        let legal = player.until_turn(room, color).await;
        if legal.is_empty() {
            return;
        }
        let square = legal[player.room(room).ply() as usize % legal.len()];
        let place = player.place_command(room, square);
        player.do_now(room, place).await.unwrap();
    }
}

/// Tells how often one of these events has come.
fn count(player: &Player, room: &RoomId, is_it: impl Fn(&RoomEvent) -> bool) -> usize {
    player.room(room).events.iter().filter(|(_, event)| is_it(event)).count()
}

async fn kinds(server: &ServerProcess) -> Vec<String> {
    let mut guest = Player::connect(server.address(), "Guest").await;
    let Ok(ServerMessage::Bots { bots, .. }) = guest.ask(Command::Bots).await else { panic!() };
    assert!(bots.iter().all(|kind| !kind.description.is_empty()), "{bots:?}");
    bots.into_iter().map(|kind| kind.name.to_string()).collect()
}

/// That each move is legal and made by the side to move is checked by the client's mirror.
#[tokio::test]
async fn every_kind_of_bot_plays_a_game_to_its_end() {
    let server = ServerProcess::start_with(&[BOT_MS]).await;
    let kinds = kinds(&server).await;
    let ladder: Vec<String> = (1..=10).map(|level| format!("level-{level}")).collect();
    assert_eq!(kinds[..10], ladder);
    assert!(kinds.len() >= 10 + 5, "{kinds:?}");
    let games = kinds.iter().enumerate().map(|(number, name)| {
        let color = Color::BOTH[number % 2];
        play_against(&server, name, color)
    });
    futures::stream::iter(games).buffer_unordered(AT_A_TIME).collect::<()>().await;
}

async fn play_against(server: &ServerProcess, name: &str, bots: Color) {
    let mut player = Player::connect(server.address(), "Ann").await;
    let room = player.create(without_waiting(), seats_against(name, bots)).await;
    assert_eq!(player.room(&room).state.seats[bots.index()].as_deref(), Some(name));
    play_to_end(&mut player, &room, bots.opponent()).await;
    let state = &player.room(&room).state;
    assert_eq!(state.result.unwrap().reason, EndReason::NoMovesLeft, "{name}");
    let asked_for = |(request, _): &&(reversi_protocol::Request, u64)| {
        matches!(request.command, Command::Place { .. })
    };
    let own = player.accepted.iter().filter(asked_for).count();
    let placed = state.actions.iter().filter(|action| action.square().is_some()).count();
    assert!(placed > own, "{name} has placed nothing");
}

#[tokio::test]
async fn two_bots_play_while_someone_watches_and_wait_while_nobody_does() {
    let server = ServerProcess::start_with(&[BOT_MS]).await;
    let mut watcher = Player::connect(server.address(), "Cleo").await;
    let room = watcher.create(without_waiting(), seats_of_bots("level-2", "000-easy")).await;
    watcher.until("ten moves", |player| player.room(&room).ply() >= 10).await;
    let leave = Command::Leave { room: room.clone() };
    let left_at = watcher.accepted_seq(leave).await.unwrap();

    // Meanwhile two others play a whole game, from a start that is in no book.
    let mut other = Player::connect(server.address(), "Dan").await;
    let start = Start::Opening { opening: "handicap:4".parse().unwrap() };
    let settings = RoomSettings { start, ..without_waiting() };
    let second = other.create(settings, seats_of_bots("001-easy", "level-1")).await;
    other.until_turn(&second, Color::Black).await;
    let is_over = |player: &Player| player.room(&second).state.phase == Phase::Finished;
    other.until("the end", is_over).await;

    let join = watcher.join_command(&room, RoleWish::Spectator);
    let Ok(ServerMessage::Joined { seq, seats, .. }) = watcher.ask(join).await else { panic!() };
    assert_eq!(seq, left_at, "something happened where nobody watched");
    assert_eq!(seats, []);
    let is_over = |player: &Player| player.room(&room).state.phase == Phase::Finished;
    watcher.until("the end", is_over).await;
    let result = watcher.room(&room).state.result.unwrap();
    assert_eq!(result.reason, EndReason::NoMovesLeft);
    assert_eq!(count(&watcher, &room, |event| matches!(event, RoomEvent::Ended { .. })), 1);
}

#[tokio::test]
async fn a_bot_plays_for_a_player_who_left_until_the_player_is_back() {
    let server = ServerProcess::start_with(&[BOT_MS, "--seat-limit=0.02"]).await;
    let mut table = Table::open(server.address(), without_waiting()).await;
    table.play("f5d6").await;
    let room = table.room.clone();
    let [ann, ben] = &mut table.players;
    let seat_bot =
        Command::SeatBot { room: room.clone(), color: Color::Black, bot: bot("level-1") };
    let refused = ben.accepted_seq(seat_bot.clone()).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::SeatTaken, "she is there");
    ann.accepted_seq(Command::Leave { room: room.clone() }).await.unwrap();
    let refused = ben.accepted_seq(seat_bot.clone()).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::SeatKept, "she may have lost her line");
    let wait_ms = refused.retry_after_ms.unwrap();
    assert!(wait_ms <= 1200, "0.02 minutes: {refused:?}");
    tokio::time::sleep(Duration::from_millis(wait_ms)).await;
    ben.do_now(&room, seat_bot).await.unwrap();
    let stands_in = ben.room(&room).events.iter().any(|(_, event)| {
        let RoomEvent::Seated { color: Color::Black, occupant } = event else { return false };
        matches!(occupant, Occupant::Bot { stands_in_for: Some(name), .. } if name.as_str() == "Ann")
    });
    assert!(stands_in, "{:?}", ben.room(&room).events);
    for _ in 0..3 {
        let legal = ben.until_turn(&room, Color::White).await;
        ben.do_now(&room, ben.place_command(&room, legal[0])).await.unwrap();
    }
    assert_eq!(ann.join(&room, RoleWish::Player).await, Ok(vec![Color::Black]));
    assert_eq!(ann.room(&room).state.seats[0].as_deref(), Some("Ann"));
    // If the bot was quicker than she was, it is his turn.
    while ann.room(&room).to_place(Color::Black).is_none() {
        let legal = ben.until_turn(&room, Color::White).await;
        ben.do_now(&room, ben.place_command(&room, legal[0])).await.unwrap();
        ann.until_seq(&room, ben.room(&room).state.seq).await;
    }
    let legal = ann.until_turn(&room, Color::Black).await;
    ann.do_now(&room, ann.place_command(&room, legal[0])).await.unwrap();
    ben.until_seq(&room, ann.room(&room).state.seq).await;
    assert_eq!(ben.room(&room).state, ann.room(&room).state);
}

/// Games of one person against bots in many rooms at once: each room gets the moves of its own game,
/// and the bot of each answers there. (The mirror of a room takes no move that does not fit.)
#[tokio::test]
async fn in_fifty_rooms_each_bot_answers_in_its_own() {
    let server = ServerProcess::start_with(&[BOT_MS]).await;
    let play = async |number: usize| {
        let mut player = Player::connect(server.address(), "Ann").await;
        let mut rooms = Vec::new();
        for _ in 0..10 {
            let seats = seats_against("level-2", Color::White);
            rooms.push(player.create(without_waiting(), seats).await);
        }
        for round in 0..2 {
            for (index, room) in rooms.iter().enumerate() {
                let legal = player.until_turn(room, Color::Black).await;
                let square = legal[(number + index + round) % legal.len()];
                player.do_now(room, player.place_command(room, square)).await.unwrap();
            }
        }
        for room in &rooms {
            player.until("the bot's answer", |player| player.room(room).ply() >= 4).await;
            let seated = player.room(room).state.seats.clone().map(Option::unwrap);
            assert_eq!(seated, ["Ann", "level-2"]);
        }
    };
    futures::future::join_all((0..5).map(play)).await;
}

/// The search of `debug-hangs` never ends: whatever happens here does not wait for it.
#[cfg(debug_assertions)]
#[tokio::test]
async fn a_player_takes_the_seat_back_while_the_bot_thinks() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    let hand_over =
        Command::SeatBot { room: room.clone(), color: Color::Black, bot: bot("debug-hangs") };
    table.ask(Color::Black, hand_over).await.unwrap();
    let [ann, _] = &mut table.players;
    let refused = ann.place(&room, Square::F5).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::BotPlays);
    ann.join(&room, RoleWish::Black).await.unwrap();
    let seq = ann.place(&room, Square::F5).await.unwrap();
    table.settle(seq).await;
    assert_eq!(table.state().transcript(), "f5");
}

#[tokio::test]
async fn undo_against_a_bot_goes_back_to_the_own_decision() {
    let server = ServerProcess::start_with(&[BOT_MS]).await;
    let mut ann = Player::connect(server.address(), "Ann").await;
    let room = ann.create(without_waiting(), seats_against("level-1", Color::Black)).await;
    let undo = Command::Offer { room: room.clone(), kind: OfferKind::Undo };
    let legal = ann.until_turn(&room, Color::White).await;
    let refused = ann.accepted_seq(undo.clone()).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::NothingToUndo, "only the bot has moved");
    let before = ann.room(&room).state.clone();
    assert_eq!(before.actions.len(), 1);
    ann.do_now(&room, ann.place_command(&room, legal[0])).await.unwrap();
    ann.until_turn(&room, Color::White).await;
    let ahead = ann.room(&room).state.clone();
    ann.do_now(&room, undo).await.unwrap();
    let state = &ann.room(&room).state;
    assert_eq!((&state.actions, state.board), (&before.actions, before.board));
    assert_eq!(state.to_move, Some(Color::White));
    ann.do_now(&room, Command::Redo { room: room.clone() }).await.unwrap();
    let state = &ann.room(&room).state;
    assert_eq!((&state.actions, state.board), (&ahead.actions, ahead.board));
    let draw = Command::Offer { room: room.clone(), kind: OfferKind::Draw };
    assert_eq!(ann.accepted_seq(draw).await.unwrap_err().code, RefusalCode::BotDeclines);
}

/// Undo comes while the bot thinks about a position that is no longer there then.
#[cfg(debug_assertions)]
#[tokio::test]
async fn undo_while_a_bot_thinks_leaves_it_no_old_position_to_play_in() {
    let server = ServerProcess::start_with(&[BOT_MS]).await;
    let mut ann = Player::connect(server.address(), "Ann").await;
    let room = ann.create(without_waiting(), seats_against("debug-hangs", Color::White)).await;
    ann.do_now(&room, ann.place_command(&room, Square::F5)).await.unwrap();
    let undo = Command::Offer { room: room.clone(), kind: OfferKind::Undo };
    ann.do_now(&room, undo).await.unwrap();
    assert_eq!(ann.room(&room).state.actions, []);
    ann.do_now(&room, ann.place_command(&room, Square::D3)).await.unwrap();
    let bots_change =
        Command::SeatBot { room: room.clone(), color: Color::White, bot: bot("level-1") };
    ann.do_now(&room, bots_change).await.unwrap();
    ann.until_turn(&room, Color::Black).await;
    assert!(ann.room(&room).state.transcript().starts_with("d3"));
    play_to_end(&mut ann, &room, Color::Black).await;
}

#[cfg(debug_assertions)]
#[tokio::test]
async fn what_is_said_while_a_bot_thinks_starts_no_second_search() {
    let server = ServerProcess::start().await;
    let mut table = Table::open(server.address(), RoomSettings::default()).await;
    let room = table.room.clone();
    let hand_over =
        Command::SeatBot { room: room.clone(), color: Color::Black, bot: bot("debug-hangs") };
    table.ask(Color::Black, hand_over).await.unwrap();
    for kind in [OfferKind::Draw, OfferKind::AllowHints, OfferKind::Adjourn] {
        let offer = table.offer(Color::White, kind).await.unwrap();
        let withdraw = Command::Withdraw { room: room.clone(), offer };
        table.ask(Color::White, withdraw).await.unwrap();
    }
    assert_eq!(server.metric("reversi_bot_searches").await, 1);
    assert_eq!(server.metric("reversi_bot_failures_total").await, 0);
}

#[cfg(debug_assertions)]
#[tokio::test]
async fn bots_that_panic_or_hang_stop_neither_their_own_games_nor_others() {
    // One thread: whoever hangs on it has to be replaced before anyone else can think.
    let server = ServerProcess::start_with(&["--bot-ms=50", "--bot-threads=1"]).await;
    let address = server.address();
    let play = async |name: &str, plies: u32| {
        let mut player = Player::connect(address, "Ann").await;
        let room = player.create(without_waiting(), seats_against(name, Color::White)).await;
        loop {
            let legal = player.until_turn(&room, Color::Black).await;
            if legal.is_empty() || player.room(&room).ply() >= plies {
                break;
            }
            player.do_now(&room, player.place_command(&room, legal[0])).await.unwrap();
        }
    };
    tokio::join!(play("debug-panics", 60), play("debug-hangs", 4), play("level-1", 60));
    assert!(server.metric("reversi_bot_failures_total").await >= 2 + 2);
}
