//! The threads for searches: what comes back from good and from broken searches.

use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use futures::FutureExt as _;
use reversi_engine::{Control, Hint, Request};
use reversi_game::{Game, Position, SquareSet};
use reversi_room::Timestamp;
use tokio::time::timeout;

use super::*;
use crate::clock::Clock;

const WAIT_MAX: Duration = Duration::from_secs(20);

fn pool(threads: usize, budget_ms: u64) -> (SearchPool, PoolMetrics) {
    let metrics = PoolMetrics::default();
    let (budget, clock) = (Duration::from_millis(budget_ms), Clock::start(Timestamp(0)));
    (SearchPool::start(threads, budget, clock, metrics.clone()), metrics)
}

fn owner(connection: u64) -> Owner {
    Owner { network: [127, 0, 0, 1].into(), asker: Asker::Connection(connection) }
}

fn ask(pool: &SearchPool, urgency: Urgency, engine: BotEngine) -> Answer<reversi_game::Square> {
    let request = Request::of(&Game::default());
    pool.search(owner(0), urgency, engine.effort(), best_square(engine, request, None))
}

fn ask_hint(pool: &SearchPool, connection: u64) -> Answer<Vec<Hint>> {
    let search = values(Position::START);
    pool.search(owner(connection), Urgency::Hint, Effort::Long, search)
}

/// Keeps a thread busy until it is released.
fn hold(pool: &SearchPool, urgency: Urgency, effort: Effort) -> (Answer<()>, Sender<()>) {
    let (begun, on_begun) = channel();
    let (release, on_release) = channel();
    let search = move |_: Duration, _: Control<'_>| {
        begun.send(()).ok()?;
        on_release.recv().ok()
    };
    let holding = pool.search(owner(0), urgency, effort, search);
    on_begun.recv_timeout(WAIT_MAX).unwrap();
    (holding, release)
}

async fn awaited<A>(answer: Answer<A>) -> Result<A, SearchError> {
    timeout(WAIT_MAX, answer).await.expect("an answer in time")
}

fn engine(name: &str) -> BotEngine {
    BotEngine::of(&name.parse().unwrap()).unwrap()
}

#[tokio::test]
async fn every_kind_of_bot_answers_with_a_legal_square() {
    let (pool, _) = pool(2, 200);
    for kind in kinds() {
        let engine = BotEngine::of(&kind.name).unwrap();
        let square = awaited(ask(&pool, Urgency::Turn, engine)).await.unwrap();
        assert!(Position::START.legal().contains(square), "{}", kind.name);
    }
}

#[tokio::test]
async fn values_cover_every_legal_square() {
    let (pool, _) = pool(2, 1000);
    let values = awaited(ask_hint(&pool, 1)).await.unwrap();
    let squares: SquareSet = values.iter().map(|hint| hint.square).collect();
    assert_eq!(squares, Position::START.legal());
}

#[tokio::test]
async fn a_search_that_panics_fails_and_its_thread_goes_on() {
    let (pool, metrics) = pool(2, 100);
    for _ in 0..5 {
        let answer = awaited(ask(&pool, Urgency::Turn, BotEngine::Panics)).await;
        assert_eq!(answer, Err(SearchError::Failed));
    }
    assert_eq!(metrics.failures.get(), 5);
    assert!(awaited(ask(&pool, Urgency::Turn, engine("level-1"))).await.is_ok());
}

#[tokio::test]
async fn searches_that_hang_are_given_up_on_and_their_threads_replaced() {
    let (pool, metrics) = pool(2, 50);
    let hanging = [(); 3].map(|()| ask(&pool, Urgency::Turn, BotEngine::Hangs));
    for answer in hanging {
        assert_eq!(awaited(answer).await, Err(SearchError::Failed));
    }
    assert_eq!(metrics.failures.get(), 3);
    assert!(awaited(ask(&pool, Urgency::Turn, engine("level-1"))).await.is_ok());
}

#[tokio::test]
async fn a_search_that_is_no_longer_wanted_is_not_begun() {
    let (pool, metrics) = pool(1, 50);
    let (holding, release) = hold(&pool, Urgency::Turn, Effort::Long);
    drop(ask(&pool, Urgency::Turn, BotEngine::Panics));
    release.send(()).unwrap();
    assert_eq!(awaited(holding).await, Ok(()));
    // The queue is served in order, so what follows is served after it.
    assert!(awaited(ask(&pool, Urgency::Turn, engine("level-1"))).await.is_ok());
    assert_eq!(metrics.failures.get(), 0);
}

