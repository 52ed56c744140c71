//! One room as the client knows it.

use reversi_game::{Action, Color, Position, Turn};
use reversi_protocol::{
    Hints, Occupant, OfferView, Phase, PositionView, Presence, RoleWish, RoomEvent, SeatToken,
    SeatView, Snapshot,
};

/// A room that the client is in, or comes back to.
#[derive(Clone, Debug)]
pub struct Room {
    seats: Vec<Color>,
    token: Option<SeatToken>,
    view: Option<Snapshot>,
    /// The number of the last event that is known to have happened.
    seq_known: u64,
    sync: Sync,
}

/// How the view keeps up with the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sync {
    /// By events.
    Following,
    /// It cannot; a snapshot is on its way.
    AwaitingSnapshot,
}

/// What became of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Applied {
    /// The view includes it.
    Done,
    /// The view included it before, or a snapshot on its way will.
    Superfluous,
    /// It does not follow from the view: a snapshot is needed.
    Unfit,
}

impl Room {
    /// Makes a room of which only a seat in it is known.
    pub(super) const fn entered() -> Self {
        Self {
            seats: Vec::new(),
            token: None,
            view: None,
            seq_known: 0,
            sync: Sync::AwaitingSnapshot,
        }
    }

    /// Returns the seats that the client holds.
    pub fn seats(&self) -> &[Color] {
        &self.seats
    }

    /// Returns the state of the room; nothing until its first snapshot has come.
    pub const fn view(&self) -> Option<&Snapshot> {
        self.view.as_ref()
    }

    /// Tells whether the client has to place.
    pub fn is_your_turn(&self) -> bool {
        self.view.as_ref().is_some_and(|view| {
            view.phase == Phase::Playing
                && to_place(&view.position)
                    .is_some_and(|color| self.seats.contains(&color) && !is_bots(view, color))
        })
    }

    /// Tells whether a bot plays in one of the client's seats.
    pub fn has_stand_in(&self) -> bool {
        let view = self.view.as_ref();
        view.is_some_and(|view| self.seats.iter().any(|&color| is_bots(view, color)))
    }

    /// Returns the offer that waits for the client's answer.
    pub fn offer_to_answer(&self) -> Option<&OfferView> {
        self.offer().filter(|offer| self.seats.contains(&offer.by.opponent()))
    }

    /// Returns the client's own offer that waits for an answer.
    pub fn own_offer(&self) -> Option<&OfferView> {
        self.offer().filter(|offer| self.seats.contains(&offer.by))
    }

    fn offer(&self) -> Option<&OfferView> {
        self.view.as_ref().and_then(|view| view.offer.as_ref())
    }

    /// Tells whether nothing more happens in the room.
    pub fn is_closed(&self) -> bool {
        self.view.as_ref().is_some_and(|view| view.phase == Phase::Closed)
    }

    /// Tells whether the view includes every event that is known to have happened.
    pub fn is_caught_up(&self) -> bool {
        self.sync == Sync::Following
            && self.view.as_ref().is_some_and(|view| view.seq >= self.seq_known)
    }

    /// Returns the number of the last event that the view includes.
    pub(super) fn seen(&self) -> Option<u64> {
        self.view.as_ref().map(|view| view.seq)
    }

    /// Returns as what to come back. Coming back to a seat takes it from the bot that plays there,
    /// so seats that were handed to bots are not asked for.
    pub(super) fn role(&self) -> (RoleWish, Option<SeatToken>) {
        let is_bots = |color: Color| self.view.as_ref().is_some_and(|view| is_bots(view, color));
        let own: Vec<Color> = self.seats.iter().copied().filter(|&color| !is_bots(color)).collect();
        match own[..] {
            [] => (RoleWish::Spectator, None),
            // The players may have swapped seats meanwhile.
            [..] if own.len() == self.seats.len() => (RoleWish::Player, self.token),
            [Color::Black, ..] => (RoleWish::Black, self.token),
            [Color::White, ..] => (RoleWish::White, self.token),
        }
    }

    /// Takes note of the seats that the server confirmed. Tells whether the view can go on from
    /// where it is; a server that knows less than the view has lost something.
    pub(super) fn confirm(
        &mut self,
        seq: u64,
        seats: Vec<Color>,
        token: Option<SeatToken>,
    ) -> bool {
        self.seats = seats;
        self.token = token;
        self.seq_known = seq;
        self.seen().is_none_or(|seen| seen <= seq)
    }

    /// Takes note of the seats that the client holds from now on.
    pub(super) fn hold(&mut self, seats: Vec<Color>) {
        self.seats = seats;
    }

    /// Returns what holds the seats.
    pub(super) const fn token(&self) -> Option<SeatToken> {
        self.token
    }

    /// Takes note that an event happened which may not have come yet.
    pub(super) fn know(&mut self, seq: u64) {
        self.seq_known = self.seq_known.max(seq);
    }

    /// Gives up following by events.
    pub(super) const fn await_snapshot(&mut self) {
        self.sync = Sync::AwaitingSnapshot;
    }

    /// Returns to following by events, as after a new connection, if there is a view to go on from.
    pub(super) const fn follow(&mut self) {
        if self.view.is_some() {
            self.sync = Sync::Following;
        }
    }

    /// Replaces the view.
    pub(super) fn replace(&mut self, view: Snapshot) {
        self.view = Some(view);
        self.sync = Sync::Following;
    }

