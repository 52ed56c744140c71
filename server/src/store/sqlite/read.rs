//! What is read beside the writer, by a connection that can do nothing else.

use std::path::Path;

use reversi_game::GameRecord;
use reversi_protocol::{GameSummary, RoomId, SaveName, SavedGame};
use reversi_room::{SavedBody, SecretHash, Timestamp};
use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use super::games;
use super::log::Index;
use super::prune;
use super::rows::{read_game, read_open_room, read_ranked, read_row, read_save};
use crate::store::decode::{TIME_MS_MAX, from_json, whole};
use crate::store::storage::{Fault, GamesQuery, OpenRooms, Ranked, ReadError, Reader, StoredRoom};

#[derive(Debug)]
pub struct SqliteReader {
    connection: Connection,
    log: Index,
}

impl SqliteReader {
    pub(super) fn open(file: &Path, log: Index) -> rusqlite::Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file, flags)?;
        connection.execute_batch("PRAGMA busy_timeout = 5000;")?;
        Ok(Self { connection, log })
    }
}

/// Reads which rooms are not closed.
pub(super) fn open_rooms(connection: &Connection) -> Result<OpenRooms, ReadError> {
    // Events come into the log as they happen, but for those of one commit.
    let newest: Option<u64> = connection.query_row(
        "SELECT max(at_ms) FROM (
             SELECT coalesce(
                 (SELECT max(at_ms) FROM (SELECT at_ms FROM log ORDER BY id DESC LIMIT 1024)
                  WHERE at_ms BETWEEN 0 AND ?1),
                 (SELECT max(at_ms) FROM event WHERE at_ms BETWEEN 0 AND ?1)) AS at_ms
             UNION ALL SELECT at_ms FROM alive WHERE at_ms BETWEEN 0 AND ?1)",
        [TIME_MS_MAX],
        |row| row.get(0),
    )?;
    let newest = Timestamp(newest.unwrap_or_default());
    let mut statement = connection
        .prepare("SELECT id, session, request FROM room WHERE closed = 0 ORDER BY opened_at_ms")?;
    let rooms = statement.query_map([], |row| Ok(read_open_room(row, newest)))?;
    let rooms = rooms.filter_map(Result::transpose).collect::<Result<_, _>>()?;
    Ok(OpenRooms { rooms, newest })
}

impl From<rusqlite::Error> for ReadError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Failed(Fault::new(error))
    }
}

impl Reader for SqliteReader {
    fn room(&self, room: &RoomId) -> Result<Option<StoredRoom>, ReadError> {
        // The log before the table: what leaves the one meanwhile is in the other.
        let mut log = self.connection.prepare_cached(
            "SELECT room, seq, at_ms, session, request, body FROM log WHERE id = ?1 AND room = ?2",
        )?;
        let mut newest = Vec::new();
        for id in self.log.rows(room) {
            let row = log.query_row(params![id, room.as_str()], |row| Ok(read_row(row)));
            newest.extend(row.optional()?.transpose()?);
        }
        let mut events = self.connection.prepare_cached(
            "SELECT room, seq, at_ms, session, request, body FROM event WHERE room = ?1 ORDER BY seq",
        )?;
        let rows = events.query_map([room.as_str()], |row| Ok(read_row(row)))?;
        let mut entries = rows.map(|row| row?).collect::<Result<Vec<_>, ReadError>>()?;
        let last = entries.last().map_or(0, |entry| entry.seq);
        entries.extend(newest.into_iter().filter(|entry| entry.seq > last));
        Ok((!entries.is_empty()).then(|| StoredRoom { room: room.clone(), entries }))
    }

    fn ranking(&self, lines_max: usize) -> Result<Vec<Ranked>, ReadError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT shown, score FROM ranking ORDER BY score DESC, nick LIMIT ?1",
        )?;
        let rows = statement.query_map([lines_max], |row| Ok(read_ranked(row)))?;
        Ok(whole(rows.collect::<Result<_, _>>()?))
    }

    fn nick_owner(&self, folded: &str) -> Result<Option<SecretHash>, ReadError> {
        let owner: Option<String> = self
            .connection
            .prepare_cached("SELECT owner FROM nick WHERE nick = ?1")?
            .query_row([folded], |row| row.get(0))
            .optional()?;
        // An owner that cannot be read is nobody who is here.
        Ok(owner.and_then(|owner| SecretHash::try_from(owner).ok()))
    }

    fn save(&self, owner: SecretHash, name: &SaveName) -> Result<Option<SavedBody>, ReadError> {
        let body: Option<String> = self
            .connection
            .prepare_cached("SELECT body FROM save WHERE owner = ?1 AND name = ?2")?
            .query_row([String::from(owner).as_str(), name.as_str()], |row| row.get(0))
            .optional()?;
        body.map(|body| from_json("save", name.as_str(), &body)).transpose()
    }

    fn saves(&self, owner: SecretHash) -> Result<Vec<SavedGame>, ReadError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT name, saved_at_ms, body FROM save WHERE owner = ?1 ORDER BY name",
        )?;
        let rows = statement.query_map([String::from(owner)], |row| Ok(read_save(row)))?;
        Ok(whole(rows.collect::<Result<_, _>>()?))
    }

    fn games(&self, query: &GamesQuery) -> Result<Vec<GameSummary>, ReadError> {
        games::list(&self.connection, query)
    }

    fn game(
        &self,
        id: u64,
        player: Option<SecretHash>,
    ) -> Result<Option<(GameSummary, GameRecord)>, ReadError> {
        // No number is too large for the database.
        let Ok(id) = i64::try_from(id) else { return Ok(None) };
        self.connection
            .prepare_cached(
                "SELECT id, room, ended_at_ms, body FROM game
                 WHERE id = ?1 AND (listed = 1 OR black_player = ?2 OR white_player = ?2)",
            )?
            .query_row(params![id, player.map(String::from)], |row| Ok(read_game(row)))
            .optional()?
            .transpose()
    }

    fn replaced_keys(&self) -> Result<Vec<SecretHash>, ReadError> {
        let mut statement = self.connection.prepare("SELECT old FROM replaced_key")?;
        let keys = statement.query_map([], |row| row.get::<_, String>(0))?;
        let keys = keys.collect::<Result<Vec<_>, _>>()?;
        Ok(keys.into_iter().filter_map(|key| SecretHash::try_from(key).ok()).collect())
    }

    fn bytes(&self) -> Result<u64, ReadError> {
        Ok(prune::bytes(&self.connection)?)
    }

    fn last_game_of(&self, room: &RoomId) -> Result<Option<(GameSummary, GameRecord)>, ReadError> {
        self.connection
            .prepare_cached(
                "SELECT id, room, ended_at_ms, body FROM game WHERE room = ?1
                 ORDER BY seq DESC LIMIT 1",
            )?
            .query_row([room.as_str()], |row| Ok(read_game(row)))
            .optional()?
            .transpose()
    }
}
