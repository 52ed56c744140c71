//! The JSON Schema of both directions.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use serde_json::Value;

use crate::handshake::{Hello, HelloReply};
use crate::lean::LeanMessage;
use crate::message::ServerMessage;
use crate::request::Request;

/// Returns the JSON Schemas of the four message types, each with its name in `schema/`: what the
/// server accepts from a client (`hello`, `request`), and what it sends (`hello_reply`,
/// `server_message`). Fields that they do not name are allowed, so that later versions can add
/// some; the `unknown` of the enums never goes over the wire and is left out.
pub fn schemas() -> [(&'static str, Schema); 4] {
    let accepted = SchemaSettings::draft2020_12().with_transform(tidy);
    let sent = accepted.clone().for_serialize();
    [
        ("hello", accepted.clone().into_generator().into_root_schema_for::<Hello>()),
        ("hello_reply", sent.clone().into_generator().into_root_schema_for::<HelloReply>()),
        ("request", accepted.into_generator().into_root_schema_for::<Request>()),
        ("server_message", sent.into_generator().into_root_schema_for::<ServerMessage>()),
    ]
}

/// Returns the JSON Schema of the short events of moves, which whoever asks for them is sent in place of some
/// `server_message`s.
pub fn lean_schema() -> Schema {
    let sent = SchemaSettings::draft2020_12().with_transform(tidy).for_serialize();
    sent.into_generator().into_root_schema_for::<LeanMessage<'_>>()
}

/// Makes the descriptions readable outside rustdoc, and gives 32-bit numbers their upper bound,
/// which `format` alone does not enforce.
fn tidy(schema: &mut Schema) {
    if let Some(Value::String(description)) = schema.get_mut("description") {
        *description = plain_text(description);
    }
    if schema.get("format").is_some_and(|format| format == "uint32")
        && schema.get("maximum").is_none()
    {
        schema.insert("maximum".to_owned(), u32::MAX.into());
    }
    transform_subschemas(&mut tidy, schema);
}

/// Joins the lines of a doc comment and replaces its links by the code they show.
fn plain_text(doc: &str) -> String {
    let joined = doc.lines().collect::<Vec<_>>().join(" ");
    let mut parts = joined.split("[`");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (code, rest) = part.split_once("`]").unwrap_or((part, ""));
        let target = rest.strip_prefix('(').and_then(|target| target.split_once(')'));
        text.extend(["`", code, "`", target.map_or(rest, |(_, after)| after)]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::plain_text;

    #[test]
    fn links_become_the_code_they_show() {
        assert_eq!(
            plain_text("By [`A`](crate::A) or\n[`B`] (that one), [not] `C`."),
            "By `A` or `B` (that one), [not] `C`."
        );
    }
}
