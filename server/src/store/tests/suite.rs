//! What is stored comes back, and what is declined changes nothing: the same on every storage.

use std::time::Duration;

use reversi_protocol::SaveName;
use reversi_protocol::limits::SAVES_PER_PLAYER_MAX;
use reversi_room::Timestamp;
use tempfile::TempDir;

use super::fixtures::{
    append, append_in, closed, competing, entries, finish, left, opened, player, remove, room,
    save, saved, score,
};
use crate::store::memory::MemoryStorage;
use crate::store::sqlite::SqliteStorage;
use crate::store::storage::{
    Append, Epoch, GamesQuery, OpenRoom, Overwrite, Reader, ReplaceKey, Storage, StoredRoom, Write,
    WriteError,
};

/// A place where a storage can be opened again and again, one at a time.
pub(super) trait Place {
    fn open(&self) -> impl Storage;
}

impl Place for TempDir {
    fn open(&self) -> impl Storage {
        SqliteStorage::open(self.path()).unwrap()
    }
}

impl Place for MemoryStorage {
    fn open(&self) -> impl Storage {
        self.clone()
    }
}

macro_rules! on_every_storage {
    ($($name:ident,)*) => {
        mod database {
            $(#[test]
            fn $name() {
                super::$name(&super::TempDir::new().unwrap());
            })*
        }
        mod memory {
            $(#[test]
            fn $name() {
                super::$name(&super::MemoryStorage::default());
            })*
        }

        /// All of it in databases of one server.
        pub(super) fn on_postgres(server: &reversi_private_postgres::PrivatePostgres) {
            $(
                println!(stringify!($name));
                $name(&super::postgres::Database(server.database()));
            )*
        }
    };
}

on_every_storage! {
    entries_come_back_as_they_were,
    the_newest_time_on_record_is_that_of_an_event_or_at_which_a_server_ran,
    a_number_that_is_taken_conflicts_and_takes_nothing_else_along,
    a_reader_sees_what_was_committed_before,
    a_nick_belongs_to_who_scored_with_it_first_whatever_it_looks_like,
    the_same_moves_are_ranked_once,
    the_ranking_keeps_the_best_of_each_nick,
    a_saved_game_is_its_owners_and_comes_back_whole,
    a_player_keeps_as_many_games_as_may_be_and_no_more,
    a_save_or_removal_is_remembered_by_its_request,
    finished_games_are_found_by_whoever_may_see_them,
    what_belongs_to_a_key_belongs_to_the_one_in_its_place,
}

fn entries_come_back_as_they_were(place: &impl Place) {
    {
        let mut storage = place.open();
        let batch = [append("AAAA", 1, vec![opened(), left()]), append("BBBB", 1, vec![opened()])];
        assert_eq!(storage.commit(&batch), [Ok(2), Ok(1)]);
        assert_eq!(storage.commit(&[append("AAAA", 3, vec![left()])]), [Ok(3)]);
        assert_eq!(storage.commit(&[append("BBBB", 2, vec![closed()])]), [Ok(2)]);
    }
    let mut storage = place.open();
    let reader = storage.reader().unwrap();
    let stored =
        StoredRoom { room: room("AAAA"), entries: entries(1, vec![opened(), left(), left()]) };
    let open = storage.adopt().unwrap();
    let [OpenRoom { room: id, epoch, opened_by, .. }] = &open.rooms[..] else { panic!("{open:?}") };
    assert_eq!((id, *opened_by), (&room("AAAA"), stored.entries[0].key));
    assert_eq!(open.newest, stored.entries[2].at);
    assert_eq!(reader.room(&room("AAAA")).unwrap(), Some(stored));
    assert_eq!(reader.room(&room("BBBB")).unwrap().unwrap().entries.len(), 2);
    assert_eq!(reader.room(&room("CCCC")).unwrap(), None);
    // Whoever has taken it over goes on with it.
    assert_eq!(storage.commit(&[append_in(*epoch, "AAAA", 4, vec![closed()])]), [Ok(4)]);
    assert_eq!(storage.adopt().unwrap().rooms, []);
}

