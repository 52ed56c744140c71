//! Saved and finished games: what players keep, beside what the rooms need to come back.

use reversi_game::{DiscCounts, Game, GameRecord};
use reversi_protocol::limits::{GAMES_LISTED_MAX, SAVES_PER_PLAYER_MAX};
use reversi_protocol::{GameSummary, RoomId, SaveName, SavedGame};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::SqliteStorage;
use crate::store::LoadError;
use reversi_room::Timestamp;
use reversi_room::{FinishedBody, FinishedGame, RequestKey, SavedBody, SecretHash};

/// Requests of a player that are remembered. Chosen: more than a client sends in the time that a
/// reconnect takes.
const REQUESTS_KEPT: usize = 64;

/// Whether saving may replace a game of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// It may.
    Allowed,
    /// It may not.
    Forbidden,
}

/// What came of saving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// The game is stored.
    Done,
    /// The same request was done before, with this number in answer.
    DoneBefore(u64),
    /// There is a game of that name; it is as it was.
    Exists,
    /// The player has as many games as may be.
    TooMany,
}

/// Whose saved games are to change, and by which request.
#[derive(Clone, Copy, Debug)]
pub struct Author {
    /// The player.
    pub owner: SecretHash,
    /// The request.
    pub key: RequestKey,
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

impl SqliteStorage {
    /// Returns the number that was given in answer to a request of the same author that was done
    /// before.
    ///
    /// # Errors
    /// [`LoadError::Database`].
    pub fn done_before(&mut self, author: &Author) -> Result<Option<u64>, LoadError> {
        Ok(recall(&self.connection, author)?)
    }

    /// Stores a game under a name of its owner's own. `seq` is the number given in answer.
    ///
    /// # Errors
    /// [`LoadError::Database`].
    pub fn save(
        &mut self,
        author: &Author,
        name: &SaveName,
        body: &SavedBody,
        at: Timestamp,
        seq: u64,
        overwrite: Overwrite,
    ) -> Result<Saved, LoadError> {
        let owner = String::from(author.owner);
        let transaction = self.connection.transaction()?;
        if let Some(seq) = recall(&transaction, author)? {
            return Ok(Saved::DoneBefore(seq));
        }
        let exists = transaction
            .prepare_cached("SELECT 1 FROM save WHERE owner = ?1 AND name = ?2")?
            .exists([owner.as_str(), name.as_str()])?;
        if exists && overwrite == Overwrite::Forbidden {
            return Ok(Saved::Exists);
        }
        let count: usize = transaction
            .prepare_cached("SELECT count(*) FROM save WHERE owner = ?1")?
            .query_row([owner.as_str()], |row| row.get(0))?;
        if !exists && count >= SAVES_PER_PLAYER_MAX {
            return Ok(Saved::TooMany);
        }
        transaction
            .prepare_cached(
                "INSERT OR REPLACE INTO save (owner, name, saved_at_ms, body) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![owner, name.as_str(), at.0, to_json(body)?])?;
        remember(&transaction, author, seq)?;
        transaction.commit()?;
        Ok(Saved::Done)
    }

    /// Reads a saved game.
    ///
    /// # Errors
    /// [`LoadError`].
    pub fn load_save(
        &mut self,
        owner: SecretHash,
        name: &SaveName,
    ) -> Result<Option<SavedBody>, LoadError> {
        let body: Option<String> = self
            .connection
            .prepare_cached("SELECT body FROM save WHERE owner = ?1 AND name = ?2")?
            .query_row([String::from(owner).as_str(), name.as_str()], |row| row.get(0))
            .optional()?;
        body.map(|body| from_json("save", name.as_str(), &body)).transpose()
    }

    /// Lists the saved games of a player by name.
    ///
    /// # Errors
    /// [`LoadError`].
    pub fn saves(&mut self, owner: SecretHash) -> Result<Vec<SavedGame>, LoadError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT name, saved_at_ms, body FROM save WHERE owner = ?1 ORDER BY name",
        )?;
        let rows = statement.query_map([String::from(owner)], |row| {
            Ok((row.get::<_, String>(0)?, row.get(1)?, row.get::<_, String>(2)?))
        })?;
        rows.map(|row| {
            let (name, saved_at_ms, body) = row?;
            let SavedBody { record, black, white } = from_json("save", &name, &body)?;
            let damaged = || LoadError::Damaged { table: "save", key: name.clone() };
            let (ply, discs) = standing(record).ok_or_else(damaged)?;
            let name = SaveName::new(&name).map_err(|_bad| damaged())?;
            Ok(SavedGame { name, saved_at_ms, ply, discs, black, white })
        })
        .collect()
    }

    /// Removes a saved game; tells whether there was one, also if the same request comes again.
    ///
    /// # Errors
    /// [`LoadError::Database`].
    pub fn remove_save(&mut self, author: &Author, name: &SaveName) -> Result<bool, LoadError> {
        let transaction = self.connection.transaction()?;
        if recall(&transaction, author)?.is_some() {
            return Ok(true);
        }
        let removed = transaction
            .prepare_cached("DELETE FROM save WHERE owner = ?1 AND name = ?2")?
            .execute([String::from(author.owner).as_str(), name.as_str()])?;
        if removed > 0 {
            remember(&transaction, author, 0)?;
        }
        transaction.commit()?;
        Ok(removed > 0)
    }

