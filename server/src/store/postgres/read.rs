//! What is read beside the writer, by a connection that changes nothing.

use std::cell::RefCell;

use reversi_game::GameRecord;
use reversi_protocol::limits::GAMES_LISTED_MAX;
use reversi_protocol::{GameSummary, RoomId, SaveName, SavedGame};
use reversi_room::{Entry, RequestKey, SavedBody, SecretHash};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::timeout;
use tokio_postgres::Row;
use tokio_postgres::types::FromSql;

use super::address::Address;
use super::line::{Broken, Line, Values, Way};
use crate::store::decode::{self, from_json, whole};
use crate::store::storage::{
    Fault, GamesQuery, Owner, Peer, Ranked, ReadError, Reader, StoredRoom,
};

/// Characters that the index of names needs.
const INDEXED_CHARS_MIN: usize = 3;

/// Games that are looked through for a name too short for the index. Chosen: in a few milliseconds.
const LOOKED_THROUGH_MAX: i64 = 5_000;

/// How long a read waits for the database.
const AWAY_MAX: Duration = Duration::from_secs(10);

/// How often a read is tried whose line breaks.
const TRIES: usize = 3;

/// How much there is of a list depends on what is asked for, so each is planned anew.
const SESSION: &str =
    "SET default_transaction_read_only = on; SET plan_cache_mode = force_custom_plan;";

/// Lists what may be seen: the newest that are listed, and the player's own.
const NEWEST: &str = "
    SELECT id, room, ended_at_ms, body FROM game WHERE id IN (
        (SELECT id FROM game WHERE listed AND id < $2 ORDER BY id DESC LIMIT $3)
        UNION (SELECT id FROM game WHERE black_player = $1 AND id < $2 ORDER BY id DESC LIMIT $3)
        UNION (SELECT id FROM game WHERE white_player = $1 AND id < $2 ORDER BY id DESC LIMIT $3)
    ) ORDER BY id DESC LIMIT $3";

/// Of those, the ones of a name that the index knows.
const NAMED: &str = "
    SELECT id, room, ended_at_ms, body FROM game
    WHERE names LIKE $4 AND id < $2 AND (listed OR black_player = $1 OR white_player = $1)
    ORDER BY id DESC LIMIT $3";

/// Of the newest, the ones of any name.
const LOOKED_THROUGH: &str = "
    SELECT id, room, ended_at_ms, body
    FROM (SELECT * FROM game WHERE id < $2 ORDER BY id DESC LIMIT $5) AS newest
    WHERE strpos(names, $4) > 0 AND (listed OR black_player = $1 OR white_player = $1)
    ORDER BY id DESC LIMIT $3";

pub struct PostgresReader {
    line: RefCell<Line>,
    /// The server that reads.
    node: i64,
    /// The size of the database when it was last read.
    bytes: Arc<AtomicU64>,
}

impl PostgresReader {
    pub(super) fn new(address: Address, node: i64, bytes: Arc<AtomicU64>) -> Result<Self, Fault> {
        let line = Line::new(address, SESSION).map_err(Fault::new)?;
        Ok(Self { line: RefCell::new(line), node, bytes })
    }

    /// Runs a statement and returns its rows; what breaks is tried again, since it changes nothing.
    fn query(&self, sql: &'static str, values: Values<'_>) -> Result<Vec<Row>, ReadError> {
        let reading = async |way: &mut Way| {
            let mut broken = Fault::new("the database is out of reach");
            for _ in 0..TRIES {
                if way.open().is_none() {
                    way.connect_at_last().await;
                }
                let Some(open) = way.open() else { continue };
                match open.query(sql, values).await {
                    Ok(rows) => return Ok(rows),
                    Err(Broken::Failed(fault)) => return Err(fault),
                    Err(other) => {
                        broken = Fault::new(format!("{other:?}"));
                        way.close();
                    }
                }
            }
            Err(broken)
        };
        let read = self.line.borrow_mut().wait(async |way| timeout(AWAY_MAX, reading(way)).await);
        read.map_err(Fault::new).flatten().map_err(ReadError::Failed)
    }

