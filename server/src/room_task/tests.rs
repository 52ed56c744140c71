//! The task of a room against a storage that fails, and against its own defects.

use std::time::Duration;

use reversi_game::Color;
use reversi_protocol::{
    PlayerName, RefusalCode, RequestId, RoleWish, RoomEvent, RoomName, RoomSettings, SeatChoice,
    SeatChoices, SeatToken, ServerMessage, SessionId,
};
use tokio::sync::oneshot;

use super::*;
use crate::outbox::Outgoing;
use crate::room::{Entry, OpenRequest, TokenHash, open};
use crate::store::{Append, AppendError, JournalMetrics, MemoryStorage, Storage};
use crate::time::Timestamp;

fn actor(number: u8) -> Actor {
    Actor { token: Some(TokenHash::of(&SeatToken::from_bytes([number; 16]))) }
}

/// A room that Ann (1) has opened and sits in, in a storage that will answer its commits with
/// `failures`, the next one last.
fn room_with_failures(failures: Vec<AppendError>) -> RoomHandle {
    let clock = Clock::start(Timestamp(0));
    let events = open(OpenRequest {
        settings: RoomSettings::default(),
        seats: SeatChoices { black: SeatChoice::Me, white: SeatChoice::Open },
        occupant: reversi_protocol::Occupant::Human { name: PlayerName::new("ann").unwrap() },
        token: actor(1).token,
        default_name: RoomName::new("ann").unwrap(),
    });
    let entries: Vec<Entry> = (1..)
        .zip(events.unwrap())
        .map(|(seq, event)| Entry { seq, at: clock.now(), cause: None, event })
        .collect();
    let id: RoomId = "TEST".parse().unwrap();
    let mut storage = MemoryStorage::default();
    let stored = storage.commit(&[Append { room: id.clone(), entries: entries.clone() }]);
    assert_eq!(stored, [Ok(())]);
    storage.failures = failures;
    let (journal, _) = Journal::start(storage, JournalMetrics::default());
    let services = RoomServices {
        journal,
        clock,
        patience: Patience::default(),
        metrics: Arc::new(Metrics::default()),
    };
    let room = Room::from_entries(&id, entries).unwrap();
    let (task, handle) = RoomTask::new(room, services);
    tokio::spawn(task.run());
    handle
}

/// Someone connected to the room.
struct Guest {
    number: u8,
    room: RoomHandle,
    outgoing: Outgoing,
}

impl Guest {
    /// Joins as a player; the reply is the next message.
    async fn join(number: u8, room: &RoomHandle) -> Self {
        let (outbox, outgoing) = Outbox::new();
        let (entered, _) = oneshot::channel();
        let enter = Enter {
            connection: ConnectionId(number.into()),
            outbox,
            cause: Cause { session: SessionId::from_bytes([number; 16]), request: RequestId(1) },
            name: PlayerName::new("someone").unwrap(),
            role: RoleWish::Player,
            actor: actor(number),
            seen: None,
            entered,
        };
        room.inputs.send(Input::Enter(Box::new(enter))).await.unwrap();
        Self { number, room: room.clone(), outgoing }
    }

    async fn place(&self, id: u32, ply: u32, square: &str) {
        let command = Command::Place { ply, square: square.parse().unwrap() };
        let input = Input::Request {
            connection: ConnectionId(self.number.into()),
            id: RequestId(id),
            request: Request::Command(command),
        };
        self.room.inputs.send(input).await.unwrap();
    }

    async fn panic(&self) {
        self.room.inputs.send(Input::Panic).await.unwrap();
    }

    /// Returns the next message that is not about presence.
    async fn hear(&mut self) -> ServerMessage {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(5), self.outgoing.frames.recv());
            let frame = next.await.expect("a message in time").expect("the room lives");
            let message = serde_json::from_str(&frame).unwrap();
            if !matches!(message, ServerMessage::Presence { .. }) {
                return message;
            }
        }
    }

    async fn hear_snapshot(&mut self) -> Box<Snapshot> {
        let message = self.hear().await;
        let ServerMessage::Snapshot(snapshot) = message else {
            panic!("expected a snapshot, heard {message:?}")
        };
        snapshot
    }

    async fn hear_refusal(&mut self) -> RefusalCode {
        let message = self.hear().await;
        let ServerMessage::Refused { code, .. } = message else {
            panic!("expected a refusal, heard {message:?}")
        };
        code
    }
}

