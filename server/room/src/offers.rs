//! What players agree on: undo, draw, rematch, adjournment, changed seats, hints, a saved game.
//! Everything here only reads.

use std::time::Duration;

use reversi_game::{Action, Color, Game, GameRecord, Outcome};
use reversi_protocol::limits::{OFFER_COOL_DOWN_MS, OFFER_MS_MAX};
use reversi_protocol::{
    BadStart, EndReason, Hints, OfferAnswer, OfferEndReason, OfferKind, Presence, Refusal,
    RefusalCode, UndoPolicy,
};

use super::archive::SavedBody;
use super::event::Event;
use super::state::{Actor, Phase, Room, Seat, Seats};
use super::time::Timestamp;

/// What is on the table between the players of a room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Talk {
    /// The offer that waits for an answer.
    pub pending: Option<Offer>,
    /// Offers that came to nothing, the last of each kind and maker, so that none is made again at
    /// once.
    pub spent: Vec<Spent>,
}

/// An offer that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The number of the event that made it.
    pub id: u64,
    /// Who made it.
    pub by: Color,
    /// What is offered.
    pub kind: OfferKind,
    /// The ply that an undo goes back to.
    pub to_ply: Option<u32>,
    /// The game that a load goes on from.
    pub record: Option<GameRecord>,
    /// When it dies by itself.
    pub expires_at: Timestamp,
}

/// An offer that was declined or withdrawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    /// Who made it.
    pub by: Color,
    /// What was offered.
    pub kind: OfferKind,
    /// When it was declined or withdrawn.
    pub at: Timestamp,
}

/// Something that a player wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// What.
    pub kind: OfferKind,
    /// The game that a load goes on from.
    pub saved: Option<Box<SavedBody>>,
}

/// Whether someone has to be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Consent {
    /// Both seats are in one hand.
    Alone,
    /// The other seat is a bot's.
    Bot,
    /// The other seat is another person's.
    Person,
}

impl Room {
    /// Returns what is on the table.
    pub(super) const fn talk(&self) -> Option<&Talk> {
        match &self.phase {
            Phase::Playing { talk, .. } | Phase::Finished { talk, .. } => Some(talk),
            Phase::Open { .. } | Phase::Adjourned { .. } | Phase::Closed { .. } => None,
        }
    }

    /// Returns the offer that waits for an answer.
    pub fn pending_offer(&self) -> Option<&Offer> {
        self.talk()?.pending.as_ref()
    }

    /// Returns how undo is agreed on between those who sit there now.
    pub fn undo_policy(&self) -> UndoPolicy {
        match (&self.competition, self.undo) {
            (Some(_), _) => UndoPolicy::Off,
            (None, policy) => policy,
        }
    }

    pub(super) fn decide_offer(
        &self,
        actor: Actor,
        wish: &Wish,
        now: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let held = self.seats_of(actor);
        let Some(by) = self.speaker(held) else { return Err(RefusalCode::NotSeated.into()) };
        if self.competition.is_some() {
            return Err(RefusalCode::Competing.into());
        }
        let to_ply = self.check_possible(wish.kind, held)?;
        let record = wish.saved.as_ref().map(|saved| &saved.record);
        if let Some(record) = record {
            check_playable(record)?;
        }
        let mut effects = self.effects(wish.kind, to_ply, record);
        let is_free = wish.kind == OfferKind::Undo && self.undo_policy() == UndoPolicy::Free;
        match self.consent(held) {
            Consent::Bot if wish.kind == OfferKind::Draw => {
                return Err(RefusalCode::BotDeclines.into());
            }
            Consent::Alone | Consent::Bot => {
                effects.extend(wish.saved.iter().flat_map(|saved| self.seated_as(saved, held)));
                return Ok(effects);
            }
            Consent::Person if is_free => return Ok(effects),
            Consent::Person => {}
        }
        let Some(talk) = self.talk() else { return Err(RefusalCode::NotNow.into()) };
        if let Some(pending) = &talk.pending {
            let is_same = pending.by != by && pending.kind == wish.kind;
            let is_mutual = !matches!(wish.kind, OfferKind::Undo | OfferKind::Load);
            if is_same && is_mutual {
                return Ok(self.accepted(pending));
            }
            return Err(RefusalCode::OfferPending.into());
        }
        if let Some(wait) = cool_down(talk, by, wish.kind, now) {
            return Err(Refusal::wait(RefusalCode::OfferTooSoon, wait));
        }
        Ok(vec![Event::OfferMade {
            by,
            kind: wish.kind,
            to_ply,
            record: record.cloned(),
            expires_at: now.after(Duration::from_millis(OFFER_MS_MAX)),
        }])
    }

