//! What time alone does to a room, so that silence brings every room to an end.

use std::time::Duration;

use reversi_game::{Color, Outcome};
use reversi_protocol::{ClosedReason, EndReason, OfferEndReason, UnseatedReason};

use super::attendance::Attendance;
use super::event::Event;
use super::seats::Seat;
use super::state::{Phase, Room};
use super::time::Timestamp;

/// How long a room waits for people. Chosen: long enough that a lost line or a restarted machine
/// loses nobody a game, short enough that an opponent is not kept for a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// An absent occupant's seat is kept for this: then it becomes free before the game begins, and
    /// others may let a bot play in it while the game is running.
    pub seat: Duration,
    /// Before the game begins the seat of somebody who has invited is kept for this, and the room with it: to
    /// send an invitation on a phone is to leave the page.
    pub invitation: Duration,
    /// A player who is away for this long, and whose turn it is, loses to a person who is there. A game
    /// that nobody else plays in is adjourned.
    pub absence: Duration,
    /// A player who does not place for this long loses to a person, in a game without a clock.
    pub turn: Duration,
    /// A room without a running game closes when nobody has been in it for this long.
    pub empty: Duration,
    /// A room without a running game closes when nothing has happened in it for this long.
    pub idle: Duration,
    /// An adjourned game is given up after this.
    pub adjourned: Duration,
    /// One in which nobody has placed, and nobody but one person ever sat, is given up after this.
    pub untouched: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        const MINUTE: Duration = Duration::from_mins(1);
        Self {
            seat: 2 * MINUTE,
            invitation: 30 * MINUTE,
            absence: 60 * MINUTE,
            turn: 7 * 24 * 60 * MINUTE,
            empty: 10 * MINUTE,
            idle: 24 * 60 * MINUTE,
            adjourned: 30 * 24 * 60 * MINUTE,
            untouched: 3 * 60 * MINUTE,
        }
    }
}

/// What time alone does to a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeoutAction {
    /// An absent occupant's seat becomes free.
    Unseat(Color),
    /// This player has abandoned the game.
    Abandon(Color),
    /// This side's time is up.
    Flag(Color),
    /// The server was not running, and that is told.
    HoldClock,
    /// The offer with this number dies.
    Expire(u64),
    /// The game waits until someone goes on with it.
    Adjourn,
    /// The room closes.
    Close,
}

/// The next instant at which time alone changes a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline {
    /// When.
    pub at: Timestamp,
    /// What happens then.
    pub action: TimeoutAction,
}

impl Deadline {
    /// Returns the next deadline of a room; a closed one has none.
    pub fn next(room: &Room, attendance: &Attendance, timeouts: &Timeouts) -> Option<Self> {
        match room.phase() {
            Phase::Open { seats, .. } => {
                let limit = Self::unless_invited(room, timeouts.seat, timeouts);
                let unseat = Color::BOTH.into_iter().filter_map(|color| {
                    seats[color.index()].as_ref()?;
                    let at = attendance.absent_since(color)?.after(limit);
                    Some(Self { at, action: TimeoutAction::Unseat(color) })
                });
                unseat.chain(Self::closing(room, attendance, timeouts)).min_by_key(|d| d.at)
            }
            Phase::Adjourned { .. } => {
                let is_untouched = room.is_lone() && room.is_unplayed();
                let limit = if is_untouched { timeouts.untouched } else { timeouts.adjourned };
                Some(Self { at: room.changed_at.after(limit), action: TimeoutAction::Close })
            }
            Phase::Playing { .. } => {
                if let Some(at) = room.stopped_at {
                    return Some(Self { at, action: TimeoutAction::HoldClock });
                }
                let playing = Self::playing(room, attendance, timeouts);
                playing.chain(Self::expiry(room)).min_by_key(|deadline| deadline.at)
            }
            Phase::Finished { .. } => {
                let closing = Self::closing(room, attendance, timeouts);
                closing.chain(Self::expiry(room)).min_by_key(|deadline| deadline.at)
            }
            Phase::Closed { .. } => None,
        }
    }

    /// Returns what time does to a running game. A clock ends it, whoever plays. Between two people a player
    /// loses by not moving, and sooner by being away while it is that player's turn and the other one is
    /// there. Elsewhere nobody waits, and the game stands still until someone goes on with it. By
    /// correspondence nobody has to be there.
    fn playing(
        room: &Room,
        attendance: &Attendance,
        timeouts: &Timeouts,
    ) -> impl Iterator<Item = Self> {
        let mover = room.game().position().to_move;
        let ends_at = room.clocks.as_ref().and_then(|clocks| clocks.ends_at(mover));
        let flag = ends_at.map(|at| Self { at, action: TimeoutAction::Flag(mover) });
        let turn = flag.is_none().then(|| room.turn_since.after(timeouts.turn));
        let (absence, action) = if room.is_correspondence() {
            (None, TimeoutAction::Adjourn)
        } else if room.is_between_people() {
            let loss = Self::loss_by_absence(room, attendance, timeouts);
            (loss.map(|(_, at)| at), TimeoutAction::Abandon(mover))
        } else if room.is_bots_only() {
            let since = attendance.empty_since();
            (since.map(|since| since.after(timeouts.empty)), TimeoutAction::Close)
        } else {
            let is_person = |color: &Color| matches!(room.seat(*color), Some(Seat::Human(_)));
            let since = match Color::BOTH.into_iter().find(is_person) {
                Some(color) => attendance.absent_since(color),
                None => attendance.empty_since(),
            };
            (since.map(|since| since.after(timeouts.absence)), TimeoutAction::Adjourn)
        };
        absence.into_iter().chain(turn).map(move |at| Self { at, action }).chain(flag)
    }

