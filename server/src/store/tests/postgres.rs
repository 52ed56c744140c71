//! PostgreSQL: the same suite, what cannot be used is named, and what a database that is killed, or whose answer is
//! lost, has stored is stored once.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use reversi_private_postgres::{Line, PrivatePostgres};
use reversi_room::Timestamp;

use super::fixtures::{append, append_in, closed, entries, left, opened, room, score};
use super::sqlite::what_is_older_than_it_is_kept_goes_bit_by_bit_and_what_was_scored_stays;
use super::suite::{Place, on_postgres, whoever_is_taken_over_writes_nothing_more};
use crate::health::{Health, Trouble};
use crate::store::postgres::{DatabaseError, PostgresStorage};
use crate::store::storage::{Epoch, Owner, Reader as _, Storage as _, Write, WriteError};

/// A database by its address.
pub(super) struct Database(pub(super) String);

impl Place for Database {
    fn open(&self) -> impl crate::store::storage::Storage {
        open(&self.0).unwrap()
    }
}

fn open(address: &str) -> Result<PostgresStorage, DatabaseError> {
    PostgresStorage::open(address, rand::random(), Health::default())
}

#[test]
fn postgres_keeps_what_every_storage_keeps() {
    let Some(server) = PrivatePostgres::start("postgres_keeps_what_every_storage_keeps") else {
        return;
    };
    on_postgres(&server);
    let mut storage = open(&server.database()).unwrap();
    what_is_older_than_it_is_kept_goes_bit_by_bit_and_what_was_scored_stays(&mut storage);
}

#[test]
fn two_servers_on_one_database_never_write_to_the_same_room() {
    let Some(server) =
        PrivatePostgres::start("two_servers_on_one_database_never_write_to_the_same_room")
    else {
        return;
    };
    let address = server.database();
    let first = open(&address).unwrap();
    let in_use = PostgresStorage::open_alone(&address, rand::random()).unwrap_err();
    assert!(matches!(in_use, DatabaseError::InUse), "{in_use}");
    server.sql("test0", "UPDATE node SET alive = false");
    let second = open(&address).unwrap();
    whoever_is_taken_over_writes_nothing_more(first, second);
}

#[test]
fn what_a_server_owned_is_taken_over_once_it_is_no_more() {
    let Some(server) =
        PrivatePostgres::start("what_a_server_owned_is_taken_over_once_it_is_no_more")
    else {
        return;
    };
    let address = server.database();
    let (mut first, mut second) = (open(&address).unwrap(), open(&address).unwrap());
    let batch = [append("AAAA", 1, vec![opened()]), append("BBBB", 1, vec![opened(), closed()])];
    assert_eq!(first.commit(&batch), [Ok(1), Ok(2)]);
    let [noted, later] = [7, 9].map(Timestamp);
    assert_eq!(first.commit(&[Write::Alive(noted)]), [Ok(0)]);
    assert_eq!(second.commit(&[Write::Alive(later)]), [Ok(0)]);
    let (here, there) = (first.reader().unwrap(), second.reader().unwrap());
    assert_eq!(here.owner(&room("AAAA")).unwrap(), Some(Owner::Own));
    assert!(matches!(there.owner(&room("AAAA")).unwrap(), Some(Owner::Other { .. })));
    assert_eq!(there.owner(&room("BBBB")).unwrap(), None);
    let key = entries(1, vec![opened()])[0].key.unwrap();
    assert_eq!(there.made_by(&key).unwrap(), Some(room("AAAA")));
    assert_eq!(second.adopt().unwrap().rooms, []);
    let mut taken = second.takeovers().unwrap();
    let mut own = first.takeovers().unwrap();
    drop(first);
    (taken.look)();
    let rooms = taken.rooms.blocking_recv().unwrap();
    assert_eq!((&rooms[0].room, rooms[0].epoch, rooms.len()), (&room("AAAA"), Epoch(2), 1));
    assert_eq!(rooms[0].ran_until, noted);
    assert_eq!(own.rooms.blocking_recv(), None);
    assert_eq!(second.commit(&[append_in(Epoch(2), "AAAA", 2, vec![left()])]), [Ok(2)]);
}

