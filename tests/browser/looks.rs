//! What the page is made of: names and words for those who listen, no markup from people, nothing from elsewhere,
//! and not much of it; and how it draws attention.

use serde_json::{Value, json};

use super::{DESK, Place, Visitor, at};

#[tokio::test]
async fn the_board_is_one_grid_of_named_squares_and_every_button_has_a_name() {
    let Some(place) = Place::open().await else { return };
    let (ann, _ben) = place.pair(DESK).await;
    ann.call("Accessibility.enable", json!({})).await;
    let tree = ann.call("Accessibility.getFullAXTree", json!({})).await;
    let nodes: Vec<&Value> =
        tree["nodes"].as_array().unwrap().iter().filter(|node| node["ignored"] != true).collect();
    let of =
        |role: &str| nodes.iter().filter(|node| node["role"]["value"] == *role).collect::<Vec<_>>();
    assert_eq!([of("grid").len(), of("row").len(), of("gridcell").len()], [1, 8, 64]);
    for role in ["grid", "gridcell", "button", "link", "slider", "textbox"] {
        for node in of(role) {
            assert_ne!(node["name"]["value"].as_str().unwrap_or_default(), "", "{node}");
        }
    }
    let name = ann
        .eval(&format!("document.querySelector('{}').ariaLabel", at("f5".parse().unwrap())))
        .await;
    assert_eq!(name, "f5, empty, legal, turns 1");
    assert_eq!(ann.eval("document.querySelectorAll('.grid [disabled]').length").await, 0);
}

/// Notes whatever a live region says.
const LISTEN: &str = "(window.spoken = [], document.querySelectorAll('[aria-live]').forEach((it) => \
                      new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((node) => \
                      spoken.push(node.textContent)))).observe(it, { childList: true })))";

#[tokio::test]
async fn whatever_happens_is_said_once_to_those_who_listen() {
    let Some(place) = Place::open().await else { return };
    let (ann, ben) = place.pair(DESK).await;
    let room = ann.room().await;
    let cleo = place.visit(&room, DESK).await;
    cleo.is_told("You watch.").await;
    for page in [&ann, &ben, &cleo] {
        page.eval(LISTEN).await;
    }
    ann.place("f5".parse().unwrap()).await;
    ben.has_turn().await;
    ben.place("d6".parse().unwrap()).await;
    ann.has_turn().await;
    ben.does("undo").await;
    ann.answers("Ben asks to take back 1 move", "#answer-yes").await;
    ben.has_turn().await;
    ben.does("draw").await;
    ann.answers("Ben offers a draw.", "#answer-no").await;
    ben.until("document.querySelector('.prompt').hidden").await;
    ben.call("Page.navigate", json!({ "url": "about:blank" })).await;
    for page in [&ann, &cleo] {
        page.until("document.querySelector('.away')").await;
    }
    ben.go(&place.address(&room)).await;
    for page in [&ann, &cleo] {
        page.until("!document.querySelector('.away')").await;
    }
    ann.does("resign").await;
    ann.click("dialog button[value=yes]").await;
    let told = json!([
        ["Black plays f5 and turns 1 disc: e5.", ""],
        ["White plays d6 and turns 1 disc: d5. Opening: Perpendicular.", "Your move."],
        ["Ben asks to take back 1 move (d6).", ""],
        ["Ann says yes to the takeback.", ""],
        ["White takes back 1 move.", ""],
        ["Ben offers a draw.", ""],
        ["Ann says no to the draw.", ""],
        ["Ben (white) is away.", ""],
        ["Ben (white) is here.", ""],
        ["White wins: Black resigned. Black 4, white 1.", ""],
    ]);
    for (page, is_ann) in [(&ann, true), (&cleo, false)] {
        page.is_told("White wins: Black resigned.").await;
        let told = told.as_array().unwrap().iter().map(|it| {
            let [event, own] = [&it[0], &it[1]].map(|it| it.as_str().unwrap());
            if is_ann && !own.is_empty() { format!("{event} {own}") } else { event.to_owned() }
        });
        assert_eq!(page.eval("spoken").await, json!(told.collect::<Vec<_>>()));
        page.is_well();
    }
}

/// Counts sounds and notices, and lets notices be allowed by whoever is asked.
const NOTICE: &str = "(() => { \
    window.taps = 0; window.asked = 0; window.notices = []; \
    AudioScheduledSourceNode.prototype.start = () => { taps += 1; }; \
    AudioScheduledSourceNode.prototype.stop = () => {}; \
    window.Notification = class { \
        static permission = 'default'; \
        static async requestPermission() { asked += 1; this.permission = 'granted'; } \
        constructor(_, { body }) { notices.push(body); } \
    }; \
    Object.defineProperty(document, 'hidden', { value: true }); })()";

