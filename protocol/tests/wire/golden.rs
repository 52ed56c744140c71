//! Every example is read and written unchanged, every kind of message has one, and what a later
//! version may add does no harm.

use std::collections::BTreeSet;
use std::fmt::Debug;

use reversi_protocol::{
    Command, Hello, HelloReply, RefusalCode, Request, ServerMessage, decode_request, schemas,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{example, examples, with_unknown_fields};

fn check_both_ways<T>(schema: &str)
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    for example in examples(schema) {
        let path = &example.path;
        let message: T =
            serde_json::from_str(&example.text()).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(serde_json::to_value(&message).unwrap(), example.value, "{path}");

        let later = with_unknown_fields(&example.value).to_string();
        assert_eq!(serde_json::from_str::<T>(&later).unwrap(), message, "{path}");
    }
}

#[test]
fn every_example_is_read_and_written_unchanged_with_unknown_fields_or_without() {
    check_both_ways::<Hello>("hello");
    check_both_ways::<HelloReply>("hello_reply");
    check_both_ways::<Request>("request");
    check_both_ways::<ServerMessage>("server_message");
}

#[test]
fn the_server_reads_every_example_request() {
    for example in examples("request") {
        let request: Request = serde_json::from_value(example.value.clone()).unwrap();
        assert_eq!(decode_request(&example.text()).unwrap(), request, "{}", example.path);
    }
}

#[test]
fn an_example_is_named_by_its_type_and_the_kind_of_its_event() {
    for (name, _) in schemas() {
        for example in examples(name) {
            let name = example.path.split_once('/').unwrap().1;
            let words: Vec<&str> = name.split('-').collect();
            assert_eq!(example.value["type"], words[0], "{name}");
            match words[0] {
                "event" => assert_eq!(example.value["event"]["type"], words[1], "{name}"),
                "snapshot" => assert_eq!(example.value["phase"], words[1], "{name}"),
                _ => {}
            }
        }
    }
}

/// A field's name and a word that may stand in it, such as `type` and `placed`.
pub(crate) type Word = (String, String);

/// Collects the words that a schema allows in the field `key`, and in the fields below it.
pub(crate) fn words_allowed(root: &Value, node: &Value, key: &str, words: &mut BTreeSet<Word>) {
    if let Some(word) = node.get("const") {
        words.insert((key.to_owned(), word.as_str().unwrap().to_owned()));
    }
    if let Some(reference) = node.get("$ref") {
        let pointer = reference.as_str().unwrap().trim_start_matches('#');
        words_allowed(root, root.pointer(pointer).unwrap(), key, words);
    }
    for (name, property) in node.get("properties").and_then(Value::as_object).into_iter().flatten()
    {
        words_allowed(root, property, name, words);
    }
    for part in ["oneOf", "anyOf"] {
        for alternative in node.get(part).and_then(Value::as_array).into_iter().flatten() {
            words_allowed(root, alternative, key, words);
        }
    }
    if let Some(items) = node.get("items") {
        words_allowed(root, items, key, words);
    }
}

/// Collects the texts that stand in the field `key`, and in the fields below it.
fn words_shown(node: &Value, key: &str, words: &mut BTreeSet<Word>) {
    match node {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| words_shown(value, name, words));
        }
        Value::Array(items) => items.iter().for_each(|item| words_shown(item, key, words)),
        Value::String(word) => {
            words.insert((key.to_owned(), word.clone()));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[test]
fn every_kind_and_every_word_has_an_example() {
    for (name, schema) in schemas() {
        let (mut allowed, mut shown) = (BTreeSet::new(), BTreeSet::new());
        words_allowed(schema.as_value(), schema.as_value(), "", &mut allowed);
        for example in examples(name) {
            words_shown(&example.value, "", &mut shown);
        }
        if name == "request" {
            // A saved game is offered by a `load`, which names it.
            allowed.remove(&("kind".to_owned(), "load".to_owned()));
        }
        // A word that is left out is in no example.
        for (key, word) in [("watch", "everyone"), ("chat", "everything")] {
            allowed.remove(&(key.to_owned(), word.to_owned()));
        }
        // The README has all phrases; an example is enough.
        allowed.retain(|(key, _)| key != "phrase");
        // The README has the table of the refusal codes; three examples are enough.
        let is_refusal_code =
            |word: &Word| word.0 == "code" && RefusalCode::ALL.iter().any(|c| c.as_str() == word.1);
        let missing: Vec<&Word> =
            allowed.difference(&shown).filter(|&word| !is_refusal_code(word)).collect();
        assert!(missing.is_empty(), "golden/{name}.json shows no {missing:?}");
    }
}

#[test]
fn the_listed_request_types_are_those_of_the_schema() {
    let schemas = schemas();
    let (_, request) = schemas.iter().find(|(name, _)| *name == "request").unwrap();
    let alternatives = request.get("oneOf").and_then(Value::as_array).unwrap();
    let types: Vec<&str> = alternatives
        .iter()
        .map(|command| command["properties"]["type"]["const"].as_str().unwrap())
        .collect();
    assert_eq!(types, Command::types());
}

#[test]
fn a_kind_of_a_later_version_is_read_as_unknown() {
    for (path, field) in [
        ("hello_reply/rejected", "/code"),
        ("server_message/pong", "/type"),
        ("server_message/refused", "/code"),
        ("server_message/event-placed", "/event/type"),
        ("server_message/event-seated", "/event/occupant/kind"),
        ("server_message/event-unseated", "/event/reason"),
        ("server_message/event-offered-undo", "/event/kind"),
        ("server_message/event-offer_ended-accepted", "/event/reason"),
        ("server_message/event-ended", "/event/result/reason"),
        ("server_message/event-closed", "/event/reason"),
        ("server_message/snapshot-open", "/black/occupant/kind"),
        ("server_message/snapshot-finished", "/result/reason"),
    ] {
        let mut later = example(path).value;
        *later.pointer_mut(field).unwrap() = "from_a_later_version".into();
        let read = if path.starts_with("hello_reply") {
            serde_json::to_value(serde_json::from_value::<HelloReply>(later).unwrap())
        } else {
            serde_json::to_value(serde_json::from_value::<ServerMessage>(later).unwrap())
        };
        assert_eq!(read.unwrap().pointer(field).unwrap(), "unknown", "{path} {field}");
    }
}
