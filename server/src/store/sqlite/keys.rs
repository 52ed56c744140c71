//! Keys in whose place others are.

use reversi_room::SecretHash;
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::store::storage::{ReplaceKey, WriteError};

/// Returns the key that is a player's by now: rooms remember the one with which somebody sat down.
pub(super) fn current(connection: &Connection, player: SecretHash) -> rusqlite::Result<String> {
    let player = String::from(player);
    let new = connection
        .prepare_cached("SELECT new FROM replaced_key WHERE old = ?1")?
        .query_row([player.as_str()], |row| row.get(0))
        .optional()?;
    Ok(new.unwrap_or(player))
}

/// Puts a key in place of another, in everything that belongs to it. Done again, it does nothing.
pub(super) fn replace(
    connection: &Connection,
    replace: &ReplaceKey,
) -> rusqlite::Result<Result<u64, WriteError>> {
    let [old, new] = [replace.old, replace.new].map(String::from);
    let found = current(connection, replace.old)?;
    if found != old || old == new {
        return Ok(if found == new { Ok(0) } else { Err(WriteError::KeyReplaced) });
    }
    let is_known = connection
        .prepare_cached(
            "SELECT 1 FROM replaced_key WHERE old = ?1 UNION ALL SELECT 1 FROM save WHERE owner = ?1
             UNION ALL SELECT 1 FROM nick WHERE owner = ?1",
        )?
        .exists([new.as_str()])?;
    if is_known {
        return Ok(Err(WriteError::KeyTaken));
    }
    for change in [
        "UPDATE replaced_key SET new = ?2 WHERE new = ?1",
        "INSERT INTO replaced_key (old, new) VALUES (?1, ?2)",
        "UPDATE nick SET owner = ?2 WHERE owner = ?1",
        "UPDATE save SET owner = ?2 WHERE owner = ?1",
        "UPDATE OR REPLACE library_request SET owner = ?2 WHERE owner = ?1",
        "UPDATE game SET black_player = ?2 WHERE black_player = ?1",
        "UPDATE game SET white_player = ?2 WHERE white_player = ?1",
    ] {
        connection.prepare_cached(change)?.execute(params![old, new])?;
    }
    Ok(Ok(0))
}
