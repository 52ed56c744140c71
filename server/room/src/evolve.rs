//! How events change a room, and how a room comes back from its journal.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "an event that does not fit is one case, however many events there are"
)]

use reversi_game::{Action, Game, GameRecord, Outcome};
use reversi_protocol::{EndReason, GameResult, Hints, OfferEndReason, RoomId};
use thiserror::Error;

use super::done::DoneRequests;
use super::event::{Entry, Event};
use super::offer::{Offers, PendingOffer};
use super::seats::{Holder, Seat};
use super::state::{Phase, Room};
use super::undo::placements_since;

/// The journal of a room does not fit together.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("event {seq} of room {room} does not follow from those before it")]
pub struct CorruptLog {
    /// Which room.
    pub room: RoomId,
    /// The number of the event that does not fit.
    pub seq: u64,
}

impl Room {
    /// Rebuilds a room from its journal, checking that each event follows from those before it.
    ///
    /// # Errors
    /// [`CorruptLog`] names the first event that does not.
    pub fn from_entries(
        id: &RoomId,
        entries: impl IntoIterator<Item = Entry>,
    ) -> Result<Self, CorruptLog> {
        let mut entries = entries.into_iter();
        let first = entries.next().ok_or_else(|| CorruptLog { room: id.clone(), seq: 1 })?;
        let mut room = Self::opened(id, &first)?;
        for entry in entries {
            room.try_evolve(&entry)?;
        }
        Ok(room)
    }

    /// Makes a room from its first entry.
    ///
    /// # Errors
    /// [`CorruptLog`] if that entry does not open a room.
    pub fn opened(id: &RoomId, entry: &Entry) -> Result<Self, CorruptLog> {
        let corrupt = || CorruptLog { room: id.clone(), seq: entry.seq };
        let (1, Event::Opened { name, rules, start, think_ms_min, host, competition }) =
            (entry.seq, &entry.event)
        else {
            return Err(corrupt());
        };
        let game = Game::try_from(start.clone()).map_err(|_illegal| corrupt())?;
        let mut room = Self {
            id: id.clone(),
            seq: 1,
            opened_at: entry.at,
            changed_at: entry.at,
            turn_since: entry.at,
            name: name.clone(),
            rules: *rules,
            start: start.clone(),
            think_ms_min: *think_ms_min,
            host: *host,
            competition: competition.clone(),
            phase: Phase::Open { seats: [None, None], game },
            requests: DoneRequests::default(),
        };
        room.remember(entry);
        Ok(room)
    }

    /// Applies an entry that [`Room::decide`], [`Room::time_out`] or [`Room::owed`] made for this room.
    ///
    /// # Panics
    /// If the entry does not follow: wrong play is worse than a stopped room.
    pub fn evolve(&mut self, entry: &Entry) {
        if let Err(error) = self.try_evolve(entry) {
            panic!("{error}");
        }
    }

    /// Applies an entry of the journal.
    ///
    /// # Errors
    /// [`CorruptLog`] if the entry does not follow; the room may then be half changed.
    fn try_evolve(&mut self, entry: &Entry) -> Result<(), CorruptLog> {
        let mover = self.mover();
        if entry.seq != self.seq + 1 || !self.apply(entry) {
            return Err(CorruptLog { room: self.id.clone(), seq: entry.seq });
        }
        if self.mover() != mover {
            self.turn_since = entry.at;
        }
        self.seq = entry.seq;
        self.changed_at = entry.at;
        self.remember(entry);
        Ok(())
    }

    fn remember(&mut self, entry: &Entry) {
        if let Some(key) = entry.key {
            self.requests.insert(key, entry.seq);
        }
    }
}

impl Room {
    /// Applies an event; tells whether it fits.
    fn apply(&mut self, entry: &Entry) -> bool {
        match &entry.event {
            Event::HintsAllowed => {
                self.rules.hints = Hints::Allowed;
                matches!(self.phase, Phase::Playing { .. })
            }
            Event::Started => self.phase.start(&self.start),
            Event::OfferMade(_) | Event::OfferEnded { .. } => self.phase.change_offers(entry),
            event => self.phase.apply(event),
        }
    }
}

impl Phase {
    /// Begins a game: the first one, or another one in the same seats.
    fn start(&mut self, record: &GameRecord) -> bool {
        let (Self::Open { seats, .. } | Self::Finished { seats, .. }) = self else { return false };
        let ([Some(black), Some(white)], Ok(game)) =
            (std::mem::take(seats), Game::try_from(record.clone()))
        else {
            return false;
        };
        *self = Self::Playing { seats: [black, white], game, offers: Offers::default() };
        true
    }

    /// Puts an offer on the table, or takes it off.
    fn change_offers(&mut self, entry: &Entry) -> bool {
        let (Self::Playing { offers, .. } | Self::Finished { offers, .. }) = self else {
            return false;
        };
        match &entry.event {
            Event::OfferMade(offer) => {
                let pending = PendingOffer { id: entry.seq, offer: offer.clone() };
                offers.pending.replace(pending).is_none()
            }
            Event::OfferEnded { offer, reason } => {
                let Some(ended) = offers.pending.take_if(|pending| pending.id == *offer) else {
                    return false;
                };
                if matches!(reason, OfferEndReason::Declined | OfferEndReason::Withdrawn) {
                    let PendingOffer { offer: ended, .. } = ended;
                    offers.rejected.retain(|(it, _)| !it.asks_for_the_same(&ended));
                    offers.rejected.push((ended, entry.at));
                }
                true
            }
            _ => false,
        }
    }