fn the_newest_time_on_record_is_that_of_an_event_or_at_which_a_server_ran(place: &impl Place) {
    let event_at = entries(1, vec![opened()])[0].at;
    let [later, latest] = [1, 2].map(|seconds| event_at.after(Duration::from_secs(seconds)));
    for (alive_at, newest) in [(Timestamp(1), event_at), (later, later), (latest, latest)] {
        {
            let mut storage = place.open();
            storage.adopt().unwrap();
            // It is opened by the first of them.
            storage.commit(&[append("AAAA", 1, vec![opened()])]);
            assert_eq!(storage.commit(&[Write::Alive(alive_at)]), [Ok(0)]);
        }
        let open = place.open().adopt().unwrap();
        assert_eq!(open.newest, newest);
        assert_eq!(open.rooms[0].ran_until.max(event_at), newest);
    }
}

fn a_number_that_is_taken_conflicts_and_takes_nothing_else_along(place: &impl Place) {
    let mut storage = place.open();
    storage.commit(&[append("AAAA", 1, vec![opened(), left()])]);
    // The first entry is new, the second is not: neither is stored.
    let half_new = [entries(3, vec![left()]), entries(2, vec![left()])].concat();
    let results = storage.commit(&[
        Write::Append(Append {
            room: room("AAAA"),
            epoch: Epoch::FIRST,
            entries: half_new,
            finished: None,
        }),
        append("BBBB", 1, vec![opened()]),
        append("AAAA", 1, vec![opened()]),
        // An event of a room that was never opened, one that leaves a number out, and one after the last.
        append("CCCC", 1, vec![left()]),
        append("AAAA", 4, vec![left()]),
        append("DDDD", 1, vec![opened(), closed()]),
        append("DDDD", 3, vec![left()]),
        append("DDDD", 1, vec![opened()]),
    ]);
    let stored: Vec<bool> = results.iter().map(Result::is_ok).collect();
    assert_eq!(stored, [false, true, false, false, false, true, false, false]);
    let declined = results.into_iter().filter_map(Result::err);
    assert!(declined.eq(vec![WriteError::Conflict; 6]));
    let reader = storage.reader().unwrap();
    assert_eq!(reader.room(&room("AAAA")).unwrap().unwrap().entries.len(), 2);
    let rooms = storage.adopt().unwrap().rooms;
    assert!(
        rooms.len() == 2 || rooms.is_empty(),
        "what is this owner's already may be named again"
    );
}

#[test]
fn in_memory_whoever_is_taken_over_writes_nothing_more() {
    let first = MemoryStorage::default();
    let second = first.another();
    whoever_is_taken_over_writes_nothing_more(first, second);
}

/// What that is worth: it notices a storage that asks nobody who owns a room.
#[test]
#[should_panic(expected = "NotOwner")]
fn a_storage_that_lets_whoever_is_taken_over_write_is_noticed() {
    let first = MemoryStorage::unchecked();
    let second = first.another();
    whoever_is_taken_over_writes_nothing_more(first, second);
}

/// The second is another owner over the same store, who takes over what is the first one's.
pub(super) fn whoever_is_taken_over_writes_nothing_more(
    mut first: impl Storage,
    mut second: impl Storage,
) {
    let batch = [append("AAAA", 1, vec![opened()]), append("BBBB", 1, vec![opened(), closed()])];
    assert_eq!(first.commit(&batch), [Ok(1), Ok(2)]);
    let taken = second.adopt().unwrap().rooms;
    let [OpenRoom { room: id, epoch, .. }] = &taken[..] else { panic!("{taken:?}") };
    assert_eq!((id, *epoch), (&room("AAAA"), Epoch(Epoch::FIRST.0 + 1)));
    // The rest of a batch is stored, and the number that was meant stays free.
    let late = [append("AAAA", 2, vec![left()]), append("CCCC", 1, vec![opened()])];
    assert_eq!(first.commit(&late), [Err(WriteError::NotOwner), Ok(1)]);
    let early = append_in(Epoch(epoch.0 + 1), "AAAA", 2, vec![left()]);
    let own = append_in(*epoch, "AAAA", 2, vec![left()]);
    assert_eq!(second.commit(&[early]), [Err(WriteError::NotOwner)]);
    assert_eq!(second.commit(&[own]), [Ok(2)]);
    assert_eq!(first.commit(&[append("AAAA", 3, vec![left()])]), [Err(WriteError::NotOwner)]);
    let stored = first.reader().unwrap().room(&room("AAAA")).unwrap().unwrap();
    assert_eq!(stored.entries, entries(1, vec![opened(), left()]));
}

