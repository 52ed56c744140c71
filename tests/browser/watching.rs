//! Who watches, as far as they wish that it is known, where they go from there, and rooms that let nobody in yet.

use reversi_private_postgres::PrivatePostgres;
use reversi_protocol::{RoomSettings, SeatChoices};
use reversi_tests::{Player, ServerProcess};

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

/// The room is another server's, which passes nothing on, until it is taken over.
#[tokio::test]
async fn a_room_that_cannot_be_entered_yet_is_asked_for_again() {
    let name = "a_room_that_cannot_be_entered_yet_is_asked_for_again";
    let Some(database) = PrivatePostgres::start(name) else { return };
    let option = format!("--database={}", database.database());
    let Some(place) = Place::open_with(&[&option]).await else { return };
    let mut other = ServerProcess::start_with(&[&option]).await;
    let mut kim = Player::connect(other.address(), "Kim").await;
    let room = kim.create(RoomSettings::default(), SeatChoices::default()).await;
    let ann = place.visit(&format!("/room/{room}"), DESK).await;
    ann.until("document.body.textContent.includes('The server cannot do that just now')").await;
    other.kill().await;
    ann.until("document.querySelectorAll('.grid button').length === 64").await;
    ann.click("#play").await;
    ann.is_called("Ann").await;
    ann.until("!document.querySelector('#play')").await;
}
