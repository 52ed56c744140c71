//! What a gateway has to know of the messages that it passes on: what a client would know by them.

use reversi_game::Color;
use reversi_protocol::{RefusalCode, RequestId};
use serde::Deserialize;

/// What a message says, for whoever passes it on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Relayed {
    /// Somebody is in, and holds these seats.
    Joined {
        id: RequestId,
        seats: Vec<Color>,
    },
    /// The answer to another request, or to this one where it is refused; and whether it says that it was done.
    Answered {
        id: RequestId,
        is_done: bool,
    },
    /// Whoever is told has seen everything up to this; `is_whole` where it shows all of it, to whoever has seen nothing.
    Seen {
        seq: u64,
        is_whole: bool,
    },
    Seats {
        seats: Vec<Color>,
    },
    /// Whoever is told is in no more.
    PutOut,
    Other,
}

#[derive(Deserialize)]
struct Head<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    id: Option<RequestId>,
    seq: Option<u64>,
    code: Option<RefusalCode>,
}

#[derive(Deserialize)]
struct Seated {
    seats: Vec<Color>,
}

impl Relayed {
    /// Reads a message to a client.
    pub(super) fn of(text: &str) -> Self {
        let Ok(head) = serde_json::from_str::<Head<'_>>(text) else { return Self::Other };
        let seats =
            || serde_json::from_str(text).map_or_else(|_| Vec::new(), |it: Seated| it.seats);
        match head {
            Head { kind: "joined", id: Some(id), .. } => Self::Joined { id, seats: seats() },
            Head { kind: "seats", .. } => Self::Seats { seats: seats() },
            Head { kind: "event", seq: Some(seq), .. } => Self::Seen { seq, is_whole: false },
            Head { kind: "snapshot", seq: Some(seq), .. } => Self::Seen { seq, is_whole: true },
            Head { kind: "refused", id: None, code: Some(RefusalCode::NotWatched), .. } => {
                Self::PutOut
            }
            Head { id: Some(id), kind, .. } => Self::Answered { id, is_done: kind != "refused" },
            Head { .. } => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use reversi_protocol::{Refusal, ServerMessage};

    use super::*;

    #[test]
    fn messages_are_told_apart_by_what_a_client_learns_of_them() {
        let room = || "AAAA".parse().unwrap();
        let id = RequestId(7);
        let refusal = Refusal::from(RefusalCode::NotWatched);
        for (message, relayed) in [
            (
                ServerMessage::Joined { id, room: room(), seq: 3, seats: vec![Color::White] },
                Relayed::Joined { id, seats: vec![Color::White] },
            ),
            (
                ServerMessage::Accepted { id, room: room(), seq: 3 },
                Relayed::Answered { id, is_done: true },
            ),
            (
                ServerMessage::refused(Some(id), None, &refusal),
                Relayed::Answered { id, is_done: false },
            ),
            (ServerMessage::refused(None, Some(room()), &refusal), Relayed::PutOut),
            (
                ServerMessage::Seats { room: room(), seats: vec![] },
                Relayed::Seats { seats: vec![] },
            ),
            (ServerMessage::Chat { room: room(), lines: vec![] }, Relayed::Other),
        ] {
            assert_eq!(Relayed::of(&serde_json::to_string(&message).unwrap()), relayed);
        }
        let event = r#"{"type":"event","room":"AAAA","seq":9,"at_ms":1,"event":{"id":3}}"#;
        assert_eq!(Relayed::of(event), Relayed::Seen { seq: 9, is_whole: false });
        assert_eq!(Relayed::of("nothing"), Relayed::Other);
    }
}
