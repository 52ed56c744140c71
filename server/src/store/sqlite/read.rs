//! What is read beside the writer, by a connection that can do nothing else.

use std::path::Path;

use reversi_game::{DiscCounts, Game, GameRecord};
use reversi_protocol::{GameSummary, Nick, RequestId, RoomId, SaveName, SavedGame, SessionId};
use reversi_room::{Entry, FinishedBody, RequestKey, SavedBody, SecretHash, Timestamp};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};

use tracing::warn;

use super::games;
use crate::store::storage::{Fault, GamesQuery, OpenRooms, Ranked, ReadError, Reader, StoredRoom};

/// No event and no game is as late as this: the year 10000, in milliseconds since 1970.
const TIME_MS_MAX: u64 = 253_402_300_800_000;

#[derive(Debug)]
pub struct SqliteReader {
    connection: Connection,
}

impl SqliteReader {
    pub(super) fn open(file: &Path) -> rusqlite::Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file, flags)?;
        connection.execute_batch("PRAGMA busy_timeout = 5000;")?;
        Ok(Self { connection })
    }
}

impl From<rusqlite::Error> for ReadError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Failed(Fault::new(error))
    }
}

impl Reader for SqliteReader {
    fn room(&self, room: &RoomId) -> Result<Option<StoredRoom>, ReadError> {
        let known = self
            .connection
            .prepare_cached("SELECT 1 FROM room WHERE id = ?1")?
            .query_row([room.as_str()], |_| Ok(()))
            .optional()?;
        if known.is_none() {
            return Ok(None);
        }
        let mut statement = self.connection.prepare_cached(
            "SELECT room, seq, at_ms, session, request, body FROM event WHERE room = ?1 ORDER BY seq",
        )?;
        let rows = statement.query_map([room.as_str()], |row| Ok(read_row(row)))?;
        let entries =
            rows.map(|row| row?.map(|(_, entry)| entry)).collect::<Result<Vec<_>, ReadError>>()?;
        Ok(Some(StoredRoom { room: room.clone(), entries }))
    }

    fn ranking(&self, lines_max: usize) -> Result<Vec<Ranked>, ReadError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT shown, score FROM ranking ORDER BY score DESC, nick LIMIT ?1",
        )?;
        let rows = statement.query_map([lines_max], |row| Ok(read_ranked(row)))?;
        Ok(whole(rows.collect::<Result<_, _>>()?))
    }

    fn open_rooms(&self) -> Result<OpenRooms, ReadError> {
        let mut statement = self.connection.prepare(
            "SELECT event.room, seq, at_ms, session, request, body
             FROM event JOIN room ON room.id = event.room
             WHERE room.closed = 0 ORDER BY event.room, seq",
        )?;
        let mut open = OpenRooms::default();
        for row in statement.query_map([], |row| Ok(read_row(row)))? {
            match row? {
                Err(unreadable) => open.damaged.push(unreadable),
                Ok((room, entry)) => match open.rooms.last_mut().filter(|last| last.room == room) {
                    Some(last) => last.entries.push(entry),
                    None => open.rooms.push(StoredRoom { room, entries: vec![entry] }),
                },
            }
        }
        let OpenRooms { rooms, damaged } = &mut open;
        rooms.retain(|stored| !damaged.iter().any(|error| is_about(error, &stored.room)));
        Ok(open)
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

    fn last_game_of(&self, room: &RoomId) -> Result<Option<GameRecord>, ReadError> {
        let read = self
            .connection
            .prepare_cached(
                "SELECT id, room, ended_at_ms, body FROM game WHERE room = ?1
                 ORDER BY seq DESC LIMIT 1",
            )?
            .query_row([room.as_str()], |row| Ok(read_game(row)))
            .optional()?
            .transpose()?;
        Ok(read.map(|(_summary, record)| record))
    }
}

/// Tells whether an event of this room is damaged.
fn is_about(error: &ReadError, id: &RoomId) -> bool {
    matches!(error, ReadError::DamagedEvent { room, .. } if room == id.as_str())
}

/// Reads a row of the event table, whatever is in it.
fn read_row(row: &Row<'_>) -> Result<(RoomId, Entry), ReadError> {
    read_entry(row).ok_or_else(|| ReadError::DamagedEvent {
        room: lossy(row, "room"),
        seq: row.get("seq").unwrap_or_default(),
    })
}

