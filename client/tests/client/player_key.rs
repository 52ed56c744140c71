//! The player's key: made once, private, sent in every hello.

use std::fs;
use std::path::Path;

use reversi_client::player_key::{PlayerKeyError, other_key, player_key};
use reversi_protocol::{PlayerKey, PlayerName};

use crate::common::{FakeServer, LineProcess};

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