fn a_reader_sees_what_was_committed_before(place: &impl Place) {
    let mut storage = place.open();
    let reader = storage.reader().unwrap();
    assert_eq!(reader.room(&room("AAAA")).unwrap(), None);
    for seq in 1..5 {
        let event = if seq == 1 { opened() } else { left() };
        assert_eq!(storage.commit(&[append("AAAA", seq, vec![event])]), [Ok(seq)]);
        let stored = reader.room(&room("AAAA")).unwrap().unwrap();
        assert_eq!(stored.entries.len() as u64, seq);
    }
}

fn a_nick_belongs_to_who_scored_with_it_first_whatever_it_looks_like(place: &impl Place) {
    {
        let mut storage = place.open();
        // Whoever only opens a game owns nothing.
        let results = storage.commit(&[
            append("AAAA", 1, vec![competing("Zoé", 1)]),
            append("BBBB", 1, vec![competing("zoÉ", 2)]),
            score("CCCC", ("ZOÉ", 2), "f5d6", 90),
            score("DDDD", ("Zoé", 1), "f5f6", 99),
            append("EEEE", 1, vec![competing("Zoé", 2)]),
        ]);
        let (taken, opened) = (Err(WriteError::NickTaken), Ok(1));
        assert_eq!(results, [opened.clone(), opened.clone(), Ok(3), taken, opened]);
        assert_eq!(storage.reader().unwrap().room(&room("DDDD")).unwrap(), None);
    }
    let mut storage = place.open();
    for alike in ["Zoé", "ZOE\u{301}", "Ｚｏé", "Zоé"] {
        let results = storage.commit(&[append("FFFF", 1, vec![competing(alike, 1)])]);
        assert_eq!(results, [Err(WriteError::NickTaken)], "{alike}");
    }
}

fn the_same_moves_are_ranked_once(place: &impl Place) {
    let mut storage = place.open();
    let results = storage.commit(&[
        score("AAAA", ("ann", 1), "f5d6c3", 90),
        score("BBBB", ("ben", 2), "f5d6c3", 90),
        score("CCCC", ("ann", 1), "f5d6c3", 90),
        score("DDDD", ("ben", 2), "f5d6c4", 80),
    ]);
    let again = Err(WriteError::NotRanked);
    assert_eq!(results, [Ok(3), again.clone(), again, Ok(3)]);
    let ranking = storage.reader().unwrap().ranking(10).unwrap();
    assert_eq!(ranking.iter().map(|line| line.score).collect::<Vec<_>>(), [90, 80]);
}

fn the_ranking_keeps_the_best_of_each_nick(place: &impl Place) {
    let mut storage = place.open();
    let games = [
        ("ann", 90, "f5"),
        ("ben", -120, "f5d6"),
        ("ANN", 40, "f5f6"),
        ("kim", 200, "f5f4"),
        ("Ann", 91, "f5d6c3"),
        ("ben", 90, "f5d6c4"),
    ];
    for (i, (nick, points, moves)) in games.into_iter().enumerate() {
        let owner = nick.as_bytes()[0] | 32;
        let game = score(&format!("R{i:03}"), (nick, owner), moves, points);
        assert_eq!(storage.commit(&[game]), [Ok(3)]);
    }
    let reader = storage.reader().unwrap();
    let lines: Vec<(String, i32)> = reader
        .ranking(10)
        .unwrap()
        .into_iter()
        .map(|line| (line.nick.to_string(), line.score))
        .collect();
    let expected = [("kim", 200), ("Ann", 91), ("ben", 90)];
    assert_eq!(lines, expected.map(|(nick, score)| (nick.to_owned(), score)));
    assert_eq!(reader.ranking(2).unwrap().len(), 2);
}

