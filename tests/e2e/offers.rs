//! What players agree on: undo, draws, rematches, adjournment. Whatever is offered ends once.

use futures::StreamExt as _;
use reversi_game::{Action, Board, Color, Outcome, Square};
use reversi_protocol::{
    Command, EndReason, OfferAnswer, OfferEndReason, OfferKind, Opening, Phase, RefusalCode,
    RoleWish, RoomEvent, RoomId, RoomSettings, Start, UndoPolicy,
};
use reversi_tests::{Player, Refused, ServerProcess, Table};

use crate::known_games::{KnownGame, known_games};

const BLACK: Color = Color::Black;
const WHITE: Color = Color::White;

async fn open_table(server: &ServerProcess) -> Table {
    Table::open(server.address(), RoomSettings::default()).await
}

fn code<T>(result: Result<T, Refused>) -> Option<RefusalCode> {
    result.err().map(|refused| refused.code)
}

/// Returns how the offers of a room ended, as someone in it was told.
fn ends(player: &Player, room: &RoomId) -> Vec<(u64, OfferEndReason)> {
    let end = |event: &RoomEvent| {
        let RoomEvent::OfferEnded { offer, reason } = *event else { return None };
        Some((offer, reason))
    };
    player.room(room).events.iter().filter_map(|(_, event)| end(event)).collect()
}

/// The asker's move, the answer of the other side, and an offer in between: those asked see who
/// asks and how far it goes back.
#[tokio::test]
async fn two_people_undo_by_consent_back_to_the_askers_own_decision() {
    let server = ServerProcess::start().await;
    let mut table = open_table(&server).await;
    let room = table.room.clone();
    assert_eq!(code(table.offer(WHITE, OfferKind::Undo).await), Some(RefusalCode::NothingToUndo));
    table.play("f5d6").await;
    let before = table.state().clone();
    table.play("c3d3").await;
    // Black has to place; the own last move was c3, which White has answered.
    let offer = table.offer(BLACK, OfferKind::Undo).await.unwrap();
    for player in table.players.iter().chain(&table.spectators) {
        let pending = player.room(&room).state.offer.clone().unwrap();
        let told = (pending.id, pending.offer.by, pending.offer.kind, pending.offer.to_ply);
        assert_eq!(told, (offer, BLACK, OfferKind::Undo, Some(2)), "{}", player.identity.name);
    }
    assert_eq!(table.state().transcript(), "f5d6c3d3", "nothing happens before the answer");
    // Nobody but the other player can answer, and nobody but the asker can withdraw.
    for color in [BLACK, WHITE] {
        let wrong = match color {
            BLACK => Command::Answer { room: room.clone(), offer, answer: OfferAnswer::Accept },
            WHITE => Command::Withdraw { room: room.clone(), offer },
        };
        assert_eq!(code(table.ask(color, wrong).await), Some(RefusalCode::StaleOffer), "{color}");
    }
    let accept = Command::Answer { room: room.clone(), offer, answer: OfferAnswer::Accept };
    let watcher = table.spectators[0].accepted_seq(accept.clone()).await;
    assert!(matches!(code(watcher), Some(RefusalCode::StaleOffer | RefusalCode::NotSeated)));
    table.ask(WHITE, accept.clone()).await.unwrap();
    let state = table.state();
    assert_eq!((&state.actions, state.board), (&before.actions, before.board));
    assert_eq!(state.to_move, Some(BLACK));
    assert!(state.seq > before.seq, "numbers of events never go back");
    let (_, undone) = table.spectators[0].room(&room).events.last().unwrap();
    assert!(matches!(undone, RoomEvent::Undone { by: BLACK, placements: 2, .. }), "{undone:?}");
    // The same answer again comes too late.
    assert_eq!(code(table.ask(WHITE, accept).await), Some(RefusalCode::StaleOffer));
    assert_eq!(ends(&table.spectators[0], &room), [(offer, OfferEndReason::Accepted)]);
    table.play("c4").await;
}

