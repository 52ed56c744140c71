//! What reaches a room from outside.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use reversi_game::Color;
use reversi_protocol::{
    BotName, Invitation, PlayerName, Refusal, RequestId, RoleWish, RoomSummary, Said, SaveName,
    Snapshot, Strength, TimeControl,
};
use reversi_room::{Actor, Command, RequestKey, SecretHash};
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot, watch};

use super::outbox::{ConnectionId, Outbox};
use crate::people::Invitee;
use crate::store::{Complaint, Overwrite};

#[derive(Debug)]
pub enum Input {
    Enter(Box<Enter>),
    /// A connection in the room asks for something.
    Request {
        connection: ConnectionId,
        id: RequestId,
        request: Request,
    },
    /// A connection that has opened the room invites somebody to the seat that it has had kept.
    Call {
        connection: ConnectionId,
        call: Box<Call>,
    },
    Gone {
        connection: ConnectionId,
    },
    /// So many people watch by one connection.
    Count {
        connection: ConnectionId,
        people: u32,
    },
    /// Someone outside wants to see the room as a spectator would; not told if none may be there.
    Show(oneshot::Sender<Snapshot>),
    /// There are too many like this: it closes, unless someone is there, or more than one person was.
    GiveUp,
    #[cfg(test)]
    Panic,
}

/// Who hears, here and not by a message, what came of a request. It stays behind where the request is passed on to
/// another server.
#[derive(Debug)]
pub struct Answer<T>(Option<oneshot::Sender<T>>);

impl<T> Answer<T> {
    pub fn new() -> (Self, oneshot::Receiver<T>) {
        let (answer, on_answer) = oneshot::channel();
        (Self(Some(answer)), on_answer)
    }

    pub fn tell(self, what: T) {
        if let Some(answer) = self.0 {
            // Whoever asked may have gone.
            let _ = answer.send(what);
        }
    }
}

impl<T> Default for Answer<T> {
    fn default() -> Self {
        Self(None)
    }
}

/// What a connection in the room can ask.
#[derive(Debug, Serialize, Deserialize)]
pub enum Request {
    Command(Command),
    /// To keep the open seat for whoever has this invitation, or for nobody, and to tell somebody of it.
    Invite {
        invitation: Option<SecretHash>,
        call: Option<Box<Call>>,
    },
    /// To go; told whether the room has let go.
    Leave {
        #[serde(skip)]
        left: Answer<bool>,
    },
    /// To go on with an adjourned game.
    Resume,
    /// To end the game for want of the other player.
    Claim {
        as_draw: bool,
    },
    SeatBot {
        color: Color,
        bot: BotName,
    },
    /// What each legal square is worth, by the engine or by a kind of bot.
    Hint {
        bot: Option<BotName>,
        /// By the engine at a glance, then ever deeper.
        deepen: bool,
    },
    /// To save the game under a name of the player's own.
    Save {
        owner: SecretHash,
        name: SaveName,
        overwrite: Overwrite,
    },
    /// To say something by this name.
    Say {
        name: PlayerName,
        said: Said,
    },
    /// To complain of what was said at this time; told what there is to keep, and the number for the reply.
    Complain {
        by: PlayerName,
        at_ms: u64,
        #[serde(skip)]
        heard: Answer<Result<(Complaint, u64), Refusal>>,
    },
    /// To follow the player of this name; told who it is, and the number for the reply.
    Follow {
        name: PlayerName,
        #[serde(skip)]
        found: Answer<Result<(SecretHash, u64), Refusal>>,
    },
    Resync,
    /// Nothing any more, for this reason; unless the room accepted the same request before.
    Declined(Refusal),
}

/// Who invites whom to the seat that is kept for an invitation.
#[derive(Debug, Serialize, Deserialize)]
pub struct Call {
    pub by: PlayerName,
    pub player: SecretHash,
    pub to: Invitee,
    pub invitation: Invitation,
}

/// A connection's place in a room: while the room keeps it, the connection is in.
pub type Place = Arc<()>;

/// A connection that wants in.
#[derive(Debug)]
pub struct Enter {
    pub connection: ConnectionId,
    /// The network address that it comes from.
    pub network: IpAddr,
    pub outbox: Outbox,
    /// Whether it is sent moves without what follows from what it has.
    pub is_lean: bool,
    pub key: RequestKey,
    pub name: PlayerName,
    pub player: Option<SecretHash>,
    pub role: RoleWish,
    pub actor: Actor,
    /// What the seat may be kept for.
    pub invitation: Option<SecretHash>,
    /// Whether the others are told its name while it watches.
    pub named: bool,
    /// How strong it plays.
    pub strength: Option<Strength>,
    /// The last event that it has seen.
    pub seen: Option<u64>,
    /// How many people it is for; only those who watch share one.
    pub people: u32,
    /// Where it is in already as far as it knows, which seats it was told it holds: it is told others alone, and
    /// nothing where it may not be in any more.
    pub told: Option<Vec<Color>>,
    /// What the room holds for as long as it is in.
    pub place: Place,
    /// Told whether it is let in so; who is refused stays as what it was.
    pub entered: oneshot::Sender<bool>,
}

/// A way to a room.
#[derive(Clone, Debug)]
pub struct RoomHandle {
    pub inputs: mpsc::Sender<Input>,
    /// The room's last event that everyone who is in it by this way was sent.
    pub seq: Arc<AtomicU64>,
    /// Nothing where the room is another server's.
    pub line: Option<RoomLine>,
}

impl RoomHandle {
    /// Tells whether its games have a clock, as far as that is known here.
    pub fn has_clock(&self) -> bool {
        let line = self.line.as_ref();
        line.is_none_or(|line| line.summary.borrow().time != TimeControl::None)
    }
}

/// A room's line in the list of rooms.
#[derive(Clone, Debug)]
pub struct RoomLine {
    pub summary: watch::Receiver<RoomSummary>,
    pub is_listed: bool,
}
