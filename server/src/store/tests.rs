//! The journal in a real database: what is stored comes back, and what cannot be used is named.

use reversi_game::{Color, DiscCounts, Game, GameRecord, Outcome, Position};
use reversi_protocol::limits::SAVES_PER_PLAYER_MAX;
use reversi_protocol::{
    ClosedReason, EndReason, GameResult, Nick, Occupant, PlayerName, RequestId, RoomName,
    RoomSettings, SaveName, SeatChoices, SessionId, UnseatedReason,
};
use rusqlite::Connection;
use tempfile::TempDir;

use super::*;
use reversi_room::Timestamp;
use reversi_room::{Competition, Event, FinishedBody, RequestKey, SavedBody, SecretHash};

fn room(name: &str) -> RoomId {
    name.parse().unwrap()
}

fn opened() -> Event {
    Event::Opened {
        name: RoomName::new("a room").unwrap(),
        rules: RoomSettings::default().rules(&SeatChoices::default()),
        start: GameRecord { start: Position::START, actions: Vec::new() },
        think_ms_min: 0,
        host: None,
        competition: None,
    }
}

fn competing(nick: &str, owner: u8) -> Event {
    let mut event = opened();
    if let Event::Opened { competition, .. } = &mut event {
        let (nick, owner) = (Nick::new(nick).unwrap(), SecretHash::of(&[owner; 16]));
        *competition = Some(Competition { nick, owner });
    }
    event
}

fn ranked(nick: &str, score: i32) -> Event {
    Event::Ranked { nick: Nick::new(nick).unwrap(), score }
}

fn left() -> Event {
    Event::Unseated { color: Color::White, reason: UnseatedReason::Left }
}

fn closed() -> Event {
    Event::Closed { reason: ClosedReason::Idle }
}

fn append(name: &str, first: u64, events: Vec<Event>) -> Append {
    let key = Some(RequestKey { session: SessionId::from_bytes([7; 16]), request: RequestId(9) });
    let entries = (first..)
        .zip(events)
        .map(|(seq, event)| Entry { seq, at: Timestamp(seq * 10), key, event })
        .collect();
    Append { room: room(name), entries, finished: None }
}

#[test]
fn entries_come_back_as_they_were_after_the_file_was_closed() {
    let folder = TempDir::new().unwrap();
    let first = append("AAAA", 1, vec![opened(), left()]);
    let second = append("AAAA", 3, vec![left()]);
    {
        let mut storage = SqliteStorage::open(folder.path()).unwrap();
        assert_eq!(
            storage.commit(&[first.clone(), append("BBBB", 1, vec![opened()])]),
            [Ok(()), Ok(())]
        );
        assert_eq!(storage.commit(std::slice::from_ref(&second)), [Ok(())]);
        assert_eq!(storage.commit(&[append("BBBB", 2, vec![closed()])]), [Ok(())]);
    }
    let mut storage = SqliteStorage::open(folder.path()).unwrap();
    let entries: Vec<Entry> = [first.entries, second.entries].concat();
    let stored = StoredRoom { room: room("AAAA"), entries };
    assert_eq!(storage.load_open().unwrap().0, std::slice::from_ref(&stored));
    assert_eq!(storage.load(&room("AAAA")).unwrap(), Some(stored));
    assert_eq!(storage.load(&room("BBBB")).unwrap().unwrap().entries.len(), 2);
    assert_eq!(storage.load(&room("CCCC")).unwrap(), None);
}

#[test]
fn a_number_that_is_taken_conflicts_and_takes_nothing_else_along() {
    let folder = TempDir::new().unwrap();
    let mut storage = SqliteStorage::open(folder.path()).unwrap();
    storage.commit(&[append("AAAA", 1, vec![opened(), left()])]);
    let results = storage.commit(&[
        // Its first entry is new, its second is not: neither is stored.
        Append {
            room: room("AAAA"),
            entries: [append("AAAA", 3, vec![left()]), append("AAAA", 2, vec![left()])]
                .into_iter()
                .flat_map(|append| append.entries)
                .collect(),
            finished: None,
        },
        append("BBBB", 1, vec![opened()]),
        append("AAAA", 1, vec![opened()]),
        // An event of a room that was never opened.
        append("CCCC", 1, vec![left()]),
    ]);
    let conflict = Err(AppendError::Conflict);
    assert_eq!(results, [conflict.clone(), Ok(()), conflict.clone(), conflict]);
    assert_eq!(storage.load(&room("AAAA")).unwrap().unwrap().entries.len(), 2);
    assert_eq!(storage.load_open().unwrap().0.len(), 2);
}

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
    let (rooms, damaged) = storage.load_open().unwrap();
    let whole: Vec<&str> = rooms.iter().map(|stored| stored.room.as_str()).collect();
    assert_eq!(whole, ["BBBB"]);
    let is_named =
        |error: &LoadError| matches!(error, LoadError::Row { room, seq: 2 } if room == "AAAA");
    assert!(damaged.iter().all(is_named) && damaged.len() == 1, "{damaged:?}");
}

