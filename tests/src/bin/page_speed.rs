//! Measures the page in a real browser: how soon a first visit can be used on a slow line, and how soon a
//! move that is clicked on one page is on the board of another, alone and beside a thousand spectators.
#![expect(clippy::print_stdout, reason = "it prints what it measures")]

use futures::future::join_all;
use reversi_tests::{Browser, Connection, Page, ServerProcess};
use serde_json::json;
use tokio::task::JoinHandle;

/// "Fast 3G": a round trip of 150 ms, 1.6 Mbit/s down and 750 kbit/s up.
const LINE: [f64; 3] = [150.0, 1_600_000.0 / 8.0, 750_000.0 / 8.0];
const VISITS: usize = 9;

/// Moves that are timed, in either state.
const MOVES: usize = 300;
const SPECTATORS: usize = 1000;

const WINDOW: [u32; 2] = [1280, 800];

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let browser = Browser::start().await.expect("a browser");
    let server = ServerProcess::start_with(&["--log-level=warn"]).await;
    let address = |path: &str| format!("http://{}{path}", server.address());
    let ann = browser.open(&address("/"), WINDOW).await;
    ann.click("#open-room").await;
    ann.click("#form-go").await;
    name(&ann, "Ann").await;
    ann.until("location.pathname.startsWith('/room/')").await;
    let room = ann.eval("location.pathname").await.as_str().expect("a path").to_owned();
    for (what, path, can_be_used) in [("lobby", "/", ".rows li, .none"), ("room", &*room, "#play")]
    {
        let mut visits = Vec::new();
        for _ in 0..VISITS {
            visits.push(first_visit(&browser, &address(path), can_be_used).await);
        }
        println!("first visit, {what}: {}", text(&visits));
    }

    let ben = browser.open(&address(&room), WINDOW).await;
    ben.click("#play").await;
    name(&ben, "Ben").await;
    let alone = Moves::measure([&ann, &ben]).await;
    println!("a move on the other page: {}", alone.text());
    let id = room.rsplit('/').next().expect("a room");
    let watching = join_all((0..SPECTATORS).map(|number| watch(&server, id, number))).await;
    ann.until(&format!("document.body.innerText.includes('{SPECTATORS} ')")).await;
    let beside = Moves::measure([&ann, &ben]).await;
    println!("beside {SPECTATORS} spectators: {}", beside.text());
    println!("ratio of p99: {:.2}", percentile(&beside.shown, 99) / percentile(&alone.shown, 99));
    for watching in watching {
        watching.abort();
    }
}

async fn name(page: &Page, name: &str) {
    page.until("document.querySelector('#name-field')").await;
    page.type_text(name).await;
    page.key("Enter").await;
}

/// Returns after how many milliseconds something is on the screen of somebody who was never here.
async fn first_visit(browser: &Browser, address: &str, can_be_used: &str) -> f64 {
    let page = browser.blank(WINDOW).await;
    let [latency, download, upload] = LINE;
    let line = json!({ "offline": false, "latency": latency, "downloadThroughput": download, "uploadThroughput": upload });
    page.call("Network.emulateNetworkConditions", line).await;
    let watch = format!(
        "new MutationObserver((_, watch) => {{ if (document.querySelector('{can_be_used}')) {{ \
         watch.disconnect(); window.usableAt = performance.now(); }} }}) \
         .observe(document, {{ childList: true, subtree: true }})"
    );
    page.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": watch })).await;
    page.go(address).await;
    page.until("window.usableAt").await;
    let at = page.eval("usableAt").await.as_f64().expect("a time");
    page.call("Page.close", json!({})).await;
    at
}

/// Watches a room, and reads whatever comes.
async fn watch(server: &ServerProcess, room: &str, number: usize) -> JoinHandle<()> {
    let mut socket = Connection::open(server.address()).await.expect("a connection");
    let hello = json!({ "type": "hello", "version": 1, "name": format!("Watcher {number}"), "session": format!("{number:032x}") });
    let join = json!({ "type": "join", "id": 1, "room": room, "as": "spectator" });
    for message in [hello, join] {
        socket.send_text(&message.to_string()).await.expect("a connection");
        socket.next_text().await.expect("an answer");
    }
    tokio::spawn(async move { while socket.next_text().await.is_ok() {} })
}

