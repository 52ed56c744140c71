//! What a commit writes.

use reversi_protocol::limits::SAVES_PER_PLAYER_MAX;
use reversi_protocol::{RoomId, SaveName};
use reversi_room::{Competition, Entry, Event, FinishedGame, RequestKey, Timestamp};
use rusqlite::{Connection, ErrorCode, OptionalExtension, TransactionBehavior, ffi, params};

use super::prune::{bytes, prune};
use super::ranking::{check_nick, rank};
use crate::health::Trouble;
use crate::store::storage::{
    Append, Author, Fault, Overwrite, REQUESTS_KEPT, Remove, Save, Write, WriteError,
};

/// Makes a batch durable in one transaction; where the database has as many bytes as it may have, without
/// what begins something new.
pub(super) fn commit(
    connection: &mut Connection,
    batch: &[Write],
    bytes_max: u64,
) -> Vec<Result<u64, WriteError>> {
    // Whoever has the database locked is noticed before anything is read.
    let begun = connection.transaction_with_behavior(TransactionBehavior::Immediate);
    let outcome = begun.and_then(|mut transaction| {
        let results = batch
            .iter()
            .map(|write| {
                // Dropping the savepoint takes back what is declined.
                let savepoint = transaction.savepoint()?;
                let result = match write {
                    Write::Append(it) => append(&savepoint, it, bytes_max),
                    Write::Save(it) => save(&savepoint, it, bytes_max),
                    Write::Remove(it) => remove(&savepoint, it),
                    Write::Prune(it) => prune(&savepoint, it).map(Ok),
                }?;
                if result.is_ok() {
                    savepoint.commit()?;
                }
                Ok(result)
            })
            .collect::<rusqlite::Result<_>>()?;
        transaction.commit()?;
        Ok(results)
    });
    outcome.unwrap_or_else(|error: rusqlite::Error| {
        let failure = trouble_of(&error)
            .map_or_else(|| WriteError::Failed(Fault::new(error)), WriteError::NotNow);
        batch.iter().map(|_| Err(failure.clone())).collect()
    })
}

/// Returns what passes, if an error is about that.
pub(super) fn trouble_of(error: &rusqlite::Error) -> Option<Trouble> {
    let code = error.sqlite_error()?;
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "what is no trouble that passes is an error"
    )]
    match code.code {
        ErrorCode::DiskFull => Some(Trouble::DiskFull),
        // The index of the log cannot grow.
        ErrorCode::SystemIoFailure if code.extended_code == ffi::SQLITE_IOERR_SHMSIZE => {
            Some(Trouble::DiskFull)
        }
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Some(Trouble::Locked),
        _ => None,
    }
}

/// Stores entries, or nothing but what has to be taken back.
fn append(
    connection: &Connection,
    append: &Append,
    bytes_max: u64,
) -> rusqlite::Result<Result<u64, WriteError>> {
    if append.begins_something() && bytes(connection)? >= bytes_max {
        return Ok(Err(WriteError::Full));
    }
    for entry in &append.entries {
        let done = insert_event(connection, &append.room, entry)
            .and_then(|()| project(connection, append, entry));
        match done {
            Ok(Ok(())) => {}
            Ok(Err(declined)) => return Ok(Err(declined)),
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                return Ok(Err(WriteError::Conflict));
            }
            Err(error) => return Err(error),
        }
    }
    Ok(Ok(append.entries.last().map_or(0, |entry| entry.seq)))
}

fn insert_event(connection: &Connection, room: &RoomId, entry: &Entry) -> rusqlite::Result<()> {
    if let Event::Opened { .. } = entry.event {
        connection
            .prepare_cached("INSERT INTO room (id, opened_at_ms) VALUES (?1, ?2)")?
            .execute(params![room.as_str(), entry.at.0])?;
    }
    connection
        .prepare_cached(
            "INSERT INTO event (room, seq, at_ms, session, request, body)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            room.as_str(),
            entry.seq,
            entry.at.0,
            entry.key.map(|key| *key.session.as_bytes()),
            entry.key.map(|key| key.request.0),
            to_json(&entry.event)?,
        ])?;
    Ok(())
}

/// Keeps the tables that are derived from events: which rooms are closed, whose a nick is, and
/// the best score of each.
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing is derived from other events")]
fn project(
    connection: &Connection,
    append: &Append,
    entry: &Entry,
) -> rusqlite::Result<Result<(), WriteError>> {
    let room = append.room.as_str();
    match &entry.event {
        Event::Opened { competition: Some(Competition { nick, owner }), .. } => {
            return check_nick(connection, nick, *owner);
        }
        Event::Ranked { nick, score } => {
            return match &append.finished {
                Some(game) => rank(connection, room, game, nick, *score),
                None => Ok(Err(WriteError::NotRanked)),
            };
        }
        Event::Closed { .. } => {
            connection
                .prepare_cached(
                    "UPDATE room SET closed = 1, closed_at_ms = ?2, played = EXISTS
                         (SELECT 1 FROM event WHERE room = ?1 AND body LIKE '{\"type\":\"placed\"%')
                     WHERE id = ?1",
                )?
                .execute(params![room, entry.at.0])?;
        }
        Event::Ended { .. } => {
            if let Some(game) = &append.finished {
                insert_game(connection, room, entry.seq, entry.at, game)?;
            }
        }
        _ => {}
    }
    Ok(Ok(()))
}

/// Saves a game, unless the same request has saved one before.
fn save(
    connection: &Connection,
    save: &Save,
    bytes_max: u64,
) -> rusqlite::Result<Result<u64, WriteError>> {
    let Save { author, name, body, at, seq, overwrite } = save;
    if let Some(seq) = recall(connection, author)? {
        return Ok(Ok(seq));
    }
    if bytes(connection)? >= bytes_max {
        return Ok(Err(WriteError::Full));
    }
    let owner = String::from(author.owner);
    let exists = is_saved(connection, &owner, name)?;
    if exists && *overwrite == Overwrite::Forbidden {
        return Ok(Err(WriteError::SaveExists));
    }
    let count: usize = connection
        .prepare_cached("SELECT count(*) FROM save WHERE owner = ?1")?
        .query_row([owner.as_str()], |row| row.get(0))?;
    if !exists && count >= SAVES_PER_PLAYER_MAX {
        return Ok(Err(WriteError::TooManySaves));
    }
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO save (owner, name, saved_at_ms, body) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![owner, name.as_str(), at.0, to_json(body)?])?;
    remember(connection, author, *seq)?;
    Ok(Ok(*seq))
}

/// Removes a saved game, unless the same request has removed one before.
fn remove(connection: &Connection, remove: &Remove) -> rusqlite::Result<Result<u64, WriteError>> {
    let Remove { author, name } = remove;
    if let Some(seq) = recall(connection, author)? {
        return Ok(Ok(seq));
    }
    let removed = connection
        .prepare_cached("DELETE FROM save WHERE owner = ?1 AND name = ?2")?
        .execute([String::from(author.owner).as_str(), name.as_str()])?;
    if removed == 0 {
        return Ok(Err(WriteError::NoSuchSave));
    }
    remember(connection, author, 0)?;
    Ok(Ok(0))
}

fn is_saved(connection: &Connection, owner: &str, name: &SaveName) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT 1 FROM save WHERE owner = ?1 AND name = ?2")?
        .exists([owner, name.as_str()])
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

/// Remembers that a request was done, and forgets the oldest ones of the same player.
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
fn insert_game(
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

fn to_json(value: &impl serde::Serialize) -> rusqlite::Result<String> {
    serde_json::to_string(value)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}
