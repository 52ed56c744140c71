//! Taking back and making again. Everything here only reads.

use reversi_game::{Action, Game};
use reversi_protocol::{Opening, Refusal, RefusalCode, UndoPolicy};

use super::event::Event;
use super::offering::Consent;
use super::seats::{Actor, Seats};
use super::state::Room;

impl Room {
    pub(super) fn redo(&self, actor: Actor) -> Result<Vec<Event>, Refusal> {
        let (held, game) = self.seated_in_game(actor)?;
        if self.consent(held) == Consent::Person {
            match self.rules.undo {
                UndoPolicy::Free => {}
                UndoPolicy::Ask => return Err(RefusalCode::RedoOff.into()),
                UndoPolicy::Off => return Err(RefusalCode::UndoOff.into()),
            }
        }
        let decided_in = self.seats_decided_in(held);
        let to_ply = next_decision(game, decided_in).ok_or(RefusalCode::NothingToRedo)?;
        let moved_on = self.speaker(held).and_then(|mover| self.offer_moved_on(mover));
        let redone = Event::Redone { from_ply: game.ply() as u32, to_ply };
        Ok(moved_on.into_iter().chain([redone]).collect())
    }

    /// Returns the ply of the last decision of whoever holds these seats.
    pub(super) fn last_decision(&self, held: Seats) -> Option<u32> {
        let plies = self.seats_decided_in(held).colors().into_iter();
        let last = plies.filter_map(|color| self.game().last_decision_of(color)).max();
        let fixed = self.opening.map_or(0, Opening::fixed_plies);
        last.map(|ply| ply as u32).filter(|&ply| ply >= fixed)
    }

    /// Returns the taking back of a decision and of all that followed it.
    pub(super) fn undone(&self, to_ply: u32) -> Option<Event> {
        let game = self.game();
        let by = game.position_at(to_ply as usize)?.to_move;
        Some(Event::Undone { by, to_ply, placements: placements_since(game, to_ply) })
    }
}

/// Returns the number of placements from a ply on.
pub(super) fn placements_since(game: &Game, ply: u32) -> u32 {
    let later = game.actions().iter().skip(ply as usize);
    later.filter(|action| **action != Action::Pass).count() as u32
}

/// Returns the ply at which whoever holds these seats decides again when what undo took back is
/// made again, or its end.
fn next_decision(game: &Game, held: Seats) -> Option<u32> {
    let mut ahead = game.clone();
    let last = game.ply() + game.redo_plies();
    while ahead.redo_plies() > 0 {
        ahead.redo_to(ahead.ply() + 1).ok()?;
        if ahead.to_move().is_some_and(|mover| held.has(mover)) || ahead.ply() == last {
            return Some(ahead.ply() as u32);
        }
    }
    None
}
