//! What is carried over from one kind of database to the other and back is what it was.

use reversi_private_postgres::PrivatePostgres;
use reversi_protocol::{Channel, ChatLine, Phrase, PlayerName, Said};
use reversi_room::Timestamp;
use tempfile::TempDir;

use super::fixtures::{
    append, closed, finish, left, opened, placed, player, remove, room, save, score,
};
use crate::store::carry::{Carried, Cell, TABLES};
use crate::store::migrate::{MigrateError, Place, migrate};
use crate::store::postgres::PostgresStorage;
use crate::store::sqlite::SqliteStorage;
use crate::store::storage::{Complaint, Overwrite, ReplaceKey, Storage, Write};

/// More rooms than rows are carried at a time.
const ROOMS: usize = 1_100;

/// Something in every table, in the log too.
fn fill(storage: &mut impl Storage) {
    let rooms: Vec<Write> =
        (0..ROOMS).map(|i| append(&format!("R{i:05}"), 1, vec![opened(), placed()])).collect();
    assert!(storage.commit(&rooms).iter().all(Result::is_ok));
    finish(storage, "GAME", "Zoë", [1, 2], true);
    finish(storage, "PRIV", "Ann", [1, 3], false);
    let said = ChatLine {
        at_ms: 5,
        ply: 0,
        channel: Channel::Players,
        name: PlayerName::new("Ben").unwrap(),
        color: None,
        said: Said::Phrase { phrase: Phrase::Hello },
    };
    let complaint = Complaint {
        at: Timestamp(7),
        room: room("GAME"),
        by: PlayerName::new("Ann").unwrap(),
        line: said.clone(),
        network: [192, 0, 2, 1].into(),
        lines: vec![said],
    };
    let results = storage.commit(&[
        append("GONE", 1, vec![opened(), left(), closed()]),
        append("DONE", 1, vec![opened(), placed(), closed()]),
        score("RANK", ("ann", 1), "f5d6", -90),
        save((1, 1), "a%_b", "f5", 9, Overwrite::Allowed),
        save((1, 2), "Zoë", "f5d6", 9, Overwrite::Allowed),
        save((2, 3), "gone", "f5d6", 9, Overwrite::Allowed),
        remove((2, 4), "gone"),
        Write::ReplaceKey(ReplaceKey { old: player(1), new: player(9) }),
        Write::Complain(complaint),
    ]);
    assert!(results.iter().all(Result::is_ok), "{results:?}");
}

/// Reads everything.
fn all(storage: &mut dyn Carried) -> Vec<(&'static str, Vec<Vec<Cell>>)> {
    storage.begin().unwrap();
    let read = |table: &'static crate::store::carry::Table| {
        let mut all = Vec::new();
        let mut take = |rows: Vec<Vec<Cell>>| {
            all.extend(rows);
            Ok(())
        };
        storage.give(table, &mut take).unwrap();
        (table.name, all)
    };
    const { &TABLES }.iter().map(read).collect()
}

#[test]
fn what_is_carried_over_to_postgres_and_back_is_what_it_was() {
    let name = "what_is_carried_over_to_postgres_and_back_is_what_it_was";
    let Some(server) = PrivatePostgres::start(name) else { return };
    let [folder, other] = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let [here, back] = [&folder, &other].map(|it| Place::Folder(it.path().to_owned()));
    let (address, number) = (server.database(), rand::random());
    let there = Place::from(address.as_str());
    let missing = migrate(&here, &there, number);
    assert!(matches!(missing, Err(MigrateError::Missing { .. })), "{missing:?}");
    fill(&mut SqliteStorage::open(folder.path()).unwrap());

    let counts = migrate(&here, &there, number).unwrap();
    assert!(counts.iter().all(|(_, rows)| *rows > 0), "a table is empty: {counts:?}");
    assert_eq!(counts[0], ("room", ROOMS as u64 + 5));
    assert_eq!(migrate(&there, &back, number + 10).unwrap(), counts);
    for (from, to) in [(&here, &there), (&there, &back)] {
        let again = migrate(from, to, rand::random());
        assert!(matches!(again, Err(MigrateError::NotEmpty)), "{from:?} to {to:?}: {again:?}");
    }
    let before = all(&mut SqliteStorage::open(folder.path()).unwrap());
    let after = all(&mut SqliteStorage::open(other.path()).unwrap());
    let open = || PostgresStorage::open(&address, rand::random(), crate::health::Health::default());
    let between = all(&mut open().unwrap());
    for ((before, between), after) in before.iter().zip(&between).zip(&after) {
        assert_eq!(before, between);
        assert_eq!(before, after);
    }
    // It goes on from there: rooms have an owner again, games the next number.
    let mut storage = open().unwrap();
    assert_eq!(storage.adopt().unwrap().rooms.len(), ROOMS + 3);
    finish(&mut storage, "NEXT", "Ann", [1, 2], true);
    let next = server.sql("test0", "SELECT count(*), max(id) FROM game");
    assert_eq!(next, "4|4");
}
