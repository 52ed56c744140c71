//! Takes the pictures of the README: plays a game between two people with the real programs and writes
//! the screen of one of them as SVG, into the file that is named or `docs/game.svg`. With `page` it takes
//! those of the page in a browser, into `docs`, and each of them into the folder that is named.

mod page;
mod scene;

use std::path::{Path, PathBuf};
use std::{env, fs};

use reversi_tests::{ServerProcess, TerminalClient};

use scene::{DOCS, MIDDLE, MOVES};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    if env::args_os().nth(1).is_some_and(|word| word == "page") {
        return page::take(env::args_os().nth(2).map(PathBuf::from).as_deref()).await;
    }
    let path =
        env::args_os().nth(1).map_or_else(|| Path::new(DOCS).join("game.svg"), PathBuf::from);
    let states = [(); 3].map(|()| tempfile::tempdir().expect("a temporary folder"));
    let server = ServerProcess::start().await;
    let start = |name, state: &Path, mode: &[&str]| {
        fs::write(state.join("config.toml"), "theme = \"felt\"\n").expect("a folder to write to");
        let options = ["--color", "true"];
        TerminalClient::start(server.address(), name, state, &[&options, mode].concat())
    };
    let ann = start("Ann", states[0].path(), &[]);
    let room = open_room(&ann).await;
    let _kim = start("Kim", states[1].path(), &["watch", &room]);
    ann.shows("1 watching").await;
    let ben = start("Ben", states[2].path(), &["join", &room]);
    for (number, square) in MOVES[..MIDDLE].iter().enumerate() {
        let mover = [&ann, &ben][number % 2];
        mover.shows("Your move").await;
        mover.type_keys(&format!("{square}\r"));
        let last = format!("{} {square}", ["black", "white"][number % 2]);
        for client in [&ann, &ben] {
            client.shows(&last).await;
        }
    }
    ann.type_keys("i");
    ann.shows("Hint:").await;
    ann.type_keys("\t");
    ann.shows("Worth").await;
    fs::write(&path, ann.picture()).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// Opens a room in which hints are allowed; returns its name.
async fn open_room(client: &TerminalClient) -> String {
    client.shows("Open a room").await;
    client.type_keys("n");
    client.shows("Hints").await;
    // Down to the row of the hints, on to "allowed", and up again to the row that opens the room.
    client.type_keys("jjjjlkkkk\r");
    client.shows("/room/").await;
    let screen = client.screen();
    let (_, rest) = screen.split_once("/room/").expect("it is shown");
    rest.split_whitespace().next().unwrap_or_default().to_owned()
}
