//! The database: what cannot be used is named, and an older one is brought up to date.

use reversi_game::{DiscCounts, Outcome};
use reversi_protocol::{EndReason, GameResult, Occupant, PlayerName, SaveName};
use reversi_room::{FinishedBody, SavedBody};
use rusqlite::Connection;
use tempfile::TempDir;

use super::fixtures::{
    append, closed, competing, entries, finish, left, opened, placed, player, prune, remove, room,
    save, saved, score,
};
use crate::store::sqlite::{OpenError, SqliteStorage};
use crate::store::storage::{GamesQuery, Overwrite, ReadError, Reader, Storage, WriteError};

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
    other.execute("UPDATE log SET body = '{' WHERE seq = 2", []).unwrap();
    storage.commit(&[append("BBBB", 1, vec![opened()])]);
    let reader = storage.reader().unwrap();
    let damaged = ReadError::DamagedEvent { room: "AAAA".to_owned(), seq: 2 };
    assert_eq!(reader.room(&room("AAAA")), Err(damaged));
    assert!(reader.room(&room("BBBB")).unwrap().is_some());
    assert_eq!(storage.adopt().unwrap().rooms.len(), 2);
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
            clocks: None,
            opening: None,
        };
        let body = serde_json::to_string(&finished).unwrap();
        old.execute_batch("INSERT INTO room (id, opened_at_ms) VALUES ('AAAA', 1)").unwrap();
        for entry in entries(1, vec![opened(), left()]) {
            let body = serde_json::to_string(&entry.event).unwrap();
            let stored = "INSERT INTO event (room, seq, at_ms, session, request, body)
                          VALUES ('AAAA', ?1, ?2, x'07070707070707070707070707070707', 9, ?3)";
            old.execute(stored, rusqlite::params![entry.seq, entry.at.0, body]).unwrap();
        }
        old.execute(
            "INSERT INTO game (room, seq, ended_at_ms, listed, names, body)
             VALUES ('AAAA', 9, 5, 1, ?1, ?2)",
            [finished.folded_names(), body],
        )
        .unwrap();
    }
    let mut storage = SqliteStorage::open(folder.path()).unwrap();
    let open = storage.adopt().unwrap();
    assert_eq!(open.newest, entries(2, vec![left()])[0].at);
    assert_eq!(open.rooms.len(), 1);
    assert_eq!(open.rooms[0].opened_by, entries(1, vec![opened()])[0].key);
    let query = GamesQuery { name: Some("ann".to_owned()), ..GamesQuery::default() };
    assert_eq!(storage.reader().unwrap().games(&query).unwrap().len(), 1);
    let expected = SavedBody { black: None, white: None, ..saved("f5d6") };
    assert_eq!(storage.reader().unwrap().save(player(1), &name).unwrap(), Some(expected));
    assert_eq!(storage.commit(&[remove((1, 1), "a")]), [Ok(0)]);
    let results = storage.commit(&[
        append("AAAA", 2, vec![left()]),
        append("AAAA", 3, vec![placed()]),
        append("AAAA", 4, vec![closed()]),
    ]);
    assert_eq!(results, [Err(WriteError::Conflict), Ok(3), Ok(4)]);
    let whole = entries(1, vec![opened(), left(), placed(), closed()]);
    let stored = storage.reader().unwrap().room(&room("AAAA")).unwrap();
    assert_eq!(stored.map(|stored| stored.entries), Some(whole));
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
            "DROP TABLE alive; DROP TABLE replaced_key; DROP TABLE complaint; INSERT INTO event SELECT * FROM journal; DROP VIEW journal; DROP TABLE log;
             ALTER TABLE room DROP COLUMN session; ALTER TABLE room DROP COLUMN request;
             DROP TRIGGER game_added; DROP TRIGGER game_removed; DROP TABLE game_names;
             DROP INDEX game_listed; DROP INDEX game_black; DROP INDEX game_white;
             DROP INDEX ranking_score;
             DROP TABLE ranked_game; DELETE FROM nick; DELETE FROM ranking;
             DROP INDEX room_closed; DROP INDEX game_ended; DROP INDEX save_age; DROP INDEX ranking_room;
             ALTER TABLE room DROP COLUMN closed_at_ms; ALTER TABLE room DROP COLUMN played;
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

