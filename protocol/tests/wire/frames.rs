//! The largest honest messages fit the limits of their frames. Whatever a client sends, the decoder answers;
//! and a request survives the way to the wire and back.

use proptest::prelude::*;
use reversi_game::{Color, DiscCounts, Outcome, Position, Square};
use reversi_protocol::limits::{
    CLIENT_FRAME_BYTES_MAX, DELAY_S_MAX, GAMES_LISTED_MAX, NICK_CHARS_MAX, PLAYER_NAME_CHARS_MAX,
    ROOM_NAME_CHARS_MAX, ROOMS_LISTED_MAX, SAVE_NAME_CHARS_MAX, SAVES_PER_PLAYER_MAX,
    SERVER_FRAME_BYTES_MAX,
};
use reversi_protocol::{
    BotName, ChatRule, Command, Competition, DecodeError, EndReason, FlagScore, GameResult,
    GameSummary, Hints, Invitation, Komi, LegalSquare, MoveLabel, Nick, Occupant, Offer, OfferKind,
    OfferedGame, PendingOffer, Phase, PlayerName, Request, RequestId, ReviewedMove, RoomId,
    RoomName, RoomSettings, RoomSummary, SaveName, SavedGame, SeatChoice, SeatChoices, SeatToken,
    ServerMessage, Snapshot, Start, UndoPolicy, Watch, WatchDelay, decode_request, schemas,
};
use serde_json::Value;

use crate::arbitrary::{json_values, requests};
use crate::schema::validator;
use crate::{example, examples};

fn widest_room_name() -> RoomName {
    RoomName::new(&"🦊".repeat(ROOM_NAME_CHARS_MAX)).unwrap()
}

fn widest_nick() -> Nick {
    Nick::new(&"🦊".repeat(NICK_CHARS_MAX)).unwrap()
}

fn widest_bot() -> BotName {
    "z".repeat(32).parse().unwrap()
}

fn widest_occupant() -> Occupant {
    let name = PlayerName::new(&"🦊".repeat(PLAYER_NAME_CHARS_MAX)).unwrap();
    Occupant::Bot { bot: widest_bot(), stands_in_for: Some(name) }
}

fn widest_room_id() -> RoomId {
    RoomId::from_random(&[31; 20]).unwrap()
}

const WIDEST_OPPONENTS: &str = "no-guests,10-10";
const WIDEST_OPENING: &str = "handicap:4:white";

const WIDEST_TIME: &str = "23h59m59s+20x9m59s";

const WIDEST_DISCS: DiscCounts = DiscCounts { black: 32, white: 32 };

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
            start: Start::Board { board: Position::START.board, to_move: Color::Black, moves },
            hints: Some(Hints::Forbidden),
            undo: Some(UndoPolicy::Free),
            think_ms_min: u32::MAX,
            time: WIDEST_TIME.parse().unwrap(),
            flag: Some(FlagScore::Wipeout),
            watch: Watch::Players,
            watch_delay: Some(WatchDelay::Seconds(DELAY_S_MAX)),
            chat: ChatRule::Phrases,
            komi: Komi::try_from(-63).unwrap(),
            opponents: WIDEST_OPPONENTS.parse().unwrap(),
            ..RoomSettings::default()
        },
        seats: SeatChoices {
            black: SeatChoice::Bot(widest_bot()),
            white: SeatChoice::Bot(widest_bot()),
            draw: false,
        },
        token: Some(SeatToken::from_bytes([0xFF; 16])),
        competition: Some(Competition { nick: widest_nick(), bot_color: Color::Black }),
        invitation: Some(Invitation::from_bytes([0xFF; 16])),
        to: None,
    };
    assert!(bytes(&Request { id: RequestId(u32::MAX), command }) <= CLIENT_FRAME_BYTES_MAX);
}