    /// Returns who loses a running game by being away, and when: the player whose turn it is, to a person
    /// who is there. It counts from when both came together.
    pub fn loss_by_absence(
        room: &Room,
        attendance: &Attendance,
        timeouts: &Timeouts,
    ) -> Option<(Color, Timestamp)> {
        let (absent, since) = Self::absent_on_turn(room, attendance)?;
        Some((absent, since.after(timeouts.absence)))
    }

    /// Returns from when the other player may claim the game of one who is away.
    pub fn claim(room: &Room, attendance: &Attendance, timeouts: &Timeouts) -> Option<Timestamp> {
        let (_, since) = Self::absent_on_turn(room, attendance)?;
        Some(since.after(timeouts.seat))
    }

    /// Returns who is awaited by a person who is there, and since when.
    fn absent_on_turn(room: &Room, attendance: &Attendance) -> Option<(Color, Timestamp)> {
        let is_counted = room.is_between_people() && !room.is_correspondence();
        let mover = room.mover().filter(|_| is_counted)?;
        let is_other_there = attendance.absent_since(mover.opponent()).is_none();
        let since = attendance.absent_since(mover).filter(|_| is_other_there)?;
        Some((mover, since.max(room.turn_since)))
    }

    fn expiry(room: &Room) -> Option<Self> {
        let pending = room.pending_offer()?;
        let action = TimeoutAction::Expire(pending.id);
        Some(Self { at: pending.offer.expires_at, action })
    }

    /// Returns a limit, or a longer one while an invitation waits for somebody.
    fn unless_invited(room: &Room, limit: Duration, timeouts: &Timeouts) -> Duration {
        if room.invitation().is_some() { limit.max(timeouts.invitation) } else { limit }
    }

    fn closing(
        room: &Room,
        attendance: &Attendance,
        timeouts: &Timeouts,
    ) -> impl Iterator<Item = Self> {
        let limit = Self::unless_invited(room, timeouts.empty, timeouts);
        let empty = attendance.empty_since().map(|since| since.after(limit));
        let idle = room.changed_at.after(timeouts.idle);
        empty.into_iter().chain([idle]).map(|at| Self { at, action: TimeoutAction::Close })
    }
}

impl Room {
    /// Returns what time alone does to the room; nothing if it has moved on since.
    pub fn time_out(&self, action: TimeoutAction, now: Timestamp) -> Vec<Event> {
        match (action, &self.phase) {
            (TimeoutAction::Unseat(color), Phase::Open { seats, .. })
                if seats[color.index()].is_some() =>
            {
                vec![Event::Unseated { color, reason: UnseatedReason::Absent }]
            }
            (TimeoutAction::Abandon(loser), Phase::Playing { .. }) => {
                self.lost_by(loser, EndReason::Abandonment)
            }
            (TimeoutAction::Flag(side), Phase::Playing { .. }) => self.flagged(side),
            (TimeoutAction::HoldClock, Phase::Playing { .. }) => {
                let held = self.stopped_at.zip(self.clocks.as_ref());
                let held = held.map(|(stopped_at, clocks)| clocks.held(stopped_at, now));
                let held = held.map(|(spent_ms, held_ms)| Event::ClockHeld { spent_ms, held_ms });
                held.into_iter().collect()
            }
            (TimeoutAction::Adjourn, Phase::Playing { .. }) => {
                let offer = self.end_offer(OfferEndReason::GameEnded);
                offer.into_iter().chain([Event::Adjourned]).collect()
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
            (TimeoutAction::Close, Phase::Playing { .. })
                if self.is_bots_only() || self.is_lone() =>
            {
                self.closed()
            }
            (
                TimeoutAction::Unseat(_)
                | TimeoutAction::Abandon(_)
                | TimeoutAction::Flag(_)
                | TimeoutAction::HoldClock
                | TimeoutAction::Adjourn
                | TimeoutAction::Close,
                _,
            ) => Vec::new(),
        }
    }

    /// Returns how a game ends in which a side's time is up: it has lost, or the game is called off where the
    /// side had not begun.
    fn flagged(&self, side: Color) -> Vec<Event> {
        match &self.clocks {
            Some(clocks) if clocks.is_first(side) => {
                self.ended(Outcome::Draw, EndReason::CalledOff)
            }
            Some(_) => self.lost_by(side, EndReason::Time),
            None => Vec::new(),
        }
    }

    fn closed(&self) -> Vec<Event> {
        let offer = self.end_offer(OfferEndReason::GameEnded);
        offer.into_iter().chain([Event::Closed { reason: ClosedReason::Idle }]).collect()
    }
}
