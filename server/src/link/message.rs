//! What servers say to each other over a link.

use std::collections::HashSet;
use std::net::IpAddr;

use reversi_game::{Color, Position};
use reversi_protocol::{
    InvitationEnd, Invited, PlayerName, Refusal, RequestId, RoleWish, RoomId, RoomSummary,
    SessionId, Snapshot, Strength, TimeControl,
};
use reversi_room::{RequestKey, SecretHash};
use serde::{Deserialize, Serialize};

use crate::lobby::queue::{Asker, Found};
use crate::people::Invitee;
use crate::room_task::Request;
use crate::store::Complaint;

/// The version of what is said. One who speaks the version before, or the next one, is spoken to as well, so that servers
/// are upgraded one after the other: a new field has a default, and what the version before does not know is not said
/// to it.
pub const VERSION: u32 = 1;

/// What both sides say first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Hello {
    version: u32,
    cluster: String,
    /// Who says it.
    pub(super) node: i64,
    /// Whom it is for.
    to: Option<i64>,
}

impl Hello {
    /// Says who is here; `to` names who has to be there.
    pub(super) const fn new(cluster: String, node: i64, to: Option<i64>) -> Self {
        Self { version: VERSION, cluster, node, to }
    }

    /// Returns why this is not for the one who says the other hello.
    pub(super) fn is_wrong_for(&self, own: &Self) -> Option<String> {
        let (theirs, ours) = (self.version, own.version);
        if self.cluster != own.cluster {
            Some("it belongs to another cluster".to_owned())
        } else if theirs.abs_diff(ours) > 1 {
            Some(format!(
                "it speaks version {theirs} of links and the other one {ours}: upgrade servers by one step"
            ))
        } else if self.to.is_some_and(|to| to != own.node) {
            Some("it means another server".to_owned())
        } else {
            None
        }
    }

    /// Tells whether it may say what the one who says the other hello does not know.
    pub(super) const fn is_newer_than(&self, own: &Self) -> bool {
        self.version > own.version
    }
}

/// What a gateway, to whom clients are connected, tells the owner of a room. A connection has its number there.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ToOwner {
    Hello(Hello),
    /// Nothing but that it is there.
    Beat,
    About {
        room: RoomId,
        asked: Asked,
    },
    /// Whom this is for counts as dead, which it does not know if it is cut off from the database.
    Dead,
    /// A question, under a number for the answer.
    Ask {
        ask: u64,
        question: Question,
    },
    /// The answer of this number is not wanted any more.
    StopAsking {
        ask: u64,
    },
    News(News),
}

/// What a server asks another one.
#[derive(Debug, Serialize, Deserialize)]
pub enum Question {
    /// For the listed rooms that fit a filter.
    List { filter: Option<String> },
    /// For an opponent.
    Seek(Box<Seeker>),
    /// For whoever is to be invited by a name, which is a player's own or nobody's.
    Find { name: PlayerName, owner: Option<SecretHash>, by: SecretHash, by_name: PlayerName },
    /// For the answer of somebody who is invited.
    Invite { to: Invitee, invited: Box<Invited> },
}

/// What it is answered.
#[derive(Debug, Serialize, Deserialize)]
pub enum Reply {
    Listed(List),
    Paired(Found),
    Found(Result<Invitee, Refusal>),
    Over(InvitationEnd),
}

/// What a server tells all others.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum News {
    /// Whom a player does not want to meet, by their folded names.
    Block { player: SecretHash, names: HashSet<Box<str>> },
    /// Where a player has sat down whom others may follow.
    Followed { player: SecretHash, room: RoomId, name: PlayerName },
    /// Where a game for the ranking stands that goes by this number there; nothing where it is over.
    Ranked { game: u64, at: Option<Position> },
}

/// What is asked about a room.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Asked {
    Enter {
        connection: u64,
        entering: Box<Entering>,
    },
    Request {
        connection: u64,
        id: RequestId,
        request: Request,
    },
    Gone {
        connection: u64,
    },
    /// So many people watch by one connection.
    Count {
        connection: u64,
        people: u32,
    },
    Show,
}

/// As what a connection wants in; see `room_task::Enter`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Entering {
    pub(super) network: IpAddr,
    pub(super) is_lean: bool,
    pub(super) session: SessionId,
    pub(super) request: RequestId,
    pub(super) name: PlayerName,
    pub(super) player: Option<SecretHash>,
    pub(super) role: RoleWish,
    /// The hash of its token.
    pub(super) token: Option<SecretHash>,
    pub(super) invitation: Option<SecretHash>,
    pub(super) named: bool,
    pub(super) strength: Option<Strength>,
    pub(super) seen: Option<u64>,
    pub(super) people: u32,
    pub(super) told: Option<Vec<Color>>,
}

/// What the owner of a room tells a gateway.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ToGateway {
    Hello(Hello),
    /// This server is none that the other one may speak to.
    Refused {
        why: String,
    },
    Beat,
    About {
        room: RoomId,
        told: Told,
    },
    Reply {
        ask: u64,
        reply: Reply,
    },
}

/// Who looks for an opponent; see [`Asker`].
#[derive(Debug, Serialize, Deserialize)]
pub struct Seeker {
    session: SessionId,
    request: RequestId,
    network: IpAddr,
    name: PlayerName,
    token: SecretHash,
    player: Option<SecretHash>,
    time: TimeControl,
    strength: Option<Strength>,
}

impl From<Asker> for Seeker {
    fn from(asker: Asker) -> Self {
        let Asker { key, from, name, token, player, time, strength, outbox: _ } = asker;
        let RequestKey { session, request } = key;
        Self { session, request, network: from, name, token, player, time, strength }
    }
}

impl From<Seeker> for Asker {
    fn from(seeker: Seeker) -> Self {
        let Seeker { session, request, network, name, token, player, time, strength } = seeker;
        let key = RequestKey { session, request };
        Self { key, from: network, name, token, player, time, strength, outbox: None }
    }
}

/// The first of the listed rooms of a server, and how many there are.
pub type List = (Vec<RoomSummary>, usize);

/// What is told of a room.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Told {
    /// What follows is for these connections.
    Frames { to: Vec<u64> },
    /// A connection that was in may not be in any more.
    Out { connection: u64 },
    /// What came of a request that the gateway itself wants to know; nothing where nobody is in to ask it.
    Answered { connection: u64, id: RequestId, answer: Option<Answered> },
    /// The room to a spectator, if one may see it.
    Shown { snapshot: Option<Box<Snapshot>> },
    /// The room is not here, or not any more. Nobody is in it, and what was asked and has no answer has none.
    NotHere,
}

/// What came of a request that the gateway itself wants to know.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Answered {
    Left(bool),
    Heard(Result<(Complaint, u64), Refusal>),
    Found(Result<(SecretHash, u64), Refusal>),
}