#[tokio::test]
async fn a_declined_offer_waits_before_it_is_made_again() {
    let server = ServerProcess::start().await;
    let mut table = open_table(&server).await;
    table.play("f5d6").await;
    let offer = table.offer(BLACK, OfferKind::Undo).await.unwrap();
    // While it waits there is no second one, of either side.
    for (color, kind) in [(BLACK, OfferKind::Draw), (WHITE, OfferKind::Undo)] {
        assert_eq!(code(table.offer(color, kind).await), Some(RefusalCode::OfferPending));
    }
    table.answer(WHITE, offer, OfferAnswer::Decline).await.unwrap();
    let again = table.offer(BLACK, OfferKind::Undo).await.unwrap_err();
    assert_eq!(again.code, RefusalCode::OfferTooSoon);
    let wait = again.retry_after_ms.unwrap();
    assert!((1..=20_000).contains(&wait), "{wait} ms");
    assert_eq!(table.state().transcript(), "f5d6");
    // The other side, and another offer, need not wait.
    let other = table.offer(WHITE, OfferKind::Undo).await.unwrap();
    table.answer(BLACK, other, OfferAnswer::Decline).await.unwrap();
    table.agree(BLACK, OfferKind::AllowHints).await;
}

#[tokio::test]
async fn an_offer_lapses_when_the_other_side_moves_and_not_when_its_maker_does() {
    let server = ServerProcess::start().await;
    let mut table = open_table(&server).await;
    let room = table.room.clone();
    table.play("f5d6c3").await;
    let offer = table.offer(WHITE, OfferKind::Draw).await.unwrap();
    table.play("d3").await;
    assert_eq!(table.state().offer.clone().unwrap().id, offer);
    table.play("c4").await;
    assert_eq!(table.state().offer, None);
    for player in table.players.iter().chain(&table.spectators) {
        assert_eq!(ends(player, &room), [(offer, OfferEndReason::Overtaken)]);
    }
    let late = table.answer(BLACK, offer, OfferAnswer::Accept).await;
    assert_eq!(code(late), Some(RefusalCode::StaleOffer));
    // Accepted, it goes back to where it said.
    let offer = table.offer(BLACK, OfferKind::Undo).await.unwrap();
    table.answer(WHITE, offer, OfferAnswer::Accept).await.unwrap();
    assert_eq!(table.state().transcript(), "f5d6c3d3");
    let offer = table.offer(BLACK, OfferKind::Undo).await.unwrap();
    // Black's own next move withdraws it: it never comes to take back more than was asked.
    table.play("c4").await;
    let late = table.answer(WHITE, offer, OfferAnswer::Accept).await;
    assert_eq!(code(late), Some(RefusalCode::StaleOffer));
    assert_eq!(table.state().transcript(), "f5d6c3d3c4");
}

#[tokio::test]
async fn an_offer_ends_with_the_game() {
    let server = ServerProcess::start().await;
    let mut table = open_table(&server).await;
    table.play("f5d6").await;
    let offer = table.offer(BLACK, OfferKind::Undo).await.unwrap();
    table.resign(BLACK).await;
    let room = table.room.clone();
    for player in table.players.iter().chain(&table.spectators) {
        assert_eq!(ends(player, &room), [(offer, OfferEndReason::GameEnded)]);
        assert_eq!(terminal_events(player, &room), 1);
    }
    let late = table.answer(WHITE, offer, OfferAnswer::Accept).await;
    assert_eq!(code(late), Some(RefusalCode::StaleOffer));
    assert_eq!(code(table.offer(BLACK, OfferKind::Undo).await), Some(RefusalCode::GameOver));
}

fn terminal_events(player: &Player, room: &RoomId) -> usize {
    let events = player.room(room).events.iter();
    events.filter(|(_, event)| matches!(event, RoomEvent::Ended { .. })).count()
}

