//! Sentences about what players offer each other.

use reversi_game::Color;
use reversi_protocol::{Offer, OfferEndReason, OfferKind, Snapshot};

use super::phrases;
use crate::report::{OfferNote, taken_back};
use crate::session::Room;

/// `ben asks to take back 2 moves (white d6, black f5). yes or no?`: an offer that waits for an
/// answer, with the question for whoever has to answer.
pub(super) fn prompt(room: &Room, view: &Snapshot, offer: &Offer) -> String {
    let is_own = room.seats().contains(&offer.by);
    let (who, s) = if is_own { ("You", "") } else { (name(view, offer.by), "s") };
    let wish = match offer.kind {
        OfferKind::Undo => {
            let moves = taken_back(view, offer.to_ply.unwrap_or(view.position.ply));
            let list =
                phrases::join(moves.iter().map(|(color, square)| format!("{color} {square}")));
            format!("ask{s} to take back {} ({list})", phrases::count(moves.len(), "move"))
        }
        OfferKind::Draw => format!("offer{s} a draw"),
        OfferKind::Rematch => format!("offer{s} a rematch"),
        OfferKind::Adjourn => format!("ask{s} to stop here and go on another time"),
        OfferKind::SwapSeats => format!("ask{s} to swap seats"),
        OfferKind::AllowHints => format!("ask{s} to allow hints from now on"),
        OfferKind::Load => format!("ask{s} to go on from a saved game"),
        OfferKind::Unknown => format!("offer{s} something that this client does not know"),
    };
    let question = if room.offer_to_answer().is_some() { " yes or no?" } else { "" };
    format!("{who} {wish}.{question}")
}

/// `ben says no: no draw.`
pub(super) fn ended(view: &Snapshot, note: Option<OfferNote>, reason: OfferEndReason) -> String {
    let Some(OfferNote::Ended { by, kind }) = note else {
        return "The offer is off.".to_owned();
    };
    let (maker, answerer, what) = (name(view, by), name(view, by.opponent()), noun(kind));
    match reason {
        OfferEndReason::Accepted => format!("{answerer} says yes to the {what}."),
        OfferEndReason::Declined => format!("{answerer} says no to the {what}."),
        OfferEndReason::Withdrawn => format!("{maker} no longer asks for the {what}."),
        OfferEndReason::Expired => format!("Nobody answered about the {what} in time."),
        OfferEndReason::Overtaken => format!("The {what} is off: the other side went on."),
        OfferEndReason::GameEnded => format!("The {what} is off: the game is over."),
        OfferEndReason::Unknown => format!("The {what} is off."),
    }
}

const fn noun(kind: OfferKind) -> &'static str {
    match kind {
        OfferKind::Undo => "takeback",
        OfferKind::Draw => "draw",
        OfferKind::Rematch => "rematch",
        OfferKind::Adjourn => "adjournment",
        OfferKind::SwapSeats => "swap of seats",
        OfferKind::AllowHints => "use of hints",
        OfferKind::Load => "saved game",
        OfferKind::Unknown => "offer",
    }
}

fn name(view: &Snapshot, color: Color) -> &str {
    view.seat(color).map_or("someone", |seat| seat.occupant.name())
}
