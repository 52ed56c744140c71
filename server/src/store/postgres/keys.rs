//! Keys in whose place others are.

use reversi_room::SecretHash;

use super::line::{Broken, Open};
use crate::store::storage::{ReplaceKey, WriteError};

/// Returns the key that is a player's by now: rooms remember the one with which somebody sat down.
pub(super) async fn current(open: &Open, player: SecretHash) -> Result<String, Broken> {
    let player = String::from(player);
    let new = open.first("SELECT new FROM replaced_key WHERE old = $1", &[&player]).await?;
    Ok(new.map_or(player, |row| row.get(0)))
}

/// Puts a key in place of another, in everything that belongs to it. Done again, it does nothing.
pub(super) async fn replace(
    open: &Open,
    replace: &ReplaceKey,
) -> Result<Result<u64, WriteError>, Broken> {
    let [old, new] = [replace.old, replace.new].map(String::from);
    let found = current(open, replace.old).await?;
    if found != old || old == new {
        return Ok(if found == new { Ok(0) } else { Err(WriteError::KeyReplaced) });
    }
    let known = open
        .first(
            "SELECT 1 FROM replaced_key WHERE old = $1 UNION ALL SELECT 1 FROM save WHERE owner = $1
             UNION ALL SELECT 1 FROM nick WHERE owner = $1 LIMIT 1",
            &[&new],
        )
        .await?;
    if known.is_some() {
        return Ok(Err(WriteError::KeyTaken));
    }
    for change in [
        "UPDATE replaced_key SET new = $2 WHERE new = $1",
        "INSERT INTO replaced_key (old, new) VALUES ($1, $2)",
        "UPDATE nick SET owner = $2 WHERE owner = $1",
        "UPDATE save SET owner = $2 WHERE owner = $1",
        "DELETE FROM library_request mine USING library_request other
         WHERE mine.owner = $2 AND other.owner = $1
             AND (mine.session, mine.request) = (other.session, other.request)",
        "UPDATE library_request SET owner = $2 WHERE owner = $1",
        "UPDATE game SET black_player = $2 WHERE black_player = $1",
        "UPDATE game SET white_player = $2 WHERE white_player = $1",
    ] {
        open.execute(change, &[&old, &new]).await?;
    }
    Ok(Ok(0))
}
