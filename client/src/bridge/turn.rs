//! What an engine is asked, and what it answers.

use std::time::Duration;

use reversi_game::{Color, Position, Square};
use reversi_protocol::{Snapshot, TimeControl};

use super::error::EngineError;

/// What the way to the server and the end of a turn take at most. The room ends a game that is lost on time; an
/// engine that thinks on is not waited for.
const END_OF_TURN_MAX: Duration = Duration::from_secs(10);

/// A turn of the engine.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub(super) view: Snapshot,
    /// Whose.
    pub(super) color: Color,
    /// What the server's clock shows.
    pub(super) server_ms: u64,
}

/// What an engine wants to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    Place(Square),
    Resign,
}

impl Turn {
    /// Returns how long an answer is waited for: what the clock leaves, or so long where none counts or the
    /// game goes on for days.
    pub(super) fn limit(&self, patience: Duration) -> Duration {
        let is_for_days = matches!(self.view.rules.time, TimeControl::Correspondence { .. });
        let clocks = self.view.position.clocks.as_ref().filter(|_| !is_for_days);
        let ends_at_ms = clocks.and_then(|clocks| clocks.turn.ends_at_ms);
        ends_at_ms.map_or(patience, |at| {
            Duration::from_millis(at.saturating_sub(self.server_ms)) + END_OF_TURN_MAX
        })
    }

    /// Takes a square that the engine names, if it is legal.
    pub(super) fn place(
        &self,
        square: Option<Square>,
        answer: &str,
    ) -> Result<Choice, EngineError> {
        let position = Position { board: self.view.position.board, to_move: self.color };
        let square = square.filter(|&square| position.legal().contains(square));
        square.map(Choice::Place).ok_or_else(|| EngineError::Illegal { answer: answer.to_owned() })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use reversi_game::{Game, Transcript};
    use reversi_protocol::{
        ChatRule, Clock, ClockTurn, Clocks, Hints, LegalSquares, Opponents, Phase, PositionView,
        RoomName, RoomRules, UndoPolicy, Visibility, Watch,
    };

    use super::*;

    /// Returns the turn of whoever is to move after these moves.
    pub(crate) fn turn(moves: &str, time: TimeControl, clocks: Option<Clocks>) -> Turn {
        let transcript: Transcript = moves.parse().unwrap();
        let game = Game::replay(Position::START, &transcript).unwrap();
        let color = game.to_move().unwrap();
        let position = PositionView {
            ply: game.ply().try_into().unwrap(),
            board: game.position().board,
            to_move: Some(color),
            discs: game.counts(),
            last: None,
            legal: None,
            opening: None,
            clocks: clocks.map(Box::new),
        };
        let rules = RoomRules {
            visibility: Visibility::Listed,
            legal_squares: LegalSquares::Hidden,
            hints: Hints::Forbidden,
            undo: UndoPolicy::Ask,
            time,
            flag: None,
            watch: Watch::Everyone,
            opponents: Opponents::default(),
            watch_delay: None,
            opening: None,
            chat: ChatRule::Everything,
        };
        let view = Snapshot {
            room: "K7QP".parse().unwrap(),
            seq: 1,
            name: RoomName::new("a room").unwrap(),
            rules,
            offer: None,
            competition: None,
            phase: Phase::Playing,
            black: None,
            white: None,
            reserved: false,
            spectators: 0,
            watchers: Vec::new(),
            start: game.start(),
            actions: game.actions().to_vec(),
            position,
            result: None,
            opened_at_ms: 0,
        };
        Turn { view, color, server_ms: 1_000 }
    }

    /// Returns Black's clock with so much left at the beginning of a turn, which began at 0.
    pub(crate) fn black_has(main_ms: u64, periods: u32, ends_at_ms: u64) -> Clocks {
        let clock = Clock { main_ms, periods, lag_ms: 0 };
        Clocks {
            black: clock,
            white: clock,
            period_ms: 30_000,
            turn: ClockTurn {
                color: Color::Black,
                spent_ms: 0,
                since_ms: Some(0),
                free_ms: 0,
                ends_at_ms: Some(ends_at_ms),
                is_first: false,
            },
        }
    }

    #[test]
    fn an_answer_is_waited_for_as_long_as_the_clock_goes() {
        let patience = Duration::from_mins(1);
        let limit = |time: &str, clocks| turn("", time.parse().unwrap(), clocks).limit(patience);
        let clocks = Some(black_has(300_000, 0, 300_000));
        assert_eq!(limit("5m", clocks), Duration::from_secs(299 + 10));
        assert_eq!(limit("none", None), patience);
        assert_eq!(limit("3d", clocks), patience);
    }

    #[test]
    fn only_a_legal_square_is_played() {
        let turn = turn("f5", TimeControl::None, None);
        assert_eq!(turn.place(Some(Square::D6), "d6").unwrap(), Choice::Place(Square::D6));
        for (square, answer) in [(Some(Square::D3), "d3"), (None, "pass")] {
            let illegal = turn.place(square, answer).unwrap_err();
            assert!(matches!(&illegal, EngineError::Illegal { answer: said } if said == answer));
        }
    }
}
