//! Who takes a seat, leaves one, or lets a bot play in one. Everything here only reads.

use std::time::Duration;

use reversi_game::Color;
use reversi_protocol::{
    BotName, Occupant, OfferEndReason, Opening, PlayerName, Refusal, RefusalCode, UnseatedReason,
    Watch,
};

use super::archive::SavedBody;
use super::command::Sit;
use super::event::Event;
use super::play::begun;
use super::seats::{Actor, Seat, SeatPick, Seats, has_one_open};
use super::secret::SecretHash;
use super::state::{Phase, Room};
use super::time::Timestamp;

impl Room {
    pub(super) fn sit(&self, actor: Actor, sit: &Sit) -> Result<Vec<Event>, Refusal> {
        let events = self.take_seat(actor, sit);
        if matches!(events.as_deref(), Ok([Event::Seated { .. }, ..])) && !self.is_host(actor) {
            self.check_opponent(sit)?;
        }
        events.map_err(|refusal| {
            let is_taken = matches!(refusal.code, RefusalCode::RoomFull | RefusalCode::SeatTaken);
            if sit.returning && is_taken { RefusalCode::WrongToken.into() } else { refusal }
        })
    }

    /// Checks that the open seat is for somebody: whoever is invited, else whoever the room's rule lets in.
    fn check_opponent(&self, sit: &Sit) -> Result<(), RefusalCode> {
        let opponents = self.rules.opponents;
        match self.invitation() {
            Some(kept) if sit.invitation == Some(kept) => Ok(()),
            Some(_) => Err(RefusalCode::SeatReserved),
            None if opponents.no_guests && sit.player.is_none() => Err(RefusalCode::KeyMissing),
            None if !opponents.are_matched_by(sit.strength) => Err(RefusalCode::OtherStrength),
            None => Ok(()),
        }
    }

    /// Keeps the open seat for whoever shows the invitation, or opens it to everyone. It lapses by
    /// itself when somebody sits there, and when another seat becomes free.
    pub(super) fn invite(
        &self,
        actor: Actor,
        invitation: Option<SecretHash>,
    ) -> Result<Vec<Event>, Refusal> {
        if self.seats_of(actor).is_none() && !self.is_host(actor) {
            return Err(RefusalCode::NotHost.into());
        }
        let Phase::Open { seats, .. } = &self.phase else {
            return Err(RefusalCode::NotNow.into());
        };
        match invitation {
            _ if invitation == self.invitation() => Ok(Vec::new()),
            None => Ok(vec![Event::Released]),
            Some(invitation) if has_one_open(seats) => Ok(vec![Event::Reserved { invitation }]),
            Some(_) => Err(RefusalCode::NotNow.into()),
        }
    }

    fn take_seat(&self, actor: Actor, sit: &Sit) -> Result<Vec<Event>, Refusal> {
        let &Sit { pick, ref name, player, .. } = sit;
        let token = actor.token().ok_or(RefusalCode::TokenMissing)?;
        let mut wanted = self.seats_of(actor).colors();
        if let SeatPick::Color(color) = pick {
            wanted.retain(|held| *held == color);
        }
        if !wanted.is_empty() {
            return Ok(self.come_back(actor, &wanted));
        }
        let (seats, game) = match &self.phase {
            Phase::Open { seats, game, .. } => (seats, game),
            Phase::Playing { .. } | Phase::Adjourned { .. } => {
                return Err(match pick {
                    SeatPick::Any => RefusalCode::RoomFull.into(),
                    SeatPick::Color(_) => RefusalCode::SeatTaken.into(),
                });
            }
            Phase::Finished { .. } => return Err(RefusalCode::GameOver.into()),
            Phase::Closed { .. } => return Err(RefusalCode::RoomClosed.into()),
        };
        let is_free = |color: Color| seats[color.index()].is_none();
        let color = match pick {
            SeatPick::Any => Color::BOTH
                .into_iter()
                .find(|&color| is_free(color))
                .ok_or(RefusalCode::RoomFull)?,
            SeatPick::Color(color) if is_free(color) => color,
            SeatPick::Color(color) if self.may_pick() && is_free(color.opponent()) => {
                color.opponent()
            }
            SeatPick::Color(_) => return Err(RefusalCode::SeatTaken.into()),
        };
        let mut events = vec![Event::Seated { color, name: name.clone(), token, player }];
        if matches!(pick, SeatPick::Color(picked) if picked != color) {
            events.push(Event::SeatsSwapped);
        }
        if !is_free(color.opponent()) {
            events.extend(begun(game, self.opening));
        }
        Ok(events)
    }