fn a_saved_game_is_its_owners_and_comes_back_whole(place: &impl Place) {
    let name = SaveName::new("a").unwrap();
    {
        let mut storage = place.open();
        let results = storage.commit(&[
            save((1, 1), "a", "f5d6c3", 9, Overwrite::Forbidden),
            save((1, 2), "a", "f5", 9, Overwrite::Forbidden),
            save((2, 1), "a", "f5", 9, Overwrite::Forbidden),
            save((2, 2), "a", "f5d6", 9, Overwrite::Allowed),
        ]);
        assert_eq!(results, [Ok(9), Err(WriteError::SaveExists), Ok(9), Ok(9)]);
    }
    let mut storage = place.open();
    let reader = storage.reader().unwrap();
    assert_eq!(reader.save(player(1), &name).unwrap(), Some(saved("f5d6c3")));
    assert_eq!(reader.save(player(2), &name).unwrap(), Some(saved("f5d6")));
    assert_eq!(reader.save(player(3), &name).unwrap(), None);
    let listed = reader.saves(player(1)).unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!((listed[0].ply, listed[0].saved_at_ms), (3, 5));
    assert_eq!((&listed[0].black, &listed[0].white), (&saved("f5").black, &saved("f5").white));
    let results = storage.commit(&[remove((1, 20), "a"), remove((1, 21), "a")]);
    assert_eq!(results, [Ok(0), Err(WriteError::NoSuchSave)]);
    assert_eq!(reader.saves(player(2)).unwrap().len(), 1);
}

fn a_player_keeps_as_many_games_as_may_be_and_no_more(place: &impl Place) {
    let mut storage = place.open();
    let mut request = 0;
    let mut save = |i: usize| {
        request += 1;
        let save = save((1, request), &i.to_string(), "f5", 9, Overwrite::Allowed);
        storage.commit(&[save]).remove(0)
    };
    for i in 0..SAVES_PER_PLAYER_MAX {
        assert_eq!(save(i), Ok(9));
    }
    assert_eq!(save(SAVES_PER_PLAYER_MAX), Err(WriteError::TooManySaves));
    assert_eq!(save(0), Ok(9));
}

fn a_save_or_removal_is_remembered_by_its_request(place: &impl Place) {
    {
        let results = place.open().commit(&[
            save((1, 1), "a", "f5", 7, Overwrite::Forbidden),
            save((1, 1), "a", "f5d6", 8, Overwrite::Forbidden),
            save((1, 2), "a", "f5d6", 8, Overwrite::Forbidden),
            remove((1, 3), "a"),
            remove((1, 3), "a"),
            remove((1, 4), "a"),
        ]);
        let (exists, gone) = (Err(WriteError::SaveExists), Err(WriteError::NoSuchSave));
        assert_eq!(results, [Ok(7), Ok(7), exists, Ok(0), Ok(0), gone]);
    }
    let mut storage = place.open();
    let again = storage.commit(&[
        save((1, 1), "a", "f5", 8, Overwrite::Forbidden),
        remove((1, 3), "a"),
        // Another player's request of the same number is another one.
        remove((2, 3), "a"),
    ]);
    assert_eq!(again, [Ok(7), Ok(0), Err(WriteError::NoSuchSave)]);
    assert_eq!(storage.reader().unwrap().saves(player(1)).unwrap(), []);
    // Only the last requests are kept.
    for request in 10..90 {
        let (seq, name) = (request.into(), "b");
        storage.commit(&[save((1, request), name, "f5", seq, Overwrite::Allowed)]);
    }
    let again = |request| save((1, request), "b", "f5", 1000, Overwrite::Forbidden);
    let results = storage.commit(&(0..90).map(again).collect::<Vec<_>>());
    let kept = (0..90).filter(|&request| results[request].is_ok());
    assert_eq!(kept.collect::<Vec<usize>>(), (26..90).collect::<Vec<usize>>());
}