#[tokio::test]
async fn undo_is_as_the_room_says() {
    let server = ServerProcess::start().await;
    let settings = |undo| RoomSettings { undo: Some(undo), ..RoomSettings::default() };
    let mut table = Table::open(server.address(), settings(UndoPolicy::Off)).await;
    table.play("f5").await;
    assert_eq!(code(table.offer(BLACK, OfferKind::Undo).await), Some(RefusalCode::UndoOff));

    let mut table = Table::open(server.address(), settings(UndoPolicy::Free)).await;
    let redo = Command::Redo { room: table.room.clone() };
    table.play("f5d6").await;
    table.offer(BLACK, OfferKind::Undo).await.unwrap();
    assert_eq!(table.state().transcript(), "");
    table.ask(BLACK, redo.clone()).await.unwrap();
    assert_eq!(table.state().transcript(), "f5d6");
    table.offer(WHITE, OfferKind::Undo).await.unwrap();
    table.play("f4").await;
    assert_eq!(code(table.ask(BLACK, redo).await), Some(RefusalCode::NothingToRedo));

    let mut table = open_table(&server).await;
    table.play("f5").await;
    table.agree(BLACK, OfferKind::Undo).await;
    let redo = Command::Redo { room: table.room.clone() };
    assert_eq!(code(table.ask(BLACK, redo).await), Some(RefusalCode::RedoOff));
}

/// What stands when a side has to place, and how many actions led there.
type Moment = (usize, Board, Option<Color>);

fn moment(table: &Table) -> Moment {
    (table.state().actions.len(), table.state().board, table.state().to_move)
}

#[tokio::test]
async fn undo_takes_forced_passes_back_with_the_moves_that_brought_them() {
    let server = ServerProcess::start().await;
    let games = known_games();
    let with_pass = games.iter().filter(|game| !game.passes.is_empty()).take(8);
    let undone = with_pass.map(|game| undo_over_pass(&server, game));
    let undone: Vec<()> = futures::stream::iter(undone).buffer_unordered(4).collect().await;
    assert_eq!(undone.len(), 8);
}

/// Plays to the first pass. Then who moved asks, and takes back that one move; and who passed
/// asks, and takes back the own last move and that one. Each goes back to what stood before.
async fn undo_over_pass(server: &ServerProcess, game: &KnownGame) {
    let pass = &game.passes[0];
    let blocked = if pass.ends_with('X') { BLACK } else { WHITE };
    let placements: usize = pass[..pass.len() - 1].parse().unwrap();
    let mut table = open_table(server).await;
    let mut moments = Vec::new();
    for placed in 0..placements {
        moments.push(moment(&table));
        table.play(&game.moves[2 * placed..2 * placed + 2]).await;
    }
    let [.., before_last, last] = moments[..] else { panic!("{} passes at once", game.id) };
    assert_eq!((before_last.2, last.2), (Some(blocked), Some(blocked.opponent())), "{}", game.id);
    assert_eq!(table.state().actions.last(), Some(&Action::Pass), "{}", game.id);

    table.agree(blocked.opponent(), OfferKind::Undo).await;
    assert_eq!(moment(&table), last, "{}", game.id);
    table.play(&game.moves[2 * placements - 2..2 * placements]).await;
    table.agree(blocked, OfferKind::Undo).await;
    assert_eq!(moment(&table), before_last, "{}", game.id);
    // From there the game comes to its known end all the same.
    table.play(&game.moves[2 * placements - 4..]).await;
    assert_eq!(table.state().board.to_string(), game.board, "{}", game.id);
}

