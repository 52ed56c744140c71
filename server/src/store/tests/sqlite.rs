//! The database: what cannot be used is named, and an older one is brought up to date.

use reversi_game::{DiscCounts, Outcome};
use reversi_protocol::{EndReason, GameResult, Occupant, PlayerName, SaveName};
use reversi_room::{FinishedBody, SavedBody};
use rusqlite::Connection;
use tempfile::TempDir;

use super::fixtures::{append, competing, left, opened, player, remove, saved, score};
use crate::store::sqlite::{OpenError, SqliteStorage};
use crate::store::storage::{GamesQuery, OpenRooms, ReadError, Reader, Storage, WriteError};

#[test]
fn a_folder_that_cannot_be_used_says_what_to_do() {
    let folder = TempDir::new().unwrap();
    let held = SqliteStorage::open(folder.path()).unwrap();
    let error = SqliteStorage::open(folder.path()).unwrap_err();
    assert!(matches!(error, OpenError::InUse { .. }), "{error}");
    drop(held);

    let file = folder.path().join("reversi.db");
    Connection::open(&file).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let error = SqliteStorage::open(folder.path()).unwrap_err();
    assert!(matches!(error, OpenError::Newer { found: 99, .. }), "{error}");

    std::fs::write(&file, "this is no database, whatever its name says").unwrap();
    std::fs::remove_file(folder.path().join("reversi.lock")).unwrap();
    let error = SqliteStorage::open(folder.path()).unwrap_err();
    assert!(matches!(error, OpenError::Database { .. }), "{error}");

    let error = SqliteStorage::open(&file.join("inside")).unwrap_err();
    assert!(matches!(error, OpenError::Folder { .. }), "{error}");
}

#[test]
fn a_row_that_makes_no_sense_is_named() {
    let folder = TempDir::new().unwrap();
    let mut storage = SqliteStorage::open(folder.path()).unwrap();
    storage.commit(&[append("AAAA", 1, vec![opened(), left()])]);
    let other = Connection::open(folder.path().join("reversi.db")).unwrap();
    other.execute("UPDATE event SET body = '{' WHERE seq = 2", []).unwrap();
    storage.commit(&[append("BBBB", 1, vec![opened()])]);
    let OpenRooms { rooms, damaged } = storage.reader().unwrap().open_rooms().unwrap();
    let whole: Vec<&str> = rooms.iter().map(|stored| stored.room.as_str()).collect();
    assert_eq!(whole, ["BBBB"]);
    assert_eq!(damaged, [ReadError::DamagedEvent { room: "AAAA".to_owned(), seq: 2 }]);
}

#[test]
fn a_database_of_the_first_version_is_brought_up_to_date() {
    let folder = TempDir::new().unwrap();
    let name = SaveName::new("a").unwrap();
    {
        let old = Connection::open(folder.path().join("reversi.db")).unwrap();
        old.execute_batch(include_str!("../sqlite/schema.sql")).unwrap();
        old.pragma_update(None, "user_version", 1).unwrap();
        // As that version kept it: without those who sat there.
        let body = serde_json::to_string(&saved("f5d6").record).unwrap();
        old.execute(
            "INSERT INTO save (owner, name, saved_at_ms, body) VALUES (?1, 'a', 5, ?2)",
            [String::from(player(1)), body],
        )
        .unwrap();
        let finished = FinishedBody {
            black: Occupant::Human { name: PlayerName::new("Ann").unwrap() },
            white: Occupant::Bot { bot: "level-1".parse().unwrap(), stands_in_for: None },
            result: GameResult {
                outcome: Outcome::Draw,
                reason: EndReason::Agreement,
                discs: DiscCounts { black: 2, white: 2 },
                score: None,
            },
            record: saved("f5").record,
        };
        let body = serde_json::to_string(&finished).unwrap();
        old.execute_batch("INSERT INTO room (id, opened_at_ms) VALUES ('AAAA', 1)").unwrap();
        old.execute(
            "INSERT INTO game (room, seq, ended_at_ms, listed, names, body)
             VALUES ('AAAA', 9, 5, 1, ?1, ?2)",
            [finished.folded_names(), body],
        )
        .unwrap();
    }
    let mut storage = SqliteStorage::open(folder.path()).unwrap();
    let query = GamesQuery { name: Some("ann".to_owned()), ..GamesQuery::default() };
    assert_eq!(storage.reader().unwrap().games(&query).unwrap().len(), 1);
    let expected = SavedBody { black: None, white: None, ..saved("f5d6") };
    assert_eq!(storage.reader().unwrap().save(player(1), &name).unwrap(), Some(expected));
    assert_eq!(storage.commit(&[remove((1, 1), "a")]), [Ok(0)]);
}

#[test]
fn nicks_of_an_older_version_that_look_alike_become_the_best_of_them() {
    let folder = TempDir::new().unwrap();
    {
        let mut storage = SqliteStorage::open(folder.path()).unwrap();
        storage.commit(&[score("AAAA", ("Zoé", 1), "f5d6", 90)]);
        let old = Connection::open(folder.path().join("reversi.db")).unwrap();
        // As version 2 kept them: in lower case, owned by who opened a game.
        old.execute_batch(
            "DROP TRIGGER game_added; DROP TRIGGER game_removed; DROP TABLE game_names;
             DROP INDEX game_listed; DROP INDEX game_black; DROP INDEX game_white;
             DROP INDEX ranking_score;
             DROP TABLE ranked_game; DELETE FROM nick; DELETE FROM ranking;
             PRAGMA user_version = 2;",
        )
        .unwrap();
        for (nick, points, owner) in [("zoé", 90, 1), ("zoe\u{301}", 40, 2)] {
            old.execute(
                "INSERT INTO ranking (nick, shown, score, room) VALUES (?1, ?1, ?2, 'AAAA')",
                rusqlite::params![nick, points],
            )
            .unwrap();
            let owner = String::from(player(owner));
            old.execute("INSERT INTO nick (nick, owner) VALUES (?1, ?2)", [nick, &owner]).unwrap();
        }
        let owner = String::from(player(3));
        old.execute("INSERT INTO nick (nick, owner) VALUES ('kim', ?1)", [owner]).unwrap();
    }
    let mut storage = SqliteStorage::open(folder.path()).unwrap();
    let ranking = storage.reader().unwrap().ranking(10).unwrap();
    assert_eq!(ranking.iter().map(|line| line.score).collect::<Vec<_>>(), [90]);
    let results = storage.commit(&[
        append("BBBB", 1, vec![competing("ZOÉ", 1)]),
        append("CCCC", 1, vec![competing("ZOÉ", 2)]),
        append("DDDD", 1, vec![competing("kim", 2)]),
        score("EEEE", ("ben", 2), "f5d6", 90),
    ]);
    let taken = Err(WriteError::NickTaken);
    assert_eq!(results, [Ok(1), taken, Ok(1), Err(WriteError::NotRanked)]);
}

#[test]
fn a_database_that_another_program_has_locked_is_named() {
    let folder = TempDir::new().unwrap();
    drop(SqliteStorage::open(folder.path()).unwrap());
    let other = Connection::open(folder.path().join("reversi.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = SqliteStorage::open(folder.path()).unwrap_err();
    assert!(matches!(error, OpenError::Locked { .. }), "{error}");
}
