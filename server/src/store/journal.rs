//! The handle to everything that is kept, shared by all rooms and connections.

use reversi_game::GameRecord;
use reversi_protocol::{Durability, GameSummary, RoomId, SaveName, SavedGame};
use reversi_room::{RequestKey, SavedBody, SecretHash, Timestamp};
use tokio::sync::{mpsc, oneshot};

use super::readers::Readers;
use super::storage::{
    Append, Complaint, Fault, GamesQuery, Owner, Peer, Prune, Ranked, ReadError, Reader, Remove,
    ReplaceKey, Save, Storage, StoredRoom, Write, WriteError,
};
use super::writer::{GATHERED, JournalMetrics, Writer};

#[derive(Clone, Debug)]
pub struct Journal {
    writer: Writer,
    readers: Readers,
    durability: Durability,
    /// Whether other servers use the same storage.
    is_shared: bool,
}

impl Journal {
    /// Starts the writer thread. The second value resolves when the thread has ended: after a
    /// failure of the storage, or when every handle is gone and everything is committed.
    ///
    /// # Errors
    /// The storage cannot be read from.
    pub fn start<S: Storage>(
        storage: S,
        metrics: JournalMetrics,
        durability: Durability,
    ) -> Result<(Self, oneshot::Receiver<Result<(), WriteError>>), Fault> {
        let readers = Readers::of(&storage)?;
        let gathered = (durability == Durability::Relaxed).then_some(GATHERED);
        let (writer, on_end) = Writer::start(storage, metrics, gathered);
        Ok((Self { writer, readers, durability, is_shared: S::IS_SHARED }, on_end))
    }

    /// Tells whether moves are told before they are durable.
    pub const fn durability(&self) -> Durability {
        self.durability
    }

    /// Makes entries of a room durable.
    ///
    /// # Errors
    /// [`WriteError`]; nothing of the append is stored then.
    pub async fn append(&self, append: Append) -> Result<(), WriteError> {
        self.writer.write(Write::Append(append)).await.map(|_seq| ())
    }

    /// Makes entries of a room durable soon, after all that was given before; whoever goes on meanwhile is told
    /// if that fails, and then for all that follows in the room.
    ///
    /// # Errors
    /// [`WriteError::Stopped`]; it will not be stored.
    pub async fn append_soon(
        &self,
        append: Append,
        failure: mpsc::UnboundedSender<WriteError>,
    ) -> Result<(), WriteError> {
        self.writer.write_soon(Write::Append(append), failure).await
    }

    /// Saves a game. Returns the number that the reply names.
    ///
    /// # Errors
    /// [`WriteError`]; the player's saved games are as they were then.
    pub async fn save(&self, save: Save) -> Result<u64, WriteError> {
        self.writer.write(Write::Save(save)).await
    }

    /// Removes a saved game.
    ///
    /// # Errors
    /// [`WriteError`]; the player's saved games are as they were then.
    pub async fn remove(&self, remove: Remove) -> Result<(), WriteError> {
        self.writer.write(Write::Remove(remove)).await.map(|_seq| ())
    }

    /// Removes some of what is too old, and returns how many rows.
    ///
    /// # Errors
    /// [`WriteError`]; nothing is removed then.
    pub async fn prune(&self, prune: Prune) -> Result<u64, WriteError> {
        self.writer.write(Write::Prune(prune)).await
    }

    /// Keeps a complaint.
    ///
    /// # Errors
    /// [`WriteError`]; it is not kept then.
    pub async fn complain(&self, complaint: Complaint) -> Result<(), WriteError> {
        self.writer.write(Write::Complain(complaint)).await.map(|_seq| ())
    }

    /// Puts a key in place of another, in everything that belongs to it.
    ///
    /// # Errors
    /// [`WriteError`]; the old key is good as before.
    pub async fn replace_key(&self, replace: ReplaceKey) -> Result<(), WriteError> {
        self.writer.write(Write::ReplaceKey(replace)).await.map(|_seq| ())
    }

    /// Notes that the server runs at a time.
    ///
    /// # Errors
    /// [`WriteError`]; the time noted before stays.
    pub async fn alive(&self, at: Timestamp) -> Result<(), WriteError> {
        self.writer.write(Write::Alive(at)).await.map(|_seq| ())
    }

    /// Returns how many bytes hold something.
    pub async fn bytes(&self) -> Result<u64, ReadError> {
        self.readers.read(Reader::bytes).await
    }

    /// Reads one room; it waits for its turn however many reads there are.
    pub async fn room(&self, room: RoomId) -> Result<Option<StoredRoom>, ReadError> {
        self.readers.read_in_turn(move |reader| reader.room(&room)).await
    }

    /// Reads who owns a room; nothing where there is none, or it is closed, or nobody else owns any.
    pub async fn owner(&self, room: RoomId) -> Result<Option<Owner>, ReadError> {
        if !self.is_shared {
            return Ok(None);
        }
        self.readers.read(move |reader| reader.owner(&room)).await
    }

    /// Reads which other servers there are, as far as they can be reached.
    pub async fn peers(&self) -> Result<Vec<Peer>, ReadError> {
        self.readers.read(Reader::peers).await
    }

    /// Reads the keys in whose place others are.
    pub async fn replaced_keys(&self) -> Result<Vec<SecretHash>, ReadError> {
        self.readers.read(Reader::replaced_keys).await
    }

    /// Reads which room a request has opened, where that may have been on another server.
    pub async fn made_by(&self, key: RequestKey) -> Result<Option<RoomId>, ReadError> {
        if !self.is_shared {
            return Ok(None);
        }
        self.readers.read(move |reader| reader.made_by(&key)).await
    }

    /// Reads the best score of each nick, the highest first.
    pub async fn ranking(&self, lines_max: usize) -> Result<Vec<Ranked>, ReadError> {
        self.readers.read(move |reader| reader.ranking(lines_max)).await
    }

    /// Reads whose a nick of the ranking is, in the form in which they are compared.
    pub async fn nick_owner(&self, folded: String) -> Result<Option<SecretHash>, ReadError> {
        self.readers.read(move |reader| reader.nick_owner(&folded)).await
    }

    pub async fn saved_game(
        &self,
        owner: SecretHash,
        name: SaveName,
    ) -> Result<Option<SavedBody>, ReadError> {
        self.readers.read(move |reader| reader.save(owner, &name)).await
    }

    /// Lists the saved games of a player by name.
    pub async fn saved_games(&self, owner: SecretHash) -> Result<Vec<SavedGame>, ReadError> {
        self.readers.read(move |reader| reader.saves(owner)).await
    }

    /// Lists finished games, the newest first.
    pub async fn games(&self, query: GamesQuery) -> Result<Vec<GameSummary>, ReadError> {
        self.readers.read(move |reader| reader.games(&query)).await
    }

    /// Reads a finished game that the player may see.
    pub async fn game(
        &self,
        id: u64,
        player: Option<SecretHash>,
    ) -> Result<Option<(GameSummary, GameRecord)>, ReadError> {
        self.readers.read(move |reader| reader.game(id, player)).await
    }

    /// Reads the last finished game of a room.
    pub async fn last_game_of(
        &self,
        room: RoomId,
    ) -> Result<Option<(GameSummary, GameRecord)>, ReadError> {
        self.readers.read(move |reader| reader.last_game_of(&room)).await
    }
}
