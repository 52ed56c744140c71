//! The room itself: what it consists of and what can be asked of it. `command.rs` leads to what
//! would happen, `evolve.rs` makes it so.

use std::collections::VecDeque;
use std::time::Duration;

use reversi_game::{Color, Game, GameRecord};
use reversi_protocol::{
    BotName, ChatRule, Clock, GameResult, Occupant, Opening, RoomId, RoomName, RoomRules,
    TimeControl, Visibility,
};

use super::clocks::{Clocks, TimeLeft};
use super::competition::Competition;
use super::done::DoneRequests;
use super::event::{Entry, RequestKey};
use super::offer::{Offers, PendingOffer};
use super::seats::{Actor, Seat, Seats};
use super::secret::SecretHash;
use super::time::Timestamp;

/// Accepted requests that a room remembers, so that one sent again gets the same answer. Chosen:
/// more than two players send in the time that a reconnect takes.
const REQUESTS_KEPT: usize = 64;

/// A room: one game, its seats, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    pub(super) id: RoomId,
    pub(super) seq: u64,
    pub(super) opened_at: Timestamp,
    pub(super) changed_at: Timestamp,
    /// Since when it is the turn of the side to move.
    pub(super) turn_since: Timestamp,
    /// The clocks of the game, once one has begun in which time is counted.
    pub(super) clocks: Option<Clocks>,
    /// How the clocks stand when the first game begins, if they are not full.
    pub(super) kept_clocks: Option<[Clock; 2]>,
    /// When the server is known to have stopped, where its standstill is not told yet.
    pub(super) stopped_at: Option<Timestamp>,
    pub(super) name: RoomName,
    pub(super) rules: RoomRules,
    /// How the game at hand began; one that was loaded does not begin as the room's own do.
    pub(super) opening: Option<Opening>,
    pub(super) start: GameRecord,
    pub(super) think_ms_min: u32,
    pub(super) host: Option<SecretHash>,
    pub(super) competition: Option<Competition>,
    pub(super) people: People,
    pub(super) phase: Phase,
    pub(super) requests: DoneRequests<u64, REQUESTS_KEPT>,
    /// What spectators know, where they are told late.
    pub(super) delayed: Option<Box<Delayed>>,
}

/// A room as its spectators know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Delayed {
    pub(super) room: Room,
    /// What they are not told yet, each with the discs that lay after it.
    pub(super) held: VecDeque<(Entry, u32)>,
}

/// Who has ever sat in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum People {
    Nobody,
    One(SecretHash),
    Several,
}

impl People {
    pub(super) fn add(&mut self, token: SecretHash) {
        *self = match self {
            Self::Nobody => Self::One(token),
            Self::One(before) if *before == token => return,
            Self::One(_) | Self::Several => Self::Several,
        };
    }
}

/// Where a room stands, with exactly what exists there. Seats are indexed by [`Color::index`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Seats are being filled.
    Open {
        /// The seats.
        seats: [Option<Seat>; 2],
        /// The game as it will start.
        game: Game,
        /// What the one open seat is kept for.
        invitation: Option<SecretHash>,
    },
    /// A game is running.
    Playing {
        /// The seats, both taken.
        seats: [Seat; 2],
        /// The game.
        game: Game,
        /// What the players offer each other.
        offers: Offers,
    },
    /// The game waits for both players to go on.
    Adjourned {
        /// The seats, both taken.
        seats: [Seat; 2],
        /// The game.
        game: Game,
    },
    /// The game has ended.
    Finished {
        /// The seats; players may leave.
        seats: [Option<Seat>; 2],
        /// Who played to the end.
        players: [Occupant; 2],
        /// The game.
        game: Game,
        /// How it ended.
        result: GameResult,
        /// What the players offer each other.
        offers: Offers,
    },
    /// Nothing is accepted.
    Closed {
        /// The last game.
        game: Game,
        /// How it ended, if it did.
        result: Option<GameResult>,
    },
}

impl Room {
    /// Takes note that the server was not running from `stopped_at`, the last instant at which it is known
    /// to have run, until `now`: time in which nobody could play counts against nobody.
    pub fn resume(&mut self, stopped_at: Timestamp, now: Timestamp) {
        let runs = self.clocks.as_ref().is_some_and(|clocks| clocks.runs_since_before(now));
        self.stopped_at = runs.then_some(stopped_at);
        self.changed_at = self.changed_at.max(now);
        self.turn_since = self.turn_since.max(now);
    }

    /// Returns the room's identifier.
    pub const fn id(&self) -> &RoomId {
        &self.id
    }

    /// Returns the number of the last event.
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// Returns what holds for the game at hand.
    pub fn rules_of_game(&self) -> RoomRules {
        RoomRules { opening: self.opening, ..self.rules }
    }

    /// Tells whether the room is in the list of rooms.
    pub fn is_listed(&self) -> bool {
        self.rules.visibility == Visibility::Listed
    }

    /// Returns what may be said in the room.
    pub const fn chat_rule(&self) -> ChatRule {
        self.rules.chat
    }

    /// Tells whether there is a game that is not over.
    pub const fn is_running(&self) -> bool {
        matches!(self.phase, Phase::Playing { .. } | Phase::Adjourned { .. })
    }