    /// Tells whether whoever comes picks the side, also the one where somebody sits.
    fn may_pick(&self) -> bool {
        matches!(self.opening, Some(Opening::Bid { .. })) && self.game().ply() == 0
    }

    /// Returns what it takes for a person to play again in their seats. An adjourned game goes on
    /// where nobody else has to be there for it.
    fn come_back(&self, actor: Actor, colors: &[Color]) -> Vec<Event> {
        let held = self.seats_of(actor);
        let is_others = |color| !held.has(color) && self.seat(color).is_some_and(has_holder);
        let resumes = matches!(self.phase, Phase::Adjourned { .. })
            && !Color::BOTH.into_iter().any(is_others);
        let is_playing = resumes || matches!(self.phase, Phase::Playing { .. });
        let taken_back = colors
            .iter()
            .copied()
            .filter(|&color| matches!(self.seat(color), Some(Seat::StandIn { .. })))
            .filter(|_| is_playing)
            .map(|color| Event::TookBack { color });
        resumes.then_some(Event::Resumed).into_iter().chain(taken_back).collect()
    }

    /// Checks that an actor may be in the room without sitting down: while seats are open everyone may, to take one.
    ///
    /// # Errors
    /// [`RefusalCode::NotWatched`]
    pub fn check_watch(&self, actor: Actor) -> Result<(), Refusal> {
        let is_own = !self.seats_of(actor).is_none() || self.is_host(actor);
        let is_open = matches!(self.phase, Phase::Open { .. });
        if is_own || is_open || self.rules.watch != Watch::Players {
            return Ok(());
        }
        Err(RefusalCode::NotWatched.into())
    }

    /// Returns the player of this name, whom somebody who watches wants to follow.
    ///
    /// # Errors
    /// [`RefusalCode::NotFollowed`] if nobody with a key has a seat by that name, or the asker has one.
    pub fn followed_by(&self, actor: Actor, name: &PlayerName) -> Result<SecretHash, Refusal> {
        let name = name.folded();
        let holders = Color::BOTH.into_iter().filter_map(|color| self.seat(color)?.holder());
        let mut called_so = holders.filter(|holder| holder.name.folded() == name);
        let player = called_so.find_map(|holder| holder.player);
        let player = player.filter(|_| self.seats_of(actor).is_none());
        player.ok_or_else(|| RefusalCode::NotFollowed.into())
    }

    /// Tells whether there is a game to come or running that everyone may find and watch.
    pub fn is_for_followers(&self) -> bool {
        let has_game = matches!(self.phase, Phase::Open { .. } | Phase::Playing { .. });
        has_game && self.is_listed() && self.rules.watch.is_everyone()
    }

    pub(super) fn stand(&self, actor: Actor) -> Vec<Event> {
        match &self.phase {
            Phase::Open { .. } | Phase::Finished { .. } => {
                let seats = self.seats_of(actor).colors();
                let over = (!seats.is_empty()).then(|| self.end_offer(OfferEndReason::Overtaken));
                let unseated = seats
                    .into_iter()
                    .map(|color| Event::Unseated { color, reason: UnseatedReason::Left });
                over.flatten().into_iter().chain(unseated).collect()
            }
            // The seat stays reserved for its token; who stays away is dealt with by a timeout.
            Phase::Playing { .. } | Phase::Adjourned { .. } | Phase::Closed { .. } => Vec::new(),
        }
    }

    /// Checks that an actor may let a bot play in a seat.
    fn check_seat_bot(
        &self,
        actor: Actor,
        color: Color,
        kept_until: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        let held = self.seats_of(actor);
        if self.competition.is_some() {
            return Err(RefusalCode::Competing.into());
        }
        if held.is_none() && !self.is_host(actor) {
            return Err(RefusalCode::NotHost.into());
        }
        let Phase::Playing { seats, .. } = &self.phase else { return Ok(()) };
        match (&seats[color.index()], kept_until) {
            _ if held.has(color) => Ok(()),
            // Which bot plays for someone is for that person to say.
            (Seat::StandIn { .. }, _) | (Seat::Human(_), None) => {
                Err(RefusalCode::SeatTaken.into())
            }
            (Seat::Human(_), Some(at)) if at > now => {
                let wait = Duration::from_millis(at.0 - now.0);
                Err(Refusal::wait(RefusalCode::SeatKept, wait))
            }
            (Seat::Bot(_) | Seat::Human(_), _) => Ok(()),
        }
    }