fn finished_games_are_found_by_whoever_may_see_them(place: &impl Place) {
    let mut storage = place.open();
    finish(&mut storage, "AAAA", "Ann", [1, 2], true);
    finish(&mut storage, "BBBB", "Zoë", [3, 2], false);
    finish(&mut storage, "CCCC", "Ann", [1, 3], true);
    let reader = storage.reader().unwrap();
    let rooms = |player: Option<u8>, name: Option<&str>, before| -> Vec<String> {
        let query = GamesQuery {
            player: player.map(super::fixtures::player),
            name: name.map(ToOwned::to_owned),
            before,
        };
        let games = reader.games(&query).unwrap();
        games.iter().map(|game| game.room.to_string()).collect()
    };
    assert_eq!(rooms(None, None, None), ["CCCC", "AAAA"]);
    assert_eq!(rooms(Some(2), None, None), ["CCCC", "BBBB", "AAAA"]);
    assert_eq!(rooms(Some(1), None, None), ["CCCC", "AAAA"]);
    assert_eq!(rooms(Some(3), Some("ZOË"), None), ["BBBB"]);
    assert_eq!(rooms(None, Some("nobody"), None), [""; 0]);
    assert_eq!(rooms(None, Some("nN"), None), ["CCCC", "AAAA"]);
    assert_eq!(rooms(None, Some(""), None), ["CCCC", "AAAA"]);
    assert_eq!(rooms(Some(3), Some("oË"), None), ["BBBB"]);
    assert_eq!(rooms(Some(2), Some("Ann"), Some(3)), ["AAAA"]);
    assert_eq!(rooms(None, Some("an\" OR \"be"), None), [""; 0]);
    assert_eq!(rooms(Some(2), None, Some(3)), ["BBBB", "AAAA"]);
    assert_eq!(rooms(None, None, Some(u64::MAX)), ["CCCC", "AAAA"]);

    let (summary, game) = reader.game(2, Some(player(3))).unwrap().unwrap();
    assert_eq!((summary.black.name(), game), ("Zoë", saved("f5").record));
    assert_eq!(reader.game(2, None).unwrap(), None);
    assert_eq!(reader.game(2, Some(player(1))).unwrap(), None);
    assert_eq!(reader.game(9, None).unwrap(), None);
    assert_eq!(reader.game(u64::MAX, None).unwrap(), None);
    assert_eq!(
        reader.last_game_of(&room("BBBB")).unwrap().map(|(_, it)| it),
        Some(saved("f5").record)
    );
    assert_eq!(reader.last_game_of(&room("DDDD")).unwrap(), None);
}

fn what_belongs_to_a_key_belongs_to_the_one_in_its_place(place: &impl Place) {
    let replace = |old, new| Write::ReplaceKey(ReplaceKey { old: player(old), new: player(new) });
    {
        let mut storage = place.open();
        finish(&mut storage, "AAAA", "Ann", [1, 2], false);
        let results = storage.commit(&[
            save((1, 1), "a", "f5", 7, Overwrite::Forbidden),
            save((2, 1), "b", "f5", 7, Overwrite::Forbidden),
            score("BBBB", ("Ann", 1), "f5d6", 90),
            replace(1, 3),
            replace(1, 3),
            replace(3, 3),
            // It is good no more, and neither it nor another player's takes the place of one.
            replace(1, 4),
            replace(3, 1),
            replace(3, 2),
            replace(3, 4),
        ]);
        let (taken, replaced) = (Err(WriteError::KeyTaken), Err(WriteError::KeyReplaced));
        let done = [Ok(7), Ok(7), Ok(3), Ok(0), Ok(0), Ok(0)];
        assert_eq!(results[..6], done);
        assert_eq!(results[6..], [replaced, taken.clone(), taken, Ok(0)]);
    }
    let mut storage = place.open();
    let mut replaced = storage.reader().unwrap().replaced_keys().unwrap();
    replaced.sort_by_key(|key| String::from(*key));
    let mut expected = vec![player(1), player(3)];
    expected.sort_by_key(|key| String::from(*key));
    assert_eq!(replaced, expected);
    // What somebody goes on with who sat down with the old key is the new one's too.
    let results = storage.commit(&[
        save((1, 9), "c", "f5", 7, Overwrite::Forbidden),
        score("CCCC", ("Ann", 1), "f5f6", 95),
        score("DDDD", ("Ann", 2), "f5f4", 99),
    ]);
    assert_eq!(results, [Ok(7), Ok(3), Err(WriteError::NickTaken)]);
    finish(&mut storage, "EEEE", "Ann", [1, 2], false);
    let reader = storage.reader().unwrap();
    for (number, saves, games) in [(1, 0, 0), (3, 0, 0), (4, 2, 2), (2, 1, 2)] {
        let query = GamesQuery { player: Some(player(number)), ..GamesQuery::default() };
        let mine = reader.games(&query).unwrap().into_iter().filter(|game| {
            let found = reader.game(game.game, Some(player(number))).unwrap();
            ["AAAA", "EEEE"].contains(&game.room.as_str()) && found.is_some()
        });
        assert_eq!(mine.count(), games, "{number}");
        assert_eq!(reader.saves(player(number)).unwrap().len(), saves, "{number}");
    }
    assert_eq!(reader.nick_owner("ann").unwrap(), Some(player(4)));
}
