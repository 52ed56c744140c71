//! The task of a room of another server: keeps the way to its owner, whoever that is.

use std::sync::Arc;
use std::time::Duration;

use reversi_protocol::{Refusal, RefusalCode, RoomId};
use tokio::sync::mpsc;
use tracing::{debug, info};

use super::links::{Attached, Links};
use super::message::Told;
use super::mirror::Mirror;
use crate::clock::Clock;
use crate::room_task::{Input, RoomHandle};
use crate::store::{Journal, Owner, Peer};
use reversi_room::Timestamp;

/// Inputs that may wait before connections have to wait; as many as for a room.
const INPUTS_MAX: usize = 128;

/// How long a room that nobody is in is kept here. Chosen: long enough for whoever was just shown the way.
const IDLE: Duration = Duration::from_secs(10);

/// How often the owner of a room is looked for, and for how long before everyone in it is let go.
const LOOK: Duration = Duration::from_millis(250);
const OWNERLESS_MAX: Duration = Duration::from_secs(10);

/// When to ask again for a room without an owner.
const RETRY_AFTER: Duration = Duration::from_secs(5);

pub struct MirrorTask {
    mirror: Mirror,
    inputs: mpsc::Receiver<Input>,
    /// Who owns the room, where that is known.
    owner: Option<Peer>,
    /// Since when there is no way to the owner.
    lost_at: Option<Timestamp>,
    links: Arc<Links>,
    journal: Journal,
    clock: Clock,
}

/// Why a task does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// Nobody is in it.
    Idle,
    /// The room is closed, or there is no way to its owner.
    Over,
    /// The room is this server's by now.
    Own,
}

/// What ends the service over one link.
enum Ended {
    Lost,
    Stopped(Stopped),
}

impl MirrorTask {
    /// Prepares the task of a room; [`MirrorTask::run`] is to be spawned.
    pub fn new(
        room: RoomId,
        owner: Peer,
        links: Arc<Links>,
        journal: Journal,
        clock: Clock,
    ) -> (Self, RoomHandle) {
        let (sender, inputs) = mpsc::channel(INPUTS_MAX);
        let mirror = Mirror::new(room);
        let handle = RoomHandle { inputs: sender, seq: mirror.seq(), line: None };
        let task =
            Self { mirror, inputs, owner: Some(owner), lost_at: None, links, journal, clock };
        (task, handle)
    }

    /// Passes on what is asked and told, until the room closes, becomes this server's, has no owner, or nobody is
    /// there any more.
    pub async fn run(&mut self) -> Stopped {
        loop {
            let attached = match self.find_owner().await {
                Ok(attached) => attached,
                Err(stopped) => return stopped,
            };
            match self.serve(attached).await {
                Ended::Lost => debug!(room = %self.mirror.room(), "no way to the owner of a room"),
                Ended::Stopped(stopped) => return stopped,
            }
        }
    }

    /// Lets nobody in any more; false if somebody is on the way.
    pub fn rest(&mut self) -> bool {
        let is_empty = self.inputs.is_empty();
        if is_empty {
            self.inputs.close();
        }
        is_empty
    }

    /// Passes everyone on to the room's task, which is here by now, and then whatever they ask.
    pub async fn move_to(mut self, here: RoomHandle) {
        for moved in self.mirror.move_out() {
            if here.inputs.send(moved.input).await.is_err() {
                return;
            }
            if let Some((outbox, on_entered)) = moved.entering
                && !matches!(on_entered.await, Ok(true))
            {
                outbox.oust();
            }
        }
        loop {
            let input = tokio::select! {
                input = self.inputs.recv() => input,
                () = here.inputs.closed() => return,
            };
            let Some(input) = input else { return };
            if here.inputs.send(input).await.is_err() {
                return;
            }
        }
    }

    async fn find_owner(&mut self) -> Result<Attached, Stopped> {
        loop {
            // This server stops: even the way here that is shown to others is gone. What waits is that people left.
            if self.inputs.is_closed() {
                return Err(Stopped::Over);
            }
            let now = self.clock.now();
            let lost_at = *self.lost_at.get_or_insert(now);
            let mut peer = self.owner.take();
            if peer.is_none() {
                // Nothing changes at once.
                self.clock.sleep_until(Some(now.after(LOOK))).await;
                peer = self.look_up().await?;
            }
            if let Some(peer) = peer {
                match self.links.attach(peer, self.mirror.room()).await {
                    Ok(attached) => return Ok(attached),
                    Err(cause) => debug!(node = peer.node, %cause, "no link"),
                }
            }
            if now > lost_at.after(OWNERLESS_MAX) {
                info!(room = %self.mirror.room(), "there is no way to the owner of a room");
                self.inputs.close();
                while let Ok(input) = self.inputs.try_recv() {
                    // There is nobody to ask.
                    self.mirror.take(input);
                }
                self.mirror.give_up(&Refusal::wait(RefusalCode::Unavailable, RETRY_AFTER));
                return Err(Stopped::Over);
            }
        }
    }

    /// Reads who owns the room; nothing where there is no way there.
    async fn look_up(&self) -> Result<Option<Peer>, Stopped> {
        match self.journal.owner(self.mirror.room().clone()).await {
            Ok(None) => Err(Stopped::Over),
            Ok(Some(Owner::Own)) => Err(Stopped::Own),
            Ok(Some(Owner::Other { peer, .. })) => Ok(peer),
            Err(problem) => {
                debug!(%problem, "it cannot be read whose a room is");
                Ok(None)
            }
        }
    }

    /// Serves the room over a link.
    async fn serve(&mut self, attached: Attached) -> Ended {
        let Attached { queue, mut told } = attached;
        self.mirror.ask_anew();
        let mut idle_since = self.clock.now();
        loop {
            self.mirror.said().into_iter().for_each(|message| queue.send_encoded(message));
            let idle_at = self.mirror.is_empty().then(|| idle_since.after(IDLE));
            tokio::select! {
                told = told.recv() => match told {
                    None | Some((Told::NotHere, _)) => return Ended::Lost,
                    Some((told, frames)) => {
                        self.lost_at = None;
                        self.mirror.hear(told, frames);
                    }
                },
                input = self.inputs.recv(), if !self.mirror.is_full() => match input {
                    None => return Ended::Stopped(Stopped::Over),
                    Some(input) => {
                        idle_since = self.clock.now();
                        self.mirror.take(input);
                    }
                },
                () = self.clock.sleep_until(idle_at) => return Ended::Stopped(Stopped::Idle),
            }
        }
    }
}
