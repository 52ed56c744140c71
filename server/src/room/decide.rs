//! What a command or the clock would do to a room. Everything here only reads.

use reversi_game::{Color, Game, Outcome, Position, Square, Turn};
use reversi_protocol::{ClosedReason, EndReason, Occupant, UnseatedReason};

use super::deadline::Ruling;
use super::event::Event;
use super::refusal::Refusal;
use super::state::{Actor, Command, Phase, Room, SeatPick, Seats};

impl Room {
    /// Answers a command with what would happen, and changes nothing. An empty answer means that
    /// the room is already as the actor wants it.
    ///
    /// # Errors
    /// [`Refusal`] says why the command is declined.
    pub fn decide(&self, actor: Actor, command: &Command) -> Result<Vec<Event>, Refusal> {
        match command {
            Command::Sit { pick, occupant, returning } => {
                self.decide_sit(actor, *pick, occupant).map_err(|refusal| {
                    let is_taken = matches!(refusal, Refusal::RoomFull | Refusal::SeatTaken);
                    if *returning && is_taken { Refusal::WrongToken } else { refusal }
                })
            }
            Command::Stand => Ok(self.decide_stand(actor)),
            Command::Place { ply, square } => self.decide_place(actor, *ply, *square),
            Command::Resign => self.decide_resign(actor),
        }
    }

    fn decide_sit(
        &self,
        actor: Actor,
        pick: SeatPick,
        occupant: &Occupant,
    ) -> Result<Vec<Event>, Refusal> {
        let token = actor.token.ok_or(Refusal::TokenMissing)?;
        let held = self.seats_of(actor);
        let is_back = match pick {
            SeatPick::Any => !held.is_none(),
            SeatPick::Color(color) => held.has(color),
        };
        if is_back {
            return Ok(Vec::new());
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
        let mut events = vec![Event::Seated { color, occupant: occupant.clone(), token }];
        if !is_free(color.opponent()) {
            events.push(Event::Started);
        }
        Ok(events)
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

    fn decide_place(&self, actor: Actor, ply: u32, square: Square) -> Result<Vec<Event>, Refusal> {
        let (held, game) = self.seated_in_game(actor)?;
        let now = game.ply() as u32;
        if ply != now {
            return Err(Refusal::StalePly { meant: ply, now });
        }
        let position = game.position();
        if !held.has(position.to_move) {
            return Err(Refusal::NotYourTurn);
        }
        let placement = position.place(square).map_err(Refusal::Placement)?;
        let mut events = vec![Event::Placed { ply, color: placement.color, square }];
        events.extend(owed(&placement.after, ply + 1));
        Ok(events)
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
            (Ruling::Unseat(_) | Ruling::Abandon(_) | Ruling::Close, _) => Vec::new(),
        }
    }

    /// Returns what the rules demand of a room as it was read from the journal: a start, a pass
    /// or an end that is not recorded. Empty for every room that this program wrote.
    pub fn owed(&self) -> Vec<Event> {
        match &self.phase {
            Phase::Open { seats: [Some(_), Some(_)], .. } => vec![Event::Started],
            Phase::Playing { game, .. } => {
                owed(&game.position(), game.ply() as u32).into_iter().collect()
            }
            Phase::Open { .. } | Phase::Finished { .. } | Phase::Closed { .. } => Vec::new(),
        }
    }
}

/// Returns the event that the rules demand at a position: a forced pass or the end.
fn owed(position: &Position, ply: u32) -> Option<Event> {
    match position.turn() {
        Turn::Place => None,
        Turn::Pass => Some(Event::Passed { ply, color: position.to_move }),
        Turn::Over => Some(Event::Ended {
            outcome: position.counts().outcome(),
            reason: EndReason::NoMovesLeft,
        }),
    }
}