/// Notes when a square is clicked, when something is sent after that, when the server tells of it, when the board
/// shows another number of discs, and when that is painted. Clocks of pages have different zeros, and the same time.
const NOTES: &str = "(() => { \
    for (const note of ['clicked', 'sent', 'heard', 'shown', 'painted']) window[note] = []; \
    const at = (time) => performance.timeOrigin + time; \
    const { send } = WebSocket.prototype; \
    const sockets = new Set(); \
    WebSocket.prototype.send = function (text) { \
        sent.push(at(performance.now())); \
        if (!sockets.has(this)) this.addEventListener('message', ({ timeStamp }) => heard.push(at(timeStamp))); \
        sockets.add(this); \
        send.call(this, text); \
    }; \
    const discs = () => document.querySelectorAll('.grid .disc:is(.black, .white):not(.sent)').length; \
    let seen = discs(); \
    document.querySelector('.grid').addEventListener('click', (event) => clicked.push(at(event.timeStamp)), true); \
    new MutationObserver(() => { \
        if (discs() === seen) return; \
        seen = discs(); \
        shown.push(at(performance.now())); \
        requestAnimationFrame(() => setTimeout(() => painted.push(at(performance.now())))); \
    }).observe(document.querySelector('.grid'), { attributes: true, subtree: true, attributeFilter: ['class'] }); })()";

/// How many milliseconds moves took to be on the other page's board, and to be painted there; and of it from the
/// click to the socket, from there to the other page's, and from there to its board.
#[derive(Default)]
struct Moves {
    shown: Vec<f64>,
    painted: Vec<f64>,
    parts: [Vec<f64>; 3],
}

impl Moves {
    /// Plays games on two pages, one after the other.
    async fn measure(pages: [&Page; 2]) -> Self {
        for page in pages {
            page.eval(NOTES).await;
        }
        let mut moves = Self::default();
        while moves.shown.len() < MOVES {
            for (mover, other) in [(pages[0], pages[1]), (pages[1], pages[0])] {
                let turn = "document.querySelector('.mine .legal')?.dataset.square ?? null";
                if let Some(square) = mover.eval(turn).await.as_str() {
                    moves.time(mover, other, square).await;
                }
            }
            if pages[0].eval("!document.querySelector('#do-rematch').hidden").await == true {
                pages[0].click("#do-rematch").await;
                pages[1].click("#answer-yes").await;
                for page in pages {
                    page.until(
                        "document.querySelectorAll('.grid .disc:is(.black, .white)').length === 4",
                    )
                    .await;
                }
            }
        }
        moves
    }

    async fn time(&mut self, mover: &Page, other: &Page, square: &str) {
        let forget =
            "([clicked, sent, heard, shown, painted].forEach((it) => { it.length = 0; }), true)";
        for page in [mover, other] {
            page.eval(forget).await;
        }
        mover.click(&format!("[data-square={square}]")).await;
        for page in [mover, other] {
            page.until("painted.length").await;
        }
        let made = mover.eval("[clicked[0], sent[0]]").await;
        let [clicked, sent] = serde_json::from_value::<[f64; 2]>(made).expect("two times");
        let seen = other.eval("[heard[0] ?? 0, shown[0], painted[0]]").await;
        let [heard, shown, painted] =
            serde_json::from_value::<[f64; 3]>(seen).expect("three times");
        self.shown.push(shown - clicked);
        self.painted.push(painted - clicked);
        // A page notes what it hears once it has sent something.
        if heard > 0.0 {
            let parts = [sent - clicked, heard - sent, shown - heard];
            self.parts.iter_mut().zip(parts).for_each(|(times, part)| times.push(part));
        }
    }

    fn text(&self) -> String {
        let [click, way, board] = &self.parts;
        format!(
            "{}; painted {}\n  click to socket: {}\n  socket to socket: {}\n  socket to board: {}",
            text(&self.shown),
            text(&self.painted),
            text(click),
            text(way),
            text(board)
        )
    }
}

fn percentile(times: &[f64], percent: usize) -> f64 {
    let mut times = times.to_vec();
    times.sort_by(f64::total_cmp);
    times[(times.len() * percent / 100).min(times.len() - 1)]
}

fn text(times: &[f64]) -> String {
    let [p50, p99, most] = [50, 99, 100].map(|percent| percentile(times, percent));
    format!("p50 {p50:.1} ms, p99 {p99:.1} ms, longest {most:.1} ms")
}
