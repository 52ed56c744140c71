//! The room itself: what it consists of and what can be asked of it. `decide.rs` says what would
//! happen, `evolve.rs` makes it so.

use std::collections::VecDeque;
use std::time::Duration;

use reversi_game::{Color, Game, GameRecord, Square};
use reversi_protocol::{
    BotName, GameResult, Hints, LegalSquares, Occupant, OfferAnswer, PlayerName, Presence, RoomId,
    RoomName, UndoPolicy, Visibility,
};

use super::competition::Competition;
use super::event::{RequestKey, SecretHash};
use super::offers::{Talk, Wish};
use super::time::Timestamp;

/// Accepted requests that a room remembers, so that one sent again gets the same answer. Chosen:
/// more than two players send in the time that a reconnect takes.
pub(super) const REQUESTS_KEPT: usize = 64;

/// A room: one game, its seats, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    pub(super) id: RoomId,
    pub(super) seq: u64,
    pub(super) opened_at: Timestamp,
    pub(super) changed_at: Timestamp,
    pub(super) name: RoomName,
    pub(super) visibility: Visibility,
    pub(super) legal_squares: LegalSquares,
    pub(super) hints: Hints,
    pub(super) undo: UndoPolicy,
    pub(super) start: GameRecord,
    pub(super) think_ms_min: u32,
    pub(super) host: Option<SecretHash>,
    pub(super) competition: Option<Competition>,
    pub(super) phase: Phase,
    pub(super) requests: VecDeque<(RequestKey, u64)>,
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
    },
    /// A game is running.
    Playing {
        /// The seats, both taken.
        seats: [Seat; 2],
        /// The game.
        game: Game,
        /// What is on the table between the players.
        talk: Talk,
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
        /// What is on the table between the players.
        talk: Talk,
    },
    /// Nothing is accepted.
    Closed {
        /// The last game.
        game: Game,
        /// How it ended, if it did.
        result: Option<GameResult>,
    },
}

/// An occupied seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person sits and plays.
    Human(Holder),
    /// A bot sits and plays.
    Bot(BotName),
    /// A bot plays for the person who holds the seat.
    StandIn {
        /// Which kind of bot.
        bot: BotName,
        /// Who holds the seat.
        holder: Holder,
    },
}

/// A person who holds a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The name that the person gave.
    pub name: PlayerName,
    /// What holds the seat.
    pub token: SecretHash,
    /// Which player it is, for the list of own games.
    pub player: Option<SecretHash>,
}

impl Seat {
    /// Returns the person who holds the seat.
    pub const fn holder(&self) -> Option<&Holder> {
        match self {
            Self::Human(holder) | Self::StandIn { holder, .. } => Some(holder),
            Self::Bot(_) => None,
        }
    }

    /// Returns the bot that plays there.
    pub const fn bot(&self) -> Option<&BotName> {
        match self {
            Self::Bot(bot) | Self::StandIn { bot, .. } => Some(bot),
            Self::Human(_) => None,
        }
    }

    /// Returns who is shown to sit there.
    pub fn occupant(&self) -> Occupant {
        match self {
            Self::Human(holder) => Occupant::Human { name: holder.name.clone() },
            Self::Bot(bot) => Occupant::Bot { bot: bot.clone(), stands_in_for: None },
            Self::StandIn { bot, holder } => {
                Occupant::Bot { bot: bot.clone(), stands_in_for: Some(holder.name.clone()) }
            }
        }
    }
}

/// Who gives a command. The seats follow from it, never from what a message says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Whoever shows this token, or a spectator without one.
    Visitor(Option<SecretHash>),
    /// The bot that plays in this seat.
    Bot(Color),
}

impl Actor {
    /// Someone without a token.
    pub const SPECTATOR: Self = Self::Visitor(None);

    /// Returns the hash of the token that was shown.
    pub const fn token(self) -> Option<SecretHash> {
        match self {
            Self::Visitor(token) => token,
            Self::Bot(_) => None,
        }
    }
}

/// Which seat someone wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatPick {
    /// The first open one, Black's first.
    Any,
    /// This one.
    Color(Color),
}

/// Something asked of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Take a seat, or come back to it.
    Sit {
        /// Which seat.
        pick: SeatPick,
        /// The name that the actor goes by.
        name: PlayerName,
        /// Which player it is, for the list of own games.
        player: Option<SecretHash>,
        /// Whether the actor claims to have been here before.
        returning: bool,
    },
    /// Leave the seats that the actor holds.
    Stand,
    /// Seat a bot.
    SeatBot {
        /// Which seat.
        color: Color,
        /// Which kind of bot.
        bot: BotName,
        /// Until when the seat is kept for the person who holds it and is away; nothing while that
        /// person is connected.
        kept_until: Option<Timestamp>,
    },
    /// Take a bot out of a seat.
    FreeSeat {
        /// Which seat.
        color: Color,
    },
    /// Place a disc.
    Place {
        /// The ply it is meant for.
        ply: u32,
        /// Where.
        square: Square,
    },
    /// Give the game up.
    Resign,
    /// Offer something, or do it where nobody has to be asked.
    Offer(Wish),
    /// Answer an offer.
    Answer {
        /// The number of the event that made it.
        offer: u64,
        /// What to.
        answer: OfferAnswer,
    },
    /// Take the own offer back.
    Withdraw {
        /// The number of the event that made it.
        offer: u64,
    },
    /// Make again what undo took back.
    Redo,
    /// Go on with an adjourned game.
    Resume {
        /// Whether the players are connected.
        presence: [Presence; 2],
    },
}

/// The seats that an actor holds, indexed by [`Color::index`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seats([bool; 2]);

impl Seats {
    /// Tells whether the seat is held.
    pub const fn has(self, color: Color) -> bool {
        self.0[color.index()]
    }

    /// Tells whether no seat is held.
    pub const fn is_none(self) -> bool {
        !self.0[0] && !self.0[1]
    }

    /// Returns the colours held, Black first.
    pub fn colors(self) -> Vec<Color> {
        Color::BOTH.into_iter().filter(|&color| self.has(color)).collect()
    }
}

impl Room {
    /// Takes note that the server was not running until `now`: time in which nobody could play
    /// counts against nobody.
    pub const fn resume(&mut self, now: Timestamp) {
        self.changed_at = now;
    }

    /// Returns the room's identifier.
    pub const fn id(&self) -> &RoomId {
        &self.id
    }

    /// Returns the number of the last event.
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// Tells whether the room is in the list of rooms.
    pub fn is_listed(&self) -> bool {
        self.visibility == Visibility::Listed
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

    /// Returns the least time that a bot takes for a move.
    pub const fn think_time_min(&self) -> Duration {
        Duration::from_millis(self.think_ms_min as u64)
    }

    /// Returns the last event number of a request that was accepted before.
    pub fn accepted_before(&self, key: &RequestKey) -> Option<u64> {
        self.requests.iter().rev().find(|(known, _)| known == key).map(|&(_, seq)| seq)
    }
}