    /// Brings the view up by one event.
    pub(super) fn apply(&mut self, seq: u64, event: &RoomEvent) -> Applied {
        let Some(view) = self.view.as_mut().filter(|_| self.sync == Sync::Following) else {
            return Applied::Superfluous;
        };
        if seq <= view.seq {
            return Applied::Superfluous;
        }
        if Some(seq) != view.seq.checked_add(1) || !evolve(view, seq, event) {
            return Applied::Unfit;
        }
        view.seq = seq;
        Applied::Done
    }

    /// Takes note of who is connected; returns the seats in which that changed, or nothing if
    /// nothing did.
    pub(super) fn attend(
        &mut self,
        black: Option<Presence>,
        white: Option<Presence>,
        spectators: u32,
    ) -> Option<Vec<Color>> {
        let view = self.view.as_mut()?;
        let mut changed = Vec::new();
        for (color, seat, presence) in
            [(Color::Black, &mut view.black, black), (Color::White, &mut view.white, white)]
        {
            if let (Some(seat), Some(presence)) = (seat, presence) {
                if is_connected(seat.presence) != is_connected(presence) {
                    changed.push(color);
                }
                seat.presence = presence;
            }
        }
        let is_news = !changed.is_empty() || view.spectators != spectators;
        view.spectators = spectators;
        is_news.then_some(changed)
    }
}

/// Returns the side that has to place; nobody if a pass is due or the game is over.
pub fn to_place(position: &PositionView) -> Option<Color> {
    let to_move = position.to_move?;
    let turn = Position { board: position.board, to_move }.turn();
    (turn == Turn::Place).then_some(to_move)
}

/// Tells whether a bot plays in a seat, for itself or for the player whose seat it keeps.
pub(super) fn is_bots(view: &Snapshot, color: Color) -> bool {
    view.seat(color).is_some_and(|seat| matches!(seat.occupant, Occupant::Bot { .. }))
}

fn is_connected(presence: Presence) -> bool {
    match presence {
        Presence::Connected => true,
        Presence::Absent { .. } => false,
    }
}

/// Applies an event to a view; tells whether it fits. One that does not fit changes nothing.
fn evolve(view: &mut Snapshot, seq: u64, event: &RoomEvent) -> bool {
    if !fits(view, event) {
        return false;
    }
    match event {
        RoomEvent::Opened | RoomEvent::Withheld | RoomEvent::Ranked { .. } | RoomEvent::Unknown => {
        }
        RoomEvent::Seated { color, occupant } => {
            let seat = SeatView { occupant: occupant.clone(), presence: Presence::Connected };
            *seat_mut(view, *color) = Some(seat);
        }
        RoomEvent::Unseated { color, .. } => *seat_mut(view, *color) = None,
        RoomEvent::SeatsSwapped => std::mem::swap(&mut view.black, &mut view.white),
        RoomEvent::HintsAllowed => view.hints = Hints::Allowed,
        &RoomEvent::Offered { by, kind, to_ply, expires_at_ms } => {
            view.offer = Some(OfferView { offer: seq, by, kind, to_ply, expires_at_ms });
        }
        RoomEvent::OfferEnded { .. } => view.offer = None,
        RoomEvent::Started { start, actions, .. } => {
            view.phase = Phase::Playing;
            view.start = *start;
            view.actions.clone_from(actions);
            view.result = None;
        }
        RoomEvent::Placed { square, .. } => view.actions.push(Action::Place(*square)),
        RoomEvent::Passed { .. } => view.actions.push(Action::Pass),
        RoomEvent::Undone { position, .. } => view.actions.truncate(position.ply as usize),
        RoomEvent::Redone { actions, .. } => view.actions.extend(actions),
        RoomEvent::Adjourned { .. } => view.phase = Phase::Adjourned,
        RoomEvent::Resumed { .. } => view.phase = Phase::Playing,
        RoomEvent::Ended { result, .. } => {
            view.phase = Phase::Finished;
            view.result = Some(*result);
        }
        RoomEvent::Closed { .. } => view.phase = Phase::Closed,
    }
    if let Some(position) = event.position() {
        view.position = position.clone();
    }
    true
}

/// Tells whether an event follows from a view.
fn fits(view: &Snapshot, event: &RoomEvent) -> bool {
    let plies = view.actions.len();
    match event {
        RoomEvent::Unknown => false,
        RoomEvent::Started { actions, position, .. } => position.ply as usize == actions.len(),
        RoomEvent::Placed { ply, .. } | RoomEvent::Passed { ply, .. } => *ply as usize == plies,
        RoomEvent::Undone { position, .. } => position.ply as usize <= plies,
        RoomEvent::Redone { actions, position } => position.ply as usize == plies + actions.len(),
        RoomEvent::Offered { .. } => view.offer.is_none(),
        RoomEvent::OfferEnded { offer, .. } => {
            view.offer.as_ref().is_some_and(|pending| pending.offer == *offer)
        }
        RoomEvent::Opened
        | RoomEvent::Seated { .. }
        | RoomEvent::Unseated { .. }
        | RoomEvent::SeatsSwapped
        | RoomEvent::HintsAllowed
        | RoomEvent::Adjourned { .. }
        | RoomEvent::Resumed { .. }
        | RoomEvent::Ended { .. }
        | RoomEvent::Ranked { .. }
        | RoomEvent::Closed { .. }
        | RoomEvent::Withheld => true,
    }
}

fn seat_mut(view: &mut Snapshot, color: Color) -> &mut Option<SeatView> {
    match color {
        Color::Black => &mut view.black,
        Color::White => &mut view.white,
    }
}