#[tokio::test]
async fn of_an_answer_and_a_withdrawal_in_the_same_instant_one_counts() {
    let server = ServerProcess::start().await;
    let (mut accepted, mut withdrawn) = (0, 0);
    for _ in 0..20 {
        let mut table = open_table(&server).await;
        let room = table.room.clone();
        table.play("f5d6").await;
        let offer = table.offer(BLACK, OfferKind::Undo).await.unwrap();
        let accept = Command::Answer { room: room.clone(), offer, answer: OfferAnswer::Accept };
        let withdraw = Command::Withdraw { room: room.clone(), offer };
        let [black, white] = &mut table.players;
        let answers = tokio::join!(white.accepted_seq(accept), black.accepted_seq(withdraw));
        let reason = match answers {
            (Ok(seq), Err(late)) => {
                assert_eq!(late.code, RefusalCode::StaleOffer);
                table.settle(seq).await;
                assert_eq!(table.state().actions, []);
                table.play("f5d6").await;
                accepted += 1;
                OfferEndReason::Accepted
            }
            (Err(late), Ok(seq)) => {
                assert_eq!(late.code, RefusalCode::StaleOffer);
                table.settle(seq).await;
                withdrawn += 1;
                OfferEndReason::Withdrawn
            }
            both => panic!("{both:?}"),
        };
        assert_eq!(table.state().transcript(), "f5d6");
        let ends = ends(&table.spectators[0], &room);
        assert_eq!(ends.iter().filter(|(ended, _)| *ended == offer).count(), 1);
        assert_eq!(ends.last(), Some(&(offer, reason)));
    }
    assert_eq!(accepted + withdrawn, 20);
}

#[tokio::test]
async fn an_offer_survives_a_restart_and_is_answered_then() {
    let mut server = ServerProcess::start().await;
    let mut table = open_table(&server).await;
    let room = table.room.clone();
    table.play("f5d6c3").await;
    let offer = table.offer(WHITE, OfferKind::Undo).await.unwrap();
    let before = table.state().clone();
    restart(&mut server, &mut table).await;
    let mut late = Player::connect(server.address(), "Late").await;
    late.join(&room, RoleWish::Spectator).await.unwrap();
    assert_eq!(late.room(&room).state, before, "the offer still waits");
    table.answer(BLACK, offer, OfferAnswer::Accept).await.unwrap();
    assert_eq!(table.state().transcript(), "f5");
}

/// Kills the server, starts it again, and brings everyone back.
pub(crate) async fn restart(server: &mut ServerProcess, table: &mut Table) {
    server.kill().await;
    come_back(server, table).await;
}

/// Starts a server that has ended, and brings everyone back.
pub(crate) async fn come_back(server: &mut ServerProcess, table: &mut Table) {
    server.restart().await;
    let room = table.room.clone();
    for player in table.players.iter_mut().chain(&mut table.spectators) {
        let role = match player.identity.name.as_str() {
            "Cleo" => RoleWish::Spectator,
            _ => RoleWish::Player,
        };
        player.reconnect(server.address()).await.unwrap();
        player.join(&room, role).await.unwrap();
    }
}

#[tokio::test]
async fn a_draw_by_agreement_ends_the_game_once() {
    let server = ServerProcess::start().await;
    let mut table = open_table(&server).await;
    let room = table.room.clone();
    table.play("f5d6").await;
    // Two who offer the same have agreed.
    let offer = table.offer(BLACK, OfferKind::Draw).await.unwrap();
    table.offer(WHITE, OfferKind::Draw).await.unwrap();
    let result = table.state().result.unwrap();
    assert_eq!((result.outcome, result.reason), (Outcome::Draw, EndReason::Agreement));
    assert_eq!((table.state().phase, table.state().to_move), (Phase::Finished, None));
    for player in table.players.iter().chain(&table.spectators) {
        assert_eq!(terminal_events(player, &room), 1);
        assert_eq!(ends(player, &room), [(offer, OfferEndReason::Accepted)]);
    }
}

