//! The task that owns one room: it decides, makes durable, evolves, publishes, in this order.

mod bots;
mod commands;
pub mod outbox;
mod publish;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures::FutureExt as _;
use reversi_engine::StopFlag;
use reversi_game::Color;
use reversi_protocol::{
    BotName, PlayerName, RefusalCode, RequestId, RoleWish, RoomId, RoomSummary, ServerMessage,
    Snapshot,
};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;
use tracing::{error, info};

use crate::clock::Clock;
use crate::metrics::Metrics;
use crate::pool::BotPool;
use crate::room_task::outbox::{ConnectionId, Outbox, encode};
use crate::store::Journal;
use bots::Thinking;
use publish::{Member, Sent};
use reversi_room::{
    Actor, Attendance, Audience, Command, Deadline, Phase, Refusal, RequestKey, Room, SavedBody,
    SecretHash, Timeouts,
};

pub use bots::{BotThought, HintThought};

/// Inputs that may wait for a room before connections have to wait.
const INPUTS_MAX: usize = 128;

/// A room that had this many defects is given up.
const FAULTS_MAX: u32 = 3;

/// Everything that reaches a room from outside.
#[derive(Debug)]
pub enum Input {
    /// A connection wants in.
    Enter(Box<Enter>),
    /// A connection in the room asks for something.
    Request {
        /// Which connection.
        connection: ConnectionId,
        /// The request's number.
        id: RequestId,
        /// What it asks.
        request: Request,
    },
    /// A connection is gone.
    Gone {
        /// Which one.
        connection: ConnectionId,
    },
    /// Someone outside wants to see the room as a spectator would.
    Show(oneshot::Sender<Snapshot>),
    /// A member wants to save the game; answered with the number of the last event.
    ToSave(oneshot::Sender<Result<(SavedBody, u64), Refusal>>),
    /// A bot has made up its mind.
    BotThought(BotThought),
    /// A hint was found.
    HintThought(HintThought),
    /// A defect, for tests.
    #[cfg(test)]
    Panic,
}

/// What a connection in the room can ask.
#[derive(Debug)]
pub enum Request {
    /// Something that the room decides.
    Command(Command),
    /// To go out.
    Leave,
    /// To go on with an adjourned game.
    Resume,
    /// To seat a bot.
    SeatBot {
        /// Which seat.
        color: Color,
        /// Which kind of bot.
        bot: BotName,
    },
    /// What each legal square is worth, by the engine or by a kind of bot.
    Hint(Option<BotName>),
    /// A snapshot.
    Resync,
    /// Nothing any more, for this reason; unless the room accepted the same request before.
    Declined(RefusalCode),
}

/// A connection that wants in.
#[derive(Debug)]
pub struct Enter {
    /// Which connection.
    pub connection: ConnectionId,
    /// Where it is reached.
    pub outbox: Outbox,
    /// The request.
    pub key: RequestKey,
    /// Its name.
    pub name: PlayerName,
    /// Which player it is.
    pub player: Option<SecretHash>,
    /// As what.
    pub role: RoleWish,
    /// The token it shows.
    pub actor: Actor,
    /// The last event it has seen.
    pub seen: Option<u64>,
    /// Told whether it is in.
    pub entered: oneshot::Sender<bool>,
}

/// A way to a room's task.
#[derive(Clone, Debug)]
pub struct RoomHandle {
    /// The room's queue.
    pub inputs: mpsc::Sender<Input>,
    /// Its line in the list of rooms.
    pub summary: watch::Receiver<RoomSummary>,
    /// Whether it is listed.
    pub is_listed: bool,
}

/// What every room task shares.
#[derive(Clone, Debug)]
pub struct RoomServices {
    /// Where events are made durable.
    pub journal: Journal,
    /// The time.
    pub clock: Clock,
    /// How long rooms wait for people.
    pub timeouts: Timeouts,
    /// Who thinks for bots and hints.
    pub bots: BotPool,
    /// What is counted.
    pub metrics: Arc<Metrics>,
}

/// The task's state.
pub struct RoomTask {
    room: Room,
    services: RoomServices,
    inputs: mpsc::Receiver<Input>,
    /// For answers of the pool; it does not keep the room alive.
    own_inputs: mpsc::WeakSender<Input>,
    /// Decides whatever this room's bots leave to chance.
    seed: u64,
    thinking: Option<Thinking>,
    /// Searches begun for this room's bots so far.
    searches: u64,
    /// Hints that were asked for and are not there yet.
    hints: HashMap<ConnectionId, StopFlag>,
    members: BTreeMap<ConnectionId, Member>,
    attendance: Attendance,
    sent: VecDeque<Sent>,
    summary: watch::Sender<RoomSummary>,
    presence_due: Option<Instant>,
    presence_told: Instant,
    faults: u32,
}

