//! What a command or the clock would do to a room. Everything here only reads.

use reversi_game::{Color, Game, Outcome, Position, Square, Turn};
use reversi_protocol::{
    BotName, ClosedReason, EndReason, Hints, PlayerName, Presence, UnseatedReason,
};

use super::competition::points;
use super::deadline::Ruling;
use super::event::Event;
use super::refusal::Refusal;
use super::state::{Actor, Command, Phase, Room, Seat, SeatPick, Seats};

impl Room {
    /// Answers a command with what would happen, and changes nothing. An empty answer means that
    /// the room is already as the actor wants it.
    ///
    /// # Errors
    /// [`Refusal`] says why the command is declined.
    pub fn decide(&self, actor: Actor, command: &Command) -> Result<Vec<Event>, Refusal> {
        match command {
            Command::Sit { pick, name, returning } => {
                self.decide_sit(actor, *pick, name).map_err(|refusal| {
                    let is_taken = matches!(refusal, Refusal::RoomFull | Refusal::SeatTaken);
                    if *returning && is_taken { Refusal::WrongToken } else { refusal }
                })
            }
            Command::Stand => Ok(self.decide_stand(actor)),
            Command::SeatBot { color, bot, presence } => {
                self.decide_seat_bot(actor, *color, bot, *presence)
            }
            Command::FreeSeat { color } => self.decide_free_seat(actor, *color),
            Command::Place { ply, square } => self.decide_place(actor, *ply, *square),
            Command::Resign => self.decide_resign(actor),
        }
    }

    fn decide_sit(
        &self,
        actor: Actor,
        pick: SeatPick,
        name: &PlayerName,
    ) -> Result<Vec<Event>, Refusal> {
        let token = actor.token().ok_or(Refusal::TokenMissing)?;
        let held = self.seats_of(actor);
        let is_back = match pick {
            SeatPick::Any => !held.is_none(),
            SeatPick::Color(color) => held.has(color),
        };
        if is_back {
            return Ok(self.take_back(held));
        }
        let seats = match &self.phase {
            Phase::Open { seats, .. } => seats,
            Phase::Playing { .. } => {
                return Err(match pick {
                    SeatPick::Any => Refusal::RoomFull,
                    SeatPick::Color(_) => Refusal::SeatTaken,
                });
            }
            Phase::Finished { .. } => return Err(Refusal::GameOver),
            Phase::Closed { .. } => return Err(Refusal::Closed),
        };
        let is_free = |color: Color| seats[color.index()].is_none();
        let color = match pick {
            SeatPick::Any => {
                Color::BOTH.into_iter().find(|&color| is_free(color)).ok_or(Refusal::RoomFull)?
            }
            SeatPick::Color(color) if is_free(color) => color,
            SeatPick::Color(_) => return Err(Refusal::SeatTaken),
        };
        let mut events = vec![Event::Seated { color, name: name.clone(), token }];
        if !is_free(color.opponent()) {
            events.push(Event::Started);
        }
        Ok(events)
    }

    /// Returns what it takes for a person to play again in the own seats.
    fn take_back(&self, held: Seats) -> Vec<Event> {
        held.colors()
            .into_iter()
            .filter(|&color| matches!(self.seat(color), Some(Seat::StandIn { .. })))
            .filter(|_| matches!(self.phase, Phase::Playing { .. }))
            .map(|color| Event::TookBack { color })
            .collect()
    }

    fn decide_stand(&self, actor: Actor) -> Vec<Event> {
        match &self.phase {
            Phase::Open { .. } | Phase::Finished { .. } => self
                .seats_of(actor)
                .colors()
                .into_iter()
                .map(|color| Event::Unseated { color, reason: UnseatedReason::Left })
                .collect(),
            // The seat stays reserved for its token; staying away is ruled on by the clock.
            Phase::Playing { .. } | Phase::Closed { .. } => Vec::new(),
        }
    }

    fn decide_seat_bot(
        &self,
        actor: Actor,
        color: Color,
        bot: &BotName,
        presence: Presence,
    ) -> Result<Vec<Event>, Refusal> {
        if self.competition.is_some() {
            return Err(Refusal::Competing);
        }
        let held = self.seats_of(actor);
        if held.is_none() && !self.is_host(actor) {
            return Err(Refusal::NotHost);
        }
        let seated = Event::BotSeated { color, bot: bot.clone() };
        let seat = self.seat(color);
        match (&self.phase, seat) {
            (Phase::Open { .. }, Some(Seat::Human(_) | Seat::StandIn { .. })) => {
                Err(Refusal::SeatTaken)
            }
            (Phase::Open { seats, .. }, None | Some(Seat::Bot(_))) => {
                let starts = seat.is_none() && seats[color.opponent().index()].is_some();
                Ok([seated].into_iter().chain(starts.then_some(Event::Started)).collect())
            }
            (Phase::Playing { .. }, Some(Seat::Human(_)))
                if presence == Presence::Connected && !held.has(color) =>
            {
                Err(Refusal::SeatTaken)
            }
            (Phase::Playing { .. }, _) => Ok(vec![seated]),
            (Phase::Finished { .. }, _) => Err(Refusal::GameOver),
            (Phase::Closed { .. }, _) => Err(Refusal::Closed),
        }
    }

