//! What a server sends, read so that nothing in it can do anything to a terminal, whoever shows it
//! and where.

use reversi_client_core::printable::{is_harmful, printable};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads a message; harmful characters in its texts are replaced.
pub(super) fn read<T: DeserializeOwned>(frame: &str) -> serde_json::Result<T> {
    // A character can be written as it is or be escaped.
    if !frame.contains('\\') && !frame.contains(is_harmful) {
        return reversi_protocol::decode(frame);
    }
    let mut message = reversi_protocol::decode(frame)?;
    clean(&mut message);
    serde_json::from_value(message)
}

fn clean(value: &mut Value) {
    match value {
        Value::String(text) => *text = printable(text),
        Value::Array(items) => items.iter_mut().for_each(clean),
        Value::Object(fields) => fields.values_mut().for_each(clean),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use reversi_protocol::ServerMessage;

    use super::*;

    #[test]
    fn no_text_of_a_server_does_anything_to_a_terminal() {
        let golden = include_str!("../../../protocol/golden/server_message.json");
        let examples: serde_json::Map<String, Value> = serde_json::from_str(golden).unwrap();
        for (name, example) in examples {
            let frame = example.to_string();
            let message: ServerMessage = serde_json::from_str(&frame).unwrap();
            assert_eq!(read::<ServerMessage>(&frame).unwrap(), message, "{name}");
            // What is read in the other way is the same.
            let spaced = frame.replacen('{', "{\u{9}\"new\":\"\\u001b\",", 1);
            assert_eq!(read::<ServerMessage>(&spaced).unwrap(), message, "{name}");
        }
        for harmful in ["\\u001b[2J", "\u{202e}", "\\u202e", "\u{9b}31m", "\\u0007", "\\n"] {
            let frame =
                format!(r#"{{"type":"closing","message":"a{harmful}b","retry_after_ms":1}}"#);
            let Ok(ServerMessage::Closing { message, .. }) = read(&frame) else {
                panic!("{frame}")
            };
            assert!(
                message.starts_with("a\u{fffd}") && !message.contains(is_harmful),
                "{message:?}"
            );
        }
    }
}
