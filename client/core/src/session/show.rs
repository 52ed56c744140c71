//! Answers from what the client knows of its current room.

use reversi_game::{Square, Transcript};
use reversi_protocol::{LegalSquares, Phase, PositionView, RefusalCode};

use super::Session;
use super::room::to_place;
use crate::answer::{Answer, SquareContent};
use crate::intent::Show;
use crate::not_done::NotDone;
use crate::texts::Text;

impl Session {
    /// Answers what the client knows.
    pub(super) fn show(&self, show: Show) -> Result<Answer, NotDone> {
        let (id, known, view) = self.here()?;
        let (room, seq, ply) = (id.clone(), view.seq, view.position.ply);
        Ok(match show {
            Show::Legal => self.legal()?,
            Show::Last => Answer::Last { room, seq, ply, last: view.position.last.clone() },
            Show::Who => Answer::Who {
                room,
                black: view.black.clone(),
                white: view.white.clone(),
                reserved: view.reserved,
                spectators: view.spectators,
                watchers: view.watchers.clone(),
                seats: known.seats().to_vec(),
            },
            Show::Score => {
                Answer::Score { room, seq, ply, discs: view.position.discs, result: view.result }
            }
            Show::Clock => Answer::Clock {
                room,
                seq,
                ply,
                time: view.rules.time,
                clocks: view.position.clocks.clone(),
            },
            Show::Moves => Answer::Moves {
                room,
                seq,
                ply,
                transcript: Transcript(view.actions.clone()).to_string(),
                actions: view.actions.clone(),
                start: view.start,
            },
            Show::Resign => Answer::Confirm {
                room: self.can_resign()?,
                command: "resign yes".to_owned(),
                message: Text::GivesUp,
            },
            Show::Chat => Answer::Chat { room, lines: known.chat().to_vec() },
            Show::Rows | Show::Row(_) | Show::Square(_) => {
                let squares = squares(show, &view.position);
                Answer::Squares { room, seq, ply, squares }
            }
            Show::Board => Answer::Board { room, seq, position: view.position.clone() },
        })
    }

    fn legal(&self) -> Result<Answer, NotDone> {
        let (room, _, view) = self.here()?;
        if view.rules.legal_squares == LegalSquares::Hidden {
            return Err(NotDone::LegalHidden);
        }
        match (to_place(&view.position), &view.position.legal) {
            (Some(color), Some(squares)) => Ok(Answer::Legal {
                room: room.clone(),
                seq: view.seq,
                ply: view.position.ply,
                color,
                squares: squares.clone(),
            }),
            (_, _) => Err(NotDone::Rule(match view.phase {
                Phase::Open | Phase::Playing => RefusalCode::NotStarted,
                Phase::Adjourned => RefusalCode::Adjourned,
                Phase::Finished => RefusalCode::GameOver,
                Phase::Closed => RefusalCode::RoomClosed,
            })),
        }
    }
}

/// Returns what lies on the squares that are asked for.
fn squares(show: Show, position: &PositionView) -> Vec<SquareContent> {
    let is_asked = |square: &Square| match show {
        Show::Square(asked) => *square == asked,
        Show::Row(row) => square.rank() == row,
        Show::Board
        | Show::Rows
        | Show::Legal
        | Show::Last
        | Show::Who
        | Show::Score
        | Show::Clock
        | Show::Moves
        | Show::Chat
        | Show::Resign => true,
    };
    let legal = |square| position.legal.iter().flatten().any(|legal| legal.square == square);
    let content = |square: Square| SquareContent {
        square,
        disc: position.board.disc_at(square),
        is_legal: legal(square),
    };
    Square::ALL.into_iter().filter(is_asked).map(content).collect()
}