#[test]
fn a_room_is_taken_over_when_it_is_known_what_its_owner_wrote_last() {
    let name = "a_room_is_taken_over_when_it_is_known_what_its_owner_wrote_last";
    let Some(server) = PrivatePostgres::start(name) else { return };
    let address = server.database();
    let line = Line::to(&server, &address);
    let (mut first, mut second) = (open(line.address()).unwrap(), open(&address).unwrap());
    assert_eq!(first.commit(&[append("AAAA", 1, vec![opened()])]), [Ok(1)]);
    line.stop_amid(br#""type":"unseated""#);
    thread::scope(|scope| {
        let writing = scope.spawn(|| first.commit(&[append("AAAA", 2, vec![left()])]));
        while !line.is_stopped() {
            thread::yield_now();
        }
        server.sql("test0", "UPDATE node SET alive = false WHERE id = (SELECT owner FROM room)");
        let taken = second.adopt();
        line.go_on();
        assert_eq!(writing.join().unwrap(), [Ok(2)]);
        assert_eq!(taken.unwrap().rooms, []);
    });
    let rooms = second.adopt().unwrap().rooms;
    assert_eq!((rooms.len(), rooms[0].epoch), (1, Epoch(2)));
    assert_eq!(second.commit(&[append_in(Epoch(2), "AAAA", 3, vec![left()])]), [Ok(3)]);
}

#[test]
fn a_database_that_cannot_be_used_says_what_to_do() {
    let Some(server) = PrivatePostgres::start("a_database_that_cannot_be_used_says_what_to_do")
    else {
        return;
    };
    let address = server.database();
    drop(open(&address).unwrap());
    for newer in ["event_version = 99", "schema_version = 98"] {
        server.sql("test0", &format!("UPDATE cluster SET {newer}"));
        let error = open(&address).unwrap_err();
        let DatabaseError::Newer { found, .. } = error else { panic!("{error}") };
        assert!(newer.ends_with(&found.to_string()), "{newer}: {error}");
    }
    server.sql("postgres", "CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1'");
    let error = open(&server.address("latin")).unwrap_err();
    assert!(matches!(error, DatabaseError::Encoding { .. }), "{error}");
    let error = open(&server.address("nothing")).unwrap_err();
    assert!(matches!(error, DatabaseError::Unreachable { .. }), "{error}");
    assert!(error.to_string().contains("\"nothing\" does not exist"), "{error}");
    let error = open("mysql://localhost").unwrap_err();
    assert!(matches!(error, DatabaseError::Address { .. }), "{error}");
}

#[test]
fn what_a_killed_database_has_acknowledged_is_there_once_and_writing_goes_on() {
    const ROOMS: usize = 8;
    let name = "what_a_killed_database_has_acknowledged_is_there_once_and_writing_goes_on";
    let Some(server) = PrivatePostgres::start(name) else { return };
    let mut storage = open(&server.database()).unwrap();
    let reader = storage.reader().unwrap();
    let name = |i: usize| format!("R{i:03}");
    let (done, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        let writing = scope.spawn(|| {
            let rooms: Vec<_> = (0..ROOMS).map(|i| append(&name(i), 1, vec![opened()])).collect();
            assert_eq!(storage.commit(&rooms), [const { Ok(1) }; ROOMS]);
            let mut seq = 1;
            while !is_over.load(Ordering::Relaxed) {
                seq += 1;
                let rooms: Vec<_> =
                    (0..ROOMS).map(|i| append(&name(i), seq, vec![left()])).collect();
                // What was not sent may be refused, and is tried again.
                let mut results = storage.commit(&rooms);
                while results[0] == Err(WriteError::NotNow(Trouble::Away)) {
                    results = storage.commit(&rooms);
                }
                assert_eq!(results, vec![Ok(seq); ROOMS]);
                done.store(seq, Ordering::Relaxed);
            }
            seq
        });
        for _ in 0..3 {
            let before = done.load(Ordering::Relaxed);
            while done.load(Ordering::Relaxed) < before + 20 && !writing.is_finished() {
                thread::yield_now();
            }
            server.kill();
            server.start_again();
        }
        is_over.store(true, Ordering::Relaxed);
        let last = writing.join().unwrap();
        for i in 0..ROOMS {
            let stored = reader.room(&room(&name(i))).unwrap().unwrap();
            let numbers: Vec<u64> = stored.entries.iter().map(|entry| entry.seq).collect();
            assert_eq!(numbers, (1..=last).collect::<Vec<_>>());
        }
    });
}