    /// Applies an event that concerns seats and game; tells whether it fits.
    fn apply(&mut self, event: &Event) -> bool {
        match (&mut *self, event) {
            (
                Self::Open { seats, .. },
                event @ (Event::Seated { .. } | Event::BotSeated { .. }),
            ) => sit_down(seats, event),
            (Self::Playing { seats, .. }, Event::BotSeated { color, bot }) => {
                let seat = &mut seats[color.index()];
                *seat = match seat.holder() {
                    Some(holder) => Seat::StandIn { bot: bot.clone(), holder: holder.clone() },
                    None => Seat::Bot(bot.clone()),
                };
                true
            }
            (Self::Playing { seats, .. }, Event::Seated { color, name, token, player }) => {
                let holder = Holder { name: name.clone(), token: *token, player: *player };
                let before = std::mem::replace(&mut seats[color.index()], Seat::Human(holder));
                matches!(before, Seat::Bot(_))
            }
            (Self::Playing { seats, .. }, Event::TookBack { color }) => {
                let seat = &mut seats[color.index()];
                let Seat::StandIn { holder, .. } = seat else { return false };
                *seat = Seat::Human(holder.clone());
                true
            }
            (
                Self::Open { seats, .. } | Self::Finished { seats, .. },
                Event::Unseated { color, .. },
            ) => seats[color.index()].take().is_some(),
            (Self::Playing { seats, .. }, Event::SeatsSwapped) => {
                seats.swap(0, 1);
                true
            }
            (Self::Finished { seats, .. }, Event::SeatsSwapped) => {
                seats.swap(0, 1);
                true
            }
            (Self::Finished { .. }, Event::Ranked { .. }) => true,
            (Self::Playing { game, .. }, event) if changes_game(event) => move_game(game, event),
            (Self::Playing { .. } | Self::Adjourned { .. } | Self::Finished { .. }, event) => {
                self.turn(event)
            }
            (Self::Open { game, .. }, Event::Closed { .. }) => {
                *self = Self::Closed { game: std::mem::take(game), result: None };
                true
            }
            (Self::Open { .. } | Self::Closed { .. }, _) => false,
        }
    }

    /// Goes from one phase of a game that has begun to another.
    fn turn(&mut self, event: &Event) -> bool {
        let next = match (&mut *self, event) {
            (Self::Playing { seats, game, .. }, Event::Ended { outcome, reason }) => {
                Self::Finished {
                    result: result_of(game, *outcome, *reason),
                    players: seats.each_ref().map(Seat::occupant),
                    seats: seats.clone().map(Some),
                    game: std::mem::take(game),
                    offers: Offers::default(),
                }
            }
            (Self::Playing { seats, game, .. }, Event::Adjourned) => {
                Self::Adjourned { seats: seats.clone(), game: std::mem::take(game) }
            }
            (Self::Adjourned { seats, game }, Event::Resumed) => Self::Playing {
                seats: seats.clone(),
                game: std::mem::take(game),
                offers: Offers::default(),
            },
            (
                Self::Finished { seats: [Some(black), Some(white)], .. },
                Event::Loaded { record },
            ) => {
                let Ok(game) = Game::try_from(record.clone()) else { return false };
                let seats = [black.clone(), white.clone()];
                Self::Playing { seats, game, offers: Offers::default() }
            }
            (Self::Playing { game, .. } | Self::Adjourned { game, .. }, Event::Closed { .. }) => {
                Self::Closed { game: std::mem::take(game), result: None }
            }
            (Self::Finished { game, result, .. }, Event::Closed { .. }) => {
                Self::Closed { game: std::mem::take(game), result: Some(*result) }
            }
            _ => return false,
        };
        *self = next;
        true
    }
}

fn sit_down(seats: &mut [Option<Seat>; 2], event: &Event) -> bool {
    match event {
        Event::Seated { color, name, token, player } => {
            let holder = Holder { name: name.clone(), token: *token, player: *player };
            seats[color.index()].replace(Seat::Human(holder)).is_none()
        }
        Event::BotSeated { color, bot } => {
            let before = seats[color.index()].replace(Seat::Bot(bot.clone()));
            before.is_none_or(|seat| seat.holder().is_none())
        }
        _ => false,
    }
}

/// Tells whether an event moves a running game.
const fn changes_game(event: &Event) -> bool {
    matches!(
        event,
        Event::Placed { .. }
            | Event::Passed { .. }
            | Event::Undone { .. }
            | Event::Redone { .. }
            | Event::Loaded { .. }
    )
}

/// Moves a running game; tells whether the event fits.
fn move_game(game: &mut Game, event: &Event) -> bool {
    let is_at =
        |game: &Game, ply: u32, color| game.ply() as u32 == ply && game.position().to_move == color;
    match event {
        Event::Placed { ply, color, square } => {
            is_at(game, *ply, *color) && game.apply(Action::Place(*square)).is_ok()
        }
        Event::Passed { ply, color } => {
            is_at(game, *ply, *color) && game.apply(Action::Pass).is_ok()
        }
        Event::Undone { to_ply, placements, .. } => {
            placements_since(game, *to_ply) == *placements && game.undo_to(*to_ply as usize).is_ok()
        }
        Event::Redone { from_ply, to_ply } => {
            game.ply() as u32 == *from_ply && game.redo_to(*to_ply as usize).is_ok()
        }
        Event::Loaded { record } => match Game::try_from(record.clone()) {
            Ok(loaded) => {
                *game = loaded;
                true
            }
            Err(_illegal) => false,
        },
        _ => false,
    }
}

fn result_of(game: &Game, outcome: Outcome, reason: EndReason) -> GameResult {
    let discs = game.counts();
    let score = match reason {
        EndReason::NoMovesLeft => Some(discs.with_empties_to_winner()),
        EndReason::Resignation
        | EndReason::Abandonment
        | EndReason::Agreement
        | EndReason::Unknown => None,
    };
    GameResult { outcome, reason, discs, score }
}
