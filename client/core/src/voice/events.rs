//! What happens in a room.

use reversi_game::Action;
use reversi_protocol::{ClosedReason, Opening, RoomEvent, Snapshot};

use super::games::{begun_with, match_score, result, stands, turn};
use super::offers::{self, offer};
use super::people::{join, seated, seats_of, unseated};
use crate::report::EventReport;
use crate::say;
use crate::session::Room;
use crate::texts::{Language, Text, capital};

/// Tells an event; nothing where another one says the same.
pub fn event(language: Language, report: &EventReport, room: &Room) -> Option<String> {
    let view = room.view()?;
    Some(match &report.event {
        RoomEvent::Seated { color, occupant } => seated(language, *color, occupant),
        RoomEvent::Unseated { color, reason } => unseated(language, *color, *reason),
        RoomEvent::Started { actions, position, .. } => {
            let opening = view.rules.opening;
            let is_new = position.ply <= opening.map_or(0, Opening::fixed_plies);
            let begins = if is_new {
                say!(language, GameBegins)
            } else {
                say!(language, GameBeginsAt, ply = position.ply)
            };
            let drawn = actions.iter().filter_map(|action| action.square());
            let opening = opening.map(|opening| begun_with(language, opening, drawn));
            [Some(begins), opening].into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
        RoomEvent::Offered(offered) => offer(language, room, view, offered),
        RoomEvent::OfferEnded { reason, .. } => offers::ended(language, view, report.note, *reason),
        RoomEvent::Undone { by, placements, .. } => {
            say!(language, Undone, side = language.side(*by), count = placements)
        }
        RoomEvent::Redone { actions, .. } => {
            let squares = join(actions.iter().copied().filter_map(Action::square));
            say!(language, Redone, squares)
        }
        RoomEvent::Reserved => say!(language, SeatReserved),
        RoomEvent::Released => say!(language, SeatReleased),
        RoomEvent::SeatsSwapped => say!(language, SeatsSwapped),
        RoomEvent::HintsAllowed => say!(language, HintsAllowed),
        RoomEvent::Adjourned { position } => say!(language, Adjourned, ply = position.ply),
        RoomEvent::Resumed { .. } => say!(language, Resumed),
        RoomEvent::ClockHeld { held_ms, .. } => {
            say!(language, ClockHeld, seconds = language.seconds(*held_ms))
        }
        RoomEvent::Placed { color, square, flips, .. } => {
            let (side, count) = (language.side(*color), flips.len());
            say!(language, Placed, side, square, count, flips = join(*flips))
        }
        RoomEvent::Passed { color, .. } => say!(language, Passed, side = language.side(*color)),
        RoomEvent::Ended { result: end, .. } => {
            let end = result(language, end, room.seats());
            match_score(language, room).map_or(end.clone(), |score| format!("{end} {score}"))
        }
        RoomEvent::Ranked { nick, score } => say!(language, Ranked, nick, score),
        RoomEvent::Closed { reason } => language.text(closed(*reason)).to_owned(),
        RoomEvent::Opened | RoomEvent::Withheld | RoomEvent::Unknown => return None,
    })
}

const fn closed(reason: ClosedReason) -> Text {
    match reason {
        ClosedReason::Idle => Text::ClosedIdle,
        ClosedReason::Damaged => Text::ClosedDamaged,
        ClosedReason::Unknown => Text::RoomClosed,
    }
}

/// Tells an event to those who see no board: also how things stand after it.
pub(super) fn event_in_full(
    language: Language,
    report: &EventReport,
    room: &Room,
) -> Option<String> {
    let told = event(language, report, room)?;
    let is_offer = matches!(report.event, RoomEvent::Offered(_));
    let question = if is_offer { question(language, room) } else { None };
    let opening = report.new_opening.as_ref();
    let opening = opening.map(|opening| say!(language, OpeningWas, opening));
    let stands = stands_after(language, &report.event, room.view()?);
    // Who plays both sides need not be told that it is their move.
    let is_told_turn = report.your_turn && room.seats().len() == 1 && stands.is_some();
    let your_move = is_told_turn.then(|| say!(language, YourMoveNow));
    let parts = [Some(told), opening, question, stands, your_move];
    Some(parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "))
}

#[expect(clippy::wildcard_enum_match_arm, reason = "wherever else the board changed, it is told")]
fn stands_after(language: Language, event: &RoomEvent, view: &Snapshot) -> Option<String> {
    if matches!(event, RoomEvent::SeatsSwapped) {
        return Some(seats_are(language, view));
    }
    let position = event.position()?;
    match event {
        RoomEvent::Started { .. } => {
            Some(format!("{} {}", seats_are(language, view), turn(language, position)))
        }
        RoomEvent::Placed { .. } | RoomEvent::Passed { .. } => Some(turn(language, position)),
        RoomEvent::Adjourned { .. } | RoomEvent::Ended { .. } => None,
        _ => Some(stands(language, position)),
    }
}

/// `Black ann, white ben.`
fn seats_are(language: Language, view: &Snapshot) -> String {
    capital(&say!(language, SeatsAre, seats = seats_of(language, view)))
}

/// Asks for the answer to an offer, of whoever has to give it.
pub(super) fn question(language: Language, room: &Room) -> Option<String> {
    room.offer_to_answer().map(|_| say!(language, YesOrNo))
}