/// Ann and Ben at the table, the game begun, everything said until then heard.
async fn seated(room: &RoomHandle) -> (Guest, Guest) {
    let mut ann = Guest::join(1, room).await;
    assert!(matches!(ann.hear().await, ServerMessage::Joined { .. }));
    ann.hear_snapshot().await;
    let mut ben = Guest::join(2, room).await;
    assert!(matches!(ben.hear().await, ServerMessage::Joined { seq: 4, .. }));
    ben.hear_snapshot().await;
    for _ in 0..2 {
        assert!(matches!(ann.hear().await, ServerMessage::Event { .. }));
    }
    (ann, ben)
}

#[tokio::test]
async fn the_reply_comes_before_the_event_and_the_event_to_everyone() {
    let room = room_with_failures(Vec::new());
    let (mut ann, mut ben) = seated(&room).await;
    ann.place(2, 0, "f5").await;
    assert!(matches!(ann.hear().await, ServerMessage::Accepted { id: RequestId(2), seq: 5, .. }));
    let event = ann.hear().await;
    assert_eq!(ben.hear().await, event);
    assert!(matches!(event, ServerMessage::Event { seq: 5, event: RoomEvent::Placed { .. }, .. }));
}

#[tokio::test]
async fn a_request_sent_again_has_the_same_reply_and_no_second_effect() {
    let room = room_with_failures(Vec::new());
    let (mut ann, mut ben) = seated(&room).await;
    ann.place(2, 0, "f5").await;
    ann.place(2, 0, "f5").await;
    let first = ann.hear().await;
    ann.hear().await;
    assert_eq!(ann.hear().await, first);
    ben.hear().await;
    ben.place(2, 1, "d6").await;
    // The other player's request of the same number is another request.
    assert!(matches!(ben.hear().await, ServerMessage::Accepted { seq: 6, .. }));
}

#[tokio::test]
async fn what_cannot_be_stored_is_refused_and_changes_nothing() {
    let room = room_with_failures(vec![AppendError::Full]);
    let mut ben = Guest::join(2, &room).await;
    assert_eq!(ben.hear_refusal().await, RefusalCode::Unavailable);
    // There is room on the disk again: the same person sits down, with the next number.
    let mut ben = Guest::join(2, &room).await;
    assert!(matches!(ben.hear().await, ServerMessage::Joined { seq: 4, .. }));
}

#[tokio::test]
async fn a_failed_storage_acknowledges_nothing_more() {
    let room = room_with_failures(vec![AppendError::Failed("fsync".to_owned())]);
    for _ in 0..2 {
        let mut ben = Guest::join(2, &room).await;
        assert_eq!(ben.hear_refusal().await, RefusalCode::Unavailable);
    }
}

#[tokio::test]
async fn a_defect_reloads_the_room_from_what_is_durable() {
    let room = room_with_failures(Vec::new());
    let (mut ann, mut ben) = seated(&room).await;
    ann.place(2, 0, "f5").await;
    ann.hear().await;
    for guest in [&mut ann, &mut ben] {
        guest.hear().await;
    }
    ann.panic().await;
    for guest in [&mut ann, &mut ben] {
        let snapshot = guest.hear_snapshot().await;
        assert_eq!((snapshot.seq, snapshot.position.to_move), (5, Some(Color::White)));
    }
    ben.place(2, 1, "d6").await;
    assert!(matches!(ben.hear().await, ServerMessage::Accepted { seq: 6, .. }));
}

#[tokio::test]
async fn a_room_that_fails_again_and_again_is_given_up() {
    let room = room_with_failures(Vec::new());
    let (mut ann, _ben) = seated(&room).await;
    for _ in 0..FAULTS_MAX {
        ann.panic().await;
        ann.hear_snapshot().await;
    }
    ann.panic().await;
    assert_eq!(ann.hear_refusal().await, RefusalCode::RoomClosed);
}

#[tokio::test]
async fn someone_elses_entry_in_the_journal_makes_the_room_read_it() {
    let room = room_with_failures(vec![AppendError::Conflict]);
    let mut ann = Guest::join(1, &room).await;
    ann.hear().await;
    ann.hear_snapshot().await;
    let _ben = Guest::join(2, &room).await;
    assert_eq!(ann.hear_snapshot().await.seq, 2);
}
