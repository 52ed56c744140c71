//! A server that sends anything: every example of the protocol with numbers and texts that no
//! server means, told on the screen and line by line.

use reversi_client_core::answer::Output;
use reversi_client_core::intent::Query;
use reversi_client_core::symbols::Symbols;
use reversi_client_core::texts::Language;
use reversi_client_core::voice::sentences;
use reversi_game::{Color, Square};
use reversi_protocol::{RequestId, ServerMessage};
use serde_json::{Map, Value, json};

use super::pictures::reviewed_with;
use super::stage::Stage;
use crate::common::{FakeRoom, sessions};

/// The room that every message is made to be about.
const ROOM: &str = "K7QP";

/// Returns the protocol's examples of what a server sends.
fn examples() -> Vec<Value> {
    let examples = include_str!("../../../../protocol/golden/server_message.json");
    let mut examples: Map<String, Value> = serde_json::from_str(examples).unwrap();
    for example in examples.values_mut() {
        if let Some(room) = example.get_mut("room") {
            *room = json!(ROOM);
        }
    }
    examples.into_iter().map(|(_, example)| example).collect()
}

/// Returns the places of all values that are neither lists nor objects.
fn leaves(value: &Value, at: &str) -> Vec<String> {
    let below = |key: &str, value: &Value| leaves(value, &format!("{at}/{key}"));
    match value {
        Value::Array(items) => (0..)
            .zip(items)
            // The first items stand for all.
            .take(2)
            .flat_map(|(index, item): (u32, _)| below(&index.to_string(), item))
            .collect(),
        Value::Object(fields) => fields.iter().flat_map(|(key, value)| below(key, value)).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => vec![at.to_owned()],
    }
}

/// Returns what a value could be replaced by.
fn replacements(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(_) => {
            vec![json!(0), json!(u32::MAX), json!(u64::MAX), json!(i32::MIN), json!(i32::MAX)]
        }
        Value::String(_) => {
            let texts =
                ["\u{1b}[2J\u{9b}31m\r\n\u{202e}", "e\u{301}\u{301}李👨\u{200d}👩\u{200d}👧"];
            texts.into_iter().map(Value::from).chain([json!("m ".repeat(40_000))]).collect()
        }
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => Vec::new(),
    }
}

/// Returns every example with one value replaced, as far as a client takes it for a message.
fn hostile_messages() -> Vec<ServerMessage> {
    let mut messages = Vec::new();
    for example in examples() {
        for leaf in leaves(&example, "") {
            for replacement in replacements(example.pointer(&leaf).unwrap()) {
                let mut hostile = example.clone();
                *hostile.pointer_mut(&leaf).unwrap() = replacement;
                messages.extend(serde_json::from_value::<ServerMessage>(hostile));
            }
        }
    }
    messages
}

/// Makes a message the answer to a request.
fn answering(message: &ServerMessage, id: RequestId) -> ServerMessage {
    let mut value = serde_json::to_value(message).unwrap();
    if let Some(answered) = value.get_mut("id") {
        *answered = serde_json::to_value(id).unwrap();
    }
    serde_json::from_value(value).unwrap()
}

/// Brings the client about in a room where the most recent request waits for its answer.
fn asking(keys: &str) -> Stage {
    let mut room = FakeRoom::playing(ROOM);
    room.allow_hints();
    for square in [Square::D3, Square::C3] {
        room.place(square);
    }
    let mut stage = Stage::room(&[], &room, &[Color::Black]);
    stage.press(keys);
    stage
}

#[test]
fn nothing_that_a_server_says_is_beyond_line_mode() {
    let room = FakeRoom::playing(ROOM);
    for message in hostile_messages() {
        let mut session = sessions::seated(&room, &[Color::Black]);
        session.ask(Query::Bots, "bots");
        let id = sessions::requests(&mut session).last().unwrap().id;
        session.receive(answering(&message, id));
        for report in sessions::reports(&mut session) {
            sentences(Language::English, &Output::Report(report), &session, Symbols::default());
        }
    }
}

#[test]
fn a_review_of_values_beyond_reason_is_drawn() {
    for value in [i32::MIN, i32::MAX] {
        let mut stage = reviewed_with(&[], |mut moves| {
            for (reviewed, sign) in moves.iter_mut().zip([1, -1].into_iter().cycle()) {
                reviewed.value_centidiscs = value;
                reviewed.best_value_centidiscs = value.saturating_mul(sign);
            }
            moves
        });
        for (columns, rows) in [(80, 24), (120, 36)] {
            stage.resize(columns, rows);
            stage.press(", ,");
            stage.picture();
        }
    }
}

#[test]
fn nothing_that_a_server_says_makes_the_client_panic_or_writes_control_characters() {
    let messages = hostile_messages();
    assert!(messages.len() > 1000, "{}", messages.len());
    // The game as it goes on, and an older position of it.
    for (message, keys) in messages.iter().zip(["i", "< ."].into_iter().cycle()) {
        let mut stage = asking(keys);
        let id = stage.sent.last().unwrap().id;
        stage.hear(answering(message, id));
        let screen = stage.screen().join("");
        assert!(!screen.contains(|c: char| c.is_control() || c == '\u{202e}'), "{message:?}");
        stage.press("esc , w");
        stage.picture();
    }
}
