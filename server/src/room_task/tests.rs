//! The task of a room against a storage that fails, and against its own defects.

mod allocations;
mod ousted;
mod relaxed;
mod talk;
mod watchers;

use std::io::{self, IoSlice};
use std::task::{Context, Poll};
use std::time::Duration;

use reversi_game::Color;
use reversi_protocol::{
    Durability, Hints, PlayerName, RefusalCode, RequestId, RoleWish, RoomEvent, RoomId, RoomName,
    RoomSettings, SeatChoice, SeatChoices, ServerMessage, SessionId, Snapshot,
};
use reversi_room::{
    Actor, Attendance, Command, Entry, Lot, OpenRequest, RequestKey, Room, SecretHash, Timestamp,
    open,
};
use tokio::sync::{mpsc, oneshot};

use super::outbox::{ConnectionId, Frame, Outbox, Wire};
use super::task::FAULTS_MAX;
use super::*;
use crate::clock::Clock;
use crate::health::Trouble;
use crate::store::{Append, Epoch, Fault, MemoryStorage, Storage, Write, WriteError};

fn actor(number: u8) -> Actor {
    Actor::Visitor(Some(SecretHash::of(&[number; 16])))
}

/// A room that Ann (1) has opened and sits in, in a storage that will answer its commits with
/// `outcomes`, the next one first.
fn room_whose_commits(outcomes: Vec<Option<WriteError>>) -> RoomHandle {
    room_with(outcomes, SeatChoices::default())
}

fn room_with(outcomes: Vec<Option<WriteError>>, seats: SeatChoices) -> RoomHandle {
    room_that_is(Durability::Full, outcomes, seats)
}

fn room_that_is(
    durability: Durability,
    outcomes: Vec<Option<WriteError>>,
    seats: SeatChoices,
) -> RoomHandle {
    let clock = Clock::start(Timestamp(0));
    let hints = Some(Hints::Allowed);
    let request = OpenRequest {
        settings: RoomSettings { think_ms_min: 0, hints, ..RoomSettings::default() },
        seats,
        name: PlayerName::new("ann").unwrap(),
        token: actor(1).token(),
        player: None,
        saved: None,
        competition: None,
        invitation: None,
        default_name: RoomName::new("ann").unwrap(),
    };
    let entries: Vec<Entry> = (1..)
        .zip(open(request, Lot::default()).unwrap())
        .map(|(seq, event)| Entry { seq, at: clock.now(), key: None, event })
        .collect();
    let (id, epoch): (RoomId, _) = ("TEST".parse().unwrap(), Epoch::FIRST);
    let mut storage = MemoryStorage::default();
    let append = Append { room: id.clone(), epoch, entries: entries.clone(), finished: None };
    assert!(storage.commit(&[Write::Append(append)])[0].is_ok());
    storage.fail(outcomes);
    let services = RoomServices::over(storage, clock, durability);
    let room = Room::from_entries(&id, entries).unwrap();
    let nobody = Attendance::nobody(clock.now());
    let (mut task, handle) = RoomTask::new((room, epoch), nobody, services, 1, None);
    tokio::spawn(async move { task.run().await });
    handle
}

struct Guest {
    number: u8,
    room: RoomHandle,
    outgoing: mpsc::UnboundedReceiver<Frame>,
}

fn enter(wire: impl Wire + 'static, number: u8, role: RoleWish) -> Enter {
    Enter {
        connection: ConnectionId(number.into()),
        network: [127, 0, 0, number].into(),
        outbox: Outbox::new(Box::new(wire)),
        is_lean: false,
        key: RequestKey { session: SessionId::from_bytes([number; 16]), request: RequestId(1) },
        name: PlayerName::new("someone").unwrap(),
        player: None,
        role,
        actor: actor(number),
        named: false,
        strength: None,
        seen: None,
        people: 1,
        told: None,
        invitation: None,
        place: Place::default(),
        entered: oneshot::channel().0,
    }
}

/// A line that takes everything.
struct Ear(mpsc::UnboundedSender<Frame>);

impl Wire for Ear {
    fn try_write(&self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        for part in parts {
            let _ = self.0.send(Frame::made(part.to_vec()));
        }
        Ok(parts.iter().map(|part| part.len()).sum())
    }

