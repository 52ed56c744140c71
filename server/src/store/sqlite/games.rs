//! The lists of finished games: each is read off an index, or looks at so many games at most.

use reversi_protocol::limits::GAMES_LISTED_MAX;
use rusqlite::{Connection, params};

use super::rows::read_game;
use crate::store::decode::whole;
use crate::store::storage::{GamesQuery, ReadError};
use reversi_protocol::GameSummary;

/// Characters that the index of names needs.
const INDEXED_CHARS_MIN: usize = 3;

/// Games that are looked through for a name too short for the index. Chosen: in a few milliseconds.
const LOOKED_THROUGH_MAX: usize = 5_000;

/// Lists what may be seen: the newest that are listed, and the player's own.
const NEWEST: &str = "
    SELECT id, room, ended_at_ms, body FROM game WHERE id IN (
        SELECT id FROM (SELECT id FROM game WHERE listed = 1 AND id < ?2
                        ORDER BY id DESC LIMIT ?3)
        UNION SELECT id FROM (SELECT id FROM game WHERE black_player = ?1 AND id < ?2
                              ORDER BY id DESC LIMIT ?3)
        UNION SELECT id FROM (SELECT id FROM game WHERE white_player = ?1 AND id < ?2
                              ORDER BY id DESC LIMIT ?3)
    ) ORDER BY id DESC LIMIT ?3";

/// Of those, the ones of a name that the index knows.
const NAMED: &str = "
    SELECT game.id, room, ended_at_ms, body
    FROM game_names CROSS JOIN game ON game.id = game_names.rowid
    WHERE game_names MATCH ?4 AND game_names.rowid < ?2
      AND (listed = 1 OR black_player = ?1 OR white_player = ?1)
    ORDER BY game_names.rowid DESC LIMIT ?3";

/// Of the newest, the ones of any name.
const LOOKED_THROUGH: &str = "
    SELECT id, room, ended_at_ms, body
    FROM (SELECT * FROM game WHERE id < ?2 ORDER BY id DESC LIMIT ?5)
    WHERE instr(names, ?4) > 0 AND (listed = 1 OR black_player = ?1 OR white_player = ?1)
    ORDER BY id DESC LIMIT ?3";

/// Lists finished games, the newest first. One that is damaged is left out and logged.
pub(super) fn list(
    connection: &Connection,
    query: &GamesQuery,
) -> Result<Vec<GameSummary>, ReadError> {
    let player = query.player.map(String::from);
    let name = query.name.as_ref().map(|name| name.to_lowercase()).filter(|it| !it.is_empty());
    // No number is as large as the largest that the database knows.
    let before = query.before.map_or(i64::MAX, |number| i64::try_from(number).unwrap_or(i64::MAX));
    let limit = GAMES_LISTED_MAX;
    let rows = match name {
        None => {
            let mut statement = connection.prepare_cached(NEWEST)?;
            let rows =
                statement.query_map(params![player, before, limit], |row| Ok(read_game(row)))?;
            rows.collect::<Result<Vec<_>, _>>()?
        }
        Some(name) if is_indexed(&name) => {
            let phrase = format!("\"{}\"", name.replace('"', "\"\""));
            let mut statement = connection.prepare_cached(NAMED)?;
            let rows = statement
                .query_map(params![player, before, limit, phrase], |row| Ok(read_game(row)))?;
            rows.collect::<Result<Vec<_>, _>>()?
        }
        Some(name) => {
            let mut statement = connection.prepare_cached(LOOKED_THROUGH)?;
            let parameters = params![player, before, limit, name, LOOKED_THROUGH_MAX];
            let rows = statement.query_map(parameters, |row| Ok(read_game(row)))?;
            rows.collect::<Result<Vec<_>, _>>()?
        }
    };
    Ok(whole(rows).into_iter().map(|(summary, _record)| summary).collect())
}

fn is_indexed(name: &str) -> bool {
    name.chars().count() >= INDEXED_CHARS_MIN && !name.contains('\0')
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::store::sqlite::SqliteStorage;

    #[test]
    fn no_list_looks_at_every_game() {
        let folder = TempDir::new().unwrap();
        let _storage = SqliteStorage::open(folder.path()).unwrap();
        let database = Connection::open(folder.path().join("reversi.db")).unwrap();
        for list in [NEWEST, NAMED] {
            let mut plan = database.prepare(&format!("EXPLAIN QUERY PLAN {list}")).unwrap();
            let steps: Vec<String> =
                plan.raw_query().mapped(|row| row.get("detail")).collect::<Result<_, _>>().unwrap();
            let is_scan = |step: &&String| step.starts_with("SCAN game") && !step.contains("INDEX");
            assert_eq!(steps.iter().find(is_scan), None, "{steps:?}");
        }
    }
}
