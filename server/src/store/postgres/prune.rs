//! What is removed because it is older than it is kept.

use super::line::{Broken, Open};
use crate::store::storage::{Prune, REQUESTS_KEPT_IN_ALL};

/// Rows that one commit removes. Chosen: a few milliseconds, so that no move waits long beside them.
const ROWS_MAX: i64 = 256;

/// Removes some of what is too old. Returns the number of rows; none are left to remove after none.
pub(super) async fn prune(open: &Open, prune: &Prune) -> Result<u64, Broken> {
    let mut removed = 0;
    for (is_played, before) in [(false, prune.unplayed), (true, prune.closed)] {
        while removed < ROWS_MAX
            && let Some(room) = oldest_closed(open, is_played, before.0.cast_signed()).await?
        {
            removed += forget_events(open, &room, ROWS_MAX - removed).await?;
        }
    }
    if removed < ROWS_MAX {
        removed += forget_games(open, prune.games.0.cast_signed(), ROWS_MAX - removed).await?;
    }
    for (sql, limit) in [
        (
            "DELETE FROM save WHERE (owner, name) IN
                 (SELECT owner, name FROM save WHERE saved_at_ms < $1 LIMIT $2)",
            prune.saves.0.cast_signed(),
        ),
        (
            "DELETE FROM library_request WHERE id IN
                 (SELECT id FROM library_request
                  WHERE id <= (SELECT max(id) FROM library_request) - $1 LIMIT $2)",
            i64::from(REQUESTS_KEPT_IN_ALL),
        ),
    ] {
        if removed < ROWS_MAX {
            removed += open.execute(sql, &[&limit, &(ROWS_MAX - removed)]).await?.cast_signed();
        }
    }
    Ok(removed.cast_unsigned())
}

async fn oldest_closed(
    open: &Open,
    is_played: bool,
    before_ms: i64,
) -> Result<Option<String>, Broken> {
    let oldest = open
        .first(
            "SELECT id FROM room WHERE played = $1 AND closed_at_ms < $2
             ORDER BY closed_at_ms LIMIT 1",
            &[&is_played, &before_ms],
        )
        .await?;
    Ok(oldest.map(|row| row.get(0)))
}

/// Removes events of a closed room, the first ones first, and with the last of them the room.
async fn forget_events(open: &Open, room: &str, rows_max: i64) -> Result<i64, Broken> {
    let removed = open
        .execute(
            "DELETE FROM event WHERE room = $1 AND seq IN
                 (SELECT seq FROM event WHERE room = $1 ORDER BY seq LIMIT $2)",
            &[&room, &rows_max],
        )
        .await?
        .cast_signed();
    if removed == rows_max {
        return Ok(removed);
    }
    open.execute("UPDATE room SET closed_at_ms = NULL WHERE id = $1", &[&room]).await?;
    Ok(removed + forget_room(open, room).await?)
}

/// Removes a room of which nothing is left, unless a game or the ranking names it.
async fn forget_room(open: &Open, room: &str) -> Result<i64, Broken> {
    let removed = open
        .execute(
            "DELETE FROM room WHERE id = $1 AND closed AND closed_at_ms IS NULL
                 AND NOT EXISTS (SELECT FROM game WHERE room = $1)
                 AND NOT EXISTS (SELECT FROM ranking WHERE room = $1)
                 AND NOT EXISTS (SELECT FROM ranked_game WHERE room = $1)",
            &[&room],
        )
        .await?;
    Ok(removed.cast_signed())
}

/// Removes finished games. What they scored stays.
async fn forget_games(open: &Open, before_ms: i64, rows_max: i64) -> Result<i64, Broken> {
    let games = open
        .query(
            "DELETE FROM game WHERE id IN
                 (SELECT id FROM game WHERE ended_at_ms < $1 ORDER BY ended_at_ms LIMIT $2)
             RETURNING room",
            &[&before_ms, &rows_max],
        )
        .await?;
    for game in &games {
        forget_room(open, game.get(0)).await?;
    }
    Ok(games.len() as i64)
}
