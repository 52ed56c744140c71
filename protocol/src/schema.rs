//! Schema stand-ins for the types of `reversi-game`, which knows nothing of schemas, and the JSON
//! Schema of both directions.

use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::Value;

use crate::handshake::{Hello, HelloReply};
use crate::message::ServerMessage;
use crate::request::Request;

/// A colour.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "it only describes the type to schemars")]
pub(crate) enum Color {
    /// Black discs.
    Black,
    /// White discs.
    White,
}

/// Who won.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "it only describes the type to schemars")]
pub(crate) enum Outcome {
    /// Black won.
    Black,
    /// White won.
    White,
    /// Nobody won.
    Draw,
}

/// A square: a letter a-h from the left, a digit 1-8 from the top.
#[derive(Serialize, JsonSchema)]
#[schemars(extend("pattern" = "^[a-hA-H][1-8]$"))]
pub(crate) struct Square(String);

/// A placement's square, or `pass`.
#[derive(Serialize, JsonSchema)]
#[schemars(extend("pattern" = "^([a-h][1-8]|pass)$"))]
pub(crate) struct Action(String);

/// 64 characters a1, b1, … h8: `X` black, `O` white, `-` empty.
#[derive(Serialize, JsonSchema)]
#[schemars(extend("pattern" = "^[XOxo_.-]{64}$"))]
pub(crate) struct Board(String);

/// A board and the side to move.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Position {
    board: Board,
    to_move: Color,
}

/// Disc counts.
#[derive(Serialize, JsonSchema)]
pub(crate) struct DiscCounts {
    #[schemars(range(max = 64))]
    black: u32,
    #[schemars(range(max = 64))]
    white: u32,
}

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
