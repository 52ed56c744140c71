//! Requests whose replies are awaited, or whose effects have not been seen yet.

use reversi_protocol::{Command, Request, RequestId, RoomId};

use crate::intent::Export;
use crate::report::{Asker, Refused};

/// Stands for what was asked until its effects are seen, however often the server has to be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket(pub(super) u32);

/// Who asked for something, and how that is told from everything else that was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    pub(super) ticket: Ticket,
    pub(super) asker: Asker,
    /// As a person typed it; empty if nobody typed.
    pub(super) words: String,
}

impl Asked {
    pub(super) fn words(&self) -> String {
        self.words.clone()
    }
}

/// What a finished game is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To be told as a whole.
    Show,
    /// To be told move by move, or to see its board at a ply.
    Replay(Option<u32>),
    Export(Export),
}

/// A reply that came before the events that it speaks of.
#[derive(Clone, Debug)]
pub(super) enum Reply {
    /// Done, as of this event.
    Accepted {
        /// The room.
        room: RoomId,
        /// The number of the last event that it caused.
        seq: u64,
    },
    /// The client is in the room.
    Joined,
    /// A move that was sent twice is refused the second time; perhaps because the first was done.
    Refused(Box<Refused>),
}

/// A request under way.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    pub(super) asked: Asked,
    /// Its number on the wire. Sent again under the same one, it has no second effect.
    pub(super) id: RequestId,
    pub(super) command: Command,
    /// What a finished game is asked for.
    pub(super) purpose: Option<Purpose>,
    /// How often it was sent.
    pub(super) sends: u32,
    pub(super) reply: Option<Reply>,
}

impl Pending {
    pub(super) fn request(&self) -> Request {
        Request { id: self.id, command: self.command.clone() }
    }
}
