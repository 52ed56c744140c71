//! The threads that think: what comes back from good and from broken searches.

use std::sync::mpsc::channel;

use reversi_game::Game;

use super::*;
use crate::room_task::outbox::ConnectionId;

const PATIENCE: Duration = Duration::from_secs(20);

fn pool(budget: Duration) -> (BotPool, PoolMetrics) {
    let metrics = PoolMetrics::default();
    (BotPool::start(2, budget, metrics.clone()), metrics)
}

fn question(mind: Mind) -> Question {
    Question::Move { mind, request: Request::of(&Game::default()) }
}

fn ask(pool: &BotPool, mind: Mind) -> Thought {
    let (sender, receiver) = channel();
    pool.ask(question(mind), Urgency::Turn, StopFlag::default(), move |thought| {
        sender.send(thought).unwrap();
    });
    receiver.recv_timeout(PATIENCE).expect("an answer in time")
}

fn mind(name: &str) -> Mind {
    Mind::of(&name.parse().unwrap()).unwrap()
}

#[test]
fn every_kind_of_bot_answers_with_a_legal_square() {
    let (pool, _) = pool(Duration::from_millis(200));
    for kind in kinds() {
        let thought = ask(&pool, Mind::of(&kind.name).unwrap());
        let Thought::Move(square) = thought else { panic!("{}: {thought:?}", kind.name) };
        assert!(Position::START.legal().contains(square), "{}", kind.name);
    }
}

#[test]
fn values_cover_every_legal_square() {
    let (pool, _) = pool(Duration::from_secs(1));
    let (sender, receiver) = channel();
    let question = Question::Values(Position::START);
    let asked = pool.ask_hint(ConnectionId(1), question, StopFlag::default(), move |thought| {
        sender.send(thought).unwrap();
    });
    assert_eq!(asked, Ok(()));
    let Ok(Thought::Values(values)) = receiver.recv_timeout(PATIENCE) else {
        panic!("no values");
    };
    let squares: reversi_game::SquareSet = values.iter().map(|hint| hint.square).collect();
    assert_eq!(squares, Position::START.legal());
}

#[test]
fn a_search_that_panics_fails_and_its_thread_goes_on() {
    let (pool, metrics) = pool(Duration::from_millis(100));
    for _ in 0..5 {
        assert!(matches!(ask(&pool, Mind::Panics), Thought::Failed));
    }
    assert_eq!(metrics.failures.get(), 5);
    assert!(matches!(ask(&pool, mind("level-1")), Thought::Move(_)));
}

#[test]
fn searches_that_hang_are_given_up_on_and_their_threads_replaced() {
    let (pool, metrics) = pool(Duration::from_millis(50));
    let (sender, receiver) = channel();
    for _ in 0..3 {
        let sender = sender.clone();
        pool.ask(question(Mind::Hangs), Urgency::Turn, StopFlag::default(), move |thought| {
            sender.send(thought).unwrap();
        });
    }
    for _ in 0..3 {
        assert!(matches!(receiver.recv_timeout(PATIENCE), Ok(Thought::Failed)));
    }
    assert_eq!(metrics.failures.get(), 3);
    assert!(matches!(ask(&pool, mind("level-1")), Thought::Move(_)));
}

#[test]
fn a_search_that_is_no_longer_wanted_is_not_begun() {
    let (pool, metrics) = pool(Duration::from_millis(50));
    let stop = StopFlag::default();
    stop.stop();
    pool.ask(question(Mind::Panics), Urgency::Turn, stop, |thought| panic!("told {thought:?}"));
    // The queue is served in order, so what follows is served after it.
    ask(&pool, mind("level-1"));
    ask(&pool, mind("level-1"));
    assert_eq!(metrics.failures.get(), 0);
}

#[test]
fn too_many_hints_are_declined() {
    let (pool, _) = pool(Duration::from_millis(50));
    let ask = |connection| {
        let question = Question::Values(Position::START);
        pool.ask_hint(ConnectionId(connection), question, StopFlag::default(), |_| {})
    };
    let declined = (0..1000).map(ask).filter(Result::is_err).count();
    assert!(declined > 800, "{declined} of 1000 declined");
}

#[test]
fn one_connection_leaves_room_for_the_hints_of_others() {
    let (pool, _) = pool(Duration::from_millis(50));
    let ask = |connection| {
        let question = Question::Values(Position::START);
        pool.ask_hint(ConnectionId(connection), question, StopFlag::default(), |_| {})
    };
    let declined = (0..64).map(|_| ask(1)).filter(Result::is_err).count();
    assert!(declined > 32, "{declined} of 64 declined");
    assert_eq!(ask(2), Ok(()));
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

#[test]
fn who_plays_a_bot_waits_for_no_games_between_bots() {
    let metrics = PoolMetrics::default();
    let pool = BotPool::start(1, Duration::from_secs(1), metrics);
    let (sender, receiver) = channel();
    let ask = |urgency, name: &'static str| {
        let sender = sender.clone();
        let bot = question(mind("level-7"));
        pool.ask(bot, urgency, StopFlag::default(), move |_| sender.send(name).unwrap());
    };
    for _ in 0..20 {
        ask(Urgency::Leisure, "show");
    }
    ask(Urgency::Turn, "opponent");
    let order: Vec<&str> = (0..21).map(|_| receiver.recv_timeout(PATIENCE).unwrap()).collect();
    let place = order.iter().position(|name| *name == "opponent").unwrap();
    assert!(place < 20, "the person was served last");
}