#[tokio::test]
async fn appends_of_many_rooms_share_commits_and_each_is_answered() {
    let folder = TempDir::new().unwrap();
    let metrics = JournalMetrics::default();
    let storage = SqliteStorage::open(folder.path()).unwrap();
    let (journal, ended) = Journal::start(storage, metrics.clone());
    let appends = (0..200).map(|i| {
        let journal = journal.clone();
        async move { journal.append(append(&format!("R{i:03}"), 1, vec![opened()])).await }
    });
    let results = futures::future::join_all(appends).await;
    assert!(results.iter().all(Result::is_ok));
    assert_eq!(metrics.entries.get(), 200);
    assert!(metrics.commits.get() < 100, "{} commits", metrics.commits.get());
    drop(journal);
    assert_eq!(ended.await.unwrap(), Ok(()));
    assert_eq!(SqliteStorage::open(folder.path()).unwrap().load_open().unwrap().0.len(), 200);
}

#[test]
fn a_nick_belongs_to_who_used_it_first_in_whatever_case() {
    let folder = TempDir::new().unwrap();
    {
        let mut storage = SqliteStorage::open(folder.path()).unwrap();
        let results = storage.commit(&[
            append("AAAA", 1, vec![competing("Zé", 1)]),
            append("BBBB", 1, vec![competing("zÉ", 2)]),
            append("CCCC", 1, vec![competing("ZÉ", 1)]),
        ]);
        assert_eq!(results, [Ok(()), Err(AppendError::NickTaken), Ok(())]);
        assert_eq!(storage.load(&room("BBBB")).unwrap(), None);
    }
    let mut storage = SqliteStorage::open(folder.path()).unwrap();
    let results = storage.commit(&[append("DDDD", 1, vec![competing("Zé", 2)])]);
    assert_eq!(results, [Err(AppendError::NickTaken)]);
}

#[test]
fn the_ranking_keeps_the_best_of_each_nick() {
    let folder = TempDir::new().unwrap();
    let mut sqlite = SqliteStorage::open(folder.path()).unwrap();
    let games = [("ann", 90), ("ben", -120), ("ANN", 40), ("kim", 200), ("Ann", 91), ("ben", 90)];
    for (i, (nick, score)) in games.into_iter().enumerate() {
        let batch = [append(
            &format!("R{i:03}"),
            1,
            vec![competing(nick, nick.as_bytes()[0] | 32), ranked(nick, score)],
        )];
        assert_eq!(sqlite.commit(&batch), [Ok(())]);
    }
    let lines: Vec<(String, i32)> = sqlite
        .ranking(10)
        .unwrap()
        .into_iter()
        .map(|line| (line.nick.to_string(), line.score))
        .collect();
    let expected = [("kim", 200), ("Ann", 91), ("ben", 90)];
    assert_eq!(lines, expected.map(|(nick, score)| (nick.to_owned(), score)));
    assert_eq!(sqlite.ranking(2).unwrap().len(), 2);
}

fn player(number: u8) -> SecretHash {
    SecretHash::of(&[number; 16])
}

/// A game that Ann has saved, at a table with a bot.
fn saved(moves: &str) -> SavedBody {
    let game = Game::replay(Position::START, &moves.parse().unwrap()).unwrap();
    SavedBody {
        record: GameRecord::from(&game),
        black: Some(Occupant::Human { name: PlayerName::new("Ann").unwrap() }),
        white: Some(Occupant::Bot { bot: "level-1".parse().unwrap(), stands_in_for: None }),
    }
}

