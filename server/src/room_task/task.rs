//! One room's task: one input, one search that has ended or one instant at a time.

use std::future::ready;
use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt as _;
use reversi_protocol::{Durability, PlayerName, RefusalCode, RoomId, ServerMessage};
use reversi_room::{
    Actor, Attendance, Command, Deadline, Phase, Room, SecretHash, TimeoutAction, Timeouts,
    Timestamp,
};
use tokio::sync::{Notify, mpsc};
use tokio::task::yield_now;
use tracing::{error, info};

use super::bots::{Bots, Searched};
use super::input::{Input, RoomHandle, RoomLine};
use super::outbox::Frame;
use super::presence::PresenceTimes;
use super::publish::Members;
use super::ranked::{Kept, RankedPositions};
use super::resting::Resting;
use super::standing::Standing;
use crate::clock::Clock;
use crate::following::Followers;
use crate::metrics::Metrics;
use crate::neighbours::Neighbours;
use crate::people::People;
use crate::pool::{PoolMetrics, SearchPool};
use crate::store::{Append, Epoch, Journal, Storage, WriteError};

/// Inputs that may wait for a room before connections have to wait.
const INPUTS_MAX: usize = 128;

/// A room that had this many defects is given up.
pub(super) const FAULTS_MAX: u32 = 3;

/// What the room does by itself is tried again so long after it failed.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// What every room task shares.
#[derive(Clone, Debug)]
pub struct RoomServices {
    pub journal: Journal,
    pub clock: Clock,
    pub timeouts: Timeouts,
    pub pool: SearchPool,
    pub metrics: Arc<Metrics>,
    pub ranked: Arc<RankedPositions>,
    pub followers: Arc<Followers>,
    pub people: Arc<People>,
    /// Nothing where other servers are not reached.
    pub neighbours: Option<Arc<dyn Neighbours>>,
    /// A room that nobody is in, and that nothing reaches for this long, need not be in memory.
    pub rests_after: Duration,
}

impl RoomServices {
    /// Those that a test or a measurement needs, over a storage of its own.
    pub fn over(storage: impl Storage, clock: Clock, durability: Durability) -> Self {
        let (budget, metrics) = (Duration::from_millis(50), Metrics::default());
        let pool = SearchPool::start(1, budget, clock, PoolMetrics::default());
        let (journal, _) =
            Journal::start(storage, metrics.journal.clone(), durability).expect("it is there");
        Self {
            journal,
            clock,
            timeouts: Timeouts::default(),
            pool,
            metrics: Arc::new(metrics),
            ranked: Arc::default(),
            followers: Arc::default(),
            people: Arc::default(),
            neighbours: None,
            rests_after: Duration::from_mins(1),
        }
    }

    /// Tells those here who follow a player where that one has sat down, but for those whom the player keeps away.
    pub fn tell_followers(&self, player: SecretHash, room: &RoomId, name: &PlayerName) {
        self.followers.tell(player, room, name, |follower| self.people.blocks(player, follower));
    }

    /// Returns what is to be kept of a room that nobody is in.
    pub fn rest(&self, room: &Room, attendance: Attendance) -> Resting {
        let now = self.clock.now();
        let deadline = Deadline::next(room, &attendance, &self.timeouts).map(|it| it.at);
        let mut kept = Kept::nothing(Arc::clone(&self.ranked));
        kept.follow(room);
        Resting {
            summary: Arc::new(room.summary(&attendance)),
            is_listed: room.is_listed(),
            is_lone: room.is_lone(),
            attendance,
            since: now,
            wakes_at: if room.owed().is_empty() { deadline } else { Some(now) },
            _kept: kept,
        }
    }
}

