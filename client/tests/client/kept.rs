//! What is kept for a player: seats, on disk before they are sent, private, and found again; and the key,
//! made once, private, sent in every hello.

use std::fs;
use std::path::{Path, PathBuf};

use reversi_client::player_key::{Imported, PlayerKeyError, import_key, other_key, player_key};
use reversi_client::seat_store::SeatStore;
use reversi_client_core::files::SeatStoreError;
use reversi_client_core::intent::Overwrite;
use reversi_protocol::{PlayerKey, PlayerName, RoomId};

use crate::common::{FakeServer, LineProcess};

fn open(dir: &Path, server: &str, name: &str) -> SeatStore {
    SeatStore::open(dir, &server.parse().unwrap(), &PlayerName::new(name).unwrap()).unwrap()
}

fn room(id: &str) -> RoomId {
    id.parse().unwrap()
}

/// The files that hold seats, anywhere below a folder.
fn files(dir: &Path) -> Vec<PathBuf> {
    let below = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let files = below.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] });
    files.filter(|path| path.extension().is_some_and(|ending| ending == "json")).collect()
}

#[test]
fn a_token_is_kept_before_it_is_used_and_found_again() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path(), "a:1", "ann");
    let token = store.token_for(&room("K7QP")).unwrap();
    let again = open(dir.path(), "a:1", "ann");
    assert_eq!(again.token_for(&room("K7QP")).unwrap(), token);
    assert_ne!(again.token_for(&room("Q2ZD")).unwrap(), token);
    assert_eq!(again.rooms().unwrap(), [room("K7QP"), room("Q2ZD")]);
    again.forget(&room("K7QP")).unwrap();
    assert_eq!(store.rooms().unwrap(), [room("Q2ZD")]);
    assert_ne!(store.token_for(&room("K7QP")).unwrap(), token);
}

#[test]
fn the_token_of_a_creation_whose_reply_was_lost_is_tried_in_the_room_that_is_joined_next() {
    let dir = tempfile::tempdir().unwrap();
    let token = open(dir.path(), "a:1", "ann").token_for_new_room().unwrap();
    let store = open(dir.path(), "a:1", "ann");
    assert_eq!(store.rooms().unwrap(), []);
    assert_eq!(store.token_for(&room("K7QP")).unwrap(), token);
    store.keep(&room("K7QP"), token).unwrap();
    assert_ne!(store.token_for(&room("Q2ZD")).unwrap(), token);
    assert_eq!(store.token_for(&room("K7QP")).unwrap(), token);
}

#[test]
fn a_refused_creation_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path(), "a:1", "ann");
    let token = store.token_for_new_room().unwrap();
    store.forget_token(token).unwrap();
    assert_ne!(store.token_for(&room("K7QP")).unwrap(), token);
}

#[test]
fn players_and_servers_are_kept_apart_and_no_name_leaves_the_folder() {
    let dir = tempfile::tempdir().unwrap();
    let names = ["ann", "../ann", "ann.json", "a/b", "a b", "..", "João", "%41nn"];
    let mut tokens = Vec::new();
    for server in ["a:1", "a:2", "[::1]:1"] {
        for name in names {
            tokens.push(open(dir.path(), server, name).token_for(&room("K7QP")).unwrap().to_hex());
        }
    }
    tokens.sort_unstable();
    tokens.dedup();
    assert_eq!(tokens.len(), 3 * names.len());
    assert_eq!(files(dir.path()).len(), 3 * names.len());
    // Everything lies two folders below: nothing went up.
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    assert_eq!(fs::read_dir(dir.path().join("seats")).unwrap().count(), 3);
}

#[test]
fn clients_that_share_the_file_lose_nothing_of_each_other() {
    let dir = tempfile::tempdir().unwrap();
    let rooms: Vec<RoomId> = (0..40).map(|i| room(&format!("ROOM{i}"))).collect();
    std::thread::scope(|scope| {
        for chunk in rooms.chunks(10) {
            let store = open(dir.path(), "a:1", "ann");
            scope.spawn(move || {
                for room in chunk {
                    store.token_for(room).unwrap();
                }
            });
        }
    });
    let mut kept = open(dir.path(), "a:1", "ann").rooms().unwrap();
    kept.sort_unstable();
    let mut expected = rooms;
    expected.sort_unstable();
    assert_eq!(kept, expected);
}

#[test]
fn a_file_that_is_not_ours_is_named_and_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path(), "a:1", "ann");
    store.token_for(&room("K7QP")).unwrap();
    let file = files(dir.path()).remove(0);
    fs::write(&file, "{").unwrap();
    let error = store.token_for(&room("K7QP")).unwrap_err();
    assert!(matches!(error, SeatStoreError::Damaged { .. }));
    assert!(error.to_string().contains(&*file.to_string_lossy()), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "{");
}

#[test]
fn a_second_key_for_the_same_server_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let other = || {
        let (server, name) = ("127.0.0.1:9".parse().unwrap(), PlayerName::new("ann").unwrap());
        other_key(dir.path(), &server, &name)
    };
    key(dir.path(), "127.0.0.1:9", "ann").unwrap();
    assert_eq!(other(), None);
    let folder = dir.path().join("keys/localhost%3A9");
    fs::create_dir_all(&folder).unwrap();
    fs::copy(dir.path().join("keys/127%2E0%2E0%2E1%3A9/ann.key"), folder.join("ann.key")).unwrap();
    assert_eq!(other(), None, "the same key twice is one");
    fs::write(folder.join("ann.key"), "0".repeat(32)).unwrap();
    assert_eq!(other(), Some(folder.join("ann.key")));
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_it() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = tempfile::tempdir().unwrap();
    open(dir.path(), "a:1", "ann").token_for(&room("K7QP")).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let file = files(dir.path()).remove(0);
    assert_eq!(mode(&file), 0o600);
    assert_eq!(mode(file.parent().unwrap()), 0o700);
    assert_eq!(mode(&dir.path().join("seats")), 0o700);
}

