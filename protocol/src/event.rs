//! What has happened in a room, and how it changes what a client knows of the room.

use reversi_game::{Action, Color, Position, Square, SquareSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::names::Nick;
use crate::offer::{Offer, OfferEndReason, PendingOffer};
use crate::opening::Opening;
use crate::settings::Hints;
use crate::view::{
    ClosedReason, GameResult, Occupant, Phase, PositionView, Presence, SeatView, Snapshot,
};

/// One numbered event of a room, as a viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RoomEvent {
    /// The room was opened.
    Opened,
    /// Someone took a seat, or a bot and a player took turns in it.
    Seated {
        /// Which seat.
        color: Color,
        /// Who.
        occupant: Occupant,
    },
    /// A seat became free.
    Unseated {
        /// Which seat.
        color: Color,
        /// Why.
        reason: UnseatedReason,
    },
    /// The open seat is kept for whoever was invited.
    Reserved,
    /// The open seat is for everyone again.
    Released,
    /// A game began: the first one, or another one after it.
    Started {
        /// The position before its first action.
        start: Position,
        /// The actions that it begins with: those of a transcript or a saved game.
        actions: Vec<Action>,
        /// How it began, if not from the start alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opening: Option<Opening>,
        /// Where it stands.
        position: PositionView,
    },
    /// A player offers something to the other. The number of this event names the offer.
    Offered(Offer),
    /// An offer is no longer there to be answered.
    OfferEnded {
        /// The number of the event that made it.
        offer: u64,
        /// Why.
        reason: OfferEndReason,
    },
    /// The game went back.
    Undone {
        /// Who decides anew.
        by: Color,
        /// The placements taken back.
        placements: u32,
        /// The position that it went back to; actions from its ply on are no longer there.
        position: PositionView,
    },
    /// What undo took back was made again.
    Redone {
        /// The actions made again.
        actions: Vec<Action>,
        /// The position after them.
        position: PositionView,
    },
    /// The players changed seats.
    SeatsSwapped,
    /// Players may ask for hints from now on.
    HintsAllowed,
    /// The game waits for both players to go on.
    Adjourned {
        /// Where it stands.
        position: PositionView,
    },
    /// An adjourned game goes on.
    Resumed {
        /// Where it stands.
        position: PositionView,
    },
    /// The server was not running, and the clock stood meanwhile.
    ClockHeld {
        /// For how long, in milliseconds.
        held_ms: u64,
        /// Where the game stands.
        position: PositionView,
    },
    /// A disc was placed.
    Placed {
        /// The ply it was placed at.
        ply: u32,
        /// Who placed.
        color: Color,
        /// Where.
        square: Square,
        /// The discs it turned, in scan order.
        flips: SquareSet,
        /// The position after it.
        position: PositionView,
    },
    /// A side without a legal square lost its turn.
    Passed {
        /// The ply of the pass.
        ply: u32,
        /// Who passed.
        color: Color,
        /// The position after it.
        position: PositionView,
    },
    /// The game ended.
    Ended {
        /// Who won and why.
        result: GameResult,
        /// The final position.
        position: PositionView,
    },
    /// A game for the ranking was scored.
    Ranked {
        /// Whose score it is.
        nick: Nick,
        /// The score of this game.
        score: i32,
    },
    /// The room closed.
    Closed {
        /// Why.
        reason: ClosedReason,
    },
    /// Something that this viewer may not see; it keeps its number.
    Withheld,
    /// An event of a later server; a client that cannot draw it asks for a resync.
    #[serde(other)]
    #[schemars(skip)]
    Unknown,
}

impl RoomEvent {
    /// Returns the position after the event, where it changed it.
    pub const fn position(&self) -> Option<&PositionView> {
        match self {
            Self::Started { position, .. }
            | Self::Undone { position, .. }
            | Self::Redone { position, .. }
            | Self::Adjourned { position }
            | Self::Resumed { position }
            | Self::ClockHeld { position, .. }
            | Self::Placed { position, .. }
            | Self::Passed { position, .. }
            | Self::Ended { position, .. } => Some(position),
            Self::Opened
            | Self::Seated { .. }
            | Self::Unseated { .. }
            | Self::Reserved
            | Self::Released
            | Self::Offered(_)
            | Self::OfferEnded { .. }
            | Self::SeatsSwapped
            | Self::HintsAllowed
            | Self::Ranked { .. }
            | Self::Closed { .. }
            | Self::Withheld
            | Self::Unknown => None,
        }
    }
}

