//! Where games for the ranking stand: positions that nothing on the servers that know of them analyses for anyone. The
//! same position counts wherever it is reached, turned, mirrored or with exchanged colours.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use reversi_engine::Sides;
use reversi_game::{Position, Turn};
use reversi_protocol::{Refusal, RefusalCode};
use reversi_room::Room;

use crate::neighbours::Neighbours;

/// Discs from which a position is kept from analysis. Chosen: ten placements, as far as many games
/// are the same and every book of openings has them.
const DISCS_MIN: u32 = 14;

/// When to ask again while it is not known where they all stand. Chosen: the rooms are read in a second or two.
const RETRY: Duration = Duration::from_secs(1);

/// The positions, those that differ by symmetry counted as one, with how many games keep each.
#[derive(Debug, Default)]
pub struct RankedPositions {
    kept: Mutex<HashMap<Sides, u32>>,
    /// Where those of this server's rooms stand.
    own: Mutex<Games>,
    /// Who is told of them; nothing where other servers are not reached.
    neighbours: OnceLock<Arc<dyn Neighbours>>,
    /// Whether there are games whose rooms have not been read since the start.
    has_unread: AtomicBool,
}

#[derive(Debug, Default)]
struct Games {
    last: u64,
    at: HashMap<u64, Position>,
}

impl RankedPositions {
    /// Tells other servers too where games stand, from the first of them on.
    pub fn tell(&self, neighbours: Arc<dyn Neighbours>) {
        // There is one set of them.
        let _ = self.neighbours.set(neighbours);
    }

    /// Tells where each of this server's games stands, under its number. None moves meanwhile.
    pub fn tell_each(&self, mut tell: impl FnMut(u64, Position)) {
        self.own().at.iter().for_each(|(game, at)| tell(*game, *at));
    }

    /// Keeps a position from analysis, and those that one placement leads to.
    pub fn keep(self: &Arc<Self>, position: &Position) -> Guarded {
        let positions = with_next(position);
        let mut kept = self.kept();
        for sides in &positions {
            *kept.entry(*sides).or_default() += 1;
        }
        drop(kept);
        Guarded { by: Arc::clone(self), positions }
    }

    /// Moves a game, or ends it.
    fn moved(&self, game: u64, at: Option<Position>) {
        let mut own = self.own();
        match at {
            Some(at) => own.at.insert(game, at),
            None => own.at.remove(&game),
        };
        if let Some(neighbours) = self.neighbours.get() {
            neighbours.tell_ranked(game, at);
        }
    }

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

    /// A panic while the lock is held leaves nothing half changed.
    fn own(&self) -> MutexGuard<'_, Games> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A panic while the lock is held cannot leave the counts half changed.
    fn kept(&self) -> MutexGuard<'_, HashMap<Sides, u32>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Positions that are kept from analysis as long as this lives.
#[derive(Debug)]
pub struct Guarded {
    by: Arc<RankedPositions>,
    positions: Vec<Sides>,
}

impl Drop for Guarded {
    fn drop(&mut self) {
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

/// What one room keeps from analysis, as long as this lives.
#[derive(Debug)]
pub(super) struct Kept {
    by: Arc<RankedPositions>,
    game: u64,
    at: Option<Position>,
    guarded: Option<Guarded>,
}

impl Kept {
    pub(super) fn nothing(by: Arc<RankedPositions>) -> Self {
        let game = {
            let mut own = by.own();
            own.last += 1;
            own.last
        };
        Self { by, game, at: None, guarded: None }
    }

    /// Keeps the position of a room from analysis, if it is that of a running game for the ranking.
    pub(super) fn follow(&mut self, room: &Room) {
        self.stand(room.ranked_position().filter(|position| discs(position) >= DISCS_MIN));
    }

    fn stand(&mut self, at: Option<Position>) {
        if at != self.at {
            self.guarded = at.as_ref().map(|position| self.by.keep(position));
            self.at = at;
            self.by.moved(self.game, at);
        }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.stand(None);
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
    use reversi_protocol::{Invited, PlayerName, RoomId};
    use reversi_room::SecretHash;

    use super::*;
    use crate::neighbours::Called;
    use crate::people::Invitee;

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

    #[derive(Debug, Default)]
    struct Told(Mutex<Vec<(u64, Option<Position>)>>);

    impl Neighbours for Told {
        fn invite(&self, _: &Invitee, _: &Invited) -> Option<Called> {
            None
        }

        fn tell_followers(&self, _: SecretHash, _: &RoomId, _: &PlayerName) {}

        fn tell_ranked(&self, game: u64, at: Option<Position>) {
            self.0.lock().unwrap().push((game, at));
        }
    }

    #[test]
    fn other_servers_are_told_where_each_game_stands_and_that_it_ends() {
        let (ranked, told) = (Arc::new(RankedPositions::default()), Arc::new(Told::default()));
        ranked.tell(Arc::clone(&told) as Arc<dyn Neighbours>);
        let [here, there] = [at("f5d6c3d3c4f4f6f3e6e7"), at("f5d6c3d3c4f4f6f3e6e7d7")];
        let mut rooms = [(); 2].map(|()| Kept::nothing(Arc::clone(&ranked)));
        // A room that rests is there twice for a moment.
        for kept in &mut rooms {
            kept.stand(Some(here));
        }
        let [first, mut second] = rooms;
        drop(first);
        assert!(ranked.check(&here).is_err());
        second.stand(Some(there));
        let mut each = Vec::new();
        ranked.tell_each(|game, at| each.push((game, at)));
        assert_eq!(each, [(2, there)]);
        drop(second);
        let expected = [(1, Some(here)), (2, Some(here)), (1, None), (2, Some(there)), (2, None)];
        assert_eq!(*told.0.lock().unwrap(), expected);
        assert_eq!(ranked.check(&there), Ok(()));
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
