//! The game itself: placing, giving up, going on, hints, and what the rules demand. Everything here
//! only reads.

use std::time::Duration;

use reversi_game::{Color, DiscCounts, Game, Outcome, Position, Square, Turn};
use reversi_protocol::{
    EndReason, Hints, OfferEndReason, Opening, Presence, Refusal, RefusalCode, RefusalDetail,
};

use super::clocks::Clocks;
use super::competition::points;
use super::event::Event;
use super::seats::{Actor, Seats};
use super::state::{Phase, Room};
use super::time::Timestamp;

impl Room {
    pub(super) fn place(
        &self,
        actor: Actor,
        ply: u32,
        square: Square,
        lag_ms: u32,
        at: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let (held, game) = self.seated_in_game(actor)?;
        let now = game.ply() as u32;
        if ply != now {
            let detail = RefusalDetail::OtherPly { meant: ply, now };
            return Err(Refusal::new(RefusalCode::StalePly, detail));
        }
        let position = game.position();
        self.check_turn(actor, held, position.to_move)?;
        let placement = position.place(square)?;
        let placed = |clocks: &Clocks| clocks.placed(placement.color, at, lag_ms);
        let clock = match self.clocks.as_ref().map(placed) {
            Some(None) => return Err(RefusalCode::TimeIsUp.into()),
            Some(clock @ Some(_)) => clock,
            None => None,
        };
        let moved_on = self.offer_moved_on(placement.color);
        let ends_none = moved_on.is_none();
        let mut events: Vec<Event> = moved_on.into_iter().collect();
        events.push(Event::Placed { ply, color: placement.color, square, clock });
        let owed = self.owed_at(&placement.after, ply + 1);
        let ends = owed.iter().any(|event| matches!(event, Event::Ended { .. }));
        if ends && ends_none {
            events.extend(self.end_offer(OfferEndReason::GameEnded));
        }
        events.extend(owed);
        Ok(events)
    }

    /// Checks that an actor with these seats is the one who has to place.
    fn check_turn(&self, actor: Actor, held: Seats, mover: Color) -> Result<(), Refusal> {
        if !held.has(mover) {
            return Err(RefusalCode::NotYourTurn.into());
        }
        let is_bots_turn = self.seat(mover).is_some_and(|seat| seat.bot().is_some());
        match actor {
            Actor::Visitor(_) if is_bots_turn => Err(RefusalCode::BotPlays.into()),
            Actor::Visitor(_) | Actor::Bot(_) => Ok(()),
        }
    }

    pub(super) fn resign(&self, actor: Actor) -> Result<Vec<Event>, Refusal> {
        let (held, game) = self.seated_in_game(actor)?;
        let loser = self.speaker(held).unwrap_or(game.position().to_move);
        Ok(self.lost_by(loser, EndReason::Resignation))
    }

    /// Ends a game whose player has been away for a while on the own turn, as the other one likes.
    pub(super) fn claim(
        &self,
        actor: Actor,
        as_draw: bool,
        allowed_at: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        let (held, game) = self.seated_in_game(actor)?;
        let absent = game.position().to_move;
        match allowed_at {
            Some(_) if held.has(absent) => Err(RefusalCode::NotNow.into()),
            None => Err(RefusalCode::NotNow.into()),
            Some(at) if at > now => {
                let wait = Duration::from_millis(at.0 - now.0);
                Err(Refusal::wait(RefusalCode::SeatKept, wait))
            }
            Some(_) if as_draw => Ok(self.ended(Outcome::Draw, EndReason::Abandonment)),
            Some(_) => Ok(self.lost_by(absent, EndReason::Abandonment)),
        }
    }