/// Why an event cannot be applied to a snapshot, which stays as it was: another one is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ApplyError {
    /// Its number is not the next one.
    #[error("event {seq} does not come after event {last}")]
    Gap {
        /// The number of the last event that the snapshot includes.
        last: u64,
        /// The number of the event.
        seq: u64,
    },
    /// What it tells cannot have happened in that room, or is not known to this version.
    #[error("event {seq} does not follow from what is known of the room")]
    Misfit {
        /// The number of the event.
        seq: u64,
    },
}

impl Snapshot {
    /// Brings a view up by one event, to what a snapshot after it would show. Who is connected
    /// comes by messages of its own; one who sits down is taken to be.
    ///
    /// # Errors
    /// [`ApplyError`]; the view is then unchanged.
    pub fn apply(&mut self, seq: u64, event: &RoomEvent) -> Result<(), ApplyError> {
        if self.seq.checked_add(1) != Some(seq) {
            return Err(ApplyError::Gap { last: self.seq, seq });
        }
        if !self.change(seq, event) {
            return Err(ApplyError::Misfit { seq });
        }
        if let Some(position) = event.position() {
            self.position.clone_from(position);
        }
        self.seq = seq;
        Ok(())
    }

    /// Changes all but number and position; tells whether the event fits.
    fn change(&mut self, seq: u64, event: &RoomEvent) -> bool {
        let plies = self.actions.len();
        let is_at = |ply: u32| ply as usize == plies;
        match event {
            RoomEvent::Opened
            | RoomEvent::Ranked { .. }
            | RoomEvent::ClockHeld { .. }
            | RoomEvent::Withheld => {}
            RoomEvent::Seated { color, occupant } => {
                let (occupant, presence) = (occupant.clone(), Presence::Connected);
                *self.seat_mut(*color) = Some(SeatView { occupant, presence });
            }
            RoomEvent::Unseated { color, .. } => *self.seat_mut(*color) = None,
            RoomEvent::Reserved => self.reserved = true,
            RoomEvent::Released => self.reserved = false,
            RoomEvent::SeatsSwapped => std::mem::swap(&mut self.black, &mut self.white),
            RoomEvent::Started { start, actions, opening, position }
                if position.ply as usize == actions.len() =>
            {
                self.phase = Phase::Playing;
                self.start = *start;
                self.actions.clone_from(actions);
                self.rules.opening = *opening;
                self.result = None;
            }
            RoomEvent::Offered(offer) if self.offer.is_none() => {
                self.offer = Some(PendingOffer { id: seq, offer: offer.clone() });
            }
            RoomEvent::OfferEnded { offer, .. }
                if self.offer.as_ref().is_some_and(|pending| pending.id == *offer) =>
            {
                self.offer = None;
            }
            RoomEvent::Placed { ply, square, .. } if is_at(*ply) => {
                self.actions.push(Action::Place(*square));
            }
            RoomEvent::Passed { ply, .. } if is_at(*ply) => self.actions.push(Action::Pass),
            RoomEvent::Undone { position, .. } if position.ply as usize <= plies => {
                self.actions.truncate(position.ply as usize);
            }
            RoomEvent::Redone { actions, position }
                if position.ply as usize == plies + actions.len() =>
            {
                self.actions.extend(actions);
            }
            RoomEvent::HintsAllowed => self.rules.hints = Hints::Allowed,
            RoomEvent::Adjourned { .. } => self.phase = Phase::Adjourned,
            RoomEvent::Resumed { .. } => self.phase = Phase::Playing,
            RoomEvent::Ended { result, .. } => {
                self.phase = Phase::Finished;
                self.result = Some(*result);
            }
            RoomEvent::Closed { .. } => {
                self.phase = Phase::Closed;
                (self.black, self.white) = (None, None);
                self.position.legal = None;
            }
            RoomEvent::Started { .. }
            | RoomEvent::Offered(_)
            | RoomEvent::OfferEnded { .. }
            | RoomEvent::Placed { .. }
            | RoomEvent::Passed { .. }
            | RoomEvent::Undone { .. }
            | RoomEvent::Redone { .. }
            | RoomEvent::Unknown => return false,
        }
        // An invitation is for the one seat that is open.
        self.reserved &= self.phase == Phase::Open && self.black.is_some() != self.white.is_some();
        true
    }
}

/// Why a seat became free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnseatedReason {
    /// The occupant left the room.
    Left,
    /// The occupant was away for too long before the game began.
    Absent,
    /// The host took the bot out.
    Removed,
    /// A reason of a later server.
    #[serde(other)]
    #[schemars(skip)]
    Unknown,
}