pub struct RoomTask {
    pub(super) room: Room,
    pub(super) epoch: Epoch,
    pub(super) services: RoomServices,
    inputs: mpsc::Receiver<Input>,
    pub(super) members: Members,
    pub(super) bots: Bots,
    pub(super) kept: Kept,
    /// Who was invited into the room last.
    pub(super) call: Option<Standing>,
    /// What was told and could not be stored.
    pub(super) lost: mpsc::UnboundedSender<WriteError>,
    losses: mpsc::UnboundedReceiver<WriteError>,
    /// Told when somebody else has taken the room over.
    pub(super) ousted: Arc<Notify>,
    /// Until then the room does nothing by itself, because it failed to; requests are served.
    retry_at: Option<Timestamp>,
    faults: u32,
    /// Since when nothing has reached the room.
    idle_since: Timestamp,
}

/// Why a task does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The room is closed, or given up, or out of reach.
    Over,
    /// Nobody is in it.
    Idle,
    /// Somebody else has taken it over.
    Ousted,
}

/// What a room does by itself.
enum Due {
    BotMove,
    Deadline(Deadline),
    Presence,
    Reveal,
    Rest,
    Retry,
}

impl RoomTask {
    /// Prepares the task of a room; [`RoomTask::run`] is to be spawned.
    /// `seed` decides whatever the room's bots leave to chance; `network` is the address that the
    /// room was opened from.
    pub fn new(
        (room, epoch): (Room, Epoch),
        attendance: Attendance,
        services: RoomServices,
        seed: u64,
        network: Option<IpAddr>,
    ) -> (Self, RoomHandle) {
        let now = services.clock.now();
        let came_at = attendance.empty_since().filter(|_| epoch > Epoch::FIRST);
        let presence = PresenceTimes::of(came_at, now);
        let members = Members::nobody(&room, attendance, services.timeouts, presence);
        let (sender, inputs) = mpsc::channel(INPUTS_MAX);
        let line = RoomLine { summary: members.summary(), is_listed: room.is_listed() };
        let handle = RoomHandle { inputs: sender, seq: members.seq(), line: Some(line) };
        let bots = Bots::new(services.pool.clone(), seed, network);
        let mut kept = Kept::nothing(Arc::clone(&services.ranked));
        kept.follow(&room);
        let (lost, losses) = mpsc::unbounded_channel();
        let task = Self {
            room,
            epoch,
            services,
            inputs,
            members,
            bots,
            kept,
            call: None,
            lost,
            losses,
            ousted: Arc::default(),
            retry_at: None,
            faults: 0,
            idle_since: now,
        };
        (task, handle)
    }

    /// Serves the room until it closes, nobody can reach it any more, or nobody has been there for a while.
    pub async fn run(&mut self) -> Stopped {
        let ousted = Arc::clone(&self.ousted);
        let stopped = tokio::select! {
            biased;
            // What was under way is dropped with it: nobody is answered.
            () = ousted.notified() => {
                info!(room = %self.room.id(), "the room is somebody else's by now");
                self.members.oust();
                return Stopped::Ousted;
            }
            stopped = self.serve_all() => stopped,
        };
        while self.members.have_untold() {
            self.members.tell_some(&self.room);
            yield_now().await;
        }
        stopped
    }

    async fn serve_all(&mut self) -> Stopped {
        self.catch_up().await;
        while !matches!(self.room.phase(), Phase::Closed { .. }) {
            self.kept.follow(&self.room);
            self.follow_call();
            // A defect in one room must not take others down, nor lose this one's game.
            match AssertUnwindSafe(self.step()).catch_unwind().await {
                Ok(None) => {}
                Ok(Some(stopped)) => return stopped,
                Err(_panic) => {
                    let reloaded = AssertUnwindSafe(self.reload()).catch_unwind().await;
                    if !reloaded.unwrap_or(false) {
                        return Stopped::Over;
                    }
                }
            }
        }
        Stopped::Over
    }

    /// Does what the rules and time have done since the room was here last, before anyone is let in.
    async fn catch_up(&mut self) {
        let owed = self.room.owed();
        if !owed.is_empty() {
            self.act(owed).await;
        }
        while let Some((at, due @ Due::Deadline(_))) = self.next_due()
            && at <= self.services.clock.now()
        {
            self.do_due(due).await;
        }
    }