    pub(super) fn decide_answer(
        &self,
        actor: Actor,
        offer: u64,
        answer: OfferAnswer,
    ) -> Result<Vec<Event>, Refusal> {
        let held = self.seats_of(actor);
        let pending =
            self.pending_offer().filter(|it| it.id == offer && held.has(it.by.opponent()));
        let pending = pending.ok_or(RefusalCode::StaleOffer)?;
        Ok(match answer {
            OfferAnswer::Accept => self.accepted(pending),
            OfferAnswer::Decline => vec![offer_ended(pending, OfferEndReason::Declined)],
        })
    }

    pub(super) fn decide_withdraw(&self, actor: Actor, offer: u64) -> Result<Vec<Event>, Refusal> {
        let held = self.seats_of(actor);
        let pending = self.pending_offer().filter(|it| it.id == offer && held.has(it.by));
        let pending = pending.ok_or(RefusalCode::StaleOffer)?;
        Ok(vec![offer_ended(pending, OfferEndReason::Withdrawn)])
    }

    pub(super) fn decide_redo(&self, actor: Actor) -> Result<Vec<Event>, Refusal> {
        let (held, game) = self.seated_in_game(actor)?;
        let is_alone = self.consent(held) != Consent::Person;
        if self.undo_policy() != UndoPolicy::Free && !is_alone {
            return Err(RefusalCode::UndoOff.into());
        }
        let decided_in = self.seats_decided_in(held);
        let to_ply = next_decision(game, decided_in).ok_or(RefusalCode::NothingToRedo)?;
        Ok(vec![Event::Redone { from_ply: game.ply() as u32, to_ply }])
    }

    pub(super) fn decide_resume(
        &self,
        actor: Actor,
        presence: [Presence; 2],
    ) -> Result<Vec<Event>, Refusal> {
        if self.seats_of(actor).is_none() {
            return Err(RefusalCode::NotSeated.into());
        }
        match &self.phase {
            Phase::Adjourned { .. } if presence == [Presence::Connected; 2] => {
                Ok(vec![Event::Resumed])
            }
            Phase::Adjourned { .. } => Err(RefusalCode::Adjourned.into()),
            Phase::Open { .. } => Err(RefusalCode::NotStarted.into()),
            Phase::Playing { .. } => Ok(Vec::new()),
            Phase::Finished { .. } => Err(RefusalCode::GameOver.into()),
            Phase::Closed { .. } => Err(RefusalCode::RoomClosed.into()),
        }
    }

    /// Returns the events with which the pending offer ends for this reason, if there is one.
    pub(super) fn end_offer(&self, reason: OfferEndReason) -> Option<Event> {
        self.pending_offer().map(|pending| offer_ended(pending, reason))
    }

    /// Returns for whom a player speaks: the only seat held, or the side to move.
    fn speaker(&self, held: Seats) -> Option<Color> {
        match self.seats_decided_in(held).colors()[..] {
            [] => None,
            [color] => Some(color),
            _ => Some(self.game().position().to_move),
        }
    }

