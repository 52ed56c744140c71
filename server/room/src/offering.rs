//! What players agree on: undo, draw, rematch, adjournment, changed seats, hints, a saved game.
//! Everything here only reads.

use std::time::Duration;

use reversi_game::{Color, Game, Outcome};
use reversi_protocol::limits::{OFFER_COOL_DOWN_MS, OFFER_MS_MAX};
use reversi_protocol::{
    BadStart, EndReason, Hints, OfferAnswer, OfferEndReason, OfferKind, Opening, Refusal,
    RefusalCode, SaveName, UndoPolicy,
};

use super::archive::SavedBody;
use super::event::Event;
use super::offer::{Offer, Offers, PendingOffer};
use super::play::ended_at_once;
use super::seats::{Actor, Seat, Seats};
use super::state::{Phase, Room};
use super::time::Timestamp;

/// Whether someone has to be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Consent {
    /// Both seats are in one hand.
    Alone,
    /// The other seat is a bot's.
    Bot,
    /// The other seat is another person's.
    Person,
}

impl Room {
    pub(super) fn make_offer(
        &self,
        actor: Actor,
        kind: OfferKind,
        saved: Option<&(SaveName, Box<SavedBody>)>,
        now: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let held = self.seats_of(actor);
        let Some(by) = self.speaker(held) else { return Err(RefusalCode::NotSeated.into()) };
        if self.competition.is_some() {
            return Err(RefusalCode::Competing.into());
        }
        let to_ply = self.check_possible(kind, held)?;
        let name = saved.map(|(name, _)| name.clone());
        let saved = saved.map(|(_, saved)| &**saved);
        let record = saved.map(|saved| saved.record.clone());
        let game = record.clone().map(Game::try_from).transpose().map_err(BadStart::Illegal)?;
        let clocks = saved.and_then(|saved| saved.clocks_for(self.rules.time));
        let opening = saved.and_then(|saved| saved.opening);
        let expires_at = now.after(Duration::from_millis(OFFER_MS_MAX));
        let offer = Offer { by, kind, to_ply, record, clocks, opening, name, expires_at };
        let mut effects = self.effects(&offer);
        let is_free = kind == OfferKind::Undo && self.rules.undo == UndoPolicy::Free;
        let consent = self.consent(held);
        if consent == Consent::Alone {
            effects.retain(|effect| kind != OfferKind::Rematch || *effect != Event::SeatsSwapped);
        }
        match consent {
            Consent::Bot if kind == OfferKind::Draw => {
                return Err(RefusalCode::BotDeclines.into());
            }
            Consent::Alone | Consent::Bot => {
                effects.extend(saved.into_iter().flat_map(|saved| self.seated_as(saved, held)));
                effects.extend(game.as_ref().and_then(|game| ended_at_once(game, opening)));
                return Ok(effects);
            }
            Consent::Person if is_free => return Ok(effects),
            Consent::Person => {}
        }
        let Some(offers) = self.offers() else { return Err(RefusalCode::NotNow.into()) };
        if let Some(pending) = &offers.pending {
            let is_same = pending.offer.by != by && pending.offer.kind == kind;
            let is_mutual = !matches!(kind, OfferKind::Undo | OfferKind::Load);
            if is_same && is_mutual {
                return Ok(self.accepted(pending));
            }
            return Err(RefusalCode::OfferPending.into());
        }
        if let Some(wait) = cool_down(offers, &offer, now) {
            return Err(Refusal::wait(RefusalCode::OfferTooSoon, wait));
        }
        Ok(vec![Event::OfferMade(offer)])
    }

    pub(super) fn answer_offer(
        &self,
        actor: Actor,
        offer: u64,
        answer: OfferAnswer,
    ) -> Result<Vec<Event>, Refusal> {
        let held = self.seats_of(actor);
        let pending =
            self.pending_offer().filter(|it| it.id == offer && held.has(it.offer.by.opponent()));
        let pending = pending.ok_or(RefusalCode::StaleOffer)?;
        Ok(match answer {
            OfferAnswer::Accept => self.accepted(pending),
            OfferAnswer::Decline => vec![offer_ended(pending, OfferEndReason::Declined)],
        })
    }

    pub(super) fn withdraw_offer(&self, actor: Actor, offer: u64) -> Result<Vec<Event>, Refusal> {
        let held = self.seats_of(actor);
        let pending = self.pending_offer().filter(|it| it.id == offer && held.has(it.offer.by));
        let pending = pending.ok_or(RefusalCode::StaleOffer)?;
        Ok(vec![offer_ended(pending, OfferEndReason::Withdrawn)])
    }

    /// Returns the events with which the pending offer ends for this reason, if there is one.
    pub(super) fn end_offer(&self, reason: OfferEndReason) -> Option<Event> {
        self.pending_offer().map(|pending| offer_ended(pending, reason))
    }

