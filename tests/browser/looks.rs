//! What the page is made of: names for those who listen, no markup from people, nothing from elsewhere,
//! and not much of it.

use serde_json::{Value, json};

use super::{DESK, Place, at};

#[tokio::test]
async fn the_board_is_one_grid_of_named_squares_and_every_button_has_a_name() {
    let Some(place) = Place::open().await else { return };
    let (ann, ben) = place.pair(DESK).await;
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
    let listen = "(window.spoken = [], [...document.querySelectorAll('[aria-live]')].forEach((it) => \
                  new MutationObserver(() => it.textContent && spoken.push(it.textContent)).observe(it, { childList: true })))";
    ann.eval(listen).await;
    ann.place("f5".parse().unwrap()).await;
    ben.has_turn().await;
    ben.place("d6".parse().unwrap()).await;
    ann.until("spoken.length > 1").await;
    let spoken = json!([
        "Black plays f5 and turns 1 disc: e5.",
        "White plays d6 and turns 1 disc: d5. Your move."
    ]);
    assert_eq!(ann.eval("spoken").await, spoken);
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
const WIRE_MAX: f64 = 29_000.0;

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
