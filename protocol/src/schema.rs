//! Schema stand-ins for the types of `reversi-game`, which knows nothing of schemas, and the JSON
//! Schema of both directions.

use schemars::{JsonSchema, Schema};
use serde::Serialize;

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
    black: u32,
    white: u32,
}

/// The four message types of the wire and their names in `schema/`.
pub fn schemas() -> [(&'static str, Schema); 4] {
    [
        ("hello", schemars::schema_for!(Hello)),
        ("hello_reply", schemars::schema_for!(HelloReply)),
        ("request", schemars::schema_for!(Request)),
        ("server_message", schemars::schema_for!(ServerMessage)),
    ]
}
