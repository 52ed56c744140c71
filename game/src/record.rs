//! The record of one game: every position from its start, with undo and redo.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::color::Color;
use crate::position::{Placement, PlacementError, Position, Turn};
use crate::score::DiscCounts;
use crate::square::{Square, SquareSet};
use crate::transcript::{Action, Transcript};

/// A game from its start position to the current ply, and the actions that undo took back.
///
/// A ply counts actions from 0, passes included. [`Game::play`] makes forced passes by itself, so
/// between calls the side to move can place, or the game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Position `i` is the one before ply `i`; the last one is current. Never empty.
    positions: Vec<Position>,
    /// The action of each ply; one less than `positions`.
    actions: Vec<Action>,
    /// What undo took back, the next one to redo last.
    undone: Vec<Action>,
}

/// An action that is not legal where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("move {move_number} ({action}, ply {ply}): {reason}")]
pub struct IllegalAction {
    /// The index among the actions, passes included, from 0.
    pub ply: usize,
    /// The number of the placement that it is or stands before, from 1, as in printed records.
    pub move_number: usize,
    /// What was tried.
    pub action: Action,
    /// Why it is not legal.
    pub reason: IllegalReason,
}

/// Why an action is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IllegalReason {
    /// A placement that the rules forbid.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// The side to move has no legal square and must pass.
    #[error("{0} has no legal square and must pass")]
    MustPass(Color),
    /// A pass by a side that has a legal square.
    #[error("{0} has a legal square and may not pass")]
    MayNotPass(Color),
}

/// Why a game cannot go to a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no ply {ply}: the record reaches from 0 to {last}")]
pub struct NoSuchPly {
    /// What was asked for.
    pub ply: usize,
    /// The last ply that can be reached.
    pub last: usize,
}

impl Default for Game {
    fn default() -> Self {
        Self::new(Position::START)
    }
}

impl Game {
    /// Starts a game. If the side to move has no legal square but the other has, its pass is the
    /// first action.
    pub fn new(start: Position) -> Self {
        let mut game = Self { positions: vec![start], actions: Vec::new(), undone: Vec::new() };
        game.make_forced_pass();
        game
    }

    /// Starts a game and plays a transcript. Passes may be left out or written.
    ///
    /// # Errors
    /// [`IllegalAction`] names the first action that is not legal where it stands.
    pub fn replay(start: Position, transcript: &Transcript) -> Result<Self, IllegalAction> {
        let mut game = Self { positions: vec![start], actions: Vec::new(), undone: Vec::new() };
        for &action in &transcript.0 {
            if action != Action::Pass {
                game.make_forced_pass();
            }
            game.apply(action)?;
        }
        game.make_forced_pass();
        Ok(game)
    }

    /// Returns the position before the first action.
    pub fn start(&self) -> Position {
        self.positions[0]
    }

    /// Returns the current position.
    pub fn position(&self) -> Position {
        self.positions[self.actions.len()]
    }

    /// Returns the position before ply `ply`; the current one for [`Game::ply`].
    pub fn position_at(&self, ply: usize) -> Option<Position> {
        self.positions.get(ply).copied()
    }

    /// Returns every position until now.
    pub(crate) fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns the number of actions made, passes included.
    pub fn ply(&self) -> usize {
        self.actions.len()
    }

    /// Returns the actions made.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// Returns the actions made, each with the side that made it.
    pub fn actions_by_side(&self) -> impl Iterator<Item = (Color, Action)> {
        self.positions.iter().zip(&self.actions).map(|(before, action)| (before.to_move, *action))
    }

    /// Returns the number that the next placement has in printed records, from 1.
    pub fn move_number(&self) -> usize {
        self.actions.iter().filter(|action| **action != Action::Pass).count() + 1
    }

    /// Returns the actions as a transcript.
    pub fn transcript(&self) -> Transcript {
        Transcript(self.actions.clone())
    }

    /// Returns what the last placement did; passes after it are looked through.
    pub fn last_placement(&self) -> Option<Placement> {
        let ply = self.last_placement_ply()?;
        let square = self.actions[ply].square()?;
        self.positions[ply].place(square).ok()
    }

    /// Returns the side that has to place, or nothing when the game is over.
    pub fn to_move(&self) -> Option<Color> {
        let position = self.position();
        match position.turn() {
            Turn::Place => Some(position.to_move),
            Turn::Pass => Some(position.to_move.opponent()),
            Turn::Over => None,
        }
    }

