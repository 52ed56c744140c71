//! The form in which journals keep events: what is stored once is read for good.

use serde_json::{Value, json};

use crate::Event;

/// Checks that an event is read from what a journal holds, and written as that.
fn check(stored: &Value) {
    let event: Event = serde_json::from_value(stored.clone()).unwrap();
    assert_eq!(serde_json::to_value(&event).unwrap(), *stored);
}

#[test]
fn an_opened_room_is_kept_with_its_rules_beside_its_name() {
    check(&json!({
        "type": "opened",
        "name": "a room",
        "visibility": "private",
        "legal_squares": "players",
        "start": {
            "start": {
                "board": "---------------------------OX------XO---------------------------",
                "to_move": "black",
            },
            "actions": ["f5"],
        },
        "hints": "forbidden",
        "undo": "ask",
        "think_ms_min": 400,
        "host": "00".repeat(32),
        "competition": { "nick": "Grace", "owner": "ab".repeat(32) },
    }));
    check(&json!({
        "type": "opened",
        "name": "a room",
        "visibility": "listed",
        "legal_squares": "shown",
        "start": {
            "start": {
                "board": "---------------------------OX------XO---------------------------",
                "to_move": "black",
            },
            "actions": [],
        },
        "hints": "forbidden",
        "undo": "ask",
        "watch": "link",
        "watch_delay": "30s",
        "think_ms_min": 400,
        "host": null,
        "competition": null,
    }));
}

#[test]
fn an_offer_is_kept_whole() {
    check(&json!({
        "type": "offer_made",
        "by": "white",
        "kind": "undo",
        "to_ply": 3,
        "record": null,
        "expires_at": 1_700_000_060_000_u64,
    }));
    check(&json!({
        "type": "offer_made",
        "by": "white",
        "kind": "load",
        "to_ply": null,
        "record": {
            "start": {
                "board": "---------------------------OX------XO---------------------------",
                "to_move": "black",
            },
            "actions": ["f5"],
        },
        "name": "two",
        "expires_at": 1_700_000_060_000_u64,
    }));
    check(&json!({ "type": "offer_ended", "offer": 7, "reason": "declined" }));
}

#[test]
fn a_seat_is_kept_by_the_hash_of_its_invitation() {
    check(&json!({ "type": "reserved", "invitation": "ab".repeat(32) }));
    check(&json!({ "type": "released" }));
}

#[test]
fn an_opening_that_is_drawn_is_kept_with_the_game_that_begins_with_it() {
    check(&json!({ "type": "started" }));
    check(&json!({
        "type": "started",
        "drawn": {
            "start": {
                "board": "---------------------------OX------XO---------------------------",
                "to_move": "black",
            },
            "actions": ["f5", "d6"],
        },
    }));
}

#[test]
fn what_is_taken_back_and_made_again_is_kept_by_its_plies() {
    check(&json!({ "type": "undone", "by": "black", "to_ply": 2, "placements": 2 }));
    check(&json!({ "type": "redone", "from_ply": 2, "to_ply": 4 }));
}

#[test]
fn clocks_are_kept_with_absolute_values() {
    check(&json!({
        "type": "placed",
        "ply": 2,
        "color": "black",
        "square": "c3",
        "clock": { "main_ms": 58_080, "periods": 3, "lag_ms": 9_920 },
    }));
    check(&json!({ "type": "clock_held", "spent_ms": 3_000, "held_ms": 3_600_000 }));
    let clock = json!({ "main_ms": 50_000, "lag_ms": 10_000 });
    check(&json!({
        "type": "loaded",
        "record": {
            "start": {
                "board": "---------------------------OX------XO---------------------------",
                "to_move": "black",
            },
            "actions": ["f5"],
        },
        "clocks": [clock, clock],
    }));
    // Before there were clocks.
    check(&json!({ "type": "placed", "ply": 0, "color": "black", "square": "f5" }));
}
