//! What the client's tests share: a room as a server would show it, a server that a test plays by
//! hand, the client as a process, and a person who reads.

mod fake_room;
mod fake_server;
mod process;
pub(crate) mod sessions;

pub(crate) use fake_room::FakeRoom;
pub(crate) use fake_server::{FakeConnection, FakeServer};
pub(crate) use process::LineProcess;
pub(crate) use sessions::Reader;

use reversi_protocol::{RequestId, RoomId, SeatToken, ServerMessage};

/// A game with 23 passes by Black that ends with 5 empty squares, 0-59; posted on the math-fun
/// mailing list ("othello puzzles") as a 64-0 game with 23 passes.
pub(crate) const GAME_WITH_PASSES: &str = "f5d6c4g5d7c7h5d8b8b7b6a7b5a6a5b4b3c6e8f8c8a8e7a4b2a2c2d2d1e2f2c5\
                                    c3a1a3e6d3f6f7f1g2h2e3f4b1g1c1e1g8g7f3h1h3h4h6";

/// Passes in [`GAME_WITH_PASSES`].
pub(crate) const PASSES: usize = 23;

pub(crate) fn room_id(text: &str) -> RoomId {
    text.parse().unwrap()
}

pub(crate) fn token(byte: u8) -> SeatToken {
    SeatToken::from_bytes([byte; 16])
}

pub(crate) fn accepted(id: RequestId, room: &FakeRoom) -> ServerMessage {
    ServerMessage::Accepted { id, room: room.id(), seq: room.seq() }
}
