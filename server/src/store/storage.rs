//! What the server needs of a storage, whatever it is made of.

use std::error::Error;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use reversi_game::GameRecord;
use reversi_protocol::{
    ChatLine, GameSummary, Nick, PlayerName, Refusal, RefusalCode, RoomId, SaveName, SavedGame,
};
use reversi_room::{Entry, Event, FinishedGame, RequestKey, SavedBody, SecretHash, Timestamp};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use tokio::sync::mpsc;

use crate::health::Trouble;

/// Requests of a player that a storage remembers. Chosen: more than a client sends in the time that
/// a reconnect takes.
pub(super) const REQUESTS_KEPT: usize = 64;

/// Requests about saved games that are remembered of all players together. Chosen: hours of what the
/// limits allow one address.
pub(super) const REQUESTS_KEPT_IN_ALL: u32 = 100_000;

/// Complaints that a storage keeps; older ones go. Chosen: more than anyone reads.
pub(super) const COMPLAINTS_KEPT: u32 = 1_000;

/// Where everything is kept. Used by one thread at a time.
pub trait Storage: Send + 'static {
    type Reader: Reader;

    /// Whether other servers use the same storage.
    const IS_SHARED: bool = false;

    /// Makes a batch durable in one go. Answers for each write by itself: one that is declined
    /// does not keep the others from being stored. The answer is the number that its reply names:
    /// that of the room's last event; for a request that was done before, the same as then.
    fn commit(&mut self, batch: &[Write]) -> Vec<Result<u64, WriteError>>;

    /// Does the same; where it takes long until it is known what came of it, `refuse` is called now and then to
    /// refuse what waits behind it.
    fn commit_at_last(
        &mut self,
        batch: &[Write],
        _refuse: &mut dyn FnMut(),
    ) -> Vec<Result<u64, WriteError>> {
        self.commit(batch)
    }

    /// Takes over the rooms that are not closed and that nobody who lives owns.
    fn adopt(&mut self) -> Result<OpenRooms, ReadError>;

    /// Takes over rooms from then on whenever somebody who owned some lives no more, and tells which; it ends when this
    /// server counts as dead itself. Nothing where nobody else owns any.
    fn takeovers(&mut self) -> Option<Takeovers> {
        None
    }

    /// Makes a reader of its own, which sees what was committed before each of its answers.
    fn reader(&self) -> Result<Self::Reader, Fault>;
}

/// The way in which rooms come here that others owned.
pub struct Takeovers {
    pub rooms: mpsc::UnboundedReceiver<Vec<OpenRoom>>,
    /// Looks at once for some, and not only when the time has come.
    pub look: Box<dyn Fn() + Send + Sync>,
}

/// Reads what is committed.
pub trait Reader: Send + 'static {
    fn room(&self, room: &RoomId) -> Result<Option<StoredRoom>, ReadError>;

    /// Reads who owns a room; nothing where there is none, or it is closed.
    fn owner(&self, _room: &RoomId) -> Result<Option<Owner>, ReadError> {
        Ok(None)
    }

    /// Reads which other servers there are, as far as they can be reached.
    fn peers(&self) -> Result<Vec<Peer>, ReadError> {
        Ok(Vec::new())
    }

    /// Reads which room that is not closed a request has opened.
    fn made_by(&self, _key: &RequestKey) -> Result<Option<RoomId>, ReadError> {
        Ok(None)
    }

    /// Reads the best score of each nick, the highest first.
    fn ranking(&self, lines_max: usize) -> Result<Vec<Ranked>, ReadError>;

    /// Reads whose a nick of the ranking is, in the form in which they are compared.
    fn nick_owner(&self, folded: &str) -> Result<Option<SecretHash>, ReadError>;

    fn save(&self, owner: SecretHash, name: &SaveName) -> Result<Option<SavedBody>, ReadError>;

    /// Lists the saved games of a player by name.
    fn saves(&self, owner: SecretHash) -> Result<Vec<SavedGame>, ReadError>;

    /// Lists finished games, the newest first, as many as one answer holds.
    fn games(&self, query: &GamesQuery) -> Result<Vec<GameSummary>, ReadError>;

    /// Reads a finished game that the player may see.
    fn game(
        &self,
        id: u64,
        player: Option<SecretHash>,
    ) -> Result<Option<(GameSummary, GameRecord)>, ReadError>;

    /// Reads the keys in whose place others are.
    fn replaced_keys(&self) -> Result<Vec<SecretHash>, ReadError>;

    /// Returns how many bytes hold something.
    fn bytes(&self) -> Result<u64, ReadError>;

    /// Reads the last finished game of a room.
    fn last_game_of(&self, room: &RoomId) -> Result<Option<(GameSummary, GameRecord)>, ReadError>;
}

