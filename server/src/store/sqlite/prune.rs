//! What is removed because it is older than it is kept, and how much there is in all.

use rusqlite::{Connection, OptionalExtension as _, params};

use crate::store::storage::{Prune, REQUESTS_KEPT_IN_ALL};

/// Rows that one commit removes. Chosen: a few milliseconds, so that no move waits long beside them.
const ROWS_MAX: usize = 256;

/// Returns the bytes of the database that hold something: those that were freed are used again.
pub(super) fn bytes(connection: &Connection) -> rusqlite::Result<u64> {
    connection
        .prepare_cached(
            "SELECT (page_count - freelist_count) * page_size
             FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
        )?
        .query_row([], |row| row.get(0))
}

/// Removes some of what is too old. Returns the number of rows; none are left to remove after none.
pub(super) fn prune(connection: &Connection, prune: &Prune) -> rusqlite::Result<u64> {
    let mut removed = 0;
    for (is_played, before) in [(false, prune.unplayed), (true, prune.closed)] {
        while removed < ROWS_MAX
            && let Some(room) = oldest_closed(connection, is_played, before.0)?
        {
            removed += forget_events(connection, &room, ROWS_MAX - removed)?;
        }
    }
    if removed < ROWS_MAX {
        removed += forget_games(connection, prune.games.0, ROWS_MAX - removed)?;
    }
    if removed < ROWS_MAX {
        removed += connection
            .prepare_cached(
                "DELETE FROM save WHERE (owner, name) IN
                     (SELECT owner, name FROM save WHERE saved_at_ms < ?1 LIMIT ?2)",
            )?
            .execute(params![prune.saves.0, ROWS_MAX - removed])?;
    }
    if removed < ROWS_MAX {
        removed += connection
            .prepare_cached(
                "DELETE FROM library_request WHERE id IN
                     (SELECT id FROM library_request
                      WHERE id <= (SELECT max(id) FROM library_request) - ?1 LIMIT ?2)",
            )?
            .execute(params![REQUESTS_KEPT_IN_ALL, ROWS_MAX - removed])?;
    }
    Ok(removed as u64)
}

fn oldest_closed(
    connection: &Connection,
    is_played: bool,
    before_ms: u64,
) -> rusqlite::Result<Option<String>> {
    connection
        .prepare_cached(
            "SELECT id FROM room WHERE played = ?1 AND closed_at_ms < ?2
             ORDER BY closed_at_ms LIMIT 1",
        )?
        .query_row(params![is_played, before_ms], |row| row.get(0))
        .optional()
}

/// Removes events of a closed room, the first ones first, and with the last of them the room.
fn forget_events(connection: &Connection, room: &str, rows_max: usize) -> rusqlite::Result<usize> {
    let removed = connection
        .prepare_cached(
            "DELETE FROM event WHERE room = ?1 AND seq IN
                 (SELECT seq FROM event WHERE room = ?1 ORDER BY seq LIMIT ?2)",
        )?
        .execute(params![room, rows_max])?;
    if removed == rows_max {
        return Ok(removed);
    }
    connection
        .prepare_cached("UPDATE room SET closed_at_ms = NULL WHERE id = ?1")?
        .execute([room])?;
    Ok(removed + forget_room(connection, room)?)
}

/// Removes a room of which nothing is left, unless a game or the ranking names it.
fn forget_room(connection: &Connection, room: &str) -> rusqlite::Result<usize> {
    connection
        .prepare_cached(
            "DELETE FROM room WHERE id = ?1 AND closed = 1 AND closed_at_ms IS NULL
                 AND NOT EXISTS (SELECT 1 FROM game WHERE room = ?1)
                 AND NOT EXISTS (SELECT 1 FROM ranking WHERE room = ?1)
                 AND NOT EXISTS (SELECT 1 FROM ranked_game WHERE room = ?1)",
        )?
        .execute([room])
}

/// Removes finished games. What they scored stays.
fn forget_games(
    connection: &Connection,
    before_ms: u64,
    rows_max: usize,
) -> rusqlite::Result<usize> {
    let games: Vec<(i64, String)> = connection
        .prepare_cached(
            "SELECT id, room FROM game WHERE ended_at_ms < ?1 ORDER BY ended_at_ms LIMIT ?2",
        )?
        .query_map(params![before_ms, rows_max], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    for (id, room) in &games {
        connection.prepare_cached("DELETE FROM game WHERE id = ?1")?.execute([id])?;
        forget_room(connection, room)?;
    }
    Ok(games.len())
}