    fn first(&self, sql: &'static str, values: Values<'_>) -> Result<Option<Row>, ReadError> {
        Ok(self.query(sql, values)?.into_iter().next())
    }
}

impl Reader for PostgresReader {
    fn room(&self, room: &RoomId) -> Result<Option<StoredRoom>, ReadError> {
        let rows = self.query(
            "SELECT seq, at_ms, session, request, body FROM event WHERE room = $1 ORDER BY seq",
            &[&room.as_str()],
        )?;
        let read = |row: &Row| {
            let damaged = || ReadError::DamagedEvent {
                room: room.to_string(),
                seq: get(row, 0).unwrap_or(0),
            };
            entry(row).ok_or_else(damaged)
        };
        let entries = rows.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        Ok((!entries.is_empty()).then(|| StoredRoom { room: room.clone(), entries }))
    }

    fn owner(&self, room: &RoomId) -> Result<Option<Owner>, ReadError> {
        let owner = self.first(
            "SELECT r.owner, b.count, n.link
             FROM room r LEFT JOIN beat b ON b.node = r.owner LEFT JOIN node n ON n.id = r.owner
             WHERE r.id = $1 AND NOT r.closed",
            &[&room.as_str()],
        )?;
        Ok(owner.map(|row| {
            let (owner, beats): (Option<i64>, Option<i64>) = (row.get(0), row.get(1));
            if owner == Some(self.node) {
                Owner::Own
            } else {
                let address = row.get::<_, Option<&str>>(2).and_then(|link| link.parse().ok());
                let peer = owner.zip(address).map(|(node, address)| Peer { node, address });
                Owner::Other { beats: beats.unwrap_or_default().cast_unsigned(), peer }
            }
        }))
    }

    fn peers(&self) -> Result<Vec<Peer>, ReadError> {
        let rows = self.query(
            "SELECT id, link FROM node WHERE alive AND link IS NOT NULL AND id <> $1",
            &[&self.node],
        )?;
        let peer = |row: &Row| {
            Some(Peer { node: row.get(0), address: row.get::<_, &str>(1).parse().ok()? })
        };
        Ok(rows.iter().filter_map(peer).collect())
    }

    fn made_by(&self, key: &RequestKey) -> Result<Option<RoomId>, ReadError> {
        let made = self.first(
            "SELECT id FROM room WHERE session = $1 AND request = $2 AND NOT closed",
            &[&&key.session.as_bytes()[..], &i64::from(key.request.0)],
        )?;
        Ok(made.and_then(|row| row.get::<_, &str>(0).parse().ok()))
    }

    fn ranking(&self, lines_max: usize) -> Result<Vec<Ranked>, ReadError> {
        let rows = self.query(
            "SELECT shown, score FROM ranking ORDER BY score DESC, nick LIMIT $1",
            &[&(lines_max as i64)],
        )?;
        let read = |row: &Row| {
            let shown: String = get(row, 0).unwrap_or_default();
            decode::ranked(&shown, get(row, 1))
        };
        Ok(whole(rows.iter().map(read).collect()))
    }

    fn nick_owner(&self, folded: &str) -> Result<Option<SecretHash>, ReadError> {
        let owner = self.first("SELECT owner FROM nick WHERE nick = $1", &[&folded])?;
        // An owner that cannot be read is nobody who is here.
        Ok(owner.and_then(|row| SecretHash::try_from(get::<String>(&row, 0)?).ok()))
    }

    fn save(&self, owner: SecretHash, name: &SaveName) -> Result<Option<SavedBody>, ReadError> {
        let saved = self.first(
            "SELECT body FROM save WHERE owner = $1 AND name = $2",
            &[&String::from(owner), &name.as_str()],
        )?;
        saved.map(|row| from_json("save", name.as_str(), row.get(0))).transpose()
    }

    fn saves(&self, owner: SecretHash) -> Result<Vec<SavedGame>, ReadError> {
        let rows = self.query(
            "SELECT name, saved_at_ms, body FROM save WHERE owner = $1 ORDER BY name",
            &[&String::from(owner)],
        )?;
        let read = |row: &Row| {
            let (name, body): (&str, &str) = (row.get(0), row.get(2));
            decode::save(name, time(row, 1), body)
        };
        Ok(whole(rows.iter().map(read).collect()))
    }

