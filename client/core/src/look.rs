//! Answers from what the client knows of its current room.

use reversi_game::Transcript;
use reversi_protocol::{LegalSquares, Phase, RefusalCode};

use crate::answer::{Answer, Output};
use crate::not_done::NotDone;
use crate::session::{Declined, Session, to_place};
use crate::voice::sentences;
use crate::words::Look;
use crate::words::Symbols;

/// Answers a command that needs nothing but a look, in sentences.
pub fn look_sentences(look: Look, session: &Session) -> Vec<String> {
    match answer(look, session) {
        Ok(answer) => sentences(&Output::Answer(answer), session, Symbols::default()),
        Err(not_done) => vec![not_done.to_string()],
    }
}

/// Answers a command that needs nothing but a look.
///
/// # Errors
/// [`NotDone`] where there is nothing to look at.
pub fn answer(look: Look, session: &Session) -> Result<Answer, NotDone> {
    let (id, known, view) = session.here()?;
    let (room, seq, ply) = (id.clone(), view.seq, view.position.ply);
    Ok(match look {
        Look::Legal => legal(session)?,
        Look::Last => Answer::Last { room, seq, ply, last: view.position.last.clone() },
        Look::Who => Answer::Who {
            room,
            black: view.black.clone(),
            white: view.white.clone(),
            spectators: view.spectators,
            seats: known.seats().to_vec(),
        },
        Look::Score => {
            Answer::Score { room, seq, ply, discs: view.position.discs, result: view.result }
        }
        Look::Moves => Answer::Moves {
            room,
            seq,
            ply,
            transcript: Transcript(view.actions.clone()).to_string(),
            actions: view.actions.clone(),
            start: view.start,
        },
        Look::Resign => Answer::Confirm {
            room: session.can_resign()?,
            command: "resign yes".to_owned(),
            message: "This gives the game up.".to_owned(),
        },
        Look::Board => Answer::Board { room, seq, position: view.position.clone() },
    })
}

fn legal(session: &Session) -> Result<Answer, NotDone> {
    let (room, _, view) = session.here()?;
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
        (_, _) => Err(Declined::Rule(match view.phase {
            Phase::Open | Phase::Playing => RefusalCode::NotStarted,
            Phase::Adjourned => RefusalCode::Adjourned,
            Phase::Finished => RefusalCode::GameOver,
            Phase::Closed => RefusalCode::RoomClosed,
        })
        .into()),
    }
}