#[test]
fn a_row_that_holds_what_nobody_writes_costs_its_room_or_its_game_alone() {
    for damage in [
        "UPDATE log SET seq = -1 WHERE room = 'AAAA' AND seq = 2",
        "UPDATE log SET at_ms = -5 WHERE room = 'AAAA' AND seq = 2",
        "UPDATE log SET at_ms = 9223372036854775807 WHERE room = 'AAAA' AND seq = 2",
        "UPDATE log SET request = 1 << 33 WHERE room = 'AAAA'",
        "UPDATE log SET session = x'00112233445566778899aabbccddee' WHERE room = 'AAAA'",
        "UPDATE log SET body = CAST(x'7bff7d' AS TEXT) WHERE room = 'AAAA' AND seq = 2",
        "UPDATE game SET body = '{' WHERE room = 'AAAA'",
        "UPDATE game SET body = CAST(x'ff' AS TEXT) WHERE room = 'AAAA'",
        "UPDATE game SET ended_at_ms = 9223372036854775807 WHERE room = 'AAAA'",
        "UPDATE save SET body = 'x' WHERE name = 'a'",
        "UPDATE save SET saved_at_ms = -1 WHERE name = 'a'",
        "UPDATE ranking SET score = 1 << 40 WHERE nick = 'ann'",
        "UPDATE ranking SET shown = CAST(x'ff' AS TEXT) WHERE nick = 'ann'",
    ] {
        let folder = TempDir::new().unwrap();
        let mut storage = SqliteStorage::open(folder.path()).unwrap();
        for (room, nick, moves, name) in
            [("AAAA", "ann", "f5d6", "a"), ("BBBB", "ben", "f5f6", "b")]
        {
            let request = if nick == "ann" { 1 } else { 2 };
            let results = storage.commit(&[
                score(room, (nick, 1), moves, 90),
                save((1, request), name, "f5", 9, Overwrite::Allowed),
            ]);
            assert_eq!(results, [Ok(3), Ok(9)]);
        }
        let other = Connection::open(folder.path().join("reversi.db")).unwrap();
        assert!(other.execute(damage, []).unwrap() > 0, "{damage}");
        let reader = storage.reader().unwrap();
        let is_whole = |id| reader.room(&room(id)).is_ok();
        assert!(is_whole("BBBB") && is_whole("AAAA") != damage.contains(" log "), "{damage}");
        let open = storage.adopt().unwrap();
        assert!(open.newest.0 < 100, "{damage}: {:?}", open.newest);
        let lists = [
            reader.games(&GamesQuery::default()).unwrap().len(),
            reader.saves(player(1)).unwrap().len(),
            reader.ranking(9).unwrap().len(),
        ];
        let expected = ["game", "save", "ranking"]
            .map(|table| if damage.contains(&format!("UPDATE {table} ")) { 1 } else { 2 });
        assert_eq!(lists, expected, "{damage}");
    }
}

#[test]
fn what_is_older_than_it_is_kept_goes_and_no_other_row_is_left_behind() {
    let folder = TempDir::new().unwrap();
    let mut storage = SqliteStorage::open(folder.path()).unwrap();
    what_is_older_than_it_is_kept_goes_bit_by_bit_and_what_was_scored_stays(&mut storage);
    let other = Connection::open(folder.path().join("reversi.db")).unwrap();
    let rooms: Vec<String> = other
        .prepare("SELECT id FROM room ORDER BY id")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    assert_eq!(rooms, ["CCCC", "RANK"]);
}

