//! Rooms that nobody is in rest in the journal; they come back when somebody comes, or when time does
//! something to them. After a start they are read one after the other.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt as _;
use reversi_protocol::{Refusal, RefusalCode, RoomId, Snapshot};
use reversi_room::{Attendance, Room};
use tokio::sync::{MutexGuard, oneshot};
use tokio_util::sync::CancellationToken;
use tracing::{debug, error, info};

use super::Lobby;
use super::directory::{Known, Place};
use crate::process::draw_lot;
use crate::room_task::{Input, RoomHandle, RoomTask, Stopped};
use crate::store::ReadError;

/// How often it is looked for rooms that time does something to. Nobody is in them, so nobody sees that it
/// comes late.
const ROUND: Duration = Duration::from_secs(5);

/// A room that there is: its task, or who was in it when it last had one.
enum Found {
    Here(RoomHandle),
    Stored(Attendance),
}

impl Lobby {
    /// Returns the way to a room that is not closed, and brings it back if it rests. It may close, or rest
    /// again, before anything is sent there.
    ///
    /// # Errors
    /// There is no such room, or it cannot be read.
    pub async fn find(self: &Arc<Self>, id: &RoomId) -> Result<RoomHandle, Refusal> {
        match self.find_here(id).await {
            Err(Refusal { code: RefusalCode::NoSuchRoom, .. }) => self.find_elsewhere(id).await,
            found => found,
        }
    }

    pub(super) async fn find_here(self: &Arc<Self>, id: &RoomId) -> Result<RoomHandle, Refusal> {
        let mut turn = None;
        // The second look is one that nobody else wakes the room beside.
        let attendance = loop {
            let attendance = match self.found(id)? {
                Found::Here(handle) => return Ok(handle),
                Found::Stored(attendance) => attendance,
            };
            if turn.is_some() {
                break attendance;
            }
            turn = Some(self.turn_to_wake(id).await);
        };
        let room = self.load(id).await?;
        if room.is_none() {
            self.forget(id);
        }
        let handle = room.and_then(|room| self.admit(room, attendance));
        Ok(handle.ok_or(RefusalCode::NoSuchRoom)?)
    }

    /// Returns what a room is to spectators. One that rests is read for it, and goes on resting.
    ///
    /// # Errors
    /// There is no such room, or it cannot be read.
    pub async fn look_at(self: &Arc<Self>, id: &RoomId) -> Result<Snapshot, Refusal> {
        let found = match self.found(id) {
            Err(Refusal { code: RefusalCode::NoSuchRoom, .. }) => {
                Found::Here(self.find_elsewhere(id).await?)
            }
            found => found?,
        };
        let shown = match found {
            Found::Here(handle) => {
                let (show, shown) = oneshot::channel();
                // It may have closed meanwhile, and shows nothing then.
                let _ = handle.inputs.send(Input::Show(show)).await;
                shown.await.ok()
            }
            Found::Stored(attendance) => {
                let room = self.load(id).await?;
                room.and_then(|room| room.shown(&attendance))
            }
        };
        Ok(shown.ok_or(RefusalCode::NoSuchRoom)?)
    }

    fn found(&self, id: &RoomId) -> Result<Found, Refusal> {
        let directory = self.directory();
        let known = directory.known(id).ok_or(RefusalCode::NoSuchRoom)?;
        Ok(match &known.place {
            Place::Here(handle) => Found::Here(handle.clone()),
            Place::Resting(resting) => Found::Stored(resting.attendance.clone()),
            Place::Opening | Place::Unread => Found::Stored(Attendance::nobody(known.since)),
        })
    }

