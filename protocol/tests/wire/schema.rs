//! The JSON Schema in `schema/` is the one of the types; it takes every example and refuses what
//! is wrong. `UPDATE_SCHEMA=1 cargo test -p reversi-protocol` rewrites the files.

use std::path::Path;
use std::{env, fs};

use jsonschema::Validator;
use reversi_protocol::{LeanMessage, ServerMessage, decode_request, lean_schema, schemas};
use serde_json::{Value, json};

use crate::{example, examples, with_unknown_fields};

/// Returns the check of the messages named `name`.
pub(crate) fn validator(name: &str) -> Validator {
    let schemas = schemas();
    let (_, schema) = schemas.iter().find(|(known, _)| *known == name).unwrap();
    jsonschema::draft202012::new(schema.as_value()).unwrap()
}

#[test]
fn the_files_are_those_of_the_types() {
    for (name, schema) in schemas().into_iter().chain([("lean_event", lean_schema())]) {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schema/{name}.json"));
        let of_types = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        if env::var_os("UPDATE_SCHEMA").is_some_and(|value| value == "1") {
            fs::write(&file, &of_types).unwrap();
        }
        let of_file = fs::read_to_string(&file).unwrap_or_default();
        assert!(
            of_file == of_types,
            "schema/{name}.json is not that of the types: run this test with UPDATE_SCHEMA=1 and read the difference"
        );
    }
}

#[test]
fn every_example_is_valid_with_unknown_fields_or_without() {
    for (name, _) in schemas() {
        let validator = validator(name);
        for example in examples(name) {
            for value in [&example.value, &with_unknown_fields(&example.value)] {
                let errors: Vec<String> =
                    validator.iter_errors(value).map(|error| error.to_string()).collect();
                assert!(errors.is_empty(), "{}: {errors:?}", example.path);
            }
        }
    }
}

#[test]
fn every_example_of_a_move_is_valid_in_its_short_form_and_no_other_is() {
    let validator = jsonschema::draft202012::new(lean_schema().as_value()).unwrap();
    let mut moves = 0;
    for example in examples("server_message") {
        let message: ServerMessage = serde_json::from_value(example.value.clone()).unwrap();
        if let Some(lean) = LeanMessage::of(&message) {
            let errors: Vec<String> = validator
                .iter_errors(&serde_json::to_value(lean).unwrap())
                .map(|error| error.to_string())
                .collect();
            assert!(errors.is_empty(), "{}: {errors:?}", example.path);
            moves += 1;
        } else {
            assert!(!validator.is_valid(&example.value), "{}", example.path);
        }
    }
    assert!(moves > 1);
}

#[test]
fn the_shortest_requests_are_valid() {
    let validator = validator("request");
    let competing = json!({
        "id": 5,
        "type": "create",
        "token": "9f3b61c8e0d74a52b7c41f0e6a8d2935",
        "competition": { "nick": "Grace", "bot_color": "white" },
    });
    for request in [
        json!({ "id": 0, "type": "create" }),
        json!({ "id": 1, "type": "create", "settings": {}, "seats": { "white": "me" } }),
        json!({ "id": u32::MAX, "type": "join", "room": "k7qp" }),
        json!({ "id": 2, "type": "rooms" }),
        json!({ "id": 3, "type": "create", "seats": { "black": "me", "white": "bot:stable" } }),
        json!({ "id": 4, "type": "hint", "room": "K7QP" }),
        competing,
        json!({ "id": 6, "type": "save", "room": "K7QP", "name": "x" }),
        json!({ "id": 7, "type": "games" }),
    ] {
        assert!(validator.is_valid(&request), "{request}");
        assert!(decode_request(&request.to_string()).is_ok(), "{request}");
    }
}

/// Returns the example with one field set to another value; no value takes the field away.
fn spoiled(path: &str, field: &str, wrong: Option<&Value>) -> Value {
    let mut value = example(path).value;
    let (parent, name) = field.rsplit_once('/').unwrap();
    let fields = value.pointer_mut(parent).and_then(Value::as_object_mut).unwrap();
    match wrong {
        Some(wrong) => fields.insert(name.to_owned(), wrong.clone()),
        None => fields.remove(name),
    };
    value
}

