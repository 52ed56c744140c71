//! Whose a nick is, and which games are ranked.

use reversi_protocol::Nick;
use reversi_room::{FinishedBody, FinishedGame, SecretHash};
use rusqlite::{Connection, OptionalExtension as _, params};

use super::keys::current;
use crate::store::storage::WriteError;

/// Checks that a player may play for a nick: nobody else has scored with it or one that looks alike.
pub(super) fn check_nick(
    connection: &Connection,
    nick: &Nick,
    player: SecretHash,
) -> rusqlite::Result<Result<(), WriteError>> {
    let owner: Option<String> = connection
        .prepare_cached("SELECT owner FROM nick WHERE nick = ?1")?
        .query_row([nick.folded()], |row| row.get(0))
        .optional()?;
    let player = current(connection, player)?;
    let is_free = owner.is_none_or(|owner| owner == player);
    Ok(if is_free { Ok(()) } else { Err(WriteError::NickTaken) })
}

/// Ranks a finished game, unless its moves are ranked already or its nick has become another's.
pub(super) fn rank(
    connection: &Connection,
    room: &str,
    game: &FinishedGame,
    nick: &Nick,
    score: i32,
) -> rusqlite::Result<Result<(), WriteError>> {
    let Some(player) = game.person() else { return Ok(Err(WriteError::NotRanked)) };
    let is_free = check_nick(connection, nick, player)?.is_ok();
    let is_first = connection
        .prepare_cached(
            "INSERT INTO ranked_game (moves, room) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        )?
        .execute([game.body.moves().as_str(), room])?
        == 1;
    if !is_free || !is_first {
        return Ok(Err(WriteError::NotRanked));
    }
    connection
        .prepare_cached("INSERT INTO nick (nick, owner) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?
        .execute([nick.folded(), current(connection, player)?])?;
    connection
        .prepare_cached(
            "INSERT INTO ranking (nick, shown, score, room) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (nick) DO UPDATE
             SET shown = excluded.shown, score = excluded.score, room = excluded.room
             WHERE excluded.score > ranking.score",
        )?
        .execute(params![nick.folded(), nick.as_str(), score, room])?;
    Ok(Ok(()))
}

/// Brings the tables of an older version up to date: nicks that look alike become one, the best of
/// them; games that are ranked are known by their moves.
pub(super) fn bring_up_to_date(connection: &Connection) -> rusqlite::Result<()> {
    let mut best_first = connection.prepare(
        "SELECT shown, score, room, owner FROM ranking LEFT JOIN nick USING (nick)
         ORDER BY score DESC",
    )?;
    let lines: Vec<(String, i32, String, Option<String>)> = best_first
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
        .collect::<rusqlite::Result<_>>()?;
    connection.execute_batch("DELETE FROM ranking; DELETE FROM nick;")?;
    for (shown, score, room, owner) in lines {
        // What is no nick stays as it is, and is named when it is read.
        let nick = Nick::try_from(shown.clone()).map_or(shown.clone(), |nick| nick.folded());
        connection.execute(
            "INSERT OR IGNORE INTO ranking (nick, shown, score, room) VALUES (?1, ?2, ?3, ?4)",
            params![nick, shown, score, room],
        )?;
        connection.execute(
            "INSERT OR IGNORE INTO nick (nick, owner) SELECT ?1, ?2 WHERE ?2 IS NOT NULL",
            params![nick, owner],
        )?;
    }
    let mut ranked = connection.prepare(
        "SELECT room, body FROM game WHERE room IN
             (SELECT room FROM event WHERE body LIKE '{\"type\":\"ranked\"%')",
    )?;
    let games: Vec<(String, String)> = ranked
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    for (room, body) in games {
        if let Ok(body) = serde_json::from_str::<FinishedBody>(&body) {
            connection.execute(
                "INSERT OR IGNORE INTO ranked_game (moves, room) VALUES (?1, ?2)",
                [body.moves(), room],
            )?;
        }
    }
    Ok(())
}
