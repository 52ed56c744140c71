//! What time alone does to a room, so that silence brings every room to an end.

use std::time::Duration;

use reversi_game::Color;
use reversi_protocol::{ClosedReason, EndReason, OfferEndReason, UnseatedReason};

use super::attendance::Attendance;
use super::event::Event;
use super::state::{Phase, Room};
use super::time::Timestamp;

/// How long a room waits for people. Chosen: long enough that a lost line or a restarted machine
/// loses nobody a game, short enough that an opponent is not kept for a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// An absent occupant's seat is kept for this: then it becomes free before the game begins, and
    /// others may let a bot play in it while the game is running.
    pub seat: Duration,
    /// A player who is absent for this long loses, if the opponent is there.
    pub absence: Duration,
    /// A player who does not place for this long loses.
    pub turn: Duration,
    /// A room without a running game closes when nobody has been in it for this long.
    pub empty: Duration,
    /// A room without a running game closes when nothing has happened in it for this long.
    pub idle: Duration,
    /// An adjourned game is given up after this.
    pub adjourned: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        const MINUTE: Duration = Duration::from_mins(1);
        Self {
            seat: 2 * MINUTE,
            absence: 60 * MINUTE,
            turn: 7 * 24 * 60 * MINUTE,
            empty: 10 * MINUTE,
            idle: 24 * 60 * MINUTE,
            adjourned: 30 * 24 * 60 * MINUTE,
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
    /// The offer with this number dies.
    Expire(u64),
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
                let unseat = Color::BOTH.into_iter().filter_map(|color| {
                    seats[color.index()].as_ref()?;
                    let at = attendance.absent_since(color)?.after(timeouts.seat);
                    Some(Self { at, action: TimeoutAction::Unseat(color) })
                });
                unseat.chain(Self::closing(room, attendance, timeouts)).min_by_key(|d| d.at)
            }
            Phase::Adjourned { .. } => Some(Self {
                at: room.changed_at.after(timeouts.adjourned),
                action: TimeoutAction::Close,
            }),
            Phase::Playing { game, .. } => {
                let mover = game.position().to_move;
                let turn = Self {
                    at: room.changed_at.after(timeouts.turn),
                    action: TimeoutAction::Abandon(mover),
                };
                // Bots play for people: where nobody is left, nothing is lost by stopping.
                let forsaken =
                    room.is_bots_only().then(|| attendance.empty_since()).flatten().map(|since| {
                        Self { at: since.after(timeouts.empty), action: TimeoutAction::Close }
                    });
                let absence = Color::BOTH.into_iter().filter_map(|color| {
                    let since = attendance.absent_since(color)?;
                    let at = since.after(timeouts.absence);
                    let is_opponent_there = attendance.absent_since(color.opponent()).is_none();
                    is_opponent_there.then_some(Self { at, action: TimeoutAction::Abandon(color) })
                });
                absence
                    .chain([turn])
                    .chain(forsaken)
                    .chain(Self::expiry(room))
                    .min_by_key(|deadline| deadline.at)
            }
            Phase::Finished { .. } => {
                let closing = Self::closing(room, attendance, timeouts);
                closing.chain(Self::expiry(room)).min_by_key(|deadline| deadline.at)
            }
            Phase::Closed { .. } => None,
        }
    }

    fn expiry(room: &Room) -> Option<Self> {
        let pending = room.pending_offer()?;
        let action = TimeoutAction::Expire(pending.id);
        Some(Self { at: pending.offer.expires_at, action })
    }

    fn closing(
        room: &Room,
        attendance: &Attendance,
        timeouts: &Timeouts,
    ) -> impl Iterator<Item = Self> {
        let empty = attendance.empty_since().map(|since| since.after(timeouts.empty));
        let idle = room.changed_at.after(timeouts.idle);
        empty.into_iter().chain([idle]).map(|at| Self { at, action: TimeoutAction::Close })
    }
}

impl Room {
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
}