    pub(super) fn seat_bot(
        &self,
        actor: Actor,
        color: Color,
        bot: &BotName,
        kept_until: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        self.check_seat_bot(actor, color, kept_until, now)?;
        let seated = Event::BotSeated { color, bot: bot.clone() };
        let seat = self.seat(color);
        match (&self.phase, seat) {
            (Phase::Open { .. }, Some(Seat::Human(_) | Seat::StandIn { .. })) => {
                Err(RefusalCode::SeatTaken.into())
            }
            (Phase::Open { seats, game, .. }, None | Some(Seat::Bot(_))) => {
                let starts = seat.is_none() && seats[color.opponent().index()].is_some();
                let begun = if starts { begun(game, self.opening) } else { Vec::new() };
                Ok([seated].into_iter().chain(begun).collect())
            }
            (Phase::Playing { .. }, _) => Ok(vec![seated]),
            (Phase::Adjourned { .. }, _) => Err(RefusalCode::Adjourned.into()),
            (Phase::Finished { .. }, _) => Err(RefusalCode::GameOver.into()),
            (Phase::Closed { .. }, _) => Err(RefusalCode::RoomClosed.into()),
        }
    }

    pub(super) fn free_seat(&self, actor: Actor, color: Color) -> Result<Vec<Event>, Refusal> {
        if !self.is_host(actor) {
            return Err(RefusalCode::NotHost.into());
        }
        match (&self.phase, self.seat(color)) {
            (Phase::Open { .. }, Some(Seat::Bot(_))) => {
                Ok(vec![Event::Unseated { color, reason: UnseatedReason::Removed }])
            }
            (Phase::Open { .. }, None) => Ok(Vec::new()),
            (Phase::Open { .. } | Phase::Playing { .. } | Phase::Adjourned { .. }, _) => {
                Err(RefusalCode::SeatTaken.into())
            }
            (Phase::Finished { .. }, _) => Err(RefusalCode::GameOver.into()),
            (Phase::Closed { .. }, _) => Err(RefusalCode::RoomClosed.into()),
        }
    }

    fn is_host(&self, actor: Actor) -> bool {
        self.host.is_some() && actor.token() == self.host
    }

    /// Returns what it takes for bots and the only person at the table to sit as they did when a
    /// game was saved. A seat of which nothing was kept stays as it is.
    pub(super) fn seated_as(&self, saved: &SavedBody, held: Seats) -> Vec<Event> {
        let mut seats = Color::BOTH.map(|color| self.seat(color).cloned());
        let holder = held.colors().first().and_then(|color| self.seat(*color)?.holder());
        let mut events = Vec::new();
        if is_exchanged(&seats, saved) {
            seats.swap(0, 1);
            events.push(Event::SeatsSwapped);
        }
        for color in Color::BOTH {
            let event = match (&seats[color.index()], saved.occupant(color)) {
                (Some(seat), Some(Occupant::Bot { bot, .. })) => {
                    (seat.bot() != Some(bot)).then(|| Event::BotSeated { color, bot: bot.clone() })
                }
                (Some(Seat::StandIn { .. }), Some(Occupant::Human { .. })) => {
                    Some(Event::TookBack { color })
                }
                (Some(Seat::Bot(_)), Some(Occupant::Human { .. })) => {
                    holder.map(|holder| Event::Seated {
                        color,
                        name: holder.name.clone(),
                        token: holder.token,
                        player: holder.player,
                    })
                }
                _ => None,
            };
            events.extend(event);
        }
        events
    }
}

const fn has_holder(seat: &Seat) -> bool {
    seat.holder().is_some()
}

/// Tells whether a bot sits where a person sat, and a person where a bot did.
fn is_exchanged(seats: &[Option<Seat>; 2], saved: &SavedBody) -> bool {
    let is_bots = |color: Color| matches!(seats[color.index()], Some(Seat::Bot(_)));
    let was_persons = |color| matches!(saved.occupant(color), Some(Occupant::Human { .. }));
    Color::BOTH.into_iter().any(|color| {
        let other = color.opponent();
        is_bots(color) && was_persons(color) && !is_bots(other) && saved.bot(other).is_some()
    })
}
