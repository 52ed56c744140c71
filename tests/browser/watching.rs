//! Who watches, as far as they wish that it is known, and where they go from there.

use super::{DESK, Place};

/// What the form says of a room that everyone finds.
const LISTED: &[(&str, &str)] = &[("visibility", "listed")];

#[tokio::test]
async fn whoever_watches_is_named_if_they_wish_and_follows_a_player() {
    let Some(place) = Place::open().await else { return };
    let ann = place.visit("/", DESK).await;
    ann.opens(LISTED).await;
    ann.is_called("Ann").await;
    let kim = place.visit(&ann.room().await, DESK).await;
    kim.click("#watch").await;
    ann.until("document.querySelector('.news-box').textContent.includes('1 watching')").await;
    kim.click("#settings").await;
    kim.click("#has-named").await;
    kim.click("dialog .main").await;
    kim.until("!document.querySelector('dialog')").await;
    ann.until("!document.querySelector('#do-who').hidden").await;
    ann.does("who").await;
    ann.until("/^Guest/.test(document.querySelector('#watchers')?.textContent)").await;
    ann.key("Escape").await;
    kim.does("follow").await;
    kim.click("dialog button[value=Ann]").await;
    kim.until("document.querySelector('.toast').textContent.includes('You follow Ann')").await;
    ann.click(".brand").await;
    ann.opens(LISTED).await;
    let next = ann.room().await;
    kim.until(&format!("location.pathname === '{next}'")).await;
}
