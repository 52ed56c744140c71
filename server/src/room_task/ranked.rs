//! Where games for the ranking stand: positions that nothing on this server analyses for anyone. The
//! same position counts wherever it is reached, turned, mirrored or with exchanged colours.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reversi_engine::Sides;
use reversi_game::{Position, Turn};
use reversi_protocol::{Refusal, RefusalCode};
use reversi_room::Room;

/// Discs from which a position is kept from analysis. Chosen: ten placements, as far as many games
/// are the same and every book of openings has them.
const DISCS_MIN: u32 = 14;

/// When to ask again while it is not known where they all stand. Chosen: the rooms are read in a second or two.
const RETRY: Duration = Duration::from_secs(1);

/// The positions, those that differ by symmetry counted as one, with how many games keep each.
#[derive(Debug, Default)]
pub struct RankedPositions {
    kept: Mutex<HashMap<Sides, u32>>,
    /// Whether there are games whose rooms have not been read since the start.
    has_unread: AtomicBool,
}

impl RankedPositions {
    /// Checks that no game for the ranking stands there, or may after its next placement.
    ///
    /// # Errors
    /// One does, or it is not known yet.
    pub fn check(&self, position: &Position) -> Result<(), Refusal> {
        if self.kept().contains_key(&Sides::of(position).canonical()) {
            return Err(RefusalCode::RankedPosition.into());
        }
        if discs(position) >= DISCS_MIN && self.has_unread.load(Ordering::Acquire) {
            return Err(Refusal::wait(RefusalCode::Busy, RETRY));
        }
        Ok(())
    }

    /// Takes note of whether there are rooms that have not been read since the start.
    pub fn set_unread(&self, has_unread: bool) {
        self.has_unread.store(has_unread, Ordering::Release);
    }

    /// A panic while the lock is held cannot leave the counts half changed.
    fn kept(&self) -> MutexGuard<'_, HashMap<Sides, u32>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The positions that one room keeps from analysis, as long as this lives.
#[derive(Debug)]
pub(super) struct Kept {
    by: Arc<RankedPositions>,
    at: Option<Position>,
    positions: Vec<Sides>,
}

impl Kept {
    pub(super) const fn nothing(by: Arc<RankedPositions>) -> Self {
        Self { by, at: None, positions: Vec::new() }
    }

    /// Keeps the position of a room from analysis, if it is that of a running game for the ranking.
    pub(super) fn follow(&mut self, room: &Room) {
        let at = room.ranked_position().filter(|position| discs(position) >= DISCS_MIN);
        if at != self.at {
            self.release();
            self.at = at;
            self.positions = at.iter().flat_map(with_next).collect();
            let mut kept = self.by.kept();
            for sides in &self.positions {
                *kept.entry(*sides).or_default() += 1;
            }
        }
    }

    fn release(&mut self) {
        let mut kept = self.by.kept();
        for sides in self.positions.drain(..) {
            if let Some(games) = kept.get_mut(&sides) {
                *games -= 1;
                if *games == 0 {
                    kept.remove(&sides);
                }
            }
        }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.release();
    }
}

const fn discs(position: &Position) -> u32 {
    let counts = position.counts();
    counts.black + counts.white
}

/// Returns a position and those that one placement leads to, whose values would tell as much.
fn with_next(position: &Position) -> Vec<Sides> {
    let after = |square| {
        let after = position.place(square).ok()?.after;
        Some(if after.turn() == Turn::Pass { after.passed() } else { after })
    };
    let next = position.legal().iter().filter_map(after);
    let all = [*position].into_iter().chain(next);
    all.map(|position| Sides::of(&position).canonical()).collect()
}

#[cfg(test)]
mod tests {
    use reversi_game::{Board, Color, Game};

    use super::*;

    fn at(moves: &str) -> Position {
        Game::replay(Position::START, &moves.parse().unwrap()).unwrap().position()
    }

    #[test]
    fn while_games_are_unread_nothing_is_analysed_that_they_may_stand_at() {
        let ranked = RankedPositions::default();
        ranked.set_unread(true);
        assert_eq!(ranked.check(&at("f5d6c3d3c4f4f6f3e6")), Ok(()), "nothing is kept so early");
        let refused = ranked.check(&at("f5d6c3d3c4f4f6f3e6e7")).unwrap_err();
        assert_eq!(refused.code, RefusalCode::Busy);
        ranked.set_unread(false);
        assert_eq!(ranked.check(&at("f5d6c3d3c4f4f6f3e6e7")), Ok(()));
    }

    #[test]
    fn a_position_is_known_with_the_next_ones_and_under_every_symmetry() {
        let position = at("f5d6c3d3c4f4f6f3e6e7");
        let turned = at("f5f6e6f4");
        let kept = with_next(&position);
        let has = |position: &Position| kept.contains(&Sides::of(position).canonical());
        assert!(has(&position));
        assert!(!has(&turned));
        let next = position.place(position.legal().iter().next().unwrap()).unwrap().after;
        assert!(has(&next));
        let flipped =
            Board::new(position.board.discs(Color::White), position.board.discs(Color::Black));
        let exchanged = Position { board: flipped.unwrap(), to_move: position.to_move.opponent() };
        assert!(has(&exchanged), "colours do not matter");
        // Its mirror image along the diagonal: files become ranks.
        let mirrored = at("e6f4c3c4d3d6f6c6f5g5");
        assert!(has(&mirrored));
    }
}