    /// Lets nobody in any more, and returns what is to be kept of the room; nothing if somebody is on the way.
    pub fn rest(&mut self) -> Option<Resting> {
        if !self.inputs.is_empty() {
            return None;
        }
        self.inputs.close();
        let attendance = self.members.attendance().clone();
        Some(self.services.rest(&self.room, attendance))
    }

    /// Waits for one thing to happen and serves it. Something is returned when that is to end.
    async fn step(&mut self) -> Option<Stopped> {
        let due = self.next_due();
        let due_at = due.as_ref().map(|(at, _)| *at);
        tokio::select! {
            input = self.inputs.recv() => match input {
                Some(input) => {
                    // Whoever only looks keeps no room from its rest.
                    if !matches!(input, Input::Show(_)) {
                        self.idle_since = self.services.clock.now();
                    }
                    self.serve(input).await;
                }
                None => return Some(Stopped::Over),
            },
            searched = self.bots.searched() => self.hear(searched),
            why = Standing::over(&mut self.call) => self.end_call(why),
            () = ready(()), if self.members.have_untold() => {
                self.members.tell_some(&self.room);
                yield_now().await;
            }
            Some(error) = self.losses.recv() => return self.lose(&error).await,
            () = self.services.clock.sleep_until(due_at) => {
                match due {
                    Some((_, Due::Rest)) => {
                        self.settle().await;
                        return self.losses.is_empty().then_some(Stopped::Idle);
                    }
                    Some((_, due)) => self.do_due(due).await,
                    None => {}
                }
            }
        }
        if self.retry_at.is_none() {
            let is_watched = self.members.attendance().empty_since().is_none();
            self.bots.consider(&self.room, is_watched, self.services.clock.now());
        }
        None
    }

    /// Returns what the room does next by itself, and when.
    fn next_due(&self) -> Option<(Timestamp, Due)> {
        let presence = self.members.presence_due().map(|at| (at, Due::Presence));
        let own = if let Some(at) = self.retry_at {
            [Some((at, Due::Retry)), None]
        } else {
            let (attendance, timeouts) = (self.members.attendance(), &self.services.timeouts);
            let deadline = Deadline::next(&self.room, attendance, timeouts);
            [
                self.bots.moves_at(&self.room).map(|at| (at, Due::BotMove)),
                deadline.map(|deadline| (deadline.at, Due::Deadline(deadline))),
            ]
        };
        let reveal = self.room.reveals_at().map(|at| (at, Due::Reveal));
        let is_idle = self.retry_at.is_none()
            && self.members.are_gone()
            && self.bots.are_idle()
            && reveal.is_none();
        let rest = (self.idle_since.after(self.services.rests_after), Due::Rest);
        let rest = is_idle.then_some(rest);
        let others = [presence, reveal, rest].into_iter().chain(own);
        others.flatten().min_by_key(|(at, _)| *at)
    }

    async fn do_due(&mut self, due: Due) {
        match due {
            Due::BotMove => self.move_bot().await,
            Due::Deadline(Deadline { action, .. }) => {
                info!(room = %self.room.id(), ?action, "deadline");
                let events = self.room.time_out(action, self.services.clock.now());
                self.act(events).await;
            }
            Due::Presence => self.members.tell_presence(&self.room, self.services.clock.now()),
            Due::Reveal => self.members.reveal(&mut self.room, self.services.clock.now()),
            Due::Retry => self.retry_at = None,
            // The step ends with it.
            Due::Rest => {}
        }
    }

    async fn serve(&mut self, input: Input) {
        match input {
            Input::Enter(enter) => self.enter(*enter).await,
            Input::Request { connection, id, request } => {
                self.request(connection, id, request).await;
            }
            Input::Call { connection, call } => self.call(connection, *call),
            Input::Gone { connection } => self.remove(connection),
            Input::Count { connection, people } => {
                let now = self.services.clock.now();
                self.members.count_people(&self.room, connection, people, now);
            }
            Input::Show(answer) => {
                if let Some(view) = self.room.shown(self.members.attendance()) {
                    // Whoever asked may have gone.
                    let _ = answer.send(view);
                }
            }
            Input::GiveUp => {
                if self.members.are_gone() && self.room.is_lone() {
                    let now = self.services.clock.now();
                    let events = self.room.time_out(TimeoutAction::Close, now);
                    self.act(events).await;
                }
            }
            #[cfg(test)]
            Input::Panic => panic!("a defect"),
        }
    }