#[tokio::test]
async fn a_move_is_heard_and_told_of_where_somebody_wants_that() {
    let Some(place) = Place::open().await else { return };
    let (ann, ben) = place.pair(DESK).await;
    ann.eval(NOTICE).await;
    ben.eval(NOTICE).await;
    let counts = async |page: &Visitor| page.eval("[taps, asked, notices]").await;
    ann.place("f5".parse().unwrap()).await;
    ben.has_turn().await;
    ben.until("document.title.startsWith('\u{25cf} Your move')").await;
    assert_eq!(counts(&ben).await, json!([1, 0, []]));
    ben.click("#sound").await;
    ben.click("#settings").await;
    ben.click("#notify").await;
    ben.click("dialog .main").await;
    ben.place("d6".parse().unwrap()).await;
    ann.has_turn().await;
    ann.place("c3".parse().unwrap()).await;
    ben.has_turn().await;
    assert_eq!(counts(&ben).await, json!([1, 1, ["Your move."]]));
    ann.until("taps === 3").await;
    assert_eq!(counts(&ann).await, json!([3, 0, []]));
    assert_eq!(ben.eval("document.querySelector('#sound').ariaPressed").await, "false");
    ann.is_well();
    ben.is_well();
}

/// After the server was brought up to date, pages of before are still open.
#[tokio::test]
async fn an_older_page_fetches_the_new_one_or_says_that_it_has_to() {
    let Some(place) = Place::open().await else { return };
    let ann = place.visit("/", DESK).await;
    ann.until("document.querySelector('.lists')").await;
    ann.eval("window.isOld = true").await;
    ann.call("Network.setBlockedURLs", json!({ "urls": ["*/forms.js"] })).await;
    ann.click("#open-room").await;
    ann.until("!window.isOld && document.querySelector('.lists')").await;
    ann.call("Network.setBlockedURLs", json!({ "urls": [] })).await;
    ann.eval(
        "(() => { const { send } = WebSocket.prototype; WebSocket.prototype.send = function (text) { \
         send.call(this, text.replace('\"version\":1', '\"version\":0')); }; \
         dispatchEvent(new Event('offline')); dispatchEvent(new Event('online')); })()",
    )
    .await;
    ann.until("document.querySelector('#banner').textContent.includes('older than the server')")
        .await;
}

#[tokio::test]
async fn what_people_write_is_text_and_nothing_comes_from_elsewhere() {
    let Some(place) = Place::open().await else { return };
    let ann = place.visit("/", DESK).await;
    ann.click("#open-room").await;
    ann.until("document.querySelector('#form-go')").await;
    ann.eval(
        "(document.querySelector('dialog [name=visibility]').value = 'listed', \
              document.querySelector('dialog [name=name]').value = '<img src=x onerror=alert(1)>')",
    )
    .await;
    ann.click("#form-go").await;
    ann.is_called("<b>&\"'</b>").await;
    ann.room().await;
    ann.until("document.querySelector('.player').textContent.includes('<b>&\"\\'</b>')").await;
    let ben = place.visit("/", DESK).await;
    ben.until(
        "document.querySelector('.lists a').textContent.includes('<img src=x onerror=alert(1)>')",
    )
    .await;
    for page in [&ann, &ben] {
        assert_eq!(
            page.eval("document.querySelectorAll('main img:not(.code), main b b').length").await,
            0
        );
        page.is_well();
        let own = place.address("/");
        for asked in page.heard("Network.requestWillBeSent") {
            let url = asked["request"]["url"].as_str().unwrap();
            assert!(
                url.starts_with(&own) || url.starts_with("data:") || url == "about:blank",
                "{url}"
            );
        }
    }
}

/// The most that a first visit may fetch, as it is and on the wire with its headers, in bytes.
const RAW_MAX: f64 = 90_000.0;
const WIRE_MAX: f64 = 30_000.0;

#[tokio::test]
async fn a_first_visit_is_small() {
    let Some(place) = Place::open().await else { return };
    let (_ann, room) = place.ann(DESK).await;
    for path in ["/", &room] {
        let ben = place.visit(path, DESK).await;
        ben.until("document.querySelector('.lists, #play')").await;
        let sum = |method: &str, field: &str| {
            ben.heard(method).iter().filter_map(|event| event[field].as_f64()).sum::<f64>()
        };
        let raw = sum("Network.dataReceived", "dataLength");
        let wire = sum("Network.loadingFinished", "encodedDataLength");
        assert!((10_000.0..RAW_MAX).contains(&raw), "{path}: {raw} bytes as they are");
        assert!((5_000.0..WIRE_MAX).contains(&wire), "{path}: {wire} bytes on the wire");
    }
}

#[tokio::test]
async fn the_page_speaks_portuguese_and_moves_nothing_for_those_who_want_that() {
    let Some(place) = Place::open().await else { return };
    let ann = place.visit("/", DESK).await;
    let still = json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] });
    ann.call("Emulation.setEmulatedMedia", still).await;
    ann.click("#settings").await;
    ann.until("document.querySelector('#key-field')").await;
    ann.eval("[...document.querySelectorAll('dialog button')].find((it) => it.textContent === 'Portugu\u{ea}s').click()").await;
    ann.until("document.querySelector('#open-room')?.textContent === 'Jogar com um amigo'").await;
    ann.click("#hot-seat").await;
    ann.is_called("Ann").await;
    ann.room().await;
    ann.has_turn().await;
    ann.place("f5".parse().unwrap()).await;
    ann.is_told("As brancas a jogar").await;
    assert_eq!(ann.eval("document.getAnimations().length").await, 0);
    ann.is_well();
}
