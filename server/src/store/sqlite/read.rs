//! What is read beside the writer, by a connection that can do nothing else.

use std::path::Path;

use reversi_game::{DiscCounts, Game, GameRecord};
use reversi_protocol::{GameSummary, Nick, RequestId, RoomId, SaveName, SavedGame, SessionId};
use reversi_room::{Entry, FinishedBody, RequestKey, SavedBody, SecretHash, Timestamp};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};

use super::games;
use crate::store::storage::{Fault, GamesQuery, OpenRooms, Ranked, ReadError, Reader, StoredRoom};

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
        let rows = statement.query_map([room.as_str()], read_row)?;
        let entries =
            rows.map(|row| row?.map(|(_, entry)| entry)).collect::<Result<Vec<_>, ReadError>>()?;
        Ok(Some(StoredRoom { room: room.clone(), entries }))
    }

    fn ranking(&self, lines_max: usize) -> Result<Vec<Ranked>, ReadError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT shown, score FROM ranking ORDER BY score DESC, nick LIMIT ?1",
        )?;
        let rows = statement.query_map([lines_max], |row| {
            Ok((row.get::<_, String>("shown")?, row.get("score")?))
        })?;
        rows.map(|row| {
            let (shown, score) = row?;
            let nick = Nick::try_from(shown.clone())
                .map_err(|_bad| ReadError::Damaged { table: "ranking", key: shown })?;
            Ok(Ranked { nick, score })
        })
        .collect()
    }

    fn open_rooms(&self) -> Result<OpenRooms, ReadError> {
        let mut statement = self.connection.prepare(
            "SELECT event.room, seq, at_ms, session, request, body
             FROM event JOIN room ON room.id = event.room
             WHERE room.closed = 0 ORDER BY event.room, seq",
        )?;
        let mut open = OpenRooms::default();
        for row in statement.query_map([], read_row)? {
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
        let rows = statement.query_map([String::from(owner)], |row| {
            Ok((row.get::<_, String>(0)?, row.get(1)?, row.get::<_, String>(2)?))
        })?;
        rows.map(|row| {
            let (name, saved_at_ms, body) = row?;
            let SavedBody { record, black, white } = from_json("save", &name, &body)?;
            let damaged = || ReadError::Damaged { table: "save", key: name.clone() };
            let (ply, discs) = standing(record).ok_or_else(damaged)?;
            let name = SaveName::new(&name).map_err(|_bad| damaged())?;
            Ok(SavedGame { name, saved_at_ms, ply, discs, black, white })
        })
        .collect()
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
            .query_row(params![id, player.map(String::from)], read_game)
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
            .query_row([room.as_str()], read_game)
            .optional()?
            .transpose()?;
        Ok(read.map(|(_summary, record)| record))
    }
}

/// Tells whether an event of this room is damaged.
fn is_about(error: &ReadError, id: &RoomId) -> bool {
    matches!(error, ReadError::DamagedEvent { room, .. } if room == id.as_str())
}

/// Reads a row of the event table; the inner result tells whether its content makes sense.
fn read_row(row: &Row<'_>) -> rusqlite::Result<Result<(RoomId, Entry), ReadError>> {
    let (room, seq): (String, u64) = (row.get("room")?, row.get("seq")?);
    let session: Option<[u8; 16]> = row.get("session")?;
    let request: Option<u32> = row.get("request")?;
    let body: String = row.get("body")?;
    let key = session.zip(request).map(|(session, request)| RequestKey {
        session: SessionId::from_bytes(session),
        request: RequestId(request),
    });
    let at = Timestamp(row.get("at_ms")?);
    let Some((id, event)) = room.parse().ok().zip(serde_json::from_str(&body).ok()) else {
        return Ok(Err(ReadError::DamagedEvent { room, seq }));
    };
    Ok(Ok((id, Entry { seq, at, key, event })))
}

/// Reads a row of the game table; the inner result tells whether its content makes sense.
pub(super) fn read_game(
    row: &Row<'_>,
) -> rusqlite::Result<Result<(GameSummary, GameRecord), ReadError>> {
    let (game, room, body): (u64, String, String) = (row.get(0)?, row.get(1)?, row.get(3)?);
    let ended_at_ms = row.get(2)?;
    let parsed = room.parse().ok().zip(serde_json::from_str::<FinishedBody>(&body).ok());
    let Some((room, FinishedBody { black, white, result, record })) = parsed else {
        return Ok(Err(ReadError::Damaged { table: "game", key: game.to_string() }));
    };
    Ok(Ok((GameSummary { game, room, black, white, result, ended_at_ms }, record)))
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
