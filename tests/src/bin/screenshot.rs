//! Takes the pictures of the README: plays a game between two people with the real programs and writes
//! the screen of one of them as SVG, into the file that is named or `docs/game.svg`. With `page` it takes
//! those of the page in a browser, into `docs/page.webp` and `docs/page-phone.webp`.

use std::path::{Path, PathBuf};
use std::{env, fs};

use reversi_tests::{Browser, Page, ServerProcess, TerminalClient};
use serde_json::json;

/// Where the README looks for the picture.
const PICTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/game.svg");

/// The first moves of a game between two bots of level 9.
const MOVES: [&str; 22] = [
    "f5", "d6", "c4", "d3", "c3", "f4", "c5", "b3", "c2", "e3", "d2", "c6", "b4", "a4", "b5", "b6",
    "g4", "e2", "a3", "a2", "d7", "e7",
];

/// Where the README looks for the pictures of the page, the sizes of their windows, and how they are lit.
const PAGES: [(&str, [u32; 2], &str); 2] = [
    (concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/page.webp"), [1180, 780], "light"),
    (concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/page-phone.webp"), [390, 780], "dark"),
];

#[tokio::main(flavor = "current_thread")]
async fn main() {
    if env::args_os().nth(1).is_some_and(|word| word == "page") {
        return take_pages().await;
    }
    let path = env::args_os().nth(1).map_or_else(|| PathBuf::from(PICTURE), PathBuf::from);
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
    for (number, square) in MOVES.into_iter().enumerate() {
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

/// Plays the same game on two pages and takes their pictures, a hint on the first.
async fn take_pages() {
    let browser = Browser::start().await.expect("a browser");
    let server = ServerProcess::start().await;
    let address = |path: &str| format!("http://{}{path}", server.address());
    let ann = browser.open(&address("/"), PAGES[0].1).await;
    ann.click("#open-room").await;
    ann.until("document.querySelector('dialog [name=hints]')").await;
    ann.eval("document.querySelector('dialog [name=hints]').value = 'allowed'").await;
    ann.click("#form-go").await;
    name(&ann, "Ann").await;
    ann.until("location.pathname.startsWith('/room/')").await;
    let path = ann.eval("location.pathname").await;
    let ben = browser.open(&address(path.as_str().expect("a path")), PAGES[1].1).await;
    ben.click("#play").await;
    name(&ben, "Ben").await;
    for (number, square) in MOVES.into_iter().enumerate() {
        let mover = [&ann, &ben][number % 2];
        mover.until(&format!("document.querySelector('.mine [data-square={square}].legal')")).await;
        mover.click(&format!("[data-square={square}]")).await;
    }
    ann.until("document.querySelector('.mine .legal')").await;
    ann.click("#do-hint").await;
    ann.until("document.querySelector('.best')").await;
    for (page, (file, _, scheme)) in [&ann, &ben].into_iter().zip(PAGES) {
        // Nothing is under the pointer, nothing moves, nothing is told below.
        page.eval("document.querySelector('.toast').hidden = true").await;
        page.call("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": 1, "y": 1 }))
            .await;
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        page.call("Emulation.setEmulatedMedia", json!({ "features": features })).await;
        page.until("document.getAnimations().length === 0").await;
        fs::write(file, page.picture().await).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
}

async fn name(page: &Page, name: &str) {
    page.until("document.querySelector('#name-field')").await;
    page.type_text(name).await;
    page.key("Enter").await;
}
