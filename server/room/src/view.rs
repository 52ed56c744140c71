//! What a room shows: snapshots, events as each audience may see them, list entries.

use reversi_game::{Color, Game, Position, Turn};
use reversi_protocol::{
    LastPlacement, LegalSquare, LegalSquares, Phase as WirePhase, PositionView, RoomEvent,
    RoomSummary, SeatView, Snapshot,
};

use super::attendance::Attendance;
use super::event::Event;
use super::offer::PendingOffer;
use super::seats::Seat;
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
        let seat = |color| {
            self.seat(color).map(|seat| SeatView {
                occupant: seat.occupant(),
                presence: attendance.presence(color),
            })
        };
        Snapshot {
            room: self.id.clone(),
            seq: self.seq,
            name: self.name.clone(),
            rules: self.rules,
            offer: self.pending_offer().map(PendingOffer::shown),
            competition: self.competition.as_ref().map(|competition| competition.nick.clone()),
            phase: self.wire_phase(),
            black: seat(Color::Black),
            white: seat(Color::White),
            reserved: self.invitation().is_some(),
            spectators: attendance.spectators(),
            start: self.game().start(),
            actions: self.game().actions().to_vec(),
            position: self.position_view(audience),
            result: self.result(),
            opened_at_ms: self.opened_at.0,
        }
    }

    /// Returns an event as an audience may see it, just after this room evolved by it.
    pub fn project(&self, event: &Event, audience: Audience) -> RoomEvent {
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
            Event::Started | Event::Loaded { .. } => RoomEvent::Started {
                start: self.game().start(),
                actions: self.game().actions().to_vec(),
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
                    flips: position
                        .last
                        .as_ref()
                        .map(|last| last.flips.clone())
                        .unwrap_or_default(),
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
        let occupant = |color: Color| match &self.phase {
            Phase::Finished { players, .. } => Some(players[color.index()].clone()),
            Phase::Open { .. }
            | Phase::Playing { .. }
            | Phase::Adjourned { .. }
            | Phase::Closed { .. } => self.seat(color).map(Seat::occupant),
        };
        RoomSummary {
            room: self.id.clone(),
            name: self.name.clone(),
            phase: self.wire_phase(),
            black: occupant(Color::Black),
            white: occupant(Color::White),
            reserved: self.invitation().is_some(),
            ply: self.game().ply() as u32,
            discs: self.game().counts(),
            spectators: attendance.spectators(),
            away: Color::BOTH
                .into_iter()
                .filter(|&color| matches!(self.seat(color), Some(Seat::Human(_))))
                .filter(|&color| attendance.absent_since(color).is_some())
                .collect(),
            time: self.rules.time,
            opened_at_ms: self.opened_at.0,
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
            clocks: self.clocks.as_ref().map(|clocks| Box::new(clocks.view(position.to_move))),
        }
    }
}

fn last_placement(game: &Game) -> Option<LastPlacement> {
    game.last_placement().map(|placement| LastPlacement {
        color: placement.color,
        square: placement.square,
        flips: placement.flips.iter().collect(),
    })
}

fn legal_squares(position: &Position) -> Vec<LegalSquare> {
    position
        .legal()
        .iter()
        .map(|square| LegalSquare {
            square,
            flips: position.board.flips(position.to_move, square).iter().collect(),
        })
        .collect()
}
