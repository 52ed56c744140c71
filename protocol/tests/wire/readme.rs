//! `README.md` tells what the types say: every code, limit, field and word, and a true dialogue.

use std::collections::BTreeSet;

use reversi_protocol::{
    CloseCode, ComeBack, Hello, HelloReply, RefusalCode, Request, ServerMessage, limits, schemas,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::golden::words_allowed;
use crate::rules::check_message;
use crate::schema::validator;

const README: &str = include_str!("../../README.md");

/// Returns the part under a heading of the second level.
fn section(heading: &str) -> &'static str {
    let (_, rest) = README.split_once(&format!("\n## {heading}\n")).unwrap();
    rest.split_once("\n## ").map_or(rest, |(section, _)| section)
}

/// Returns the cells of the rows of a section's only table, without its head.
fn table(heading: &str) -> Vec<Vec<&'static str>> {
    let rows = section(heading).lines().filter(|line| line.starts_with('|'));
    rows.skip(2).map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

#[test]
fn the_refusals_are_those_of_the_types() {
    let told: Vec<Vec<String>> = RefusalCode::ALL
        .iter()
        .map(|code| vec![format!("`{}`", code.as_str()), code.sentence().to_owned()])
        .collect();
    assert_eq!(table("Refusals"), told);
}

#[test]
fn the_close_codes_are_those_of_the_types() {
    let mut rows = table("Closing and coming back");
    let others = rows.pop().unwrap();
    assert_eq!((others[0], others[2]), ("others", "yes"));
    let told: Vec<(&str, &str)> = rows.iter().map(|row| (row[0], row[2])).collect();
    let numbers = CloseCode::ALL.map(|code| code.number().to_string());
    let types: Vec<(&str, &str)> = CloseCode::ALL
        .iter()
        .zip(&numbers)
        .map(|(code, number)| match CloseCode::come_back(code.number()) {
            ComeBack::Yes => (number.as_str(), "yes"),
            ComeBack::No => (number.as_str(), "no"),
        })
        .collect();
    assert_eq!(told, types);
    assert_eq!(CloseCode::come_back(1006), ComeBack::Yes);
}

/// Lists constants of [`limits`] with their names and values.
macro_rules! limits {
    ($($name:ident)*) => { [$((stringify!($name), limits::$name.to_string())),*] };
}

#[test]
fn the_limits_are_those_of_the_types() {
    let limits = limits! {
        CLIENT_FRAME_BYTES_MAX SERVER_FRAME_BYTES_MAX PLAYER_NAME_CHARS_MAX NICK_CHARS_MAX
        ROOM_NAME_CHARS_MAX HELLO_MS_MAX PING_INTERVAL_MS SILENCE_MS_MAX REQUESTS_BURST
        REQUESTS_PER_SECOND ROOMS_CREATED_PER_MINUTE ROOMS_PER_CONNECTION_MAX OUTBOX_FRAMES_MAX
        SAVE_NAME_CHARS_MAX SAVES_PER_PLAYER_MAX OFFER_MS_MAX OFFER_COOL_DOWN_MS GAMES_LISTED_MAX
        THINK_MS_MAX ROOMS_MAX ROOMS_PER_ADDRESS_MAX ROOMS_LISTED_MAX EVENTS_KEPT_PER_ROOM
        TIME_MAIN_S_MAX TIME_BONUS_S_MAX TIME_PERIODS_MAX DAYS_PER_MOVE_MAX CHAT_CHARS_MAX
        CHAT_LINES_KEPT CHAT_LINES_BURST CHAT_LINE_MS WATCHERS_NAMED_MAX DELAY_PLACEMENTS_MAX DELAY_S_MAX FIRST_MOVE_MS_MAX
        LAG_MS_PER_MOVE_MAX LAG_MS_PER_GAME_MAX STRENGTH_MAX PAIR_BOT_MS INVITATION_MS_MAX
        INVITATIONS_PER_MINUTE INVITATIONS_WAITING_MAX BLOCKED_MAX
    };
    let source = include_str!("../../src/limits.rs");
    let declared: Vec<&str> = source
        .lines()
        .filter_map(|line| line.strip_prefix("pub const ")?.split_once(':'))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(limits.each_ref().map(|(name, _)| *name)[..], declared);

    let rows = table("Limits");
    let told: Vec<(&str, &str)> =
        rows.iter().map(|row| (row[0].trim_matches('`'), row[1])).collect();
    let types: Vec<(&str, &str)> =
        limits.iter().map(|(name, value)| (*name, value.as_str())).collect();
    assert_eq!(told, types);
}