    pub(super) fn resume_game(
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

    /// Returns how a game ends that a side loses for another reason than the board.
    pub(super) fn lost_by(&self, loser: Color, reason: EndReason) -> Vec<Event> {
        self.ended(Outcome::win_of(loser.opponent()), reason)
    }

    pub(super) fn ended(&self, outcome: Outcome, reason: EndReason) -> Vec<Event> {
        let offer = self.end_offer(OfferEndReason::GameEnded);
        offer.into_iter().chain([Event::Ended { outcome, reason }]).collect()
    }

    /// Returns the actor's seats and the running game.
    pub(super) fn seated_in_game(&self, actor: Actor) -> Result<(Seats, &Game), Refusal> {
        let held = self.seats_of(actor);
        match &self.phase {
            Phase::Closed { .. } => Err(RefusalCode::RoomClosed.into()),
            _ if held.is_none() => Err(RefusalCode::NotSeated.into()),
            Phase::Open { .. } => Err(RefusalCode::NotStarted.into()),
            Phase::Adjourned { .. } => Err(RefusalCode::Adjourned.into()),
            Phase::Finished { .. } => Err(RefusalCode::GameOver.into()),
            Phase::Playing { game, .. } => Ok((held, game)),
        }
    }

    /// Answers whether an actor may be given a hint, with the game that it is about.
    ///
    /// # Errors
    /// [`Refusal`] says why not.
    pub fn allow_hint(&self, actor: Actor) -> Result<&Game, Refusal> {
        let (held, game) = self.seated_in_game(actor)?;
        if self.competition.is_some() {
            return Err(RefusalCode::Competing.into());
        }
        if self.rules.hints == Hints::Forbidden {
            return Err(RefusalCode::HintsForbidden.into());
        }
        self.check_turn(actor, held, game.position().to_move)?;
        Ok(game)
    }

    /// Returns where a game for the ranking stands that is not over.
    pub fn ranked_position(&self) -> Option<Position> {
        (self.is_running() && self.competition.is_some()).then(|| self.game().position())
    }

    /// Returns what the rules demand of a room as it was read from the journal: a start, a pass
    /// or an end that is not recorded. Empty for every room that this program wrote.
    pub fn owed(&self) -> Vec<Event> {
        match &self.phase {
            Phase::Open { seats: [Some(_), Some(_)], game, .. } => begun(game, self.opening),
            Phase::Playing { game, .. } => self.owed_at(&game.position(), game.ply() as u32),
            Phase::Open { .. }
            | Phase::Adjourned { .. }
            | Phase::Finished { .. }
            | Phase::Closed { .. } => Vec::new(),
        }
    }

    /// Returns what the rules demand at a position: nothing, a forced pass, or the end.
    fn owed_at(&self, position: &Position, ply: u32) -> Vec<Event> {
        match position.turn() {
            Turn::Place => Vec::new(),
            Turn::Pass => vec![Event::Passed { ply, color: position.to_move }],
            Turn::Over => [ended_on(position, self.opening)]
                .into_iter()
                .chain(self.ranked(position))
                .collect(),
        }
    }

    /// Returns the score of a game for the ranking that ended here. Only what the board decided
    /// counts.
    fn ranked(&self, position: &Position) -> Option<Event> {
        let competition = self.competition.as_ref()?;
        let human = Color::BOTH
            .into_iter()
            .find(|&color| self.seat(color).is_some_and(|seat| seat.holder().is_some()))?;
        let counts = position.counts();
        let placements = counts.black + counts.white - 4;
        let score = points(counts.of_color(human), placements);
        Some(Event::Ranked { nick: competition.nick.clone(), score })
    }
}

/// Returns what the discs at the end of a game count: the empties go to the winner, and what was bid to its side.
pub(super) fn counted(discs: DiscCounts, opening: Option<Opening>) -> DiscCounts {
    let mut counted = discs.with_empties_to_winner();
    let komi = opening.map_or(0, Opening::komi);
    let side = if komi > 0 { &mut counted.white } else { &mut counted.black };
    *side += u32::from(komi.unsigned_abs());
    counted
}

/// Returns how a game begins; one that was over when it was saved ends at once.
pub(super) fn begun(game: &Game, opening: Option<Opening>) -> Vec<Event> {
    [Event::Started { drawn: None }].into_iter().chain(ended_at_once(game, opening)).collect()
}

/// Returns how a game ends that is over as it begins.
pub(super) fn ended_at_once(game: &Game, opening: Option<Opening>) -> Option<Event> {
    game.is_over().then(|| ended_on(&game.position(), opening))
}

fn ended_on(position: &Position, opening: Option<Opening>) -> Event {
    let outcome = counted(position.counts(), opening).outcome();
    Event::Ended { outcome, reason: EndReason::NoMovesLeft }
}