    fn hear(&mut self, searched: Searched) {
        match searched {
            Searched::Turn(found) => self.bots.choose(&self.room, found),
            Searched::Hint(asked, found) => self.tell_hint(asked, found),
        }
    }

    /// Makes the move that a bot has chosen.
    async fn move_bot(&mut self) {
        let Some((color, square)) = self.bots.chosen() else { return };
        let command = Command::Place { ply: self.room.game().ply() as u32, square, lag_ms: 0 };
        match self.room.decide(Actor::Bot(color), &command, self.services.clock.now()) {
            Ok(events) => self.act(events).await,
            Err(refusal) => {
                error!(room = %self.room.id(), %refusal, "an illegal bot move");
                self.bots.forget_turn();
                self.retry_later();
            }
        }
    }

    /// Lets the room do nothing by itself for a while.
    pub(super) fn retry_later(&mut self) {
        self.retry_at = Some(self.services.clock.now().after(RETRY_AFTER));
    }

    /// Waits until it is known what comes of all that was told before it was durable.
    async fn settle(&self) {
        if self.services.journal.durability() == Durability::Relaxed {
            let room = self.room.id().clone();
            let nothing = Append { room, epoch: self.epoch, entries: Vec::new(), finished: None };
            // It is answered after all that was given before.
            let _ = self.services.journal.append(nothing).await;
        }
    }

    /// Takes back what everyone was told and could not be stored.
    async fn lose(&mut self, error: &WriteError) -> Option<Stopped> {
        if *error == WriteError::NotOwner {
            self.stop_ousted().await;
        }
        error!(room = %self.room.id(), seq = self.room.seq(), %error, "moves that were told are not stored");
        (!self.show_stored().await).then_some(Stopped::Over)
    }

    /// Does nothing more, now that somebody else has taken the room over.
    pub(super) async fn stop_ousted(&self) -> ! {
        self.ousted.notify_one();
        std::future::pending().await
    }

    /// Reads the room from the journal again after a defect and shows it to everyone anew. False
    /// if the room has to be given up.
    async fn reload(&mut self) -> bool {
        self.faults += 1;
        self.services.metrics.room_faults.inc();
        error!(room = %self.room.id(), seq = self.room.seq(), faults = self.faults, "defect in a room");
        self.show_stored().await
    }

    /// Reads the room from the journal again and shows it to everyone anew, or gives it up.
    async fn show_stored(&mut self) -> bool {
        let id = self.room.id().clone();
        self.settle().await;
        while self.losses.try_recv().is_ok() {}
        if self.faults <= FAULTS_MAX
            && let Some(room) = load(&self.services.journal, &id).await
        {
            self.room = room;
            self.bots.forget_turn();
            self.members.show_anew(&self.room, self.services.clock.now());
            return true;
        }
        let code = RefusalCode::RoomClosed;
        let message = "The room had to be interrupted. Its game is stored.".to_owned();
        let refused = ServerMessage::Refused {
            id: None,
            code,
            message,
            room: Some(id),
            retry_after_ms: None,
        };
        let refused = Frame::of(&refused);
        self.members.send_all(&self.room, &refused, refused.clone());
        false
    }
}

async fn load(journal: &Journal, id: &RoomId) -> Option<Room> {
    match journal.room(id.clone()).await {
        Ok(stored) => match Room::from_entries(id, stored?.entries) {
            Ok(room) => Some(room),
            Err(error) => {
                error!(%error, "the journal is damaged");
                None
            }
        },
        Err(error) => {
            error!(%error, "the journal cannot be read");
            None
        }
    }
}