/// Something to make durable.
#[derive(Clone, Debug)]
pub enum Write {
    Append(Append),
    Save(Save),
    Remove(Remove),
    Prune(Prune),
    Complain(Complaint),
    ReplaceKey(ReplaceKey),
    /// The server runs at this time.
    Alive(Timestamp),
}

/// Which of those who owned a room one after the other: whoever takes it over has the next one, and from
/// then on nobody writes with an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Epoch(pub u64);

impl Epoch {
    /// That of whoever opens a room.
    pub const FIRST: Self = Self(1);
}

/// Entries of a room that belong together: all of them become durable, or none.
#[derive(Clone, Debug)]
pub struct Append {
    pub room: RoomId,
    /// That of who writes.
    pub epoch: Epoch,
    /// With consecutive numbers.
    pub entries: Vec<Entry>,
    /// The game that one of them ends.
    pub finished: Option<FinishedGame>,
}

impl Append {
    /// Tells whether the entries come right after the last one of a room that is open, or open it.
    pub(super) fn follows(&self, last: Option<u64>) -> bool {
        let first = last.map_or(1, |seq| seq + 1);
        let is_next = |(seq, entry): (u64, &Entry)| {
            entry.seq == seq && matches!(entry.event, Event::Opened { .. }) == (seq == 1)
        };
        (first..).zip(&self.entries).all(is_next)
    }

    /// Tells whether it opens the room.
    pub(super) fn is_opening(&self) -> bool {
        self.entries.first().is_some_and(|entry| entry.seq == 1)
    }

    /// Tells whether there is nothing in it but moves of a game that goes on.
    pub fn is_moves_alone(&self) -> bool {
        let is_move = |event: &Event| matches!(event, Event::Placed { .. } | Event::Passed { .. });
        self.entries.iter().all(|entry| is_move(&entry.event))
    }

    /// Tells whether a room is opened, or a saved game loaded, rather than something gone on with.
    pub(super) fn begins_something(&self) -> bool {
        self.entries.iter().any(|entry| {
            matches!(&entry.event, Event::Opened { .. } | Event::Loaded { .. })
                || matches!(&entry.event, Event::OfferMade(offer) if offer.record.is_some())
        })
    }
}

/// A game that a player saves under a name of their own.
#[derive(Clone, Debug)]
pub struct Save {
    pub author: Author,
    pub name: SaveName,
    pub body: SavedBody,
    pub at: Timestamp,
    /// The room's last event.
    pub seq: u64,
    pub overwrite: Overwrite,
}

/// A saved game that is to go.
#[derive(Clone, Debug)]
pub struct Remove {
    pub author: Author,
    pub name: SaveName,
}

/// What is to go because it is too old, as far as one commit may: of each kind what is from before this.
/// Answered with the number of rows that went.
#[derive(Clone, Copy, Debug)]
pub struct Prune {
    /// Closed rooms in which nobody placed.
    pub unplayed: Timestamp,
    /// Events of other closed rooms.
    pub closed: Timestamp,
    /// Finished games.
    pub games: Timestamp,
    /// Saved games.
    pub saves: Timestamp,
}

/// What was said in a room and somebody complains about, for the operator to read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Complaint {
    pub at: Timestamp,
    pub room: RoomId,
    /// Who complains.
    pub by: PlayerName,
    pub line: ChatLine,
    /// The network address that it came from.
    pub network: IpAddr,
    /// That line and those before it, as who complains has heard them.
    pub lines: Vec<ChatLine>,
}

/// A key that takes the place of another one of the same player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplaceKey {
    pub old: SecretHash,
    pub new: SecretHash,
}

/// Whose saved games are to change, and by which request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Author {
    pub owner: SecretHash,
    pub key: RequestKey,
}

/// Whether saving may replace a game of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Overwrite {
    Allowed,
    Forbidden,
}

