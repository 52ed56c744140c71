//! Whom one plays: who may sit down, who is invited by name, and who is kept away.

use super::{DESK, Place, Visitor};

const TOAST: &str = "document.querySelector('.toast')?.textContent";

/// Takes somebody's name, and comes back to the lobby.
async fn named(place: &Place, name: &str) -> Visitor {
    let visitor = place.visit("/", DESK).await;
    visitor.opens(&[("visibility", "private")]).await;
    visitor.is_called(name).await;
    visitor.room().await;
    visitor.click(".brand").await;
    visitor.until("document.querySelector('#open-room')").await;
    visitor
}

#[tokio::test]
async fn a_seat_is_for_those_who_say_that_they_play_so_strongly() {
    let Some(place) = Place::open().await else { return };
    let ann = place.visit("/", DESK).await;
    ann.opens(&[("opponents", "7-10")]).await;
    ann.is_called("Ann").await;
    let kim = place.visit(&ann.room().await, DESK).await;
    kim.answers("for level 7 to 10", "#play").await;
    kim.is_called("Kim").await;
    kim.until(&format!("{TOAST}?.includes('players of another strength')")).await;
    kim.click("#settings").await;
    kim.until("document.querySelector('#strength')").await;
    let says = "(() => { const field = document.querySelector('#strength'); field.value = '8'; \
                field.dispatchEvent(new Event('change')); })()";
    kim.eval(says).await;
    kim.click("dialog .foot .main").await;
    kim.until("!document.querySelector('dialog')").await;
    kim.answers("for level 7 to 10", "#play").await;
    ann.has_turn().await;
    ann.is_well();
}

#[tokio::test]
async fn somebody_is_invited_by_name_plays_declines_and_is_kept_away() {
    let Some(place) = Place::open().await else { return };
    let ben = named(&place, "Ben").await;
    let ann = place.visit("/", DESK).await;
    ann.opens(&[("to", "Ben")]).await;
    ann.is_called("Ann").await;
    let first = ann.room().await.replace("/room/", "");
    ann.until(&format!("{TOAST}?.includes('You invite Ben')")).await;
    ben.until("document.querySelector('.call')?.textContent.includes('Ann invites you: you would play white')")
        .await;
    ben.click(&format!("#call-no-{first}")).await;
    ann.until(&format!("{TOAST}?.includes('Ben declines')")).await;
    // Once more, into the same room.
    let invites = async || {
        ann.does("invite-name").await;
        ann.until("document.querySelector('#invitee')").await;
        ann.type_text("Ben").await;
        ann.key("Enter").await;
    };
    invites().await;
    ben.click(&format!("#call-yes-{first}")).await;
    ann.has_turn().await;
    assert_eq!(ben.room().await, format!("/room/{first}"));
    // And into another one, from which Ben never wants to hear again.
    ann.click(".brand").await;
    ann.opens(&[("visibility", "private")]).await;
    ann.room().await;
    invites().await;
    ben.until("document.querySelector('.call')").await;
    ben.click(".call .actions button:last-child").await;
    ann.until(&format!("{TOAST}?.includes('Ben declines')")).await;
    invites().await;
    ann.until(&format!("{TOAST}?.includes('Nobody of that name is here')")).await;
    ben.click("#settings").await;
    ben.until("document.querySelector('#blocked')?.value === 'Ann'").await;
    ann.is_well();
    ben.is_well();
}

#[tokio::test]
async fn a_key_that_others_know_is_replaced_and_what_belongs_to_it_stays() {
    let Some(place) = Place::open().await else { return };
    let (ann, _) = place.ann(DESK).await;
    ann.does("save").await;
    ann.click("dialog .main").await;
    ann.until(&format!("{TOAST} === 'Saved as Ann.'")).await;
    ann.click("#settings").await;
    ann.until("document.querySelector('#key-field')").await;
    let old = ann.eval("document.querySelector('#key-field').value").await;
    ann.eval("document.querySelector('#key').open = true").await;
    ann.click("#new-key").await;
    ann.until("document.querySelectorAll('dialog').length === 2").await;
    ann.click("dialog:last-of-type .foot .main").await;
    ann.until(&format!("document.querySelector('#key-field')?.value !== {old}")).await;
    let new = ann.eval("document.querySelector('#key-field').value").await;
    assert_eq!(ann.eval("localStorage.getItem('key')").await, new);
    assert_ne!(new, old);
    ann.key("Escape").await;
    ann.go(&place.address("/saves")).await;
    ann.until("document.querySelectorAll('.rows li').length === 1").await;
    ann.is_well();
}

#[tokio::test]
async fn whoever_is_invited_where_one_picks_the_side_picks_it() {
    let Some(place) = Place::open().await else { return };
    let ben = named(&place, "Ben").await;
    let ann = place.visit("/", DESK).await;
    ann.opens(&[("opening", "bid:5"), ("to", "Ben")]).await;
    ann.is_called("Ann").await;
    let room = ann.room().await.replace("/room/", "");
    ben.until("document.querySelector('.call')?.textContent.includes('You pick the side.')").await;
    ben.click(&format!("#call-black-{room}")).await;
    ben.has_turn().await;
    ben.is_well();
}