fn key(dir: &Path, server: &str, name: &str) -> Result<PlayerKey, PlayerKeyError> {
    player_key(dir, &server.parse().unwrap(), &PlayerName::new(name).unwrap())
}

#[test]
fn a_player_has_one_key_on_each_server() {
    let dir = tempfile::tempdir().unwrap();
    let ann = key(dir.path(), "a:1", "ann").unwrap();
    assert_eq!(key(dir.path(), "a:1", "ann").unwrap(), ann);
    assert_ne!(key(dir.path(), "a:1", "ben").unwrap(), ann);
    assert_ne!(key(dir.path(), "a:2", "ann").unwrap(), ann);
}

#[test]
fn a_server_on_this_machine_is_one_whatever_it_is_called() {
    for first in ["localhost:1", "127.0.0.1:1", "[::1]:1"] {
        let dir = tempfile::tempdir().unwrap();
        let ann = key(dir.path(), first, "ann").unwrap();
        for name in ["http://127.0.0.1:1", "http://localhost:1", "http://[::1]:1"] {
            assert_eq!(key(dir.path(), name, "ann").unwrap(), ann, "{first}, then {name}");
        }
        assert_ne!(key(dir.path(), "localhost:2", "ann").unwrap(), ann);
    }
    // Where two were kept before, each address goes on with its own.
    let dir = tempfile::tempdir().unwrap();
    let kept = ["127%2E0%2E0%2E1%3A1", "localhost%3A1"].map(|server| {
        let file = dir.path().join("keys").join(server).join("ann.key");
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, server.len().to_string().repeat(16)).unwrap();
        file
    });
    let [ip, local] =
        ["127.0.0.1:1", "localhost:1"].map(|name| key(dir.path(), name, "ann").unwrap());
    assert_eq!(kept.map(|file| fs::read_to_string(file).unwrap()), [ip.to_hex(), local.to_hex()]);
}

#[test]
fn clients_that_start_at_once_agree_on_one() {
    let dir = tempfile::tempdir().unwrap();
    let keys: Vec<PlayerKey> = std::thread::scope(|scope| {
        let start = || scope.spawn(|| key(dir.path(), "a:1", "ann").unwrap());
        let threads: Vec<_> = std::iter::repeat_with(start).take(8).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(keys.iter().all(|key| *key == keys[0]));
}

#[test]
fn a_file_that_holds_no_key_is_named_and_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    key(dir.path(), "a:1", "ann").unwrap();
    let file = dir.path().join("keys/a%3A1/ann.key");
    fs::write(&file, "x").unwrap();
    let error = key(dir.path(), "a:1", "ann").unwrap_err();
    assert!(error.to_string().contains(&*file.to_string_lossy()), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "x");
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_the_key() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = tempfile::tempdir().unwrap();
    key(dir.path(), "a:1", "ann").unwrap();
    let file = dir.path().join("keys/a%3A1/ann.key");
    assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
}

#[tokio::test]
async fn every_hello_shows_it() {
    let (server, state) = (FakeServer::start().await, tempfile::tempdir().unwrap());
    let mut keys = Vec::new();
    for name in ["ann", "ann", "ben"] {
        let mut client = LineProcess::json(&server.url(), name, state.path());
        let (connection, hello) = server.accept(name).await;
        client.expect("connected").await;
        keys.push(hello.key.unwrap().to_hex());
        client.end_input();
        connection.closed().await;
    }
    assert_eq!(keys[0], keys[1]);
    assert_ne!(keys[0], keys[2]);
}

#[test]
fn a_key_from_elsewhere_takes_the_place_of_another_only_where_that_is_wanted() {
    let dir = tempfile::tempdir().unwrap();
    let (server, ann) = ("a:1".parse().unwrap(), PlayerName::new("ann").unwrap());
    let import = |hex: &str, overwrite| {
        import_key(dir.path(), (&server, &ann), hex.repeat(16).parse().unwrap(), overwrite)
    };
    let kept = || key(dir.path(), "a:1", "ann").unwrap().to_hex();
    let file = dir.path().join("keys/a%3A1/ann.key");
    let aside = |number: u32| dir.path().join(format!("keys/a%3A1/ann.key.{number}"));

    assert_eq!(import("a1", Overwrite::Forbidden).unwrap(), Imported::New);
    assert_eq!(import("A1", Overwrite::Forbidden).unwrap(), Imported::Known);
    let error = import("b2", Overwrite::Forbidden).unwrap_err();
    assert!(matches!(&error, PlayerKeyError::Exists { path } if *path == file), "{error}");
    assert_eq!(kept(), "a1".repeat(16));

    assert_eq!(import("b2", Overwrite::Allowed).unwrap(), Imported::InPlaceOf(aside(1)));
    assert_eq!(kept(), "b2".repeat(16));
    fs::write(&file, "damaged").unwrap();
    assert_eq!(import("c3", Overwrite::Allowed).unwrap(), Imported::InPlaceOf(aside(2)));
    assert_eq!(kept(), "c3".repeat(16));
    let olds = [1, 2].map(|number| fs::read_to_string(aside(number)).unwrap());
    assert_eq!(olds, ["a1".repeat(16) + "\n", "damaged".to_owned()]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(aside(1)).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
