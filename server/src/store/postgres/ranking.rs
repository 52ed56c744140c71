//! Whose a nick is, and which games are ranked.

use reversi_protocol::Nick;
use reversi_room::{FinishedGame, SecretHash};

use super::keys::current;
use super::line::{Broken, Open};
use crate::store::storage::WriteError;

/// Checks that a player may play for a nick: nobody else has scored with it or one that looks alike.
pub(super) async fn check_nick(
    open: &Open,
    nick: &Nick,
    player: SecretHash,
) -> Result<Result<(), WriteError>, Broken> {
    let found = open.first("SELECT owner FROM nick WHERE nick = $1", &[&nick.folded()]).await?;
    let player = current(open, player).await?;
    let is_free = found.is_none_or(|row| row.get::<_, &str>(0) == player);
    Ok(if is_free { Ok(()) } else { Err(WriteError::NickTaken) })
}

/// Ranks a finished game, unless its moves are ranked already or its nick has become another's.
pub(super) async fn rank(
    open: &Open,
    room: &str,
    game: &FinishedGame,
    nick: &Nick,
    score: i32,
) -> Result<Result<(), WriteError>, Broken> {
    let Some(player) = game.person() else { return Ok(Err(WriteError::NotRanked)) };
    let (folded, owner) = (nick.folded(), current(open, player).await?);
    // Each waits for another server that does the same at the moment.
    let ranked = "INSERT INTO ranked_game (moves, room) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    let is_first = open.execute(ranked, &[&game.body.moves(), &room]).await? == 1;
    let claimed = "INSERT INTO nick (nick, owner) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    open.execute(claimed, &[&folded, &owner]).await?;
    if !is_first || check_nick(open, nick, player).await?.is_err() {
        return Ok(Err(WriteError::NotRanked));
    }
    open.execute(
        "INSERT INTO ranking AS r (nick, shown, score, room) VALUES ($1, $2, $3, $4)
         ON CONFLICT (nick) DO UPDATE
         SET shown = excluded.shown, score = excluded.score, room = excluded.room
         WHERE excluded.score > r.score",
        &[&folded, &nick.as_str(), &score, &room],
    )
    .await?;
    Ok(Ok(()))
}