    fn decide_free_seat(&self, actor: Actor, color: Color) -> Result<Vec<Event>, Refusal> {
        if !self.is_host(actor) {
            return Err(Refusal::NotHost);
        }
        match (&self.phase, self.seat(color)) {
            (Phase::Open { .. }, Some(Seat::Bot(_))) => {
                Ok(vec![Event::Unseated { color, reason: UnseatedReason::Removed }])
            }
            (Phase::Open { .. }, None) => Ok(Vec::new()),
            (Phase::Open { .. } | Phase::Playing { .. }, _) => Err(Refusal::SeatTaken),
            (Phase::Finished { .. }, _) => Err(Refusal::GameOver),
            (Phase::Closed { .. }, _) => Err(Refusal::Closed),
        }
    }

    fn decide_place(&self, actor: Actor, ply: u32, square: Square) -> Result<Vec<Event>, Refusal> {
        let (held, game) = self.seated_in_game(actor)?;
        let now = game.ply() as u32;
        if ply != now {
            return Err(Refusal::StalePly { meant: ply, now });
        }
        let position = game.position();
        self.check_turn(actor, held, position.to_move)?;
        let placement = position.place(square).map_err(Refusal::Placement)?;
        let mut events = vec![Event::Placed { ply, color: placement.color, square }];
        events.extend(self.owed_at(&placement.after, ply + 1));
        Ok(events)
    }

    /// Checks that an actor with these seats is the one who has to place.
    fn check_turn(&self, actor: Actor, held: Seats, mover: Color) -> Result<(), Refusal> {
        if !held.has(mover) {
            return Err(Refusal::NotYourTurn);
        }
        let is_bots_turn = self.seat(mover).is_some_and(|seat| seat.bot().is_some());
        match actor {
            Actor::Visitor(_) if is_bots_turn => Err(Refusal::BotPlays),
            Actor::Visitor(_) | Actor::Bot(_) => Ok(()),
        }
    }

    fn decide_resign(&self, actor: Actor) -> Result<Vec<Event>, Refusal> {
        let (held, game) = self.seated_in_game(actor)?;
        // One client in both seats gives up for the side to move.
        let loser = match held.colors()[..] {
            [color] => color,
            _ => game.position().to_move,
        };
        let outcome = Outcome::win_of(loser.opponent());
        Ok(vec![Event::Ended { outcome, reason: EndReason::Resignation }])
    }

    /// Returns the actor's seats and the running game.
    fn seated_in_game(&self, actor: Actor) -> Result<(Seats, &Game), Refusal> {
        let held = self.seats_of(actor);
        match &self.phase {
            Phase::Closed { .. } => Err(Refusal::Closed),
            _ if held.is_none() => Err(Refusal::NotSeated),
            Phase::Open { .. } => Err(Refusal::NotStarted),
            Phase::Finished { .. } => Err(Refusal::GameOver),
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
            return Err(Refusal::Competing);
        }
        if self.hints == Hints::Forbidden {
            return Err(Refusal::HintsForbidden);
        }
        self.check_turn(actor, held, game.position().to_move)?;
        Ok(game)
    }

    fn is_host(&self, actor: Actor) -> bool {
        self.host.is_some() && actor.token() == self.host
    }

    /// Returns what a ruling of the clock does; nothing if the room has moved on since.
    pub fn rule(&self, ruling: Ruling) -> Vec<Event> {
        match (ruling, &self.phase) {
            (Ruling::Unseat(color), Phase::Open { seats, .. })
                if seats[color.index()].is_some() =>
            {
                vec![Event::Unseated { color, reason: UnseatedReason::Absent }]
            }
            (Ruling::Abandon(loser), Phase::Playing { .. }) => vec![Event::Ended {
                outcome: Outcome::win_of(loser.opponent()),
                reason: EndReason::Abandonment,
            }],
            (Ruling::Close, Phase::Open { .. } | Phase::Finished { .. }) => {
                vec![Event::Closed { reason: ClosedReason::Idle }]
            }
            (Ruling::Close, Phase::Playing { .. }) if self.is_bots_only() => {
                vec![Event::Closed { reason: ClosedReason::Idle }]
            }
            (Ruling::Unseat(_) | Ruling::Abandon(_) | Ruling::Close, _) => Vec::new(),
        }
    }

    /// Tells whether no person holds a seat.
    pub(super) fn is_bots_only(&self) -> bool {
        Color::BOTH
            .into_iter()
            .all(|color| self.seat(color).is_some_and(|it| it.holder().is_none()))
    }

    /// Returns what the rules demand of a room as it was read from the journal: a start, a pass
    /// or an end that is not recorded. Empty for every room that this program wrote.
    pub fn owed(&self) -> Vec<Event> {
        match &self.phase {
            Phase::Open { seats: [Some(_), Some(_)], .. } => vec![Event::Started],
            Phase::Playing { game, .. } => self.owed_at(&game.position(), game.ply() as u32),
            Phase::Open { .. } | Phase::Finished { .. } | Phase::Closed { .. } => Vec::new(),
        }
    }

    /// Returns what the rules demand at a position: nothing, a forced pass, or the end.
    fn owed_at(&self, position: &Position, ply: u32) -> Vec<Event> {
        match position.turn() {
            Turn::Place => Vec::new(),
            Turn::Pass => vec![Event::Passed { ply, color: position.to_move }],
            Turn::Over => {
                let outcome = position.counts().outcome();
                let ended = Event::Ended { outcome, reason: EndReason::NoMovesLeft };
                [ended].into_iter().chain(self.ranked(position)).collect()
            }
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