    /// Tells whether neither side can place.
    pub fn is_over(&self) -> bool {
        self.to_move().is_none()
    }

    /// Returns the squares where the side to move may place.
    pub fn legal(&self) -> SquareSet {
        self.position().legal()
    }

    /// Counts the discs.
    pub fn counts(&self) -> DiscCounts {
        self.position().counts()
    }

    /// Places a disc for the side to move and makes the pass that it forces, if any. What undo
    /// had taken back can no longer be redone.
    ///
    /// # Errors
    /// [`IllegalAction`] says why; the game is as it was.
    pub fn play(&mut self, square: Square) -> Result<Placement, IllegalAction> {
        let placement =
            self.position().place(square).map_err(|e| self.illegal(Action::Place(square), e))?;
        self.undone.clear();
        self.push(Action::Place(square), placement.after);
        self.make_forced_pass();
        Ok(placement)
    }

    /// Makes exactly one action, forced passes included only when asked for: for readers of
    /// records and journals that hold every action.
    ///
    /// # Errors
    /// [`IllegalAction`] says why; the game is as it was.
    pub fn apply(&mut self, action: Action) -> Result<(), IllegalAction> {
        let position = self.position();
        let after = match (action, position.turn()) {
            (Action::Pass, Turn::Pass) => position.passed(),
            (Action::Pass, Turn::Place) => {
                return Err(self.illegal(action, IllegalReason::MayNotPass(position.to_move)));
            }
            (Action::Pass, Turn::Over) => {
                return Err(self.illegal(action, PlacementError::GameOver));
            }
            (Action::Place(_), Turn::Pass) => {
                return Err(self.illegal(action, IllegalReason::MustPass(position.to_move)));
            }
            (Action::Place(square), Turn::Place | Turn::Over) => {
                position.place(square).map_err(|error| self.illegal(action, error))?.after
            }
        };
        self.undone.clear();
        self.push(action, after);
        Ok(())
    }

    /// Goes back to the position before ply `ply`, keeping what it takes back for redo. A pass
    /// that the rules force there is made again at once.
    ///
    /// # Errors
    /// [`NoSuchPly`] if the game has not come so far; nothing changes.
    pub fn undo_to(&mut self, ply: usize) -> Result<(), NoSuchPly> {
        if ply > self.ply() {
            return Err(NoSuchPly { ply, last: self.ply() });
        }
        self.undone.extend(self.actions.drain(ply..).rev());
        self.positions.truncate(ply + 1);
        if self.position().turn() == Turn::Pass {
            self.redo_one();
        }
        Ok(())
    }

    /// Goes back to the last decision of `color`: the position in which it placed last, whatever
    /// was placed or passed since. Returns the ply reached, or nothing if it has not placed.
    pub fn last_decision_of(&self, color: Color) -> Option<usize> {
        (0..self.ply())
            .rev()
            .find(|&ply| self.actions[ply] != Action::Pass && self.positions[ply].to_move == color)
    }

    /// Goes forward to ply `ply` over what undo took back.
    ///
    /// # Errors
    /// [`NoSuchPly`] if the record does not reach that far, or is already past it.
    pub fn redo_to(&mut self, ply: usize) -> Result<(), NoSuchPly> {
        let last = self.ply() + self.undone.len();
        if ply < self.ply() || ply > last {
            return Err(NoSuchPly { ply, last });
        }
        while self.ply() < ply || self.position().turn() == Turn::Pass {
            self.redo_one();
        }
        Ok(())
    }

    /// Returns how many actions undo took back and redo can make again.
    pub fn redo_plies(&self) -> usize {
        self.undone.len()
    }

    fn redo_one(&mut self) {
        let Some(action) = self.undone.pop() else { return };
        let position = self.position();
        let after = match action {
            Action::Pass => position.passed(),
            Action::Place(square) => match position.place(square) {
                Ok(placement) => placement.after,
                Err(error) => unreachable!("an action that was made once is legal: {error}"),
            },
        };
        self.push(action, after);
    }

    fn make_forced_pass(&mut self) {
        let position = self.position();
        if position.turn() == Turn::Pass {
            self.push(Action::Pass, position.passed());
        }
    }

    fn push(&mut self, action: Action, after: Position) {
        self.actions.push(action);
        self.positions.push(after);
    }

    fn last_placement_ply(&self) -> Option<usize> {
        self.actions.iter().rposition(|action| *action != Action::Pass)
    }