/// Collects the names of all fields that a schema describes.
fn fields(node: &Value, names: &mut BTreeSet<String>) {
    if let Some(properties) = node.get("properties").and_then(Value::as_object) {
        names.extend(properties.keys().cloned());
    }
    match node {
        Value::Object(parts) => parts.values().for_each(|part| fields(part, names)),
        Value::Array(parts) => parts.iter().for_each(|part| fields(part, names)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn every_field_and_word_is_told() {
    let mut names = BTreeSet::new();
    for (_, schema) in schemas() {
        fields(schema.as_value(), &mut names);
        let mut words = BTreeSet::new();
        words_allowed(schema.as_value(), schema.as_value(), "", &mut words);
        names.extend(words.into_iter().map(|(_, word)| word));
    }
    let untold: Vec<&String> =
        names.iter().filter(|name| !README.contains(&format!("`{name}`"))).collect();
    assert!(untold.is_empty(), "README.md says nothing of {untold:?}");
}

/// Reads a frame of the dialogue; it has to be valid and, if it is the server's, complete.
fn read_frame<T: Serialize + DeserializeOwned>(schema: &str, frame: &str) -> T {
    let value: Value = serde_json::from_str(frame).unwrap();
    assert!(validator(schema).is_valid(&value), "{frame}");
    let message: T = serde_json::from_str(frame).unwrap_or_else(|error| panic!("{error}: {frame}"));
    if schema != "request" {
        assert_eq!(serde_json::to_value(&message).unwrap(), value, "{frame}");
    }
    message
}

/// Checks that a server's frame answers the request that waits, if it has an `id`, and that events
/// are numbered without gaps.
fn check_order(frame: &Value, awaiting: &mut Option<Value>, seq: &mut u64) {
    if let Some(id) = frame.get("id") {
        assert_eq!(awaiting.take().as_ref(), Some(id), "{frame}");
    }
    let number = frame["seq"].as_u64();
    if frame["type"] == "snapshot" {
        *seq = number.unwrap();
    } else if frame["type"] == "event" {
        *seq += 1;
        assert_eq!(number, Some(*seq), "{frame}");
    }
}

#[test]
fn the_example_is_a_true_dialogue() {
    let (_, text) = section("An example").split_once("```text\n").unwrap();
    let (text, _) = text.split_once("\n```").unwrap();
    let (mut awaiting, mut seq) = (None, 0);
    for connection in text.split("\n\n") {
        let mut frames = connection.lines();
        let mut next = |who| frames.next().unwrap().strip_prefix(who).unwrap();
        read_frame::<Hello>("hello", next("C: "));
        read_frame::<HelloReply>("hello_reply", next("S: "));
        for frame in frames {
            let (who, frame) = frame.split_once(": ").unwrap();
            let value: Value = serde_json::from_str(frame).unwrap();
            if who == "C" {
                read_frame::<Request>("request", frame);
                assert_eq!(awaiting.replace(value["id"].clone()), None, "{frame}");
            } else {
                check_message(&read_frame::<ServerMessage>("server_message", frame));
                check_order(&value, &mut awaiting, &mut seq);
            }
        }
    }
    assert_eq!((awaiting, seq), (None, 11));
}
