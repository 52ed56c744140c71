//! What a command or the clock would do to a room. Everything here only reads.

use reversi_game::{Color, Game, Outcome, Position, Square, Turn};
use reversi_protocol::{
    BotName, ClosedReason, EndReason, Hints, OfferEndReason, PlayerName, Refusal, RefusalCode,
    RefusalDetail, UnseatedReason,
};

use super::competition::points;
use super::deadline::TimeoutAction;
use super::event::{Event, SecretHash};
use super::state::{Actor, Command, Phase, Room, Seat, SeatPick, Seats};
use super::time::Timestamp;

impl Room {
    /// Answers a command with what would happen, and changes nothing. An empty answer means that
    /// the room is already as the actor wants it.
    ///
    /// # Errors
    /// [`Refusal`] says why the command is declined.
    pub fn decide(
        &self,
        actor: Actor,
        command: &Command,
        now: Timestamp,
    ) -> Result<Vec<Event>, Refusal> {
        match command {
            Command::Sit { pick, name, player, returning } => {
                self.decide_sit(actor, *pick, name, *player).map_err(|refusal| {
                    let is_taken =
                        matches!(refusal.code, RefusalCode::RoomFull | RefusalCode::SeatTaken);
                    if *returning && is_taken { RefusalCode::WrongToken.into() } else { refusal }
                })
            }
            Command::Stand => Ok(self.decide_stand(actor)),
            Command::SeatBot { color, bot, kept_until } => {
                self.check_seat_bot(actor, *color, *kept_until, now)?;
                self.decide_seat_bot(*color, bot)
            }
            Command::FreeSeat { color } => self.decide_free_seat(actor, *color),
            Command::Place { ply, square } => self.decide_place(actor, *ply, *square),
            Command::Resign => self.decide_resign(actor),
            Command::Offer(wish) => self.decide_offer(actor, wish, now),
            Command::Answer { offer, answer } => self.decide_answer(actor, *offer, *answer),
            Command::Withdraw { offer } => self.decide_withdraw(actor, *offer),
            Command::Redo => self.decide_redo(actor),
            Command::Resume { presence } => self.decide_resume(actor, *presence),
        }
    }

    fn decide_sit(
        &self,
        actor: Actor,
        pick: SeatPick,
        name: &PlayerName,
        player: Option<SecretHash>,
    ) -> Result<Vec<Event>, Refusal> {
        let token = actor.token().ok_or(RefusalCode::TokenMissing)?;
        let mut wanted = self.seats_of(actor).colors();
        if let SeatPick::Color(color) = pick {
            wanted.retain(|held| *held == color);
        }
        if !wanted.is_empty() {
            return Ok(self.take_back(&wanted));
        }
        let seats = match &self.phase {
            Phase::Open { seats, .. } => seats,
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
            SeatPick::Color(_) => return Err(RefusalCode::SeatTaken.into()),
        };
        let mut events = vec![Event::Seated { color, name: name.clone(), token, player }];
        if !is_free(color.opponent()) {
            events.push(Event::Started);
        }
        Ok(events)
    }

    /// Returns what it takes for a person to play again in seats of the own.
    fn take_back(&self, colors: &[Color]) -> Vec<Event> {
        colors
            .iter()
            .copied()
            .filter(|&color| matches!(self.seat(color), Some(Seat::StandIn { .. })))
            .filter(|_| matches!(self.phase, Phase::Playing { .. }))
            .map(|color| Event::TookBack { color })
            .collect()
    }

