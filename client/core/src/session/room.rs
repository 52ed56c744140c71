//! One room as the client knows it.

use reversi_game::{Color, Position, Turn};
use reversi_protocol::limits::CHAT_LINES_KEPT;
use reversi_protocol::{
    ChatLine, EndReason, Invitation, Occupant, PendingOffer, Phase, PlayerName, PositionView,
    Presence, RoleWish, RoomEvent, SeatToken, SeatView, Snapshot, UndoPolicy,
};

use super::warned::{Warned, next_warning};
use crate::report::TimeLow;

/// A room that the client is in, or comes back to.
#[derive(Clone, Debug)]
pub struct Room {
    seats: Vec<Color>,
    token: Option<SeatToken>,
    /// Whether others are told the player's name here.
    named: bool,
    /// What the open seat is kept for, if this client keeps it.
    invitation: Option<Invitation>,
    view: Option<Snapshot>,
    /// The number of the last event that is known to have happened.
    seq_known: u64,
    sync: Sync,
    /// Who played here, and the half points of each: those of the games whose ends were seen.
    points: [(String, u32); 2],
    /// Games between these two whose ends were seen.
    games: u32,
    warned: Warned,
    /// What was said last, as far as this client heard it.
    chat: Vec<ChatLine>,
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
            named: false,
            invitation: None,
            view: None,
            seq_known: 0,
            sync: Sync::AwaitingSnapshot,
            points: [(String::new(), 0), (String::new(), 0)],
            games: 0,
            warned: Warned::nothing(),
            chat: Vec::new(),
        }
    }

    /// Returns the players and the half points of each over several games; nothing before the second.
    pub fn match_score(&self) -> Option<&[(String, u32); 2]> {
        (self.games > 1).then_some(&self.points)
    }

    /// Takes note of the end of a game that was seen running.
    fn count_end(&mut self, was_over: bool) {
        let Some(view) = &self.view else { return };
        let (Some(result), false) = (&view.result, was_over) else { return };
        let names =
            Color::BOTH.map(|color| view.seat(color).map(|seat| seat.occupant.name().to_owned()));
        let [Some(black), Some(white)] = names else { return };
        if black == white || result.reason == EndReason::CalledOff {
            return;
        }
        let is_known = |name: &String| self.points.iter().any(|(known, _)| known == name);
        if !is_known(&black) || !is_known(&white) {
            (self.points, self.games) = ([(black.clone(), 0), (white.clone(), 0)], 0);
        }
        self.games += 1;
        let winner = result.outcome.winner();
        for (name, half_points) in &mut self.points {
            *half_points += match winner {
                None => 1,
                Some(Color::Black) => u32::from(*name == black) * 2,
                Some(Color::White) => u32::from(*name == white) * 2,
            };
        }
    }

    /// Returns what was said here last, the oldest first.
    pub fn chat(&self) -> &[ChatLine] {
        &self.chat
    }

    /// Keeps a line, unless it came before; lines of the other channel come late. Tells whether it is news.
    pub(super) fn keep_line(&mut self, line: &ChatLine) -> bool {
        let Err(at) = self.chat.binary_search_by_key(&line.at_ms, |line| line.at_ms) else {
            return false;
        };
        self.chat.insert(at, line.clone());
        let more = self.chat.len().saturating_sub(CHAT_LINES_KEPT);
        self.chat.drain(..more);
        true
    }

    fn is_over(&self) -> bool {
        self.view.as_ref().is_some_and(|view| view.result.is_some())
    }

    /// Returns what time has become low, if that was not told.
    pub(super) fn warn(&mut self, server_ms: u64) -> Option<TimeLow> {
        self.warned.warn(self.view.as_ref()?, &self.seats, server_ms)
    }

    /// Returns in how many milliseconds time may become low.
    pub(super) fn next_warning(&self, server_ms: u64) -> Option<u64> {
        next_warning(self.view.as_ref()?, &self.seats, server_ms)
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

    /// Returns how undo goes here for this client: where there is nobody to ask, it is free.
    pub fn undo_policy(&self) -> Option<UndoPolicy> {
        let view = self.view.as_ref()?;
        let is_asked = |color: Color| {
            let seat = view.seat(color).map(|seat| &seat.occupant);
            !self.seats.contains(&color)
                && !matches!(seat, Some(Occupant::Bot { stands_in_for: None, .. }))
        };
        let is_free = !self.seats.is_empty() && !Color::BOTH.into_iter().any(is_asked);
        let policy = view.rules.undo;
        Some(if policy == UndoPolicy::Ask && is_free { UndoPolicy::Free } else { policy })
    }

    /// Returns the offer that waits for the client's answer.
    pub fn offer_to_answer(&self) -> Option<&PendingOffer> {
        self.pending_offer().filter(|pending| self.seats.contains(&pending.offer.by.opponent()))
    }

    /// Returns the client's own offer that waits for an answer.
    pub fn own_offer(&self) -> Option<&PendingOffer> {
        self.pending_offer().filter(|pending| self.seats.contains(&pending.offer.by))
    }

    fn pending_offer(&self) -> Option<&PendingOffer> {
        self.view.as_ref().and_then(|view| view.offer.as_ref())
    }

    /// Returns the name of the last opening that the game has gone through.
    pub(super) fn opening(&self) -> Option<String> {
        let opening = self.view.as_ref()?.position.opening.as_deref();
        opening.map(str::to_owned)
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

    /// Takes note of whether others are told the player's name from now on. Tells whether that is new.
    pub(super) const fn be_named(&mut self, named: bool) -> bool {
        let is_new = self.named != named;
        self.named = named;
        is_new
    }

    /// Takes note of what the open seat is kept for from now on.
    pub(super) fn invite(&mut self, invitation: Option<Invitation>) {
        self.invitation = invitation;
    }

    /// Returns what the open seat is kept for, as long as it is and where this client keeps it.
    pub fn invitation(&self) -> Option<Invitation> {
        self.invitation.filter(|_| self.view.as_ref().is_some_and(|view| view.reserved))
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
        let was_over = self.is_over();
        // Less than was told of is there where the server has lost something.
        self.seq_known = view.seq;
        self.view = Some(view);
        self.sync = Sync::Following;
        self.count_end(was_over);
    }

    /// Tells whether events up to this number are missing that nothing is on its way to make up for.
    pub(super) fn lacks(&self, seq: u64) -> bool {
        self.sync == Sync::Following && self.view.as_ref().is_some_and(|view| view.seq < seq)
    }

    /// Brings the view up by one event.
    pub(super) fn apply(&mut self, seq: u64, event: &RoomEvent) -> Applied {
        let was_over = self.is_over();
        let Some(view) = self.view.as_mut().filter(|_| self.sync == Sync::Following) else {
            return Applied::Superfluous;
        };
        if seq <= view.seq {
            return Applied::Superfluous;
        }
        match view.apply(seq, event) {
            Ok(()) => {
                self.count_end(was_over);
                Applied::Done
            }
            Err(_does_not_follow) => Applied::Unfit,
        }
    }

    /// Takes note of who is connected; returns the seats in which that changed, or nothing if
    /// nothing did.
    pub(super) fn attend(
        &mut self,
        seats: [Option<Presence>; 2],
        spectators: u32,
        watchers: Option<Vec<PlayerName>>,
    ) -> Option<Vec<Color>> {
        let view = self.view.as_mut()?;
        let connected =
            |view: &Snapshot| Color::BOTH.map(|color| view.seat(color).map(is_connected));
        let (before, spectators_before) = (connected(view), view.spectators);
        view.attend(seats, spectators, watchers);
        let after = connected(view);
        let is_changed = |color: &Color| before[color.index()] != after[color.index()];
        let changed: Vec<Color> = Color::BOTH.into_iter().filter(is_changed).collect();
        let is_news = !changed.is_empty() || spectators_before != spectators;
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

fn is_connected(seat: &SeatView) -> bool {
    match seat.presence {
        Presence::Connected => true,
        Presence::Absent { .. } => false,
    }
}