/// The player of this number, by the request of that one.
fn author(number: u8, request: u32) -> Author {
    let session = SessionId::from_bytes([number; 16]);
    let key = RequestKey { session, request: RequestId(request) };
    Author { owner: player(number), key }
}

#[test]
fn a_saved_game_is_its_owners_and_comes_back_whole() {
    let folder = TempDir::new().unwrap();
    let name = |text| SaveName::new(text).unwrap();
    let mut request = 0;
    let mut save = |storage: &mut SqliteStorage, owner, text, moves, overwrite| {
        request += 1;
        let author = author(owner, request);
        storage.save(&author, &name(text), &saved(moves), Timestamp(5), 9, overwrite).unwrap()
    };
    {
        let mut storage = SqliteStorage::open(folder.path()).unwrap();
        assert_eq!(save(&mut storage, 1, "a", "f5d6c3", Overwrite::Forbidden), Saved::Done);
        assert_eq!(save(&mut storage, 1, "a", "f5", Overwrite::Forbidden), Saved::Exists);
        assert_eq!(save(&mut storage, 2, "a", "f5", Overwrite::Forbidden), Saved::Done);
        assert_eq!(save(&mut storage, 2, "a", "f5d6", Overwrite::Allowed), Saved::Done);
    }
    let mut storage = SqliteStorage::open(folder.path()).unwrap();
    assert_eq!(storage.load_save(player(1), &name("a")).unwrap(), Some(saved("f5d6c3")));
    assert_eq!(storage.load_save(player(2), &name("a")).unwrap(), Some(saved("f5d6")));
    assert_eq!(storage.load_save(player(3), &name("a")).unwrap(), None);
    let listed = storage.saves(player(1)).unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!((listed[0].ply, listed[0].saved_at_ms), (3, 5));
    assert_eq!((&listed[0].black, &listed[0].white), (&saved("f5").black, &saved("f5").white));
    assert!(storage.remove_save(&author(1, 20), &name("a")).unwrap());
    assert!(!storage.remove_save(&author(1, 21), &name("a")).unwrap());
    assert_eq!(storage.saves(player(2)).unwrap().len(), 1);
}

#[test]
fn a_player_keeps_so_many_games_and_no_more() {
    let folder = TempDir::new().unwrap();
    let mut storage = SqliteStorage::open(folder.path()).unwrap();
    let mut request = 0;
    let mut save = |i: usize| {
        request += 1;
        let name = SaveName::new(&format!("{i}")).unwrap();
        let (author, body) = (author(1, request), saved("f5"));
        storage.save(&author, &name, &body, Timestamp(0), 9, Overwrite::Allowed).unwrap()
    };
    for i in 0..SAVES_PER_PLAYER_MAX {
        assert_eq!(save(i), Saved::Done);
    }
    assert_eq!(save(SAVES_PER_PLAYER_MAX), Saved::TooMany);
    assert_eq!(save(0), Saved::Done);
}

#[test]
fn what_was_saved_or_removed_is_remembered_by_its_request() {
    let folder = TempDir::new().unwrap();
    let name = SaveName::new("a").unwrap();
    {
        let mut storage = SqliteStorage::open(folder.path()).unwrap();
        let mut save = |author: &Author, seq, overwrite| {
            storage.save(author, &name, &saved("f5"), Timestamp(0), seq, overwrite).unwrap()
        };
        assert_eq!(save(&author(1, 1), 7, Overwrite::Forbidden), Saved::Done);
        assert_eq!(save(&author(1, 1), 8, Overwrite::Forbidden), Saved::DoneBefore(7));
        assert_eq!(save(&author(1, 2), 8, Overwrite::Forbidden), Saved::Exists);
        for _ in 0..2 {
            assert!(storage.remove_save(&author(1, 3), &name).unwrap());
        }
        assert!(!storage.remove_save(&author(1, 4), &name).unwrap());
    }
    let mut storage = SqliteStorage::open(folder.path()).unwrap();
    let mut done = |author| storage.done_before(&author).unwrap();
    assert_eq!(
        [1, 2, 3, 4].map(|request| done(author(1, request))),
        [Some(7), None, Some(0), None]
    );
    assert_eq!(done(author(2, 1)), None, "another player's");
    // Only the last requests are kept.
    for request in 10..90 {
        let (author, overwrite) = (author(1, request), Overwrite::Allowed);
        storage.save(&author, &name, &saved("f5"), Timestamp(0), 9, overwrite).unwrap();
    }
    let kept =
        (0..90).filter(|request| storage.done_before(&author(1, *request)).unwrap().is_some());
    assert_eq!(kept.collect::<Vec<u32>>(), (26..90).collect::<Vec<u32>>());
}