    /// Returns where the room stands.
    pub const fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Returns the game: as it will start, is, or ended.
    pub const fn game(&self) -> &Game {
        match &self.phase {
            Phase::Open { game, .. }
            | Phase::Playing { game, .. }
            | Phase::Adjourned { game, .. }
            | Phase::Finished { game, .. }
            | Phase::Closed { game, .. } => game,
        }
    }

    /// Returns how the game ended.
    pub fn result(&self) -> Option<GameResult> {
        match &self.phase {
            Phase::Open { .. } | Phase::Playing { .. } | Phase::Adjourned { .. } => None,
            Phase::Finished { result, .. } => Some(*result),
            Phase::Closed { result, .. } => *result,
        }
    }

    /// Returns who sits in a seat.
    pub const fn seat(&self, color: Color) -> Option<&Seat> {
        match &self.phase {
            Phase::Open { seats, .. } | Phase::Finished { seats, .. } => {
                seats[color.index()].as_ref()
            }
            Phase::Playing { seats, .. } | Phase::Adjourned { seats, .. } => {
                Some(&seats[color.index()])
            }
            Phase::Closed { .. } => None,
        }
    }

    /// Returns what the open seat is kept for.
    pub const fn invitation(&self) -> Option<SecretHash> {
        match self.phase {
            Phase::Open { invitation, .. } => invitation,
            Phase::Playing { .. }
            | Phase::Adjourned { .. }
            | Phase::Finished { .. }
            | Phase::Closed { .. } => None,
        }
    }

    /// Returns the seats that an actor holds.
    pub fn seats_of(&self, actor: Actor) -> Seats {
        let holds = |color| {
            let Some(seat) = self.seat(color) else { return false };
            match actor {
                Actor::Visitor(Some(token)) => {
                    seat.holder().is_some_and(|holder| holder.token == token)
                }
                Actor::Visitor(None) => false,
                Actor::Bot(own) => own == color && seat.bot().is_some(),
            }
        };
        Seats([holds(Color::Black), holds(Color::White)])
    }

    /// Returns those of an actor's seats in which no bot plays for it; all of them where bots play
    /// in every one.
    pub(super) fn seats_decided_in(&self, held: Seats) -> Seats {
        let is_own =
            |color| held.has(color) && self.seat(color).is_some_and(|it| it.bot().is_none());
        let own = Seats([is_own(Color::Black), is_own(Color::White)]);
        if own.is_none() { held } else { own }
    }

    /// Returns the bot that has to place, with its colour.
    pub fn bot_to_move(&self) -> Option<(Color, &BotName)> {
        let Phase::Playing { seats, game, .. } = &self.phase else { return None };
        let mover = game.position().to_move;
        seats[mover.index()].bot().map(|bot| (mover, bot))
    }

    /// Returns what the side to move has on its clock; nothing where none runs.
    pub fn time_left(&self, now: Timestamp) -> Option<TimeLeft> {
        let mover = self.mover()?;
        Some(self.clocks.as_ref()?.time_left(mover, now))
    }

    /// Returns the least time that a bot takes for a move.
    pub const fn think_time_min(&self) -> Duration {
        Duration::from_millis(self.think_ms_min as u64)
    }

    /// Returns what the players offer each other, where they can.
    pub(super) const fn offers(&self) -> Option<&Offers> {
        match &self.phase {
            Phase::Playing { offers, .. } | Phase::Finished { offers, .. } => Some(offers),
            Phase::Open { .. } | Phase::Adjourned { .. } | Phase::Closed { .. } => None,
        }
    }

    /// Returns the offer that waits for an answer.
    pub fn pending_offer(&self) -> Option<&PendingOffer> {
        self.offers()?.pending.as_ref()
    }

    /// Returns the last event number of a request that was accepted before.
    pub fn accepted_before(&self, key: &RequestKey) -> Option<u64> {
        self.requests.answer(key).copied()
    }

    /// Returns the side to move in a running game.
    pub(super) fn mover(&self) -> Option<Color> {
        matches!(self.phase, Phase::Playing { .. }).then(|| self.game().position().to_move)
    }

    /// Tells whether two people play against each other, and no bot for one of them.
    pub(super) fn is_between_people(&self) -> bool {
        match Color::BOTH.map(|color| self.seat(color)) {
            [Some(Seat::Human(black)), Some(Seat::Human(white))] => black.token != white.token,
            _ => false,
        }
    }

    /// Tells whether nobody has to stay for the game.
    pub(super) const fn is_correspondence(&self) -> bool {
        matches!(self.rules.time, TimeControl::Correspondence { .. })
    }

    /// Tells whether nobody ever sat here but one person.
    pub const fn is_lone(&self) -> bool {
        matches!(self.people, People::Nobody | People::One(_))
    }

    /// Tells whether the game stands where it started.
    pub(super) fn is_unplayed(&self) -> bool {
        self.game().ply() <= self.start.actions.len()
    }

    /// Tells whether no person holds a seat.
    pub fn is_bots_only(&self) -> bool {
        Color::BOTH
            .into_iter()
            .all(|color| self.seat(color).is_some_and(|it| it.holder().is_none()))
    }
}
