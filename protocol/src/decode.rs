//! From text frames to messages, with errors that say what a client did wrong.

use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;

use crate::ids::RequestId;
use crate::request::{Command, Request};
use crate::tame::decode;

/// Why a text frame is not a request.
#[derive(Debug, Error)]
pub enum DecodeError {
    /// It is not JSON at all.
    #[error("not JSON: {0}")]
    NotJson(#[source] serde_json::Error),
    /// Its `type` is not one that the server knows.
    #[error("unknown type {kind:?}; known are {}", Command::types().join(", "))]
    UnknownType {
        /// The request's number, if it has one.
        id: Option<RequestId>,
        /// The type, cut to a printable length.
        kind: String,
    },
    /// A field is missing or wrong.
    #[error("{error}")]
    BadRequest {
        /// The request's number, if it has one.
        id: Option<RequestId>,
        /// What is wrong.
        error: serde_json::Error,
    },
}

impl DecodeError {
    /// Returns the number of the request, if it can be told.
    pub const fn id(&self) -> Option<RequestId> {
        match self {
            Self::NotJson(_) => None,
            Self::UnknownType { id, .. } | Self::BadRequest { id, .. } => *id,
        }
    }
}

/// Reads a request.
///
/// # Errors
/// [`DecodeError`] tells the three ways in which a frame is wrong apart.
pub fn decode_request(text: &str) -> Result<Request, DecodeError> {
    decode(text).map_err(|error| explain(text, error))
}

/// Finds out in which way a frame is wrong.
fn explain(text: &str, error: serde_json::Error) -> DecodeError {
    let value: Value = match decode(text) {
        Ok(value) => value,
        Err(error) => return DecodeError::NotJson(error),
    };
    let id = value.get("id").and_then(|id| RequestId::deserialize(id).ok());
    match value.get("type").and_then(Value::as_str) {
        Some(kind) if !Command::types().iter().any(|known| known == kind) => {
            DecodeError::UnknownType { id, kind: kind.chars().take(40).collect() }
        }
        Some(_) | None => DecodeError::BadRequest { id, error },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(text: &str) -> (Option<u32>, String) {
        let error = decode_request(text).unwrap_err();
        (error.id().map(|id| id.0), error.to_string())
    }

    #[test]
    fn says_which_way_a_frame_is_wrong() {
        assert!(explained("{").1.starts_with("not JSON: "));
        assert_eq!(explained("null").0, None);
        let (id, text) = explained(r#"{"id":7,"type":"castle"}"#);
        assert_eq!(id, Some(7));
        assert!(text.starts_with("unknown type \"castle\"; known are create, join"), "{text}");
        for square in ["a9", "i1", "@1", "a0", "pass", "--"] {
            let frame =
                format!(r#"{{"id":8,"type":"place","room":"K7QP","ply":0,"square":"{square}"}}"#);
            let (id, text) = explained(&frame);
            assert_eq!(id, Some(8));
            assert!(text.contains(&format!("not a square: {square:?}")), "{text}");
        }
        let (id, text) = explained(r#"{"id":9,"type":"place","room":"K7QP","square":"f5"}"#);
        assert_eq!(id, Some(9));
        assert!(text.starts_with("missing field `ply`"), "{text}");
        let (id, _) = explained(r#"{"id":-1,"type":"ping"}"#);
        assert_eq!(id, None);
    }

    #[test]
    fn unknown_fields_are_ignored_whatever_they_hold() {
        let deep = format!("{}{}", "[".repeat(120), "]".repeat(120));
        for value in [
            "1e999",
            "-1e999",
            &"9".repeat(400),
            r#""\ud800""#,
            r#"{"a":1,"a":2}"#,
            &deep,
            "1e-999",
        ] {
            for frame in [
                format!(r#"{{"id":1,"type":"ping","new":{value}}}"#),
                format!(r#"{{"id":1,"new":{value},"type":"ping","new":{value}}}"#),
                format!(r#"{{"id":1,"type":"create","settings":{{"new":{value}}}}}"#),
            ] {
                assert_eq!(
                    decode_request(&frame).map(|request| request.id.0).unwrap(),
                    1,
                    "{frame}"
                );
            }
            let hello = format!(
                r#"{{"type":"hello","version":1,"name":"Ann","new":{value},"session":"{}"}}"#,
                "0".repeat(32)
            );
            assert!(decode::<crate::Hello>(&hello).is_ok(), "{hello}");
        }
        // In a field that is known they are refused by name.
        for value in ["1e999", r#""\ud800""#] {
            let frame = format!(r#"{{"id":7,"type":"save","room":"K7QP","name":{value}}}"#);
            assert_eq!(explained(&frame).0, Some(7), "{}", explained(&frame).1);
        }
        // A field that comes twice is no good either.
        assert_eq!(explained(r#"{"id":7,"type":"resign","room":"K7QP","room":"K7QQ"}"#).0, Some(7));
    }

    #[test]
    fn every_listed_type_is_one_that_can_be_read() {
        assert!(Command::types().len() >= 25);
        for kind in Command::types() {
            let frame = format!(r#"{{"id":1,"type":"{kind}"}}"#);
            if let Err(error) = decode_request(&frame) {
                assert!(error.to_string().starts_with("missing field"), "{kind}: {error}");
            }
        }
    }

    #[test]
    fn deep_and_odd_json_is_refused_not_followed() {
        let deep = format!("{{\"id\":1,\"type\":{}", "[".repeat(4000));
        assert!(matches!(decode_request(&deep), Err(DecodeError::NotJson(_))));
        assert!(decode_request("{\"id\":1.5,\"type\":\"ping\"}").is_err());
        assert!(decode_request("{\"id\":99999999999,\"type\":\"ping\"}").is_err());
    }
}