    fn illegal(&self, action: Action, reason: impl Into<IllegalReason>) -> IllegalAction {
        IllegalAction {
            ply: self.ply(),
            move_number: self.move_number(),
            action,
            reason: reason.into(),
        }
    }
}

/// A game as data: where it started and what was done. Reading it back replays every action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The position before the first action.
    pub start: Position,
    /// Every action, passes included.
    pub actions: Vec<Action>,
}

impl From<&Game> for GameRecord {
    fn from(game: &Game) -> Self {
        Self { start: game.start(), actions: game.actions.clone() }
    }
}

impl TryFrom<GameRecord> for Game {
    type Error = IllegalAction;

    fn try_from(record: GameRecord) -> Result<Self, IllegalAction> {
        Self::replay(record.start, &Transcript(record.actions))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> Game {
        Game::replay(Position::START, &text.parse().unwrap()).unwrap()
    }

    #[test]
    fn an_illegal_move_is_named_with_its_place_and_reason() {
        let error = Game::replay(Position::START, &"d3d4d5".parse().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "move 2 (d4, ply 1): d4 is occupied");
        let error = Game::replay(Position::START, &"e6h8".parse().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "move 2 (h8, ply 1): h8 turns no disc for white");
        let error = Game::replay(Position::START, &"c4c3pa".parse().unwrap()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "move 3 (pass, ply 2): black has a legal square and may not pass"
        );
    }

    #[test]
    fn nothing_follows_the_end() {
        // One of the 228 shortest games: White is wiped out by the ninth placement.
        let mut game = game("e6f4e3f6g5d6e7f5c5");
        assert!(game.is_over());
        assert_eq!(game.actions().last(), Some(&Action::Place(Square::C5)));
        let before = game.clone();
        let error = game.play(Square::A1).unwrap_err();
        assert_eq!(error.reason, IllegalReason::Placement(PlacementError::GameOver));
        assert!(game.apply(Action::Pass).is_err());
        assert_eq!(game, before);
    }

    /// A real game in which Black must pass after ply 15: its 15 placements lead to White to
    /// place again (a program ended the game there).
    const PASS: &str = "e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8";

    #[test]
    fn a_pass_is_made_by_the_rules_and_undone_with_its_placement() {
        let mut game = game(PASS);
        assert_eq!(game.actions().last(), Some(&Action::Pass));
        assert_eq!((game.ply(), game.to_move()), (17, Some(Color::White)));
        assert_eq!(game.last_placement().unwrap().square, Square::F8);
        assert_eq!(game.last_decision_of(Color::White), Some(15));
        assert_eq!(game.last_decision_of(Color::Black), Some(14));
        game.undo_to(15).unwrap();
        assert_eq!((game.to_move(), game.redo_plies()), (Some(Color::White), 2));
        game.redo_to(16).unwrap();
        assert_eq!(game, self::game(PASS));
    }

    #[test]
    fn undoing_to_a_forced_pass_makes_it_again() {
        let mut game = game(PASS);
        game.play(Square::C3).unwrap();
        game.undo_to(16).unwrap();
        assert_eq!((game.ply(), game.to_move()), (17, Some(Color::White)));
    }

    #[test]
    fn a_new_placement_forgets_what_was_undone() {
        let mut game = game("f5d6c3");
        game.undo_to(1).unwrap();
        assert_eq!(game.redo_plies(), 2);
        game.play(Square::F4).unwrap();
        assert_eq!(game.redo_plies(), 0);
        assert_eq!(game.redo_to(3), Err(NoSuchPly { ply: 3, last: 2 }));
        assert_eq!(game.undo_to(3), Err(NoSuchPly { ply: 3, last: 2 }));
    }

    #[test]
    fn a_record_reads_back_to_the_same_game() {
        let game = game(PASS);
        let json = serde_json::to_string(&GameRecord::from(&game)).unwrap();
        let record: GameRecord = serde_json::from_str(&json).unwrap();
        assert_eq!(Game::try_from(record), Ok(game));
    }

    #[test]
    fn a_start_without_a_move_for_the_mover_begins_with_a_pass() {
        let white_to_pass =
            "------OX--------------------------------------------------------".parse().unwrap();
        let game = Game::new(Position { board: white_to_pass, to_move: Color::White });
        assert_eq!((game.actions(), game.to_move()), (&[Action::Pass][..], Some(Color::Black)));
    }
}