    fn poll_ready(&self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

impl Guest {
    /// Joins as a player; the reply is the next message.
    async fn join(number: u8, room: &RoomHandle) -> Self {
        Self::join_as(number, room, RoleWish::Player).await
    }

    async fn join_as(number: u8, room: &RoomHandle, role: RoleWish) -> Self {
        Self::join_by(number, room, |ear| enter(ear, number, role)).await
    }

    /// Comes back as a player who has seen the events up to a number.
    async fn join_after(number: u8, room: &RoomHandle, seen: Option<u64>) -> Self {
        let back = |ear| Enter { seen, ..enter(ear, number, RoleWish::Player) };
        Self::join_by(number, room, back).await
    }

    async fn join_by(number: u8, room: &RoomHandle, enter: impl FnOnce(Ear) -> Enter) -> Self {
        let (ear, outgoing) = mpsc::unbounded_channel();
        room.inputs.send(Input::Enter(Box::new(enter(Ear(ear))))).await.unwrap();
        Self { number, room: room.clone(), outgoing }
    }

    async fn place(&self, id: u32, ply: u32, square: &str) {
        let command = Command::Place { ply, square: square.parse().unwrap(), lag_ms: 0 };
        let input = Input::Request {
            connection: ConnectionId(self.number.into()),
            id: RequestId(id),
            request: Request::Command(command),
        };
        self.room.inputs.send(input).await.unwrap();
    }

    async fn ask_hint(&self, id: u32, bot: Option<&str>) {
        let input = Input::Request {
            connection: ConnectionId(self.number.into()),
            id: RequestId(id),
            request: Request::Hint { bot: bot.map(|bot| bot.parse().unwrap()), deepen: false },
        };
        self.room.inputs.send(input).await.unwrap();
    }

    async fn leave(&self, id: u32) -> oneshot::Receiver<bool> {
        let (left, on_left) = Answer::new();
        let (connection, request) = (ConnectionId(self.number.into()), Request::Leave { left });
        let input = Input::Request { connection, id: RequestId(id), request };
        self.room.inputs.send(input).await.unwrap();
        on_left
    }

    async fn panic(&self) {
        self.room.inputs.send(Input::Panic).await.unwrap();
    }

    /// Returns the next message that is not about presence.
    async fn hear(&mut self) -> ServerMessage {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(5), self.outgoing.recv());
            let frame = next.await.expect("a message in time").expect("the room lives");
            let message = serde_json::from_str(frame.text()).unwrap();
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
    let room = room_whose_commits(Vec::new());
    let (mut ann, mut ben) = seated(&room).await;
    ann.place(2, 0, "f5").await;
    assert!(matches!(ann.hear().await, ServerMessage::Accepted { id: RequestId(2), seq: 5, .. }));
    let event = ann.hear().await;
    assert_eq!(ben.hear().await, event);
    assert!(matches!(event, ServerMessage::Event { seq: 5, event: RoomEvent::Placed { .. }, .. }));
}

#[tokio::test]
async fn a_crowd_hears_everything_in_order_and_who_asks_meanwhile_too() {
    let room = room_whose_commits(Vec::new());
    let (ann, ben) = seated(&room).await;
    let mut crowd = Vec::new();
    for number in 3..=200 {
        let mut guest = Guest::join_as(number, &room, RoleWish::Spectator).await;
        guest.hear().await;
        guest.hear_snapshot().await;
        crowd.push(guest);
    }
    ann.place(2, 0, "f5").await;
    ben.place(2, 1, "d6").await;
    crowd[190].place(2, 2, "c3").await;
    ann.place(3, 2, "c3").await;
    for guest in &mut crowd {
        let mut heard = Vec::new();
        while heard.len() < 3 {
            let message = guest.hear().await;
            if let ServerMessage::Event { seq, .. } = message {
                heard.push(seq);
            } else {
                assert!(guest.number == 193, "heard {message:?}");
            }
        }
        assert_eq!(heard, [5, 6, 7]);
    }
}

#[tokio::test]
async fn who_asks_for_lean_events_is_sent_moves_without_the_board() {
    let room = room_whose_commits(Vec::new());
    let (ann, _ben) = seated(&room).await;
    let lean = |ear| Enter { is_lean: true, ..enter(ear, 3, RoleWish::Spectator) };
    let mut lean = Guest::join_by(3, &room, lean).await;
    lean.hear().await;
    lean.hear_snapshot().await;
    ann.place(2, 0, "f5").await;
    let frame = loop {
        let frame = lean.outgoing.recv().await.unwrap();
        if frame.text().contains("placed") {
            break frame;
        }
    };
    let position = r#""position":{"to_move":"white","legal":["f4","d6","f6"]}"#;
    assert!(frame.text().contains(position), "{}", frame.text());
}

#[tokio::test]
async fn a_request_sent_again_has_the_same_reply_and_no_second_effect() {
    let room = room_whose_commits(Vec::new());
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
    let room = room_whose_commits(vec![Some(WriteError::NotNow(Trouble::DiskFull))]);
    let mut ben = Guest::join(2, &room).await;
    assert_eq!(ben.hear_refusal().await, RefusalCode::Unavailable);
    // There is room on the disk again: the same person sits down, with the next number.
    let mut ben = Guest::join(2, &room).await;
    assert!(matches!(ben.hear().await, ServerMessage::Joined { seq: 4, .. }));
}

#[tokio::test]
async fn a_failed_storage_acknowledges_nothing_more() {
    let room = room_whose_commits(vec![Some(WriteError::Failed(Fault::new("fsync")))]);
    for _ in 0..2 {
        let mut ben = Guest::join(2, &room).await;
        assert_eq!(ben.hear_refusal().await, RefusalCode::Unavailable);
    }
}

#[tokio::test]
async fn a_defect_reloads_the_room_from_what_is_durable() {
    let room = room_whose_commits(Vec::new());
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
    let room = room_whose_commits(Vec::new());
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
    let room = room_whose_commits(vec![Some(WriteError::Conflict)]);
    let mut ann = Guest::join(1, &room).await;
    ann.hear().await;
    ann.hear_snapshot().await;
    let _ben = Guest::join(2, &room).await;
    assert_eq!(ann.hear_snapshot().await.seq, 2);
}

/// Ann in the black seat, a bot in the white one.
fn against(bot: &str) -> RoomHandle {
    let white = SeatChoice::Bot(bot.parse().unwrap());
    room_with(Vec::new(), SeatChoices { white, ..SeatChoices::default() })
}

/// Ann joins and has heard the snapshot.
async fn ann_in(room: &RoomHandle) -> Guest {
    let mut ann = Guest::join(1, room).await;
    assert!(matches!(ann.hear().await, ServerMessage::Joined { .. }));
    ann.hear_snapshot().await;
    ann
}

#[tokio::test]
async fn a_bot_answers_a_move_through_the_same_door() {
    let room = against("level-1");
    let mut ann = ann_in(&room).await;
    ann.place(2, 0, "f5").await;
    assert!(matches!(ann.hear().await, ServerMessage::Accepted { .. }));
    for expected in [(Color::Black, 0), (Color::White, 1)] {
        let message = ann.hear().await;
        let ServerMessage::Event { event: RoomEvent::Placed { color, ply, .. }, .. } = message
        else {
            panic!("expected a placement, heard {message:?}")
        };
        assert_eq!((color, ply), expected);
    }
}

#[tokio::test]
async fn a_bots_move_that_cannot_be_stored_is_made_later_and_requests_are_served_meanwhile() {
    let white = SeatChoice::Bot("level-1".parse().unwrap());
    let seats = SeatChoices { white, ..SeatChoices::default() };
    // Ann's move is stored, the bot's is not.
    let room = room_with(vec![None, Some(WriteError::NotNow(Trouble::DiskFull))], seats);
    let mut ann = ann_in(&room).await;
    ann.place(2, 0, "f5").await;
    assert!(matches!(ann.hear().await, ServerMessage::Accepted { .. }));
    assert!(matches!(ann.hear().await, ServerMessage::Event { seq: 5, .. }));
    for id in 3..10 {
        ann.place(id, 0, "f5").await;
        assert_eq!(ann.hear_refusal().await, RefusalCode::StalePly);
    }
    let message = ann.hear().await;
    let is_placed = matches!(
        message,
        ServerMessage::Event { event: RoomEvent::Placed { color: Color::White, ply: 1, .. }, .. }
    );
    assert!(is_placed, "heard {message:?}");
}

#[tokio::test]
async fn a_bot_that_panics_or_hangs_hangs_no_game() {
    for bot in ["debug-panics", "debug-hangs"] {
        let room = against(bot);
        let mut ann = ann_in(&room).await;
        ann.place(2, 0, "f5").await;
        ann.hear().await;
        ann.hear().await;
        let message = ann.hear().await;
        let is_placed = matches!(
            message,
            ServerMessage::Event { event: RoomEvent::Placed { color: Color::White, .. }, .. }
        );
        assert!(is_placed, "{bot}: heard {message:?}");
    }
}

#[tokio::test]
async fn a_hint_goes_to_the_asker_alone_and_values_every_legal_square() {
    let room = room_whose_commits(Vec::new());
    let (mut ann, mut ben) = seated(&room).await;
    ann.ask_hint(7, None).await;
    let ServerMessage::Hint { id: RequestId(7), ply: 0, best, values, .. } = ann.hear().await
    else {
        panic!("expected a hint")
    };
    assert_eq!((values.len(), values[0].square), (4, best));
    ann.ask_hint(8, Some("000-hint")).await;
    let message = ann.hear().await;
    assert!(matches!(message, ServerMessage::Hint { id: RequestId(8), bot: Some(_), .. }));
    ben.ask_hint(9, None).await;
    assert_eq!(ben.hear_refusal().await, RefusalCode::NotYourTurn);
    // Ben has heard nothing of Ann's hints: what he hears next is her move.
    ann.place(10, 0, "f5").await;
    assert!(matches!(ben.hear().await, ServerMessage::Event { seq: 5, .. }));
}

#[tokio::test]
async fn a_host_who_watches_seats_bots() {
    let room =
        room_with(Vec::new(), SeatChoices { black: SeatChoice::Open, ..SeatChoices::default() });
    let (mut host, mut guest) = (
        Guest::join_as(1, &room, RoleWish::Spectator).await,
        Guest::join_as(2, &room, RoleWish::Spectator).await,
    );
    for watcher in [&mut host, &mut guest] {
        assert!(matches!(watcher.hear().await, ServerMessage::Joined { .. }));
        watcher.hear_snapshot().await;
    }
    let seat = |guest: &Guest| Input::Request {
        connection: ConnectionId(guest.number.into()),
        id: RequestId(2),
        request: Request::SeatBot { color: Color::White, bot: "level-1".parse().unwrap() },
    };
    room.inputs.send(seat(&guest)).await.unwrap();
    assert_eq!(guest.hear_refusal().await, RefusalCode::NotHost);
    room.inputs.send(seat(&host)).await.unwrap();
    assert!(matches!(host.hear().await, ServerMessage::Accepted { .. }));
}

#[tokio::test]
#[expect(clippy::wildcard_enum_match_arm, reason = "anything else fails the test")]
async fn a_hint_is_answered_although_its_asker_left_and_none_is_asked_for_beside_it() {
    let room = room_whose_commits(Vec::new());
    let (mut ann, _ben) = seated(&room).await;
    ann.ask_hint(7, None).await;
    ann.ask_hint(8, None).await;
    let _left = ann.leave(9).await;
    let mut replies = Vec::new();
    for _ in 0..3 {
        replies.push(match ann.hear().await {
            ServerMessage::Hint { id, .. } => (id.0, "hint"),
            ServerMessage::Refused {
                id: Some(id),
                code: RefusalCode::Busy,
                retry_after_ms: Some(_),
                ..
            } => (id.0, "busy"),
            ServerMessage::Accepted { id, .. } => (id.0, "accepted"),
            message => panic!("{message:?}"),
        });
    }
    replies.sort_unstable();
    assert_eq!(replies, [(7, "hint"), (8, "busy"), (9, "accepted")]);
}

#[tokio::test]
async fn a_leave_that_cannot_be_stored_leaves_both_as_they_were() {
    let room = room_whose_commits(vec![Some(WriteError::NotNow(Trouble::DiskFull))]);
    let mut ann = Guest::join(1, &room).await;
    assert!(matches!(ann.hear().await, ServerMessage::Joined { .. }));
    ann.hear_snapshot().await;
    assert_eq!(ann.leave(8).await.await, Ok(false));
    assert_eq!(ann.hear_refusal().await, RefusalCode::Unavailable);
    assert_eq!(ann.leave(9).await.await, Ok(true));
}
