//! Events on a snapshot: which ones follow, and that those which do not change nothing. What they
//! make of it is held against the server's snapshots by the tests of `reversi-room`.

use reversi_game::{Color, Square, SquareSet};
use reversi_protocol::{ApplyError, OfferEndReason, RoomEvent, ServerMessage, Snapshot};

use crate::example;

fn playing() -> Snapshot {
    let message = serde_json::from_value(example("server_message/snapshot-playing").value).unwrap();
    let ServerMessage::Snapshot(snapshot) = message else { panic!("not a snapshot") };
    *snapshot
}

#[test]
fn what_is_withheld_keeps_its_number() {
    let mut view = playing();
    let seq = view.seq + 1;
    let expected = Snapshot { seq, ..view.clone() };
    view.apply(seq, &RoomEvent::Withheld).unwrap();
    assert_eq!(view, expected);
}

#[test]
fn an_event_with_another_number_is_a_gap_and_changes_nothing() {
    let before = playing();
    for seq in [0, before.seq - 1, before.seq, before.seq + 2, u64::MAX] {
        let mut view = before.clone();
        let gap = ApplyError::Gap { last: before.seq, seq };
        assert_eq!(view.apply(seq, &RoomEvent::SeatsSwapped), Err(gap));
        assert_eq!(view, before);
    }
    let mut last = Snapshot { seq: u64::MAX, ..before };
    let gap = ApplyError::Gap { last: u64::MAX, seq: 0 };
    assert_eq!(last.apply(0, &RoomEvent::SeatsSwapped), Err(gap));
}

#[test]
fn an_event_that_does_not_follow_changes_nothing() {
    let before = playing();
    let position = before.position.clone();
    let later = before.actions.len() as u32 + 1;
    let mut ahead = position.clone();
    ahead.ply = later;
    for event in [
        RoomEvent::Placed {
            ply: later,
            color: Color::Black,
            square: Square::A1,
            flips: SquareSet::EMPTY,
            position: position.clone(),
        },
        RoomEvent::Passed { ply: later, color: Color::White, position: position.clone() },
        RoomEvent::Started { start: before.start, actions: Vec::new(), opening: None, position },
        RoomEvent::Undone { by: Color::Black, placements: 0, position: ahead.clone() },
        RoomEvent::Redone { actions: Vec::new(), position: ahead },
        RoomEvent::OfferEnded { offer: 1, reason: OfferEndReason::Expired },
        RoomEvent::Unknown,
    ] {
        let mut view = before.clone();
        let seq = view.seq + 1;
        assert_eq!(view.apply(seq, &event), Err(ApplyError::Misfit { seq }), "{event:?}");
        assert_eq!(view, before);
    }
}