    /// Waits until nobody else brings the room back.
    async fn turn_to_wake(&self, id: &RoomId) -> MutexGuard<'_, ()> {
        let group = id.as_str().bytes().map(usize::from).sum::<usize>() % self.waking.len();
        self.waking[group].lock().await
    }

    /// Reads the rooms of which only the names are known since the start, so that they are listed and
    /// their time comes; until the server stops. Whoever wants into one does not wait for it.
    pub async fn read_rooms(self: Arc<Self>, shutdown: CancellationToken) {
        let reading = async {
            loop {
                let unread = self.directory().unread();
                if unread.is_empty() {
                    break;
                }
                for id in &unread {
                    // What cannot be read is tried again in the next round.
                    let _ = self.read_room(id).await;
                }
                if !self.directory().unread().is_empty() {
                    self.services
                        .clock
                        .sleep_until(Some(self.services.clock.now().after(ROUND)))
                        .await;
                }
            }
            self.services.ranked.set_unread(false);
            info!(rooms = self.directory().len(), "all rooms are read");
        };
        tokio::select! {
            () = reading => {}
            () = shutdown.cancelled() => {}
        }
    }

    async fn read_room(&self, id: &RoomId) -> Result<(), Refusal> {
        let _turn = self.turn_to_wake(id).await;
        let since = match self.directory().known(id) {
            Some(Known { place: Place::Unread, since, .. }) => *since,
            Some(_) | None => return Ok(()),
        };
        match self.load(id).await? {
            Some(room) => {
                let resting = self.services.rest(&room, Attendance::nobody(since));
                self.directory().put(id, Place::Resting(Box::new(resting)));
            }
            None => self.forget(id),
        }
        Ok(())
    }

    /// Reads a room that is known; nothing if it is not any more, or what there is fits nothing.
    async fn load(&self, id: &RoomId) -> Result<Option<Room>, Refusal> {
        let came = self.directory().known(id).map(|known| (known.since, known.ran_until));
        let Some((since, ran_until)) = came else { return Ok(None) };
        let stored = match self.services.journal.room(id.clone()).await {
            Ok(Some(stored)) => stored,
            Ok(None) => return Ok(None),
            Err(problem @ (ReadError::Damaged { .. } | ReadError::DamagedEvent { .. })) => {
                error!(%problem, "a room is left out");
                return Ok(None);
            }
            Err(problem @ (ReadError::Busy | ReadError::Failed(_))) => {
                error!(%problem, "a room cannot be read");
                return Err(RefusalCode::Unavailable.into());
            }
        };
        let last_at = stored.entries.last().map(|entry| entry.at);
        match Room::from_entries(id, stored.entries) {
            Ok(mut room) => {
                room.resume(last_at.map_or(ran_until, |at| at.max(ran_until)), since);
                Ok(Some(room))
            }
            Err(problem) => {
                error!(%problem, "a room is left out");
                Ok(None)
            }
        }
    }

    /// Starts the task of a room that is known; nothing if it is not any more.
    pub(super) fn admit(
        self: &Arc<Self>,
        room: Room,
        attendance: Attendance,
    ) -> Option<RoomHandle> {
        let id = room.id().clone();
        let mut directory = self.directory();
        let Known { epoch, opened_from: from, .. } = *directory.known(&id)?;
        let seed = draw_lot().unwrap_or_default();
        let room = (room, epoch);
        let (mut task, handle) = RoomTask::new(room, attendance, self.services.clone(), seed, from);
        directory.put(&id, Place::Here(handle.clone()));
        drop(directory);
        self.services.metrics.rooms_in_memory.inc();
        let lobby = Arc::clone(self);
        self.tasks.spawn(async move {
            loop {
                let stopped = AssertUnwindSafe(task.run()).catch_unwind().await;
                // Whatever else ends a room's task, the room is no longer here.
                if lobby.is_let_go(&id, &mut task, stopped.unwrap_or(Stopped::Over)) {
                    break;
                }
            }
            lobby.services.metrics.rooms_in_memory.dec();
        });
        Some(handle)
    }

    /// Lets go of a room whose task has stopped, unless somebody is on the way to it.
    fn is_let_go(&self, id: &RoomId, task: &mut RoomTask, stopped: Stopped) -> bool {
        match stopped {
            Stopped::Over | Stopped::Ousted => self.forget(id),
            // Under the lock, so that nobody is given the way to a task that ends.
            Stopped::Idle => {
                let mut directory = self.directory();
                let Some(resting) = task.rest() else { return false };
                directory.put(id, Place::Resting(Box::new(resting)));
                debug!(room = %id, "nobody is there: the room rests");
            }
        }
        true
    }

    /// Brings back the rooms that time does something to, until the server stops.
    pub async fn wake_in_time(self: Arc<Self>, shutdown: CancellationToken) {
        let clock = self.services.clock;
        let waking = async {
            loop {
                clock.sleep_until(Some(clock.now().after(ROUND))).await;
                let due = self.directory().due(clock.now());
                for id in due {
                    // What cannot be read is tried again in the next round.
                    let _ = self.find(&id).await;
                }
            }
        };
        tokio::select! {
            () = waking => {}
            () = shutdown.cancelled() => {}
        }
    }

    /// Closes a room that nobody is in and only one person ever was.
    pub(super) async fn give_up(self: &Arc<Self>, id: &RoomId) {
        if let Ok(handle) = self.find(id).await {
            // It may have closed meanwhile.
            let _ = handle.inputs.send(Input::GiveUp).await;
        }
    }
}
