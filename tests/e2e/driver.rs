//! Two clients who play one game after another, whatever happens to the servers.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use reversi_game::{Color, Square};
use reversi_protocol::{
    Command, RefusalCode, Request, RoleWish, RoomId, RoomSettings, SeatChoices, ServerMessage,
};
use reversi_tests::{Ended, Player, within};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use crate::stored::{Acknowledged, Stored};

/// How long a server may take to let somebody come back before another one is tried.
const COMING_BACK_MAX: Duration = Duration::from_secs(5);

/// Time before a server that let nobody in, or refused what was asked for now, is asked again.
const PAUSE: Duration = Duration::from_millis(200);

/// Everything that was acknowledged to anyone, and when.
pub(crate) type Ledger = Arc<Mutex<Vec<(Acknowledged, Instant)>>>;

/// Where a client goes when it has lost its server.
#[derive(Clone, Debug)]
pub(crate) enum Servers {
    /// To the one that was started last, once there is a newer one.
    Newest(watch::Receiver<SocketAddr>),
    /// To any that takes it, in turn, beginning after its own.
    Any { addresses: Arc<[SocketAddr]>, own: usize },
}

/// What a client needs to go on whatever happens to the servers.
#[derive(Clone, Debug)]
pub(crate) struct Driver {
    pub(crate) servers: Servers,
    pub(crate) is_last_game: watch::Receiver<bool>,
    pub(crate) ledger: Ledger,
    /// How long is thought about a move.
    pub(crate) thought: Duration,
}

impl Driver {
    /// Has two clients play one random game after another against each other, until they are told
    /// that this one is the last. Where there are more servers than one they sit at others than the room is opened at.
    pub(crate) async fn keep_playing(
        self,
        [mut black, mut white]: [Player; 2],
        seed: u64,
    ) -> [Player; 2] {
        let mut random = StdRng::seed_from_u64(seed);
        loop {
            let room = self.open(&mut black).await;
            if matches!(self.servers, Servers::Any { .. }) {
                self.come_back(&mut black, Some(&room)).await;
            }
            self.sit_down(&mut white, &room).await;
            let seeds = [random.random(), random.random()];
            tokio::join!(
                self.play(&mut black, &room, Color::Black, seeds[0]),
                self.play(&mut white, &room, Color::White, seeds[1]),
            );
            if *self.is_last_game.borrow() {
                return [black, white];
            }
        }
    }

    async fn open(&self, player: &mut Player) -> RoomId {
        let command = player.create_command(RoomSettings::default(), SeatChoices::default());
        let reply = self.insist(player, None, command).await;
        let ServerMessage::Joined { room, .. } = reply else {
            panic!("a room was to be opened: {reply:?}")
        };
        room
    }

    async fn sit_down(&self, player: &mut Player, room: &RoomId) {
        let join = player.join_command(room, RoleWish::White);
        let reply = self.insist(player, None, join).await;
        assert!(matches!(reply, ServerMessage::Joined { .. }), "{reply:?}");
    }

    /// Plays random moves for one colour to the end of the game.
    async fn play(&self, player: &mut Player, room: &RoomId, color: Color, seed: u64) {
        let mut random = StdRng::seed_from_u64(seed);
        while player.rooms.get(room).is_none_or(|mirror| mirror.state.result.is_none()) {
            match player.rooms.get(room).and_then(|mirror| mirror.to_place(color)) {
                Some(legal) => {
                    let square = *legal.choose(&mut random).unwrap();
                    sleep(self.thought).await;
                    self.place(player, room, square).await;
                }
                None => self.receive(player, room).await,
            }
        }
    }

    /// Places a disc and waits for it, however often servers die meanwhile.
    async fn place(&self, player: &mut Player, room: &RoomId, square: Square) {
        let command = player.place_command(room, square);
        let reply = self.insist(player, Some(room), command).await;
        let ServerMessage::Accepted { seq, .. } = reply else {
            panic!("{square} was not accepted: {reply:?}")
        };
        let (request, _) = player.accepted.last().unwrap().clone();
        let session = player.identity.session;
        let acknowledged = Acknowledged { room: room.clone(), session, request, seq };
        self.ledger.lock().unwrap().push((acknowledged, Instant::now()));
        while player.room(room).state.seq < seq {
            self.receive(player, room).await;
        }
    }