    fn games(&self, query: &GamesQuery) -> Result<Vec<GameSummary>, ReadError> {
        let player = query.player.map(String::from);
        let name = query.name.as_ref().map(|name| name.to_lowercase()).filter(|it| !it.is_empty());
        let before =
            query.before.map_or(i64::MAX, |number| i64::try_from(number).unwrap_or(i64::MAX));
        let limit = GAMES_LISTED_MAX as i64;
        let rows = match name {
            None => self.query(NEWEST, &[&player, &before, &limit])?,
            // No text in the database has one.
            Some(name) if name.contains('\0') => Vec::new(),
            Some(name) if name.chars().count() >= INDEXED_CHARS_MIN => {
                let escaped = name.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
                self.query(NAMED, &[&player, &before, &limit, &format!("%{escaped}%")])?
            }
            Some(name) => {
                let values: Values<'_> = &[&player, &before, &limit, &name, &LOOKED_THROUGH_MAX];
                self.query(LOOKED_THROUGH, values)?
            }
        };
        let games = whole(rows.iter().map(game).collect());
        Ok(games.into_iter().map(|(summary, _record)| summary).collect())
    }

    fn game(
        &self,
        id: u64,
        player: Option<SecretHash>,
    ) -> Result<Option<(GameSummary, GameRecord)>, ReadError> {
        // No number is too large for the database.
        let Ok(id) = i64::try_from(id) else { return Ok(None) };
        let found = self.first(
            "SELECT id, room, ended_at_ms, body FROM game
             WHERE id = $1 AND (listed OR black_player = $2 OR white_player = $2)",
            &[&id, &player.map(String::from)],
        )?;
        found.map(|row| game(&row)).transpose()
    }

    fn replaced_keys(&self) -> Result<Vec<SecretHash>, ReadError> {
        let rows = self.query("SELECT old FROM replaced_key", &[])?;
        let keys = rows.iter().filter_map(|row| get::<String>(row, 0));
        Ok(keys.filter_map(|key| SecretHash::try_from(key).ok()).collect())
    }

    fn bytes(&self) -> Result<u64, ReadError> {
        let size = self.first("SELECT pg_database_size(current_database())", &[])?;
        let bytes = size.map_or(0, |row| row.get::<_, i64>(0).cast_unsigned());
        self.bytes.store(bytes, Ordering::Relaxed);
        Ok(bytes)
    }

    fn last_game_of(&self, room: &RoomId) -> Result<Option<(GameSummary, GameRecord)>, ReadError> {
        let last = self.first(
            "SELECT id, room, ended_at_ms, body FROM game WHERE room = $1 ORDER BY seq DESC LIMIT 1",
            &[&room.as_str()],
        )?;
        last.map(|row| game(&row)).transpose()
    }
}

fn get<'a, T: FromSql<'a>>(row: &'a Row, column: usize) -> Option<T> {
    row.try_get(column).ok()
}

fn time(row: &Row, column: usize) -> Option<u64> {
    get::<i64>(row, column).and_then(|at| u64::try_from(at).ok())
}

fn entry(row: &Row) -> Option<Entry> {
    let seq = u64::try_from(get::<i64>(row, 0)?).ok()?;
    let session = get::<Option<&[u8]>>(row, 2)?.map(TryInto::try_into).transpose().ok()?;
    let request = get::<Option<i64>>(row, 3)?.map(u32::try_from).transpose().ok()?;
    decode::entry(seq, time(row, 1), decode::key(session, request), get(row, 4)?)
}

fn game(row: &Row) -> Result<(GameSummary, GameRecord), ReadError> {
    let id: i64 = row.get(0);
    decode::game(id, row.get(1), time(row, 2), row.get(3))
}

/// Reads the request that opened a room.
pub(super) fn opened_by(row: &Row, column: usize) -> Option<RequestKey> {
    let session: Option<[u8; 16]> = get::<Option<&[u8]>>(row, column)??.try_into().ok();
    let request = get::<Option<i64>>(row, column + 1)?.and_then(|it| u32::try_from(it).ok());
    decode::key(session, request)
}
