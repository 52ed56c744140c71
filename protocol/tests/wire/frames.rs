//! The largest honest messages fit the limits of their frames.

use reversi_game::{Color, DiscCounts, Square};
use reversi_protocol::limits::{
    CLIENT_FRAME_BYTES_MAX, PLAYER_NAME_CHARS_MAX, ROOM_NAME_CHARS_MAX, ROOMS_LISTED_MAX,
    SERVER_FRAME_BYTES_MAX,
};
use reversi_protocol::{
    Command, LegalSquare, Occupant, Phase, PlayerName, Request, RequestId, RoomId, RoomName,
    RoomSettings, RoomSummary, SeatChoice, SeatChoices, SeatToken, ServerMessage, Snapshot, Start,
};

use crate::examples::example;

fn widest_room_name() -> RoomName {
    RoomName::new(&"🦊".repeat(ROOM_NAME_CHARS_MAX)).unwrap()
}

fn widest_occupant() -> Occupant {
    Occupant::Human { name: PlayerName::new(&"🦊".repeat(PLAYER_NAME_CHARS_MAX)).unwrap() }
}

fn bytes(message: &impl serde::Serialize) -> usize {
    serde_json::to_string(message).unwrap().len()
}

#[test]
fn the_largest_request_fits() {
    // As people write records: move numbers, blanks, and a pass after every placement.
    let moves = "60. f5 pass ".repeat(60);
    let command = Command::Create {
        settings: RoomSettings {
            name: Some(widest_room_name()),
            start: Start::Transcript { moves },
            ..RoomSettings::default()
        },
        seats: SeatChoices { black: SeatChoice::Open, white: SeatChoice::Open },
        token: Some(SeatToken::from_bytes([0xFF; 16])),
    };
    assert!(bytes(&Request { id: RequestId(u32::MAX), command }) <= CLIENT_FRAME_BYTES_MAX);
}

#[test]
fn the_longest_list_of_rooms_fits() {
    let summary = RoomSummary {
        room: RoomId::from_random(&[31; 20]).unwrap(),
        name: widest_room_name(),
        phase: Phase::Finished,
        black: Some(widest_occupant()),
        white: Some(widest_occupant()),
        ply: 120,
        discs: DiscCounts { black: 32, white: 32 },
        spectators: u32::MAX,
        opened_at_ms: u64::MAX,
    };
    let rooms = vec![summary; ROOMS_LISTED_MAX];
    let message = ServerMessage::Rooms { id: RequestId(u32::MAX), rooms, total: u32::MAX };
    assert!(bytes(&message) <= SERVER_FRAME_BYTES_MAX);
}

#[test]
fn the_largest_snapshot_fits() {
    let value = example("server_message/snapshot-finished").value;
    let mut snapshot: Snapshot = serde_json::from_value(value).unwrap();
    snapshot.name = widest_room_name();
    // More of everything than a game can have: 60 placements with a pass each, and every square
    // legal with the 18 flips that are the most one placement makes.
    snapshot.actions = vec![reversi_game::Action::Pass; 120];
    let legal = LegalSquare { square: Square::F5, flips: vec![Square::E5; 18] };
    snapshot.position.legal = Some(vec![legal; 64]);
    snapshot.position.to_move = Some(Color::Black);
    for seat in [&mut snapshot.black, &mut snapshot.white] {
        seat.as_mut().unwrap().occupant = widest_occupant();
    }
    assert!(bytes(&ServerMessage::Snapshot(Box::new(snapshot))) <= SERVER_FRAME_BYTES_MAX);
}
