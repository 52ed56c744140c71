//! How events change a room, and how a room comes back from its journal.

use std::collections::VecDeque;

use reversi_game::{Action, Game, Outcome};
use reversi_protocol::{EndReason, GameResult, RoomId};
use thiserror::Error;

use super::event::{Entry, Event};
use super::state::{CAUSES_KEPT, Holder, Phase, Room, Seat};

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
        let (
            1,
            Event::Opened {
                name,
                visibility,
                legal_squares,
                start,
                hints,
                think_ms_min,
                host,
                competition,
            },
        ) = (entry.seq, &entry.event)
        else {
            return Err(corrupt());
        };
        let game = Game::try_from(start.clone()).map_err(|_illegal| corrupt())?;
        let mut room = Self {
            id: id.clone(),
            seq: 1,
            opened_at: entry.at,
            changed_at: entry.at,
            name: name.clone(),
            visibility: *visibility,
            legal_squares: *legal_squares,
            hints: *hints,
            think_ms_min: *think_ms_min,
            host: *host,
            competition: competition.clone(),
            phase: Phase::Open { seats: [None, None], game },
            causes: VecDeque::new(),
        };
        room.remember(entry);
        Ok(room)
    }

    /// Applies an entry that [`Room::decide`], [`Room::rule`] or [`Room::owed`] made for this room.
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
        if entry.seq != self.seq + 1 || !self.phase.apply(&entry.event) {
            return Err(CorruptLog { room: self.id.clone(), seq: entry.seq });
        }
        self.seq = entry.seq;
        self.changed_at = entry.at;
        self.remember(entry);
        Ok(())
    }

    fn remember(&mut self, entry: &Entry) {
        let Some(cause) = entry.cause else { return };
        match self.causes.back_mut() {
            Some((last, seq)) if *last == cause => *seq = entry.seq,
            Some(_) | None => {
                if self.causes.len() == CAUSES_KEPT {
                    self.causes.pop_front();
                }
                self.causes.push_back((cause, entry.seq));
            }
        }
    }
}

impl Phase {
    /// Applies an event; tells whether it fits.
    fn apply(&mut self, event: &Event) -> bool {
        match (&mut *self, event) {
            (Self::Open { seats, .. }, Event::Seated { color, name, token }) => {
                let holder = Holder { name: name.clone(), token: *token };
                seats[color.index()].replace(Seat::Human(holder)).is_none()
            }
            (Self::Open { seats, .. }, Event::BotSeated { color, bot }) => {
                let before = seats[color.index()].replace(Seat::Bot(bot.clone()));
                before.is_none_or(|seat| seat.holder().is_none())
            }
            (Self::Playing { seats, .. }, Event::BotSeated { color, bot }) => {
                let seat = &mut seats[color.index()];
                *seat = match seat.holder() {
                    Some(holder) => Seat::StandIn { bot: bot.clone(), holder: holder.clone() },
                    None => Seat::Bot(bot.clone()),
                };
                true
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
            (Self::Open { seats, game }, Event::Started) => match std::mem::take(seats) {
                [Some(black), Some(white)] => {
                    *self = Self::Playing { seats: [black, white], game: std::mem::take(game) };
                    true
                }
                _ => false,
            },
            (Self::Playing { game, .. }, Event::Placed { ply, color, square }) => {
                game.ply() as u32 == *ply
                    && game.position().to_move == *color
                    && game.apply(Action::Place(*square)).is_ok()
            }
            (Self::Playing { game, .. }, Event::Passed { ply, color }) => {
                game.ply() as u32 == *ply
                    && game.position().to_move == *color
                    && game.apply(Action::Pass).is_ok()
            }
            (Self::Playing { seats, game }, Event::Ended { outcome, reason }) => {
                let result = result_of(game, *outcome, *reason);
                let seats = seats.clone().map(Some);
                *self = Self::Finished { seats, game: std::mem::take(game), result };
                true
            }
            (Self::Finished { .. }, Event::Ranked { .. }) => true,
            (Self::Open { game, .. } | Self::Playing { game, .. }, Event::Closed { .. }) => {
                *self = Self::Closed { game: std::mem::take(game), result: None };
                true
            }
            (Self::Finished { game, result, .. }, Event::Closed { .. }) => {
                *self = Self::Closed { game: std::mem::take(game), result: Some(*result) };
                true
            }
            (
                Self::Open { .. }
                | Self::Playing { .. }
                | Self::Finished { .. }
                | Self::Closed { .. },
                _,
            ) => false,
        }
    }
}

fn result_of(game: &Game, outcome: Outcome, reason: EndReason) -> GameResult {
    let discs = game.counts();
    let score = match reason {
        EndReason::NoMovesLeft => Some(discs.with_empties_to_winner()),
        EndReason::Resignation | EndReason::Abandonment | EndReason::Unknown => None,
    };
    GameResult { outcome, reason, discs, score }
}
