//! Arbitrary requests and arbitrary JSON, for tests of what holds for all of them.

use proptest::prelude::*;
use reversi_game::{Board, Color, Square, SquareSet};
use reversi_protocol::limits::ROOM_NAME_CHARS_MAX;
use reversi_protocol::{
    Command, LegalSquares, Request, RequestId, RoleWish, RoomId, RoomName, RoomSettings,
    SeatChoice, SeatChoices, SeatToken, Start, Visibility,
};
use serde_json::{Map, Value};

fn colors() -> impl Strategy<Value = Color> {
    prop::sample::select(&Color::BOTH[..])
}

fn squares() -> impl Strategy<Value = Square> {
    prop::sample::select(&Square::ALL[..])
}

fn boards() -> impl Strategy<Value = Board> {
    any::<(u64, u64)>().prop_map(|(discs, black)| {
        Board::new(SquareSet(discs & black), SquareSet(discs & !black)).unwrap()
    })
}

fn room_ids() -> impl Strategy<Value = RoomId> {
    prop::collection::vec(any::<u8>(), 4..=20)
        .prop_map(|numbers| RoomId::from_random(&numbers).unwrap())
}

fn room_names() -> impl Strategy<Value = RoomName> {
    let any_text = prop::collection::vec(any::<char>(), 1..=ROOM_NAME_CHARS_MAX);
    any_text.prop_filter_map("not a name", |text| RoomName::new(&String::from_iter(text)).ok())
}

fn tokens() -> impl Strategy<Value = Option<SeatToken>> {
    prop::option::of(any::<[u8; 16]>().prop_map(SeatToken::from_bytes))
}

fn starts() -> impl Strategy<Value = Start> {
    let moves = prop::collection::vec(squares(), 0..=60);
    prop_oneof![
        colors().prop_map(|first| Start::Standard { first }),
        moves.prop_map(|moves| Start::Transcript {
            moves: moves.iter().map(ToString::to_string).collect(),
        }),
        (boards(), colors()).prop_map(|(board, to_move)| Start::Board { board, to_move }),
    ]
}

fn settings() -> impl Strategy<Value = RoomSettings> {
    let visibility = prop::sample::select(vec![Visibility::Listed, Visibility::Private]);
    let legal_squares = prop::sample::select(vec![
        LegalSquares::Shown,
        LegalSquares::Players,
        LegalSquares::Hidden,
    ]);
    (prop::option::of(room_names()), visibility, legal_squares, starts()).prop_map(
        |(name, visibility, legal_squares, start)| RoomSettings {
            name,
            visibility,
            legal_squares,
            start,
        },
    )
}

fn seat_choices() -> impl Strategy<Value = SeatChoices> {
    let choice = || prop::sample::select(vec![SeatChoice::Me, SeatChoice::Open]);
    (choice(), choice()).prop_map(|(black, white)| SeatChoices { black, white })
}

fn roles() -> impl Strategy<Value = RoleWish> {
    prop::sample::select(vec![
        RoleWish::Player,
        RoleWish::Black,
        RoleWish::White,
        RoleWish::Spectator,
    ])
}

fn commands() -> impl Strategy<Value = Command> {
    prop_oneof![
        (settings(), seat_choices(), tokens())
            .prop_map(|(settings, seats, token)| Command::Create { settings, seats, token }),
        (room_ids(), roles(), tokens(), any::<Option<u64>>())
            .prop_map(|(room, role, token, seen)| Command::Join { room, role, token, seen }),
        room_ids().prop_map(|room| Command::Leave { room }),
        (room_ids(), any::<u32>(), squares()).prop_map(|(room, ply, square)| Command::Place {
            room,
            ply,
            square
        }),
        room_ids().prop_map(|room| Command::Resign { room }),
        room_ids().prop_map(|room| Command::Resync { room }),
        any::<Option<String>>().prop_map(|filter| Command::Rooms { filter }),
        Just(Command::Ping),
    ]
}

/// Requests of every kind.
pub(crate) fn requests() -> impl Strategy<Value = Request> {
    (any::<u32>(), commands()).prop_map(|(id, command)| Request { id: RequestId(id), command })
}

const WORDS: [&str; 21] = [
    "id", "type", "room", "as", "token", "seen", "ply", "square", "settings", "seats", "start",
    "board", "black", "white", "me", "create", "join", "place", "rooms", "K7QP", "f5",
];

/// JSON of any shape, with the field names and words of real requests strewn in.
pub(crate) fn json_values() -> impl Strategy<Value = Value> {
    let texts =
        prop_oneof![prop::sample::select(&WORDS[..]).prop_map(String::from), any::<String>()];
    let leaves = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        texts.clone().prop_map(Value::from),
    ];
    leaves.prop_recursive(4, 32, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((texts.clone(), inner), 0..6)
                .prop_map(|fields| Value::from(Map::from_iter(fields))),
        ]
    })
}