#[test]
fn a_wrong_value_is_neither_valid_nor_read() {
    let long_name = "a".repeat(25);
    let short_board = "-".repeat(63);
    for (path, field, wrong) in [
        ("hello/hello", "/type", json!("join")),
        ("hello/hello", "/version", json!("1")),
        ("hello/hello", "/name", json!("")),
        ("hello/hello", "/name", json!(long_name)),
        ("hello/hello", "/session", json!("5d0c2f7a")),
        ("hello/hello", "/key", json!("71d08a3b")),
        ("request/ping", "/type", json!("castle")),
        ("request/ping", "/id", json!(-1)),
        ("request/ping", "/id", json!(1.5)),
        ("request/ping", "/id", json!(u64::from(u32::MAX) + 1)),
        ("request/place", "/square", json!("a9")),
        ("request/place", "/square", json!("i1")),
        ("request/place", "/square", json!("pass")),
        ("request/place", "/ply", json!(null)),
        ("request/place", "/room", json!("../../etc")),
        ("request/join", "/as", json!("referee")),
        ("request/join", "/token", json!("secret")),
        ("request/invite", "/invitation", json!("secret")),
        ("request/join-back", "/seen", json!(-1)),
        ("request/create-board", "/settings/start/board", json!(short_board)),
        ("request/create-board", "/settings/start/to_move", json!("X")),
        ("request/create", "/seats/white", json!("bot")),
        ("request/create", "/settings/visibility", json!("secret")),
        ("request/create", "/settings/legal_squares", json!("some")),
        ("request/create-bot", "/settings/hints", json!("sometimes")),
        ("request/create-bot", "/settings/think_ms_min", json!(-1)),
        ("request/create-bot", "/seats/white", json!("bot:Level 3")),
        ("request/create-bot", "/seats/draw", json!("yes")),
        ("request/create-competition", "/competition/nick", json!("Grace M. H")),
        ("request/create-competition", "/competition/bot_color", json!("any")),
        ("request/seat_bot", "/color", json!("red")),
        ("request/seat_bot", "/bot", json!("Level 3")),
        ("request/hint-bot", "/bot", json!("")),
        ("request/create-saved", "/settings/start/name", json!("a".repeat(65))),
        ("request/create-bot", "/settings/undo", json!("sometimes")),
        ("request/offer-undo", "/kind", json!(7)),
        ("request/answer", "/answer", json!("maybe")),
        ("request/answer", "/offer", json!(-1)),
        ("request/save", "/name", json!("")),
        ("request/save", "/overwrite", json!("yes")),
        ("request/games-player", "/before", json!("2038")),
        ("request/game", "/game", json!("K7QP")),
        ("hello_reply/rejected", "/code", json!("unknown")),
        ("server_message/refused", "/code", json!("seat_on_fire")),
        ("server_message/joined", "/seats", json!(["red"])),
        ("server_message/snapshot-open-reserved", "/reserved", json!("ben")),
        ("server_message/snapshot-playing", "/phase", json!("paused")),
        ("server_message/snapshot-playing", "/hints", json!("sometimes")),
        ("server_message/snapshot-playing", "/actions", json!(["f5", "PA"])),
        ("server_message/snapshot-playing", "/position/board", json!(short_board)),
        ("server_message/snapshot-playing", "/position/discs/black", json!(128)),
        ("server_message/event-placed", "/event/flips", json!(["e9"])),
        ("server_message/event-placed", "/event/type", json!("undone")),
        ("server_message/event-offered-undo", "/event/to_ply", json!("f5")),
        ("server_message/event-offer_ended-accepted", "/event/reason", json!("forgotten")),
        ("server_message/snapshot-playing-offer", "/offer/kind", json!("castle")),
        ("server_message/snapshot-playing-offer", "/undo", json!("sometimes")),
    ] {
        let value = spoiled(path, field, Some(&wrong));
        let (name, _) = path.split_once('/').unwrap();
        assert!(!validator(name).is_valid(&value), "{path} {field} {wrong}");
        if name == "request" {
            assert!(decode_request(&value.to_string()).is_err(), "{path} {field} {wrong}");
        }
    }
}

#[test]
fn what_the_server_always_sends_is_required() {
    for (path, field) in [
        ("hello/hello", "/session"),
        ("hello_reply/welcome", "/now_ms"),
        ("request/place", "/ply"),
        ("request/seat_bot", "/bot"),
        ("request/create-competition", "/competition/bot_color"),
        ("request/create-saved", "/settings/start/name"),
        ("request/offer-undo", "/kind"),
        ("request/answer", "/offer"),
        ("request/save", "/name"),
        ("server_message/refused", "/id"),
        ("server_message/presence", "/white"),
        ("server_message/snapshot-open", "/white"),
        ("server_message/snapshot-open", "/hints"),
        ("server_message/snapshot-open", "/undo"),
        ("server_message/snapshot-playing-offer", "/offer/expires_at_ms"),
        ("server_message/event-started", "/event/actions"),
        ("server_message/event-undone", "/event/position"),
        ("server_message/event-placed", "/event/position"),
        ("server_message/event-ended", "/event/position/to_move"),
    ] {
        let (name, _) = path.split_once('/').unwrap();
        assert!(!validator(name).is_valid(&spoiled(path, field, None)), "{path} {field}");
    }
}
