//! The events of a move as a client is sent them whose hello was `lean`: without what follows from what
//! it has.

use reversi_game::{Color, Square, SquareSet};
use schemars::JsonSchema;
use serde::Serialize;

use crate::event::RoomEvent;
use crate::ids::RoomId;
use crate::message::ServerMessage;
use crate::view::PositionView;

/// An event of a move, short.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LeanMessage<'a> {
    /// Something happened in a room.
    Event {
        /// Which room.
        room: &'a RoomId,
        /// The number of the event.
        seq: u64,
        /// When it happened, in milliseconds since 1970.
        at_ms: u64,
        /// What happened.
        event: LeanEvent,
    },
}

/// What happened, without what follows from it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LeanEvent {
    /// A disc was placed.
    Placed {
        /// The ply it was placed at.
        ply: u32,
        /// Who placed.
        color: Color,
        /// Where.
        square: Square,
        /// What it turned.
        flips: SquareSet,
        /// What follows.
        position: LeanPosition,
    },
    /// A side without a legal square lost its turn.
    Passed {
        /// The ply of the pass.
        ply: u32,
        /// Who passed.
        color: Color,
        /// What follows.
        position: LeanPosition,
    },
}

/// The part of a position that takes rules to know.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LeanPosition {
    /// Who is to move; null when the game is over.
    to_move: Option<Color>,
    /// Where that side can place, as far as the room tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<Vec<Square>>,
}

impl<'a> LeanMessage<'a> {
    /// Returns the short form of an event of a move; nothing of other messages, which have none.
    pub fn of(message: &'a ServerMessage) -> Option<Self> {
        let ServerMessage::Event { room, seq, at_ms, event } = message else { return None };
        let event = LeanEvent::of(event)?;
        Some(Self::Event { room, seq: *seq, at_ms: *at_ms, event })
    }
}

impl LeanEvent {
    #[expect(clippy::wildcard_enum_match_arm, reason = "other events are rare")]
    fn of(event: &RoomEvent) -> Option<Self> {
        match event {
            RoomEvent::Placed { ply, color, square, flips, position } => Some(Self::Placed {
                ply: *ply,
                color: *color,
                square: *square,
                flips: *flips,
                position: position.into(),
            }),
            RoomEvent::Passed { ply, color, position } => {
                Some(Self::Passed { ply: *ply, color: *color, position: position.into() })
            }
            _ => None,
        }
    }
}

impl From<&PositionView> for LeanPosition {
    fn from(position: &PositionView) -> Self {
        let legal = position.legal.as_ref();
        let legal = legal.map(|legal| legal.iter().map(|legal| legal.square).collect());
        Self { to_move: position.to_move, legal }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lean_event_says_who_moves_and_where_and_no_more() {
        let placed = r#"{"type":"event","room":"K7QP","seq":5,"at_ms":1795860015300,"event":{"type":"placed","ply":0,"color":"black","square":"f5","flips":["e5"],"position":{"ply":1,"board":"---------------------------OX------XXX--------------------------","to_move":"white","discs":{"black":4,"white":1},"last":{"color":"black","square":"f5","flips":["e5"]},"legal":[{"square":"f4","flips":["e4"]},{"square":"d6","flips":["d5"]},{"square":"f6","flips":["e5"]}]}}}"#;
        let message = serde_json::from_str(placed).unwrap();
        let lean = serde_json::to_string(&LeanMessage::of(&message).unwrap()).unwrap();
        assert_eq!(
            lean,
            r#"{"type":"event","room":"K7QP","seq":5,"at_ms":1795860015300,"event":{"type":"placed","ply":0,"color":"black","square":"f5","flips":["e5"],"position":{"to_move":"white","legal":["f4","d6","f6"]}}}"#
        );
    }

    #[test]
    fn what_is_no_move_has_no_short_form() {
        let ended = r#"{"type":"event","room":"K7QP","seq":5,"at_ms":1,"event":{"type":"opened"}}"#;
        assert!(LeanMessage::of(&serde_json::from_str(ended).unwrap()).is_none());
    }
}
