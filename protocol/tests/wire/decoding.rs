//! Whatever a client sends, the decoder answers; and a request survives the way to the wire and
//! back.

use proptest::prelude::*;
use reversi_protocol::limits::CLIENT_FRAME_BYTES_MAX;
use reversi_protocol::{DecodeError, PlayerName, ServerMessage, decode_request, schemas};
use serde_json::Value;

use crate::arbitrary::{json_values, requests};
use crate::examples::examples;
use crate::schema::validator;

/// Replaces the node number `at`, counted depth first, by another value; returns what is left of
/// the count where the node lies further on.
fn replace_node(node: &mut Value, at: usize, by: &Value) -> Option<usize> {
    if at == 0 {
        *node = by.clone();
        return None;
    }
    match node {
        Value::Object(fields) => {
            fields.values_mut().try_fold(at - 1, |left, field| replace_node(field, left, by))
        }
        Value::Array(items) => {
            items.iter_mut().try_fold(at - 1, |left, item| replace_node(item, left, by))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Some(at - 1),
    }
}

/// The decoder has to answer, and an error has to have words that fit a reply.
fn check_decodes_without_panic(frame: &str) {
    if let Err(error) = decode_request(frame) {
        let sentence = error.to_string();
        assert!(!sentence.is_empty());
        assert!(sentence.len() < 2 * CLIENT_FRAME_BYTES_MAX, "{sentence}");
    }
}

proptest! {
    #[test]
    fn a_request_is_the_same_after_the_wire(request in requests()) {
        let frame = serde_json::to_string(&request).unwrap();
        prop_assert_eq!(decode_request(&frame).unwrap(), request);
    }

    #[test]
    fn a_request_fits_the_schema(request in requests()) {
        let value = serde_json::to_value(&request).unwrap();
        prop_assert!(validator("request").is_valid(&value), "{}", value);
    }

    #[test]
    fn any_text_is_answered(frame in any::<String>()) {
        check_decodes_without_panic(&frame);
    }

    #[test]
    fn any_json_is_answered(value in json_values()) {
        check_decodes_without_panic(&value.to_string());
    }

    #[test]
    fn a_request_with_one_wrong_part_is_answered(
        example in prop::sample::select(examples("request")),
        at in 0_usize..12,
        by in json_values(),
    ) {
        let mut value = example.value;
        replace_node(&mut value, at, &by);
        check_decodes_without_panic(&value.to_string());
    }

    #[test]
    fn a_request_that_is_cut_off_is_not_json(
        example in prop::sample::select(examples("request")),
        cut in any::<prop::sample::Index>(),
    ) {
        let text = example.text();
        let frame: String = text.chars().take(cut.index(text.chars().count())).collect();
        prop_assert!(matches!(decode_request(&frame), Err(DecodeError::NotJson(_))));
    }

    #[test]
    fn a_name_that_was_taken_is_taken_again_unchanged(text in any::<String>()) {
        if let Ok(name) = PlayerName::new(&text) {
            prop_assert_eq!(PlayerName::new(name.as_str()), Ok(name));
        }
    }
}

/// What a fuzzer begins with, each frame read by the side that it is not meant for too.
#[test]
fn every_example_is_answered_by_both_sides() {
    for (schema, _) in schemas() {
        for example in examples(schema) {
            let frame = example.text();
            let _ = serde_json::from_str::<ServerMessage>(&frame);
            if let Ok(request) = decode_request(&frame) {
                let again = serde_json::to_string(&request).unwrap();
                assert_eq!(decode_request(&again).unwrap(), request, "{}", example.path);
            }
        }
    }
}
