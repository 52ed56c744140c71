//! A crowd on bad lines: people who pair, play, talk, leave and lose their lines at random. In the end everyone knows
//! who is still there.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::time::Duration;

use futures::future::join_all;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use reversi_game::Color;
use reversi_protocol::{Command, Phase, Phrase, Presence, RoleWish, RoomId, Said};
use reversi_tests::{Cable, Ended, Player, ServerProcess};
use tokio::time::{Instant, sleep, timeout_at};

/// Somebody, and the line to the server.
struct Person {
    player: Player,
    cable: Cable,
    random: StdRng,
    /// The rooms that were left.
    left: BTreeSet<RoomId>,
    cuts: u32,
}

impl Person {
    async fn arrive(server: SocketAddr, name: String, seed: u64) -> Self {
        let cable = Cable::to(server).await;
        let player = Player::connect(cable.address(), &name).await;
        let random = StdRng::seed_from_u64(seed);
        Self { player, cable, random, left: BTreeSet::new(), cuts: 0 }
    }

    fn name(&self) -> &str {
        self.player.identity.name.as_str()
    }

    /// Returns the rooms in which this person has a seat.
    fn rooms(&self) -> Vec<RoomId> {
        let seats = self.player.seats.keys();
        seats.filter(|room| !self.left.contains(room)).cloned().collect()
    }

    fn waits(&self) -> bool {
        self.player.unanswered.iter().any(|it| matches!(it.command, Command::Pair { .. }))
    }

    /// Does so many things, with a pause before each.
    async fn live(&mut self, acts: u32) {
        for _ in 0..acts {
            let pause = Duration::from_millis(self.random.random_range(5..50));
            let mut still = self.listen(pause).await;
            if still.is_ok() {
                still = self.act().await;
            }
            if still.is_err() {
                self.come_back().await;
            }
        }
    }

    async fn listen(&mut self, time: Duration) -> Result<(), Ended> {
        let until = Instant::now() + time;
        while let Ok(received) = timeout_at(until, self.player.receive()).await {
            received?;
        }
        self.take_note();
        Ok(())
    }

    /// Takes note of the rooms that were left.
    fn take_note(&mut self) {
        for (request, _) in self.player.accepted.drain(..) {
            if let Command::Leave { room } = request.command {
                self.left.insert(room);
            }
        }
    }

    async fn act(&mut self) -> Result<(), Ended> {
        let lot = self.random.random_range(0..100);
        if lot < 4 {
            self.cable.cut();
            self.cuts += 1;
            return Ok(());
        }
        let Some(room) = self.rooms().choose(&mut self.random).cloned() else {
            return self.look_for_somebody(lot).await;
        };
        let Some(mirror) = self.player.rooms.get(&room) else { return Ok(()) };
        let is_over = mirror.state.phase == Phase::Finished;
        let color = self.player.seats[&room].first().copied();
        let to_place = color.and_then(|color| mirror.to_place(color));
        let command = match lot {
            _ if is_over && lot < 40 => Command::Leave { room },
            4..6 => Command::Leave { room },
            6..8 if !is_over => Command::Resign { room },
            8..20 => Command::Say { room, said: Said::Phrase { phrase: Phrase::GoodGame } },
            _ => match to_place.and_then(|legal| legal.choose(&mut self.random).copied()) {
                Some(square) => self.player.place_command(&room, square),
                None => return Ok(()),
            },
        };
        self.player.send(command).await.map(drop)
    }

    async fn look_for_somebody(&mut self, lot: u32) -> Result<(), Ended> {
        let command = match (self.waits(), lot) {
            (true, 90..) => Command::Unpair,
            (true, _) => return Ok(()),
            (false, _) => {
                let time = if lot.is_multiple_of(2) { "none" } else { "5m+3s" };
                let (time, token) = (time.parse().unwrap(), self.player.identity.token);
                Command::Pair { time, strength: None, token, bot: None }
            }
        };
        self.player.send(command).await.map(drop)
    }

    /// Mends the line and goes on where it was lost.
    async fn come_back(&mut self) {
        loop {
            sleep(Duration::from_millis(self.random.random_range(0..100))).await;
            self.cable.mend();
            if self.greet_again().await.is_ok() {
                return;
            }
        }
    }

    async fn greet_again(&mut self) -> Result<(), Ended> {
        drop(self.player.reconnect(self.cable.address()).await?);
        self.take_note();
        let unanswered = std::mem::take(&mut self.player.unanswered);
        for room in self.rooms() {
            let join = self.player.join_command(&room, RoleWish::Player);
            self.player.send(join).await?;
        }
        for request in unanswered {
            if !matches!(request.command, Command::Join { .. }) {
                self.player.send_request(request).await?;
            }
        }
        Ok(())
    }

