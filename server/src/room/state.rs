//! The room itself: what it consists of and what can be asked of it. `decide.rs` says what would
//! happen, `evolve.rs` makes it so.

use std::collections::VecDeque;

use reversi_game::{Color, Game, Square};
use reversi_protocol::{GameResult, LegalSquares, Occupant, RoomId, RoomName, Visibility};

use super::event::{Cause, TokenHash};
use crate::time::Timestamp;

/// Accepted requests that a room remembers, so that one sent again gets the same answer. Chosen:
/// more than two players send in the time that a reconnect takes.
pub(super) const CAUSES_KEPT: usize = 64;

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
    pub(super) phase: Phase,
    pub(super) causes: VecDeque<(Cause, u64)>,
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
    },
    /// The game has ended.
    Finished {
        /// The seats; players may leave.
        seats: [Option<Seat>; 2],
        /// The game.
        game: Game,
        /// How it ended.
        result: GameResult,
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
pub struct Seat {
    /// Who sits there.
    pub occupant: Occupant,
    /// What holds the seat.
    pub token: TokenHash,
}

/// Who gives a command: whoever shows this token, or a spectator without one. The seats follow
/// from it, never from what a message says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Actor {
    /// The hash of the token that was shown.
    pub token: Option<TokenHash>,
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
        /// Who sits down.
        occupant: Occupant,
        /// Whether the actor claims to have been here before.
        returning: bool,
    },
    /// Leave the seats that the actor holds.
    Stand,
    /// Place a disc.
    Place {
        /// The ply it is meant for.
        ply: u32,
        /// Where.
        square: Square,
    },
    /// Give the game up.
    Resign,
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
            | Phase::Finished { game, .. }
            | Phase::Closed { game, .. } => game,
        }
    }

    /// Returns how the game ended.
    pub fn result(&self) -> Option<GameResult> {
        match &self.phase {
            Phase::Open { .. } | Phase::Playing { .. } => None,
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
            Phase::Playing { seats, .. } => Some(&seats[color.index()]),
            Phase::Closed { .. } => None,
        }
    }

    /// Returns the seats that an actor holds.
    pub fn seats_of(&self, actor: Actor) -> Seats {
        let holds = |color| match (self.seat(color), actor.token) {
            (Some(seat), Some(token)) => seat.token == token,
            (None, _) | (_, None) => false,
        };
        Seats([holds(Color::Black), holds(Color::White)])
    }

    /// Returns the last event number of a request that was accepted before.
    pub fn accepted_before(&self, cause: &Cause) -> Option<u64> {
        self.causes.iter().rev().find(|(known, _)| known == cause).map(|&(_, seq)| seq)
    }
}
