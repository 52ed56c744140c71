//! Servers with links between them in one process, over one storage: players and spectators of all of them in one room,
//! while links are cut and servers end at any time.

use std::collections::HashMap;
use std::io::{self, IoSlice};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::{BoxFuture, join_all, poll_fn};
use reversi_game::{Color, Square};
use reversi_protocol::{
    Durability, Phase, PlayerName, RequestId, RoleWish, RoomId, RoomName, RoomSettings,
    SeatChoices, ServerMessage, SessionId, Snapshot,
};
use reversi_room::{Actor, Command, Event, OpenRequest, RequestKey, SecretHash, Timestamp};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional, duplex};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::line::LinkMetrics;
use super::links::{Dial, Links, Stream};
use super::message::VERSION;
use super::owner::Owner;
use crate::clock::Clock;
use crate::lobby::{Lobby, RoomsMax};
use crate::room_task::outbox::{ConnectionId, Frame, LineState, Outbox, Wire};
use crate::room_task::{Enter, Input, Place, Request, RoomHandle, RoomServices};
use crate::store::{Membership, MemoryStorage, Owner as Whose, Peer, Reader as _, Storage as _};

const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// Servers of each run, and runs beside each other.
const NODES: usize = 3;
const SEEDS: u64 = 24;

/// Time for all of a run. Chosen: many times what it takes.
const PATIENCE: Duration = Duration::from_mins(1);

/// Chance that a seed decides.
struct Lots(u64);

impl Lots {
    /// Draws a number below another one.
    fn below(&mut self, end: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    async fn pause(&mut self, ms_max: u64) {
        sleep(Duration::from_millis(self.below(ms_max))).await;
    }
}

/// The servers that others reach, and the links between them.
#[derive(Clone, Default)]
struct Net(Arc<Mutex<HashMap<i64, Owner>>>, Arc<Mutex<(u64, CancellationToken)>>);

impl std::fmt::Debug for Net {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Net")
    }
}

impl Net {
    /// Cuts all links that there are.
    fn cut(&self) {
        let mut links = self.1.lock().unwrap();
        links.1.cancel();
        links.1 = CancellationToken::new();
    }
}

impl Dial for Net {
    fn dial(&self, peer: Peer) -> BoxFuture<'_, io::Result<Box<dyn Stream>>> {
        let owner = self.0.lock().unwrap().get(&peer.node).cloned();
        let (number, cut) = {
            let mut links = self.1.lock().unwrap();
            links.0 += 1;
            links.clone()
        };
        async move {
            let owner = owner.ok_or(io::ErrorKind::ConnectionRefused)?;
            let ((here, mut one), (mut other, there)) = (duplex(4096), duplex(4096));
            tokio::spawn(async move {
                tokio::select! {
                    _ = copy_bidirectional(&mut one, &mut other) => {}
                    () = cut.cancelled() => {}
                }
            });
            tokio::spawn(owner.serve(there, ([127, 0, 0, 1], 0).into(), number, None));
            Ok(Box::new(here) as Box<dyn Stream>)
        }
        .boxed()
    }
}

struct Node {
    number: i64,
    lobby: Arc<Lobby>,
    storage: MemoryStorage,
    /// Cancelled when it ends.
    ended: CancellationToken,
}

/// Starts servers over one storage, each of which reaches the others.
fn nodes(net: &Net) -> Vec<Node> {
    let mut storage = MemoryStorage::default();
    let start = |number| {
        let ended = CancellationToken::new();
        let own = Membership { cluster: "test".to_owned(), node: number };
        let metrics = LinkMetrics::default();
        let services =
            RoomServices::over(storage.clone(), Clock::start(Timestamp(0)), Durability::Full);
        let dial = Box::new(net.clone());
        let links = Links::over(dial, own.clone(), &services, ended.clone());
        let rooms_max = RoomsMax { server: 10, address: 10 };
        let lobby = Lobby::restore(services, rooms_max, Vec::new(), Some(links));
        let rooms = Arc::new(Arc::clone(&lobby));
        let owner = Owner {
            own,
            rooms,
            metrics,
            trust: None,
            shutdown: ended.clone(),
            buried: CancellationToken::new(),
        };
        net.0.lock().unwrap().insert(number, owner);
        let node = Node { number, lobby, storage: storage.clone(), ended };
        storage = storage.another();
        node
    };
    (0..NODES as i64).map(start).collect()
}