/// What the journal keeps of one room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRoom {
    pub room: RoomId,
    /// In order.
    pub entries: Vec<Entry>,
}

/// Which rooms were taken over.
#[derive(Debug, Default)]
pub struct OpenRooms {
    /// In the order in which they were opened.
    pub rooms: Vec<OpenRoom>,
    /// The newest time on record: that of an event, or at which a server ran.
    pub newest: Timestamp,
}

/// Who owns a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// This server.
    Own,
    /// Another one, which has shown so many signs of life; and the way there, if there is one.
    Other { beats: u64, peer: Option<Peer> },
}

/// Another server, as it is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Peer {
    /// The number under which it owns rooms, which no other has.
    pub node: i64,
    pub address: SocketAddr,
}

/// A server's place among those over one database.
#[derive(Clone, Debug)]
pub struct Membership {
    /// What all of them know, and nobody else.
    pub cluster: String,
    /// The number under which it owns rooms.
    pub node: i64,
}

/// A room that is not closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenRoom {
    pub room: RoomId,
    /// In which it is taken over.
    pub epoch: Epoch,
    /// The request that opened it.
    pub opened_by: Option<RequestKey>,
    /// When the server that had it is last known to have run.
    pub ran_until: Timestamp,
}

/// The best score of a nick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranked {
    pub nick: Nick,
    pub score: i32,
}

/// Which finished games are asked for.
#[derive(Clone, Debug, Default)]
pub struct GamesQuery {
    /// Who asks: own games of private rooms are shown too.
    pub player: Option<SecretHash>,
    /// Only games of players whose names contain this.
    pub name: Option<String>,
    /// Only games before this number.
    pub before: Option<u64>,
}

/// What went wrong in a storage, in its own words.
#[derive(Clone, Debug)]
pub struct Fault(Arc<dyn Error + Send + Sync>);

impl Fault {
    pub fn new(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(Arc::from(cause.into()))
    }
}

/// The same fault, not one that sounds alike.
impl PartialEq for Fault {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for Fault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

/// Why something did not become durable.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum WriteError {
    /// Someone else wrote to the room.
    #[error("the room has an entry with that number already")]
    Conflict,
    /// Somebody else has taken the room over; what happens in it happens there.
    #[error("another server has taken over what this one owned")]
    NotOwner,
    #[error("the nick of the competition belongs to someone else")]
    NickTaken,
    #[error("the game does not count for the ranking")]
    NotRanked,
    #[error("the player has no saved game of that name")]
    NoSuchSave,
    #[error("the player has a saved game of that name")]
    SaveExists,
    #[error("the player has as many saved games as may be")]
    TooManySaves,
    #[error("another key is in place of the player's")]
    KeyReplaced,
    #[error("something belongs to the new key already")]
    KeyTaken,
    #[error("the database has as many bytes as it may have")]
    Full,
    /// Nothing of the batch is stored; later ones may be.
    #[error(transparent)]
    NotNow(Trouble),
    /// Nothing is known to be durable, and nothing more is accepted.
    #[error("the storage failed")]
    Failed(#[source] Fault),
    #[error("the storage has stopped")]
    Stopped,
}

impl From<WriteError> for Refusal {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::NickTaken => RefusalCode::NickTaken,
            WriteError::NoSuchSave => RefusalCode::NoSuchSave,
            WriteError::SaveExists => RefusalCode::SaveExists,
            WriteError::TooManySaves => RefusalCode::TooManySaves,
            WriteError::KeyReplaced => RefusalCode::KeyReplaced,
            WriteError::KeyTaken => RefusalCode::KeyTaken,
            WriteError::Full => RefusalCode::StorageFull,
            WriteError::Conflict
            | WriteError::NotOwner
            | WriteError::NotRanked
            | WriteError::NotNow(_)
            | WriteError::Failed(_)
            | WriteError::Stopped => RefusalCode::Unavailable,
        }
        .into()
    }
}

/// Why something could not be read.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ReadError {
    #[error("too many reads wait already")]
    Busy,
    #[error("{key:?} in the table {table} does not hold what this program writes")]
    Damaged { table: &'static str, key: String },
    #[error("event {seq} of room {room} does not hold what this program writes")]
    DamagedEvent { room: String, seq: i64 },
    #[error("cannot read the database")]
    Failed(#[source] Fault),
}