    /// Asks until there is a reply, under one number over however many connections; `room` is the
    /// one that the client is in already.
    async fn insist(
        &self,
        player: &mut Player,
        room: Option<&RoomId>,
        command: Command,
    ) -> ServerMessage {
        let id = player.next_id();
        let request = Request { id, command };
        // A request that could not be sent is sent again after the reconnect.
        let _ = player.send_request(request.clone()).await;
        loop {
            match player.reply(id).await {
                Ok(ServerMessage::Refused { code, .. }) if is_passing(code) => {
                    sleep(PAUSE).await;
                    let _ = player.send_request(request.clone()).await;
                }
                Ok(reply) => return reply,
                Err(_ended) => self.come_back(player, room).await,
            }
        }
    }

    async fn receive(&self, player: &mut Player, room: &RoomId) {
        if player.receive().await.is_err() {
            self.come_back(player, Some(room)).await;
        }
    }

    /// Goes on at another server.
    async fn come_back(&self, player: &mut Player, room: Option<&RoomId>) {
        let mut servers = self.servers.clone();
        let coming = async {
            loop {
                let address = servers.next().await;
                let unanswered = player.unanswered.clone();
                let coming = timeout(servers.patience(), come_back_to(address, player, room));
                if matches!(coming.await, Ok(Ok(()))) {
                    return;
                }
                player.unanswered = unanswered;
            }
        };
        within("a server that lets one in", coming).await;
    }
}

/// Tells whether a refusal is none of what was asked, but of when.
const fn is_passing(code: RefusalCode) -> bool {
    matches!(code, RefusalCode::Unavailable | RefusalCode::Draining)
}

impl Servers {
    /// Returns how long one is given to let somebody come back.
    const fn patience(&self) -> Duration {
        match self {
            // There is no other one.
            Self::Newest(_) => Duration::MAX,
            Self::Any { .. } => COMING_BACK_MAX,
        }
    }

    async fn next(&mut self) -> SocketAddr {
        match self {
            Self::Newest(newest) => {
                newest.changed().await.unwrap();
                *newest.borrow_and_update()
            }
            Self::Any { addresses, own } => {
                sleep(PAUSE).await;
                *own = (*own + 1) % addresses.len();
                addresses[*own]
            }
        }
    }
}

/// Connects again, resumes the game, and sends again what was not answered.
async fn come_back_to(
    address: SocketAddr,
    player: &mut Player,
    room: Option<&RoomId>,
) -> Result<(), Ended> {
    player.reconnect(address).await?;
    let unanswered = std::mem::take(&mut player.unanswered);
    if let Some(room) = room {
        let resumed = resume(player, room).await;
        // A resume that got no answer is made anew the next time.
        player.unanswered.clear();
        player.unanswered.extend(unanswered);
        resumed?;
    } else {
        player.unanswered = unanswered;
    }
    player.send_unanswered().await
}

async fn resume(player: &mut Player, room: &RoomId) -> Result<(), Ended> {
    let seq = loop {
        let id = player.send(player.join_command(room, RoleWish::Player)).await?;
        let reply = player.reply(id).await?;
        if let ServerMessage::Joined { seq, seats, .. } = reply {
            assert_eq!(seats.len(), 1);
            break seq;
        }
        let is_refused_now =
            matches!(reply, ServerMessage::Refused { code, .. } if is_passing(code));
        assert!(is_refused_now, "the seat was lost: {reply:?}");
        sleep(PAUSE).await;
    };
    while player.rooms.get(room).is_none_or(|mirror| mirror.state.seq < seq) {
        player.receive().await?;
    }
    Ok(())
}

/// Holds two players against each other and against the database, and counts their rooms.
pub(crate) fn finished_rooms([black, white]: &[Player; 2], stored: &Stored) -> usize {
    assert_eq!(black.rooms.len(), white.rooms.len());
    for (room, mirror) in &black.rooms {
        assert_eq!(mirror.state, white.room(room).state, "{room}");
        assert!(mirror.state.result.is_some(), "{room} has not come to an end");
        assert_eq!(stored.actions(room), mirror.state.actions, "{room}");
    }
    black.rooms.len()
}
