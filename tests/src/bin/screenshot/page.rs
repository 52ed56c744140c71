//! The pictures of the page: one game in a browser, looked at in the middle with a hint, at its end, and in its
//! review, in windows of every size, light, dark, and in the colours that somebody's system forces.

use std::fs;
use std::path::Path;

use data_encoding::BASE64;
use reversi_tests::{Browser, Page, ServerProcess};
use serde_json::{Value, json};

use crate::scene::{DOCS, MIDDLE, MOVES};

/// The widths of the windows, and their heights.
const WINDOWS: [[u32; 2]; 5] = [[320, 640], [390, 844], [768, 1024], [1280, 800], [1920, 1080]];

/// How a page may be coloured, as names and values of media features.
const LOOKS: [(&str, &[(&str, &str)]); 3] = [
    ("light", &[("prefers-color-scheme", "light")]),
    ("dark", &[("prefers-color-scheme", "dark")]),
    ("forced", &[("prefers-color-scheme", "dark"), ("forced-colors", "active")]),
];

/// How high the pictures of a sheet are shown.
const SHEET_PICTURE_HEIGHT: u32 = 230;
const FIRST_PICTURE_HEIGHT: u32 = 720;

/// A picture of the page.
struct Picture {
    scene: &'static str,
    look: &'static str,
    window: [u32; 2],
    bytes: Vec<u8>,
}

/// Takes them all. Sheets and the first picture of the README go to `docs`, each picture to the folder that is
/// named, if there is one.
pub(crate) async fn take(folder: Option<&Path>) {
    let browser = Browser::start().await.expect("a browser");
    let server = ServerProcess::start().await;
    let [ann, ben] = sit(&browser, &server).await;
    let mut pictures = Vec::new();
    play(&ann, &ben, &MOVES[..MIDDLE]).await;
    ann.until("document.querySelector('.mine .legal')").await;
    ann.click("#do-hint").await;
    ann.until("document.querySelector('.best')").await;
    look_at(&ann, "middle", &mut pictures).await;
    play(&ann, &ben, &MOVES[MIDDLE..]).await;
    ann.until("!document.querySelector('#do-review').hidden").await;
    look_at(&ann, "end", &mut pictures).await;
    ann.click("#do-review").await;
    ann.until("document.querySelector('.graph svg')").await;
    ann.click(".move.mistake").await;
    ann.until("document.querySelector('.best')").await;
    look_at(&ann, "review", &mut pictures).await;
    let lobby = browser.open(&format!("http://{}/", server.address()), WINDOWS[3]).await;
    lobby.until("document.querySelector('.lists').firstChild").await;
    look_at(&lobby, "lobby", &mut pictures).await;
    for (look, _) in LOOKS {
        let shown = pictures.iter().filter(|it| it.look == look).collect::<Vec<_>>();
        write(
            &format!("{DOCS}/page-{look}.webp"),
            &sheet(&browser, &shown, SHEET_PICTURE_HEIGHT).await,
        );
    }
    let is_first = |it: &&Picture| {
        it.scene == "middle" && it.look == "light" && it.window == WINDOWS[3]
            || it.scene == "review" && it.look == "dark" && it.window == WINDOWS[1]
    };
    let first = pictures.iter().filter(is_first).collect::<Vec<_>>();
    write(&format!("{DOCS}/page.webp"), &sheet(&browser, &first, FIRST_PICTURE_HEIGHT).await);
    for Picture { scene, look, window: [width, _], bytes } in folder.map_or(&[][..], |_| &pictures)
    {
        let folder = folder.expect("there is one").display();
        write(&format!("{folder}/{scene}-{look}-{width}.webp"), bytes);
    }
}

fn write(file: &str, bytes: &[u8]) {
    fs::write(file, bytes).unwrap_or_else(|error| panic!("{file}: {error}"));
}