#[test]
fn the_longest_list_of_rooms_fits() {
    let summary = RoomSummary {
        room: widest_room_id(),
        name: widest_room_name(),
        phase: Phase::Adjourned,
        black: Some(widest_occupant()),
        white: Some(widest_occupant()),
        reserved: true,
        ply: 120,
        discs: WIDEST_DISCS,
        spectators: u32::MAX,
        away: Color::BOTH.to_vec(),
        time: WIDEST_TIME.parse().unwrap(),
        watch: Watch::Players,
        opponents: WIDEST_OPPONENTS.parse().unwrap(),
        opening: WIDEST_OPENING.parse().ok(),
        opened_at_ms: u64::MAX,
    };
    let rooms = vec![summary; ROOMS_LISTED_MAX];
    let message = ServerMessage::Rooms { id: RequestId(u32::MAX), rooms, total: u32::MAX };
    assert!(bytes(&message) <= SERVER_FRAME_BYTES_MAX);
}

#[test]
fn the_longest_list_of_saved_games_fits() {
    let save = SavedGame {
        name: SaveName::new(&"🦊".repeat(SAVE_NAME_CHARS_MAX)).unwrap(),
        saved_at_ms: u64::MAX,
        ply: 120,
        discs: WIDEST_DISCS,
        black: Some(widest_occupant()),
        white: Some(widest_occupant()),
    };
    let saves = vec![save; SAVES_PER_PLAYER_MAX];
    let message = ServerMessage::Saves { id: RequestId(u32::MAX), saves };
    assert!(bytes(&message) <= SERVER_FRAME_BYTES_MAX);
}

#[test]
fn the_longest_list_of_finished_games_fits() {
    let summary = GameSummary {
        game: u64::MAX,
        room: widest_room_id(),
        black: widest_occupant(),
        white: widest_occupant(),
        result: GameResult {
            outcome: Outcome::Black,
            reason: EndReason::NoMovesLeft,
            discs: WIDEST_DISCS,
            score: Some(WIDEST_DISCS),
        },
        opening: WIDEST_OPENING.parse().ok(),
        ended_at_ms: u64::MAX,
    };
    let games = vec![summary; GAMES_LISTED_MAX];
    let message = ServerMessage::Games { id: RequestId(u32::MAX), games };
    assert!(bytes(&message) <= SERVER_FRAME_BYTES_MAX);
}

#[test]
fn the_largest_snapshot_fits() {
    let value = example("server_message/snapshot-finished").value;
    let mut snapshot: Snapshot = serde_json::from_value(value).unwrap();
    snapshot.name = widest_room_name();
    snapshot.competition = Some(widest_nick());
    let offer = Offer {
        by: Color::White,
        kind: OfferKind::AllowHints,
        to_ply: Some(u32::MAX),
        saved: Some(OfferedGame {
            name: SaveName::new(&"🦊".repeat(SAVE_NAME_CHARS_MAX)).unwrap(),
            ply: u32::MAX,
            board: snapshot.position.board,
            to_move: Some(Color::White),
        }),
        expires_at_ms: u64::MAX,
    };
    snapshot.offer = Some(PendingOffer { id: u64::MAX, offer });
    // More of everything than a game can have: 60 placements with a pass each, and every square
    // legal with the 18 flips that are the most one placement makes.
    snapshot.actions = vec![reversi_game::Action::Pass; 120];
    let legal =
        LegalSquare { square: Square::F5, flips: Square::ALL.into_iter().take(18).collect() };
    snapshot.position.legal = Some(vec![legal; 64]);
    snapshot.position.to_move = Some(Color::Black);
    for seat in [&mut snapshot.black, &mut snapshot.white] {
        seat.as_mut().unwrap().occupant = widest_occupant();
    }
    assert!(bytes(&ServerMessage::Snapshot(Box::new(snapshot))) <= SERVER_FRAME_BYTES_MAX);
}

#[test]
fn the_longest_review_fits() {
    let mv = ReviewedMove {
        ply: 120,
        color: Color::Black,
        square: Square::H8,
        value_centidiscs: -6400,
        best: Square::H8,
        best_value_centidiscs: -6400,
        depth_plies: 60,
        is_exact: false,
        label: MoveLabel::Inaccuracy,
    };
    let message = ServerMessage::Review {
        id: RequestId(u32::MAX),
        opening: Some("x".repeat(100)),
        moves: vec![mv; 60],
        black_values_centidiscs: vec![-6400; 121],
    };
    assert!(bytes(&message) <= SERVER_FRAME_BYTES_MAX);
}

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
