//! What a commit writes.

use reversi_protocol::limits::SAVES_PER_PLAYER_MAX;
use reversi_protocol::{RoomId, SaveName};
use reversi_room::{Competition, Entry, Event, FinishedGame, RequestKey, SecretHash, Timestamp};
use rusqlite::{Connection, ErrorCode, OptionalExtension, TransactionBehavior, ffi, params};

use super::keys::{current, replace};
use super::log::{Log, Step};
use super::prune::{bytes, prune};
use super::ranking::{check_nick, rank};
use crate::health::Trouble;
use crate::store::storage::{
    Append, Author, COMPLAINTS_KEPT, Complaint, Epoch, Fault, Overwrite, REQUESTS_KEPT, Remove,
    Save, Write, WriteError,
};

/// Makes a batch durable in one transaction; where the database has as many bytes as it may have, without
/// what begins something new.
pub(super) fn commit(
    connection: &mut Connection,
    log: &mut Log,
    batch: &[Write],
    bytes_max: u64,
) -> Vec<Result<u64, WriteError>> {
    // Whoever has the database locked is noticed before anything is read.
    let begun = connection.transaction_with_behavior(TransactionBehavior::Immediate);
    let outcome = begun.and_then(|transaction| {
        let mut step = Step::new(&transaction, log);
        let results = batch
            .iter()
            .map(|write| match write {
                Write::Append(it) => append(&mut step, it, bytes_max),
                Write::Save(it) => save(step.connection, it, bytes_max),
                Write::Remove(it) => remove(step.connection, it),
                Write::Prune(it) => prune(step.connection, it).map(Ok),
                Write::Complain(it) => complain(step.connection, it).map(Ok),
                Write::ReplaceKey(it) => replace(step.connection, it),
                Write::Alive(at) => note_alive(step.connection, *at).map(Ok),
            })
            .collect::<rusqlite::Result<_>>()?;
        step.tidy()?;
        let changes = step.done();
        transaction.commit()?;
        Ok((results, changes))
    });
    match outcome {
        Ok((results, changes)) => {
            log.apply(changes);
            results
        }
        Err(error) => {
            let failure = trouble_of(&error)
                .map_or_else(|| WriteError::Failed(Fault::new(error)), WriteError::NotNow);
            batch.iter().map(|_| Err(failure.clone())).collect()
        }
    }
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

/// Stores entries, all of them or none.
fn append(
    step: &mut Step<'_>,
    append: &Append,
    bytes_max: u64,
) -> rusqlite::Result<Result<u64, WriteError>> {
    if append.begins_something() && bytes(step.connection)? >= bytes_max {
        return Ok(Err(WriteError::Full));
    }
    let Append { room, epoch, entries, .. } = append;
    if *epoch != Epoch::FIRST {
        return Ok(Err(WriteError::NotOwner));
    }
    let last = step.last_seq(room)?;
    if !append.follows(last) {
        return Ok(Err(WriteError::Conflict));
    }
    if let [entry] = &entries[..]
        && is_event_alone(entry)
    {
        step.add(room, entry, &to_json(&entry.event)?)?;
        return Ok(Ok(entry.seq));
    }
    let before = step.before(room);
    let connection = step.connection;
    connection.prepare_cached("SAVEPOINT append")?.execute([])?;
    let stored = entries.iter().try_fold(Ok(()), |stored: Result<(), WriteError>, entry| {
        if stored.is_err() { Ok(stored) } else { store(step, append, entry) }
    });
    let stored = match stored {
        // There was a room of that name.
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
            Err(WriteError::Conflict)
        }
        stored => stored?,
    };
    if stored.is_err() {
        connection.prepare_cached("ROLLBACK TO append")?.execute([])?;
        step.take_back(room, before);
    }
    connection.prepare_cached("RELEASE append")?.execute([])?;
    if let Err(declined) = stored {
        return Ok(Err(declined));
    }
    let is_closed = |entry: &&Entry| matches!(entry.event, Event::Closed { .. });
    if let Some(closed) = entries.iter().find(is_closed) {
        close(step, room, closed.at)?;
    }
    Ok(Ok(entries.last().map_or(0, |entry| entry.seq)))
}

/// Tells whether nothing is derived from an event.
const fn is_event_alone(entry: &Entry) -> bool {
    !matches!(
        entry.event,
        Event::Opened { .. } | Event::Ranked { .. } | Event::Ended { .. } | Event::Closed { .. }
    )
}

/// Stores an event and what is derived from it: whose a nick is, the best score of each, finished games.
fn store(
    step: &mut Step<'_>,
    append: &Append,
    entry: &Entry,
) -> rusqlite::Result<Result<(), WriteError>> {
    let (connection, room) = (step.connection, &append.room);
    if let Event::Opened { .. } = entry.event {
        connection
            .prepare_cached(
                "INSERT INTO room (id, opened_at_ms, session, request) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![
                room.as_str(),
                entry.at.0,
                entry.key.as_ref().map(|key| key.session.as_bytes()),
                entry.key.map(|key| key.request.0),
            ])?;
    }
    step.add(room, entry, &to_json(&entry.event)?)?;
    match (&entry.event, &append.finished) {
        (Event::Opened { competition: Some(Competition { nick, owner }), .. }, _) => {
            check_nick(connection, nick, *owner)
        }
        (Event::Ranked { nick, score }, Some(game)) => {
            rank(connection, room.as_str(), game, nick, *score)
        }
        (Event::Ranked { .. }, None) => Ok(Err(WriteError::NotRanked)),
        (Event::Ended { .. }, Some(game)) => {
            insert_game(connection, room.as_str(), entry.seq, entry.at, game).map(Ok)
        }
        _ => Ok(Ok(())),
    }
}

/// Puts the events of a room that has closed beside each other, for as long as they are kept.
fn close(step: &mut Step<'_>, room: &RoomId, at: Timestamp) -> rusqlite::Result<()> {
    step.empty(room)?;
    step.connection
        .prepare_cached(
            "UPDATE room SET closed = 1, closed_at_ms = ?2, played = EXISTS
                 (SELECT 1 FROM event WHERE room = ?1 AND body LIKE '{\"type\":\"placed\"%')
             WHERE id = ?1",
        )?
        .execute(params![room.as_str(), at.0])?;
    Ok(())
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
    let owner = current(connection, author.owner)?;
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
        .execute([current(connection, author.owner)?.as_str(), name.as_str()])?;
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
    let player =
        |player: Option<SecretHash>| player.map(|player| current(connection, player)).transpose();
    let [black, white] = [player(game.players[0])?, player(game.players[1])?];
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

/// Keeps a complaint, and of the older ones as many as are kept.
fn complain(connection: &Connection, complaint: &Complaint) -> rusqlite::Result<u64> {
    let Complaint { at, room, by, line, network, lines } = complaint;
    connection
        .prepare_cached(
            "INSERT INTO complaint (at_ms, room, by_name, name, network, said, lines)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![
            at.0,
            room.as_str(),
            by.as_str(),
            line.name.as_str(),
            network.to_string(),
            to_json(&line.said)?,
            to_json(lines)?,
        ])?;
    connection
        .prepare_cached("DELETE FROM complaint WHERE id <= (SELECT max(id) FROM complaint) - ?1")?
        .execute([COMPLAINTS_KEPT])?;
    Ok(0)
}

fn note_alive(connection: &Connection, at: Timestamp) -> rusqlite::Result<u64> {
    connection
        .prepare_cached("INSERT OR REPLACE INTO alive (one, at_ms) VALUES (1, ?1)")?
        .execute([at.0])?;
    Ok(0)
}
