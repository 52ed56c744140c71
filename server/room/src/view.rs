//! What a room shows: snapshots, events as each audience may see them, list entries.

use reversi_game::{Color, Game, Position, Turn};
use reversi_protocol::{
    Clocks, LastPlacement, LegalSquare, LegalSquares, Phase as WirePhase, PositionView, RoomEvent,
    RoomSummary, SeatView, Snapshot,
};

use super::attendance::Attendance;
use super::event::Event;
use super::offer::PendingOffer;
use super::seats::{Actor, Seat};
use super::state::{Phase, Room};

/// For whom something is shown. All members of an audience are shown the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Those who hold a seat.
    Players,
    /// Everyone else in the room.
    Spectators,
}

impl Room {
    /// Returns the whole room as an audience may see it.
    pub fn view(&self, audience: Audience, attendance: &Attendance) -> Snapshot {
        let room = self.known_to(audience);
        let seat = |color| {
            let presence = self.presence(color, audience, attendance)?;
            Some(SeatView { occupant: room.seat(color)?.occupant(), presence })
        };
        Snapshot {
            room: room.id.clone(),
            seq: room.seq,
            name: room.name.clone(),
            rules: room.rules_of_game(),
            offer: room.pending_offer().map(PendingOffer::shown),
            competition: room.competition.as_ref().map(|competition| competition.nick.clone()),
            phase: room.wire_phase(),
            black: seat(Color::Black),
            white: seat(Color::White),
            reserved: room.invitation().is_some(),
            spectators: attendance.spectators(),
            watchers: Vec::new(),
            start: room.game().start(),
            actions: room.game().actions().to_vec(),
            position: room.position_view(audience),
            result: room.result(),
            opened_at_ms: room.opened_at.0,
        }
    }

    /// Returns the room as anyone may see it, if anyone may.
    pub fn shown(&self, attendance: &Attendance) -> Option<Snapshot> {
        self.check_watch(Actor::SPECTATOR).ok()?;
        Some(self.view(Audience::Spectators, attendance))
    }

    /// Tells whether every audience sees the same of what happens.
    pub fn shows_all_the_same(&self) -> bool {
        self.rules.legal_squares != LegalSquares::Players && self.rules.watch_delay.is_none()
    }

    /// Returns an event as an audience may see it, just after this room evolved by it.
    pub fn project(&self, event: &Event, audience: Audience) -> RoomEvent {
        self.known_to(audience).projected(event, audience)
    }

    fn projected(&self, event: &Event, audience: Audience) -> RoomEvent {
        let position = || self.position_view(audience);
        match event {
            Event::Opened { .. } => RoomEvent::Opened,
            Event::Seated { color, .. }
            | Event::BotSeated { color, .. }
            | Event::TookBack { color } => match self.seat(*color) {
                Some(seat) => RoomEvent::Seated { color: *color, occupant: seat.occupant() },
                None => RoomEvent::Withheld,
            },
            Event::Unseated { color, reason } => {
                RoomEvent::Unseated { color: *color, reason: *reason }
            }
            Event::Reserved { .. } => RoomEvent::Reserved,
            Event::Released => RoomEvent::Released,
            Event::Started { .. } | Event::Loaded { .. } => RoomEvent::Started {
                start: self.game().start(),
                actions: self.game().actions().to_vec(),
                opening: self.opening,
                position: position(),
            },
            Event::OfferMade(offer) => RoomEvent::Offered(offer.shown()),
            Event::OfferEnded { offer, reason } => {
                RoomEvent::OfferEnded { offer: *offer, reason: *reason }
            }
            Event::Undone { by, placements, .. } => {
                RoomEvent::Undone { by: *by, placements: *placements, position: position() }
            }
            Event::Redone { from_ply, .. } => {
                let actions = self.game().actions().iter().skip(*from_ply as usize);
                RoomEvent::Redone { actions: actions.copied().collect(), position: position() }
            }
            Event::SeatsSwapped => RoomEvent::SeatsSwapped,
            Event::HintsAllowed => RoomEvent::HintsAllowed,
            Event::Adjourned => RoomEvent::Adjourned { position: position() },
            Event::Resumed => RoomEvent::Resumed { position: position() },
            Event::ClockHeld { held_ms, .. } => {
                RoomEvent::ClockHeld { held_ms: *held_ms, position: position() }
            }
            Event::Placed { ply, color, square, .. } => {
                let position = position();
                RoomEvent::Placed {
                    ply: *ply,
                    color: *color,
                    square: *square,
                    flips: position.last.as_ref().map(|last| last.flips).unwrap_or_default(),
                    position,
                }
            }
            Event::Passed { ply, color } => {
                RoomEvent::Passed { ply: *ply, color: *color, position: position() }
            }
            Event::Ended { .. } => match self.result() {
                Some(result) => RoomEvent::Ended { result, position: position() },
                None => RoomEvent::Withheld,
            },
            Event::Ranked { nick, score } => {
                RoomEvent::Ranked { nick: nick.clone(), score: *score }
            }
            Event::Closed { reason } => RoomEvent::Closed { reason: *reason },
        }
    }

