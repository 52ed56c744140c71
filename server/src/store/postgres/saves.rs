//! Saved games, and the requests that saved or removed them.

use reversi_protocol::limits::SAVES_PER_PLAYER_MAX;

use super::append::to_json;
use super::keys::current;
use super::line::{Broken, Open};
use crate::store::storage::{Author, Overwrite, REQUESTS_KEPT, Remove, Save, WriteError};

/// Saves a game, unless the same request has saved one before.
pub(super) async fn save(
    open: &Open,
    save: &Save,
    is_full: bool,
) -> Result<Result<u64, WriteError>, Broken> {
    let Save { author, name, body, at, seq, overwrite } = save;
    if let Some(seq) = recall(open, author).await? {
        return Ok(Ok(seq));
    }
    if is_full {
        return Ok(Err(WriteError::Full));
    }
    let owner = current(open, author.owner).await?;
    let found = open
        .first(
            "SELECT count(*), count(*) FILTER (WHERE name = $2) FROM save WHERE owner = $1",
            &[&owner, &name.as_str()],
        )
        .await?;
    let (count, alike): (i64, i64) = found.map_or((0, 0), |row| (row.get(0), row.get(1)));
    if alike > 0 && *overwrite == Overwrite::Forbidden {
        return Ok(Err(WriteError::SaveExists));
    }
    if alike == 0 && count >= SAVES_PER_PLAYER_MAX as i64 {
        return Ok(Err(WriteError::TooManySaves));
    }
    open.execute(
        "INSERT INTO save (owner, name, saved_at_ms, body) VALUES ($1, $2, $3, $4)
         ON CONFLICT (owner, name) DO UPDATE
         SET saved_at_ms = excluded.saved_at_ms, body = excluded.body",
        &[&owner, &name.as_str(), &at.0.cast_signed(), &to_json(body)?],
    )
    .await?;
    remember(open, author, *seq).await?;
    Ok(Ok(*seq))
}

/// Removes a saved game, unless the same request has removed one before.
pub(super) async fn remove(
    open: &Open,
    remove: &Remove,
) -> Result<Result<u64, WriteError>, Broken> {
    let Remove { author, name } = remove;
    if let Some(seq) = recall(open, author).await? {
        return Ok(Ok(seq));
    }
    let owner = current(open, author.owner).await?;
    let removed = open
        .execute("DELETE FROM save WHERE owner = $1 AND name = $2", &[&owner, &name.as_str()])
        .await?;
    if removed == 0 {
        return Ok(Err(WriteError::NoSuchSave));
    }
    remember(open, author, 0).await?;
    Ok(Ok(0))
}

/// Returns the number that was given in answer to a request, if it was done.
async fn recall(open: &Open, author: &Author) -> Result<Option<u64>, Broken> {
    let Author { owner, key } = author;
    let done = open
        .first(
            "SELECT seq FROM library_request WHERE owner = $1 AND session = $2 AND request = $3",
            &[&String::from(*owner), &&key.session.as_bytes()[..], &i64::from(key.request.0)],
        )
        .await?;
    Ok(done.map(|row| row.get::<_, i64>(0).cast_unsigned()))
}

/// Remembers that a request was done, and forgets the oldest ones of the same player.
async fn remember(open: &Open, author: &Author, seq: u64) -> Result<(), Broken> {
    let Author { owner, key } = author;
    let owner = String::from(*owner);
    open.execute(
        "INSERT INTO library_request (owner, session, request, seq) VALUES ($1, $2, $3, $4)",
        &[&owner, &&key.session.as_bytes()[..], &i64::from(key.request.0), &seq.cast_signed()],
    )
    .await?;
    open.execute(
        "DELETE FROM library_request WHERE owner = $1 AND id NOT IN
             (SELECT id FROM library_request WHERE owner = $1 ORDER BY id DESC LIMIT $2)",
        &[&owner, &(REQUESTS_KEPT as i64)],
    )
    .await?;
    Ok(())
}