#[tokio::test]
async fn a_rematch_begins_again_with_changed_colours() {
    let mut server = ServerProcess::start().await;
    let mut table = open_table(&server).await;
    assert_eq!(code(table.offer(BLACK, OfferKind::Rematch).await), Some(RefusalCode::NotNow));
    table.play("f5d6").await;
    table.resign(WHITE).await;
    // What is changed twice is as it was.
    table.agree(WHITE, OfferKind::SwapSeats).await;
    table.agree(WHITE, OfferKind::Rematch).await;
    let seats = [Some("Ann".to_owned()), Some("Ben".to_owned())];
    assert_eq!(table.state().seats, seats);
    assert_eq!((table.state().phase, &table.state().actions), (Phase::Playing, &Vec::new()));
    table.play("d3").await;
    restart(&mut server, &mut table).await;
    table.play("c3").await;
    assert_eq!((table.state().transcript(), &table.state().seats), ("d3c3".to_owned(), &seats));

    // Once, and Ben is Black.
    table.resign(BLACK).await;
    table.agree(BLACK, OfferKind::Rematch).await;
    let room = table.room.clone();
    assert_eq!(table.state().seats, [Some("Ben".to_owned()), Some("Ann".to_owned())]);
    let [ann, ben] = &mut table.players;
    let refused = ann.place(&room, Square::F5).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::NotYourTurn);
    let seq = ben.place(&room, Square::F5).await.unwrap();
    table.settle(seq).await;
}

#[tokio::test]
async fn each_game_of_a_room_draws_an_opening_which_a_restart_keeps() {
    let mut server = ServerProcess::start().await;
    let start = Start::Opening { opening: Opening::Xot };
    let settings = RoomSettings { start, ..RoomSettings::default() };
    let mut table = Table::open(server.address(), settings).await;
    let first = table.state().transcript();
    assert_eq!((first.len(), &first[..2]), (16, "f5"), "{first}");
    table.resign(WHITE).await;
    table.agree(WHITE, OfferKind::Rematch).await;
    let second = table.state().transcript();
    // One in more than ten thousand is the same.
    assert!(second.len() == 16 && second != first, "{first} {second}");
    restart(&mut server, &mut table).await;
    assert_eq!(table.state().transcript(), second);
    assert_eq!(code(table.offer(BLACK, OfferKind::Undo).await), Some(RefusalCode::NothingToUndo));
}

#[tokio::test]
async fn an_adjourned_game_goes_on_after_a_restart_when_both_are_there() {
    let mut server = ServerProcess::start().await;
    let mut table = open_table(&server).await;
    let room = table.room.clone();
    table.play("f5d6c3").await;
    table.agree(BLACK, OfferKind::Adjourn).await;
    assert_eq!(table.state().phase, Phase::Adjourned);
    let place = table.players[1].place_command(&room, Square::D3);
    for request in [
        place,
        Command::Resign { room: room.clone() },
        Command::Offer { room: room.clone(), kind: OfferKind::Undo },
    ] {
        let refused = table.ask(WHITE, request.clone()).await;
        assert_eq!(code(refused), Some(RefusalCode::Adjourned), "{request:?}");
    }
    for player in &mut table.players {
        player.accepted_seq(Command::Leave { room: room.clone() }).await.unwrap();
    }
    server.kill().await;
    server.restart().await;
    let resume = Command::Resume { room: room.clone() };
    let [ann, ben] = &mut table.players;
    ben.reconnect(server.address()).await.unwrap();
    assert_eq!(ben.join(&room, RoleWish::Player).await, Ok(vec![WHITE]));
    let alone = ben.accepted_seq(resume.clone()).await;
    assert_eq!(code(alone), Some(RefusalCode::Adjourned));
    ann.reconnect(server.address()).await.unwrap();
    assert_eq!(ann.join(&room, RoleWish::Player).await, Ok(vec![BLACK]));
    let watcher = &mut table.spectators[0];
    watcher.reconnect(server.address()).await.unwrap();
    watcher.join(&room, RoleWish::Spectator).await.unwrap();
    table.ask(WHITE, resume).await.unwrap();
    assert_eq!(table.state().phase, Phase::Playing);
    table.play("d3").await;
    assert_eq!(table.state().transcript(), "f5d6c3d3");
}