    /// Returns the room's line in the list of rooms.
    pub fn summary(&self, attendance: &Attendance) -> RoomSummary {
        let room = self.known_to(Audience::Spectators);
        let occupant = |color: Color| match &room.phase {
            Phase::Finished { players, .. } => Some(players[color.index()].clone()),
            Phase::Open { .. }
            | Phase::Playing { .. }
            | Phase::Adjourned { .. }
            | Phase::Closed { .. } => room.seat(color).map(Seat::occupant),
        };
        RoomSummary {
            room: room.id.clone(),
            name: room.name.clone(),
            phase: room.wire_phase(),
            black: occupant(Color::Black),
            white: occupant(Color::White),
            reserved: room.invitation().is_some(),
            ply: room.game().ply() as u32,
            discs: room.game().counts(),
            spectators: attendance.spectators(),
            away: Color::BOTH
                .into_iter()
                .filter(|&color| matches!(room.seat(color), Some(Seat::Human(_))))
                .filter(|&color| attendance.absent_since(color).is_some())
                .collect(),
            time: room.rules.time,
            watch: room.rules.watch,
            opponents: room.rules.opponents,
            opening: room.opening,
            opened_at_ms: room.opened_at.0,
        }
    }

    const fn wire_phase(&self) -> WirePhase {
        match &self.phase {
            Phase::Open { .. } => WirePhase::Open,
            Phase::Playing { .. } => WirePhase::Playing,
            Phase::Adjourned { .. } => WirePhase::Adjourned,
            Phase::Finished { .. } => WirePhase::Finished,
            Phase::Closed { .. } => WirePhase::Closed,
        }
    }

    fn position_view(&self, audience: Audience) -> PositionView {
        let game = self.game();
        let position = game.position();
        let is_playing = matches!(self.phase, Phase::Playing { .. });
        let is_over = self.result().is_some() || position.turn() == Turn::Over;
        let may_know = match self.rules.legal_squares {
            LegalSquares::Shown => true,
            LegalSquares::Players => audience == Audience::Players,
            LegalSquares::Hidden => false,
        };
        PositionView {
            ply: game.ply() as u32,
            board: position.board,
            to_move: (!is_over).then_some(position.to_move),
            discs: position.counts(),
            last: last_placement(game),
            legal: (is_playing && !is_over && may_know).then(|| legal_squares(&position)),
            opening: game.opening().map(|opening| opening.name.into()),
            clocks: self.clocks_view(position.to_move, audience).map(Box::new),
        }
    }

    /// Returns what the clocks show. To those who are told late they stand: what they would be counted down
    /// to is over.
    fn clocks_view(&self, to_move: Color, audience: Audience) -> Option<Clocks> {
        let mut clocks = self.clocks.as_ref()?.view(to_move);
        if audience == Audience::Spectators && self.rules.watch_delay.is_some() {
            (clocks.turn.since_ms, clocks.turn.ends_at_ms) = (None, None);
        }
        Some(clocks)
    }
}

fn last_placement(game: &Game) -> Option<LastPlacement> {
    game.last_placement().map(|placement| LastPlacement {
        color: placement.color,
        square: placement.square,
        flips: placement.flips,
    })
}

fn legal_squares(position: &Position) -> Vec<LegalSquare> {
    position
        .legal()
        .iter()
        .map(|square| LegalSquare { square, flips: position.board.flips(position.to_move, square) })
        .collect()
}