pub(super) fn what_is_older_than_it_is_kept_goes_bit_by_bit_and_what_was_scored_stays(
    storage: &mut impl Storage,
) {
    let long = std::iter::once(opened()).chain((0..600).map(|_| left())).chain([closed()]);
    storage.commit(&[
        append("AAAA", 1, vec![opened(), closed()]),
        append("BBBB", 1, vec![opened(), placed(), closed()]),
        append("CCCC", 1, vec![opened(), placed()]),
        append("LONG", 1, long.collect()),
        score("RANK", ("ann", 1), "f5d6", 90),
        append("RANK", 4, vec![closed()]),
        save((1, 1), "a", "f5", 9, Overwrite::Allowed),
    ]);
    finish(storage, "DDDD", "Ann", [1, 2], true);
    storage.commit(&[append("DDDD", 3, vec![closed()])]);
    let reader = storage.reader().unwrap();
    let kept = |rooms: &[&str]| -> Vec<bool> {
        rooms.iter().map(|id| reader.room(&room(id)).unwrap().is_some()).collect()
    };
    let everything = ["AAAA", "BBBB", "CCCC", "DDDD", "LONG", "RANK"];
    let mut remove_all = |write: &dyn Fn() -> _| {
        let counts: Vec<u64> =
            std::iter::from_fn(|| storage.commit(&[write()]).remove(0).ok().filter(|&n| n > 0))
                .collect();
        assert!(counts.iter().all(|&rows| rows < 400), "small commits: {counts:?}");
        counts.iter().sum::<u64>()
    };
    // Rooms close at ten times the number of their last event.
    assert_eq!(remove_all(&|| prune([20, 30, 0, 0])), 0);
    assert_eq!(kept(&everything), [true; 6]);
    assert!(remove_all(&|| prune([10_000, 0, 0, 0])) > 600);
    assert_eq!(kept(&everything), [false, true, true, false, false, false]);
    remove_all(&|| prune([0, 31, 0, 0]));
    assert_eq!(kept(&everything), [false, false, true, false, false, false]);
    assert_eq!(reader.games(&GamesQuery::default()).unwrap().len(), 2);
    assert_eq!(reader.saves(player(1)).unwrap().len(), 1);
    remove_all(&|| prune([0, 0, 10_000, 10_000]));
    assert_eq!(reader.games(&GamesQuery::default()).unwrap(), []);
    assert_eq!(reader.saves(player(1)).unwrap(), []);
    assert_eq!(reader.ranking(9).unwrap().len(), 1, "the ranking stays");
    let again = storage.commit(&[score("AGAN", ("ben", 2), "f5d6", 90)]);
    assert_eq!(again, [Err(WriteError::NotRanked)], "and what has made it");
}

#[test]
fn at_the_ceiling_nothing_new_is_taken_and_what_runs_goes_on_in_what_was_freed() {
    let folder = TempDir::new().unwrap();
    let mut storage = SqliteStorage::open(folder.path()).unwrap();
    let first = [append("AAAA", 1, vec![opened()]), save((1, 1), "a", "f5", 9, Overwrite::Allowed)];
    assert_eq!(storage.commit(&first), [Ok(1), Ok(9)]);
    let bytes = storage.reader().unwrap().bytes().unwrap();
    let mut storage = storage.limited_to(bytes + 100_000);
    let mut rooms = 0;
    while storage.commit(&[append(&format!("{rooms:04}"), 1, vec![opened(), closed()])]) == [Ok(2)]
    {
        rooms += 1;
    }
    assert!((100..2_000).contains(&rooms), "{rooms} rooms");
    let results = storage.commit(&[
        append("NEWR", 1, vec![opened()]),
        save((1, 2), "b", "f5", 9, Overwrite::Allowed),
        // What was done before has the answer that it had.
        save((1, 1), "a", "f5", 9, Overwrite::Allowed),
        append("AAAA", 2, vec![left()]),
        remove((1, 3), "a"),
    ]);
    assert_eq!(results, [Err(WriteError::Full), Err(WriteError::Full), Ok(9), Ok(2), Ok(0)]);
    let file = || std::fs::metadata(folder.path().join("reversi.db")).unwrap().len();
    while storage.commit(&[prune([u64::MAX >> 1, 0, 0, 0])]) != [Ok(0)] {}
    assert!(storage.reader().unwrap().bytes().unwrap() < bytes + 20_000);
    let before = file();
    for room in 0..rooms / 2 {
        let opened = append(&format!("{room:04}"), 1, vec![opened(), closed()]);
        assert_eq!(storage.commit(&[opened]), [Ok(2)]);
    }
    assert_eq!(file(), before, "freed pages are used again");
}
