//! What players offer each other.

use reversi_game::DiscCounts;
use reversi_protocol::{Offer, OfferEndReason, OfferKind, OfferedGame, Snapshot};

use super::people::{join, name};
use crate::report::{OfferNote, taken_back};
use crate::say;
use crate::session::Room;
use crate::texts::{Language, Text, capital};

/// `ben asks to take back 2 moves (white d6, black f5).`: an offer that waits for an answer, of
/// this client or of another.
pub fn offer(language: Language, room: &Room, view: &Snapshot, offer: &Offer) -> String {
    let is_own = room.seats().contains(&offer.by);
    let [asks, you_ask] = match offer.kind {
        OfferKind::Undo => [Text::AsksUndo, Text::YouAskUndo],
        OfferKind::Draw => [Text::AsksDraw, Text::YouAskDraw],
        OfferKind::Rematch => [Text::AsksRematch, Text::YouAskRematch],
        OfferKind::Adjourn => [Text::AsksAdjourn, Text::YouAskAdjourn],
        OfferKind::SwapSeats => [Text::AsksSwap, Text::YouAskSwap],
        OfferKind::AllowHints => [Text::AsksHints, Text::YouAskHints],
        OfferKind::Load => [Text::AsksLoad, Text::YouAskLoad],
        OfferKind::Unknown => [Text::AsksUnknown, Text::YouAskUnknown],
    };
    if let Some(OfferedGame { name: game, ply, board, to_move }) = &offer.saved {
        let DiscCounts { black, white } = DiscCounts::of(board);
        let name = name(language, view, offer.by);
        let asked = if is_own {
            say!(language, YouAskLoadGame, game, ply, black, white)
        } else {
            say!(language, AsksLoadGame, name, game, ply, black, white)
        };
        return match to_move {
            None => asked,
            Some(color) => {
                format!("{asked} {}", say!(language, ToMoveAlone, side = language.side(*color)))
            }
        };
    }
    let moves = taken_back(view, offer.to_ply.unwrap_or(view.position.ply));
    let list = moves.iter().map(|(color, square)| format!("{} {square}", language.color(*color)));
    let (count, moves) = (moves.len(), join(list));
    let who = name(language, view, offer.by);
    let text = if is_own { you_ask } else { asks };
    language.fill(text, &[("name", &who), ("count", &count), ("moves", &moves)])
}

/// `ben says no to the draw.`
pub(super) fn ended(
    language: Language,
    view: &Snapshot,
    note: Option<OfferNote>,
    reason: OfferEndReason,
) -> String {
    let Some(OfferNote::Ended { by, kind }) = note else { return say!(language, OfferOff) };
    let what = language.text(noun(kind));
    let (maker, answerer) = (name(language, view, by), name(language, view, by.opponent()));
    capital(&match reason {
        OfferEndReason::Accepted => return say!(language, OfferAccepted, name = answerer, what),
        OfferEndReason::Declined => return say!(language, OfferDeclined, name = answerer, what),
        OfferEndReason::Withdrawn => return say!(language, OfferWithdrawn, name = maker, what),
        OfferEndReason::Expired => say!(language, OfferExpired, what),
        OfferEndReason::Overtaken => say!(language, OfferOvertaken, what),
        OfferEndReason::GameEnded => say!(language, OfferGameEnded, what),
        OfferEndReason::Unknown => say!(language, OfferGone, what),
    })
}

const fn noun(kind: OfferKind) -> Text {
    match kind {
        OfferKind::Undo => Text::NounUndo,
        OfferKind::Draw => Text::NounDraw,
        OfferKind::Rematch => Text::NounRematch,
        OfferKind::Adjourn => Text::NounAdjourn,
        OfferKind::SwapSeats => Text::NounSwap,
        OfferKind::AllowHints => Text::NounHints,
        OfferKind::Load => Text::NounLoad,
        OfferKind::Unknown => Text::NounUnknown,
    }
}