#[tokio::test]
async fn a_hint_that_is_hurried_is_answered_all_the_same() {
    let (pool, _) = pool(1, 1000);
    let answer = ask_hint(&pool, 1);
    answer.hurry();
    // What was found until then, or nothing at all: but an answer.
    let _ = awaited(answer).await;
}

/// Asks for hints at once; returns how many are declined.
async fn declined(pool: &SearchPool, connections: impl Iterator<Item = u64>) -> usize {
    let answers: Vec<_> = connections.map(|connection| ask_hint(pool, connection)).collect();
    let mut declined = 0;
    for answer in answers {
        answer.hurry();
        declined += usize::from(awaited(answer).await == Err(SearchError::Busy));
    }
    declined
}

#[tokio::test]
async fn too_many_hints_are_declined() {
    let (pool, _) = pool(2, 50);
    let declined = declined(&pool, 0..1000).await;
    assert!(declined > 800, "{declined} of 1000 declined");
}

#[tokio::test]
async fn one_connection_leaves_room_for_the_hints_of_others() {
    let (pool, _) = pool(2, 50);
    let mine: Vec<_> = (0..64).map(|_| ask_hint(&pool, 1)).collect();
    assert_ne!(awaited(ask_hint(&pool, 2)).await, Err(SearchError::Busy));
    let mut declined = 0;
    for answer in mine {
        declined += usize::from(awaited(answer).await == Err(SearchError::Busy));
    }
    assert!(declined > 32, "{declined} of 64 declined");
}

#[test]
fn the_kinds_are_those_of_the_protocols_example() {
    let examples = include_str!("../../../protocol/golden/server_message.json");
    let examples: serde_json::Value = serde_json::from_str(examples).unwrap();
    let message = serde_json::from_value(examples["bots"].clone()).unwrap();
    let reversi_protocol::ServerMessage::Bots { bots, .. } = message else {
        panic!("the example is a list of bots")
    };
    assert_eq!(kinds(), bots);
}

#[tokio::test]
async fn who_plays_a_bot_waits_for_no_games_between_bots() {
    let (pool, _) = pool(1, 1000);
    let mut watched: Vec<_> =
        (0..20).map(|_| ask(&pool, Urgency::Background, engine("level-7"))).collect();
    assert!(awaited(ask(&pool, Urgency::Turn, engine("level-7"))).await.is_ok());
    let last = watched.pop().unwrap();
    assert!(last.now_or_never().is_none(), "the person was served last");
}

#[tokio::test]
async fn a_quick_move_waits_for_no_long_search() {
    let (pool, _) = pool(1, 3000);
    let (holding, release) = hold(&pool, Urgency::Turn, Effort::Long);
    assert!(awaited(ask(&pool, Urgency::Turn, engine("level-1"))).await.is_ok());
    release.send(()).unwrap();
    assert_eq!(awaited(holding).await, Ok(()));
}

#[tokio::test]
async fn what_takes_spare_time_gives_way_to_whatever_waits() {
    let (pool, _) = pool(1, 50);
    let (begun, on_begun) = channel();
    let search = move |_: Duration, control: Control<'_>| {
        begun.send(()).ok()?;
        while !control.stop.is_stopped() {
            std::thread::yield_now();
        }
        Some(())
    };
    let spare = pool.search(owner(0), Urgency::Background, Effort::Spare, search);
    on_begun.recv_timeout(WAIT_MAX).unwrap();
    let other = pool.search(owner(0), Urgency::Background, Effort::Long, |_, _| Some(()));
    assert_eq!(awaited(other).await, Ok(()));
    assert_eq!(awaited(spare).await, Ok(()));
}

#[tokio::test]
async fn one_that_counts_nodes_is_not_hurried_and_holds_up_nobody_who_waits() {
    let (pool, metrics) = pool(1, 50);
    let (holding, release) = hold(&pool, Urgency::Background, Effort::Counted);
    // Given up on, which takes longer than what has a time may take.
    let hung = awaited(ask(&pool, Urgency::Turn, BotEngine::Hangs)).await;
    assert_eq!((hung, metrics.failures.get()), (Err(SearchError::Failed), 1));
    assert!(awaited(ask(&pool, Urgency::Turn, engine("level-7"))).await.is_ok());
    release.send(()).unwrap();
    assert_eq!(awaited(holding).await, Ok(()));
}