    fn decide_stand(&self, actor: Actor) -> Vec<Event> {
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
                let detail = RefusalDetail::SeatKept { retry_after_ms: at.0 - now.0 };
                Err(Refusal::new(RefusalCode::SeatKept, detail))
            }
            (Seat::Bot(_) | Seat::Human(_), _) => Ok(()),
        }
    }

    fn decide_seat_bot(&self, color: Color, bot: &BotName) -> Result<Vec<Event>, Refusal> {
        let seated = Event::BotSeated { color, bot: bot.clone() };
        let seat = self.seat(color);
        match (&self.phase, seat) {
            (Phase::Open { .. }, Some(Seat::Human(_) | Seat::StandIn { .. })) => {
                Err(RefusalCode::SeatTaken.into())
            }
            (Phase::Open { seats, .. }, None | Some(Seat::Bot(_))) => {
                let starts = seat.is_none() && seats[color.opponent().index()].is_some();
                Ok([seated].into_iter().chain(starts.then_some(Event::Started)).collect())
            }
            (Phase::Playing { .. }, _) => Ok(vec![seated]),
            (Phase::Adjourned { .. }, _) => Err(RefusalCode::Adjourned.into()),
            (Phase::Finished { .. }, _) => Err(RefusalCode::GameOver.into()),
            (Phase::Closed { .. }, _) => Err(RefusalCode::RoomClosed.into()),
        }
    }

    fn decide_free_seat(&self, actor: Actor, color: Color) -> Result<Vec<Event>, Refusal> {
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

    fn decide_place(&self, actor: Actor, ply: u32, square: Square) -> Result<Vec<Event>, Refusal> {
        let (held, game) = self.seated_in_game(actor)?;
        let now = game.ply() as u32;
        if ply != now {
            let detail = RefusalDetail::OtherPly { meant: ply, now };
            return Err(Refusal::new(RefusalCode::StalePly, detail));
        }
        let position = game.position();
        self.check_turn(actor, held, position.to_move)?;
        let placement = position.place(square)?;
        // Moving on is an answer to what the other side has offered; an own offer stands.
        let offer = self.pending_offer();
        let overtaken = offer.filter(|offer| offer.by != placement.color);
        let mut events: Vec<Event> = overtaken
            .map(|offer| Event::OfferEnded { offer: offer.id, reason: OfferEndReason::Overtaken })
            .into_iter()
            .collect();
        events.push(Event::Placed { ply, color: placement.color, square });
        let owed = self.owed_at(&placement.after, ply + 1);
        let ends = owed.iter().any(|event| matches!(event, Event::Ended { .. }));
        if ends && overtaken.is_none() {
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

    fn decide_resign(&self, actor: Actor) -> Result<Vec<Event>, Refusal> {
        let (held, game) = self.seated_in_game(actor)?;
        // One client that plays both sides gives up for the side to move.
        let loser = match self.seats_decided_in(held).colors()[..] {
            [color] => color,
            _ => game.position().to_move,
        };
        Ok(self.lost_by(loser, EndReason::Resignation))
    }

    /// Returns how a game ends that a side loses for another reason than the board.
    fn lost_by(&self, loser: Color, reason: EndReason) -> Vec<Event> {
        let outcome = Outcome::win_of(loser.opponent());
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
        if self.hints == Hints::Forbidden {
            return Err(RefusalCode::HintsForbidden.into());
        }
        self.check_turn(actor, held, game.position().to_move)?;
        Ok(game)
    }

    fn is_host(&self, actor: Actor) -> bool {
        self.host.is_some() && actor.token() == self.host
    }

    /// Returns what time alone does to the room; nothing if it has moved on since.
    pub fn time_out(&self, action: TimeoutAction) -> Vec<Event> {
        match (action, &self.phase) {
            (TimeoutAction::Unseat(color), Phase::Open { seats, .. })
                if seats[color.index()].is_some() =>
            {
                vec![Event::Unseated { color, reason: UnseatedReason::Absent }]
            }
            (TimeoutAction::Abandon(loser), Phase::Playing { .. }) => {
                self.lost_by(loser, EndReason::Abandonment)
            }
            (TimeoutAction::Expire(offer), _) => {
                let pending = self.pending_offer().filter(|pending| pending.id == offer);
                let reason = OfferEndReason::Expired;
                pending.map(|_| Event::OfferEnded { offer, reason }).into_iter().collect()
            }
            (
                TimeoutAction::Close,
                Phase::Open { .. } | Phase::Adjourned { .. } | Phase::Finished { .. },
            ) => self.closed(),
            (TimeoutAction::Close, Phase::Playing { .. }) if self.is_bots_only() => self.closed(),
            (TimeoutAction::Unseat(_) | TimeoutAction::Abandon(_) | TimeoutAction::Close, _) => {
                Vec::new()
            }
        }
    }

    fn closed(&self) -> Vec<Event> {
        let offer = self.end_offer(OfferEndReason::GameEnded);
        offer.into_iter().chain([Event::Closed { reason: ClosedReason::Idle }]).collect()
    }

    /// Tells whether no person holds a seat.
    pub fn is_bots_only(&self) -> bool {
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