/// Opens a room in which hints are allowed, for two.
async fn sit(browser: &Browser, server: &ServerProcess) -> [Page; 2] {
    let address = |path: &str| format!("http://{}{path}", server.address());
    let ann = browser.open(&address("/"), WINDOWS[3]).await;
    ann.click("#open-room").await;
    ann.until("document.querySelector('dialog [name=hints]')").await;
    ann.eval("document.querySelector('dialog [name=hints]').value = 'allowed'").await;
    ann.eval("document.querySelector('dialog [name=visibility]').value = 'listed'").await;
    ann.click("#form-go").await;
    name(&ann, "Ann").await;
    ann.until("location.pathname.startsWith('/room/')").await;
    let path = ann.eval("location.pathname").await;
    let ben = browser.open(&address(path.as_str().expect("a path")), WINDOWS[3]).await;
    ben.click("#play").await;
    name(&ben, "Ben").await;
    [ann, ben]
}

async fn name(page: &Page, name: &str) {
    page.until("document.querySelector('#name-field')").await;
    page.type_text(name).await;
    page.key("Enter").await;
}

async fn play(ann: &Page, ben: &Page, moves: &[&str]) {
    for square in moves {
        let legal = format!("!!document.querySelector('.mine [data-square={square}].legal')");
        let page = loop {
            if ann.eval(&legal).await == true {
                break ann;
            } else if ben.eval(&legal).await == true {
                break ben;
            }
        };
        page.click(&format!("[data-square={square}]")).await;
        page.until(&format!("document.querySelector('[data-square={square}].last')")).await;
    }
}

/// Takes pictures of what a page shows, in every window and look.
async fn look_at(page: &Page, scene: &'static str, pictures: &mut Vec<Picture>) {
    // Nothing is under the pointer, and nothing is told below.
    page.eval("document.querySelector('.toast').hidden = true").await;
    page.call("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": 1, "y": 1 })).await;
    for (look, features) in LOOKS {
        let features = features.iter().map(|(name, value)| json!({ "name": name, "value": value }));
        let media = json!({ "features": features.collect::<Value>() });
        page.call("Emulation.setEmulatedMedia", media).await;
        for window in WINDOWS {
            resize(page, window).await;
            pictures.push(Picture { scene, look, window, bytes: page.picture().await });
        }
    }
    page.call("Emulation.setEmulatedMedia", json!({ "features": [] })).await;
    resize(page, WINDOWS[3]).await;
}

/// Gives a page another window, and waits until it is drawn there and nothing moves.
async fn resize(page: &Page, [width, height]: [u32; 2]) {
    let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
    page.call("Emulation.setDeviceMetricsOverride", size).await;
    page.eval("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))))").await;
    page.until("document.getAnimations().length === 0").await;
}

/// Lays pictures out, a scene a row.
async fn sheet(browser: &Browser, pictures: &[&Picture], height: u32) -> Vec<u8> {
    let page = browser.blank(WINDOWS[4]).await;
    page.eval("document.body.style = 'margin: 0; padding: 12px; width: max-content; display: grid; align-content: start; gap: 12px; background: #777'").await;
    for scene in pictures.chunk_by(|one, other| one.scene == other.scene || pictures.len() == 2) {
        let urls =
            scene.iter().map(|it| format!("data:image/webp;base64,{}", BASE64.encode(&it.bytes)));
        let row = format!(
            "Promise.all({}.map((url) => {{ const it = new Image(); it.src = url; it.style.height = '{height}px'; return it.decode().then(() => it); }}))\
             .then((all) => {{ const row = document.createElement('div'); row.style = 'display: flex; gap: 12px'; \
             row.append(...all); document.body.append(row); }})",
            urls.collect::<Value>()
        );
        page.eval(&row).await;
    }
    let size = "[document.body.offsetWidth, document.body.lastChild.offsetTop + document.body.lastChild.offsetHeight + 12]";
    let size = page.eval(size).await;
    resize(&page, serde_json::from_value(size).expect("two numbers")).await;
    page.picture().await
}
