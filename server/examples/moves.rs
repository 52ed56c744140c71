//! Plays whole games through rooms, journal and encoding, one move at a time, and ends. A tool that counts
//! instructions tells from two lengths what a move costs, whatever else the machine does:
//!
//!     valgrind --tool=cachegrind --cache-sim=no target/debug/examples/moves GAMES
//!
//! `.ci/budget` does that.

use std::io::{self, IoSlice};
use std::net::{IpAddr, Ipv4Addr};
use std::task::{Context, Poll};

use reversi_engine::book::Book;
use reversi_engine::pattern::Weights;
use reversi_game::{Color, Game, Square};
use reversi_protocol::{
    Durability, PlayerName, RequestId, RoleWish, RoomId, RoomName, RoomSettings, SeatChoices,
    SessionId,
};
use reversi_room::{
    Actor, Attendance, Command, Entry, Lot, OpenRequest, RequestKey, Room, SecretHash, Timestamp,
    open,
};
use reversi_server::clock::Clock;
use reversi_server::room_task::outbox::{ConnectionId, Outbox, Wire};
use reversi_server::room_task::{Enter, Input, Place, Request, RoomHandle, RoomServices, RoomTask};
use reversi_server::store::{Append, Epoch, SqliteStorage};
use tokio::sync::{mpsc, oneshot};

/// The connections beside the two players'.
const SPECTATORS: u8 = 2;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let games = std::env::args().nth(1).map_or(1, |text| text.parse().expect("a number"));
    // What is unpacked beside the first moves is no part of them.
    let _ = (Weights::embedded(), Book::embedded());
    let folder = tempfile::tempdir().expect("a folder");
    let storage = SqliteStorage::open(folder.path()).expect("a database");
    let services = RoomServices::over(storage, Clock::start(Timestamp(0)), Durability::Full);
    for number in 0..games {
        play(number, &services).await;
    }
}

/// Plays a game in a room of its own.
async fn play(number: u64, services: &RoomServices) {
    let room = open_room(number, services).await;
    let mut ears = Vec::new();
    for connection in 1..=2 + SPECTATORS {
        ears.push(enter(&room, connection).await);
    }
    let mut game = Game::default();
    while let Some(color) = game.to_move() {
        let legal: Vec<Square> = game.legal().iter().collect();
        let square = legal[number as usize % legal.len()];
        let ply = game.actions().len() as u32;
        let connection = ConnectionId(if color == Color::Black { 1 } else { 2 });
        let request = Request::Command(Command::Place { ply, square, lag_ms: 0 });
        let input = Input::Request { connection, id: RequestId(ply + 2), request };
        room.inputs.send(input).await.expect("the room lives");
        game.play(square).expect("it is legal");
        for ear in &mut ears {
            ear.recv().await.expect("the room lives");
        }
    }
}

async fn open_room(number: u64, services: &RoomServices) -> RoomHandle {
    let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes();
    let id = RoomId::from_random(&mixed.repeat(2)).expect("16 characters");
    let request = OpenRequest {
        settings: RoomSettings { think_ms_min: 0, ..RoomSettings::default() },
        seats: SeatChoices::default(),
        name: PlayerName::new("ann").expect("a name"),
        token: actor(1).token(),
        player: None,
        saved: None,
        competition: None,
        invitation: None,
        default_name: RoomName::new("a room").expect("a name"),
    };
    let at = services.clock.now();
    let events = open(request, Lot::default()).expect("a room");
    let entries = (1..).zip(events).map(|(seq, event)| Entry { seq, at, key: None, event });
    let entries: Vec<Entry> = entries.collect();
    let append =
        Append { room: id.clone(), epoch: Epoch::FIRST, entries: entries.clone(), finished: None };
    services.journal.append(append).await.expect("it is stored");
    let room = Room::from_entries(&id, entries).expect("a room");
    let (mut task, handle) =
        RoomTask::new((room, Epoch::FIRST), Attendance::nobody(at), services.clone(), 1, None);
    tokio::spawn(async move { task.run().await });
    handle
}

/// Enters a room, the first two to play there; returns what tells each write to the connection.
async fn enter(room: &RoomHandle, number: u8) -> mpsc::UnboundedReceiver<()> {
    let (ear, mut written) = mpsc::unbounded_channel();
    let (entered, on_entered) = oneshot::channel();
    let enter = Enter {
        connection: ConnectionId(number.into()),
        network: IpAddr::V4(Ipv4Addr::LOCALHOST),
        outbox: Outbox::new(Box::new(Ear(ear))),
        is_lean: false,
        key: RequestKey { session: SessionId::from_bytes([number; 16]), request: RequestId(1) },
        name: PlayerName::new("someone").expect("a name"),
        player: None,
        role: if number <= 2 { RoleWish::Player } else { RoleWish::Spectator },
        actor: actor(number),
        named: false,
        strength: None,
        seen: None,
        people: 1,
        told: None,
        invitation: None,
        place: Place::default(),
        entered,
    };
    room.inputs.send(Input::Enter(Box::new(enter))).await.expect("the room lives");
    assert!(on_entered.await.expect("the room lives"), "there is a place");
    while written.try_recv().is_ok() {}
    written
}

fn actor(number: u8) -> Actor {
    Actor::Visitor(Some(SecretHash::of(&[number; 16])))
}

/// A line that takes everything, and tells that.
struct Ear(mpsc::UnboundedSender<()>);

impl Wire for Ear {
    fn try_write(&self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        // Whoever listened may be done.
        let _ = self.0.send(());
        Ok(parts.iter().map(|part| part.len()).sum())
    }

    fn poll_ready(&self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