impl RoomTask {
    /// Prepares the task of a room; [`RoomTask::run`] is to be spawned.
    /// `seed` decides whatever the room's bots leave to chance.
    pub fn new(room: Room, services: RoomServices, seed: u64) -> (Self, RoomHandle) {
        let attendance = Attendance::nobody(services.clock.now());
        let (sender, inputs) = mpsc::channel(INPUTS_MAX);
        let (summary, on_summary) = watch::channel(room.summary(&attendance));
        let handle =
            RoomHandle { inputs: sender.clone(), summary: on_summary, is_listed: room.is_listed() };
        let task = Self {
            room,
            services,
            inputs,
            own_inputs: sender.downgrade(),
            seed,
            thinking: None,
            searches: 0,
            hints: HashMap::new(),
            members: BTreeMap::new(),
            attendance,
            sent: VecDeque::new(),
            summary,
            presence_due: None,
            presence_told: Instant::now(),
            faults: 0,
        };
        (task, handle)
    }

    /// Serves the room until it closes or nobody can reach it any more.
    pub async fn run(mut self) {
        let owed = self.room.owed();
        if !owed.is_empty() {
            self.rule(owed).await;
        }
        while !matches!(self.room.phase(), Phase::Closed { .. }) {
            // A defect in one room must not take others down, nor lose this one's game.
            match AssertUnwindSafe(self.step()).catch_unwind().await {
                Ok(true) => {}
                Ok(false) => break,
                Err(_panic) => {
                    if !self.reload().await {
                        break;
                    }
                }
            }
        }
    }

    /// Waits for one input or deadline and serves it. False when nobody can reach the room.
    async fn step(&mut self) -> bool {
        let clock = self.services.clock;
        let deadline = Deadline::next(&self.room, &self.attendance, &self.services.timeouts);
        let bot_moves_at = self.bot_moves_at();
        let deadline_at = deadline.map(|deadline| clock.instant_of(deadline.at));
        tokio::select! {
            input = self.inputs.recv() => match input {
                Some(input) => self.serve(input).await,
                None => return false,
            },
            () = sleep_until(self.presence_due) => self.tell_presence(),
            () = sleep_until(bot_moves_at) => self.move_bot().await,
            () = sleep_until(deadline_at) => {
                if let Some(deadline) = deadline {
                    info!(room = %self.room.id(), action = ?deadline.action, "deadline");
                    let events = self.room.time_out(deadline.action);
                    self.rule(events).await;
                }
            }
        }
        self.consider_bot();
        true
    }

    async fn serve(&mut self, input: Input) {
        match input {
            Input::Enter(enter) => self.enter(*enter).await,
            Input::Request { connection, id, request } => {
                self.request(connection, id, request).await;
            }
            Input::Gone { connection } => self.remove(connection),
            Input::Show(answer) => {
                // Whoever asked may have gone.
                let _ = answer.send(self.room.view(Audience::Spectators, &self.attendance));
            }
            Input::ToSave(answer) => {
                let seq = self.room.seq();
                let _ = answer.send(self.room.to_save().map(|saved| (saved, seq)));
            }
            Input::BotThought(thought) => self.hear_bot(thought),
            Input::HintThought(thought) => self.hear_hint(thought),
            #[cfg(test)]
            Input::Panic => panic!("a defect"),
        }
    }

    /// Reads the room from the journal again after a defect and shows it to everyone anew. False
    /// if the room has to be given up.
    async fn reload(&mut self) -> bool {
        self.faults += 1;
        self.services.metrics.room_faults.inc();
        let id = self.room.id().clone();
        error!(room = %id, seq = self.room.seq(), faults = self.faults, "defect in a room");
        if self.faults <= FAULTS_MAX
            && let Some(room) = load(&self.services.journal, &id).await
        {
            self.room = room;
            self.thinking = None;
            self.sent.clear();
            self.take_attendance();
            self.members.values().for_each(|member| self.send_snapshot(member));
            return true;
        }
        let code = RefusalCode::RoomClosed;
        let message = "The room had to be interrupted. Its game is stored.".to_owned();
        let frame = encode(&ServerMessage::Refused {
            id: None,
            code,
            message,
            room: Some(id),
            retry_after_ms: None,
        });
        self.members.values().for_each(|member| member.outbox.send(frame.clone()));
        false
    }
}

async fn load(journal: &Journal, id: &RoomId) -> Option<Room> {
    let wanted = id.clone();
    match journal.ask(move |database| database.load(&wanted)).await {
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

/// Sleeps until an instant; for ever if there is none.
async fn sleep_until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}