    /// Stops looking for somebody, on a line that stays, and waits until everything is answered.
    async fn settle(&mut self) {
        self.come_back().await;
        let mut is_sent = false;
        while !self.player.unanswered.is_empty() {
            if self.waits() && !std::mem::replace(&mut is_sent, true) {
                self.player.send(Command::Unpair).await.unwrap();
            }
            self.player.receive().await.unwrap();
        }
        self.take_note();
        for room in self.rooms() {
            self.player.until("a room", |player| player.rooms.contains_key(&room)).await;
        }
        // Where the answer was that one is not there, one has left.
        for room in self.rooms() {
            if self.player.ask(Command::Resync { room: room.clone() }).await.is_err() {
                self.left.insert(room);
            }
        }
    }

    /// Leaves every room.
    async fn say_goodbye(&mut self) {
        for room in self.rooms() {
            self.player.accepted_seq(Command::Leave { room }).await.unwrap();
        }
        self.take_note();
    }

    /// Waits until this person is told of each of the others whether they are there.
    async fn learn_who_is_there(&mut self, whereabouts: &BTreeMap<String, BTreeSet<RoomId>>) {
        for room in self.rooms() {
            for color in Color::BOTH {
                let Some(name) = self.player.room(&room).state.seats[color.index()].clone() else {
                    continue;
                };
                let is_there = whereabouts.get(&name).is_some_and(|rooms| rooms.contains(&room));
                let what = format!("{}: word of {name} in {room}: {is_there}", self.name());
                let is_told = |player: &Player| {
                    let presence = player.room(&room).presence()[color.index()];
                    matches!(presence, Some(Presence::Connected)) == is_there
                };
                self.player.until(&what, is_told).await;
            }
        }
    }
}

/// With `REVERSI_TEST_CROWD=200` there are so many, who do ten times as much; `REVERSI_TEST_SEED` repeats a run.
#[expect(clippy::print_stderr, reason = "the test harness shows the seed with a failure")]
#[tokio::test]
async fn nobody_of_a_crowd_on_bad_lines_is_left_in_a_room_alone_unsaid() {
    let number = |name: &str| std::env::var(name).ok().map(|it| it.parse::<u32>().unwrap());
    let (count, acts) = number("REVERSI_TEST_CROWD").map_or((30, 60), |count| (count, 600));
    let seed = number("REVERSI_TEST_SEED").unwrap_or_else(rand::random);
    eprintln!("repeat with REVERSI_TEST_SEED={seed}");
    let server = ServerProcess::start().await;
    let arrive = |at: u32| {
        let name = format!("P{at}");
        Person::arrive(server.address(), name, u64::from(seed) << 32 | u64::from(at))
    };
    let mut people = join_all((0..count).map(arrive)).await;
    join_all(people.iter_mut().map(|person| person.live(acts))).await;
    join_all(people.iter_mut().map(Person::settle)).await;

    // Whoever has a seat knows of it.
    let known: BTreeMap<&str, &Person> = people.iter().map(|it| (it.name(), it)).collect();
    let mut rooms = BTreeSet::new();
    for person in &people {
        for room in person.rooms() {
            for name in person.player.room(&room).state.seats.iter().flatten() {
                assert!(known[name.as_str()].player.seats.contains_key(&room), "{name} {room}");
            }
            rooms.insert(room);
        }
    }
    let met: BTreeSet<&RoomId> = people.iter().flat_map(|it| it.player.seats.keys()).collect();
    let cuts: u32 = people.iter().map(|person| person.cuts).sum();
    eprintln!("{} games, {} still open, {cuts} lines cut", met.len(), rooms.len());
    assert!(met.len() >= count as usize / 3, "{} games", met.len());

    // Every third goes without a word, every third leaves.
    let mut staying = Vec::new();
    for (at, mut person) in people.into_iter().enumerate() {
        match at % 3 {
            0 => drop(person),
            1 => {
                person.say_goodbye().await;
                staying.push(person);
            }
            _ => staying.push(person),
        }
    }
    let whereabouts = staying
        .iter()
        .map(|person| (person.name().to_owned(), person.rooms().into_iter().collect()))
        .collect();
    join_all(staying.iter_mut().map(|person| person.learn_who_is_there(&whereabouts))).await;
}