fn read_entry(row: &Row<'_>) -> Option<(RoomId, Entry)> {
    let session: Option<[u8; 16]> = row.get("session").ok()?;
    let request: Option<u32> = row.get("request").ok()?;
    let key = session.zip(request).map(|(session, request)| RequestKey {
        session: SessionId::from_bytes(session),
        request: RequestId(request),
    });
    let (room, body): (String, String) = (row.get("room").ok()?, row.get("body").ok()?);
    let (seq, at) = (row.get("seq").ok()?, Timestamp(time_ms(row, "at_ms")?));
    let event = serde_json::from_str(&body).ok()?;
    Some((room.parse().ok()?, Entry { seq, at, key, event }))
}

/// Reads a row of the game table, whatever is in it.
pub(super) fn read_game(row: &Row<'_>) -> Result<(GameSummary, GameRecord), ReadError> {
    let game: i64 = row.get("id").unwrap_or_default();
    try_read_game(row).ok_or_else(|| ReadError::Damaged { table: "game", key: game.to_string() })
}

fn try_read_game(row: &Row<'_>) -> Option<(GameSummary, GameRecord)> {
    let (game, room): (u64, String) = (row.get("id").ok()?, row.get("room").ok()?);
    let (room, body): (_, String) = (room.parse().ok()?, row.get("body").ok()?);
    let FinishedBody { black, white, result, record } = serde_json::from_str(&body).ok()?;
    let ended_at_ms = time_ms(row, "ended_at_ms")?;
    Some((GameSummary { game, room, black, white, result, ended_at_ms }, record))
}

/// Reads a line of the list of saved games.
fn read_save(row: &Row<'_>) -> Result<SavedGame, ReadError> {
    let damaged = || ReadError::Damaged { table: "save", key: lossy(row, "name") };
    try_read_save(row).ok_or_else(damaged)
}

fn try_read_save(row: &Row<'_>) -> Option<SavedGame> {
    let (name, body): (String, String) = (row.get("name").ok()?, row.get("body").ok()?);
    let SavedBody { record, black, white } = serde_json::from_str(&body).ok()?;
    let (ply, discs) = standing(record)?;
    let (name, saved_at_ms) = (SaveName::new(&name).ok()?, time_ms(row, "saved_at_ms")?);
    Some(SavedGame { name, saved_at_ms, ply, discs, black, white })
}

/// Reads a line of the ranking.
fn read_ranked(row: &Row<'_>) -> Result<Ranked, ReadError> {
    let nick = row.get::<_, String>("shown").ok().and_then(|shown| Nick::try_from(shown).ok());
    let ranked = nick.zip(row.get("score").ok()).map(|(nick, score)| Ranked { nick, score });
    ranked.ok_or_else(|| ReadError::Damaged { table: "ranking", key: lossy(row, "shown") })
}

/// Reads a time that a clock can have shown.
fn time_ms(row: &Row<'_>, column: &str) -> Option<u64> {
    row.get(column).ok().filter(|&at| at < TIME_MS_MAX)
}

/// Reads a text, whatever bytes are in it.
fn lossy(row: &Row<'_>, column: &str) -> String {
    let bytes = row.get_ref(column).ok().and_then(|value| value.as_bytes().ok());
    String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned()
}

/// Leaves out of a list what is damaged, and logs it.
pub(super) fn whole<T>(lines: Vec<Result<T, ReadError>>) -> Vec<T> {
    let log = |problem: &ReadError| warn!(%problem, "left out of a list");
    lines.into_iter().filter_map(|line| line.inspect_err(log).ok()).collect()
}

/// Returns where a record ends: its ply and the discs there.
fn standing(record: GameRecord) -> Option<(u32, DiscCounts)> {
    let game = Game::try_from(record).ok()?;
    Some((game.ply() as u32, game.counts()))
}

fn from_json<T: serde::de::DeserializeOwned>(
    table: &'static str,
    key: &str,
    body: &str,
) -> Result<T, ReadError> {
    serde_json::from_str(body)
        .map_err(|_unreadable| ReadError::Damaged { table, key: key.to_owned() })
}