#[test]
fn a_commit_whose_answer_is_lost_is_found_and_done_once() {
    let Some(server) =
        PrivatePostgres::start("a_commit_whose_answer_is_lost_is_found_and_done_once")
    else {
        return;
    };
    let line = Line::to(&server, &server.database());
    let mut storage = open(line.address()).unwrap();
    // What is asked first makes the statements known, so that the next answer is that to the commit.
    assert_eq!(storage.commit(&[append("AAAA", 1, vec![opened()])]), [Ok(1)]);
    line.lose_answer();
    let batch = [append("AAAA", 2, vec![left(), left()]), append("BBBB", 1, vec![opened()])];
    assert_eq!(storage.commit(&batch), [Ok(3), Ok(1)]);
    // The beats of the server may have taken the loss upon them; what counts is that nothing is there twice.
    for _ in 0..20 {
        line.lose_answer();
        let last = storage.reader().unwrap().room(&room("AAAA")).unwrap().unwrap().entries.len();
        line.lose_answer();
        let next = last as u64 + 1;
        assert_eq!(storage.commit(&[append("AAAA", next, vec![left()])]), [Ok(next)]);
    }
    line.lose_answer();
    let scored = [score("RANK", ("ann", 1), "f5d6", 90), score("AGAN", ("ann", 1), "f5d6", 90)];
    assert_eq!(storage.commit(&scored), [Ok(3), Err(WriteError::NotRanked)]);
    let conflict = storage.commit(&[append("AAAA", 2, vec![left()])]);
    assert_eq!(conflict, [Err(WriteError::Conflict)]);
}

#[test]
fn while_it_is_asked_what_came_of_a_commit_what_waits_behind_it_is_refused() {
    let name = "while_it_is_asked_what_came_of_a_commit_what_waits_behind_it_is_refused";
    let Some(server) = PrivatePostgres::start(name) else { return };
    let line = Line::to(&server, &server.database());
    let mut storage = open(line.address()).unwrap();
    assert_eq!(storage.commit(&[append("AAAA", 1, vec![opened()])]), [Ok(1)]);
    // Nothing is said at first, and then the database is away: it may have stored what it was sent.
    line.be_silent(true);
    let mut refused = 0;
    let mut refuse = || {
        refused += 1;
        line.be_silent(false);
    };
    let stored = storage.commit_at_last(&[append("AAAA", 2, vec![left()])], &mut refuse);
    assert_eq!(stored, [Ok(2)]);
    assert!(refused > 0);
}

#[test]
fn a_database_that_has_lost_what_it_acknowledged_takes_nothing_that_does_not_follow() {
    let name = "a_database_that_has_lost_what_it_acknowledged_takes_nothing_that_does_not_follow";
    let Some(server) = PrivatePostgres::start(name) else { return };
    let mut storage = open(&server.database()).unwrap();
    let batch = [append("AAAA", 1, vec![opened(), left()]), append("AAAA", 3, vec![left()])];
    assert_eq!(storage.commit(&batch), [Ok(2), Ok(3)]);
    server.sql("test0", "DELETE FROM event WHERE seq = 3");
    server.kill();
    server.start_again();
    while storage.is_connected() {
        thread::yield_now();
    }
    let results = storage.commit(&[append("AAAA", 4, vec![left()])]);
    assert_eq!(results, [Err(WriteError::Conflict)]);
    assert_eq!(storage.commit(&[append("AAAA", 3, vec![left()])]), [Ok(3)]);
}

#[test]
fn a_database_that_is_away_refuses_what_was_not_sent_and_takes_it_later() {
    let name = "a_database_that_is_away_refuses_what_was_not_sent_and_takes_it_later";
    let Some(server) = PrivatePostgres::start(name) else { return };
    let health = Health::default();
    let mut storage =
        PostgresStorage::open(&server.database(), rand::random(), health.clone()).unwrap();
    assert_eq!(storage.commit(&[append("AAAA", 1, vec![opened()])]), [Ok(1)]);
    server.kill();
    // The first one may have been on its way when the line broke, and has to be known; so there is none.
    while storage.is_connected() {
        thread::yield_now();
    }
    let refused = storage.commit(&[append("AAAA", 2, vec![left()])]);
    assert_eq!(refused, [Err(WriteError::NotNow(Trouble::Away))]);
    assert_eq!(health.trouble(), Some(Trouble::Away));
    server.start_again();
    assert_eq!(storage.commit(&[append("AAAA", 2, vec![left()])]), [Ok(2)]);
    assert_eq!(health.trouble(), None);
}