    /// Lists finished games, the newest first, at most [`GAMES_LISTED_MAX`].
    ///
    /// # Errors
    /// [`LoadError`].
    pub fn games(&mut self, query: &GamesQuery) -> Result<Vec<GameSummary>, LoadError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT id, room, ended_at_ms, body FROM game
             WHERE (listed = 1 OR black_player = ?1 OR white_player = ?1)
               AND (?2 IS NULL OR instr(names, ?2) > 0)
               AND (?3 IS NULL OR id < ?3)
             ORDER BY id DESC LIMIT ?4",
        )?;
        let player = query.player.map(String::from);
        let name = query.name.as_ref().map(|name| name.to_lowercase());
        // No number is as large as the largest that the database knows.
        let before = query.before.map(|number| i64::try_from(number).unwrap_or(i64::MAX));
        let rows =
            statement.query_map(params![player, name, before, GAMES_LISTED_MAX], read_game)?;
        rows.map(|row| Ok(row??.0)).collect()
    }

    /// Reads a finished game that the player may see.
    ///
    /// # Errors
    /// [`LoadError`].
    pub fn game(
        &mut self,
        id: u64,
        player: Option<SecretHash>,
    ) -> Result<Option<(GameSummary, GameRecord)>, LoadError> {
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

    /// Reads the last finished game of a room.
    ///
    /// # Errors
    /// [`LoadError`].
    pub fn last_game_of(&mut self, room: &RoomId) -> Result<Option<GameRecord>, LoadError> {
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

/// Returns the number that was given in answer to a request, if it was done.
fn recall(connection: &Connection, author: &Author) -> rusqlite::Result<Option<u64>> {
    let Author { owner, key: RequestKey { session, request } } = author;
    connection
        .prepare_cached(
            "SELECT seq FROM library_request WHERE owner = ?1 AND session = ?2 AND request = ?3",
        )?
        .query_row(params![String::from(*owner), session.as_bytes(), request.0], |row| row.get(0))
        .optional()
}

/// Keeps in mind that a request was done, and forgets the oldest ones of the same player.
fn remember(connection: &Connection, author: &Author, seq: u64) -> rusqlite::Result<()> {
    let Author { owner, key: RequestKey { session, request } } = author;
    let owner = String::from(*owner);
    connection
        .prepare_cached(
            "INSERT INTO library_request (owner, session, request, seq) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![owner, session.as_bytes(), request.0, seq])?;
    connection
        .prepare_cached(
            "DELETE FROM library_request WHERE owner = ?1 AND id NOT IN
                 (SELECT id FROM library_request WHERE owner = ?1 ORDER BY id DESC LIMIT ?2)",
        )?
        .execute(params![owner, REQUESTS_KEPT])?;
    Ok(())
}

/// Stores a finished game in the transaction of the event that ended it.
pub(super) fn insert_game(
    connection: &Connection,
    room: &str,
    seq: u64,
    at: Timestamp,
    game: &FinishedGame,
) -> rusqlite::Result<()> {
    let [black, white] = game.players.map(|player| player.map(String::from));
    connection
        .prepare_cached(
            "INSERT INTO game
                 (room, seq, ended_at_ms, listed, names, black_player, white_player, body)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
             -- An event that is made up for at a start may have left its game behind.
             ON CONFLICT (room, seq) DO UPDATE
             SET ended_at_ms = excluded.ended_at_ms, body = excluded.body",
        )?
        .execute(params![
            room,
            seq,
            at.0,
            game.is_listed,
            game.body.folded_names(),
            black,
            white,
            to_json(&game.body)?,
        ])?;
    Ok(())
}

/// Reads a row of the game table; the inner result tells whether its content makes sense.
fn read_game(row: &Row<'_>) -> rusqlite::Result<Result<(GameSummary, GameRecord), LoadError>> {
    let (game, room, body): (u64, String, String) = (row.get(0)?, row.get(1)?, row.get(3)?);
    let ended_at_ms = row.get(2)?;
    let parsed = room.parse().ok().zip(serde_json::from_str::<FinishedBody>(&body).ok());
    let Some((room, FinishedBody { black, white, result, record })) = parsed else {
        return Ok(Err(LoadError::Damaged { table: "game", key: game.to_string() }));
    };
    Ok(Ok((GameSummary { game, room, black, white, result, ended_at_ms }, record)))
}

/// Returns where a record ends: its ply and the discs there.
fn standing(record: GameRecord) -> Option<(u32, DiscCounts)> {
    let game = Game::try_from(record).ok()?;
    Some((game.ply() as u32, game.counts()))
}

pub(super) fn to_json(value: &impl serde::Serialize) -> rusqlite::Result<String> {
    serde_json::to_string(value)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

fn from_json<T: serde::de::DeserializeOwned>(
    table: &'static str,
    key: &str,
    body: &str,
) -> Result<T, LoadError> {
    serde_json::from_str(body)
        .map_err(|_unreadable| LoadError::Damaged { table, key: key.to_owned() })
}