    /// Returns how the pending offer ends where this side moves on: that is an answer to what the
    /// other side offers. One's own offer stands, unless it would come to mean something else.
    pub(super) fn offer_moved_on(&self, mover: Color) -> Option<Event> {
        let pending = self.pending_offer()?;
        if pending.offer.by != mover {
            return Some(offer_ended(pending, OfferEndReason::Overtaken));
        }
        let is_of_this_position =
            matches!(pending.offer.kind, OfferKind::Undo | OfferKind::SwapSeats);
        is_of_this_position.then(|| offer_ended(pending, OfferEndReason::Withdrawn))
    }

    /// Returns for whom a player speaks: the only seat held, or the side to move.
    pub(super) fn speaker(&self, held: Seats) -> Option<Color> {
        match self.seats_decided_in(held).colors()[..] {
            [] => None,
            [color] => Some(color),
            _ => Some(self.game().position().to_move),
        }
    }

    pub(super) fn consent(&self, held: Seats) -> Consent {
        match held.colors()[..] {
            [color] => match self.seat(color.opponent()) {
                Some(Seat::Human(_) | Seat::StandIn { .. }) => Consent::Person,
                Some(Seat::Bot(_)) | None => Consent::Bot,
            },
            _ => Consent::Alone,
        }
    }

    /// Checks that something can be offered as the game stands; returns the ply that an undo
    /// goes back to.
    fn check_possible(&self, kind: OfferKind, held: Seats) -> Result<Option<u32>, Refusal> {
        let in_order = |is_possible: bool| {
            if is_possible { Ok(None) } else { Err(RefusalCode::NotNow.into()) }
        };
        match (&self.phase, kind) {
            (Phase::Closed { .. }, _) => Err(RefusalCode::RoomClosed.into()),
            (Phase::Open { .. }, _) => Err(RefusalCode::NotStarted.into()),
            (Phase::Adjourned { .. }, _) => Err(RefusalCode::Adjourned.into()),
            (_, OfferKind::Unknown) | (Phase::Playing { .. }, OfferKind::Rematch) => {
                Err(RefusalCode::NotNow.into())
            }
            (Phase::Playing { .. }, OfferKind::Load | OfferKind::Draw | OfferKind::Adjourn) => {
                Ok(None)
            }
            (Phase::Playing { .. }, OfferKind::Undo) => {
                if self.rules.undo == UndoPolicy::Off {
                    return Err(RefusalCode::UndoOff.into());
                }
                Ok(Some(self.last_decision(held).ok_or(RefusalCode::NothingToUndo)?))
            }
            (Phase::Playing { .. }, OfferKind::AllowHints) => {
                in_order(self.rules.hints == Hints::Forbidden)
            }
            (Phase::Playing { game, .. }, OfferKind::SwapSeats) => {
                in_order(game.ply() == self.start.actions.len())
            }
            (
                Phase::Finished { seats, .. },
                OfferKind::Rematch | OfferKind::SwapSeats | OfferKind::Load,
            ) => in_order(seats.iter().all(Option::is_some)),
            (Phase::Finished { .. }, _) => Err(RefusalCode::GameOver.into()),
        }
    }

    fn accepted(&self, pending: &PendingOffer) -> Vec<Event> {
        let offer = &pending.offer;
        let effects = self.effects(offer);
        let ended = offer_ended(pending, OfferEndReason::Accepted);
        let game = offer.record.clone().and_then(|record| Game::try_from(record).ok());
        let over = game.as_ref().and_then(|game| ended_at_once(game, offer.opening));
        [ended].into_iter().chain(effects).chain(over).collect()
    }

    /// Returns what an agreement does.
    fn effects(&self, offer: &Offer) -> Vec<Event> {
        let effect = match offer.kind {
            // Another game is played with the other colours, unless one of them has a handicap to play with.
            OfferKind::Rematch => {
                let keeps_seats = matches!(self.rules.opening, Some(Opening::Handicap { .. }));
                let swapped = (!keeps_seats).then_some(Event::SeatsSwapped);
                return swapped.into_iter().chain([Event::Started { drawn: None }]).collect();
            }
            OfferKind::Undo => offer.to_ply.and_then(|to_ply| self.undone(to_ply)),
            OfferKind::Draw => {
                Some(Event::Ended { outcome: Outcome::Draw, reason: EndReason::Agreement })
            }
            OfferKind::Adjourn => Some(Event::Adjourned),
            OfferKind::SwapSeats => Some(Event::SeatsSwapped),
            OfferKind::AllowHints => Some(Event::HintsAllowed),
            OfferKind::Load => offer.record.clone().map(|record| {
                let &Offer { clocks, opening, .. } = offer;
                Event::Loaded { record, clocks, opening }
            }),
            OfferKind::Unknown => None,
        };
        effect.into_iter().collect()
    }
}

fn offer_ended(pending: &PendingOffer, reason: OfferEndReason) -> Event {
    Event::OfferEnded { offer: pending.id, reason }
}

/// Returns how long a player has to wait before making an offer again.
fn cool_down(offers: &Offers, offer: &Offer, now: Timestamp) -> Option<Duration> {
    let (_, at) = offers.rejected.iter().find(|(it, _)| it.asks_for_the_same(offer))?;
    let again_at = at.after(Duration::from_millis(OFFER_COOL_DOWN_MS));
    (again_at > now).then(|| Duration::from_millis(again_at.0 - now.0))
}