#[test]
fn a_database_of_the_first_version_is_brought_up_to_date() {
    let folder = TempDir::new().unwrap();
    let name = SaveName::new("a").unwrap();
    {
        let old = Connection::open(folder.path().join("reversi.db")).unwrap();
        old.execute_batch(include_str!("sqlite/schema.sql")).unwrap();
        old.pragma_update(None, "user_version", 1).unwrap();
        // As that version kept it: without those who sat there.
        let body = serde_json::to_string(&saved("f5d6").record).unwrap();
        old.execute(
            "INSERT INTO save (owner, name, saved_at_ms, body) VALUES (?1, 'a', 5, ?2)",
            [String::from(player(1)), body],
        )
        .unwrap();
    }
    let mut storage = SqliteStorage::open(folder.path()).unwrap();
    let expected = SavedBody { black: None, white: None, ..saved("f5d6") };
    assert_eq!(storage.load_save(player(1), &name).unwrap(), Some(expected));
    assert!(storage.remove_save(&author(1, 1), &name).unwrap());
}

/// Ends a game in a room of its own.
fn finish(storage: &mut SqliteStorage, name: &str, black: &str, players: [u8; 2], listed: bool) {
    let occupant = |name: &str| Occupant::Human { name: PlayerName::new(name).unwrap() };
    let ended = Event::Ended { outcome: Outcome::Black, reason: EndReason::Resignation };
    let discs = DiscCounts { black: 4, white: 1 };
    let body = FinishedBody {
        black: occupant(black),
        white: occupant("Ben"),
        result: GameResult {
            outcome: Outcome::Black,
            reason: EndReason::Resignation,
            discs,
            score: None,
        },
        record: saved("f5").record,
    };
    let players = players.map(|number| Some(player(number)));
    let finished = Some(FinishedGame { body, players, is_listed: listed });
    let append = Append { finished, ..append(name, 1, vec![opened(), ended]) };
    assert_eq!(storage.commit(&[append]), [Ok(())]);
}

#[test]
fn finished_games_are_found_by_whoever_may_see_them() {
    let folder = TempDir::new().unwrap();
    let mut storage = SqliteStorage::open(folder.path()).unwrap();
    finish(&mut storage, "AAAA", "Ann", [1, 2], true);
    finish(&mut storage, "BBBB", "Zoë", [3, 2], false);
    finish(&mut storage, "CCCC", "Ann", [1, 3], true);
    let mut rooms = |player: Option<u8>, name: Option<&str>, before| -> Vec<String> {
        let query = GamesQuery {
            player: player.map(self::player),
            name: name.map(ToOwned::to_owned),
            before,
        };
        let games = storage.games(&query).unwrap();
        games.iter().map(|game| game.room.to_string()).collect()
    };
    assert_eq!(rooms(None, None, None), ["CCCC", "AAAA"]);
    assert_eq!(rooms(Some(2), None, None), ["CCCC", "BBBB", "AAAA"]);
    assert_eq!(rooms(Some(1), None, None), ["CCCC", "AAAA"]);
    assert_eq!(rooms(Some(3), Some("ZOË"), None), ["BBBB"]);
    assert_eq!(rooms(None, Some("nobody"), None), [""; 0]);
    assert_eq!(rooms(Some(2), None, Some(3)), ["BBBB", "AAAA"]);
    assert_eq!(rooms(None, None, Some(u64::MAX)), ["CCCC", "AAAA"]);

    let (summary, game) = storage.game(2, Some(player(3))).unwrap().unwrap();
    assert_eq!((summary.black.name(), game), ("Zoë", saved("f5").record));
    assert_eq!(storage.game(2, None).unwrap(), None);
    assert_eq!(storage.game(2, Some(player(1))).unwrap(), None);
    assert_eq!(storage.game(9, None).unwrap(), None);
    assert_eq!(storage.game(u64::MAX, None).unwrap(), None);
}
