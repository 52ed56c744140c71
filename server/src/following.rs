//! Who follows whom from game to game.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reversi_protocol::{PlayerName, RoomId, ServerMessage};
use reversi_room::SecretHash;
use tokio::task::yield_now;

use crate::room_task::outbox::{ConnectionId, Frame, Outbox};

/// Followers that are told at a time, as many as spectators are.
const TOLD_AT_ONCE: usize = 32;

/// Those who follow a player, each one.
#[derive(Debug, Default)]
pub struct Followers(Mutex<Vec<Follower>>);

#[derive(Debug)]
struct Follower {
    connection: ConnectionId,
    outbox: Outbox,
    name: PlayerName,
    player: SecretHash,
}

/// Keeps a connection among the followers.
#[derive(Debug)]
pub struct Following {
    followers: Arc<Followers>,
    connection: ConnectionId,
}

impl Drop for Following {
    fn drop(&mut self) {
        self.followers.all().retain(|follower| follower.connection != self.connection);
    }
}

impl Followers {
    /// Lets the connection of somebody of a name follow a player. Whom it followed before has to be let go first.
    pub fn add(
        self: &Arc<Self>,
        connection: ConnectionId,
        outbox: Outbox,
        name: PlayerName,
        player: SecretHash,
    ) -> Following {
        self.all().push(Follower { connection, outbox, name, player });
        Following { followers: Arc::clone(self), connection }
    }

    /// Tells those who follow a player where that one has sat down, beside what else there is to do; nobody of whose
    /// name the player wants to hear nothing.
    pub fn tell(
        &self,
        player: SecretHash,
        room: &RoomId,
        name: &PlayerName,
        is_kept_away: impl Fn(&PlayerName) -> bool,
    ) {
        let all = self.all();
        let followers = all.iter().filter(|follower| follower.player == player);
        let followers = followers.filter(|follower| !is_kept_away(&follower.name));
        let outboxes: Vec<Outbox> = followers.map(|follower| follower.outbox.clone()).collect();
        drop(all);
        if outboxes.is_empty() {
            return;
        }
        let message = ServerMessage::Followed { room: room.clone(), name: name.clone() };
        tokio::spawn(async move {
            let frame = Frame::of(&message);
            for some in outboxes.chunks(TOLD_AT_ONCE) {
                for outbox in some {
                    outbox.send(&frame);
                }
                yield_now().await;
            }
        });
    }

    /// A panic while the lock is held cannot leave the list half changed.
    fn all(&self) -> MutexGuard<'_, Vec<Follower>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