/// Somebody who plays or watches, and connects to whichever server there is.
struct Person {
    number: u8,
    role: RoleWish,
    color: Option<Color>,
    lots: Lots,
    view: Option<Snapshot>,
    next_id: u32,
    /// What it asked last to be shown the room.
    resynced: Option<RequestId>,
    /// A move without an answer.
    unanswered: Option<(RequestId, u32, Square)>,
    accepted: Vec<RequestKey>,
    /// What its last move caused.
    moved: u64,
}

/// A connection to a room.
struct Line {
    connection: ConnectionId,
    room: RoomHandle,
    outbox: Outbox,
    frames: mpsc::UnboundedReceiver<Frame>,
    ended: CancellationToken,
}

struct Ear(mpsc::UnboundedSender<Frame>);

impl Wire for Ear {
    fn try_write(&self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        for part in parts {
            let sent = self.0.send(Frame::made(part.to_vec()));
            sent.map_err(|_gone| io::ErrorKind::BrokenPipe)?;
        }
        Ok(parts.iter().map(|part| part.len()).sum())
    }

    fn poll_ready(&self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

impl Person {
    fn new(number: u8, seed: u64, color: Option<Color>) -> Self {
        Self {
            number,
            role: if color.is_some() { RoleWish::Player } else { RoleWish::Spectator },
            color,
            lots: Lots(seed * 100 + u64::from(number)),
            view: None,
            next_id: 0,
            resynced: None,
            unanswered: None,
            accepted: Vec::new(),
            moved: 0,
        }
    }

    fn session(&self) -> SessionId {
        SessionId::from_bytes([self.number; 16])
    }

    fn next_id(&mut self) -> RequestId {
        self.next_id += 1;
        RequestId(self.next_id)
    }

    /// Plays or watches until the game is over.
    async fn take_part(mut self, nodes: &[Node], room: &RoomId) -> Self {
        while !self.view.as_ref().is_some_and(|view| view.phase == Phase::Finished) {
            let living: Vec<&Node> = nodes.iter().filter(|it| !it.ended.is_cancelled()).collect();
            let node = living[self.lots.below(living.len() as u64) as usize];
            let connected = tokio::select! {
                line = self.connect(node, room) => line,
                () = node.ended.cancelled() => None,
            };
            match connected {
                Some(line) => self.follow(line).await,
                None => self.lots.pause(50).await,
            }
        }
        self
    }

    async fn connect(&mut self, node: &Node, room: &RoomId) -> Option<Line> {
        let handle = node.lobby.find(room).await.ok()?;
        let id = self.next_id();
        let (ear, frames) = mpsc::unbounded_channel();
        let outbox = Outbox::new(Box::new(Ear(ear)));
        let (entered, on_entered) = oneshot::channel();
        let connection = ConnectionId(u64::from(self.number) << 32 | u64::from(id.0));
        let token = self.color.map(|_| SecretHash::of(&[self.number; 16]));
        let enter = Enter {
            connection,
            network: ADDRESS,
            outbox: outbox.clone(),
            is_lean: false,
            key: RequestKey { session: self.session(), request: id },
            name: PlayerName::new("someone").unwrap(),
            player: None,
            role: self.role,
            actor: Actor::Visitor(token),
            invitation: None,
            named: false,
            strength: None,
            seen: self.view.as_ref().map(|view| view.seq),
            people: 1,
            told: None,
            place: Place::default(),
            entered,
        };
        handle.inputs.send(Input::Enter(Box::new(enter))).await.ok()?;
        let is_in = on_entered.await == Ok(true);
        self.resynced = None;
        let line = Line { connection, room: handle, outbox, frames, ended: node.ended.clone() };
        if is_in && let Some((id, ply, square)) = self.unanswered {
            line.place(id, ply, square).await;
        }
        is_in.then_some(line)
    }

    /// Follows the game until the line ends, or the game does.
    async fn follow(&mut self, mut line: Line) {
        loop {
            if let Some(view) = &self.view
                && view.phase == Phase::Finished
            {
                break;
            }
            if self.unanswered.is_none()
                && let Some((ply, square)) = self.choose()
            {
                self.lots.pause(30).await;
                let id = self.next_id();
                self.unanswered = Some((id, ply, square));
                line.place(id, ply, square).await;
            }
            if self.color.is_none() && self.resynced.is_none() && self.lots.below(20) == 0 {
                let id = self.next_id();
                self.resynced = Some(id);
                line.ask(id, Request::Resync).await;
            }
            tokio::select! {
                frame = line.frames.recv() => match frame {
                    Some(frame) => frame.texts().for_each(|text| self.hear(text)),
                    None => return,
                },
                state = poll_fn(|cx| line.outbox.poll_unclear(cx)) => {
                    assert_eq!(state, LineState::Ousted);
                    return;
                }
                () = line.ended.cancelled() => return,
            }
        }
        let _ = line.room.inputs.send(Input::Gone { connection: line.connection }).await;
    }

    /// Chooses a move, if it is this one's turn.
    fn choose(&mut self) -> Option<(u32, Square)> {
        let position = &self.view.as_ref().filter(|view| view.seq >= self.moved)?.position;
        let legal = position.legal.as_ref().filter(|_| position.to_move == self.color)?;
        let at = self.lots.below(legal.len().max(1) as u64) as usize;
        Some((position.ply, legal.get(at)?.square))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is expected")]
    fn hear(&mut self, text: &str) {
        match serde_json::from_str(text).expect("a message") {
            ServerMessage::Snapshot(snapshot) => {
                let seen = self.view.as_ref().map_or(0, |view| view.seq);
                assert!(snapshot.seq >= seen, "{} goes back from {seen}: {text}", self.number);
                self.view = Some(*snapshot);
            }
            ServerMessage::Event { seq, event, .. } => {
                let view = self.view.as_mut().expect("a snapshot comes first");
                view.apply(seq, &event).unwrap_or_else(|error| panic!("{error}: {text}"));
            }
            ServerMessage::Accepted { id, .. } if self.resynced == Some(id) => {
                self.resynced = None;
            }
            ServerMessage::Accepted { id, seq, .. } => {
                self.moved = seq;
                let (asked, ..) = self.unanswered.take().expect("one answer for each request");
                assert_eq!(asked, id);
                self.accepted.push(RequestKey { session: self.session(), request: id });
            }
            ServerMessage::Joined { .. } | ServerMessage::Presence { .. } => {}
            other => panic!("{} did not expect {other:?}", self.number),
        }
    }
}

impl Line {
    async fn place(&self, id: RequestId, ply: u32, square: Square) {
        self.ask(id, Request::Command(Command::Place { ply, square, lag_ms: 0 })).await;
    }

    async fn ask(&self, id: RequestId, request: Request) {
        let input = Input::Request { connection: self.connection, id, request };
        // What is not answered is asked again.
        let _ = self.room.inputs.send(input).await;
    }
}

/// Cuts links and ends servers, until one is left or the game is over. Some go on for a while that count as dead.
async fn disturb(nodes: &[Node], net: &Net, room: &RoomId, mut lots: Lots) {
    let mut living: Vec<usize> = (0..nodes.len()).collect();
    loop {
        lots.pause(600).await;
        net.cut();
        if lots.below(2) == 0 && living.len() > 1 {
            let dead = &nodes[living.swap_remove(lots.below(living.len() as u64) as usize)];
            let end = || {
                net.0.lock().unwrap().remove(&dead.number);
                dead.ended.cancel();
            };
            let is_gone = lots.below(2) == 0;
            if is_gone {
                end();
            }
            lots.pause(200).await;
            // The others take over what it had.
            let heir = &nodes[living[lots.below(living.len() as u64) as usize]];
            let owner = heir.storage.owner(room).unwrap();
            if let Some(Whose::Other { peer: Some(peer), .. }) = owner
                && peer.node == dead.number
            {
                let rooms = heir.storage.clone().adopt().unwrap().rooms;
                heir.lobby.take_over(rooms, heir.ended.clone()).await;
            }
            if !is_gone {
                lots.pause(400).await;
                end();
            }
        }
    }
}

async fn run(seed: u64) {
    let net = Net::default();
    let nodes = nodes(&net);
    let key = RequestKey { session: SessionId::from_bytes([1; 16]), request: RequestId(0) };
    let request = OpenRequest {
        settings: RoomSettings { think_ms_min: 0, ..RoomSettings::default() },
        seats: SeatChoices::default(),
        name: PlayerName::new("someone").unwrap(),
        token: Some(SecretHash::of(&[1; 16])),
        player: None,
        saved: None,
        competition: None,
        invitation: None,
        default_name: RoomName::new("ann").unwrap(),
    };
    let room = nodes[0].lobby.create(ADDRESS, key, request).await.unwrap();
    let people = [
        Person::new(1, seed, Some(Color::Black)),
        Person::new(2, seed, Some(Color::White)),
        Person::new(3, seed, None),
        Person::new(4, seed, None),
    ];
    let play = join_all(people.map(|person| person.take_part(&nodes, &room)));
    let people = tokio::select! {
        people = timeout(PATIENCE, play) => people.expect("the game ends"),
        () = disturb(&nodes, &net, &room, Lots(seed)) => unreachable!("it never ends"),
    };

    let stored = nodes[0].storage.room(&room).unwrap().unwrap().entries;
    let moves = stored.iter().filter(|entry| matches!(entry.event, Event::Placed { .. }));
    let moves: Vec<_> = moves.filter_map(|entry| entry.key).collect();
    let accepted: Vec<_> = people.iter().flat_map(|person| &person.accepted).collect();
    assert!(accepted.iter().all(|key| moves.contains(key)), "what is acknowledged is stored");
    let once = moves.iter().all(|key| moves.iter().filter(|other| *other == key).count() == 1);
    assert!(once, "nothing is stored twice");
    for person in &people {
        let view = person.view.as_ref().unwrap();
        let [own, first] = [view, people[0].view.as_ref().unwrap()];
        assert_eq!((&own.actions, own.result), (&first.actions, first.result), "seed {seed}");
    }
    assert!(nodes[0].storage.epochs(&room).is_sorted(), "seed {seed}: two wrote to the room");
}

/// Writes packets that no program of this version makes, and returns what is answered until the link ends.
async fn told_by_hand(owner: Owner, packets: &[&str]) -> String {
    let (mut here, there) = duplex(4096);
    tokio::spawn(owner.serve(there, ([127, 0, 0, 1], 0).into(), 1, None));
    for packet in packets {
        here.write_u32(packet.len() as u32).await.unwrap();
        here.write_all(packet.as_bytes()).await.unwrap();
    }
    let mut told = Vec::new();
    // Nothing more is said, so it ends sooner or later.
    here.read_to_end(&mut told).await.unwrap();
    String::from_utf8_lossy(&told).into_owned()
}

#[tokio::test]
async fn a_server_of_the_next_version_is_spoken_to_and_one_of_the_version_after_is_refused() {
    let net = Net::default();
    let nodes = nodes(&net);
    let owner = || net.0.lock().unwrap()[&nodes[0].number].clone();
    let hello = |version: u32| {
        format!(
            r#"{{"Hello":{{"version":{version},"cluster":"test","node":9,"to":0,"mood":"good"}}}}"#
        )
    };
    let (unknown, list) =
        (r#"{"Sing":{"song":1}}"#, r#"{"Ask":{"ask":5,"question":{"List":{"filter":null}}}}"#);
    let newer = told_by_hand(owner(), &[&hello(VERSION + 1), unknown, list]).await;
    assert!(newer.contains("Hello") && newer.contains(r#""ask":5"#), "{newer}");
    let same = told_by_hand(owner(), &[&hello(VERSION), unknown, list]).await;
    assert!(!same.contains(r#""ask":5"#), "a defect ends the link: {same}");
    let after = told_by_hand(owner(), &[&hello(VERSION + 2), list]).await;
    assert!(after.contains("Refused") && after.contains("upgrade"), "{after}");
}

#[tokio::test]
async fn whatever_is_cut_or_ends_everyone_is_shown_one_game_and_nothing_is_lost_or_there_twice() {
    join_all((1..=SEEDS).map(run)).await;
}
