//! The room itself: `decide` reads and answers with events or a refusal, `evolve` applies events.

use std::collections::VecDeque;

use reversi_game::{Color, Game, GameRecord, Outcome, Position, Square, Turn};
use reversi_protocol::{
    ClosedReason, EndReason, GameResult, LegalSquares, Occupant, RoomId, RoomName, RoomSettings,
    SeatChoice, SeatChoices, Start, UnseatedReason, Visibility,
};
use thiserror::Error;

use super::deadline::Ruling;
use super::event::{Cause, Entry, Event, TokenHash};
use super::refusal::{BadStart, Refusal};
use crate::time::Timestamp;

/// Accepted requests that a room remembers, so that one sent again gets the same answer. Chosen:
/// more than two players send in the time that a reconnect takes.
const CAUSES_KEPT: usize = 64;

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
    causes: VecDeque<(Cause, u64)>,
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

/// The journal of a room does not fit together.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("event {seq} of room {room} does not follow from those before it")]
pub struct CorruptLog {
    /// Which room.
    pub room: RoomId,
    /// The number of the event that does not fit.
    pub seq: u64,
}

/// What the creator of a room asks for.
#[derive(Clone, Debug)]
pub struct OpenRequest {
    /// How the room is.
    pub settings: RoomSettings,
    /// Who sits where.
    pub seats: SeatChoices,
    /// The creator.
    pub occupant: Occupant,
    /// What holds the creator's seats.
    pub token: Option<TokenHash>,
    /// The room's name if the settings name none.
    pub default_name: RoomName,
}

/// Returns the first events of a room.
///
/// # Errors
/// [`Refusal::BadStart`] and [`Refusal::TokenMissing`].
pub fn open(request: OpenRequest) -> Result<Vec<Event>, Refusal> {
    let OpenRequest { settings, seats, occupant, token, default_name } = request;
    let game = starting_game(&settings.start).map_err(Refusal::BadStart)?;
    let mut events = vec![Event::Opened {
        name: settings.name.unwrap_or(default_name),
        visibility: settings.visibility,
        legal_squares: settings.legal_squares,
        start: GameRecord::from(&game),
    }];
    for color in Color::BOTH {
        if seats.of(color) == SeatChoice::Me {
            let token = token.ok_or(Refusal::TokenMissing)?;
            events.push(Event::Seated { color, occupant: occupant.clone(), token });
        }
    }
    if events.len() == 3 {
        events.push(Event::Started);
    }
    Ok(events)
}

fn starting_game(start: &Start) -> Result<Game, BadStart> {
    let game = match start {
        Start::Standard { first } => Game::new(Position { to_move: *first, ..Position::START }),
        Start::Transcript { moves } => Game::replay(Position::START, &moves.parse()?)?,
        Start::Board { board, to_move } => Game::new(Position { board: *board, to_move: *to_move }),
    };
    if game.is_over() { Err(BadStart::Over) } else { Ok(game) }
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
        let (1, Event::Opened { name, visibility, legal_squares, start }) =
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
            name: name.clone(),
            visibility: *visibility,
            legal_squares: *legal_squares,
            phase: Phase::Open { seats: [None, None], game },
            causes: VecDeque::new(),
        };
        room.remember(entry);
        Ok(room)
    }

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

impl Phase {
    /// Applies an event; tells whether it fits.
    fn apply(&mut self, event: &Event) -> bool {
        match (&mut *self, event) {
            (Self::Open { seats, .. }, Event::Seated { color, occupant, token }) => {
                let seat = Seat { occupant: occupant.clone(), token: *token };
                seats[color.index()].replace(seat).is_none()
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
                    && game.apply(reversi_game::Action::Place(*square)).is_ok()
            }
            (Self::Playing { game, .. }, Event::Passed { ply, color }) => {
                game.ply() as u32 == *ply
                    && game.position().to_move == *color
                    && game.apply(reversi_game::Action::Pass).is_ok()
            }
            (Self::Playing { seats, game }, Event::Ended { outcome, reason }) => {
                let result = result_of(game, *outcome, *reason);
                let seats = seats.clone().map(Some);
                *self = Self::Finished { seats, game: std::mem::take(game), result };
                true
            }
            (Self::Open { game, .. }, Event::Closed { .. }) => {
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