    fn consent(&self, held: Seats) -> Consent {
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
            (Phase::Playing { game, .. }, OfferKind::Undo) => {
                if self.undo_policy() == UndoPolicy::Off {
                    return Err(RefusalCode::UndoOff.into());
                }
                let decided_in = self.seats_decided_in(held);
                Ok(Some(last_decision(game, decided_in).ok_or(RefusalCode::NothingToUndo)?))
            }
            (Phase::Playing { .. }, OfferKind::AllowHints) => {
                in_order(self.hints == Hints::Forbidden)
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

    fn accepted(&self, offer: &Offer) -> Vec<Event> {
        let effects = self.effects(offer.kind, offer.to_ply, offer.record.as_ref());
        let ended = offer_ended(offer, OfferEndReason::Accepted);
        [ended].into_iter().chain(effects).collect()
    }

    /// Returns the taking back of a decision and of all that followed it.
    fn undone(&self, to_ply: u32) -> Option<Event> {
        let game = self.game();
        let by = game.position_at(to_ply as usize)?.to_move;
        Some(Event::Undone { by, to_ply, placements: placements_since(game, to_ply) })
    }

    /// Returns what an agreement does.
    fn effects(
        &self,
        kind: OfferKind,
        to_ply: Option<u32>,
        record: Option<&GameRecord>,
    ) -> Vec<Event> {
        let effect = match kind {
            OfferKind::Undo => to_ply.and_then(|to_ply| self.undone(to_ply)),
            OfferKind::Draw => {
                Some(Event::Ended { outcome: Outcome::Draw, reason: EndReason::Agreement })
            }
            OfferKind::Rematch => Some(Event::Started),
            OfferKind::Adjourn => Some(Event::Adjourned),
            OfferKind::SwapSeats => Some(Event::SeatsSwapped),
            OfferKind::AllowHints => Some(Event::HintsAllowed),
            OfferKind::Load => record.map(|record| Event::Loaded { record: record.clone() }),
            OfferKind::Unknown => None,
        };
        effect.into_iter().collect()
    }
}

/// Checks that a game can go on from a record.
fn check_playable(record: &GameRecord) -> Result<(), Refusal> {
    let game = Game::try_from(record.clone()).map_err(BadStart::Illegal)?;
    if game.is_over() { Err(BadStart::Over.into()) } else { Ok(()) }
}

fn offer_ended(offer: &Offer, reason: OfferEndReason) -> Event {
    Event::OfferEnded { offer: offer.id, reason }
}

/// Returns how long a player has to wait before making an offer again.
fn cool_down(talk: &Talk, by: Color, kind: OfferKind, now: Timestamp) -> Option<Duration> {
    let spent = talk.spent.iter().find(|it| it.by == by && it.kind == kind)?;
    let again_at = spent.at.after(Duration::from_millis(OFFER_COOL_DOWN_MS));
    (again_at > now).then(|| Duration::from_millis(again_at.0 - now.0))
}

/// Returns the number of placements from a ply on.
pub(super) fn placements_since(game: &Game, ply: u32) -> u32 {
    let later = game.actions().iter().skip(ply as usize);
    later.filter(|action| **action != Action::Pass).count() as u32
}

/// Returns the ply of the last decision of whoever holds these seats.
fn last_decision(game: &Game, held: Seats) -> Option<u32> {
    let last = held.colors().into_iter().filter_map(|color| game.last_decision_of(color)).max();
    last.map(|ply| ply as u32)
}

/// Returns the ply at which whoever holds these seats decides again when what undo took back is
/// made again, or its end.
fn next_decision(game: &Game, held: Seats) -> Option<u32> {
    let mut ahead = game.clone();
    let last = game.ply() + game.redo_plies();
    while ahead.redo_plies() > 0 {
        ahead.redo_to(ahead.ply() + 1).ok()?;
        if ahead.to_move().is_some_and(|mover| held.has(mover)) || ahead.ply() == last {
            return Some(ahead.ply() as u32);
        }
    }
    None
}
